//! The state of a world: kept, gone back to, written to bytes, hashed, the same in every build.

mod scenes;

use std::collections::VecDeque;
use std::fmt::Write as _;

use akgl::world::World;
use glam::Vec3;
use scenes::feels::{self, Feels, FeltWorld, Way};
use scenes::worlds::InWorld;
use scenes::{Driver, Scene, advance, library, random};

#[test]
fn a_restored_world_goes_on_with_the_same_bits() {
    for mut scene in library::all() {
        scene.actors.truncate(60);
        let mut game = InWorld::build(&scene);
        for step in 0..60 {
            advance(&mut game, &scene, step);
        }
        let bytes = game.world.snapshot();
        let mut other = InWorld::build(&scene);
        other.world.restore(&bytes).unwrap();
        assert_eq!(other.world.hash(), game.world.hash(), "{}", scene.name);
        assert_eq!(other.world.snapshot(), bytes);
        for step in 60..120 {
            advance(&mut game, &scene, step);
            advance(&mut other, &scene, step);
            assert_eq!(
                other.world.hash(),
                game.world.hash(),
                "{}: step {step}",
                scene.name
            );
        }
    }
}

/// Eight frames back and forth in every frame, by a way to keep a state and one to go back to it.
fn back_and_forth<T>(frames: u32, keep: impl Fn(&World) -> T, back: impl Fn(&mut World, &T)) {
    const BACK: usize = 8;
    let scene = library::platformer();
    let mut game = InWorld::build(&scene);
    let mut kept = VecDeque::new();
    for step in 0..frames {
        kept.push_back((keep(&game.world), game.world.hash()));
        advance(&mut game, &scene, step);
        if kept.len() > BACK {
            kept.pop_front();
        }
        let hash = game.world.hash();
        back(&mut game.world, &kept[0].0);
        for (at, (_, before)) in kept.iter().enumerate() {
            assert_eq!(game.world.hash(), *before);
            advance(&mut game, &scene, step + 1 + at as u32 - kept.len() as u32);
        }
        assert_eq!(game.world.hash(), hash, "step {step}");
    }
}

#[test]
fn eight_frames_back_and_forth_in_every_frame_of_ten_thousand() {
    back_and_forth(10_000, World::save, World::load);
}

#[test]
fn eight_frames_back_and_forth_by_bytes_in_every_frame_of_ten_thousand() {
    back_and_forth(10_000, World::snapshot, |world, bytes| {
        world.restore(bytes).expect("bytes of its own");
    });
}

#[test]
fn worlds_stepped_together_come_out_as_alone() {
    let scene = library::platformer();
    let mut worlds: Vec<_> = (0..40)
        .map(|at| {
            let mut game = InWorld::build(&scene);
            game.world.step(at as f32 / 1000.0);
            game.world
        })
        .collect();
    let mut alone: Vec<_> = worlds
        .iter()
        .map(|world| {
            let mut copy = World::default();
            copy.load(&world.save());
            copy
        })
        .collect();
    assert_ne!(worlds[0].hash(), worlds[1].hash());
    for _ in 0..100 {
        akgl::world::step_all(&mut worlds, scene.dt);
        for world in &mut alone {
            world.step(scene.dt);
        }
    }
    for (together, alone) in worlds.iter().zip(&alone) {
        assert_eq!(together.hash(), alone.hash());
    }
}

#[test]
fn a_hash_tells_worlds_apart() {
    let scene = library::platformer();
    let mut game = InWorld::build(&scene);
    let hash = game.world.hash();
    assert_eq!(InWorld::build(&scene).world.hash(), hash);
    let id = game.ids[0];
    game.world
        .edit_motion(id, |motion| motion.environment.z = -0.0)
        .unwrap();
    let signed = game.world.hash();
    assert_ne!(signed, hash, "even the sign of a zero counts");
    game.world
        .edit_motion(id, |motion| motion.environment.z = 0.0)
        .unwrap();
    assert_eq!(game.world.hash(), hash);
    assert!(game.world.set_tile(0, 3, 3, 9));
    assert_ne!(game.world.hash(), hash);
    assert!(game.world.set_tile(0, 3, 3, 0));
    assert_eq!(game.world.hash(), hash);
}

/// Compares lines with a committed file: equal in debug and release, at every optimisation, on every machine.
/// `AKGL_ACCEPT=1` writes it anew, which is right only where results were meant to change.
fn compare_with_golden(name: &str, lines: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("AKGL_ACCEPT").is_some() {
        std::fs::write(&path, lines).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert_eq!(lines, golden, "AKGL_ACCEPT=1 accepts what was meant to change");
}

fn random_scene(seed: u64) -> Scene {
    random::scene(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed))
}

#[test]
fn the_scenes_have_the_hashes_they_had() {
    let mut lines = String::new();
    let mut add = |name: &str, mut scene: Scene| {
        scene.steps = scene.steps.min(200);
        let mut game = InWorld::build(&scene);
        for step in 0..scene.steps {
            advance(&mut game, &scene, step);
        }
        writeln!(lines, "{name}: {:016x}", game.world.hash()).unwrap();
    };
    for scene in library::all() {
        add(scene.name, scene);
    }
    for seed in 0..24 {
        add(&format!("random {seed}"), random_scene(seed));
    }
    compare_with_golden("world.txt", &lines);
}

/// As above, under the exact integrator, whose closed forms take `exp` and its like from a library, and with
/// settings at random, impulses among them.
#[test]
fn the_scenes_have_the_hashes_they_had_with_feel() {
    let mut lines = String::new();
    let mut add = |name: &str, mut scene: Scene, feels: &Feels| {
        scene.steps = scene.steps.min(200);
        let mut game = FeltWorld::new(&scene, feels, Way::Rows);
        for step in 0..scene.steps {
            advance(&mut game, &scene, step);
        }
        writeln!(lines, "{name}: {:016x}", game.game.world.hash()).unwrap();
    };
    let exact = Feels {
        world: vec![feels::EXACT],
        pushes: true,
        ..Feels::default()
    };
    for mut scene in library::all() {
        scene.settings.drag = Vec3::new(0.7, 0.3, 0.0);
        add(scene.name, scene, &exact);
    }
    for seed in 0..48 {
        let scene = random_scene(seed);
        let feels = feels::random(&scene, seed);
        add(&format!("random {seed}"), scene, &feels);
    }
    compare_with_golden("world_feel.txt", &lines);
}
