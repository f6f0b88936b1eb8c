//! Bodies to try things with.

use akgl::collision::Shape;
use akgl::physics::Settings;
use akgl::physics::feel::{Feel, Setting};
use akgl::world::{Body, BodyId, Character, State, TileLayer, World};
use glam::Vec3;

/// Frames per second; 0 for irregular frames between 1 and 60 ms.
pub const RATES: [f32; 6] = [20.0, 30.0, 60.0, 144.0, 1000.0, 0.0];

/// How the time of a frame becomes steps.
#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    /// The documented steps, one for each frame.
    Euler,
    /// Closed forms, one step for each frame.
    Exact,
    /// The documented steps at a fixed 60 Hz inside of the frames.
    Fixed,
}

pub const MODES: [(Mode, &str); 3] = [
    (Mode::Euler, "euler"),
    (Mode::Exact, "exact"),
    (Mode::Fixed, "fixed 60"),
];

pub struct Frames {
    rate: f32,
    state: u32,
}

impl Frames {
    pub fn new(rate: f32) -> Self {
        Self { rate, state: 7 }
    }

    pub fn next(&mut self) -> f32 {
        if self.rate > 0.0 {
            return 1.0 / self.rate;
        }
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        0.001 + 0.059 * (self.state >> 8) as f32 / (1 << 24) as f32
    }
}

/// A world with one body, and its clock.
pub struct Run {
    pub world: World,
    pub hero: BodyId,
    pub clock: f64,
    mode: Mode,
    frames: Frames,
}

impl Run {
    /// A body with a top speed of 220 px/s and an acceleration of 900 px/s², in a world with this
    /// gravity and drag, and with these settings.
    pub fn new(mode: Mode, rate: f32, gravity: f32, drag: f32, settings: &[(Setting, f32)]) -> Self {
        let mut world = World::new(Settings {
            gravity: Vec3::new(0.0, gravity, 0.0),
            drag: Vec3::splat(drag),
            ..Settings::default()
        });
        let mut feel = Feel::default();
        for (setting, value) in settings {
            feel = feel.with(*setting, *value);
        }
        if mode == Mode::Exact {
            feel = feel.with(Setting::Integrator, 1.0);
        }
        let character = world
            .add_character(Character {
                acceleration: Vec3::new(900.0, 0.0, 0.0),
                top_speed: Vec3::new(220.0, 220.0, 0.0),
                shape: None,
            })
            .expect("finite numbers");
        let hero = world
            .spawn(Body::new(character, 0.0, 0.0))
            .expect("a finite place");
        world.set_feel(hero, feel).expect("usable settings");
        world.set_pace(1.0 / 60.0, 100);
        Self {
            world,
            hero,
            clock: 0.0,
            mode,
            frames: Frames::new(rate),
        }
    }

    /// With a level of tiles of 16 px and a body of 12 by 14 px that stands at a place.
    pub fn on(mut self, rows: &str, x: f32, y: f32) -> Self {
        let layer = TileLayer::from_text(rows);
        self.world
            .set_tiles([16.0; 2], vec![layer])
            .expect("tiles of 16 px");
        let shape = Shape::rect(0.0, 0.0, 12.0, 14.0, 0.0).expect("a box");
        self.world
            .edit(self.hero, |body| {
                *body = body.with_shape(shape);
                body.motion.position = Vec3::new(x, y, 0.0);
            })
            .expect("a finite place");
        self
    }

    pub fn at(&self) -> [f64; 2] {
        let at = self.world.position(self.hero).expect("the body is there");
        [f64::from(at.x), f64::from(at.y)]
    }

    /// Where it would be drawn.
    pub fn drawn(&self) -> [f64; 2] {
        let alpha = if self.mode == Mode::Fixed {
            self.world.alpha()
        } else {
            1.0
        };
        let at = self.world.pose(self.hero, alpha).expect("the body is there");
        [f64::from(at.x), f64::from(at.y)]
    }

    pub fn thrust(&self) -> f64 {
        f64::from(self.world.motion(self.hero).expect("the body is there").thrust.x)
    }

    pub fn fall(&self) -> f64 {
        f64::from(
            self.world
                .motion(self.hero)
                .expect("the body is there")
                .environment
                .y,
        )
    }

    pub fn set_fall(&mut self, speed: f32) {
        self.world
            .edit_motion(self.hero, |motion| motion.environment.y = speed)
            .expect("a finite speed");
    }

    pub fn set_thrust(&mut self, speed: f32) {
        self.world
            .edit_motion(self.hero, |motion| {
                motion.thrust.x = speed;
                motion.acceleration.x = 900.0_f32.copysign(speed);
                motion.top_speed = Vec3::new(220.0, 220.0, 0.0);
            })
            .expect("a finite speed");
    }

    pub fn hold(&mut self, state: State) {
        self.world.set_state(self.hero, state);
    }

    /// One frame; its length.
    pub fn frame(&mut self) -> f32 {
        let dt = self.frames.next();
        if self.mode == Mode::Fixed {
            self.world.advance(dt);
        } else {
            self.world.step(dt);
        }
        self.clock += f64::from(dt);
        dt
    }
}
