//! Bodies among bodies: masks, order, crowds.

use crate::harness::*;
use akgl::collision::{
    Contact, Kind, LAYER_ACTOR, LAYER_ENEMY, LAYER_PICKUP, LAYER_STATIC, Shape, Space,
    narrow::separate as separate_volumes,
};
use glam::Vec3;

/// The deepest overlap of any two.
fn worst(bodies: &[Body]) -> f64 {
    let mut worst = 0.0_f64;
    for (nth, a) in bodies.iter().enumerate() {
        for b in &bodies[..nth] {
            let (a, b) = (a.shape.at(a.motion.position), b.shape.at(b.motion.position));
            worst = worst.max(separate_volumes(&a, &b, Space::Planar).map_or(0.0, |way| way.depth));
        }
    }
    worst
}

fn crowd(world: &mut World, kinds: &[Shape], count: usize, side: f32, dice: &mut Dice) -> Vec<Body> {
    (0..count)
        .map(|nth| {
            let mut shape = kinds[nth % kinds.len()];
            shape.collides = LAYER_ACTOR | LAYER_STATIC;
            let mut body = Body::boxed(
                shape,
                300.0 + dice.between(0.0, side),
                300.0 + dice.between(0.0, side),
            );
            world.join(&mut body);
            body
        })
        .collect()
}

#[test]
fn a_crowd_on_one_spot_comes_apart() {
    let mut dice = Dice(21);
    let all = kinds();
    let mixes: [&[Shape]; 5] = [&all[..1], &all[1..2], &all[2..3], &all[3..], &all];
    for mix in mixes {
        for side in [0.0, 5.0, 60.0] {
            let mut world = World::new(vec![]);
            let mut bodies = crowd(&mut world, mix, 24, side, &mut dice);
            let mut steps = 0;
            // A row of two dozen boxes passes a push along for long: a quarter of a pixel is apart.
            while worst(&bodies) > 0.25 {
                steps += 1;
                assert!(
                    steps < 400,
                    "{:?} within {side}: still {} deep",
                    mix[0].kind,
                    worst(&bodies)
                );
                for body in &mut bodies {
                    world.step(body, NONE, DT);
                }
            }
            assert!(
                bodies
                    .iter()
                    .all(|body| body.motion.environment + body.motion.thrust == Vec3::ZERO)
            );
            let spread = bodies
                .iter()
                .map(|b| (b.motion.position - Vec3::new(300.0, 300.0, 0.0)).length());
            let spread = spread.fold(0.0, f32::max);
            assert!(spread < 24.0 * 32.0, "nobody is flung: {spread}");
        }
    }
}

#[test]
fn e5_geometry_has_the_last_word_in_a_crowd() {
    let mut dice = Dice(22);
    // A room too small for all of them.
    let mut map = Map::empty(30, 30);
    for nth in 18..25 {
        for (col, row) in [(18, nth), (24, nth), (nth, 18), (nth, 24)] {
            map.set(col, row, 1);
        }
    }
    for pull in [NONE, DOWN] {
        let mut world = World::new(vec![map.clone()]);
        let mut bodies = crowd(&mut world, &kinds(), 12, 44.0, &mut dice);
        for body in &mut bodies {
            body.motion.position += Vec3::new(6.0, 6.0, 0.0);
        }
        for step in 0..300 {
            for body in &mut bodies {
                let wander = Vec3::new(dice.between(-200.0, 200.0), dice.between(-200.0, 200.0), 0.0);
                body.motion.thrust = wander;
                let told = world.step(body, pull, DT);
                let depth = world.depth(body);
                assert!(
                    depth <= slack(body),
                    "step {step}: {body:?} is {depth} deep after {told:#?}"
                );
                assert!(told.len() <= 8 * akgl::collision::MOST_CONTACTS);
            }
        }
    }
}

#[test]
fn j1_who_responds_is_decided_by_the_others_layer_and_ones_own_mask() {
    let [shape, ..] = kinds();
    // (layers of a, mask of a, layers of b, mask of b, a is stopped, b is stopped)
    for (la, ma, lb, mb, stops_a, stops_b) in [
        (LAYER_ACTOR, LAYER_STATIC, LAYER_ACTOR, LAYER_STATIC, false, false),
        (
            LAYER_ACTOR,
            LAYER_STATIC | LAYER_ENEMY,
            LAYER_ENEMY,
            LAYER_STATIC,
            true,
            false,
        ),
        (
            LAYER_ACTOR,
            LAYER_STATIC | LAYER_ENEMY,
            LAYER_ENEMY,
            LAYER_ACTOR,
            true,
            true,
        ),
        (LAYER_ACTOR, LAYER_STATIC, LAYER_ENEMY, LAYER_ACTOR, false, true),
        (
            LAYER_ACTOR,
            LAYER_PICKUP,
            LAYER_ENEMY | LAYER_PICKUP,
            0,
            true,
            false,
        ),
        (0, LAYER_ENEMY, LAYER_ENEMY, u32::MAX, true, false),
        (1 << 31, 1 << 30, 1 << 30, 1 << 31, true, true),
    ] {
        for mover_is_a in [true, false] {
            let mut world = World::new(vec![]);
            let mut a = Body::boxed(shape, 0.0, 0.0);
            let mut b = Body::boxed(shape, 40.0, 0.0);
            (a.shape.layers, a.shape.collides) = (la, ma);
            (b.shape.layers, b.shape.collides) = (lb, mb);
            world.join(&mut a);
            world.join(&mut b);
            let (mover, other, stops, way) = if mover_is_a {
                (&mut a, &mut b, stops_a, 1.0)
            } else {
                (&mut b, &mut a, stops_b, -1.0)
            };
            let (stood, mut told) = (other.bits(), 0);
            for _ in 0..30 {
                mover.motion.thrust.x = way * 200.0;
                told += world.step(mover, NONE, DT).len();
            }
            assert_eq!(
                told > 0,
                stops,
                "layers {la} {lb}, masks {ma} {mb}, a moves: {mover_is_a}"
            );
            assert_eq!(mover.motion.thrust.x == 0.0, stops);
            assert_eq!(
                other.bits(),
                stood,
                "the other is immovable for the one that responds"
            );
        }
    }
}

#[test]
fn j1_sensors_tell_once_a_step_and_push_nothing() {
    for shape in kinds() {
        for (mine, theirs) in [(false, true), (true, false), (true, true)] {
            let mut world = World::new(vec![]);
            let mut coin = shape;
            coin.layers = LAYER_PICKUP;
            coin.sensor = theirs;
            let mut coin = Body::boxed(coin, 60.0, 0.0);
            world.join(&mut coin);
            let mut body = Body::boxed(shape, 0.0, 0.0);
            body.shape.collides = LAYER_PICKUP;
            body.shape.sensor = mine;
            world.join(&mut body);
            body.motion.thrust.x = 480.0;
            let mut told = 0;
            for _ in 0..30 {
                let contacts = world.step(&mut body, NONE, DT);
                assert!(contacts.len() <= 1, "once a step, however many pieces it has");
                assert!(contacts.iter().all(|contact| contact.sensor));
                told += contacts.len();
                assert_eq!(body.motion.thrust.x, 480.0);
            }
            assert!((3..20).contains(&told), "{told}");
            assert_eq!(
                body.motion.position.x,
                Body::boxed(shape, 0.0, 0.0).motion.position.x + 240.0
            );
        }
    }
}

#[test]
fn a_sensor_among_tiles_is_told_and_not_stopped() {
    for shape in kinds() {
        let mut map = Map::empty(20, 6);
        (0..6).for_each(|row| map.set(8, row, 5));
        let mut world = World::new(vec![map]);
        let mut body = Body::boxed(shape, 70.0, 30.0);
        body.shape.sensor = true;
        body.motion.thrust.x = 300.0;
        let mut told: Vec<Contact> = Vec::new();
        for _ in 0..30 {
            told.extend(world.step(&mut body, NONE, DT));
        }
        assert!(
            !told.is_empty() && told.iter().all(|contact| contact.sensor),
            "{:?}",
            shape.kind
        );
        assert_eq!(
            body.motion.thrust.x, 300.0,
            "{:?} is a sensor and was stopped",
            shape.kind
        );
    }
}

#[test]
fn e7_the_order_in_which_things_were_added_does_not_matter_to_one_body() {
    let mut dice = Dice(31);
    for shape in kinds() {
        for _ in 0..60 {
            let things: Vec<(Shape, f32, f32)> = (0..30)
                .map(|nth| {
                    let plank = kinds()[nth % 4];
                    (plank, dice.between(0.0, 200.0), dice.between(0.0, 200.0))
                })
                .collect();
            let thrusts: Vec<Vec3> = (0..40)
                .map(|_| Vec3::new(dice.between(-500.0, 500.0), dice.between(-500.0, 500.0), 0.0))
                .collect();
            let mut results = Vec::new();
            for order in 0..3 {
                let mut world = World::new(vec![]);
                let mut sorted = things.clone();
                match order {
                    0 => {}
                    1 => sorted.reverse(),
                    _ => sorted.sort_by(|a, b| a.1.total_cmp(&b.1)),
                }
                for (thing, x, y) in sorted {
                    world.wall(thing, x, y);
                }
                let mut body = Body::boxed(shape, -60.0, 90.0);
                for thrust in &thrusts {
                    body.motion.thrust = *thrust + Vec3::new(250.0, 0.0, 0.0);
                    world.step(&mut body, NONE, DT);
                }
                results.push(body.bits());
            }
            assert!(
                results.iter().all(|bits| *bits == results[0]),
                "{:?}: {results:?}",
                shape.kind
            );
        }
    }
}

#[test]
fn e7_two_equal_runs_give_the_same_bits() {
    let run = || {
        let mut dice = Dice(44);
        let mut world = World::new(vec![]);
        let mut bodies = crowd(&mut world, &kinds(), 40, 90.0, &mut dice);
        for _ in 0..100 {
            for body in &mut bodies {
                body.motion.thrust = Vec3::new(dice.between(-99.0, 99.0), dice.between(-99.0, 99.0), 0.0);
                world.step(body, NONE, DT);
            }
        }
        bodies.iter().map(Body::bits).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn l5_what_a_body_is_compared_with_does_not_grow_with_the_crowd() {
    let per_step = |count: usize| {
        let mut dice = Dice(50);
        let mut world = World::new(vec![]);
        // The same room for each, however many there are.
        let side = (count as f32).sqrt() * 60.0;
        let mut bodies = crowd(&mut world, &kinds(), count, side, &mut dice);
        for _ in 0..10 {
            for body in &mut bodies {
                body.motion.thrust = Vec3::new(dice.between(-99.0, 99.0), dice.between(-99.0, 99.0), 0.0);
                world.step(body, NONE, DT);
            }
        }
        world.offered as f64 / (count * 10) as f64
    };
    let (few, many) = (per_step(200), per_step(3200));
    assert!(
        many < few * 1.3,
        "{few} obstacles a step and body among 200, {many} among 3200"
    );
    assert!(few > 0.1, "there was something to compare with");
}

#[test]
fn l2_touching_is_not_overlapping_and_the_next_float_is() {
    // Each kind against a box, on either side along either axis, at any place a float can be.
    for shape in kinds() {
        for other in kinds() {
            for place in [0.0_f32, 3.3, 1234.567, 1e5, -1e6] {
                for (axis, sign) in [(0, 1.0_f32), (0, -1.0), (1, 1.0), (1, -1.0)] {
                    let still = Body::boxed(other, place, place);
                    let middle =
                        |body: &Body, axis: usize| (body.bounds().min[axis] + body.bounds().max[axis]) / 2.0;
                    let mut body = still.clone();
                    body.shape = shape;
                    for across in 0..2 {
                        body.motion.position[across] +=
                            (middle(&still, across) - middle(&body, across)) as f32;
                    }
                    let far = if sign > 0.0 {
                        still.bounds().max[axis]
                    } else {
                        still.bounds().min[axis]
                    };
                    let near = if sign > 0.0 {
                        body.bounds().min[axis]
                    } else {
                        body.bounds().max[axis]
                    };
                    body.motion.position[axis] += (far - near) as f32;
                    // Within an ulp or two of touching now: walk over the line float by float.
                    let edge = |body: &Body| {
                        if sign > 0.0 {
                            body.bounds().min[axis] - far
                        } else {
                            far - body.bounds().max[axis]
                        }
                    };
                    for _ in 0..4 {
                        let at = &mut body.motion.position[axis];
                        *at = if sign > 0.0 { at.next_up() } else { at.next_down() };
                    }
                    for _ in 0..9 {
                        let (a, b) = (
                            body.shape.at(body.motion.position),
                            still.shape.at(still.motion.position),
                        );
                        let found = separate_volumes(&a, &b, Space::Planar);
                        let apart = edge(&body);
                        assert_eq!(
                            found.is_some(),
                            apart < 0.0,
                            "{:?} {:?} {apart}",
                            shape.kind,
                            other.kind
                        );
                        if let Some(way) = found {
                            assert!((way.depth + apart).abs() <= 1e-9, "{way:?} for {apart}");
                            assert!(way.normal[axis] * f64::from(sign) > 0.99, "{way:?}");
                        }
                        let at = &mut body.motion.position[axis];
                        *at = if sign > 0.0 { at.next_down() } else { at.next_up() };
                    }
                }
            }
        }
    }
    assert_eq!(kinds()[1].kind, Kind::Circle);
}
