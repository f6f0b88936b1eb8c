//! The world against the step written down plainly: every number of every actor after every step, to
//! the bit.

mod scenes;

use proptest::prelude::*;
use scenes::plain::Plain;
use scenes::worlds::InWorld;
use scenes::{compare, library, random};

#[test]
fn the_named_scenes_come_out_as_when_written_plainly() {
    for mut scene in library::all() {
        scene.steps = scene.steps.min(300);
        compare::<InWorld, Plain<0>>(&scene);
    }
}

#[test]
fn the_tree_finds_what_the_grid_finds() {
    for mut scene in library::all() {
        scene.steps = 80;
        compare::<Plain<0>, Plain<1>>(&scene);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn random_scenes_come_out_as_when_written_plainly(seed: u64) {
        compare::<InWorld, Plain<0>>(&random::scene(seed));
    }
}
