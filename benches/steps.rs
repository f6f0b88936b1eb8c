//! `cargo bench --no-default-features --bench steps`: steps of the World in the scenes that the tests play,
//! and W4's queries, by criterion: nanoseconds of a step, actors stepped in a second, and the change since
//! the run before. With the C layer (`--no-default-features --features system-sdl`, or the default features)
//! the C pool in the same scenes as well.

mod floor;
#[path = "../tests/scenes/mod.rs"]
mod scenes;
mod workload;

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scenes::{Dice, Driver, Scene, library};
#[cfg(feature = "capi")]
use workload::pool::PoolGame;
use workload::world::WorldGame;
use workload::{Asked, Game, Workload};

/// Steps before the first that is timed.
const WARM: u32 = 60;
/// Timed steps after which a scene begins anew: W3's drag ends in numbers that processors are slow with.
const STEPS: u32 = 600;

/// A scene of the library with its own rule.
struct Played<'a, D> {
    scene: &'a Scene,
    driver: D,
}

impl<'a, D: Driver> Played<'a, D> {
    fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            driver: D::build(scene),
        }
    }
}

impl<D: Driver> Game for Played<'_, D> {
    fn step(&mut self, step: u32) {
        scenes::advance(&mut self.driver, self.scene, step);
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        self.driver.read(actor).0.position.truncate().into()
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        self.driver.read(actor).0.velocity.truncate().into()
    }
}

/// The time of a number of steps, over as many games as that takes.
fn time<G: Game>(build: impl Fn() -> G, mut steps: u64) -> Duration {
    let mut spent = Duration::ZERO;
    while steps > 0 {
        let mut game = build();
        (0..WARM).for_each(|step| game.step(step));
        let some = steps.min(u64::from(STEPS)) as u32;
        let start = Instant::now();
        (WARM..WARM + some).for_each(|step| game.step(step));
        spent += start.elapsed();
        steps -= u64::from(some);
    }
    spent
}

fn step(criterion: &mut Criterion) {
    let workloads = [
        ("W1", library::platform_run(1000), Some(Workload::Run)),
        ("W2", library::crowd(1000), Some(Workload::Crowd)),
        ("W3", library::free_flight(1000), Some(Workload::Flight)),
        ("platformer", library::platformer(), None),
        ("top-down", library::top_down(), None),
        ("sensors", library::sensors(), None),
    ];
    for (name, scene, workload) in &workloads {
        let mut group = criterion.benchmark_group(*name);
        group.throughput(Throughput::Elements(scene.actors.len() as u64));
        group.bench_function("World", |bench| {
            bench.iter_custom(|steps| match workload {
                Some(workload) => time(|| WorldGame::new(scene, *workload), steps),
                None => time(|| Played::<scenes::worlds::InWorld>::new(scene), steps),
            });
        });
        #[cfg(feature = "capi")]
        group.bench_function("C pool", |bench| {
            bench.iter_custom(|steps| match workload {
                Some(workload) => time(|| PoolGame::new(scene, *workload), steps),
                None => time(|| Played::<scenes::pool::InPool>::new(scene), steps),
            });
        });
        group.finish();
    }
}

/// W4: boxes against W1's level with its actors after a second.
fn query(criterion: &mut Criterion) {
    let scene = library::platform_run(1000);
    let mut dice = Dice(77);
    let boxes: Vec<[f32; 2]> = (0..1000)
        .map(|_| [dice.below(8160) as f32, dice.below(992) as f32])
        .collect();
    let count = |asked: &mut dyn Asked| {
        boxes
            .iter()
            .filter(|[x, y]| asked.blocked(*x, *y, 32.0, 32.0))
            .count()
    };
    let mut group = criterion.benchmark_group("W4");
    group.throughput(Throughput::Elements(boxes.len() as u64));
    let mut world = WorldGame::new(&scene, Workload::Run);
    (0..WARM).for_each(|step| world.step(step));
    group.bench_function("World", |bench| bench.iter(|| count(&mut world)));
    #[cfg(feature = "capi")]
    {
        let mut pool = PoolGame::new(&scene, Workload::Run);
        (0..WARM).for_each(|step| pool.step(step));
        group.bench_function("C pool", |bench| bench.iter(|| count(&mut pool)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = step, query
}
criterion_main!(benches);
