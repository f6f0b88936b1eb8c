//! A round body that passes a corner: a straight piece of its way cuts the corner, and the body must
//! neither be left inside nor be caught there.

use akgl::collision::Shape;
use akgl::physics::Settings;
use akgl::world::{Body, BodyId, Character, State, TileLayer, World};
use glam::Vec3;

const RADIUS: f32 = 6.0;
const STEP: f32 = 1.0 / 60.0;
/// The one solid tile: (80, 192) to (96, 208).
const CORNER: [f32; 2] = [96.0, 208.0];

/// A circle of radius 6 below and right of the tile.
fn scene(x: f32, y: f32, velocity: [f32; 2]) -> (World, BodyId) {
    let mut world = World::new(Settings::default());
    world
        .set_tiles([16.0, 16.0], vec![TileLayer::from_text("#").at(80.0, 192.0)])
        .unwrap();
    let walker = world
        .add_character(Character {
            acceleration: Vec3::new(900.0, 900.0, 0.0),
            top_speed: Vec3::new(110.0, 110.0, 0.0),
            shape: Some(Shape::circle(0.0, 0.0, RADIUS, 0.0).unwrap()),
        })
        .unwrap();
    let body = world.spawn(Body::new(walker, x, y)).unwrap();
    world
        .edit_motion(body, |motion| {
            motion.environment = Vec3::new(velocity[0], velocity[1], 0.0)
        })
        .unwrap();
    (world, body)
}

/// How deep the circle is in the tile, by its distance from the tile's corner.
fn overlap(world: &World, body: BodyId) -> f64 {
    let place = world.position(body).unwrap();
    let dx = (f64::from(place.x) - f64::from(CORNER[0])).max(0.0);
    let dy = (f64::from(place.y) - f64::from(CORNER[1])).max(0.0);
    f64::from(RADIUS) - dx.hypot(dy)
}

#[test]
fn a_circle_that_cuts_a_corner_is_not_left_inside() {
    // Outside before: (4.966, 3.367) from the corner, 6.0000 px. After the step (4.151, 4.201), 5.906 px.
    let (mut world, body) = scene(100.966_23, 211.366_99, [-48.941, 50.062_2]);
    assert!(overlap(&world, body) < 1e-4);
    world.step(STEP);
    assert!(overlap(&world, body) <= 1e-5, "{}", overlap(&world, body));
    // It brushed past: hardly slower, and on its way out.
    let motion = world.motion(body).unwrap().environment;
    assert!(motion.length() > 0.95 * 48.941_f32.hypot(50.062_2), "{motion}");
    assert!(motion.x < 0.0 && motion.y > 0.0, "{motion}");
}

#[test]
fn a_circle_that_cut_a_corner_is_not_caught_there() {
    let (mut world, body) = scene(100.966_23, 211.366_99, [-48.941, 50.062_2]);
    world.step(STEP);
    // Now it walks left, against the corner and around it, to the underside of the tile.
    world
        .edit_motion(body, |motion| motion.environment = Vec3::ZERO)
        .unwrap();
    world.set_state(body, State::MOVING_LEFT);
    let start = world.position(body).unwrap();
    for _ in 0..40 {
        world.step(STEP);
        assert!(overlap(&world, body) <= 1e-5, "{}", overlap(&world, body));
    }
    let place = world.position(body).unwrap();
    assert!(
        place.x < start.x - 10.0,
        "caught at the corner: {start} to {place}"
    );
}
