//! Scenes made of numbers: any tiles, bodies, shapes and masks.

use akgl::collision::{Kind, Shape, Space};
use akgl::physics::{Motion, Settings};
use akgl::world::{Character, State, Static, TileLayer};
use glam::Vec3;

use super::{Actor, Dice, Scene, library};

fn shape(dice: &mut Dice) -> Shape {
    let kind = [Kind::Box, Kind::Box, Kind::Circle, Kind::CapsuleX, Kind::CapsuleY][dice.below(5) as usize];
    let mut side = || (dice.below(120) + 8) as f32 / 4.0;
    let (a, b) = (side(), side());
    let (w, h) = match kind {
        Kind::CapsuleX => (a.max(b), a.min(b)),
        Kind::CapsuleY => (a.min(b), a.max(b)),
        _ => (a, b),
    };
    let at = [-(dice.below(64) as f32) / 4.0, -(dice.below(64) as f32) / 4.0];
    let mut shape = Shape::new(kind, at, [w, h], 0.0, 0.0).expect("usable extents");
    shape.layers = dice.below(16);
    shape.collides = dice.below(16) | dice.below(2);
    shape.sensor = dice.below(8) == 0;
    shape.fixed = dice.below(8) == 0;
    shape
}

/// A scene from a seed.
pub fn scene(seed: u64) -> Scene {
    let mut dice = Dice(seed | 1 << 60);
    let (cols, rows) = (4 + dice.below(24), 4 + dice.below(16));
    let share = 2 + dice.below(6);
    let tile = [[16.0, 16.0], [16.0, 16.0], [10.0, 24.0], [7.3, 11.1]][dice.below(4) as usize];
    let layer = |dice: &mut Dice| {
        let cells = (0..cols * rows)
            .map(|_| {
                if dice.below(share) == 0 {
                    1 | dice.below(8) << 29
                } else {
                    0
                }
            })
            .collect();
        TileLayer::new(cols, rows, cells).expect("a whole grid")
    };
    let mut layers = vec![layer(&mut dice)];
    if dice.below(3) == 0 {
        let shift = [tile[0] * dice.below(3) as f32, dice.below(9) as f32 - 4.0];
        layers.push(layer(&mut dice).at(shift[0], shift[1]).numbered(5));
    }
    let (width, height) = (cols as f32 * tile[0], rows as f32 * tile[1]);
    let spot = |dice: &mut Dice| {
        let part = |dice: &mut Dice| dice.below(4096) as f32 / 4096.0;
        Vec3::new(
            part(dice) * width,
            part(dice) * height,
            (dice.below(3) as f32 - 1.0) * 4.0,
        )
    };
    let statics = (0..dice.below(6))
        .map(|user| Static {
            shape: shape(&mut dice),
            position: spot(&mut dice),
            user: u64::from(user),
        })
        .collect();
    let speed = [40.0, 150.0, 600.0, 2500.0][dice.below(4) as usize];
    let characters = (0..3)
        .map(|_| Character {
            acceleration: Vec3::new(speed * 8.0, speed * 5.0, 30.0),
            top_speed: Vec3::new(speed, if dice.below(2) == 0 { 0.0 } else { speed }, 0.0),
            shape: Some(shape(&mut dice)),
        })
        .collect();
    let actors = (0..2 + dice.below(40))
        .map(|at| {
            let mut actor = Actor {
                character: dice.below(3) as usize,
                shape: (dice.below(2) == 0).then(|| shape(&mut dice)),
                motion: Motion {
                    position: spot(&mut dice),
                    ..Motion::default()
                },
                state: State::ALIVE,
                parent: (at > 2 && dice.below(10) == 0).then_some(0),
            };
            if actor.parent.is_some() {
                actor.motion.velocity = Vec3::new(dice.below(40) as f32 - 20.0, -7.5, 0.0);
            }
            actor
        })
        .collect();
    Scene {
        name: "random",
        settings: Settings {
            gravity: Vec3::new(
                dice.below(2) as f32 * -50.0,
                dice.below(3) as f32 * 450.0,
                dice.below(2) as f32 * 9.0,
            ),
            drag: Vec3::new(dice.below(2) as f32 * 1.5, dice.below(2) as f32 * 0.8, 0.0),
            ..Settings::default()
        },
        space: if dice.below(2) == 0 {
            Space::Planar
        } else {
            Space::Solid
        },
        tile,
        layers,
        statics,
        characters,
        actors,
        rule: if dice.below(2) == 0 {
            library::WANDER
        } else {
            library::PLAY
        },
        dt: [1.0 / 60.0, 1.0 / 30.0, 0.05][dice.below(3) as usize],
        steps: 90,
    }
}
