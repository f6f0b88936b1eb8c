//! Numbers that are none, at the doors of a World that do not go by its bodies: its settings, jump rules,
//! and the bytes of a state in which a body has overflowed.

use akgl::glam::Vec3;
use akgl::physics::Settings;
use akgl::physics::feel::{Feel, Jump, JumpRules, Setting, TOUCH_GROUND, TOUCH_LEFT};
use akgl::world::{Body, Character, World};

/// 64 px/s² for two steps of 1/8 s: 8 and 16 px/s, 1 and 2 px. What is no number pulls as 0 does.
#[test]
fn settings_that_are_no_numbers_count_as_none() {
    for none in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let settings = Settings {
            gravity: Vec3::new(none, 64.0, none),
            drag: Vec3::splat(none),
            ..Settings::default()
        };
        let mut later = World::default();
        later.set_settings(settings);
        for mut world in [World::new(settings), later] {
            let kind = world.add_character(Character::default()).unwrap();
            let hero = world.spawn(Body::new(kind, 5.0, 7.0)).unwrap();
            world.step(0.125);
            world.step(0.125);
            assert_eq!(world.position(hero), Some(Vec3::new(5.0, 10.0, 0.0)), "{none}");
        }
    }
}

#[test]
fn jump_rules_that_are_no_numbers_do_nothing() {
    let speed = 10.0;
    let rules = [
        (
            TOUCH_GROUND,
            JumpRules {
                speed: f32::INFINITY,
                ..JumpRules::default()
            },
        ),
        (
            TOUCH_LEFT,
            JumpRules {
                wall_speed: speed,
                wall_push: f32::NAN,
                ..JumpRules::default()
            },
        ),
        (
            0,
            JumpRules {
                hang_speed: 1e9,
                hang: f32::NAN,
                ..JumpRules::default()
            },
        ),
    ];
    for (touching, rules) in rules {
        let mut world = World::default();
        let kind = world.add_character(Character::default()).unwrap();
        let hero = world.spawn(Body::new(kind, 5.0, 7.0)).unwrap();
        world.set_touching(hero, touching).unwrap();
        let (mut jump, hash) = (Jump::default(), world.hash());
        assert_eq!(world.jump(hero, &mut jump, &rules, true, true, 0.125), None);
        assert_eq!((jump, world.hash()), (Jump::default(), hash), "{rules:?}");
    }
    // An impulse on top of one that is as large as numbers go.
    let mut world = World::default();
    let kind = world.add_character(Character::default()).unwrap();
    let hero = world.spawn(Body::new(kind, 5.0, 7.0)).unwrap();
    world.push(hero, Vec3::new(f32::MAX, 0.0, 0.0)).unwrap();
    world.set_touching(hero, TOUCH_LEFT).unwrap();
    let rules = JumpRules {
        wall_speed: speed,
        wall_push: f32::MAX,
        ..JumpRules::default()
    };
    let (mut jump, hash) = (Jump::default(), world.hash());
    assert_eq!(world.jump(hero, &mut jump, &rules, true, true, 0.125), None);
    assert_eq!((jump, world.hash()), (Jump::default(), hash));
    for dt in [f32::NAN, f32::INFINITY, -0.125] {
        assert_eq!(
            world.jump(hero, &mut jump, &JumpRules::default(), false, false, dt),
            None
        );
        assert_eq!(jump, Jump::default(), "{dt}");
    }
}

/// A rollback by bytes must not fail because one body has gone past what a number holds.
#[test]
fn a_state_with_a_body_that_overflowed_is_restored_to_the_bit() {
    let mut world = World::default();
    world
        .set_world_feel(Feel::default().with(Setting::Integrator, 1.0))
        .unwrap();
    let kind = world.add_character(Character::default()).unwrap();
    let gone = world.spawn(Body::new(kind, 5.0, 7.0)).unwrap();
    world.push(gone, Vec3::splat(f32::MAX)).unwrap();
    world
        .edit_motion(gone, |motion| motion.environment = Vec3::splat(f32::MAX))
        .unwrap();
    world.set_pace(1e3, 1);
    world.advance(1e3);
    world.advance(1e3);
    assert!(!world.position(gone).unwrap().is_finite());
    let (bytes, hash) = (world.snapshot(), world.hash());
    world.step(0.125);
    world.restore(&bytes).unwrap();
    assert_eq!((world.snapshot(), world.hash()), (bytes, hash));
}
