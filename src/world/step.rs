//! One step of a world: every body in the order of the slots.

use super::bodies::LANES;
use super::body::State;
use super::felt_step::Drive;
use super::hook::Flow;
use super::kernel;
#[cfg(feature = "parallel")]
use super::side::WORTH;
use super::{Backend, World};
use crate::physics::feel::Pieces;
use crate::physics::{drag, gravity};

/// Without threads nothing is worth sharing out.
#[cfg(not(feature = "parallel"))]
const WORTH: usize = usize::MAX;

/// The lanes from `first` up to but not including `end`.
fn lanes(first: usize, end: usize) -> u16 {
    let below = |lane: usize| ((1_u32 << lane) - 1) as u16;
    below(end) & !below(first)
}

/// A step as it is taken.
fn usable(dt: f32) -> f32 {
    if dt > 0.0 && dt.is_finite() { dt } else { 0.0 }
}

/// Each lane of a mask in turn.
pub(super) fn each(mut mask: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(lane)
    })
}

impl World {
    /// Steps every body by `dt` seconds, in the order of their slots. The whole of `dt` is taken:
    /// [`Settings::max_timestep`](crate::physics::Settings::max_timestep) bounds
    /// [`advance_clock`](Self::advance_clock) only. What is negative or not finite counts as 0.
    ///
    /// Numbers of a body that grow past what an `f32` holds become infinite and then NaN, as in any
    /// arithmetic, and stay so: such a body meets nothing any more and nothing meets it, and no other
    /// body is changed but those attached to it. [`edit`](Self::edit) with a new [`Motion`](crate::physics::Motion) brings it back.
    pub fn step(&mut self, dt: f32) {
        self.step_where(dt, None);
    }

    /// Steps the bodies whose [`layer`](super::Body::layer) is `layer`; bodies with a parent follow
    /// it whatever their layer.
    pub fn step_layer(&mut self, dt: f32, layer: u32) {
        self.step_where(dt, Some(layer));
    }

    /// Steps by the time between two readings of a clock, in nanoseconds, bounded as
    /// [`bounded_dt`](crate::physics::bounded_dt) does. Returns the length of the step taken.
    pub fn advance_clock(&mut self, now: u64, last: u64) -> f32 {
        let dt = crate::physics::bounded_dt(now, last, self.settings.max_timestep);
        self.step(dt);
        dt
    }

    fn step_where(&mut self, dt: f32, layer: Option<u32>) {
        let pieces = Pieces::of(usable(dt), self.feelings.time());
        for _ in 0..pieces.count {
            self.step_once(pieces.length, layer);
        }
    }

    /// One step, whatever the world's scale of time.
    pub(super) fn step_once(&mut self, dt: f32, layer: Option<u32>) {
        self.step_blocks(dt, layer, WORTH);
    }

    /// The same; with the feature `parallel`, runs of at least `worth` blocks are stepped side by side
    /// where that makes no difference.
    pub(super) fn step_blocks(&mut self, dt: f32, layer: Option<u32>, worth: usize) {
        #[cfg(not(feature = "parallel"))]
        let _ = worth;
        let mut at = 0;
        // A hook may spawn, so the number of blocks is asked for each time.
        while at < self.bodies.blocks.len() {
            #[cfg(feature = "parallel")]
            if layer.is_none()
                && let Some(after) = self.step_side_by_side(at, dt, worth)
            {
                at = after;
                continue;
            }
            let mut first = 0;
            while first < LANES {
                let felt = self.feelings.lanes(at);
                let block = &self.bodies.blocks[at];
                let mut special = (block.hooked & block.stepped) | block.child;
                let rows = felt & block.stepped & !special;
                if rows != 0 {
                    special |= self.felt_alone(at, rows, dt);
                }
                let end = ((special & lanes(first, LANES)).trailing_zeros() as usize).min(LANES);
                self.step_stretches(at, first, end, felt, layer, dt);
                if end < LANES {
                    self.step_special(at * LANES + end, layer, dt);
                }
                first = end + 1;
            }
            at += 1;
        }
    }

    /// Bodies of a block without parent and without hooks, those that feel anything and those that do
    /// not each by themselves, in their order.
    fn step_stretches(
        &mut self,
        at: usize,
        mut first: usize,
        end: usize,
        felt: u16,
        layer: Option<u32>,
        dt: f32,
    ) {
        while first < end {
            let feels = felt & 1 << first != 0;
            let others = if feels { !felt } else { felt };
            let next = ((others & lanes(first, LANES)).trailing_zeros() as usize).min(end);
            if feels {
                self.step_rows(at, lanes(first, next), layer, dt);
            } else {
                self.step_plain(at, lanes(first, next), layer, dt);
            }
            first = next;
        }
    }

    /// Those of some bodies of a block that feel anything and have no hooks that no row is for.
    fn felt_alone(&mut self, at: usize, mask: u16, dt: f32) -> u16 {
        if self.backend == Backend::Null || dt == 0.0 {
            return mask;
        }
        let mut alone = self.feelings.alone(at, mask, &self.bodies);
        if !self.feelings.zones.is_empty() {
            for lane in each(mask & !alone) {
                let slot = at * LANES + lane;
                let inside = self.feelings.zones.iter().any(|zone| self.is_in(slot, zone));
                alone |= u16::from(inside) << lane;
            }
        }
        alone
    }

    /// Of some lanes of a block, those with a body that is stepped and that is on the layer.
    pub(super) fn on_layer(&self, at: usize, mask: u16, layer: Option<u32>) -> u16 {
        let block = &self.bodies.blocks[at];
        let mut mask = mask & block.stepped;
        if let Some(layer) = layer {
            for lane in each(mask) {
                if block.layer[lane] != layer {
                    mask &= !(1 << lane);
                }
            }
        }
        mask
    }

    /// The bodies of a block without parent and without hooks, as far as `mask` names them: nothing
    /// that one of them does to itself can be seen by another before its move.
    fn step_plain(&mut self, at: usize, mask: u16, layer: Option<u32>, dt: f32) {
        let mask = self.on_layer(at, mask, layer);
        if mask == 0 {
            return;
        }
        let block = &mut self.bodies.blocks[at];
        let pulls = self.backend == Backend::Arcade;
        // Lanes where nobody is may be computed along with the rest.
        let whole = block.alive & !mask == 0;
        if whole {
            kernel::thrust(block, dt);
        } else {
            for lane in each(mask) {
                let mut motion = block.motion(lane);
                motion.push(State(block.state[lane]).travel(), dt);
                motion.cap_thrust();
                block.set_motion(lane, &motion);
            }
        }
        for lane in each(mask & !block.travelled) {
            self.travel(at * LANES + lane);
        }
        let block = &mut self.bodies.blocks[at];
        if whole {
            kernel::environment(block, &self.settings, pulls, dt);
        } else {
            for lane in each(mask) {
                let mut motion = block.moving(lane);
                if pulls {
                    motion.environment = gravity(motion.environment, self.settings.gravity, dt);
                }
                motion.environment = drag(motion.environment, self.settings.drag, dt);
                motion.combine();
                block.set_moving(lane, &motion);
            }
        }
        if self.backend == Backend::Null {
            return;
        }
        let shaped = mask & block.shaped;
        if whole && shaped == 0 {
            kernel::advance(block, &self.settings, dt);
            return;
        }
        for lane in each(mask & !shaped) {
            let mut motion = block.moving(lane);
            motion.advance(dt);
            block.set_position(lane, motion.position);
        }
        if shaped != 0 {
            self.move_plain(at, shaped, dt);
        }
    }

    /// One body by itself: one with a parent, one with hooks.
    fn step_special(&mut self, slot: usize, layer: Option<u32>, dt: f32) {
        let (at, lane) = (slot / LANES, slot % LANES);
        let me = self.bodies.id(slot);
        if let Some(parent) = self.bodies.cold[slot].parent {
            if let Some(parent) = self.bodies.find(parent) {
                let place = self.bodies.blocks[parent / LANES].position(parent % LANES);
                let block = &mut self.bodies.blocks[at];
                let offset = block.velocity(lane);
                // A parent that has overflowed does not take its children along.
                if (place + offset).is_finite() {
                    block.set_position(lane, place + offset);
                    self.list(slot);
                }
                return;
            }
            // Its parent is gone: from now on it goes its own way.
            self.bodies.orphan(slot);
        }
        let block = &mut self.bodies.blocks[at];
        if block.stepped & 1 << lane == 0 || layer.is_some_and(|layer| block.layer[lane] != layer) {
            return;
        }
        if self.feelings.lanes(at) & 1 << lane != 0 {
            self.step_felt(me, dt);
            return;
        }
        let mut motion = block.motion(lane);
        motion.push(State(block.state[lane]).travel(), dt);
        motion.cap_thrust();
        block.set_motion(lane, &motion);

        if let Some(logic) = self.bodies.cold[slot].logic {
            let flow = self.call_logic(logic, me, dt);
            if flow == Flow::Skip || self.bodies.find(me).is_none() {
                return;
            }
        } else {
            self.travel(slot);
        }
        if self.feelings.lanes(at) & 1 << lane != 0 {
            // The logic has made it one that feels.
            self.finish_felt(me, None, false, dt);
            return;
        }

        let block = &mut self.bodies.blocks[at];
        let mut motion = block.moving(lane);
        if self.backend == Backend::Arcade {
            motion.environment = gravity(motion.environment, self.settings.gravity, dt);
        }
        motion.environment = drag(motion.environment, self.settings.drag, dt);
        motion.combine();
        block.set_moving(lane, &motion);
        if self.backend == Backend::Arcade {
            self.move_special(me, dt, &Drive::Plain);
        }
    }

    /// What a body without a logic of its own does; see [`Context::travel`](super::Context::travel).
    pub(super) fn travel(&mut self, slot: usize) {
        let Some(character) = self.bodies.cold[slot].character else {
            return;
        };
        let Some(character) = self.characters.get(character.index()) else {
            return;
        };
        self.bodies.travel(slot, character);
    }
}
