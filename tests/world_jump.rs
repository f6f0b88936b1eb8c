//! Jumps whose state the game keeps itself, so that frames can be taken back with it.

use akgl::collision::Shape;
use akgl::glam::Vec3;
use akgl::physics::Settings;
use akgl::physics::feel::{Feel, Jump, JumpRules, Setting};
use akgl::world::{Body, BodyId, Character, Flow, State, TileLayer, World};
use std::sync::{Arc, Mutex};

const RULES: JumpRules = JumpRules {
    speed: 300.0,
    coyote: 0.08,
    buffer: 0.1,
    cut: 0.6,
    air_jumps: 1,
    air_speed: 200.0,
    wall_slide: 40.0,
    wall_speed: 250.0,
    wall_push: 120.0,
    wall_coyote: 0.05,
    hang_speed: 60.0,
    hang: 0.5,
};

fn level(integrator: f32) -> (World, BodyId) {
    let mut world = World::new(Settings {
        gravity: Vec3::new(0.0, 1200.0, 0.0),
        ..Settings::default()
    });
    let rows = "#..........#\n#..........#\n#..........#\n#..........#\n############";
    world
        .set_tiles([16.0, 16.0], vec![TileLayer::from_text(rows)])
        .unwrap();
    world
        .set_world_feel(Feel::default().with(Setting::Integrator, integrator))
        .unwrap();
    let kind = world
        .add_character(Character {
            acceleration: Vec3::new(600.0, 0.0, 0.0),
            top_speed: Vec3::new(150.0, 0.0, 0.0),
            shape: Some(Shape::rect(0.0, 0.0, 12.0, 14.0, 0.0).unwrap()),
        })
        .unwrap();
    let hero = world.spawn(Body::new(kind, 20.0, 40.0)).unwrap();
    (world, hero)
}

/// What is pressed in a frame: into the right wall and off it again.
fn input(frame: u32) -> (State, bool, bool) {
    let state = if frame % 120 < 80 {
        State::MOVING_RIGHT
    } else {
        State::MOVING_LEFT
    };
    let beat = frame % 17;
    (state, beat == 0, beat < 9)
}

/// [`World::jump`] before the step is `Context::jump` in the movement logic.
#[test]
fn a_jump_asked_for_before_the_step_is_that_of_the_logic() {
    for integrator in [0.0, 1.0] {
        let (mut inside, of_logic) = level(integrator);
        let (mut before, hero) = level(integrator);
        let now = Arc::new(Mutex::new((false, false)));
        let (seen, mut own) = (now.clone(), Jump::default());
        let logic = inside.add_logic(move |context| {
            context.travel();
            let (pressed, held) = *seen.lock().unwrap();
            context.jump(&mut own, &RULES, pressed, held);
            Flow::Go
        });
        inside.edit(of_logic, |body| body.logic = Some(logic)).unwrap();
        let (mut jump, mut kinds) = (Jump::default(), [0; 4]);
        for frame in 0..600 {
            let (state, pressed, held) = input(frame);
            *now.lock().unwrap() = (pressed, held);
            inside.set_state(of_logic, state);
            before.set_state(hero, state);
            inside.step(1.0 / 60.0);
            let output = before
                .jump(hero, &mut jump, &RULES, pressed, held, 1.0 / 60.0)
                .unwrap();
            kinds[output.kind as usize] += 1;
            before.step(1.0 / 60.0);
            assert_eq!(
                before.motion(hero),
                inside.motion(of_logic),
                "{integrator} {frame}"
            );
            assert_eq!(
                before.impulse(hero),
                inside.impulse(of_logic),
                "{integrator} {frame}"
            );
        }
        assert!(
            kinds.iter().all(|&count| count > 0),
            "each kind of jump: {kinds:?}"
        );
    }
}

/// Eight frames back in each of 600, with the jump's state beside the snapshot; without it they differ.
#[test]
fn frames_with_jumps_are_taken_back_with_the_state_of_the_jump() {
    let play = |world: &mut World, hero, jump: &mut Jump, frame| {
        let (state, pressed, held) = input(frame);
        world.set_state(hero, state);
        world.jump(hero, jump, &RULES, pressed, held, 1.0 / 60.0).unwrap();
        world.step(1.0 / 60.0);
    };
    let (mut world, hero) = level(1.0);
    let mut jump = Jump::default();
    let mut forgotten = 0;
    for first in 0..600 {
        let (past, then) = (world.snapshot(), jump);
        for frame in first..first + 8 {
            play(&mut world, hero, &mut jump, frame);
        }
        let (there, later) = (world.hash(), jump);
        world.restore(&past).unwrap();
        for frame in first..first + 8 {
            play(&mut world, hero, &mut jump, frame);
        }
        forgotten += u32::from(world.hash() != there);
        world.restore(&past).unwrap();
        jump = then;
        for frame in first..first + 8 {
            play(&mut world, hero, &mut jump, frame);
        }
        assert_eq!((world.hash(), jump), (there, later), "{first}");
        world.restore(&past).unwrap();
        jump = then;
        play(&mut world, hero, &mut jump, first);
    }
    assert!(forgotten > 0, "the state of the jump matters");
}
