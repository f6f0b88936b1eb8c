//! The game: a world made from a map, a runner in it, and the steps.

use std::error::Error;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use akgl::collision::{LAYER_PICKUP, Shape};
use akgl::glam::Vec3;
use akgl::map::{LayerKind, Map};
use akgl::physics::Settings;
use akgl::world::{Body, BodyId, State, Static, World};

use crate::character;
use crate::recording::{JUMP, LEFT, RIGHT};
use crate::runner::{GRACE_STEPS, Runner};

pub const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/assets");
/// The length of every step in seconds.
pub const STEP: f32 = 1.0 / 60.0;
pub const TILE: f32 = 16.0;
const RUNNER_WIDTH: f32 = 16.0;
const RUNNER_HEIGHT: f32 = 24.0;

pub struct Coin {
    /// Stale once it has been taken.
    pub id: BodyId,
    pub x: f32,
    pub y: f32,
}

/// What a step did, for the picture.
#[derive(Clone, Copy, Default)]
pub struct Sample {
    /// The runner's middle.
    pub x: f32,
    pub y: f32,
    pub in_air: bool,
    pub jumped: bool,
    pub apex: bool,
    pub fell: bool,
}

/// The present flight: when and where it began, and its highest point.
#[derive(Default)]
struct Flight {
    began: usize,
    from: f32,
    top_at: usize,
    top: f32,
}

pub struct Game {
    pub world: World,
    pub map: Map,
    pub hero: BodyId,
    pub coins: Vec<Coin>,
    /// Its place and size.
    pub flag: [f32; 4],
    /// One for each step so far.
    pub path: Vec<Sample>,
    /// Shared with the hooks, which the world keeps.
    runner: Arc<Mutex<Runner>>,
    start: Vec3,
    flight: Flight,
    landings: u32,
    falls: u32,
}

fn seconds(steps: usize) -> f32 {
    steps as f32 * STEP
}

/// What the hooks share with the game. They run within [`World::step`], so nobody ever waits here.
fn lock(runner: &Mutex<Runner>) -> MutexGuard<'_, Runner> {
    runner.lock().expect("a hook that panicked ended the game")
}

impl Game {
    /// Puts the game together.
    ///
    /// # Errors
    /// What is wrong with one of its files.
    pub fn load() -> Result<Self, Box<dyn Error>> {
        let folder = Path::new(ASSETS);
        // The map has its physics with it: its properties say physics.gravity.y = 1200.
        let map = Map::load(folder.join("sidescroller.tmj"))?;
        let mut world = World::new(Settings::default().read(|name| map.properties.text(name))?);
        // Its layers marked `collidable` are solid from here on.
        world.set_map(&map)?;

        let runner = Arc::new(Mutex::new(Runner {
            since_press: GRACE_STEPS + 1,
            since_ground: GRACE_STEPS + 1,
            ..Runner::default()
        }));
        let shared = Arc::clone(&runner);
        let logic = world.add_logic(move |body| lock(&shared).decide(body));
        let shared = Arc::clone(&runner);
        let response = world.add_response(move |body, contact| lock(&shared).touch(body, contact));

        // The runner takes its shape, acceleration and top speed from its character.
        let kind = world.add_character(character::load(&folder.join("sidescroller.json"))?)?;
        let hero = world.spawn(
            Body::new(kind, 0.0, 0.0)
                .with_logic(logic)
                .with_response(response),
        )?;

        let (mut coins, mut start, mut flag) = (Vec::new(), None, None);
        let objects = map.layers.iter().filter_map(|layer| match &layer.kind {
            LayerKind::Objects(objects) => Some(objects),
            _ => None,
        });
        for object in objects.flatten() {
            match object.class.as_str() {
                "coin" => coins.push(add_coin(&mut world, object.x, object.y)?),
                "start" => {
                    start = Some(Vec3::new(
                        object.x - RUNNER_WIDTH / 2.0,
                        object.y - RUNNER_HEIGHT,
                        0.0,
                    ));
                }
                "flag" => flag = Some([object.x, object.y, object.width, object.height]),
                _ => {}
            }
        }
        let (start, flag) = start.zip(flag).ok_or("the level needs a start and a flag")?;
        // Geometry that is not on the tile grid. This one is a sensor.
        let [x, y, width, height] = flag;
        world.add_static(Static {
            shape: Shape::rect(0.0, 0.0, width, height, 0.0)?
                .on(LAYER_PICKUP)
                .as_sensor(),
            position: Vec3::new(x, y, 0.0),
            user: 0,
        })?;
        let mut game = Self {
            world,
            map,
            hero,
            coins,
            flag,
            path: Vec::new(),
            runner,
            start,
            flight: Flight::default(),
            landings: 0,
            falls: 0,
        };
        game.runner_to_start();
        Ok(game)
    }

    /// Whether the flag was reached.
    pub fn won(&self) -> bool {
        lock(&self.runner).won
    }

    /// One step with the given buttons down; a line about it where it is one to tell of.
    pub fn step(&mut self, buttons: u8) -> Option<String> {
        self.press(buttons);
        self.world.step(STEP);
        let landed = self.note_step();
        let (place, hurt) = (self.place(), lock(&self.runner).hurt);
        if !hurt && place.y <= self.map.height as f32 * TILE + 64.0 {
            return landed;
        }
        let step = self.path.len() - 1;
        self.path[step].fell = true;
        self.falls += 1;
        self.runner_to_start();
        let back = format!(
            "{:6.2} s  {} in column {}: back to the start",
            seconds(step),
            if hurt { "spikes" } else { "fell" },
            (place.x / TILE) as i32
        );
        Some(landed.map_or(back.clone(), |landed| format!("{landed}\n{back}")))
    }

    /// What became of it, in a line.
    pub fn summary(&self) -> String {
        let (now, steps) = (lock(&self.runner), self.path.len());
        if now.won {
            format!(
                "{:6.2} s  the flag, with {} of {} coins, {} jumps, {} landings, {} times back to the start",
                seconds(steps),
                now.taken,
                self.coins.len(),
                now.jumps,
                self.landings,
                self.falls
            )
        } else {
            format!(
                "{:6.2} s  the flag was not reached: the runner is in column {}",
                seconds(steps),
                (self.place().x / TILE) as i32
            )
        }
    }

    fn place(&self) -> Vec3 {
        self.world
            .position(self.hero)
            .expect("nothing removes the runner")
    }

    /// The buttons set the direction of travel; the movement logic does the rest.
    fn press(&mut self, buttons: u8) {
        let mut now = lock(&self.runner);
        let (pressed, released) = (buttons & !now.buttons, now.buttons & !buttons);
        let ways = |buttons: u8| {
            let way = |button, way| if buttons & button == 0 { State::NONE } else { way };
            way(LEFT, State::MOVING_LEFT) | way(RIGHT, State::MOVING_RIGHT)
        };
        // Letting go of a direction stops a body dead. This one slides to a stop: see `Runner::decide`.
        let speed = self.world.motion(self.hero).unwrap_or_default().thrust.x;
        self.world.release(self.hero, ways(released));
        self.world
            .edit_motion(self.hero, |motion| motion.thrust.x = speed)
            .expect("a speed that it had");
        let state = self.world.state(self.hero).unwrap_or_default();
        self.world.set_state(self.hero, state | ways(pressed));
        if pressed & JUMP != 0 {
            now.since_press = 0;
        }
        now.buttons = buttons;
    }

    /// Takes down what the step did, and says so at each landing.
    fn note_step(&mut self) -> Option<String> {
        let (place, step) = (self.place(), self.path.len());
        let now = &mut *lock(&self.runner);
        let sample = Sample {
            x: place.x + RUNNER_WIDTH / 2.0,
            y: place.y + RUNNER_HEIGHT / 2.0,
            in_air: !now.on_ground,
            jumped: now.jumped,
            ..Sample::default()
        };
        self.path.push(sample);
        if now.was_on_ground && !now.on_ground {
            let (began, from) = match step.checked_sub(1) {
                Some(before) => (before, self.path[before].y),
                None => (0, sample.y),
            };
            self.flight = Flight {
                began,
                from,
                top_at: began,
                top: from,
            };
        }
        if !now.on_ground && sample.y < self.flight.top {
            (self.flight.top, self.flight.top_at) = (sample.y, step);
        }
        if !now.on_ground || now.was_on_ground {
            return None;
        }
        self.landings += 1;
        let (flight, column) = (&self.flight, (sample.x / TILE) as i32);
        let (air, speed, taken) = (seconds(step - flight.began), now.landing_speed, now.taken);
        if !core::mem::take(&mut now.jumping) {
            return Some(format!(
                "{:6.2} s  dropped {:.0} px in {air:.2} s, landed in column {column:3} at {speed:3.0} px/s; {taken:2} coins",
                seconds(step),
                sample.y - flight.from
            ));
        }
        self.path[flight.top_at].apex = true;
        Some(format!(
            "{:6.2} s  jump {:2}: apex {:2.0} px after {:.2} s, {air:.2} s in the air, \
             landed in column {column:3} at {speed:3.0} px/s; {taken:2} coins",
            seconds(step),
            now.jumps,
            flight.from - flight.top,
            seconds(flight.top_at - flight.began)
        ))
    }

    fn runner_to_start(&mut self) {
        let start = self.start;
        self.world
            .edit_motion(self.hero, |motion| {
                motion.position = start;
                (motion.environment.x, motion.environment.y, motion.thrust.x) = (0.0, 0.0, 0.0);
            })
            .expect("the start of a map is a place");
        let mut now = lock(&self.runner);
        now.on_ground = true;
        (now.hurt, now.jumping) = (false, false);
    }
}

fn add_coin(world: &mut World, x: f32, y: f32) -> Result<Coin, Box<dyn Error>> {
    // No character: a body without one is never moved, so this coin does not fall. It is there to be touched by
    // those who look for pickups, blocks nobody, and responds to nothing itself.
    let shape = Shape::circle(0.0, 0.0, 6.0, 0.0)?
        .on(LAYER_PICKUP)
        .against(0)
        .as_sensor();
    let mut body = Body::default().with_shape(shape);
    body.motion.position = Vec3::new(x, y, 0.0);
    let id = world.spawn(body)?;
    Ok(Coin { id, x, y })
}
