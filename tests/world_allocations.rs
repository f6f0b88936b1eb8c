//! A step of a World takes no memory once its lists have grown: in every scene of the library, and where bodies
//! feel, think and respond by hooks of the game's own.

mod counting;
mod scenes;

use akgl::physics::feel::{Feel, Setting};
use akgl::world::{Flow, Zone};
use glam::Vec3;
use scenes::worlds::InWorld;
use scenes::{Driver, Scene, advance, library};

/// Plays a scene, and counts what the last third of its steps take.
fn measure(name: &str, scene: &Scene, game: &mut InWorld) {
    let warm = scene.steps * 2 / 3;
    let start = game.world.hash();
    for step in 0..scene.steps {
        let before = counting::taken();
        advance(game, scene, step);
        let taken = counting::taken() - before;
        assert!(
            step < warm || taken == 0,
            "{name}: step {step} took memory {taken} times"
        );
    }
    assert_ne!(game.world.hash(), start, "{name}: something moved");
}

#[test]
fn a_step_of_any_scene_takes_no_memory_once_warm() {
    for scene in library::all() {
        measure(scene.name, &scene, &mut InWorld::build(&scene));
    }
}

#[test]
fn a_step_of_bodies_that_feel_takes_no_memory_once_warm() {
    let scene = library::platformer();
    let mut game = InWorld::build(&scene);
    let everybody = Feel::default()
        .with(Setting::TerminalDown, 200.0)
        .with(Setting::DecelerationX, 500.0);
    game.world.set_world_feel(everybody).unwrap();
    let zone = Zone {
        corner: [60.0, 0.0],
        size: [80.0, 200.0],
        feel: Feel::default().with(Setting::GravityScale, 0.5),
    };
    game.world.set_zones(vec![zone]).unwrap();
    for id in game.ids.iter().step_by(2) {
        let exact = Feel::default().with(Setting::Integrator, 1.0);
        game.world.set_feel(*id, exact).unwrap();
        game.world.push(*id, Vec3::new(80.0, 0.0, 0.0)).unwrap();
    }
    measure("feel", &scene, &mut game);
}

#[test]
fn a_step_with_hooks_takes_no_memory_once_warm() {
    for scene in library::all() {
        let mut game = InWorld::build(&scene);
        let logic = game.world.add_logic(|body| {
            body.travel();
            Flow::Go
        });
        let response = game.world.add_response(|body, contact| {
            body.block(contact);
        });
        for id in &game.ids {
            game.world
                .edit(*id, |body| {
                    (body.logic, body.response) = (Some(logic), Some(response))
                })
                .unwrap();
        }
        measure(scene.name, &scene, &mut game);
    }
}
