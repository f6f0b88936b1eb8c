//! How fast is too fast, from both sides; and gaps that fit exactly.

use crate::harness::*;
use akgl::collision::{MOST_SUBSTEPS, Shape, lengths, substeps};
use glam::Vec3;

/// The longest move of a step that is tested without a gap: eight halves of a cell.
const BOUND: f32 = 8.0 * 0.5 * CELL;

/// A wall one cell thick across the way, in the direction `way`; the body's leading edge begins
/// `gap` px before it. How far past the near face of the wall the leading edge is after `steps`.
fn charge(shape: Shape, way: Vec3, gap: f32, distance: f32, steps: u32) -> f64 {
    let along = usize::from(way.y != 0.0);
    let sign = way[along];
    let mut map = Map::empty(60, 60);
    for nth in 0..60 {
        if along == 0 {
            map.set(30, nth, 1)
        } else {
            map.set(nth, 30, 1)
        }
    }
    let near = if sign > 0.0 { 480.0 } else { 496.0 };
    let mut corner = [480.3 - shape.size[0] / 2.0, 480.3 - shape.size[1] / 2.0];
    corner[along] = if sign > 0.0 {
        near - gap - shape.size[along]
    } else {
        near + gap
    };
    let mut body = Body::boxed(shape, corner[0], corner[1]);
    let mut world = World::new(vec![map]);
    for _ in 0..steps {
        body.motion.thrust = way * distance / DT;
        world.step(&mut body, NONE, DT);
    }
    let bounds = body.bounds();
    if sign > 0.0 {
        bounds.max[along] - f64::from(near)
    } else {
        f64::from(near) - bounds.min[along]
    }
}

const WAYS: [Vec3; 4] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y];

#[test]
fn just_under_the_bound_nothing_passes_a_wall_one_cell_thick() {
    let mut dice = Dice(8);
    for size in [0.25, 1.0, 4.0, 8.0, 15.9, 16.0, 32.0, 130.0] {
        for shape in sized(size) {
            for way in WAYS {
                for distance in [BOUND * 0.9999, BOUND * 0.9, BOUND / 2.0, 9.0] {
                    for _ in 0..12 {
                        let gap = dice.between(0.0, distance);
                        let past = charge(shape, way, gap, distance, 9);
                        assert!(
                            past <= 0.0 && past > -1e-4,
                            "{past}: {:?} of {size}, {distance} px a step, {gap} before",
                            shape.kind
                        );
                    }
                }
            }
        }
    }
}

/// Above the bound the sub-steps grow: what is shorter than a sub-step less a cell can step over a
/// cell, what is longer cannot.
#[test]
fn above_the_bound_only_what_is_shorter_than_a_substep_less_a_cell_may_pass() {
    let mut passed = 0;
    for size in [1.0_f32, 4.0, 8.0, 16.0, 40.0] {
        for shape in sized(size) {
            for way in WAYS {
                let along = usize::from(way.y != 0.0);
                for factor in [1.01_f32, 1.5, 2.0, 2.2, 3.0, 5.0] {
                    let distance = BOUND * factor;
                    let piece = distance / MOST_SUBSTEPS as f32;
                    for nth in 0..24 {
                        let past = charge(shape, way, nth as f32 / 24.0 * piece, distance, 1);
                        if piece < CELL + shape.size[along] {
                            assert!(
                                past <= 0.0,
                                "{:?} of {size} at {distance} px a step: {past}",
                                shape.kind
                            );
                        }
                        passed += u32::from(past > 16.0);
                    }
                }
            }
        }
    }
    assert!(
        passed > 0,
        "the bound is a bound: above it a small body does pass"
    );
}

#[test]
fn the_pieces_of_a_move_are_at_most_half_a_cell_and_add_up() {
    assert_eq!(substeps([0.0, 0.0], [16.0; 2]), 1);
    assert_eq!(substeps([8.0, 0.0], [16.0; 2]), 1);
    assert_eq!(substeps([8.001, 0.0], [16.0; 2]), 2);
    assert_eq!(substeps([0.0, -64.0], [16.0; 2]), 8);
    assert_eq!(
        substeps([0.0, 64.0], [16.0, 32.0]),
        4,
        "each axis against its own cells"
    );
    assert_eq!(substeps([1e9, 0.0], [16.0; 2]), 8);
    let mut dice = Dice(9);
    for _ in 0..20_000 {
        let dt = dice.between(0.0001, 0.3);
        for count in 1..=MOST_SUBSTEPS {
            let pieces: Vec<f32> = lengths(dt, count).collect();
            assert_eq!(pieces.len(), count as usize);
            let sum = pieces.iter().fold(0.0_f32, |sum, piece| sum + piece);
            assert_eq!(sum.to_bits(), dt.to_bits(), "{count} pieces of {dt}");
            assert!(pieces.iter().all(|piece| *piece > 0.0));
        }
    }
    assert_eq!(lengths(DT, 1).collect::<Vec<_>>(), [DT]);
}

/// A pit of `tiles` columns in a floor, with a wall on its far side up to the top.
fn pit(tiles: u32, offset: [f32; 2]) -> Map {
    let mut map = Map::empty(30, 20);
    for row in 0..20 {
        for col in 0..30 {
            let pit = (10..10 + tiles).contains(&col) && row < 18;
            map.set(col, row, u32::from(col >= 10 + tiles || (row >= 10 && !pit)));
        }
    }
    map.at(offset[0], offset[1])
}

#[test]
fn a_body_as_wide_as_a_gap_falls_into_it() {
    for tiles in 1..=3_u32 {
        for shape in fitting(tiles as f32 * CELL) {
            for (far, start) in [(0.0_f32, 40.0_f32), (1e5, 33.3), (-1e5, 33.3), (1e6, 32.0)] {
                for inset in [[0.0_f32, 0.0], [8.0, 4.0], [0.1, 0.7], [-3.3, 2.9]] {
                    let mut shape = shape;
                    shape.offset = inset;
                    let mut world = World::new(vec![pit(tiles, [far, far])]);
                    let mut body = Body::boxed(shape, far + start, far + 160.0 - shape.size[1]);
                    for _ in 0..200 {
                        body.motion.thrust.x = 200.0;
                        world.step(&mut body, DOWN, DT);
                        assert!(world.depth(&body) <= slack(&body));
                    }
                    let bottom = body.bounds().max[1] - f64::from(far);
                    assert!(
                        (bottom - 288.0).abs() < 0.1,
                        "{:?} of {tiles} tiles at {far}, inset {inset:?}: its feet are at {bottom}",
                        shape.kind
                    );
                }
            }
        }
    }
}

#[test]
fn a_body_as_high_as_a_corridor_walks_through_it() {
    for tiles in 1..=3_u32 {
        for shape in fitting(tiles as f32 * CELL) {
            for (far, inset) in [
                (0.0_f32, [0.0_f32, 0.0]),
                (0.0, [0.1, 0.7]),
                (1e5, [-3.3, 2.9]),
                (1e6, [0.0, 0.0]),
            ] {
                let mut shape = shape;
                shape.offset = inset;
                let mut map = Map::empty(60, 12);
                for row in 0..12 {
                    for col in 0..60 {
                        let corridor = (8 - tiles..8).contains(&row);
                        map.set(col, row, u32::from(row >= 8 || (col >= 15 && !corridor)));
                    }
                }
                let mut world = World::new(vec![map.at(far, far)]);
                let mut body = Body::boxed(shape, far + 20.0, far + 128.0 - shape.size[1]);
                for _ in 0..200 {
                    body.motion.thrust.x = 200.0;
                    world.step(&mut body, DOWN, DT);
                    assert!(world.depth(&body) <= slack(&body));
                }
                let right = body.bounds().max[0] - f64::from(far);
                assert!(
                    right > 500.0,
                    "{:?} of {tiles} tiles at {far}, inset {inset:?}: at {right}",
                    shape.kind
                );
                assert_eq!(body.motion.thrust.x, 200.0);
            }
        }
    }
}

/// Bodies `size` px wide and high, of every kind that can be both.
fn fitting(size: f32) -> Vec<Shape> {
    let make = |kind| Shape::new(kind, [0.0; 2], [size, size], 0.0, 0.0).expect("a good shape");
    kinds().map(|shape| make(shape.kind)).to_vec()
}
