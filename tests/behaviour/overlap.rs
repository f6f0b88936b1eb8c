//! Bodies that begin inside geometry, and what is read live.

use crate::harness::*;
use akgl::collision::{Contact, Kind, NotSettled, SETTLE_TILES, Shape, ShapeError};
use glam::Vec3;

fn settle(world: &mut World, body: &Body) -> Result<Vec3, NotSettled> {
    let told = world.look(body.id, |ask| ask(Ask::Settle(&body.shape, body.motion.position)));
    match told {
        Told::Settled(settled) => settled,
        _ => unreachable!(),
    }
}

/// Ground from row 6 on, with a step one tile high from column 5 on.
fn steps() -> Map {
    let mut map = Map::empty(14, 10);
    for row in 5..10 {
        for col in 0..14 {
            map.set(col, row, u32::from(row > 5 || col >= 5));
        }
    }
    map
}

#[test]
fn h1_who_was_spawned_inside_is_refused_every_move_but_the_way_out() {
    for shape in kinds() {
        for (vx, vy, free) in [
            (0.0, 600.0, false),
            (300.0, 0.0, false),
            (-300.0, 400.0, false),
            (0.0, -300.0, true),
        ] {
            let mut world = World::new(vec![steps()]);
            // Five pixels into the ground.
            let mut body = Body::boxed(shape, 100.0, 85.0 - shape.size[1]);
            let bits = body.bits();
            body.motion.thrust = Vec3::new(vx, vy, 0.0);
            world.step(&mut body, NONE, DT);
            if free {
                assert_eq!(
                    body.motion.position.y,
                    f32::from_bits(bits[1]) - 5.0,
                    "{:?}",
                    shape.kind
                );
                assert_eq!(
                    body.motion.thrust.y, -300.0,
                    "no velocity comes of it: {:?}",
                    shape.kind
                );
            } else {
                assert_eq!(body.bits(), bits, "{:?} moved by {vx} {vy}", shape.kind);
            }
        }
        // Standing there for long does nothing: no wandering, no sinking, no speed gathered.
        let mut world = World::new(vec![steps()]);
        let mut body = Body::boxed(shape, 100.0, 85.0 - shape.size[1]);
        let bits = body.bits();
        for _ in 0..500 {
            world.step(&mut body, DOWN, DT);
            assert_eq!(body.bits(), bits, "{:?}", shape.kind);
            assert_eq!(body.motion.environment, Vec3::ZERO, "{:?}", shape.kind);
        }
    }
}

#[test]
fn h1_h2_settling_lifts_straight_up_onto_the_ground_and_changes_nothing_else() {
    for shape in kinds() {
        let mut world = World::new(vec![steps()]);
        for (sunk, x) in [
            (0.01_f32, 100.0),
            (5.0, 100.7),
            (15.9, 101.3),
            (16.0, 100.0),
            (17.0, 100.0),
            (40.0, 111.1),
        ] {
            let body = Body::boxed(shape, x, 80.0 + sunk - shape.size[1]);
            let before = body.clone();
            let settled = settle(&mut world, &body).expect("there is room above");
            assert_eq!(body.motion, before.motion, "a question pushes nothing");
            assert_eq!(settled.x.to_bits(), body.motion.position.x.to_bits());
            let mut there = body.clone();
            there.motion.position = settled;
            assert_eq!(there.bounds().max[1], 80.0, "{:?} sunk by {sunk}", shape.kind);
            assert!(world.step(&mut there, NONE, DT).is_empty());
        }
        // A free place is left as it is, touching the ground or not.
        for up in [0.0, 0.3, 30.0] {
            let body = Body::boxed(shape, 20.3, 80.0 - up - shape.size[1]);
            assert_eq!(
                settle(&mut world, &body),
                Ok(body.motion.position),
                "{:?}",
                shape.kind
            );
        }
    }
}

#[test]
fn h1_settling_gives_up_loudly() {
    for shape in kinds() {
        let mut map = Map::empty(8, 200);
        (0..200).for_each(|row| (0..8).for_each(|col| map.set(col, row, 1)));
        let mut world = World::new(vec![map]);
        let body = Body::boxed(shape, 40.0, 3000.0);
        let error = settle(&mut world, &body).expect_err("solid for 180 tiles up");
        assert_eq!(
            (error.tiles, error.x, error.y),
            (SETTLE_TILES, body.motion.position.x, body.motion.position.y)
        );
        assert!(error.to_string().contains("64"), "{error}");
        // Sixty tiles are within reach.
        let body = Body::boxed(shape, 40.0, 950.0 - shape.size[1]);
        assert_eq!(
            settle(&mut world, &body).map(|place| place.y + shape.offset[1]),
            Ok(0.0 - shape.size[1])
        );
        // With its lower edge 3 px below the line of row 64, the sixty-fourth line above it is the top.
        for (sunk, there) in [(3.0, true), (19.0, false)] {
            let body = Body::boxed(shape, 40.0, 63.0 * 16.0 + sunk - shape.size[1]);
            assert_eq!(settle(&mut world, &body).is_ok(), there, "{:?}", shape.kind);
        }
    }
}

#[test]
fn h2_a_body_that_overlaps_another_is_put_out_without_speed() {
    for shape in kinds() {
        for other in kinds() {
            let mut world = World::new(vec![]);
            let mut shape = shape;
            shape.collides = akgl::collision::LAYER_ACTOR;
            let mut still = Body::boxed(other, 50.0, 50.0);
            world.join(&mut still);
            let mut body = Body::boxed(shape, 53.0, 47.0);
            world.join(&mut body);
            for _ in 0..3 {
                world.step(&mut body, NONE, DT);
            }
            assert_eq!(body.motion.environment + body.motion.thrust, Vec3::ZERO);
            assert!(
                world.step(&mut body, NONE, DT).is_empty(),
                "{:?} and {:?} are apart",
                shape.kind,
                other.kind
            );
            let away = (body.motion.position - Vec3::new(45.0, 43.0, 0.0)).length();
            assert!(away < 40.0, "the least way out, not a fling: {away}");
        }
    }
}

#[test]
fn k4_what_cannot_be_a_shape_is_refused_by_name() {
    let make = |kind, x: f32, y, w, h, depth| Shape::new(kind, [x, y], [w, h], 0.0, depth);
    let nan = f32::NAN;
    for kind in kinds().map(|shape| shape.kind) {
        for bad in [nan, f32::INFINITY, f32::NEG_INFINITY] {
            for result in [
                make(kind, bad, 0.0, 8.0, 8.0, 0.0),
                make(kind, 0.0, bad, 8.0, 8.0, 0.0),
                make(kind, 0.0, 0.0, bad, 8.0, 0.0),
                make(kind, 0.0, 0.0, 8.0, bad, 0.0),
                make(kind, 0.0, 0.0, 8.0, 8.0, bad),
            ] {
                assert!(
                    matches!(result, Err(ShapeError::NotFinite(_))),
                    "{kind:?}: {result:?}"
                );
            }
        }
        for bad in [0.0, -0.0, -1.0] {
            for result in [
                make(kind, 0.0, 0.0, bad, 8.0, 0.0),
                make(kind, 0.0, 0.0, 8.0, bad, 0.0),
            ] {
                assert!(
                    matches!(result, Err(ShapeError::NotPositive { .. })),
                    "{kind:?}: {result:?}"
                );
            }
        }
        assert!(matches!(
            make(kind, 0.0, 0.0, 8.0, 8.0, -1.0),
            Err(ShapeError::NotPositive { name: "depth", .. })
        ));
        assert!(
            make(kind, f32::MAX, 0.0, f32::MAX, f32::MAX, 0.0).is_err(),
            "an edge past every number"
        );
    }
    assert!(matches!(
        make(Kind::CapsuleX, 0.0, 0.0, 7.0, 8.0, 0.0),
        Err(ShapeError::Stubby { axis: "x", .. })
    ));
    assert!(matches!(
        make(Kind::CapsuleY, 0.0, 0.0, 8.0, 7.0, 0.0),
        Err(ShapeError::Stubby { axis: "y", .. })
    ));
    for radius in [0.0, -3.0, nan, f32::INFINITY, 3e38] {
        assert!(Shape::circle(0.0, 0.0, radius, 0.0).is_err(), "{radius}");
    }
}

#[test]
fn k5_the_next_step_sees_an_edited_tile() {
    for shape in kinds() {
        let mut map = Map::empty(12, 12);
        (0..12).for_each(|col| map.set(col, 8, 1));
        let mut world = World::new(vec![map]);
        let mut body = Body::boxed(shape, 50.0, 128.0 - shape.size[1]);
        for _ in 0..10 {
            world.step(&mut body, DOWN, DT);
        }
        assert_eq!(body.bounds().max[1], 128.0);
        // The floor goes: a resting body falls at once.
        (0..12).for_each(|col| world.maps[0].set(col, 8, 0));
        assert!(world.step(&mut body, DOWN, DT).is_empty());
        assert!(body.bounds().max[1] > 128.0, "{:?}", shape.kind);
        // A new one a row lower stops it.
        (0..12).for_each(|col| world.maps[0].set(col, 9, 1));
        for _ in 0..60 {
            world.step(&mut body, DOWN, DT);
        }
        assert_eq!(body.bounds().max[1], 144.0, "{:?}", shape.kind);
        // A wall grows beside it, flush with the floor, and stops it; when it goes, so does the stop.
        (6..9).for_each(|row| world.maps[0].set(7, row, 1));
        let walk = |world: &mut World, body: &mut Body| {
            for _ in 0..40 {
                body.motion.thrust.x = 120.0;
                world.step(body, DOWN, DT);
            }
        };
        walk(&mut world, &mut body);
        assert_eq!(body.bounds().max[0], 112.0, "{:?}", shape.kind);
        (6..9).for_each(|row| world.maps[0].set(7, row, 0));
        walk(&mut world, &mut body);
        assert!(body.bounds().max[0] > 150.0, "{:?}", shape.kind);
        assert_eq!(body.bounds().max[1], 144.0);
    }
}

#[test]
fn k5_the_faces_of_the_neighbours_change_with_the_tile() {
    // A tile's left face is covered until its neighbour is taken away.
    for shape in kinds() {
        let mut map = Map::empty(12, 6);
        (3..12).for_each(|col| map.set(col, 4, 1));
        let mut world = World::new(vec![map]);
        let hit = |world: &mut World| -> Vec<Contact> {
            let mut body = Body::boxed(shape, 45.0 - shape.size[0], 72.0 - shape.size[1] / 2.0);
            body.motion.thrust.x = 480.0;
            world.step(&mut body, NONE, DT)
        };
        let told = hit(&mut world);
        assert!(
            !told.is_empty() && told.iter().all(|contact| contact.normal == Vec3::NEG_X),
            "{told:?}"
        );
        assert!(
            hit(&mut world)
                .iter()
                .all(|contact| matches!(contact.thing, akgl::collision::Thing::Tile(t) if t.col == 3))
        );
        world.maps[0].set(3, 4, 0);
        assert!(
            hit(&mut world).is_empty(),
            "{:?}: nothing is left at that place",
            shape.kind
        );
        let mut body = Body::boxed(shape, 60.0 - shape.size[0], 72.0 - shape.size[1] / 2.0);
        body.motion.thrust.x = 480.0;
        let told = world.step(&mut body, NONE, DT);
        assert_eq!(told.len(), 1);
        assert_eq!(
            told[0].normal,
            Vec3::NEG_X,
            "{:?}: the face that was covered stops it now",
            shape.kind
        );
        assert_eq!(body.bounds().max[0], 64.0);
    }
}
