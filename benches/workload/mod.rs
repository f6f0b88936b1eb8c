//! The workloads as every contender plays them: the same scenes, the same rule before each step, and the
//! sanity lines that must hold before a time counts.
//!
//! A bench names this file, `floor` and `scenes` as its modules; a contender of its own is one more
//! [`Game`].
#![allow(dead_code, unreachable_pub)] // Each bench uses a part of it.

#[cfg(feature = "capi")]
pub mod pool;
pub mod world;

use akgl::physics::Motion;
use akgl::world::State;

use crate::floor;
use crate::scenes::Scene;
use crate::scenes::library::DT;

/// The workloads that step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// W1.
    Run,
    /// W2.
    Crowd,
    /// W3.
    Flight,
}

/// A contender with a workload's scene in it.
pub trait Game {
    /// The rule's wishes before step number `step`, and the step.
    fn step(&mut self, step: u32);
    /// Where an actor is.
    fn place(&self, actor: usize) -> [f32; 2];
    /// How fast it is.
    fn speed(&self, actor: usize) -> [f32; 2];
}

/// A contender that answers W4: boxes against the level and the actors.
pub trait Asked {
    /// Whether anything is in a box.
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool;
}

/// Whether the rule of W1 has an actor jump before a step.
pub fn jumps(step: u32, actor: usize) -> bool {
    (step + actor as u32 * 7) % 90 == 89
}

/// Whether the rule of W1 looks for actors that were stopped, before a step.
pub fn turns(step: u32) -> bool {
    step.is_multiple_of(2) && step > 2
}

/// The other way.
pub fn turned(state: State) -> State {
    let sideways = State::MOVING_LEFT | State::MOVING_RIGHT;
    state.without(sideways).with(if state.any(State::MOVING_LEFT) {
        State::MOVING_RIGHT
    } else {
        State::MOVING_LEFT
    })
}

/// The state that the rule of W2 gives an actor before a step, where it gives it one.
pub fn heading(scene: &Scene, step: u32, actor: usize, state: State) -> Option<State> {
    (scene.rule)(step, actor, &Motion::default(), state).state
}

/// How an actor heads along both axes: -1, 0 or 1.
pub fn along(state: State) -> [f32; 2] {
    let axis = |less, more| f32::from(state.any(more)) - f32::from(state.any(less));
    [
        axis(State::MOVING_LEFT, State::MOVING_RIGHT),
        axis(State::MOVING_UP, State::MOVING_DOWN),
    ]
}

impl Game for floor::Run {
    fn step(&mut self, step: u32) {
        Self::step(self, step, DT);
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        [self.x[actor], self.y[actor]]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        [self.run[actor], self.fall[actor]]
    }
}

/// The floor of W2 with its rule.
pub struct HandCrowd<'a> {
    scene: &'a Scene,
    crowd: floor::Crowd,
}

impl<'a> HandCrowd<'a> {
    pub fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            crowd: floor::Crowd::new(scene),
        }
    }
}

impl Game for HandCrowd<'_> {
    fn step(&mut self, step: u32) {
        if step.is_multiple_of(60) {
            for actor in 0..self.scene.actors.len() {
                if let Some(state) = heading(self.scene, step, actor, State::ALIVE) {
                    let [x, y] = along(state);
                    self.crowd.head(actor, x, y);
                }
            }
        }
        self.crowd.step(DT);
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        [self.crowd.x[actor], self.crowd.y[actor]]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        [self.crowd.vx[actor], self.crowd.vy[actor]]
    }
}

impl Game for floor::Flight {
    fn step(&mut self, _: u32) {
        Self::step(self, DT);
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        [self.x[actor], self.y[actor]]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        [self.vx[actor], self.vy[actor]]
    }
}

impl Asked for floor::Ask {
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool {
        Self::blocked(self, x, y, w, h)
    }
}

/// The mean speed of all actors.
pub fn mean_speed(game: &dyn Game, count: usize) -> f32 {
    let speed = |actor| {
        let [x, y] = game.speed(actor);
        x.hypot(y)
    };
    (0..count).map(speed).sum::<f32>() / count as f32
}

/// Of W1: actors out of the level, actors inside a solid tile by more than the 256th of a pixel that
/// counts as touching, and the mean speed along x.
pub fn sanity_of_run(scene: &Scene, game: &dyn Game) -> (usize, usize, f32) {
    const TOUCH: f32 = 1.0 / 128.0;
    let level = &scene.layers[0];
    let count = scene.actors.len();
    let cells = |at: f32, side: f32| {
        let cell = |at: f32| (at / 16.0).floor() as i32;
        cell(at + TOUCH)..=cell(at + side - TOUCH)
    };
    let (mut out, mut inside, mut speed) = (0, 0, 0.0);
    for actor in 0..count {
        let [x, y] = game.place(actor);
        out += usize::from(!(0.0..8192.0).contains(&x) || !(0.0..1024.0).contains(&y));
        inside += usize::from(cells(y, 28.0).any(|row| cells(x, 12.0).any(|col| level.gid(col, row) != 0)));
        speed += game.speed(actor)[0].abs() / count as f32;
    }
    (out, inside, speed)
}

/// Of W2: how many pairs overlap by more than a pixel.
pub fn overlapping(game: &dyn Game, count: usize) -> usize {
    let mut deep = 0;
    for a in 0..count {
        let [x, y] = game.place(a);
        for b in 0..a {
            let other = game.place(b);
            let apart = (12.0 - (x - other[0]).abs()).min(12.0 - (y - other[1]).abs());
            deep += usize::from(apart > 1.0);
        }
    }
    deep
}
