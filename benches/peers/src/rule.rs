//! The game's rule as the user of a rigid-body engine writes it: velocities are read before a step and set.

use akgl::physics::Motion;
use akgl::world::State;

use crate::scenes::Scene;
use crate::workload::{self, Workload};

/// Tiles and actors that only touch a box do not block it: engines that count touching as overlap are
/// asked for a box that is smaller by this on every side, in px.
pub const TOUCH: f32 = 1.0 / 64.0;

/// The sides of a scene's actors in px; none in free flight.
pub fn size(scene: &Scene) -> Option<[f32; 2]> {
    scene.characters[0].shape.map(|shape| shape.size)
}

/// Speed up towards where the actor heads, no faster than it may; turn where stopped; jump.
pub struct Rule {
    workload: Workload,
    step: u32,
    gain: f32,
    top: f32,
    wish: crate::scenes::Rule,
    heads: Vec<[f32; 2]>,
}

impl Rule {
    pub fn new(scene: &Scene, workload: Workload) -> Self {
        let character = &scene.characters[0];
        Self {
            workload,
            step: 0,
            gain: character.acceleration.x * scene.dt,
            top: character.top_speed.x,
            wish: scene.rule,
            heads: scene
                .actors
                .iter()
                .map(|actor| workload::along(actor.state))
                .collect(),
        }
    }

    /// Begins a step: gives whether its rule asks for anything at all.
    pub fn begin(&mut self, step: u32) -> bool {
        self.step = step;
        self.workload != Workload::Flight
    }

    /// The velocity that an actor of velocity `v` is given, in px/s.
    pub fn apply(&mut self, actor: usize, v: [f32; 2]) -> [f32; 2] {
        let [mut vx, mut vy] = v;
        let head = &mut self.heads[actor];
        if self.workload == Workload::Run {
            // What a solver leaves of a speed against a wall is not always 0.
            if vx.abs() < 1.0 && workload::turns(self.step) {
                head[0] = -head[0];
            }
            vx = (vx + head[0] * self.gain).clamp(-self.top, self.top);
            if workload::jumps(self.step, actor) {
                vy = -380.0;
            }
            return [vx, vy];
        }
        if self.step.is_multiple_of(60) {
            let wish = (self.wish)(self.step, actor, &Motion::default(), State::ALIVE);
            *head = workload::along(wish.state.unwrap_or_default());
        }
        (vx, vy) = (vx + head[0] * self.gain, vy + head[1] * self.gain);
        let speed = vx.hypot(vy);
        if speed > self.top {
            (vx, vy) = (vx * self.top / speed, vy * self.top / speed);
        }
        [vx, vy]
    }
}
