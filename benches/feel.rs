//! What the settings of feel cost a step, as ratios to the documented step in the same run:
//! `cargo bench --no-default-features --bench feel`.
//!
//! The two sides of a ratio run in turn, round by round, so that whatever else the machine does
//! weighs on both; a row gives the least, the median and the greatest ratio over the rounds, and the
//! median time of each side for one body and step. With `AKGL_LIMIT` set, the program fails where the
//! median of the exact mode on tiles is above it.

use std::time::Instant;

use akgl::collision::Shape;
use akgl::physics::Settings;
use akgl::physics::feel::{Feel, Setting};
use akgl::world::{Body, Character, State, TileLayer, World};
use glam::Vec3;

const ROUNDS: usize = 31;
const ACTORS: usize = 1000;
const STEPS: usize = 8;

fn main() {
    println!(
        "{:<52} {:>7} {:>7} {:>7}   {:>9} {:>9}",
        "ratio (first / second)", "min", "median", "max", "first", "second"
    );
    let exact = Feel::default().with(Setting::Integrator, 1.0);
    let rates = Feel::default()
        .with(Setting::DecelerationX, 800.0)
        .with(Setting::TurningX, 1600.0)
        .with(Setting::TerminalDown, 500.0);
    let tiles = compare(
        "running on tiles: exact / default",
        scene(true, exact),
        scene(true, Feel::default()),
    );
    compare(
        "running on tiles: rates / default",
        scene(true, rates),
        scene(true, Feel::default()),
    );
    compare(
        "in free space: exact / default",
        scene(false, exact),
        scene(false, Feel::default()),
    );
    compare(
        "in free space: rates / default",
        scene(false, rates),
        scene(false, Feel::default()),
    );
    let limit = std::env::var("AKGL_LIMIT")
        .ok()
        .and_then(|text| text.parse::<f64>().ok());
    if limit.is_some_and(|limit| tiles > limit) {
        eprintln!("the exact mode costs {tiles:.2} times the default");
        std::process::exit(1);
    }
}

/// A thousand bodies that run and jump, over floors of tiles of 16 px or in free space.
fn scene(tiles: bool, feel: Feel) -> impl FnMut() {
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
        for _ in 0..STEPS {
            world.step(1.0 / 60.0);
        }
    }
}

/// Runs both sides in turn, prints their ratio and gives its median.
fn compare(what: &str, mut first: impl FnMut(), mut second: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos() as f64 / (ACTORS * STEPS) as f64
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
        "{what:<52} {:>7.2} {:>7.2} {:>7.2}   {:>6.1} ns {:>6.1} ns",
        ratios[0],
        ratios[ROUNDS / 2],
        ratios[ROUNDS - 1],
        firsts[ROUNDS / 2],
        seconds[ROUNDS / 2]
    );
    ratios[ROUNDS / 2]
}
