//! `make bench-peers`: the workloads in other engines, in hand-written loops and in this library, in turn
//! within one process and on one thread. Prints a table, writes `results.csv`, and from that the tables and
//! the plot of `docs/performance.md`.
//!
//! `-- draw` does the last part alone; words that begin with `W` choose workloads, whose times are printed and
//! not written.

#![allow(unreachable_pub)] // One program in several files.

mod box2d;
#[path = "../../../examples/lab/canvas.rs"]
mod canvas;
mod chipmunk;
#[path = "../../clock/mod.rs"]
mod clock;
#[path = "../../floor/mod.rs"]
mod floor;
#[path = "../../../examples/lab/letters.rs"]
mod letters;
mod machine;
mod page;
mod plot;
mod rapier;
mod results;
mod rule;
mod sanity;
#[path = "../../../tests/scenes/mod.rs"]
mod scenes;
mod tiles;
#[path = "../../workload/mod.rs"]
mod workload;

use std::path::Path;

use results::{Results, Row};
use sanity::Sanity;
use scenes::{Dice, Scene, library};
use workload::pool::PoolGame;
use workload::world::WorldGame;
use workload::{Asked, Game, HandCrowd, Workload};

const ROUNDS: usize = 11;
const NAMES: [&str; 6] = ["floor", "World", "C pool", "Box2D", "rapier2d", "Chipmunk"];

/// A workload that steps.
struct Job {
    name: &'static str,
    workload: Workload,
    scene: fn() -> Scene,
    /// Steps before the first round.
    warm: u32,
    /// Steps in a round.
    steps: u32,
}

const JOBS: [Job; 4] = [
    Job {
        name: "W1 platform run",
        workload: Workload::Run,
        scene: || library::platform_run(1000),
        warm: 120,
        steps: 180,
    },
    Job {
        name: "W1 over 100 levels",
        workload: Workload::Run,
        scene: || library::platform_run_spread(100),
        warm: 60,
        steps: 3,
    },
    Job {
        name: "W2 crowd",
        workload: Workload::Crowd,
        scene: || library::crowd(1000),
        warm: 120,
        steps: 180,
    },
    Job {
        name: "W3 free flight",
        workload: Workload::Flight,
        scene: flight,
        // After some 1,100 steps the squares of the speeds across are so small that processors take them for a
        // special case, slowly.
        warm: 60,
        steps: 80,
    },
];
const QUERY: &str = "W4 box query";

/// Free flight with the same drag on both axes: the engines know no other.
fn flight() -> Scene {
    let mut scene = library::free_flight(1000);
    scene.settings.drag.x = scene.settings.drag.y;
    scene
}

/// All that play a scene. The C pool's map has no room for copies of the level.
fn games<'a>(scene: &'a Scene, workload: Workload) -> Vec<(&'static str, Box<dyn Game + 'a>)> {
    let hand: Box<dyn Game> = match workload {
        Workload::Run => Box::new(floor::Run::new(scene)),
        Workload::Crowd => Box::new(HandCrowd::new(scene)),
        Workload::Flight => Box::new(floor::Flight::new(scene)),
    };
    let pool = || -> Box<dyn Game> { Box::new(PoolGame::new(scene, workload)) };
    let all: [Option<Box<dyn Game>>; 6] = [
        Some(hand),
        Some(Box::new(WorldGame::new(scene, workload))),
        (scene.actors.len() <= 1000).then(pool),
        Some(Box::new(box2d::Box2d::new(scene, workload))),
        Some(Box::new(rapier::Rapier::new(scene, workload))),
        Some(Box::new(chipmunk::Chipmunk::new(scene, workload))),
    ];
    NAMES
        .into_iter()
        .zip(all)
        .filter_map(|(name, game)| Some((name, game?)))
        .collect()
}

fn play(job: &Job) -> Vec<Row> {
    let scene = (job.scene)();
    let mut games = games(&scene, job.workload);
    let mut at = vec![0; games.len()];
    let mut run = |which: usize, steps: u32| {
        for _ in 0..steps {
            games[which].1.step(at[which]);
            at[which] += 1;
        }
    };
    for which in 0..run_count(&scene) {
        run(which, job.warm);
    }
    let units = scene.actors.len() * job.steps as usize;
    let times = clock::measure(run_count(&scene), ROUNDS, units, |which| run(which, job.steps));
    let found = games.iter_mut().zip(&at).map(|((name, game), step)| {
        let sanity = Sanity::of(&mut **game, &scene, job.workload, *step);
        (*name, sanity)
    });
    rows(job.name, scene.actors.len(), found, times)
}

/// How many engines play a scene.
fn run_count(scene: &Scene) -> usize {
    NAMES.len() - usize::from(scene.actors.len() > 1000)
}

fn rows(
    workload: &str,
    actors: usize,
    found: impl Iterator<Item = (&'static str, Sanity)>,
    times: Vec<[f64; 3]>,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for ((engine, sanity), time) in found.zip(times) {
        let holds = sanity.holds(rows.first().map_or(&sanity, |floor| &floor.sanity));
        rows.push(Row {
            workload: workload.into(),
            actors,
            engine: engine.into(),
            time,
            sanity,
            holds,
        });
    }
    rows
}

/// W4: boxes against W1's level with its actors where a second of running brings them.
fn ask() -> Vec<Row> {
    let mut scene = library::platform_run(1000);
    let start = library::platform_run(1000);
    let mut world = WorldGame::new(&start, Workload::Run);
    let mut pool = PoolGame::new(&start, Workload::Run);
    for step in 0..60 {
        world.step(step);
        pool.step(step);
    }
    for (at, actor) in scene.actors.iter_mut().enumerate() {
        [actor.motion.position.x, actor.motion.position.y] = world.place(at);
    }
    let places: Vec<[f32; 2]> = (0..scene.actors.len()).map(|at| world.place(at)).collect();
    let mut hand = floor::Ask::new(&scene, &places);
    let mut box2d = box2d::Box2d::new(&scene, Workload::Run);
    let mut rapier = rapier::Rapier::asked(&scene);
    let mut chipmunk = chipmunk::Chipmunk::new(&scene, Workload::Run);
    let mut all: [&mut dyn Asked; 6] = [
        &mut hand,
        &mut world,
        &mut pool,
        &mut box2d,
        &mut rapier,
        &mut chipmunk,
    ];
    let mut dice = Dice(77);
    let boxes: Vec<[f32; 2]> = (0..1000)
        .map(|_| [dice.below(8160) as f32, dice.below(992) as f32])
        .collect();
    let mut blocked = [0; 6];
    const TIMES: usize = 100;
    let mut round = |which: usize| {
        let asked = &mut *all[which];
        for _ in 0..TIMES {
            blocked[which] = boxes
                .iter()
                .filter(|[x, y]| asked.blocked(*x, *y, 32.0, 32.0))
                .count();
        }
    };
    (0..6).for_each(&mut round);
    let times = clock::measure(6, ROUNDS, boxes.len() * TIMES, round);
    let found = NAMES.into_iter().zip(blocked).map(|(name, blocked)| {
        let sanity = Sanity {
            blocked,
            ..Sanity::default()
        };
        (name, sanity)
    });
    rows(QUERY, 1000, found, times)
}

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("benches/peers/results.csv");
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "draw") {
        return draw(&Results::read(&file)?, &root);
    }
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.starts_with(word.as_str()));
    let mut results = Results {
        machine: machine::describe(),
        rows: Vec::new(),
    };
    page::print_head();
    let mut keep = |rows: Vec<Row>| {
        page::print(&rows);
        results.rows.extend(rows);
    };
    for job in JOBS.iter().filter(|job| wanted(job.name)) {
        keep(play(job));
    }
    if wanted(QUERY) {
        keep(ask());
    }
    if words.is_empty() {
        results.write(&file)?;
        draw(&results, &root)?;
    }
    Ok(())
}

/// Writes what is made of the results.
fn draw(results: &Results, root: &Path) -> std::io::Result<()> {
    plot::draw(results, &root.join("docs/pictures"))?;
    page::write(results, &root.join("docs/performance.md"))?;
    println!("written: benches/peers/results.csv, docs/performance.md, docs/pictures/peers.svg and .png");
    Ok(())
}
