//! Scenes that several drivers play, and the drivers: for the tests and the benches alike.
//!
//! A [`Scene`] is data and a rule that says, before each step, what the player or the game wants of
//! each actor. A driver builds it in its own world and plays it; what comes out is the numbers of
//! every actor after every step.
#![allow(dead_code, unreachable_pub)] // Each test and bench uses a part of it.

pub mod acts;
pub mod feels;
pub mod library;
pub mod plain;
#[cfg(feature = "capi")]
pub mod pool;
#[cfg(feature = "capi")]
pub mod pool_acts;
pub mod random;
pub mod world_acts;
pub mod worlds;

use akgl::collision::{Shape, Space};
use akgl::physics::{Motion, Settings};
use akgl::world::{Character, State, Static, TileLayer};
use glam::Vec3;

/// One actor at the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actor {
    pub character: usize,
    pub shape: Option<Shape>,
    pub motion: Motion,
    pub state: State,
    pub parent: Option<usize>,
}

/// What is wanted of an actor before a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// A new state.
    pub state: Option<State>,
    /// A new environmental velocity along y.
    pub jump: Option<f32>,
    /// A new place.
    pub teleport: Option<Vec3>,
}

/// The rule: the number of the step, that of the actor, its numbers and its state.
pub type Rule = fn(u32, usize, &Motion, State) -> Wish;

pub struct Scene {
    pub name: &'static str,
    pub settings: Settings,
    pub space: Space,
    pub tile: [f32; 2],
    pub layers: Vec<TileLayer>,
    pub statics: Vec<Static>,
    pub characters: Vec<Character>,
    pub actors: Vec<Actor>,
    pub rule: Rule,
    pub dt: f32,
    pub steps: u32,
}

/// What plays a scene.
pub trait Driver {
    fn build(scene: &Scene) -> Self;
    fn wish(&mut self, actor: usize, wish: &Wish);
    fn step(&mut self, dt: f32);
    fn read(&self, actor: usize) -> (Motion, State);
}

/// The bits of an actor's numbers.
pub fn bits(motion: &Motion) -> [u32; 18] {
    let parts = [
        motion.position,
        motion.velocity,
        motion.environment,
        motion.thrust,
        motion.acceleration,
        motion.top_speed,
    ];
    core::array::from_fn(|at| parts[at / 3][at % 3].to_bits())
}

/// One step with its wishes.
pub fn advance<D: Driver>(driver: &mut D, scene: &Scene, step: u32) {
    for actor in 0..scene.actors.len() {
        let (motion, state) = driver.read(actor);
        driver.wish(actor, &(scene.rule)(step, actor, &motion, state));
    }
    driver.step(scene.dt);
}

/// Plays a scene with two drivers and compares every number of every actor after every step.
pub fn compare<A: Driver, B: Driver>(scene: &Scene) {
    compare_built(scene, A::build(scene), B::build(scene));
}

/// The same with drivers that have built the scene.
pub fn compare_built<A: Driver, B: Driver>(scene: &Scene, mut a: A, mut b: B) {
    for step in 0..scene.steps {
        advance(&mut a, scene, step);
        advance(&mut b, scene, step);
        for actor in 0..scene.actors.len() {
            let (ours, theirs) = (a.read(actor), b.read(actor));
            assert!(
                bits(&ours.0) == bits(&theirs.0) && ours.1 == theirs.1,
                "{}: step {step}, actor {actor}:\n{ours:?}\n{theirs:?}",
                scene.name
            );
        }
    }
}

/// Sixteen-bit numbers in a fixed order.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as u32
    }

    pub fn below(&mut self, end: u32) -> u32 {
        self.roll() % end
    }
}
