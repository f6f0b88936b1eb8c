//! Flush tiles are one surface: a body along them keeps its speed to the bit.

use crate::harness::*;
use akgl::collision::{Kind, Shape};
use glam::Vec3;

/// The four surfaces to run along: the way the surface is from the body.
const SURFACES: [(&str, Vec3); 4] = [
    ("floor", Vec3::new(0.0, 1.0, 0.0)),
    ("ceiling", Vec3::new(0.0, -1.0, 0.0)),
    ("left wall", Vec3::new(-1.0, 0.0, 0.0)),
    ("right wall", Vec3::new(1.0, 0.0, 0.0)),
];

/// A run of `tiles` flush tiles along a surface, and a body that touches its first one.
fn track(shape: Shape, toward: Vec3, tiles: u32, into: f32) -> (World, Body) {
    let along_x = toward.y != 0.0;
    let mut map = if along_x {
        Map::empty(tiles, 9)
    } else {
        Map::empty(9, tiles)
    };
    for nth in 0..tiles {
        if along_x {
            map.set(nth, 4, 1)
        } else {
            map.set(4, nth, 1)
        }
    }
    let [w, h] = shape.size;
    let (x, y) = match (along_x, toward.x + toward.y > 0.0) {
        (true, true) => (into, 64.0 - h),
        (true, false) => (into, 80.0),
        (false, true) => (64.0 - w, into),
        (false, false) => (80.0, into),
    };
    (World::new(vec![map]), Body::boxed(shape, x, y))
}

/// Runs `steps` at a speed, pressed against the surface, and checks every one.
fn run(shape: Shape, toward: Vec3, speed: f32, tiles: u32, into: f32, steps: u32, name: &str) {
    let (mut world, mut body) = track(shape, toward, tiles, into);
    let (along, across) = if toward.y != 0.0 { (0, 1) } else { (1, 0) };
    // Gravity's x pulls left.
    let pull = Vec3::new(-toward.x, toward.y, 0.0) * 1600.0;
    let level = body.motion.position[across].to_bits();
    body.motion.thrust[along] = speed;
    for step in 0..steps {
        if body.bounds().max[along] + f64::from(speed) * f64::from(DT) > f64::from(tiles) * f64::from(CELL) {
            return;
        }
        let before = body.motion.position[along];
        world.step(&mut body, pull, DT);
        let says = || {
            format!(
                "{:?} along the {name} at {speed} px/s, step {step}: {:?}",
                shape.kind, body.motion
            )
        };
        assert_eq!(body.motion.thrust[along].to_bits(), speed.to_bits(), "{}", says());
        assert_eq!(
            body.motion.velocity[along].to_bits(),
            speed.to_bits(),
            "{}",
            says()
        );
        assert_eq!(body.motion.environment[along], 0.0, "{}", says());
        assert_eq!(body.motion.position[across].to_bits(), level, "{}", says());
        assert!(body.motion.position[along] > before || speed < 1.0, "{}", says());
    }
}

#[test]
fn a1_a6_along_flush_tiles_every_speed_stays_to_the_bit() {
    for shape in kinds() {
        for (name, toward) in SURFACES {
            for speed in 1..=1200_u32 {
                let into = speed as f32 * 0.0137 % 16.0;
                // Slow ones begin just before a seam.
                let into = if speed < 60 {
                    15.7 - shape.size[usize::from(toward.y == 0.0)] % 16.0 + 16.0
                } else {
                    into
                };
                let steps = if long() { u32::MAX } else { 40 };
                let tiles = if long() { 10_000 } else { 80 };
                run(shape, toward, speed as f32, tiles, into, steps, name);
            }
        }
    }
}

#[test]
fn a1_a6_along_ten_thousand_flush_tiles() {
    for shape in kinds() {
        for (name, toward) in SURFACES {
            for speed in [1200.0, 977.3] {
                run(shape, toward, speed, 10_000, 0.1, u32::MAX, name);
            }
        }
    }
}

#[test]
fn a1_small_and_large_bodies_do_not_snag_either() {
    for size in [1.0, 3.0, 5.0, 16.0, 32.0, 100.0] {
        for shape in sized(size) {
            for (name, toward) in SURFACES {
                for speed in [17.0, 133.7, 420.0, 479.9, 960.0, 1200.0] {
                    run(shape, toward, speed, 300, 0.1, 400, name);
                }
            }
        }
    }
}

#[test]
fn a1_far_from_the_origin_the_speed_stays() {
    for far in [1e5_f32, 1e6] {
        for shape in kinds() {
            let mut map = Map::empty(400, 3);
            (0..400).for_each(|col| map.set(col, 2, 1));
            let mut world = World::new(vec![map.at(far, far)]);
            let mut body = Body::boxed(shape, far, far + 32.0 - shape.size[1]);
            body.motion.thrust.x = 311.0;
            let level = body.motion.position.y;
            for _ in 0..600 {
                world.step(&mut body, DOWN, DT);
                assert_eq!(body.motion.velocity.x, 311.0, "{:?} at {far}", shape.kind);
                assert_eq!(body.motion.position.y, level);
            }
        }
    }
}

#[test]
fn a9_one_wide_thing_and_flush_things_are_one_floor() {
    for shape in kinds() {
        for width in [16.0_f32, 48.0, 6400.0] {
            for speed in [40.0, 333.3, 900.0] {
                let mut world = World::new(vec![]);
                let plank = Shape::rect(0.0, 0.0, width, 16.0, 0.0).unwrap();
                for nth in 0..(6400.0 / width) as u32 {
                    world.wall(plank, nth as f32 * width, 64.0);
                }
                let mut body = Body::boxed(shape, 1.3, 64.0 - shape.size[1]);
                let level = body.motion.position.y;
                body.motion.thrust.x = speed;
                for step in 0..300 {
                    world.step(&mut body, DOWN, DT);
                    assert_eq!(
                        body.motion.velocity.x, speed,
                        "{:?} {width} {speed} step {step}",
                        shape.kind
                    );
                    assert_eq!(
                        body.motion.position.y, level,
                        "{:?} {width} {speed} step {step}",
                        shape.kind
                    );
                }
            }
        }
    }
}

#[test]
fn a9_tiles_of_two_layers_on_one_line_are_one_floor() {
    for shape in kinds() {
        let (mut one, mut other) = (Map::empty(200, 5), Map::empty(200, 5));
        for col in 0..200 {
            if col % 2 == 0 {
                one.set(col, 4, 1)
            } else {
                other.set(col, 4, 7)
            }
        }
        // The second layer shifted by whole cells is still on the lines of the first.
        let mut shifted = Map::empty(220, 9).at(-32.0, -16.0);
        for col in 0..200 {
            shifted.set(col + 2, 5, other.cells[(4 * 200 + col) as usize]);
        }
        for second in [other, shifted] {
            let mut world = World::new(vec![one.clone(), second]);
            let mut body = Body::boxed(shape, 3.3, 64.0 - shape.size[1]);
            body.motion.thrust.x = 377.0;
            for _ in 0..400 {
                world.step(&mut body, DOWN, DT);
                assert_eq!(body.motion.velocity.x, 377.0, "{:?}", shape.kind);
                assert_eq!(body.bounds().max[1], 64.0);
            }
        }
    }
}

#[test]
fn a6_one_bonk_under_a_flat_ceiling_and_no_sticking() {
    for shape in kinds() {
        let mut map = Map::empty(60, 12);
        for col in 0..60 {
            map.set(col, 0, 1);
            map.set(col, 11, 1);
        }
        let mut world = World::new(vec![map]);
        let mut body = Body::boxed(shape, 20.0, 176.0 - shape.size[1]);
        body.motion.thrust.x = 200.0;
        body.motion.environment.y = -900.0;
        let mut bonks = 0;
        let mut landed = false;
        for _ in 0..90 {
            let told = world.step(&mut body, DOWN, DT);
            let up = told.iter().any(|contact| contact.normal == Vec3::Y);
            if up {
                assert!(body.motion.environment.y >= 0.0, "{:?}", shape.kind);
            }
            bonks += u32::from(up);
            landed |= told.iter().any(|contact| contact.normal == Vec3::NEG_Y);
            assert_eq!(body.motion.velocity.x, 200.0, "{:?}", shape.kind);
        }
        assert_eq!(bonks, 1, "{:?}", shape.kind);
        assert!(landed, "{:?}", shape.kind);
    }
}

#[test]
fn c1_a_walker_is_told_of_the_floor_in_every_step() {
    for shape in kinds() {
        let (mut world, mut body) = track(shape, Vec3::Y, 200, 0.1);
        body.motion.thrust.x = 140.0;
        for step in 0..600 {
            let told = world.step(&mut body, DOWN, DT);
            assert_eq!(told.len(), 1, "{:?} step {step}: {told:?}", shape.kind);
            assert_eq!(
                told[0].normal.to_array().map(f32::to_bits),
                [0, (-1.0_f32).to_bits(), 0],
                "{told:?}"
            );
        }
    }
    assert_eq!(kinds()[0].kind, Kind::Box);
}
