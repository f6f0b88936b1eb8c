//! Corners: exact touches, diagonals, corrections that stay within what was moved.

use crate::harness::*;
use akgl::collision::{Bounds, Contact, Kind, Shape, block};
use akgl::physics::Motion;
use glam::Vec3;

/// One tile in the middle of nothing, from (64, 64) to (80, 80).
fn lone() -> Map {
    let mut map = Map::empty(9, 9);
    map.set(4, 4, 1);
    map
}

#[test]
fn a3_a_touch_of_no_area_does_not_block() {
    for shape in kinds() {
        let [w, h] = shape.size;
        let mut world = World::new(vec![lone()]);
        // Past each side on the very line of it, both ways; corner to corner in between.
        for (x, y, vx, vy) in [
            (0.0, 64.0 - h, 600.0, 0.0),
            (0.0, 80.0, 600.0, 0.0),
            (64.0 - w, 0.0, 0.0, 600.0),
            (80.0, 0.0, 0.0, 600.0),
        ] {
            for sign in [1.0_f32, -1.0] {
                let mut body = Body::boxed(shape, x, y);
                body.motion.thrust = Vec3::new(vx, vy, 0.0) * sign;
                if sign < 0.0 {
                    body.motion.position += Vec3::new(vx, vy, 0.0) / 600.0 * 140.0;
                }
                let thrust = body.motion.thrust;
                for _ in 0..20 {
                    assert!(world.step(&mut body, NONE, DT).is_empty(), "{:?}", shape.kind);
                }
                assert_eq!(body.motion.thrust, thrust);
            }
        }
        // The exact corner-to-corner place itself, and standing there.
        let mut body = Body::boxed(shape, 64.0 - w, 64.0 - h);
        assert!(world.step(&mut body, NONE, DT).is_empty());
    }
}

/// A diagonal straight at a corner is resolved along y: the body lands, or bumps its head, and goes on.
#[test]
fn a3_an_exact_diagonal_of_a_box_resolves_along_y_in_every_run() {
    let shape = kinds()[0];
    let [w, h] = shape.size;
    for (left, up) in [(true, true), (true, false), (false, true), (false, false)] {
        for speed in [30.0_f32, 240.0, 960.0] {
            // Corner to corner after ten whole pixels on either axis.
            let x = if left { 64.0 - w - 10.0 } else { 80.0 + 10.0 };
            let y = if up { 64.0 - h - 10.0 } else { 80.0 + 10.0 };
            let mut body = Body::boxed(shape, x, y);
            let (vx, vy) = (if left { speed } else { -speed }, if up { speed } else { -speed });
            body.motion.thrust = Vec3::new(vx, vy, 0.0);
            let mut world = World::new(vec![lone()]);
            let mut first: Option<Contact> = None;
            for _ in 0..60 {
                let told = world.step(&mut body, NONE, 1.0 / 64.0);
                first = first.or(told.first().copied());
                assert_eq!(world.depth(&body), 0.0);
            }
            let first = first.expect("they meet");
            assert_eq!(
                first.normal,
                Vec3::new(0.0, -vy.signum(), 0.0),
                "{left} {up} {speed}"
            );
            assert_eq!(body.motion.thrust, Vec3::new(vx, 0.0, 0.0));
        }
    }
}

#[test]
fn a3_a_diagonal_into_a_convex_corner_never_ends_overlapping() {
    let mut dice = Dice(3);
    for shape in kinds() {
        for nth in 0..6000 {
            let mut world = World::new(vec![lone()]);
            let angle = dice.between(0.0, core::f32::consts::TAU);
            let speed = dice.between(5.0, 1900.0);
            let (sin, cos) = angle.sin_cos();
            // Aimed so that the middle passes near one of the corners.
            let corner = [
                if nth % 2 == 0 { 64.0 } else { 80.0 },
                if nth % 4 < 2 { 64.0 } else { 80.0 },
            ];
            let aside = dice.between(-30.0, 30.0);
            let middle = [
                corner[0] - cos * 60.0 - sin * aside,
                corner[1] - sin * 60.0 + cos * aside,
            ];
            let [w, h] = shape.size;
            let mut body = Body::boxed(shape, middle[0] - w / 2.0, middle[1] - h / 2.0);
            if world.depth(&body) > 0.0 {
                continue;
            }
            body.motion.thrust = Vec3::new(cos * speed, sin * speed, 0.0);
            for _ in 0..(150.0 / speed / DT) as u32 + 2 {
                let before = body.clone();
                let told = world.step(&mut body, NONE, DT);
                let depth = world.depth(&body);
                assert!(depth <= slack(&body), "{depth}: {before:?}\n{body:?}\n{told:?}");
            }
        }
    }
}

/// Whatever contact is answered: the way out is no longer than what was moved into it, and afterwards
/// the body is between where it was and where it wanted to go.
#[test]
fn a5_a_correction_takes_back_no_more_than_was_moved() {
    let mut dice = Dice(5);
    let map = Map::draw(&[
        "##########",
        "#...#....#",
        "#........#",
        "#..##..#.#",
        "#......#.#",
        "#.#......#",
        "#....#...#",
        "#.......##",
        "#..#.....#",
        "##########",
    ]);
    for shape in sized(10.0).into_iter().chain(sized(22.0)) {
        for _ in 0..1500 {
            let mut body = Body::boxed(shape, dice.between(16.0, 130.0), dice.between(16.0, 130.0));
            let mut world = World::new(vec![map.clone()]);
            if world.depth(&body) > 0.0 {
                continue;
            }
            body.motion.thrust = Vec3::new(dice.between(-900.0, 900.0), dice.between(-900.0, 900.0), 0.0);
            for _ in 0..8 {
                let from = body.motion.position;
                let moved = body.motion.thrust * DT;
                let told = world.go(&mut body, DT, |motion: &mut Motion, contact: &Contact| {
                    let before = motion.position;
                    assert!(block(motion, contact));
                    let pushed = (motion.position - before).length();
                    assert!(
                        pushed
                            <= moved.length()
                                + slack(&Body {
                                    motion: *motion,
                                    shape,
                                    id: None
                                }) as f32
                                + 1e-4,
                        "{:?}: pushed {pushed} of {}",
                        shape.kind,
                        moved.length()
                    );
                    // Of a correction by this depth, no part is for nothing.
                    assert!(
                        pushed <= contact.depth + 1e-3,
                        "{pushed} for a depth of {}",
                        contact.depth
                    );
                });
                let went = body.motion.position - from;
                assert!(
                    went.length() <= moved.length() + 0.01,
                    "{:?}: {went} of {moved}, {told:?}",
                    shape.kind
                );
                if shape.kind == Kind::Box {
                    for axis in 0..2 {
                        let (low, high) = (0.0_f32.min(moved[axis]), 0.0_f32.max(moved[axis]));
                        assert!(
                            went[axis] >= low - 0.004 && went[axis] <= high + 0.004,
                            "{went} of {moved}, {told:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a5_a_wall_met_low_under_its_top_is_no_step_up() {
    // Falling fast and slowly drifting right: the box is deeper below the top than behind the face.
    let shape = kinds()[0];
    let [w, h] = shape.size;
    let mut world = World::new(vec![lone()]);
    let mut body = Body::boxed(shape, 64.0 - w - 1.0, 63.0 - h);
    body.motion.thrust = Vec3::new(240.0, 30.0, 0.0);
    world.step(&mut body, NONE, DT);
    assert_eq!(
        body.bounds().max[1],
        63.5,
        "above the top still, so it goes on over it"
    );
    let mut body = Body::boxed(shape, 64.0 - w - 6.0, 63.0 - h);
    body.motion.thrust = Vec3::new(420.0, 420.0, 0.0);
    for _ in 0..4 {
        world.step(&mut body, NONE, DT);
    }
    assert_eq!(
        body.bounds().max[0],
        64.0,
        "below the top before it came to the face: stopped there"
    );
    assert!(body.bounds().max[1] > 80.0);
}

#[test]
fn c6_the_part_into_a_wall_is_gone_from_both_stores_and_no_other_part() {
    for shape in kinds() {
        let mut map = Map::empty(12, 12);
        (2..12).for_each(|row| map.set(8, row, 1));
        (0..12).for_each(|col| map.set(col, 11, 1));
        let mut world = World::new(vec![map]);
        let mut body = Body::boxed(shape, 60.0, 176.0 - shape.size[1]);
        for _ in 0..120 {
            // Holds right: thrust grows by 900 px/s a second, and a wind pushes right too.
            body.motion.thrust.x += 15.0;
            body.motion.environment.x += 4.0;
            world.step(&mut body, DOWN, DT);
        }
        assert_eq!(body.bounds().max[0], 128.0, "{:?}", shape.kind);
        assert_eq!(body.motion.thrust.x, 0.0, "{:?}", shape.kind);
        assert_eq!(body.motion.environment, Vec3::ZERO, "{:?}", shape.kind);
        // The wall ends: it leaves at the speed of one step, not of two seconds.
        (0..12).for_each(|row| world.maps[0].set(8, row, 0));
        body.motion.thrust.x += 15.0;
        world.step(&mut body, NONE, DT);
        assert_eq!(body.motion.velocity.x, 15.0, "{:?}", shape.kind);
        // Jumping along a wall while pressed to it keeps the jump.
        (2..12).for_each(|row| world.maps[0].set(8, row, 1));
        let mut body = Body::boxed(shape, 128.0 - shape.size[0], 140.0 - shape.size[1]);
        body.motion.environment.y = -300.0;
        body.motion.thrust.x = 200.0;
        world.step(&mut body, NONE, DT);
        assert_eq!(body.motion.environment.y, -300.0, "{:?}", shape.kind);
        assert_eq!(body.motion.thrust.x, 0.0);
        // And leaving it is not held back.
        body.motion.thrust.x = -90.0;
        assert!(world.step(&mut body, NONE, DT).is_empty());
        assert_eq!(body.motion.thrust.x, -90.0);
    }
}

#[test]
fn c7_a_ceiling_takes_the_upward_speed_once() {
    for shape in kinds() {
        let mut map = Map::empty(6, 20);
        (0..6).for_each(|col| map.set(col, 0, 1));
        let mut world = World::new(vec![map]);
        let mut body = Body::boxed(shape, 30.0, 40.0);
        body.motion.environment.y = -560.0;
        let mut bonks = 0;
        let mut speeds = Vec::new();
        for _ in 0..20 {
            let told = world.step(&mut body, DOWN, DT);
            bonks += told.len();
            if !told.is_empty() {
                assert_eq!(body.bounds().min[1], 16.0, "{:?}", shape.kind);
                assert_eq!(body.motion.environment.y, 0.0, "{:?}", shape.kind);
            } else if bonks > 0 {
                speeds.push(body.motion.environment.y);
            }
        }
        assert_eq!(bonks, 1, "{:?}", shape.kind);
        // From there on a free fall from rest, step by step.
        let mut falls = 0.0_f32;
        for speed in speeds {
            falls += 1600.0 * DT;
            assert_eq!(speed, falls, "{:?}", shape.kind);
        }
    }
}

#[test]
fn a_round_body_wedged_between_two_corners_stays_out_of_both() {
    for radius in [8.05_f32, 9.0, 12.0, 20.0, 100.0] {
        let mut map = Map::empty(20, 20);
        map.set(9, 15, 1);
        map.set(11, 15, 1);
        let shape = Shape::circle(0.0, 0.0, radius, 0.0).unwrap();
        for aside in [0.0, 0.3, -1.7] {
            let mut world = World::new(vec![map.clone()]);
            let mut body = Body::new(shape, 168.0 + aside, 239.0 - radius);
            for step in 0..600 {
                world.step(&mut body, DOWN, DT);
                let depth = world.depth(&body);
                assert!(
                    depth <= slack(&body),
                    "radius {radius}: {depth} deep in step {step}"
                );
                let Bounds { max, .. } = body.bounds();
                assert!(max[1] < 320.0, "radius {radius} fell through");
            }
        }
    }
}
