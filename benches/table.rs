//! `cargo bench --no-default-features --bench table`: the workloads in the World and as hand-written
//! loops, in turn within one run, as a table of nanoseconds per actor per step. With the C layer built
//! in (`--no-default-features --features system-sdl`, or the default features) the C pool is a third.
//!
//! Each number is the median of several rounds, with the fastest and the slowest beside it; a round of
//! every contender is run before the next round of any. A time counts only where the sanity line holds.

mod clock;
mod floor;
#[path = "../tests/scenes/mod.rs"]
mod scenes;
mod workload;

use scenes::{Dice, Scene, library};
#[cfg(feature = "capi")]
use workload::pool::PoolGame;
use workload::world::WorldGame;
use workload::{Asked, Game, HandCrowd, Workload};

/// How often each contender is timed, and by what the number of steps is divided: `cargo test --benches`
/// only asks whether this runs.
fn effort() -> (usize, u32) {
    if std::env::args().any(|arg| arg == "--test") {
        (1, 10)
    } else {
        (9, 1)
    }
}

/// The most actors that the C pool is measured with.
#[cfg(feature = "capi")]
const MOST_IN_POOL: usize = 1000;

/// Times `count` contenders: `run(which, times)` runs one of them a number of times. Nanoseconds per
/// unit for each: median, least, most.
fn measure(units: usize, times: u32, count: usize, mut run: impl FnMut(usize, u32)) -> Vec<[f64; 3]> {
    let (rounds, share) = effort();
    let times = times.div_ceil(share);
    for which in 0..count {
        run(which, times / 4 + 1);
    }
    clock::measure(count, rounds, units * times as usize, |which| run(which, times))
}

fn print(title: &str, names: &[&str], times: &[[f64; 3]]) {
    for (name, [median, least, most]) in names.iter().zip(times) {
        println!(
            "{title:<24} {name:<10} {median:>9.2} {least:>9.2} {most:>9.2} {:>7.2}",
            median / times[0][0]
        );
    }
}

/// A contender by its name.
type Named<'a> = (&'static str, Box<dyn Game + 'a>);

/// All that play a scene, the floor first.
fn contenders<'a>(scene: &'a Scene, workload: Workload, floor: Box<dyn Game + 'a>) -> Vec<Named<'a>> {
    #[allow(unused_mut)] // One more with the C layer.
    let mut all: Vec<Named<'a>> = vec![
        ("floor", floor),
        ("World", Box::new(WorldGame::new(scene, workload))),
    ];
    #[cfg(feature = "capi")]
    if scene.actors.len() <= MOST_IN_POOL {
        all.push(("C pool", Box::new(PoolGame::new(scene, workload))));
    }
    all
}

/// Plays a workload and prints its times; `sanity` says what came of one contender.
fn play(title: &str, steps: u32, all: &mut [Named<'_>], count: usize, sanity: impl Fn(&dyn Game) -> String) {
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let mut at = vec![0; all.len()];
    let times = measure(count, steps, all.len(), |which, steps| {
        for _ in 0..steps {
            all[which].1.step(at[which]);
            at[which] += 1;
        }
    });
    print(&format!("{title} {count}"), &names, &times);
    for (name, game) in all.iter() {
        println!("  sanity of {name}: {}", sanity(&**game));
    }
}

fn platform_run(count: usize) {
    let scene = library::platform_run(count);
    let mut all = contenders(&scene, Workload::Run, Box::new(floor::Run::new(&scene)));
    let steps = (2_000_000 / count as u32).clamp(4, 400);
    play("W1 platform run", steps, &mut all, count, |game| {
        let (out, inside, speed) = workload::sanity_of_run(&scene, game);
        format!("escaped {out}, inside a solid {inside}, mean speed along x {speed:.1}")
    });
}

fn crowd(count: usize) {
    let scene = library::crowd(count);
    let mut all = contenders(&scene, Workload::Crowd, Box::new(HandCrowd::new(&scene)));
    let steps = (600_000 / count as u32).clamp(4, 300);
    play("W2 crowd", steps, &mut all, count, |game| {
        let speed = workload::mean_speed(game, count);
        let deep = if count <= 2000 {
            format!(
                "pairs overlapping by more than 1 px {}, ",
                workload::overlapping(game, count)
            )
        } else {
            String::new()
        };
        format!("{deep}mean speed {speed:.1}")
    });
}

/// Reads and writes 64 bytes for each actor: what any step must cost that touches so much.
struct Stream(Vec<[f32; 16]>);

impl Game for Stream {
    fn step(&mut self, _: u32) {
        for line in std::hint::black_box(&mut self.0) {
            for number in line {
                *number += 1.0;
            }
        }
    }

    fn place(&self, _: usize) -> [f32; 2] {
        [0.0; 2]
    }

    fn speed(&self, _: usize) -> [f32; 2] {
        [0.0; 2]
    }
}

fn free_flight(count: usize) {
    let scene = library::free_flight(count);
    let mut all = contenders(&scene, Workload::Flight, Box::new(floor::Flight::new(&scene)));
    all.push(("64 bytes", Box::new(Stream(vec![[0.0; 16]; count]))));
    // All rounds together are a minute of flight: after some more drag has left numbers so small that a
    // processor takes many times as long with each, the floor's as well.
    let steps = (20_000_000 / count as u32).clamp(4, 400);
    play("W3 free flight", steps, &mut all, count, |game| {
        format!("mean speed {:.1}", workload::mean_speed(game, count))
    });
}

fn ask() {
    let scene = library::platform_run(1000);
    let mut world = WorldGame::new(&scene, Workload::Run);
    #[cfg(feature = "capi")]
    let mut pool = PoolGame::new(&scene, Workload::Run);
    for step in 0..60 {
        world.step(step);
        #[cfg(feature = "capi")]
        pool.step(step);
    }
    let places: Vec<[f32; 2]> = (0..scene.actors.len()).map(|at| world.place(at)).collect();
    let mut hand = floor::Ask::new(&scene, &places);
    let mut dice = Dice(77);
    let boxes: Vec<[f32; 2]> = (0..1000)
        .map(|_| [dice.below(8160) as f32, dice.below(992) as f32])
        .collect();
    let mut all: Vec<&mut dyn Asked> = vec![&mut hand, &mut world];
    #[cfg(feature = "capi")]
    all.push(&mut pool);
    let mut hits = vec![0; all.len()];
    let times = measure(boxes.len(), 400, all.len(), |which, rounds| {
        for _ in 0..rounds {
            hits[which] = boxes
                .iter()
                .filter(|at| all[which].blocked(at[0], at[1], 32.0, 32.0))
                .count();
        }
    });
    print("W4 box query", &["floor", "World", "C pool"], &times);
    println!("  sanity: blocked {hits:?}");
}

fn main() {
    let large = !std::env::args().any(|arg| arg == "--test" || arg == "small");
    println!(
        "{:<24} {:<10} {:>9} {:>9} {:>9} {:>7}",
        "workload", "", "median", "least", "most", "ratio"
    );
    let sizes: &[usize] = if large { &[1000, 100_000] } else { &[1000] };
    let only: Vec<String> = std::env::args().filter(|arg| arg.starts_with('W')).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|only| only == name);
    for &count in sizes {
        if wanted("W1") {
            platform_run(count);
        }
        if wanted("W2") {
            crowd(count);
        }
        if wanted("W3") {
            free_flight(count);
        }
    }
    if wanted("W4") {
        ask();
    }
}
