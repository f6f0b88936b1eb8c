//! The C pool and the World, one scene played by both: every number of every actor after every step is
//! the same to the bit.

mod scenes;

use proptest::prelude::*;
use scenes::pool::InPool;
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
