//! What a world is told, and asked, from outside and from within a hook: each answer worked out by hand.

use akgl::collision::{Kind, LAYER_ACTOR, LAYER_ENEMY, LAYER_STATIC, Shape, Space};
use akgl::physics::feel::{Feel, Setting, TOUCH_GROUND, TOUCH_LEFT};
use akgl::physics::{Motion, Settings};
use akgl::world::{
    Backend, Body, BodyId, Character, Flow, State, Static, TileLayer, With, World, WorldError,
};
use glam::Vec3;
use std::sync::{Arc, Mutex};

fn rect(w: f32, h: f32) -> Shape {
    Shape::rect(0.0, 0.0, w, h, 0.0).unwrap()
}

fn piece(x: f32, y: f32) -> Static {
    Static {
        shape: rect(10.0, 10.0),
        position: Vec3::new(x, y, 0.0),
        user: 0,
    }
}

/// Forty bodies, more than two rows of them, each of its own speed along x in 16 px/s.
fn forty() -> (World, Vec<BodyId>) {
    let mut world = World::default();
    let kind = world.add_character(Character::default()).unwrap();
    let ids = (0..40_u16)
        .map(|at| {
            let mut body = Body::new(kind, f32::from(at) * 100.0, f32::from(at));
            body.motion.environment.x = f32::from(at + 1) * 16.0;
            world.spawn(body).unwrap()
        })
        .collect();
    (world, ids)
}

#[test]
fn what_is_set_is_told() {
    let mut world = World::default();
    assert!(world.is_empty() && world.tile_layers().is_empty());
    let settings = Settings {
        gravity: Vec3::new(1.0, 2.0, 3.0),
        ..Settings::default()
    };
    world.set_settings(settings);
    assert_eq!(*world.settings(), settings);
    assert_eq!(
        (world.backend(), world.space()),
        (Backend::default(), Space::Planar)
    );
    let other = if world.backend() == Backend::Null {
        Backend::Arcade
    } else {
        Backend::Null
    };
    world.set_backend(other);
    world.set_space(Space::Solid);
    assert_eq!((world.backend(), world.space()), (other, Space::Solid));
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text("##\n..")])
        .unwrap();
    assert_eq!(world.tile_layers().len(), 1);
    assert!(!world.set_tile(0, 2, 0, 1) && !world.set_tile(0, 0, 2, 1) && !world.set_tile(1, 0, 0, 1));
    assert!(world.set_tile(0, 1, 1, 7));
    assert_eq!(world.tile_layers()[0].cells(), [1, 1, 0, 7]);
    let feel = Feel::default().with(Setting::GravityScale, 0.5);
    world.set_world_feel(feel).unwrap();
    assert_eq!(world.world_feel(), feel);
    let kind = world.add_character(Character::default()).unwrap();
    let body = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    assert!(!world.is_empty());
    world.set_feel(body, feel).unwrap();
    world.push(body, Vec3::new(3.0, 4.0, 0.0)).unwrap();
    world.push(body, Vec3::new(1.0, 0.0, 0.0)).unwrap();
    world.set_touching(body, TOUCH_GROUND | TOUCH_LEFT).unwrap();
    assert_eq!(world.feel(body), Some(feel));
    assert_eq!(world.impulse(body), Some(Vec3::new(4.0, 4.0, 0.0)));
    assert_eq!(world.touching(body), Some(TOUCH_GROUND | TOUCH_LEFT));
    world.remove(body);
    assert!(world.is_empty());
}

#[test]
fn bits_of_a_state_are_taken_together_and_apart() {
    let (left, right) = (State::MOVING_LEFT, State::MOVING_RIGHT);
    assert_eq!((left | right) & right, right);
    assert_eq!(left & right, State::NONE);
    assert_eq!((left | right) & !left, right);
}

/// In 1/16 s each goes as many pixels as its number, and is drawn halfway there.
#[test]
fn each_of_forty_bodies_answers_for_itself() {
    let (mut world, ids) = forty();
    world.set_pace(1.0 / 16.0, 4);
    for (at, id) in ids.iter().enumerate() {
        let course = world.course(*id).unwrap();
        let far = course.position(2.0);
        assert_eq!(far.x, f64::from(at as u32 * 132 + 32), "{at}");
        world.set_state(*id, State(at as u32 + 1));
    }
    assert_eq!(world.advance(1.0 / 16.0), 1);
    for (at, id) in ids.iter().enumerate() {
        let (from, way) = (at as f32 * 100.0, (at + 1) as f32);
        let place = Vec3::new(from + way, at as f32, 0.0);
        assert_eq!(world.position(*id), Some(place), "{at}");
        assert_eq!(world.velocity(*id), Some(Vec3::new(way * 16.0, 0.0, 0.0)), "{at}");
        assert_eq!(
            world.motion(*id).map(|motion| motion.position),
            Some(place),
            "{at}"
        );
        assert_eq!(world.state(*id), Some(State(at as u32 + 1)), "{at}");
        let drawn = Vec3::new(from + way / 2.0, at as f32, 0.0);
        assert_eq!(world.pose(*id, 0.5), Some(drawn), "{at}");
    }
    // One that is teleported within a step is drawn where it is; the others as they went.
    world.teleport(ids[30], Vec3::new(7.0, 8.0, 0.0)).unwrap();
    assert_eq!(world.pose(ids[30], 0.5), Some(Vec3::new(7.0, 8.0, 0.0)));
    assert_eq!(world.pose(ids[14], 0.5), Some(Vec3::new(1407.5, 14.0, 0.0)));
}

#[test]
fn numbers_and_shapes_that_cannot_be_are_refused_everywhere() {
    let nan = Vec3::new(0.0, f32::NAN, 0.0);
    let mut world = World::default();
    let good = Character {
        shape: Some(rect(8.0, 8.0)),
        ..Character::default()
    };
    let kind = world.add_character(good).unwrap();
    // A circle that is not as high as wide, a box without thickness.
    let mut oval = Shape::circle(0.0, 0.0, 4.0, 0.0).unwrap();
    oval.size[1] = 9.0;
    let mut flat = rect(8.0, 8.0);
    flat.depth = 0.0;
    assert_eq!((oval.kind, flat.kind), (Kind::Circle, Kind::Box));
    for bad in [
        Character {
            acceleration: nan,
            ..good
        },
        Character {
            top_speed: nan,
            ..good
        },
        Character {
            shape: Some(oval),
            ..good
        },
        Character {
            shape: Some(flat),
            ..good
        },
    ] {
        assert!(world.add_character(bad).is_err(), "{bad:?}");
        assert!(world.set_character(kind, bad).is_err(), "{bad:?}");
        assert_eq!(world.character(kind), Some(&good));
    }
    let wall = world.add_static(piece(0.0, 0.0)).unwrap();
    for bad in [
        Static {
            position: nan,
            ..piece(0.0, 0.0)
        },
        Static {
            shape: flat,
            ..piece(0.0, 0.0)
        },
        Static {
            shape: oval,
            ..piece(0.0, 0.0)
        },
    ] {
        assert!(world.add_static(bad).is_err(), "{bad:?}");
        assert!(world.set_static(wall, bad).is_err(), "{bad:?}");
    }
    assert_eq!(world.get_static(wall).unwrap().position, Vec3::ZERO);
    let id = world.spawn(Body::new(kind, 1.0, 2.0)).unwrap();
    assert_eq!(
        world.edit(id, |body| body.shape = Some(flat)),
        Err(WorldError::BadShape("body"))
    );
    assert!(world.set_cell([0.0, 16.0]).is_err());
    assert_eq!(world.position(id), Some(Vec3::new(1.0, 2.0, 0.0)));
}

#[test]
fn what_is_in_a_rectangle_is_found_by_layer_and_kind() {
    let mut world = World::default();
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text("#.")])
        .unwrap();
    let kind = world.add_character(Character::default()).unwrap();
    let [near, far] = [40.0, 400.0].map(|x| world.add_static(piece(x, 0.0)).unwrap());
    let shape = rect(10.0, 10.0).on(LAYER_ENEMY);
    let enemy = world.spawn(Body::new(kind, 60.0, 0.0).with_shape(shape)).unwrap();
    for space in [Space::Planar, Space::Solid] {
        world.set_space(space);
        for (x, mask, blocked) in [
            (4.0, LAYER_STATIC, true),
            (4.0, LAYER_ENEMY | LAYER_ACTOR, false),
            (42.0, LAYER_STATIC, true),
            (42.0, LAYER_ENEMY, false),
            (62.0, LAYER_ENEMY, true),
            (62.0, LAYER_STATIC | LAYER_ACTOR, false),
            (20.0, u32::MAX, false),
        ] {
            assert_eq!(
                world.box_blocked(x, 4.0, 4.0, 4.0, mask),
                blocked,
                "{x} {mask} {space:?}"
            );
        }
    }
    let mut found = Vec::new();
    world.statics_in(0.0, 0.0, 45.0, 5.0, |id, piece| {
        found.push((id, piece.position.x))
    });
    assert_eq!(found, [(near, 40.0)]);
    world.statics_in(405.0, 0.0, 45.0, 5.0, |id, piece| {
        found.push((id, piece.position.x))
    });
    assert_eq!(found[1..], [(far, 400.0)]);
    let mut bodies = Vec::new();
    world.bodies_in(0.0, 0.0, 65.0, 5.0, |id| bodies.push(id));
    assert_eq!(bodies, [enemy]);
}

/// A hook of one body that does all that a context can: what it is answered, and what is left of it.
#[test]
fn a_hook_does_and_asks_what_the_world_does() {
    let mut world = World::default();
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text("..\n##")])
        .unwrap();
    let kind = world
        .add_character(Character {
            shape: Some(rect(4.0, 4.0)),
            ..Character::default()
        })
        .unwrap();
    let other = world.spawn(Body::new(kind, 500.0, 0.0)).unwrap();
    let [kept, gone] = [200.0, 300.0].map(|x| world.add_static(piece(x, 0.0)).unwrap());
    let done = Arc::new(Mutex::new(0));
    let count = Arc::clone(&done);
    let feel = Feel::default().with(Setting::GravityScale, 0.25);
    let logic = world.add_logic(move |body| {
        *count.lock().unwrap() += 1;
        let me = body.me();
        assert_eq!(body.world().len(), 2);
        assert_eq!(body.motion().position, Vec3::new(1.0, 2.0, 0.0));
        assert_eq!(body.state(), State::ALIVE);
        assert!(body.set_state(State::ALIVE | State::FACE_LEFT));
        assert_eq!(body.state(), State::ALIVE | State::FACE_LEFT);
        assert_eq!(body.body(other).map(|other| other.motion.position.x), Some(500.0));
        assert_eq!(body.tile_layers()[0].cols(), 2);
        body.push(Vec3::new(0.0, 0.0, 3.0)).unwrap();
        assert!(body.push(Vec3::splat(f32::INFINITY)).is_err());
        body.teleport(other, Vec3::new(600.0, 0.0, 0.0)).unwrap();
        assert!(body.teleport(other, Vec3::splat(f32::NAN)).is_err());
        assert!(body.box_blocked(601.0, 1.0, 1.0, 1.0, LAYER_ACTOR));
        assert!(!body.box_blocked(501.0, 1.0, 1.0, 1.0, LAYER_ACTOR));
        let mut found = Vec::new();
        body.bodies_in(590.0, 0.0, 20.0, 20.0, |id| found.push(id));
        assert_eq!(found, [other]);
        // Its lower edge comes from 20 to the line 16.
        let place = body.settle(&rect(4.0, 4.0), Vec3::new(2.0, 16.0, 0.0)).unwrap();
        assert_eq!(place, Vec3::new(2.0, 12.0, 0.0));
        body.set_static(kept, piece(210.0, 0.0)).unwrap();
        assert!(body.set_static(kept, piece(f32::NAN, 0.0)).is_err());
        assert_eq!(
            body.remove_static(gone).map(|piece| piece.position.x),
            Some(300.0)
        );
        assert_eq!(body.remove_static(gone), None);
        body.set_feel(other, feel).unwrap();
        let character = Character {
            top_speed: Vec3::new(9.0, 0.0, 0.0),
            ..Character::default()
        };
        body.set_character(kind, character).unwrap();
        body.set_settings(Settings {
            gravity: Vec3::new(0.0, 7.0, 0.0),
            ..Settings::default()
        });
        body.set_space(Space::Solid);
        assert!(body.set_tile(0, 0, 0, 5));
        assert_ne!(me, other);
        Flow::Skip
    });
    let mut hooked = Body::new(kind, 1.0, 2.0);
    hooked.logic = Some(logic);
    let hooked = world.spawn(hooked).unwrap();
    world.step(1.0 / 16.0);
    assert_eq!(*done.lock().unwrap(), 1);
    assert_eq!(world.state(hooked), Some(State::ALIVE | State::FACE_LEFT));
    assert_eq!(world.impulse(hooked), Some(Vec3::new(0.0, 0.0, 3.0)));
    assert_eq!(world.get_static(kept).unwrap().position.x, 210.0);
    assert_eq!(world.get_static(gone), None);
    assert_eq!(world.feel(other), Some(feel));
    assert_eq!(world.character(kind).unwrap().top_speed.x, 9.0);
    assert_eq!((world.settings().gravity.y, world.space()), (7.0, Space::Solid));
    assert_eq!(
        world.solid_at(3.0, 3.0),
        Some(With::Tile {
            gid: 5,
            layer: 0,
            col: 0,
            row: 0
        })
    );
    assert_eq!(
        world.motion(other).map(|motion| motion.velocity),
        Some(Motion::default().velocity)
    );
}

/// One body after others that are at rest, so that it stands in another place of its row: each
/// number that is set in it alone does what a step makes of it, worked out by hand.
#[test]
fn what_is_set_in_one_body_counts_in_every_slot() {
    let zero = Vec3::ZERO;
    let negative = Vec3::new(0.0, 0.0, -0.0);
    for before in [0, 1, 7, 15, 16, 18, 33] {
        for given in 0..8 {
            let mut world = World::default();
            let kind = world
                .add_character(Character {
                    top_speed: Vec3::new(500.0, 500.0, 500.0),
                    ..Character::default()
                })
                .unwrap();
            for _ in 0..before {
                world.spawn(Body::new(kind, 900.0, 0.0)).unwrap();
            }
            let mut alone = Body::new(kind, 0.0, 0.0);
            if given == 7 {
                alone.motion.position = negative;
            }
            let body = world.spawn(alone).unwrap();
            let along_z = Vec3::new(0.0, 0.0, 64.0);
            world
                .edit_motion(body, |motion| match given {
                    // Environment leads on.
                    0 => motion.environment = along_z,
                    // A velocity is computed anew, of nothing.
                    1 => motion.velocity = along_z,
                    // Thrust of a body that does not travel is given up.
                    2 => motion.thrust = along_z,
                    3 => motion.thrust = Vec3::new(64.0, 0.0, 0.0),
                    4 => motion.thrust = Vec3::new(0.0, 64.0, 0.0),
                    // Minus zero and zero are zero.
                    5 => motion.position = negative,
                    _ => {}
                })
                .unwrap();
            if given == 6 {
                world.set_position(body, negative).unwrap();
            }
            world.step(1.0 / 64.0);
            let motion = world.motion(body).unwrap();
            let (environment, place) = match given {
                0 => (along_z, Vec3::new(0.0, 0.0, 1.0)),
                _ => (zero, zero),
            };
            let found = [
                motion.position,
                motion.velocity,
                motion.environment,
                motion.thrust,
            ];
            let bits = |part: Vec3| part.to_array().map(f32::to_bits);
            assert_eq!(
                found.map(bits),
                [place, environment, environment, zero].map(bits),
                "{before} {given}"
            );
        }
    }
}

/// A floor at y = 160 and bodies of 8 x 8 px above it, on a layer and against layers, one above the other 100 px
/// apart, that fall by 640 px/s².
fn falling(layer: u32, against: u32, count: usize) -> (World, Vec<BodyId>) {
    let mut world = World::new(Settings {
        gravity: Vec3::new(0.0, 640.0, 0.0),
        ..Settings::default()
    });
    let rows = format!("{}{}", "....\n".repeat(10), "####");
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text(&rows)])
        .unwrap();
    let kind = world
        .add_character(Character {
            acceleration: Vec3::new(0.0, 320.0, 0.0),
            top_speed: Vec3::new(0.0, 500.0, 0.0),
            shape: Some(rect(8.0, 8.0).on(layer).against(against)),
        })
        .unwrap();
    let place = |at: usize| Body::new(kind, 2.0, 152.0 - 100.0 * at as f32);
    let ids = (0..count).map(|at| world.spawn(place(at)).unwrap()).collect();
    (world, ids)
}

/// Asked before and after a fall of 10 px/s, 20 px/s and so on: 0.15625 px in the first 1/64 s, in 32 steps 82.5 px.
#[test]
fn who_has_moved_is_found_where_it_is_now() {
    for against in [0, LAYER_STATIC, LAYER_STATIC | LAYER_ACTOR] {
        for count in [2, 20] {
            let (mut world, ids) = falling(LAYER_ACTOR, against, count);
            let last = ids[count - 1];
            let top = 152.0 - 100.0 * (count - 1) as f32;
            let found = |world: &mut World, y: f32| {
                let mut found = false;
                world.bodies_in(0.0, y, 12.0, 8.0, |id| found |= id == last);
                found
            };
            assert!(found(&mut world, top) && !found(&mut world, top + 82.5));
            for _ in 0..32 {
                world.step(1.0 / 64.0);
            }
            assert_eq!(
                world.position(last),
                Some(Vec3::new(2.0, top + 82.5, 0.0)),
                "{against} {count}"
            );
            assert!(
                !found(&mut world, top) && found(&mut world, top + 82.5),
                "{against} {count}"
            );
        }
    }
}

#[test]
fn who_does_not_respond_to_tiles_falls_through_them() {
    for (against, y) in [
        (0, 152.15625),
        (LAYER_ACTOR, 152.15625),
        (LAYER_STATIC, 152.0),
        (LAYER_STATIC | LAYER_ACTOR, 152.0),
    ] {
        let (mut world, ids) = falling(LAYER_ACTOR, against, 3);
        world.step(1.0 / 64.0);
        assert_eq!(world.position(ids[0]), Some(Vec3::new(2.0, y, 0.0)), "{against}");
    }
}

/// On the floor gravity's 10 px/s and 5 px/s of thrust upward leave 5 px/s of either, which hold each other.
#[test]
fn who_lifts_less_than_gravity_stands_still() {
    for against in [LAYER_STATIC, LAYER_STATIC | LAYER_ACTOR] {
        let (mut world, ids) = falling(LAYER_ACTOR, against, 2);
        world.set_state(ids[0], State::ALIVE | State::MOVING_UP);
        // The thrust of a step is that of the accelerations that the step before has left.
        world
            .edit_motion(ids[0], |motion| {
                motion.acceleration.y = -320.0;
                motion.top_speed.y = 500.0;
            })
            .unwrap();
        world.step(1.0 / 64.0);
        let motion = world.motion(ids[0]).unwrap();
        let along_y = [
            motion.position,
            motion.velocity,
            motion.environment,
            motion.thrust,
        ]
        .map(|part| part.y);
        assert_eq!(along_y, [152.0, 0.0, 5.0, -5.0], "{against}");
    }
}

/// In a layer of 200 columns: a cell that is built and dug again, asked alone and by rectangles over the 64s.
#[test]
fn a_cell_of_a_wide_layer_is_seen_when_it_is_built_and_when_it_is_dug() {
    let mut world = World::default();
    let layer = TileLayer::new(200, 3, vec![0; 600]).unwrap();
    world.set_tiles([16.0; 2], vec![layer]).unwrap();
    let blocked = |world: &mut World, first: u32, last: u32| {
        let (x, w) = (first as f32 * 16.0 + 1.0, (last - first) as f32 * 16.0 + 14.0);
        [0.0, 16.0, 32.0].map(|y| world.box_blocked(x, y + 1.0, w, 14.0, LAYER_STATIC))
    };
    for col in [0, 1, 62, 63, 64, 65, 70, 127, 128, 191, 192, 199] {
        assert!(world.set_tile(0, col, 1, 5));
        for (first, last) in [
            (col, col),
            (0, 199),
            (col.saturating_sub(70), col),
            (col, (col + 70).min(199)),
        ] {
            assert_eq!(
                blocked(&mut world, first, last),
                [false, true, false],
                "{col} {first} {last}"
            );
        }
        if col > 0 {
            assert_eq!(blocked(&mut world, 0, col - 1), [false; 3], "{col}");
        }
        if col < 199 {
            assert_eq!(blocked(&mut world, col + 1, 199), [false; 3], "{col}");
        }
        assert!(world.set_tile(0, col, 1, 0));
        assert_eq!(blocked(&mut world, 0, 199), [false; 3], "{col}");
    }
}

/// Worlds that differ in one thing each have hashes of their own.
#[test]
fn each_part_of_a_world_counts_in_its_hash() {
    let build = |change: usize| {
        let mut world = World::default();
        let cells = match change {
            1 => TileLayer::new(2, 1, vec![0, 3]),
            2 => TileLayer::new(1, 2, vec![0, 3]),
            3 => TileLayer::new(2, 1, vec![3, 0]),
            4 => TileLayer::new(2, 1, vec![0, 4]),
            5 => TileLayer::new(2, 1, vec![0, 3 | 1 << 31]),
            _ => TileLayer::new(1, 1, vec![0]),
        };
        let cells = cells.unwrap();
        let cells = if change == 6 { cells.numbered(4) } else { cells };
        world.set_tiles([16.0; 2], vec![cells]).unwrap();
        let kind = world.add_character(Character::default()).unwrap();
        let mut wall = piece(1.0, 2.0);
        match change {
            7 => world.set_backend(Backend::Null),
            8 => world.set_space(Space::Solid),
            9 => wall.user = 1,
            10 => wall.shape = rect(11.0, 10.0),
            11 => wall.position.x = -1.0,
            _ => {}
        }
        world.add_static(wall).unwrap();
        let mut body = Body::new(kind, 5.0, 6.0);
        match change {
            12 => body.state = State(17),
            13 => body.layer = 17,
            14 => body.user = 1,
            15 => body = body.with_shape(rect(3.0, 4.0)),
            16 => body = body.with_shape(rect(4.0, 3.0)),
            17 => body.own_shape = true,
            18 => body.character = None,
            19 => body.motion.thrust.z = -0.0,
            _ => {}
        }
        let id = world.spawn(body).unwrap();
        match change {
            20 => world.push(id, Vec3::X).unwrap(),
            21 => world
                .set_feel(id, Feel::default().with(Setting::GravityScale, 0.5))
                .unwrap(),
            22 => world
                .set_character_feel(kind, Feel::default().with(Setting::GravityScale, 0.5))
                .unwrap(),
            23 => world
                .set_world_feel(Feel::default().with(Setting::GravityScale, 0.5))
                .unwrap(),
            24 => {
                world.set_backend(Backend::Null);
                world.set_space(Space::Solid);
            }
            _ => {}
        }
        world.hash()
    };
    let all: Vec<u64> = (0..25).map(build).collect();
    for (at, hash) in all.iter().enumerate() {
        assert_eq!(*hash, build(at), "{at}");
        assert!(!all[..at].contains(hash), "{at}");
    }
}

#[test]
fn an_edit_leaves_what_it_does_not_touch_and_takes_a_shape_along_with_a_character() {
    let mut world = World::default();
    let with_shape = |w| Character {
        shape: Some(rect(w, 10.0)),
        ..Character::default()
    };
    let thin = world.add_character(with_shape(4.0)).unwrap();
    let wide = world.add_character(with_shape(40.0)).unwrap();
    let logic = world.add_logic(|_| Flow::Go);
    let response = world.add_response(|_, _| ());
    let parent = world.spawn(Body::new(thin, 0.0, 0.0)).unwrap();
    let mut body = Body::new(thin, 5.0, 6.0)
        .with_logic(logic)
        .with_response(response);
    body.parent = Some(parent);
    let child = world.spawn(body).unwrap();
    let told = world.body(child).unwrap();
    assert_eq!(told.parent, Some(parent));
    assert_eq!((told.logic, told.response), (Some(logic), Some(response)));
    assert_eq!(told.shape, Some(rect(4.0, 10.0)));

    // A handle of another world is none of this one.
    let mut other = World::default();
    let kind = other.add_character(Character::default()).unwrap();
    assert_eq!(
        other.spawn(Body {
            character: Some(kind),
            ..told
        }),
        Err(WorldError::Stale("parent"))
    );

    world.edit(child, |body| body.user = 7).unwrap();
    assert_eq!(world.body(child), Some(Body { user: 7, ..told }));
    world.edit(child, |body| body.character = Some(wide)).unwrap();
    assert_eq!(world.body(child).unwrap().shape, Some(rect(40.0, 10.0)));

    // A shape given by an edit stays as long as the character does; one of its own stays for good.
    world
        .edit(child, |body| body.shape = Some(rect(3.0, 3.0)))
        .unwrap();
    assert_eq!(world.body(child).unwrap().shape, Some(rect(3.0, 3.0)));
    let own = world
        .spawn(Body::new(thin, 0.0, 0.0).with_shape(rect(2.0, 2.0)))
        .unwrap();
    world.edit(own, |body| body.character = Some(wide)).unwrap();
    assert_eq!(world.body(own).unwrap().shape, Some(rect(2.0, 2.0)));
}

#[test]
fn a_child_is_beside_its_parent_from_and_in_every_slot() {
    for (parent, child) in [(0, 39), (17, 18), (21, 34), (38, 5), (15, 16)] {
        let (mut world, ids) = forty();
        world
            .edit(ids[child], |body| {
                body.parent = Some(ids[parent]);
                body.motion.velocity = Vec3::new(3.0, -4.0, 5.0);
            })
            .unwrap();
        world.step(1.0 / 16.0);
        // A child whose turn comes first is where its parent was before the step: 1 px a number less.
        let way = if parent < child { parent as f32 + 1.0 } else { 0.0 };
        let place = Vec3::new(parent as f32 * 100.0 + way + 3.0, parent as f32 - 4.0, 5.0);
        assert_eq!(world.position(ids[child]), Some(place), "{parent} and {child}");

        // Without its parent it goes its own way, from where it is, by what it has of its own.
        world.remove(ids[parent]).unwrap();
        world.step(1.0 / 16.0);
        let place = place + Vec3::new(child as f32 + 1.0, 0.0, 0.0);
        assert_eq!(world.position(ids[child]), Some(place), "{child} alone");
        assert_eq!(world.body(ids[child]).unwrap().parent, None);
    }
}

#[test]
fn a_step_of_a_layer_is_for_who_is_on_it_with_and_without_hooks_and_settings() {
    for slot in [1, 17, 33] {
        let (mut world, ids) = forty();
        let logic = world.add_logic(|_| Flow::Go);
        let feel = Feel::default().with(Setting::TerminalRight, 4096.0);
        for (at, id) in ids.iter().enumerate() {
            world
                .edit(*id, |body| {
                    body.layer = u32::from(at % 2 == 1);
                    body.logic = (at % 3 == 0).then_some(logic);
                })
                .unwrap();
            if at % 5 == 0 {
                world.set_feel(*id, feel).unwrap();
            }
        }
        // Who has no character, and who is not alive, is not stepped.
        world.edit(ids[slot], |body| body.character = None).unwrap();
        world.step_layer(1.0 / 16.0, 1);
        for (at, id) in ids.iter().enumerate() {
            let way = if at % 2 == 1 && at != slot {
                at as f32 + 1.0
            } else {
                0.0
            };
            let x = world.position(*id).unwrap().x;
            assert_eq!(x, at as f32 * 100.0 + way, "{at}");
        }
    }
}

#[test]
fn a_course_and_what_is_left_of_thrust_are_each_bodys_own() {
    for slot in [3, 20, 37] {
        let (mut world, ids) = forty();
        world.set_settings(Settings {
            gravity: Vec3::new(0.0, 64.0, 0.0),
            ..Settings::default()
        });
        let own = Feel::default()
            .with(Setting::GravityScale, 0.5)
            .with(Setting::DecelerationX, 8.0);
        world.set_feel(ids[slot], own).unwrap();
        for (at, id) in ids.iter().enumerate() {
            world
                .edit(*id, |body| {
                    body.motion.acceleration.x = 32.0;
                    body.motion.top_speed.x = 1000.0;
                })
                .unwrap();
            if at == slot {
                world.set_state(*id, State::ALIVE | State::MOVING_RIGHT);
            }
        }
        for (at, id) in ids.iter().enumerate() {
            // In half a second: half of the speed, an eighth of each acceleration.
            let (thrust, fall) = if at == slot { (4.0, 4.0) } else { (0.0, 8.0) };
            let place = world.course(*id).unwrap().position(0.5);
            let x = at as f64 * 100.0 + (at as f64 + 1.0) * 8.0 + thrust;
            assert_eq!((place.x, place.y), (x, at as f64 + fall), "{at}");
        }
        for (at, id) in ids.iter().enumerate() {
            world.edit_motion(*id, |motion| motion.thrust.x = 5.0).unwrap();
            world.release(*id, State::MOVING_RIGHT);
            let left = if at == slot { 5.0 } else { 0.0 };
            assert_eq!(world.motion(*id).unwrap().thrust.x, left, "{at}");
        }
    }
}

#[test]
fn every_body_is_drawn_on_its_own_way_and_a_world_of_twice_the_time_takes_twice_the_steps() {
    let (mut world, ids) = forty();
    world.set_pace(1.0 / 16.0, 5);
    assert_eq!(world.advance(1.0 / 16.0 + 1.0 / 32.0), 1);
    assert_eq!(world.alpha(), 0.5);
    for (at, id) in ids.iter().enumerate() {
        let x = at as f32 * 100.0 + (at as f32 + 1.0) * 0.5;
        assert_eq!(world.pose(*id, 0.5).unwrap().x, x, "{at}");
    }
    world
        .set_world_feel(Feel::default().with(Setting::TimeScale, 2.0))
        .unwrap();
    assert_eq!(world.advance(1.0 / 64.0), 1, "a half and a half");
    assert_eq!(world.advance(1.0 / 16.0), 2);
}

#[test]
fn a_wall_takes_the_impulse_that_leads_into_it_and_no_other() {
    let mut world = World::default();
    let wall = TileLayer::from_text("#.....\n#.....\n#.....\n######");
    world.set_tiles([16.0, 16.0], vec![wall]).unwrap();
    world
        .set_world_feel(Feel::default().with(Setting::PushDecay, 0.0))
        .unwrap();
    let kind = world
        .add_character(Character {
            shape: Some(rect(10.0, 10.0)),
            ..Character::default()
        })
        .unwrap();
    let beside = world.spawn(Body::new(kind, 16.0, 16.0)).unwrap();
    let apart = world.spawn(Body::new(kind, 64.0, 16.0)).unwrap();
    for id in [beside, apart] {
        world.push(id, Vec3::new(-64.0, -32.0, 0.0)).unwrap();
    }
    world.step(1.0 / 64.0);
    assert_eq!(world.impulse(beside), Some(Vec3::new(0.0, -32.0, 0.0)));
    assert_eq!(world.impulse(apart), Some(Vec3::new(-64.0, -32.0, 0.0)));
    assert_eq!(world.touching(beside), Some(TOUCH_LEFT));
}
