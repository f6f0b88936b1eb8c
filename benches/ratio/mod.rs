//! Two sides measured as a ratio in one run, and the scene that two benchmarks step.
//!
//! The sides run in turn, round by round, so that whatever else the machine does weighs on both.

use std::time::Instant;

use akgl::collision::Shape;
use akgl::physics::Settings;
use akgl::physics::feel::Feel;
use akgl::world::{Body, Character, State, TileLayer, World};
use glam::Vec3;

const ROUNDS: usize = 31;

/// Bodies in [`runners`].
pub(crate) const ACTORS: usize = 1000;

/// Prints what the columns of [`compare`] are.
pub(crate) fn heading() {
    println!(
        "{:<58} {:>7} {:>7} {:>7}   {:>9} {:>9}",
        "ratio (first / second)", "min", "median", "max", "first", "second"
    );
}

/// Runs both sides in turn, prints their ratio and the time of each for one of `count` operations, and
/// gives the median of the ratio.
pub(crate) fn compare(what: &str, count: usize, mut first: impl FnMut(), mut second: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos() as f64 / count as f64
    };
    let mut columns = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..=ROUNDS {
        let (a, b) = (time(&mut first), time(&mut second));
        if round > 0 {
            for (column, value) in columns.iter_mut().zip([a / b, a, b]) {
                column.push(value);
            }
        }
    }
    for column in &mut columns {
        column.sort_by(f64::total_cmp);
    }
    let [ratios, firsts, seconds] = columns;
    println!(
        "{what:<58} {:>7.2} {:>7.2} {:>7.2}   {:>6.1} ns {:>6.1} ns",
        ratios[0],
        ratios[ROUNDS / 2],
        ratios[ROUNDS - 1],
        firsts[ROUNDS / 2],
        seconds[ROUNDS / 2]
    );
    ratios[ROUNDS / 2]
}

/// `steps` steps of a thousand bodies that run to the right, over floors of tiles of 16 px or in free
/// space.
pub(crate) fn runners(tiles: bool, feel: Feel, steps: usize) -> impl FnMut() {
    let gravity = Vec3::new(0.0, if tiles { 900.0 } else { 0.0 }, 0.0);
    let mut world = World::new(Settings {
        gravity,
        ..Settings::default()
    });
    if tiles {
        let mut cells = vec![0; 512 * 64];
        for row in (3..64).step_by(6) {
            cells[row * 512..(row + 1) * 512].fill(1);
        }
        let layer = TileLayer::new(512, 64, cells).expect("as many cells as it has room for");
        world
            .set_tiles([16.0; 2], vec![layer])
            .expect("one layer of tiles of 16 px");
    }
    let shape = Shape::rect(0.0, 0.0, 12.0, 28.0, 0.0).expect("a positive size");
    let character = Character {
        acceleration: Vec3::new(600.0, 0.0, 0.0),
        top_speed: Vec3::new(120.0, 0.0, 0.0),
        shape: Some(shape),
    };
    let runner = world.add_character(character).expect("finite numbers");
    world.set_world_feel(feel).expect("usable settings");
    for actor in 0..ACTORS {
        let (column, row) = ((actor % 100) as f32, (actor / 100) as f32);
        let body = Body::new(runner, 100.0 + column * 30.0, row * 96.0 + 20.0);
        world
            .spawn(body.with_state(State::MOVING_RIGHT))
            .expect("a finite place");
    }
    move || {
        for _ in 0..steps {
            world.step(1.0 / 60.0);
        }
    }
}
