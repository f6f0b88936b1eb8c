//! The world's own promises: the figures of the physics, handles, hooks, queries.

use std::sync::{Arc, Mutex};

use akgl::collision::{LAYER_ACTOR, LAYER_ENEMY, LAYER_PICKUP, LAYER_STATIC, Shape};
use akgl::physics::Settings;
use akgl::world::{
    Backend, Body, BodyId, Character, CharacterId, Flow, State, Static, TileLayer, With, World, WorldError,
};
use glam::Vec3;

const DT: f32 = 1.0 / 60.0;

fn falling(gravity: f32) -> World {
    World::new(Settings {
        gravity: Vec3::new(0.0, gravity, 0.0),
        ..Settings::default()
    })
}

fn rect(x: f32, y: f32, w: f32, h: f32) -> Shape {
    Shape::rect(x, y, w, h, 0.0).unwrap()
}

fn runner(world: &mut World, shape: Option<Shape>) -> CharacterId {
    world
        .add_character(Character {
            acceleration: Vec3::new(900.0, 900.0, 0.0),
            top_speed: Vec3::new(220.0, 220.0, 0.0),
            shape,
        })
        .unwrap()
}

fn place(world: &World, id: BodyId) -> [f32; 2] {
    let at = world.position(id).unwrap();
    [at.x, at.y]
}

/// The cap multiplies by a rounded reciprocal, so it is met to the last place and not to the bit.
fn at_top_speed(speed: Vec3) -> bool {
    (speed.x - 220.0).abs() < 1e-4 && speed.y == 0.0
}

#[test]
fn a_jump_falls_at_its_own_speed_after_42_steps() {
    let mut world = falling(1600.0);
    let kind = runner(&mut world, None);
    let id = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    world
        .edit_motion(id, |motion| motion.environment.y = -560.0)
        .unwrap();
    for _ in 0..42 {
        world.step(DT);
    }
    let fall = world.motion(id).unwrap().environment.y;
    assert!((fall - 560.0).abs() < 0.01, "{fall}");
    world.step(DT);
    assert!(world.motion(id).unwrap().environment.y > fall);
}

#[test]
fn a_quarter_second_in_one_step_falls_a_hundred_pixels_and_the_clock_bounds_it() {
    let mut world = falling(1600.0);
    let kind = runner(&mut world, None);
    let id = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    world.step(0.25);
    assert_eq!(place(&world, id), [0.0, 100.0]);
    assert_eq!(world.advance_clock(1_250_000_000, 1_000_000_000), 0.05);
}

#[test]
fn the_first_step_of_a_direction_gives_no_thrust_and_a_reversal_takes_half_a_second() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    let id = world
        .spawn(Body::new(kind, 0.0, 0.0).with_state(State::MOVING_RIGHT))
        .unwrap();
    world.step(DT);
    assert_eq!(world.motion(id).unwrap().thrust.x, 0.0);
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(at_top_speed(world.motion(id).unwrap().thrust));
    world.set_state(id, State::MOVING_LEFT);
    world.step(DT); // still with the acceleration of the step before
    let mut steps = 0;
    while world.motion(id).unwrap().thrust.x > -219.999 {
        world.step(DT);
        steps += 1;
    }
    assert_eq!(steps, 30);
}

#[test]
fn released_a_body_does_not_drift_and_keeps_its_fall() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    let id = world
        .spawn(Body::new(kind, 0.0, 0.0).with_state(State::MOVING_RIGHT | State::MOVING_DOWN))
        .unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    let thrust = world.motion(id).unwrap().thrust;
    assert!(
        (thrust.length() - 220.0).abs() < 1e-3,
        "a diagonal is as fast as a straight"
    );
    world
        .edit_motion(id, |motion| motion.environment.y = 7.0)
        .unwrap();
    assert!(world.release(id, State::MOVING_RIGHT | State::MOVING_DOWN));
    let x = place(&world, id)[0];
    for _ in 0..60 {
        world.step(DT);
    }
    assert_eq!(place(&world, id)[0], x);
    assert_eq!(world.motion(id).unwrap().environment.y, 7.0);
    assert_eq!(world.state(id).unwrap(), State::ALIVE);
}

#[test]
fn a_body_at_rest_stays_to_the_bit_and_slides_over_flush_tiles() {
    let mut world = falling(900.0);
    world
        .set_tiles(
            [16.0; 2],
            vec![TileLayer::from_text("\n\n################################")],
        )
        .unwrap();
    let kind = runner(&mut world, Some(rect(0.0, 0.0, 12.0, 28.0)));
    let id = world.spawn(Body::new(kind, 2.3, 4.0)).unwrap();
    for _ in 0..600 {
        world.step(DT);
        assert_eq!(place(&world, id), [2.3, 4.0]);
    }
    world.set_state(id, State::MOVING_RIGHT);
    for _ in 0..120 {
        world.step(DT);
        assert_eq!(place(&world, id)[1], 4.0);
    }
    assert!(at_top_speed(world.velocity(id).unwrap()));
}

#[test]
fn a_wall_takes_the_thrust_and_not_the_fall() {
    let mut world = falling(900.0);
    let wall = Static {
        shape: rect(0.0, 0.0, 10.0, 1000.0).on(LAYER_STATIC),
        position: Vec3::new(50.0, -500.0, 0.0),
        user: 9,
    };
    let wall = world.add_static(wall).unwrap();
    let kind = runner(&mut world, Some(rect(0.0, 0.0, 10.0, 10.0)));
    let id = world
        .spawn(Body::new(kind, 0.0, 0.0).with_state(State::MOVING_RIGHT))
        .unwrap();
    for _ in 0..40 {
        world.step(DT);
    }
    let motion = world.motion(id).unwrap();
    assert_eq!(motion.position.x, 40.0);
    assert_eq!((motion.thrust.x, motion.velocity.x), (0.0, 0.0));
    assert!((motion.environment.y - 600.0).abs() < 0.01);
    assert_eq!(world.remove_static(wall).unwrap().user, 9);
    assert!(world.remove_static(wall).is_none());
    world.step(DT);
    world.step(DT);
    assert!(place(&world, id)[0] > 40.0);
}

#[test]
fn handles_find_nothing_once_the_body_is_gone() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    let ids: Vec<BodyId> = (0..40)
        .map(|at| world.spawn(Body::new(kind, at as f32, 0.0)).unwrap())
        .collect();
    assert!(world.remove(ids[30]).is_some());
    assert_eq!(world.remove(ids[7]).unwrap().motion.position.x, 7.0);
    assert!(world.remove(ids[7]).is_none());
    assert!(!world.contains(ids[7]));
    assert_eq!(world.edit(ids[7], |_| ()), Err(WorldError::Stale("body")));
    let new = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    assert_eq!(new.slot(), 7, "the lowest free slot");
    assert_ne!(new, ids[7]);
    assert_eq!(world.body(ids[7]), None);
    assert_eq!(world.len(), 39);
    assert_eq!(world.ids().count(), 39);
    assert_eq!(world.spawn(Body::new(kind, 0.0, 0.0)).unwrap().slot(), 30);
    assert_eq!(world.spawn(Body::new(kind, 0.0, 0.0)).unwrap().slot(), 40);
}

#[test]
fn what_is_no_number_is_refused_and_changes_nothing() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    assert!(world.spawn(Body::new(kind, f32::NAN, 0.0)).is_err());
    let id = world.spawn(Body::new(kind, 1.0, 2.0)).unwrap();
    let before = world.body(id);
    assert!(
        world
            .edit(id, |body| body.motion.environment.x = f32::INFINITY)
            .is_err()
    );
    assert!(world.set_position(id, Vec3::NAN).is_err());
    let mut flat = rect(0.0, 0.0, 1.0, 1.0);
    flat.size[1] = 0.0;
    assert_eq!(
        world.edit(id, |body| body.shape = Some(flat)),
        Err(WorldError::BadShape("body"))
    );
    assert_eq!(
        world.edit(id, |body| body.parent = Some(id)),
        Err(WorldError::OwnParent)
    );
    assert_eq!(world.body(id), before);
    world.step(f32::NAN);
    world.step(-1.0);
    assert_eq!(place(&world, id), [1.0, 2.0]);
}

#[test]
fn a_child_sits_beside_its_parent_and_goes_its_own_way_without_it() {
    let mut world = falling(600.0);
    let kind = runner(&mut world, None);
    let parent = world.spawn(Body::new(kind, 100.0, 0.0)).unwrap();
    let child = world
        .spawn(Body {
            parent: Some(parent),
            ..Body::new(kind, 0.0, 0.0)
        })
        .unwrap();
    world
        .edit_motion(child, |motion| motion.velocity = Vec3::new(3.0, -4.0, 1.0))
        .unwrap();
    world.step(DT);
    let at = world.position(parent).unwrap();
    assert_eq!(world.position(child).unwrap(), at + Vec3::new(3.0, -4.0, 1.0));
    assert_eq!(world.motion(child).unwrap().environment, Vec3::ZERO);
    world.remove(parent);
    assert_eq!(world.body(child).unwrap().parent, None);
    world.step(DT);
    assert_eq!(world.motion(child).unwrap().environment.y, 600.0 * DT);
}

#[test]
fn only_the_asked_for_layer_is_stepped() {
    let mut world = falling(600.0);
    let kind = runner(&mut world, None);
    let ids: Vec<BodyId> = (0..4)
        .map(|at| {
            world
                .spawn(Body {
                    layer: at % 2,
                    ..Body::new(kind, 0.0, 0.0)
                })
                .unwrap()
        })
        .collect();
    world.step_layer(DT, 1);
    let moved: Vec<bool> = ids.iter().map(|id| place(&world, *id)[1] > 0.0).collect();
    assert_eq!(moved, [false, true, false, true]);
}

#[test]
fn the_null_backend_moves_nothing_but_counts_thrust() {
    let mut world = falling(600.0);
    world.set_backend(Backend::Null);
    let kind = runner(&mut world, None);
    let id = world
        .spawn(Body::new(kind, 5.0, 5.0).with_state(State::MOVING_RIGHT))
        .unwrap();
    for _ in 0..30 {
        world.step(DT);
    }
    assert_eq!(place(&world, id), [5.0, 5.0]);
    assert!(at_top_speed(world.velocity(id).unwrap()));
}

#[test]
fn a_logic_that_skips_freezes_its_body_and_no_other() {
    let mut world = falling(600.0);
    let kind = runner(&mut world, None);
    let frozen = world.add_logic(|_| Flow::Skip);
    let a = world.spawn(Body::new(kind, 0.0, 0.0).with_logic(frozen)).unwrap();
    let b = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    world.step(DT);
    assert_eq!(place(&world, a), [0.0, 0.0]);
    assert!(place(&world, b)[1] > 0.0);
}

#[test]
fn a_logic_pins_its_body_to_a_floor() {
    let mut world = falling(900.0);
    let kind = runner(&mut world, None);
    let floor = world.add_logic(|body| {
        body.travel();
        body.edit_motion(|motion| {
            if motion.position.y >= 400.0 {
                motion.position.y = 400.0;
                motion.environment.y = 0.0;
            }
        });
        Flow::Go
    });
    let id = world
        .spawn(Body::new(kind, 0.0, 390.0).with_logic(floor))
        .unwrap();
    for _ in 0..120 {
        world.step(DT);
    }
    // Pinned before gravity, so one step's fall of 900 / 60² px is seen.
    assert_eq!(place(&world, id), [0.0, 400.25]);
}

#[test]
fn a_spawn_in_a_later_slot_is_stepped_in_the_same_step() {
    let mut world = falling(600.0);
    let kind = runner(&mut world, None);
    let born = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&born);
    let mother = world.add_logic(move |body| {
        let id = body.spawn(Body::new(kind, 50.0, 0.0)).unwrap();
        list.lock().unwrap().push(id);
        Flow::Go
    });
    world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    world.spawn(Body::new(kind, 0.0, 0.0).with_logic(mother)).unwrap();
    for _ in 0..40 {
        world.step(DT);
    }
    let born = born.lock().unwrap();
    assert_eq!(born.len(), 40);
    let last = *born.last().unwrap();
    assert_eq!(last.slot(), 41);
    assert_eq!(world.motion(last).unwrap().environment.y, 600.0 * DT);
}

#[test]
fn a_logic_may_remove_its_own_body_and_others() {
    let mut world = falling(600.0);
    let kind = runner(&mut world, None);
    let ids: Vec<BodyId> = (0..20)
        .map(|at| world.spawn(Body::new(kind, at as f32, 0.0)).unwrap())
        .collect();
    let doomed = ids.clone();
    let end = world.add_logic(move |body| {
        for id in [2, 3, 4, 17] {
            body.remove(doomed[id]);
        }
        Flow::Go
    });
    world.edit(ids[3], |body| body.logic = Some(end)).unwrap();
    world.step(DT);
    assert_eq!(world.len(), 16);
    let next = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    assert_eq!(next.slot(), 2);
    world.step(DT);
    assert_eq!(world.motion(next).unwrap().environment.y, 600.0 * DT);
}

#[test]
fn a_coin_is_told_once_pushes_nothing_and_may_take_itself_away() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    let coin = world
        .spawn(Body::new(kind, 30.0, 0.0).with_shape(rect(0.0, 0.0, 8.0, 8.0).on(LAYER_PICKUP).as_sensor()))
        .unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&told);
    let collect = world.add_response(move |body, contact| {
        assert!(contact.sensor);
        assert!(!body.block(contact));
        if let With::Body(id) = contact.with {
            list.lock().unwrap().push(id);
            assert!(body.remove(id).is_some());
        }
    });
    let hero = world
        .spawn(
            Body::new(kind, 0.0, 0.0)
                .with_shape(rect(0.0, 0.0, 10.0, 10.0).against(LAYER_PICKUP | LAYER_STATIC))
                .with_response(collect)
                .with_state(State::MOVING_RIGHT),
        )
        .unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    assert_eq!(*told.lock().unwrap(), [coin]);
    assert!(!world.contains(coin));
    assert!(at_top_speed(world.motion(hero).unwrap().thrust));
}

#[test]
fn a_response_may_teleport_reshape_edit_tiles_and_remove() {
    let mut world = falling(900.0);
    world
        .set_tiles(
            [16.0; 2],
            vec![TileLayer::from_text("....\n....\n####").numbered(4)],
        )
        .unwrap();
    let kind = runner(&mut world, Some(rect(0.0, 0.0, 12.0, 12.0)));

    let lift = world.add_response(|body, contact| {
        assert!(matches!(
            contact.with,
            With::Tile {
                gid: 1,
                layer: 4,
                row: 2,
                ..
            }
        ));
        let me = body.me();
        body.set_position(me, Vec3::new(300.0, -50.0, 0.0)).unwrap();
    });
    let lifted = world
        .spawn(Body::new(kind, 2.0, 18.0).with_response(lift))
        .unwrap();

    let dig = world.add_response(|body, contact| {
        let With::Tile { col, row, .. } = contact.with else {
            panic!("{contact:?}");
        };
        assert!(body.set_tile(0, col as u32, row as u32, 0));
    });
    let digger = world
        .spawn(Body::new(kind, 18.0, 20.0).with_response(dig))
        .unwrap();

    let ghost = world.add_response(|body, _| {
        let me = body.me();
        body.edit(me, |body| (body.shape, body.own_shape) = (None, true))
            .unwrap();
    });
    let ghosted = world
        .spawn(Body::new(kind, 34.0, 20.0).with_response(ghost))
        .unwrap();

    let gone = world.add_response(|body, _| {
        let me = body.me();
        assert!(body.remove(me).is_some());
        assert!(!body.edit_motion(|_| ()));
    });
    let removed = world
        .spawn(Body::new(kind, 50.0, 20.0).with_response(gone))
        .unwrap();

    for _ in 0..20 {
        world.step(DT);
    }
    assert!(place(&world, lifted)[0] == 300.0);
    assert!(place(&world, digger)[1] > 32.0);
    assert!(place(&world, ghosted)[1] > 32.0);
    assert_eq!(world.body(ghosted).unwrap().shape, None);
    assert!(!world.contains(removed));
    assert_eq!(world.solid_at(20.0, 40.0), None);
    assert!(world.solid_at(2.0, 40.0).is_some());
}

#[test]
fn masks_are_asked_from_one_side_only() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    let crate_shape = rect(0.0, 0.0, 10.0, 10.0).on(LAYER_ENEMY).against(0);
    let still = world
        .spawn(Body::new(kind, 20.0, 0.0).with_shape(crate_shape))
        .unwrap();
    let pusher = world
        .spawn(
            Body::new(kind, 0.0, 0.0)
                .with_shape(rect(0.0, 0.0, 10.0, 10.0).against(LAYER_ENEMY))
                .with_state(State::MOVING_RIGHT),
        )
        .unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    assert_eq!(place(&world, pusher), [10.0, 0.0]);
    assert_eq!(place(&world, still), [20.0, 0.0]);
    assert!(world.box_blocked(15.0, 5.0, 10.0, 2.0, LAYER_ENEMY));
    assert!(!world.box_blocked(30.0, 5.0, 10.0, 2.0, LAYER_ENEMY | LAYER_ACTOR));
}

#[test]
fn queries_see_what_is_there_now() {
    let mut world = World::default();
    let kind = runner(&mut world, Some(rect(0.0, 0.0, 10.0, 10.0)));
    let ids: Vec<BodyId> = (0..100)
        .map(|at| {
            world
                .spawn(Body::new(kind, (at % 10 * 20) as f32, (at / 10 * 20) as f32))
                .unwrap()
        })
        .collect();
    let find = |world: &mut World, x: f32, y: f32, w: f32, h: f32| {
        let mut found = Vec::new();
        world.bodies_in(x, y, w, h, |id| found.push(id));
        found
    };
    // Touching the column at 40 is not overlapping it.
    assert_eq!(find(&mut world, 15.0, 15.0, 25.0, 20.0), [ids[11]]);
    world.set_position(ids[0], Vec3::new(31.0, 31.0, 0.0)).unwrap();
    assert_eq!(find(&mut world, 15.0, 15.0, 25.0, 20.0), [ids[0], ids[11]]);
    world.remove(ids[11]);
    assert_eq!(find(&mut world, 15.0, 15.0, 25.0, 20.0), [ids[0]]);
    assert_eq!(find(&mut world, -1e9, -1e9, 2e9, 2e9).len(), 99);
    assert!(find(&mut world, f32::NAN, 0.0, 5.0, 5.0).is_empty());
}

#[test]
fn settling_lifts_by_tiles_and_gives_up_loudly() {
    let mut world = World::default();
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text("....\n####\n####")])
        .unwrap();
    let shape = rect(0.0, 0.0, 10.0, 10.0);
    let place = world.settle(&shape, Vec3::new(3.0, 30.0, 0.0)).unwrap();
    assert_eq!(place, Vec3::new(3.0, 6.0, 0.0));
    let column = "#\n".repeat(200);
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text(&column)])
        .unwrap();
    assert!(matches!(
        world.settle(&shape, Vec3::new(3.0, 3000.0, 0.0)),
        Err(WorldError::NotSettled(_))
    ));
}

#[test]
fn a_character_changes_all_its_bodies_speeds() {
    let mut world = World::default();
    let kind = runner(&mut world, None);
    let ids: Vec<BodyId> = (0..20)
        .map(|_| {
            world
                .spawn(Body::new(kind, 0.0, 0.0).with_state(State::MOVING_RIGHT))
                .unwrap()
        })
        .collect();
    world.step(DT);
    let mut slow = *world.character(kind).unwrap();
    slow.top_speed.x = 50.0;
    world.set_character(kind, slow).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    for id in ids {
        assert_eq!(world.velocity(id).unwrap().x, 50.0);
    }
}

#[test]
fn a_world_can_be_sent_to_another_thread() {
    fn send<T: Send>(value: T) -> T {
        value
    }
    let mut world = send(falling(900.0));
    let kind = runner(&mut world, None);
    let id = world.spawn(Body::new(kind, 0.0, 0.0)).unwrap();
    let world = std::thread::spawn(move || {
        world.step(DT);
        world
    })
    .join()
    .unwrap();
    assert!(place(&world, id)[1] > 0.0);
}

#[test]
fn the_solid_layers_of_a_map_become_tiles() {
    let text = r#"{"type": "map", "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 8,
        "infinite": false, "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 8,
        "tilecount": 9, "columns": 3, "image": "t.png", "imagewidth": 48, "imageheight": 24, "margin": 0, "spacing": 0}],
        "layers": [
        {"type": "tilelayer", "id": 1, "name": "back", "width": 3, "height": 2, "x": 0, "y": 0, "opacity": 1,
         "visible": true, "data": [1, 1, 1, 1, 1, 1]},
        {"type": "tilelayer", "id": 2, "name": "solid", "width": 3, "height": 2, "x": 0, "y": 0, "opacity": 1,
         "visible": true, "offsetx": 4, "offsety": 0, "data": [0, 2, 0, 0, 0, 3],
         "properties": [{"name": "collidable", "type": "bool", "value": true}]}]}"#;
    let map = akgl::map::Map::from_json_str(text, "").unwrap();
    let mut world = World::default();
    world.set_map(&map).unwrap();
    let at = |x, y| match world.solid_at(x, y) {
        Some(With::Tile { gid, layer, .. }) => (gid, layer),
        _ => (0, 0),
    };
    assert_eq!(at(21.0, 1.0), (2, 1));
    assert_eq!(at(19.0, 1.0), (0, 0));
    assert_eq!(at(40.0, 9.0), (3, 1));
}

#[test]
fn a_step_that_is_not_finite_is_none_and_a_body_that_overflows_is_alone_in_it() {
    let mut world = falling(600.0);
    let kind = runner(&mut world, Some(rect(0.0, 0.0, 10.0, 10.0).against(LAYER_ACTOR)));
    let id = world.spawn(Body::new(kind, 1.0, 2.0)).unwrap();
    for dt in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        world.step(dt);
        world.step_layer(dt, 0);
        assert_eq!(place(&world, id), [1.0, 2.0]);
    }
    let alone = {
        let mut world = falling(600.0);
        let kind = runner(&mut world, Some(rect(0.0, 0.0, 10.0, 10.0).against(LAYER_ACTOR)));
        let id = world.spawn(Body::new(kind, 1.0, 2.0)).unwrap();
        (0..60).for_each(|_| world.step(DT));
        place(&world, id)
    };
    world
        .set_tiles([16.0; 2], vec![TileLayer::from_text("#").at(-500.0, 0.0)])
        .unwrap();
    let far = world.spawn(Body::new(kind, 1.0, 3.0e38)).unwrap();
    let child = world
        .spawn(Body {
            parent: Some(far),
            ..Body::new(kind, 0.0, 0.0)
        })
        .unwrap();
    world
        .edit_motion(far, |motion| motion.environment = Vec3::new(3.0e38, 3.0e38, 0.0))
        .unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(!world.position(far).unwrap().is_finite());
    assert!(
        world.position(child).unwrap().is_finite(),
        "its children are not in it"
    );
    assert_eq!(place(&world, id), alone);
    assert_eq!(world.restore(&world.snapshot()), Ok(()));
    world
        .edit(far, |body| body.motion = Body::new(kind, 300.0, 0.0).motion)
        .unwrap();
    world.step(DT);
    assert!(world.position(far).unwrap().is_finite());
}

#[test]
fn settling_goes_up_also_where_there_is_room_below() {
    let mut world = World::default();
    world
        .set_tiles(
            [16.0; 2],
            vec![TileLayer::from_text("....\n####\n....\n....\n####")],
        )
        .unwrap();
    // Inside a ledge of one row, with two rows of air under it.
    let place = world
        .settle(&rect(0.0, 0.0, 10.0, 10.0), Vec3::new(3.0, 20.0, 0.0))
        .unwrap();
    assert_eq!(place, Vec3::new(3.0, 6.0, 0.0));
    let ledge = TileLayer::from_text("....\n####\n....\n....\n####").at(0.0, 20.0);
    world.set_tiles([16.0; 2], vec![ledge]).unwrap();
    let place = world
        .settle(&rect(0.0, 0.0, 10.0, 10.0), Vec3::new(3.0, 40.0, 0.0))
        .unwrap();
    assert_eq!(
        place,
        Vec3::new(3.0, 26.0, 0.0),
        "on the ledge of a layer that is 20 px down"
    );
    let ledge = TileLayer::from_text("....\n####\n....\n....\n####");
    world.set_tiles([16.0; 2], vec![ledge]).unwrap();
    // An edge that no float falls on is rounded away from the tiles.
    for tenth in 1..100_u16 {
        let height = f32::from(tenth) / 10.0;
        let place = world
            .settle(&rect(0.0, 0.1, 10.0, height), Vec3::new(3.0, 16.0, 0.0))
            .unwrap();
        let bottom = f64::from(place.y) + f64::from(0.1_f32) + f64::from(height);
        assert!(bottom <= 16.0 && 16.0 - bottom < 2e-6, "{height}: {bottom}");
    }
}
