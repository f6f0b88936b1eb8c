//! Random levels: whatever is built, who began free stays free.

use crate::harness::*;
use akgl::collision::{Bounds, Kind, Shape};
use glam::Vec3;
use proptest::prelude::*;

const SIDE: u32 = 12;

#[derive(Clone)]
struct Run {
    cells: Vec<bool>,
    kind: usize,
    size: [f32; 2],
    offset: [f32; 2],
    start: [f32; 2],
    velocity: [f32; 2],
    pull: [f32; 2],
    thrust: Vec<[f32; 2]>,
}

/// A failing run as a level that can be read.
impl core::fmt::Debug for Run {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        writeln!(
            f,
            "kind {} size {:?} offset {:?} start {:?}",
            self.kind, self.size, self.offset, self.start
        )?;
        writeln!(
            f,
            "velocity {:?} pull {:?} thrust {:?}",
            self.velocity, self.pull, self.thrust
        )?;
        self.cells.chunks(SIDE as usize).try_for_each(|row| {
            let row: String = row.iter().map(|solid| if *solid { '#' } else { '.' }).collect();
            writeln!(f, "{row}")
        })
    }
}

fn a_run() -> impl Strategy<Value = Run> {
    let speed = || prop_oneof![3 => -300.0..300.0_f32, 1 => -1900.0..1900.0_f32, 1 => Just(0.0_f32)];
    let whole = || prop_oneof![2 => 1.0..40.0_f32, 1 => (1..6_u32).prop_map(|half| half as f32 * 8.0)];
    let place = || prop_oneof![1 => 16.0..170.0_f32, 1 => (2..20_u32).prop_map(|half| half as f32 * 8.0)];
    (
        prop::collection::vec(prop::bool::weighted(0.3), (SIDE * SIDE) as usize),
        0..4_usize,
        [whole(), whole()],
        [
            prop_oneof![Just(0.0_f32), -9.0..9.0_f32],
            prop_oneof![Just(0.0_f32), -9.0..9.0_f32],
        ],
        [place(), place()],
        [speed(), speed()],
        [
            prop_oneof![2 => Just(0.0_f32), 1 => -1600.0..1600.0_f32].boxed(),
            prop_oneof![Just(0.0_f32), Just(1600.0_f32)].boxed(),
        ],
        prop::collection::vec([speed(), speed()], 1..6),
    )
        .prop_map(|(cells, kind, size, offset, start, velocity, pull, thrust)| Run {
            cells,
            kind,
            size,
            offset,
            start,
            velocity,
            pull,
            thrust,
        })
}

fn play(run: &Run, far: f32) -> Result<(), TestCaseError> {
    let mut map = Map::empty(SIDE, SIDE).at(far, far);
    for row in 0..SIDE {
        for col in 0..SIDE {
            let border = row == 0 || col == 0 || row == SIDE - 1 || col == SIDE - 1;
            map.set(
                col,
                row,
                u32::from(border || run.cells[(row * SIDE + col) as usize]),
            );
        }
    }
    let kind = [Kind::Box, Kind::Circle, Kind::CapsuleX, Kind::CapsuleY][run.kind];
    let [short, tall] = [run.size[0].min(run.size[1]), run.size[0].max(run.size[1])];
    let size = match kind {
        Kind::CapsuleX => [tall, short],
        Kind::CapsuleY => [short, tall],
        _ => run.size,
    };
    let shape = Shape::new(kind, run.offset, size, 0.0, 0.0).unwrap();
    let mut world = World::new(vec![map]);
    let mut body = Body::boxed(shape, far + run.start[0], far + run.start[1]);
    if world.depth(&body) > 0.0 {
        return Ok(());
    }
    body.motion.environment = Vec3::new(run.velocity[0], run.velocity[1], 0.0);
    let pull = Vec3::new(run.pull[0], run.pull[1], 0.0);
    for step in 0..run.thrust.len() * 12 {
        let [x, y] = run.thrust[step / 12];
        body.motion.thrust = Vec3::new(x, y, 0.0);
        let before = body.clone();
        let told = world.step(&mut body, pull, DT);
        let depth = world.depth(&body);
        prop_assert!(
            depth <= slack(&body),
            "{depth} px deep after step {step}\nbefore {before:?}\nafter {body:?}\ntold {told:#?}"
        );
        prop_assert!(told.len() <= 64 * 8, "{} contacts", told.len());
        let Bounds { min, max } = body.bounds();
        let inside = |edge: f64| {
            edge >= f64::from(far) + 16.0 - slack(&body)
                && edge <= f64::from(far) + f64::from(SIDE - 1) * 16.0 + slack(&body)
        };
        prop_assert!(
            min.iter().chain(&max).all(|edge| inside(*edge)),
            "left the level: {body:?}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if long() { 100_000 } else { 1500 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn who_began_free_stays_free(run in a_run()) {
        play(&run, 0.0)?;
    }

    #[test]
    fn who_began_free_stays_free_far_from_the_origin(run in a_run()) {
        play(&run, 1e5)?;
    }
}
