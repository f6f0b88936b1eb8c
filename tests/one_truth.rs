//! The C pool and the World, one scene played by both: every number of every actor after every step is
//! the same to the bit.

mod scenes;

use akgl::collision::{LAYER_ACTOR, LAYER_ENEMY};
use proptest::prelude::*;
use scenes::acts::{self, SCRIPTS, anything, feelings};
use scenes::pool::InPool;
use scenes::pool_acts::ActsInPool;
use scenes::world_acts::ActsInWorld;
use scenes::worlds::InWorld;
use scenes::{compare, library, random};

#[test]
fn the_named_scenes_are_the_same_in_the_pool() {
    for scene in library::all() {
        compare::<InWorld, InPool>(&scene);
    }
}

/// A body in a multiple of sub-steps, turned round by the first contact, met in the second what lay
/// behind it.
#[test]
fn a_body_turned_round_in_the_middle_of_its_step_meets_what_is_behind_it() {
    compare::<InWorld, InPool>(&random::scene(13_245_017_182_895_435_322));
}

/// The platformer, every body of which meets every other.
fn crowded() -> scenes::Scene {
    let mut scene = library::platformer();
    for shape in scene.actors.iter_mut().filter_map(|actor| actor.shape.as_mut()) {
        shape.collides |= LAYER_ACTOR | LAYER_ENEMY;
    }
    scene.steps = 240;
    scene
}

/// Hooks that spawn and remove, teleport, re-shape, change settings, tiles and geometry in the midst of a step:
/// every body and every contact that a hook is told, after each step.
#[test]
fn hooks_that_change_everything_are_the_same_in_the_pool() {
    for (name, script) in SCRIPTS {
        for seed in 0..12 {
            let calls = acts::compare::<ActsInWorld, ActsInPool>(&crowded(), script, seed);
            assert!(calls > 500, "{name}: {calls} calls of hooks");
        }
    }
}

/// The same with settings of feel, impulses, gravity and drag.
#[test]
fn hooks_that_change_how_bodies_feel_are_the_same_in_the_pool() {
    for seed in 0..40 {
        acts::compare::<ActsInWorld, ActsInPool>(&crowded(), feelings, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn random_hooks_in_random_scenes_are_the_same_in_the_pool(seed: u64) {
        let mut scene = random::scene(seed);
        scene.tile = scene.tile.map(f32::round);
        acts::compare::<ActsInWorld, ActsInPool>(&scene, anything, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn random_scenes_are_the_same_in_the_pool(seed: u64) {
        let mut scene = random::scene(seed);
        // The sides of a C map's cells are whole numbers.
        scene.tile = scene.tile.map(f32::round);
        compare::<InWorld, InPool>(&scene);
    }
}
