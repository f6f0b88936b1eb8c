//! A body at rest keeps its bits.

use crate::harness::*;
use akgl::collision::{Bounds, Shape};
use glam::Vec3;

/// A floor, a wall to either side, a pillar.
fn room() -> Map {
    Map::draw(&[
        "#..............#",
        "#..............#",
        "#..............#",
        "#..............#",
        "#......#.......#",
        "################",
    ])
}

/// Drops a body and lets it come to rest, then watches it.
fn rests(world: &mut World, body: &mut Body, pull: Vec3, steps: u32) {
    for _ in 0..120 {
        world.step(body, pull, DT);
    }
    let (bits, place) = (body.bits(), body.motion.position);
    for step in 0..steps {
        world.step(body, pull, DT);
        assert_eq!(
            body.bits(),
            bits,
            "{:?} left {place} for {} in step {step}",
            body.shape.kind,
            body.motion.position
        );
    }
    assert_eq!(body.motion.environment, Vec3::ZERO);
}

#[test]
fn at_rest_at_a_thousand_offsets_the_bits_stay() {
    for shape in kinds() {
        let mut world = World::new(vec![room()]);
        for nth in 0..1000_u32 {
            let mut body = Body::boxed(
                shape,
                20.0 + nth as f32 / 1000.0 * 16.0,
                20.0 + (nth % 7) as f32 * 0.3,
            );
            rests(&mut world, &mut body, DOWN, if long() { 10_000 } else { 300 });
            assert_eq!(body.bounds().max[1], 80.0, "on the floor, to the bit");
        }
    }
}

#[test]
fn at_rest_for_a_million_steps_the_bits_stay() {
    for shape in kinds() {
        for offset in [0.0, 0.337].into_iter().take(if long() { 2 } else { 1 }) {
            let mut world = World::new(vec![room()]);
            let mut body = Body::boxed(shape, 20.3 + offset, 20.0);
            rests(
                &mut world,
                &mut body,
                DOWN,
                if long() { 1_000_000 } else { 50_000 },
            );
        }
    }
}

#[test]
fn at_rest_with_weak_gravity_and_odd_extents_the_bits_stay() {
    for (w, h) in [(13.7, 27.1), (0.3, 0.3), (15.999, 31.999), (33.333, 40.1)] {
        for kind in kinds().map(|shape| shape.kind) {
            let Ok(shape) = Shape::new(kind, [3.3, 1.7], [w, h], 0.0, 0.0) else {
                continue;
            };
            for pull in [0.5, 9.8, 100.0, 1600.0, 9000.0] {
                let mut world = World::new(vec![room()]);
                let mut body = Body::boxed(shape, 40.1, 79.9 - shape.size[1]);
                body.motion.environment.y = 60.0;
                for _ in 0..600 {
                    world.step(&mut body, Vec3::new(0.0, pull, 0.0), DT);
                }
                let bits = body.bits();
                for _ in 0..2000 {
                    world.step(&mut body, Vec3::new(0.0, pull, 0.0), DT);
                    assert_eq!(body.bits(), bits, "{kind:?} {w} x {h}, gravity {pull}");
                    assert_eq!(world.depth(&body), 0.0);
                }
            }
        }
    }
}

#[test]
fn held_against_a_wall_the_bits_stay() {
    for shape in kinds() {
        for (side, start) in [(-1.0_f32, 40.0), (1.0, 170.0)] {
            let mut world = World::new(vec![room()]);
            let mut body = Body::boxed(shape, start, 80.0 - shape.size[1]);
            for _ in 0..200 {
                body.motion.thrust.x = side * 200.0;
                world.step(&mut body, DOWN, DT);
            }
            let bits = body.bits();
            for _ in 0..2000 {
                body.motion.thrust.x = side * 200.0;
                world.step(&mut body, DOWN, DT);
                assert_eq!(body.bits(), bits, "{:?}", shape.kind);
            }
            let Bounds { min, max } = body.bounds();
            if side < 0.0 {
                assert_eq!(min[0], 16.0, "{:?}", shape.kind);
            } else {
                assert_eq!(max[0], 240.0, "{:?}", shape.kind);
            }
        }
    }
}

#[test]
fn at_rest_far_from_the_origin_the_bits_stay() {
    for far in [1e5_f32, -1e5, 1e6, -1e6] {
        for shape in kinds() {
            for nth in 0..20 {
                let mut world = World::new(vec![room().at(far, -far)]);
                let mut body = Body::boxed(shape, far + 20.0 + nth as f32 * 0.77, -far + 20.0);
                rests(&mut world, &mut body, DOWN, 500);
                assert_eq!(
                    body.bounds().max[1],
                    f64::from(-far) + 80.0,
                    "{:?} at {far}",
                    shape.kind
                );
            }
        }
    }
}
