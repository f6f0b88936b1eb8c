//! How bodies of a world feel, against closed forms worked out beside each check.

use akgl::collision::Shape;
use akgl::physics::Settings;
use akgl::physics::feel::{Arc, Feel, Jump, JumpKind, JumpRules, Setting, TOUCH_GROUND, TOUCH_RIGHT};
use akgl::world::{Body, BodyId, Character, CharacterId, Flow, State, TileLayer, World, WorldError, Zone};
use glam::Vec3;
use std::sync::{Arc as Shared, Mutex};

const HZ60: f32 = 1.0 / 60.0;
const EXACT: (Setting, f32) = (Setting::Integrator, 1.0);

fn feel(settings: &[(Setting, f32)]) -> Feel {
    settings.iter().fold(Feel::default(), |feel, (setting, value)| {
        feel.with(*setting, *value)
    })
}

fn begin(gravity: f32, drag: f32) -> (World, CharacterId, BodyId) {
    let mut world = World::new(Settings {
        gravity: Vec3::new(0.0, gravity, 0.0),
        drag: Vec3::splat(drag),
        ..Settings::default()
    });
    let kind = world
        .add_character(Character {
            acceleration: Vec3::new(900.0, 900.0, 0.0),
            top_speed: Vec3::new(220.0, 220.0, 0.0),
            shape: None,
        })
        .unwrap();
    let hero = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    (world, kind, hero)
}

/// Floor whose top is at y = 144, wall from x = 480.
fn level(world: &mut World, hero: BodyId) {
    let mut rows = vec![format!("{}#{}", ".".repeat(30), ".".repeat(33)); 9];
    rows.push("#".repeat(64));
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text(&rows.join("\n"))])
        .unwrap();
    world
        .edit(hero, |body| {
            *body = body.with_shape(Shape::rect(0.0, 0.0, 12.0, 14.0, 0.0).unwrap());
            body.motion.position = Vec3::new(100.0, 130.0, 0.0);
        })
        .unwrap();
}

/// Steps of each rate; at last irregular ones.
fn paces() -> Vec<Box<dyn FnMut() -> f32>> {
    let mut paces: Vec<Box<dyn FnMut() -> f32>> = Vec::new();
    for rate in [20.0_f32, 30.0, 60.0, 144.0, 1000.0] {
        paces.push(Box::new(move || 1.0 / rate));
    }
    let mut state = 1_u32;
    paces.push(Box::new(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        0.001 + (state >> 8) as f32 / (1 << 24) as f32 * 0.059
    }));
    paces
}

fn set_thrust(world: &mut World, id: BodyId, speed: f32) {
    world
        .edit_motion(id, |motion| {
            motion.thrust.x = speed;
            motion.top_speed = Vec3::new(speed.abs(), 220.0, 0.0);
        })
        .unwrap();
}

#[test]
fn a_body_with_an_empty_feel_keeps_the_documented_bits() {
    let play = |felt: bool| {
        let (mut world, _, hero) = begin(900.0, 1.8);
        level(&mut world, hero);
        if felt {
            world.set_feel(hero, Feel::default()).unwrap();
        }
        let mut bits = Vec::new();
        for step in 0..400 {
            match step % 100 {
                5 => assert!(world.set_state(hero, State::MOVING_RIGHT)),
                40 => assert!(world.release(hero, State::MOVING_RIGHT)),
                45 => assert!(world.set_state(hero, State::MOVING_LEFT)),
                50 => world
                    .edit_motion(hero, |motion| motion.environment.y = -380.0)
                    .unwrap(),
                _ => {}
            }
            world.step(HZ60);
            let motion = world.motion(hero).unwrap();
            bits.push(
                [
                    motion.position,
                    motion.velocity,
                    motion.environment,
                    motion.thrust,
                ]
                .map(|part| part.to_array().map(f32::to_bits)),
            );
        }
        bits
    };
    assert_eq!(play(false), play(true));
}

#[test]
fn an_exact_jump_lands_on_the_closed_form_at_every_rate() {
    for mut pace in paces() {
        let (mut world, kind, hero) = begin(1600.0, 0.0);
        world.set_character_feel(kind, feel(&[EXACT])).unwrap();
        level(&mut world, hero);
        let mut character = *world.character(kind).unwrap();
        character.top_speed.x = 150.0;
        world.set_character(kind, character).unwrap();
        set_thrust(&mut world, hero, 150.0);
        world.set_state(hero, State::MOVING_RIGHT);
        world
            .edit_motion(hero, |motion| motion.environment.y = -560.0)
            .unwrap();
        let (mut clock, mut top, mut landing) = (0.0, None, None);
        while clock < 1.0 {
            let dt = pace();
            let until = f64::from(dt);
            let course = world.course(hero).unwrap();
            if let Some((time, y)) = course.apex(until)
                && top.is_none()
            {
                top = Some((clock + time, 130.0 - y));
            }
            if let Some(time) = course.reaches(1, 130.0, true, until)
                && landing.is_none()
                && clock > 0.1
            {
                landing = Some((clock + time, course.position(time).x - 100.0));
            }
            world.step(dt);
            clock += until;
            if clock > 0.76 {
                assert_eq!(world.position(hero).unwrap().y, 130.0);
                assert_eq!(world.motion(hero).unwrap().environment.y, 0.0);
                assert_eq!(world.touching(hero), Some(TOUCH_GROUND));
            }
        }
        let (top, landing) = (top.unwrap(), landing.unwrap());
        // 560 / 1600 s, 560² / 3200 px; twice the time, 150 px/s of it.
        assert!(
            (top.0 - 0.35).abs() < 1e-4 && (top.1 - 98.0).abs() < 0.01,
            "{top:?}"
        );
        assert!(
            (landing.0 - 0.7).abs() < 1e-4 && (landing.1 - 105.0).abs() < 0.01,
            "{landing:?}"
        );
        let x = f64::from(world.position(hero).unwrap().x);
        assert!((x - 100.0 - 150.0 * clock).abs() < 0.01, "{x}");
    }
}

#[test]
fn a_reversal_takes_440_over_900_seconds_at_every_rate() {
    for mut pace in paces() {
        let (mut world, _, hero) = begin(0.0, 0.0);
        world.set_world_feel(feel(&[EXACT])).unwrap();
        set_thrust(&mut world, hero, 220.0);
        world.set_state(hero, State::MOVING_LEFT);
        let mut clock = 0.0;
        while clock < 0.9 {
            let dt = pace();
            world.step(dt);
            clock += f64::from(dt);
        }
        let x = f64::from(world.position(hero).unwrap().x);
        assert!(
            (x + 220.0 * (clock - 440.0 / 900.0)).abs() < 0.01,
            "{x} after {clock}"
        );
    }
}

#[test]
fn letting_go_drifts_v_squared_over_2_d() {
    for exact in [0.0, 1.0] {
        for mut pace in paces() {
            let (mut world, _, hero) = begin(0.0, 0.0);
            let settings = feel(&[(Setting::Integrator, exact), (Setting::DecelerationX, 880.0)]);
            world.set_feel(hero, settings).unwrap();
            world.set_state(hero, State::MOVING_RIGHT);
            set_thrust(&mut world, hero, 220.0);
            assert!(world.release(hero, State::MOVING_RIGHT));
            let (mut clock, mut longest) = (0.0, 0.0_f32);
            while clock < 0.5 {
                let dt = pace();
                world.step(dt);
                clock += dt;
                longest = longest.max(dt);
            }
            let drift = world.position(hero).unwrap().x;
            let slack = if exact == 1.0 { 0.001 } else { 220.0 * longest };
            assert!((drift - 27.5).abs() < slack, "{drift}");
            assert_eq!(world.motion(hero).unwrap().thrust.x, 0.0);
        }
    }
}

#[test]
fn terminal_speeds_zones_and_climbing() {
    let (mut world, _, hero) = begin(1000.0, 0.0);
    world
        .set_world_feel(feel(&[(Setting::TerminalDown, 500.0)]))
        .unwrap();
    let zone = |y: f32, feel| Zone {
        corner: [-50.0, y],
        size: [100.0, 100.0],
        feel,
    };
    let water = feel(&[(Setting::GravityScale, 0.25), (Setting::TerminalDown, 60.0)]);
    world
        .set_zones(vec![
            zone(1000.0, water),
            zone(2000.0, feel(&[(Setting::Climbing, 1.0)])),
        ])
        .unwrap();
    for _ in 0..40 {
        world.step(0.02);
    }
    assert_eq!(world.motion(hero).unwrap().environment.y, 500.0);
    world.set_position(hero, Vec3::new(0.0, 1000.0, 0.0)).unwrap();
    world.step(0.02);
    assert_eq!(world.motion(hero).unwrap().environment.y, 60.0);
    world.set_position(hero, Vec3::new(0.0, 2050.0, 0.0)).unwrap();
    world.step(0.02);
    assert_eq!(world.motion(hero).unwrap().environment.y, 0.0);
    assert_eq!(world.position(hero).unwrap().y, 2050.0);
    let bad = feel(&[(Setting::Friction, -1.0)]);
    assert_eq!(world.set_feel(hero, bad), Err(WorldError::BadSetting("friction")));
}

#[test]
fn time_scales_freeze_and_multiply_steps() {
    let (mut world, _, hero) = begin(1600.0, 0.0);
    let calls = Shared::new(Mutex::new(Vec::new()));
    let log = calls.clone();
    let logic = world.add_logic(move |context| {
        log.lock().unwrap().push(context.dt());
        context.travel();
        Flow::Go
    });
    world.edit(hero, |body| body.logic = Some(logic)).unwrap();
    world.set_world_feel(feel(&[(Setting::TimeScale, 0.0)])).unwrap();
    let before = world.body(hero);
    world.step(HZ60);
    assert_eq!(world.body(hero), before);
    assert!(calls.lock().unwrap().is_empty());
    world.set_world_feel(feel(&[(Setting::TimeScale, 3.0)])).unwrap();
    world.step(0.01);
    assert_eq!(*calls.lock().unwrap(), [0.01; 3]);
    world.set_world_feel(Feel::default()).unwrap();
    world.set_feel(hero, feel(&[(Setting::TimeScale, 0.5)])).unwrap();
    world.step(0.02);
    assert_eq!(calls.lock().unwrap()[3..], [0.01]);
}

#[test]
fn advance_takes_fixed_steps_and_poses_lie_between_them() {
    let (mut world, kind, hero) = begin(0.0, 0.0);
    world.set_pace(0.01, 5);
    world
        .edit_motion(hero, |motion| motion.environment.x = 100.0)
        .unwrap();
    assert_eq!(world.advance(0.025), 2);
    let mut last = world.pose(hero, world.alpha()).unwrap().x;
    assert!((last - 1.5).abs() < 1e-4, "{last}");
    for _ in 0..200 {
        world.advance(1.0 / 144.0);
        let now = world.pose(hero, world.alpha()).unwrap().x;
        assert!((now - last - 100.0 / 144.0).abs() < 1e-3, "{now} {last}");
        last = now;
    }
    assert_eq!(world.advance(3.0), 5);
    assert_eq!(world.alpha(), 0.0);
    world.advance(0.015);
    world.teleport(hero, Vec3::new(7000.0, 0.0, 0.0)).unwrap();
    assert_eq!(world.pose(hero, 0.5).unwrap().x, 7000.0);
    world.advance(0.01);
    assert!(world.pose(hero, 0.0).unwrap().x == 7000.0);
    world.set_position(hero, Vec3::ZERO).unwrap();
    assert_eq!(world.pose(hero, 0.5).unwrap(), Vec3::ZERO);
    let other = world.spawn(Body::new(kind, 5.0, 5.0)).unwrap();
    assert_eq!(world.pose(other, 0.3).unwrap().x, 5.0);
    world.remove(other);
    assert_eq!(world.pose(other, 0.3), None);
}

#[test]
fn impulses_run_down_and_walls_take_them() {
    let (mut world, _, hero) = begin(0.0, 0.0);
    world
        .set_feel(hero, feel(&[EXACT, (Setting::PushDecay, 4.0)]))
        .unwrap();
    world.push(hero, Vec3::new(300.0, 0.0, 0.0)).unwrap();
    for _ in 0..600 {
        world.step(HZ60);
    }
    assert!((world.position(hero).unwrap().x - 75.0).abs() < 0.01); // 300 / 4
    assert_eq!(world.impulse(hero), Some(Vec3::ZERO));
    for exact in [0.0, 1.0] {
        let (mut world, _, hero) = begin(1600.0, 0.0);
        world
            .set_feel(hero, feel(&[(Setting::Integrator, exact)]))
            .unwrap();
        level(&mut world, hero);
        world.set_position(hero, Vec3::new(460.0, 130.0, 0.0)).unwrap();
        world.push(hero, Vec3::new(300.0, 0.0, 0.0)).unwrap();
        for _ in 0..6 {
            world.step(HZ60);
        }
        assert_eq!(world.position(hero).unwrap().x, 468.0);
        assert_eq!(world.impulse(hero), Some(Vec3::ZERO));
    }
}

#[test]
fn a_logic_jumps_by_the_helper() {
    let arc = Arc::from_height(98.0, 0.35).unwrap();
    for (exact, height) in [(0.0, 93.33), (1.0, 98.0)] {
        let (mut world, kind, hero) = begin(arc.gravity, 0.0);
        world
            .set_character_feel(kind, feel(&[(Setting::Integrator, exact)]))
            .unwrap();
        level(&mut world, hero);
        let rules = JumpRules {
            speed: arc.speed,
            wall_slide: 40.0,
            ..JumpRules::default()
        };
        let told = Shared::new(Mutex::new((false, JumpKind::None)));
        let (said, mut jump) = (told.clone(), Jump::default());
        let logic = world.add_logic(move |context| {
            context.travel();
            let mut told = said.lock().unwrap();
            let output = context.jump(&mut jump, &rules, told.0, true).unwrap();
            *told = (false, output.kind);
            Flow::Go
        });
        world.edit(hero, |body| body.logic = Some(logic)).unwrap();
        world.step(HZ60);
        world.step(HZ60);
        told.lock().unwrap().0 = true;
        world.step(HZ60);
        assert_eq!(told.lock().unwrap().1, JumpKind::Ground);
        let mut top = 130.0_f32;
        for _ in 0..60 {
            world.step(HZ60);
            top = top.min(world.position(hero).unwrap().y);
        }
        assert!((130.0 - top - height).abs() < 0.3, "{top}");
        world.set_position(hero, Vec3::new(468.0, 20.0, 0.0)).unwrap();
        world.set_state(hero, State::MOVING_RIGHT);
        for _ in 0..30 {
            world.step(HZ60);
        }
        assert!(world.touching(hero).unwrap() & TOUCH_RIGHT != 0);
        let fall = world.motion(hero).unwrap().environment.y;
        assert!((fall - 40.0).abs() < 1e-3, "{fall}");
    }
}

#[test]
fn what_is_felt_is_saved_and_restored() {
    let (mut world, kind, hero) = begin(1600.0, 0.0);
    let plain = (world.snapshot(), world.hash());
    world.set_feel(hero, Feel::default()).unwrap();
    assert_ne!(world.hash(), plain.1);
    world.set_character_feel(kind, feel(&[EXACT])).unwrap();
    world
        .set_world_feel(feel(&[(Setting::TerminalDown, 300.0)]))
        .unwrap();
    let zone = Zone {
        corner: [0.0; 2],
        size: [5.0; 2],
        feel: feel(&[(Setting::Friction, 0.5)]),
    };
    world.set_zones(vec![zone]).unwrap();
    world.push(hero, Vec3::new(90.0, 0.0, 0.0)).unwrap();
    world.set_pace(0.01, 7);
    world.advance(0.025);
    let (saved, bytes, hash) = (world.save(), world.snapshot(), world.hash());
    let play = |world: &mut World| {
        for _ in 0..30 {
            world.advance(0.013);
        }
        (world.hash(), world.pose(hero, world.alpha()))
    };
    let first = play(&mut world);
    world.load(&saved);
    assert_eq!(world.hash(), hash);
    assert_eq!(play(&mut world), first);
    let mut other = World::default();
    other.restore(&bytes).unwrap();
    assert_eq!((other.hash(), other.snapshot()), (hash, bytes.clone()));
    assert_eq!(play(&mut other), first);
    for at in 40..bytes.len() - 8 {
        assert!(World::default().restore(&bytes[..at]).is_err());
    }
    other.restore(&plain.0).unwrap();
    assert_eq!((other.hash(), other.snapshot()), (plain.1, plain.0));
}

/// Twice as quick, a step of 1/64 s is two pieces; between them the body leaves a zone without gravity. In the
/// second it gains 64 px/s² times 1/64 s.
#[test]
fn a_quickened_body_feels_the_zone_that_it_has_come_into() {
    let (mut world, _, hero) = begin(64.0, 0.0);
    let zone = Zone {
        corner: [-100.0; 2],
        size: [110.0, 200.0],
        feel: feel(&[(Setting::GravityScale, 0.0)]),
    };
    world.set_zones(vec![zone]).unwrap();
    world.set_feel(hero, feel(&[(Setting::TimeScale, 2.0)])).unwrap();
    world
        .edit_motion(hero, |motion| {
            motion.position.x = 9.5; // the zone ends at 10
            motion.environment.x = 64.0;
        })
        .unwrap();
    world.step(1.0 / 64.0);
    let motion = world.motion(hero).unwrap();
    assert_eq!((motion.position.x, motion.environment.y), (11.5, 1.0));
}

/// Forty bodies that fall side by side from rest, 640 px/s² for 1/64 s: 10 px/s more a step each. From the
/// second step on one of them has no gravity, then those of its character, then the one that is put in its
/// place; and one that is given another character falls as that one's do.
#[test]
fn settings_that_change_count_from_the_next_step_on_for_bodies_side_by_side() {
    let mut world = World::new(Settings {
        gravity: Vec3::new(0.0, 640.0, 0.0),
        ..Settings::default()
    });
    world
        .set_world_feel(feel(&[(Setting::TerminalDown, 500.0)]))
        .unwrap();
    let kinds = [(); 2].map(|()| world.add_character(Character::default()).unwrap());
    let ids: Vec<BodyId> = (0..40)
        .map(|at| world.spawn(Body::new(kinds[at % 2], at as f32, 0.0)).unwrap())
        .collect();
    let falls = |world: &World, at: usize| world.motion(ids[at]).map(|motion| motion.environment.y);
    let weightless = feel(&[(Setting::GravityScale, 0.0)]);
    world.step(1.0 / 64.0);
    assert!((0..40).all(|at| falls(&world, at) == Some(10.0)));
    world.set_feel(ids[20], weightless).unwrap();
    world.push(ids[25], Vec3::new(64.0, 0.0, 0.0)).unwrap();
    world.step(1.0 / 64.0);
    let ways = [24, 25, 26].map(|at| world.position(ids[at]).unwrap().x - at as f32);
    assert_eq!((ways[0], ways[2]), (0.0, 0.0));
    // It runs down by 8 a second: e^(-1/8) of a pixel.
    assert!((ways[1] - 0.882_497).abs() < 1e-4, "{ways:?}");
    for at in 0..40 {
        assert_eq!(
            falls(&world, at),
            Some(if at == 20 { 10.0 } else { 20.0 }),
            "{at}"
        );
    }
    world.set_character_feel(kinds[1], weightless).unwrap();
    world.step(1.0 / 64.0);
    for at in 0..40 {
        let speed = [if at == 20 { 10.0 } else { 30.0 }, 20.0][at % 2];
        assert_eq!(falls(&world, at), Some(speed), "{at}");
    }
    world.set_feel(ids[20], Feel::default()).unwrap();
    world
        .edit(ids[7], |body| body.character = Some(kinds[0]))
        .unwrap();
    world
        .edit(ids[8], |body| body.character = Some(kinds[1]))
        .unwrap();
    world
        .set_feel(ids[31], feel(&[(Setting::GravityScale, -1.0)]))
        .unwrap();
    assert!(world.remove(ids[30]).is_some() && world.remove(ids[31]).is_some());
    let late = [1, 0].map(|kind| world.spawn(Body::new(kinds[kind], 0.0, 0.0)).unwrap());
    world.step(1.0 / 64.0);
    for (at, speed) in [(20, 20.0), (7, 30.0), (8, 30.0), (9, 20.0), (10, 40.0)] {
        assert_eq!(falls(&world, at), Some(speed), "{at}");
    }
    let late = late.map(|id| world.motion(id).map(|motion| motion.environment.y));
    assert_eq!(late, [Some(0.0), Some(10.0)]);
}

/// 640 px/s² for 1/64 s, but in the water from x = 100 to 200 a quarter of it; nothing else feels anything.
#[test]
fn a_zone_counts_where_nothing_else_feels() {
    let (mut world, _, outside) = begin(640.0, 0.0);
    let kind = world.body(outside).unwrap().character.unwrap();
    let inside = world.spawn(Body::new(kind, 100.0, 10.0)).unwrap();
    let beside = world.spawn(Body::new(kind, 200.0, 10.0)).unwrap();
    world
        .set_zones(vec![Zone {
            corner: [100.0, 0.0],
            size: [100.0, 50.0],
            feel: feel(&[(Setting::GravityScale, 0.25)]),
        }])
        .unwrap();
    world.step(1.0 / 64.0);
    for (id, speed) in [(outside, 10.0), (inside, 2.5), (beside, 10.0)] {
        assert_eq!(world.motion(id).unwrap().environment.y, speed);
    }
    world.set_zones(Vec::new()).unwrap();
    world.step(1.0 / 64.0);
    assert_eq!(world.motion(inside).unwrap().environment.y, 12.5);
}

/// Asked from outside of a logic too: a quarter of gravity at the top, the fall along a wall to the right, and
/// the push away from it; each is for one step, but the push is an impulse beside those that are there.
#[test]
fn what_a_jump_takes_away_is_for_one_step() {
    let (mut world, _, hero) = begin(640.0, 0.0);
    world
        .set_world_feel(feel(&[(Setting::TerminalDown, 500.0)]))
        .unwrap();
    let rules = JumpRules {
        hang: 0.25,
        hang_speed: 50.0,
        wall_slide: 30.0,
        wall_speed: 200.0,
        wall_push: 90.0,
        ..JumpRules::default()
    };
    let mut jump = Jump::default();
    let fall = |world: &World| world.motion(hero).unwrap().environment.y;
    world
        .jump(hero, &mut jump, &rules, false, true, 1.0 / 64.0)
        .unwrap();
    world.step(1.0 / 64.0);
    assert_eq!(fall(&world), 7.5);
    world.step(1.0 / 64.0);
    assert_eq!(fall(&world), 17.5);
    world
        .edit_motion(hero, |motion| motion.environment.y = 100.0)
        .unwrap();
    for (state, touching, slow) in [
        (State::MOVING_LEFT, TOUCH_RIGHT, 110.0),
        (State::MOVING_RIGHT, 0, 120.0),
        (State::MOVING_RIGHT, TOUCH_RIGHT, 30.0),
    ] {
        world.set_state(hero, State::ALIVE | state);
        world.set_touching(hero, touching).unwrap();
        world
            .jump(hero, &mut jump, &rules, false, false, 1.0 / 64.0)
            .unwrap();
        world.step(1.0 / 64.0);
        assert_eq!(fall(&world), slow);
    }
    world.step(1.0 / 64.0);
    assert_eq!(fall(&world), 40.0);
    world.push(hero, Vec3::new(5.0, 0.0, 0.0)).unwrap();
    world.set_touching(hero, TOUCH_RIGHT).unwrap();
    world
        .jump(hero, &mut jump, &rules, true, true, 1.0 / 64.0)
        .unwrap();
    assert_eq!(fall(&world), -200.0);
    assert_eq!(world.impulse(hero), Some(Vec3::new(-85.0, 0.0, 0.0)));
}
