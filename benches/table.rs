//! `cargo bench --no-default-features --bench table`: the workloads in the World and as hand-written
//! loops, in turn within one run, as a table of nanoseconds per actor per step.
//!
//! Each number is the median of several rounds, with the fastest and the slowest beside it; a round of
//! every contender is run before the next round of any. A time counts only where the sanity line holds.

#[path = "floor/mod.rs"]
mod floor;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use std::time::Duration;

use akgl::collision::{LAYER_ACTOR, LAYER_STATIC};
use akgl::world::State;
use scenes::worlds::InWorld;
use scenes::{Dice, Driver, Scene, library};

const ROUNDS: usize = 9;

/// How long this thread has had a processor: what else the machine does does not count.
fn busy() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the clock is one that every Linux has, and `time` is writable.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// One contender: its name, and what runs a number of steps.
type Contender<'a> = (&'a str, Box<dyn FnMut(u32) + 'a>);

/// Nanoseconds per unit, a round for each.
fn measure(units: usize, steps: u32, contenders: &mut [Contender<'_>]) -> Vec<[f64; 3]> {
    let mut times = vec![Vec::new(); contenders.len()];
    for (_, run) in contenders.iter_mut() {
        run(steps / 4 + 1);
    }
    for _ in 0..ROUNDS {
        for ((_, run), times) in contenders.iter_mut().zip(&mut times) {
            let start = busy();
            run(steps);
            times.push((busy() - start).as_nanos() as f64 / f64::from(steps) / units as f64);
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[times.len() / 2], times[0], times[times.len() - 1]]
        })
        .collect()
}

fn report(title: &str, units: usize, steps: u32, mut contenders: Vec<Contender<'_>>) {
    let times = measure(units, steps, &mut contenders);
    let floor = times[0][0];
    for ((name, _), [median, least, most]) in contenders.iter().zip(times) {
        println!(
            "{title:<24} {name:<10} {median:>9.2} {least:>9.2} {most:>9.2} {:>7.2}",
            median / floor
        );
    }
}

/// The platform run's rule through the world's own calls.
fn run_rule(game: &mut InWorld, step: u32) {
    for at in 0..game.ids.len() {
        let id = game.ids[at];
        if step.is_multiple_of(2)
            && step > 2
            && game.world.velocity(id).is_some_and(|velocity| velocity.x == 0.0)
            && let Some(state) = game.world.state(id)
        {
            let turned = if state.any(State::MOVING_LEFT) {
                State::MOVING_RIGHT
            } else {
                State::MOVING_LEFT
            };
            let sideways = State::MOVING_LEFT | State::MOVING_RIGHT;
            game.world.set_state(id, state.without(sideways).with(turned));
        }
        if (step + at as u32 * 7) % 90 == 89 {
            let _ = game.world.edit_motion(id, |motion| motion.environment.y = -380.0);
        }
    }
}

/// Whether a runner is inside a tile by more than the 256th of a pixel that counts as touching.
fn held(world: &mut akgl::world::World, at: glam::Vec3) -> bool {
    const TOUCH: f32 = 1.0 / 128.0;
    world.box_blocked(
        at.x + TOUCH,
        at.y + TOUCH,
        12.0 - 2.0 * TOUCH,
        28.0 - 2.0 * TOUCH,
        LAYER_STATIC,
    )
}

fn platform_run(count: usize) {
    let scene = library::platform_run(count);
    let mut hand = floor::Run::new(&scene);
    let mut game = InWorld::build(&scene);
    let (mut hand_step, mut game_step) = (0, 0);
    let steps = (2_000_000 / count as u32).clamp(4, 400);
    report(
        &format!("W1 platform run {count}"),
        count,
        steps,
        vec![
            (
                "floor",
                Box::new(|steps| {
                    for _ in 0..steps {
                        hand.step(hand_step, scene.dt);
                        hand_step += 1;
                    }
                }),
            ),
            (
                "World",
                Box::new(|steps| {
                    for _ in 0..steps {
                        run_rule(&mut game, game_step);
                        game.step(scene.dt);
                        game_step += 1;
                    }
                }),
            ),
        ],
    );
    let mut speed = 0.0;
    let (mut out, mut inside) = (0, 0);
    for id in game.ids.clone() {
        let at = game.world.position(id).expect("a runner");
        out += usize::from(!(0.0..8192.0).contains(&at.x) || !(0.0..1024.0).contains(&at.y));
        inside += usize::from(held(&mut game.world, at));
        speed += game.world.velocity(id).expect("a runner").x.abs() / count as f32;
    }
    let (hand_out, hand_inside, hand_speed) = hand.sanity();
    println!(
        "  sanity: escaped {hand_out} / {out}, inside a solid {hand_inside} / {inside}, mean speed {hand_speed:.1} / {speed:.1} (floor / World)"
    );
}

fn crowd(count: usize) {
    let scene = library::crowd(count);
    let mut hand = floor::Crowd::new(&scene);
    let mut game = InWorld::build(&scene);
    let (mut hand_step, mut game_step) = (0, 0);
    let steps = (600_000 / count as u32).clamp(4, 300);
    let head = |step: u32, at: usize, state: State| {
        (scene.rule)(step, at, &akgl::physics::Motion::default(), state).state
    };
    report(
        &format!("W2 crowd {count}"),
        count,
        steps,
        vec![
            (
                "floor",
                Box::new(|steps| {
                    for _ in 0..steps {
                        if hand_step % 60 == 0 {
                            for at in 0..count {
                                let state = head(hand_step, at, State::ALIVE).unwrap_or_default();
                                let along =
                                    |less, more| f32::from(state.any(more)) - f32::from(state.any(less));
                                hand.head(
                                    at,
                                    along(State::MOVING_LEFT, State::MOVING_RIGHT),
                                    along(State::MOVING_UP, State::MOVING_DOWN),
                                );
                            }
                        }
                        hand.step(scene.dt);
                        hand_step += 1;
                    }
                }),
            ),
            (
                "World",
                Box::new(|steps| {
                    for _ in 0..steps {
                        if game_step % 60 == 0 {
                            for at in 0..count {
                                if let Some(state) = head(game_step, at, State::ALIVE) {
                                    game.world.set_state(game.ids[at], state);
                                }
                            }
                        }
                        game.step(scene.dt);
                        game_step += 1;
                    }
                }),
            ),
        ],
    );
    if count <= 2000 {
        let places: Vec<_> = game
            .ids
            .iter()
            .map(|id| game.world.position(*id).expect("one of them"))
            .collect();
        let mut deep = 0;
        for a in 0..count {
            for b in 0..a {
                let apart = (places[a] - places[b]).abs();
                deep += usize::from((12.0 - apart.x).min(12.0 - apart.y) > 1.0);
            }
        }
        let speed: f32 = game
            .ids
            .iter()
            .map(|id| game.world.velocity(*id).expect("one of them").length())
            .sum();
        let (hand_speed, hand_deep) = hand.sanity();
        println!(
            "  sanity: pairs overlapping by more than 1 px {hand_deep} / {deep}, mean speed {hand_speed:.1} / {:.1} (floor / World)",
            speed / count as f32
        );
    }
}

/// Reads and writes 64 bytes for each actor: what any step must cost that touches so much.
fn stream(lines: &mut [[f32; 16]]) {
    for line in lines {
        for number in line {
            *number += 1.0;
        }
    }
}

fn free_flight(count: usize) {
    let scene = library::free_flight(count);
    let mut hand = floor::Flight::new(&scene);
    let mut game = InWorld::build(&scene);
    let mut lines = vec![[0.0_f32; 16]; count];
    let steps = (20_000_000 / count as u32).clamp(4, 4000);
    report(
        &format!("W3 free flight {count}"),
        count,
        steps,
        vec![
            (
                "floor",
                Box::new(|steps| (0..steps).for_each(|_| hand.step(scene.dt))),
            ),
            (
                "World",
                Box::new(|steps| (0..steps).for_each(|_| game.step(scene.dt))),
            ),
            (
                "64 bytes",
                Box::new(|steps| {
                    for _ in 0..steps {
                        stream(std::hint::black_box(&mut lines));
                    }
                }),
            ),
        ],
    );
    let speed = |x: f32, y: f32| x.hypot(y) / count as f32;
    let theirs: f32 = (0..count).map(|at| speed(hand.vx[at], hand.vy[at])).sum();
    let ours: f32 = (0..count)
        .map(|at| game.read(at).0.velocity)
        .map(|velocity| speed(velocity.x, velocity.y))
        .sum();
    println!("  sanity: mean speed {theirs:.1} / {ours:.1} (floor / World)");
}

fn ask(scene: &Scene) {
    let mut game = InWorld::build(scene);
    for step in 0..60 {
        run_rule(&mut game, step);
        game.step(scene.dt);
    }
    let places: Vec<[f32; 2]> = game
        .ids
        .iter()
        .map(|id| game.world.position(*id).expect("a runner"))
        .map(|at| [at.x, at.y])
        .collect();
    let hand = floor::Ask::new(scene, &places);
    let mut dice = Dice(77);
    let boxes: Vec<[f32; 2]> = (0..1000)
        .map(|_| [dice.below(8160) as f32, dice.below(992) as f32])
        .collect();
    let (mut hand_hits, mut hits) = (0_usize, 0_usize);
    report(
        "W4 box query",
        boxes.len(),
        400,
        vec![
            (
                "floor",
                Box::new(|rounds| {
                    for _ in 0..rounds {
                        hand_hits = boxes
                            .iter()
                            .filter(|at| hand.blocked(at[0], at[1], 32.0, 32.0))
                            .count();
                    }
                }),
            ),
            (
                "World",
                Box::new(|rounds| {
                    for _ in 0..rounds {
                        hits = boxes
                            .iter()
                            .filter(|at| {
                                game.world
                                    .box_blocked(at[0], at[1], 32.0, 32.0, LAYER_STATIC | LAYER_ACTOR)
                            })
                            .count();
                    }
                }),
            ),
        ],
    );
    println!("  sanity: blocked {hand_hits} / {hits} (floor / World)");
}

fn main() {
    // `cargo test --benches` only asks whether this runs.
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
        ask(&library::platform_run(1000));
    }
}
