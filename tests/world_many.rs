//! Thousands of worlds side by side, on several threads: each comes out as it does alone.

use akgl::collision::Shape;
use akgl::glam::Vec3;
use akgl::physics::Settings;
use akgl::world::{Body, BodyId, Character, Flow, Saved, State, TileLayer, World};

const WORLDS: usize = 4000;
const THREADS: usize = 4;
const STEPS: u32 = 30;

/// A room of its own for each number: two bodies, of which one has hooks that spawn and remove a third.
fn room(number: usize) -> (World, BodyId) {
    let mut world = World::new(Settings {
        gravity: Vec3::new(0.0, 500.0 + number as f32, 0.0),
        ..Settings::default()
    });
    let tiles = TileLayer::from_text("........\n........\n########");
    world.set_tiles([16.0, 16.0], vec![tiles]).unwrap();
    let kind = world
        .add_character(Character {
            acceleration: Vec3::new(400.0, 0.0, 0.0),
            top_speed: Vec3::new(90.0, 0.0, 0.0),
            shape: Some(Shape::rect(0.0, 0.0, 8.0, 8.0, 0.0).unwrap()),
        })
        .unwrap();
    let mut third = None;
    let logic = world.add_logic(move |body| {
        body.travel();
        third = match third {
            Some(id) => {
                body.remove(id);
                None
            }
            None => body.spawn(Body::new(kind, 40.0, 8.0)).ok(),
        };
        Flow::Go
    });
    let hooked = Body::new(kind, 10.0, 0.0).with_logic(logic);
    let id = world.spawn(hooked.with_state(State::MOVING_RIGHT)).unwrap();
    world.spawn(Body::new(kind, (number % 60) as f32, 4.0)).unwrap();
    (world, id)
}

#[test]
fn thousands_of_worlds_on_several_threads_come_out_as_alone() {
    let mut rooms: Vec<(World, BodyId)> = (0..WORLDS).map(room).collect();
    std::thread::scope(|scope| {
        for part in rooms.chunks_mut(WORLDS / THREADS) {
            scope.spawn(move || {
                for _ in 0..STEPS {
                    for (world, _) in part.iter_mut() {
                        world.step(1.0 / 60.0);
                    }
                }
            });
        }
    });
    let mut hashes = std::collections::HashSet::new();
    for (number, (together, id)) in rooms.iter().enumerate() {
        let (mut alone, _) = room(number);
        for _ in 0..STEPS {
            alone.step(1.0 / 60.0);
        }
        assert_eq!(together.hash(), alone.hash(), "world {number}");
        assert!(together.position(*id).unwrap().x > 10.0, "world {number}: it ran");
        hashes.insert(together.hash());
    }
    assert_eq!(hashes.len(), WORLDS, "each has a gravity of its own");
}

#[test]
fn a_world_goes_to_another_thread_and_a_state_is_shared() {
    fn sent<T: Send + 'static>() {}
    fn shared<T: Send + Sync + 'static>() {}
    sent::<World>();
    shared::<Saved>();
    let (world, id) = room(7);
    let saved = world.save();
    let (mut here, mut there) = (world, World::default());
    let hash = std::thread::scope(|scope| {
        let moved = scope.spawn(|| {
            there.load(&saved);
            there.hash()
        });
        moved.join().unwrap()
    });
    assert_eq!(hash, here.hash());
    let here = std::thread::spawn(move || {
        here.step(1.0 / 60.0);
        here
    });
    assert!(here.join().unwrap().contains(id));
}
