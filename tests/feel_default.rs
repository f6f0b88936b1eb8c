//! The default mode, bit for bit: what three scenes came to before there were any settings of feel is in
//! `tests/golden/default_mode.txt`, and must be what they come to now. `capi-tests/default_mode.c` plays
//! the same scenes in the C pool, holds them to the same file, and writes it anew where it is asked to.

use std::fmt::Write as _;

use akgl::collision::Shape;
use akgl::physics::Settings;
use akgl::world::{Body, BodyId, Character, State, TileLayer, World};
use glam::Vec3;

const HEROES: usize = 6;
const FACES: State = State(15);

/// FNV-1a over the 18 numbers and the state of every hero.
fn hash(world: &World, heroes: &[BodyId]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for id in heroes {
        let motion = world.motion(*id).unwrap();
        let parts = [
            motion.position,
            motion.velocity,
            motion.environment,
            motion.thrust,
            motion.acceleration,
            motion.top_speed,
        ];
        let numbers = parts.into_iter().flat_map(|part| part.to_array());
        let words = numbers.map(f32::to_bits).chain([world.state(*id).unwrap().0]);
        for byte in words.flat_map(u32::to_le_bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    hash
}

fn begin(gravity: f32, drag: f32) -> (World, Vec<BodyId>) {
    let mut world = World::new(Settings {
        gravity: Vec3::new(0.0, gravity, 0.0),
        drag: Vec3::new(0.0, drag, 0.0),
        ..Settings::default()
    });
    let kind = world
        .add_character(Character {
            acceleration: Vec3::new(900.0, 700.0, 0.0),
            top_speed: Vec3::new(220.0, 150.0, 0.0),
            shape: Some(Shape::rect(0.0, 0.0, 12.0, 14.0, 0.0).unwrap()),
        })
        .unwrap();
    let heroes = (0..HEROES)
        .map(|at| {
            let body = Body::new(kind, 40.0 + 31.25 * at as f32, 60.0);
            world.spawn(body).unwrap()
        })
        .collect();
    (world, heroes)
}

fn play(scene: &str, (mut world, heroes): (World, Vec<BodyId>), sideways_only: bool, log: &mut String) {
    let steps = [1.0_f32 / 60.0, 0.05, 1.0 / 144.0];
    for step in 0..240 {
        for (at, id) in heroes.iter().enumerate() {
            let state = world.state(*id).unwrap();
            let mut press = |moving: State, face: State| {
                assert!(world.set_state(*id, state.without(FACES) | moving | face));
            };
            match (step + 7 * at) % 60 {
                3 => press(State::MOVING_RIGHT, State::FACE_RIGHT),
                15 if !sideways_only => press(State::MOVING_DOWN, State::FACE_DOWN),
                20 => world
                    .edit_motion(*id, |motion| motion.environment.y = -380.0)
                    .unwrap(),
                27 => assert!(world.release(*id, State::MOVING_RIGHT)),
                30 => press(State::MOVING_LEFT, State::FACE_LEFT),
                44 => assert!(world.release(*id, State::MOVING_DOWN)),
                52 => assert!(world.release(*id, State::MOVING_LEFT)),
                _ => {}
            }
        }
        world.step(steps[step / 20 % 3]);
        if step % 20 == 19 {
            writeln!(
                log,
                "{scene}: after {} steps {:016x}",
                step + 1,
                hash(&world, &heroes)
            )
            .unwrap();
        }
    }
}

#[test]
fn the_bits_of_the_default_mode_are_those_of_the_golden_file() {
    let mut log = String::new();
    play("free fall", begin(1600.0, 0.0), false, &mut log);
    play("from above", begin(0.0, 0.0), false, &mut log);

    let (mut world, heroes) = begin(900.0, 1.8);
    let mut cells = vec![0; 64 * 12];
    for at in 0..64 {
        cells[9 * 64 + at] = u32::from(at % 13 != 12);
        cells[11 * 64 + at] = 1;
    }
    cells[8 * 64 + 9] = 1;
    cells[5 * 64 + 4] = 1;
    let layer = TileLayer::new(64, 12, cells).unwrap();
    world.set_tiles([16.0; 2], vec![layer]).unwrap();
    play("over tiles", (world, heroes), true, &mut log);

    let golden = include_str!("golden/default_mode.txt");
    assert_eq!(golden.lines().count(), 36, "the golden file is whole");
    for (now, then) in log.lines().zip(golden.lines()) {
        assert_eq!(now, then, "the default mode has changed");
    }
}
