//! Bodies that feel anything: side by side or alone in the World, and in the C pool, every number of every
//! actor after every step is the same to the bit.

mod scenes;

use akgl::collision::Space;
use akgl::physics::feel::Setting;
use akgl::world::State;
use glam::Vec3;
use proptest::prelude::*;
use scenes::feels::{EXACT, Feels, FeltWorld, Way, random};
use scenes::{Scene, compare_built, library};

#[cfg(feature = "capi")]
use scenes::feels::pool::FeltPool;

fn compare(scene: &Scene, feels: &Feels) {
    let world = |way| FeltWorld::new(scene, feels, way);
    compare_built(scene, world(Way::Rows), world(Way::Alone));
    #[cfg(feature = "capi")]
    compare_built(scene, world(Way::Kept), FeltPool::new(scene, feels));
}

#[test]
fn the_named_scenes_are_the_same_in_the_exact_mode() {
    let feels = Feels {
        world: vec![EXACT],
        ..Feels::default()
    };
    for scene in library::all() {
        compare(&scene, &feels);
    }
}

/// Whole rows of bodies with the same rules, few of them, and rows of two sorts: what rows do by themselves.
#[test]
fn rows_of_one_rule_are_the_same_as_bodies_alone() {
    let mut flight = library::free_flight(37);
    flight.settings.gravity = Vec3::new(30.0, 900.0, -20.0);
    flight.characters[0].top_speed.z = 40.0;
    let ways = [
        State::MOVING_LEFT,
        State::MOVING_RIGHT,
        State::MOVING_UP,
        State::NONE,
    ];
    for (at, actor) in flight.actors.iter_mut().enumerate() {
        actor.state = State::ALIVE.with(ways[at % 4]).with(ways[at / 4 % 4]);
        actor.motion.environment.z = [0.0, 0.0, 7.0][at / 16];
        actor.motion.thrust = Vec3::new(
            at as f32 - 20.0,
            at as f32 * 5.0 - 100.0,
            [0.0, 12.0, -25.0, 90.0][at % 4],
        );
    }
    let air = vec![
        (Setting::GravityScale, "", 0.4),
        (Setting::TerminalDown, "", 150.0),
        (Setting::TerminalUp, "", 90.0),
        (Setting::TerminalLeft, "", 110.0),
        (Setting::TerminalRight, "", 60.0),
    ];
    let ground = vec![
        (Setting::DecelerationX, "", 300.0),
        (Setting::TurningX, "", 900.0),
        (Setting::AirAcceleration, "", 0.5),
        (Setting::AirDeceleration, "", 0.3),
        (Setting::AirTurning, "", 1.5),
        (Setting::Friction, "", 0.7),
    ];
    let plain = vec![(Setting::TerminalDown, "", 400.0)];
    for mut scene in [flight, library::platform_run(35), library::crowd(20)] {
        scene.steps = 25;
        for (exact, level) in [false, true]
            .into_iter()
            .flat_map(|e| [(e, &air), (e, &ground), (e, &plain)])
        {
            let mut world = level.clone();
            if exact {
                world.push(EXACT);
            }
            // All alike; two, three and four of each row with rules of their own.
            for own in [0, 2, 3, 4] {
                let one = |at: usize| {
                    if at % 16 < own {
                        vec![(Setting::GravityScale, "", 0.8)]
                    } else {
                        vec![]
                    }
                };
                let feels = Feels {
                    world: world.clone(),
                    actors: (0..scene.actors.len()).map(one).collect(),
                    ..Feels::default()
                };
                let world = |way| FeltWorld::new(&scene, &feels, way);
                compare_built(&scene, world(Way::Rows), world(Way::Alone));
            }
        }
    }
}

/// Falling and running by several cells a step, and a crowd whose places along z keep some of them apart.
#[test]
fn what_is_fast_and_what_is_deep_is_the_same_in_the_world_and_the_pool() {
    let mut fast = library::platform_run(20);
    for (at, actor) in fast.actors.iter_mut().enumerate() {
        actor.motion.environment = Vec3::new(0.0, [0.0, 700.0, 1600.0, 2600.0][at % 4], 0.0);
    }
    let mut deep = library::crowd(24);
    deep.space = Space::Solid;
    for (at, actor) in deep.actors.iter_mut().enumerate() {
        actor.motion.position.z = [0.0, 5.0, 40.0][at % 3];
    }
    for mut scene in [fast, deep] {
        scene.steps = 20;
        for exact in [0.0, 1.0] {
            let feels = Feels {
                world: vec![
                    (EXACT.0, EXACT.1, exact),
                    (Setting::TerminalDown, "terminal.y.positive", 5000.0),
                ],
                ..Feels::default()
            };
            compare(&scene, &feels);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn random_scenes_with_random_settings_are_the_same(seed: u64, settings: u64) {
        compare_seeds(seed, settings);
    }
}

fn compare_seeds(seed: u64, settings: u64) {
    let mut scene = scenes::random::scene(seed);
    // The sides of a C map's cells are whole numbers.
    scene.tile = scene.tile.map(f32::round);
    compare(&scene, &random(&scene, settings));
}

/// A piece of a step led the body into a zone, whose settings counted only from the next step on.
#[test]
fn a_body_led_into_a_zone_in_the_middle_of_its_step_feels_it() {
    compare_seeds(676_891_040_750_200_383, 17_759_624_299_669_085_185);
}

/// A move that was cut up ended a rounding beside the straight way, and met nothing in the World.
#[test]
fn a_course_that_ends_a_rounding_beside_its_plan_meets_what_is_there() {
    compare_seeds(9_045_953_091_653_287_288, 3_807_810_098_054_922_794);
}

/// An actor of the pool that had left a belt was carried on by it after each contact.
#[test]
fn a_belt_that_was_left_carries_no_more() {
    compare_seeds(9_608_814_355_628_277_132, 14_412_124_617_054_250_226);
}

/// A step of the pool that began by the closed forms went on by the documented ones where a piece of it had
/// led out of the zone that asked for them, without the thrust of that piece.
#[test]
fn a_step_that_leads_out_of_an_exact_zone_ends_as_it_began() {
    compare_seeds(1_944_601_392_655_961_650, 8_550_491_451_675_907_389);
}
