//! Two sides measured as a ratio in one run, and the scene that two benchmarks step.
//!
//! The sides run in turn, round by round, so that whatever else the machine does weighs on both; the times
//! are processor time of the measuring thread.

use akgl::collision::{Shape, Space};
use akgl::physics::feel::Feel;
use akgl::physics::{Motion, Settings};
use akgl::world::{Character, State, TileLayer};
use glam::Vec3;

use crate::clock::busy;
use crate::scenes::worlds::InWorld;
use crate::scenes::{Actor, Driver, Scene, Wish, library};

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
        let start = busy();
        run();
        (busy() - start).as_nanos() as f64 / count as f64
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

/// A thousand bodies that run to the right, over floors of tiles of 16 px or in free space.
pub(crate) fn scene(tiles: bool) -> Scene {
    let mut cells = vec![0; 512 * 64];
    for row in (3..64).step_by(6) {
        cells[row * 512..(row + 1) * 512].fill(1);
    }
    let layer = TileLayer::new(512, 64, cells).expect("as many cells as it has room for");
    let runner = Character {
        acceleration: Vec3::new(600.0, 0.0, 0.0),
        top_speed: Vec3::new(120.0, 0.0, 0.0),
        shape: Some(Shape::rect(0.0, 0.0, 12.0, 28.0, 0.0).expect("a positive size")),
    };
    let actor = |actor: usize| {
        let (column, row) = ((actor % 100) as f32, (actor / 100) as f32);
        Actor {
            motion: Motion {
                position: Vec3::new(100.0 + column * 30.0, row * 96.0 + 20.0, 0.0),
                ..Motion::default()
            },
            state: State::ALIVE | State::MOVING_RIGHT,
            ..Actor::default()
        }
    };
    Scene {
        name: "runners",
        settings: Settings {
            gravity: Vec3::new(0.0, if tiles { 900.0 } else { 0.0 }, 0.0),
            ..Settings::default()
        },
        space: Space::Planar,
        tile: [16.0; 2],
        layers: if tiles { vec![layer] } else { Vec::new() },
        statics: Vec::new(),
        characters: vec![runner],
        actors: (0..ACTORS).map(actor).collect(),
        rule: |_, _, _, _| Wish::default(),
        dt: library::DT,
        steps: 0,
    }
}

/// `steps` steps of the [`scene`] in a World.
pub(crate) fn runners(tiles: bool, feel: Feel, steps: usize) -> impl FnMut() {
    let mut game = InWorld::build(&scene(tiles));
    game.world.set_world_feel(feel).expect("usable settings");
    move || {
        for _ in 0..steps {
            game.step(library::DT);
        }
    }
}
