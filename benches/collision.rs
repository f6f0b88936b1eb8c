//! What the parts of collision cost, each as a ratio to something else measured in the same run:
//! `cargo bench --no-default-features --bench collision`.
//!
//! The two sides of a ratio run in turn, round by round, so that whatever else the machine does
//! weighs on both; a row gives the least, the median and the greatest ratio over the rounds, and the
//! median time of each side for one operation.

mod clock;
mod ratio;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use std::hint::black_box;

use akgl::collision::Bounds;
use akgl::collision::broad::{self, Grid, Partitioner};
use akgl::physics::feel::Feel;
use ratio::{ACTORS, compare};

fn main() {
    ratio::heading();
    partitioners();
    grid_moves();
    step_with_and_without_tiles();
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
    const STEPS: usize = 4;
    let scene = |tiles: bool| ratio::runners(tiles, Feel::default(), STEPS);
    compare(
        "step of an actor: running on tiles / in free space",
        ACTORS * STEPS,
        scene(true),
        scene(false),
    );
}
