//! Whose handles a world takes, and what it says where it takes none.

use akgl::collision::Shape;
use akgl::glam::Vec3;
use akgl::physics::Motion;
use akgl::physics::feel::Feel;
use akgl::world::{
    Body, BodyId, Character, CharacterId, Flow, LogicId, ResponseId, State, Static, StaticId, World,
    WorldError,
};

fn rect(x: f32, y: f32, w: f32, h: f32) -> Shape {
    Shape::rect(x, y, w, h, 0.0).unwrap()
}

fn place(world: &World, id: BodyId) -> [f32; 2] {
    let at = world.position(id).unwrap();
    [at.x, at.y]
}

/// A world with a character, a body, a piece, a logic and a response, and another of the same.
fn twins() -> [(World, CharacterId, BodyId, StaticId); 2] {
    [0; 2].map(|_| {
        let mut world = World::default();
        let kind = world.add_character(Character::default()).unwrap();
        let body = world.spawn(Body::new(kind, 1.0, 2.0)).unwrap();
        let piece = Static {
            shape: rect(0.0, 0.0, 4.0, 4.0),
            position: Vec3::new(500.0, 0.0, 0.0),
            user: 0,
        };
        let piece = world.add_static(piece).unwrap();
        (world, kind, body, piece)
    })
}

#[test]
fn a_handle_of_another_world_is_stale() {
    let [(mut a, ka, ba, sa), (mut b, kb, bb, _)] = twins();
    let (logic, response) = (a.add_logic(|_| Flow::Go), a.add_response(|_, _| ()));
    let own = (b.add_logic(|_| Flow::Go), b.add_response(|_, _| ()));
    let hash = b.hash();
    let fast = Character::default();
    assert!(b.character(ka).is_none());
    assert_eq!(b.set_character(ka, fast), Err(WorldError::Stale("character")));
    assert_eq!(
        b.set_character_feel(ka, Feel::default()),
        Err(WorldError::Stale("character"))
    );
    assert!(b.position(ba).is_none() && b.body(ba).is_none() && b.motion(ba).is_none());
    assert!(b.state(ba).is_none() && b.velocity(ba).is_none() && !b.contains(ba));
    assert!(b.feel(ba).is_none() && b.pose(ba, 0.5).is_none() && b.course(ba).is_none());
    assert!(b.remove(ba).is_none() && !b.set_state(ba, State::DEAD) && !b.release(ba, State::MOVING_UP));
    assert_eq!(b.edit(ba, |_| ()), Err(WorldError::Stale("body")));
    assert_eq!(b.edit_motion(ba, |_| ()), Err(WorldError::Stale("body")));
    assert_eq!(b.set_position(ba, Vec3::ZERO), Err(WorldError::Stale("body")));
    assert_eq!(b.teleport(ba, Vec3::ZERO), Err(WorldError::Stale("body")));
    assert_eq!(b.push(ba, Vec3::ONE), Err(WorldError::Stale("body")));
    assert!(b.get_static(sa).is_none() && b.remove_static(sa).is_none());
    let piece = *a.get_static(sa).unwrap();
    assert_eq!(b.set_static(sa, piece), Err(WorldError::Stale("static")));
    assert_eq!(
        b.spawn(Body::new(ka, 0.0, 0.0)),
        Err(WorldError::Stale("character"))
    );
    let mut with = |change: &dyn Fn(&mut Body)| b.edit(bb, change);
    assert_eq!(
        with(&|body| body.character = Some(ka)),
        Err(WorldError::Stale("character"))
    );
    assert_eq!(
        with(&|body| body.parent = Some(ba)),
        Err(WorldError::Stale("parent"))
    );
    assert_eq!(
        with(&|body| body.logic = Some(logic)),
        Err(WorldError::Stale("logic"))
    );
    assert_eq!(
        with(&|body| body.response = Some(response)),
        Err(WorldError::Stale("response"))
    );
    assert_eq!(b.hash(), hash);
    let mine = Body::new(kb, 0.0, 0.0).with_logic(own.0).with_response(own.1);
    assert!(b.spawn(mine).is_ok() && b.position(bb).is_some());
}

#[test]
fn a_hook_that_the_world_does_not_have_is_refused_and_its_snapshot_can_be_restored() {
    let [(mut a, kind, id, _), _] = twins();
    let logic = LogicId::from_index(0).unwrap();
    let response = ResponseId::from_index(0).unwrap();
    let body = Body::new(kind, 0.0, 0.0);
    assert_eq!(a.spawn(body.with_logic(logic)), Err(WorldError::Stale("logic")));
    assert_eq!(
        a.spawn(body.with_response(response)),
        Err(WorldError::Stale("response"))
    );
    assert_eq!(
        a.edit(id, |body| body.logic = Some(logic)),
        Err(WorldError::Stale("logic"))
    );
    assert_eq!(a.restore(&a.snapshot()), Ok(()));
    a.add_logic(|_| Flow::Skip);
    assert!(a.spawn(body.with_logic(logic)).is_ok());
    assert_eq!(a.restore(&a.snapshot()), Ok(()));
}

#[test]
fn a_world_that_loads_a_state_takes_the_handles_of_both_worlds() {
    let [(mut a, ka, ba, sa), (mut b, kb, bb, sb)] = twins();
    a.set_position(ba, Vec3::new(7.0, 8.0, 0.0)).unwrap();
    b.load(&a.save());
    for (kind, body, piece) in [(ka, ba, sa), (kb, bb, sb)] {
        assert_eq!(place(&b, body), [7.0, 8.0]);
        assert!(b.character(kind).is_some() && b.get_static(piece).is_some());
        b.edit(body, |body| body.character = Some(kind)).unwrap();
    }
    let own = b.save();
    b.load(&own);
    assert!(b.contains(ba), "a state of its own changes nothing about it");
    let later = b.spawn(Body::new(ka, 0.0, 0.0)).unwrap();
    assert!(a.spawn(Body::new(ka, 0.0, 0.0)).is_ok() && !a.contains(later) && !a.contains(bb));
    let body = b.body(later).unwrap();
    assert_eq!(
        a.spawn(body),
        Err(WorldError::Stale("character")),
        "what b gives out is b's"
    );
}

#[test]
fn a_world_that_restores_bytes_takes_its_own_handles_and_any_others() {
    let [(mut a, ka, ba, sa), (mut b, kb, bb, sb)] = twins();
    let before = b.save();
    a.set_position(ba, Vec3::new(7.0, 8.0, 0.0)).unwrap();
    assert!(b.restore(&a.snapshot()[1..]).is_err() && !b.contains(ba));
    b.restore(&a.snapshot()).unwrap();
    for (kind, body, piece) in [(ka, ba, sa), (kb, bb, sb)] {
        assert_eq!(place(&b, body), [7.0, 8.0]);
        assert!(b.character(kind).is_some() && b.get_static(piece).is_some());
    }
    assert!(!a.contains(bb));
    b.load(&before);
    assert!(b.contains(bb) && !b.contains(ba));
}

#[test]
fn a_handle_made_of_numbers_is_good_in_every_world() {
    let [(_, ka, ba, sa), (mut b, ..)] = twins();
    assert!(!b.contains(ba));
    assert_eq!(place(&b, BodyId::from_bits(ba.to_bits())), [1.0, 2.0]);
    assert!(b.get_static(StaticId::from_bits(sa.to_bits())).is_some());
    assert!(
        b.character(CharacterId::from_index(ka.index()).unwrap())
            .is_some()
    );
    assert!(b.character(CharacterId::from_index(1).unwrap()).is_none());
    assert!(b.remove(BodyId::from_bits(ba.to_bits())).is_some());
    assert!(!b.contains(BodyId::from_bits(ba.to_bits())));
}

#[test]
fn what_is_refused_says_what_it_is() {
    let [(mut world, kind, id, _), _] = twins();
    let text = |result: Result<(), WorldError>| result.unwrap_err().to_string();
    assert_eq!(
        text(world.edit(id, |body| body.parent = Some(id))),
        "a body cannot be its own parent"
    );
    let bent = |change: fn(&mut Motion)| {
        let mut body = Body::new(kind, 0.0, 0.0);
        change(&mut body.motion);
        body
    };
    for (body, name) in [
        (bent(|motion| motion.position.z = f32::NAN), "position"),
        (bent(|motion| motion.velocity.x = f32::NAN), "velocity"),
        (bent(|motion| motion.environment.y = f32::INFINITY), "environment"),
        (bent(|motion| motion.thrust.y = f32::INFINITY), "thrust"),
        (bent(|motion| motion.acceleration.y = f32::NAN), "acceleration"),
        (bent(|motion| motion.top_speed.y = f32::NAN), "top speed"),
    ] {
        assert_eq!(
            text(world.spawn(body).map(|_| ())),
            format!("{name} is not finite")
        );
    }
    world.remove(id);
    assert_eq!(text(world.edit(id, |_| ())), "the handle of the body is stale");
}
