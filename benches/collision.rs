//! What the parts of collision cost, each as a ratio to something else measured in the same run:
//! `cargo bench --no-default-features --bench collision`.
//!
//! The two sides of a ratio run in turn, round by round, so that whatever else the machine does
//! weighs on both; a row gives the least, the median and the greatest ratio over the rounds, and the
//! median time of each side for one operation.

use std::hint::black_box;
use std::time::Instant;

use akgl::collision::broad::{self, Grid, Partitioner};
use akgl::collision::{Bounds, Shape};
use akgl::physics::Settings;
use akgl::world::{Body, Character, State, TileLayer, World};
use glam::Vec3;

const ROUNDS: usize = 31;

fn main() {
    println!(
        "{:<58} {:>7} {:>7} {:>7}   {:>9} {:>9}",
        "ratio (first / second)", "min", "median", "max", "first", "second"
    );
    partitioners();
    grid_moves();
    step_with_and_without_tiles();
}

/// Nanoseconds for one of `count` operations.
fn time(count: usize, run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64 / count as f64
}

/// Runs both sides in turn and prints their ratio.
fn compare(what: &str, count: usize, first: &mut dyn FnMut(), second: &mut dyn FnMut()) {
    let (mut ratios, mut firsts, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (a, b) = (time(count, first), time(count, second));
        if round > 0 {
            ratios.push(a / b);
            firsts.push(a);
            seconds.push(b);
        }
    }
    let sorted = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values
    };
    let (ratios, firsts, seconds) = (sorted(ratios), sorted(firsts), sorted(seconds));
    println!(
        "{what:<58} {:>7.2} {:>7.2} {:>7.2}   {:>6.1} ns {:>6.1} ns",
        ratios[0],
        ratios[ROUNDS / 2],
        ratios[ROUNDS - 1],
        firsts[ROUNDS / 2],
        seconds[ROUNDS / 2]
    );
}

/// Numbers between 0 and 1, the same in every run.
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A thousand 32 px actors in a level of 512 x 64 tiles of 16 px, each moved by up to 4 px and asked
/// for its surroundings, as a step does.
fn partitioners() {
    const ACTORS: usize = 1000;
    let sides = broad::NAMES.map(|name| {
        let mut next = numbers();
        let mut places: Vec<[f64; 2]> = (0..ACTORS).map(|_| [next() * 8160.0, next() * 992.0]).collect();
        let mut tree = broad::by_name(name, [16.0; 2]).expect("a name of the table");
        for (id, [x, y]) in places.iter().enumerate() {
            tree.insert(id as u32, &Bounds::new(*x, *y, 32.0, 32.0));
        }
        let mut found = Vec::new();
        move || {
            for (id, place) in places.iter_mut().enumerate() {
                for (axis, most) in [(0, 8160.0), (1, 992.0)] {
                    place[axis] = (place[axis] + (next() - 0.5) * 8.0).clamp(0.0, most);
                }
                let bounds = Bounds::new(place[0], place[1], 32.0, 32.0);
                tree.update(id as u32, &bounds);
                found.clear();
                tree.query(&bounds, &mut found);
                black_box(&found);
            }
        }
    });
    let [mut grid, mut bsp] = sides;
    compare(
        "bsp / grid: move and query, 1,000 actors",
        ACTORS,
        &mut bsp,
        &mut grid,
    );
}

/// A move that stays in its cells against one that leaves them.
fn grid_moves() {
    const MOVES: usize = 10_000;
    let filled = || {
        let mut grid = Grid::new([16.0; 2]);
        for id in 0..1000_u32 {
            let at = f64::from(id);
            grid.insert(id, &Bounds::new(at * 40.0, 3.0, 10.0, 10.0));
        }
        grid
    };
    let (mut still, mut away) = (filled(), filled());
    let mut within = || {
        for turn in 0..MOVES as u32 {
            let id = turn % 1000;
            let at = f64::from(id) * 40.0;
            still.update(
                id,
                black_box(&Bounds::new(at, 3.0 + f64::from(turn % 2), 10.0, 10.0)),
            );
        }
    };
    let mut across = || {
        for turn in 0..MOVES as u32 {
            let id = turn % 1000;
            let at = f64::from(id) * 40.0 + f64::from(turn / 1000 % 2) * 16.0;
            away.update(id, black_box(&Bounds::new(at, 3.0, 10.0, 10.0)));
        }
    };
    compare(
        "grid: move to other cells / move within its cells",
        MOVES,
        &mut across,
        &mut within,
    );
}

/// A thousand actors running over tiles against the same actors in the same step in free space.
fn step_with_and_without_tiles() {
    const ACTORS: usize = 1000;
    let scene = |tiles: bool| {
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
        for actor in 0..ACTORS {
            let (column, row) = ((actor % 100) as f32, (actor / 100) as f32);
            let body = Body::new(runner, 100.0 + column * 30.0, row * 96.0 + 20.0);
            world
                .spawn(body.with_state(State::MOVING_RIGHT))
                .expect("a finite place");
        }
        move || {
            for _ in 0..4 {
                world.step(1.0 / 60.0);
            }
        }
    };
    let (mut on_tiles, mut free) = (scene(true), scene(false));
    compare(
        "step of an actor: running on tiles / in free space",
        ACTORS * 4,
        &mut on_tiles,
        &mut free,
    );
}
