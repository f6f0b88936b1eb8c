//! One step of a body that feels anything.

use glam::Vec3;

use super::bodies::LANES;
use super::body::State;
use super::handle::BodyId;
use super::hook::Flow;
use super::{Backend, World};
use crate::physics::feel::{Pieces, Rest, Rules, Terms, fade, limit, stride_one, thrust};
use crate::physics::{Motion, Settings, drag, gravity};

/// A body after a time, with its mean velocity; what is finer than its numbers; its impulse.
pub(super) type Flown = (Motion, Rest, Vec3);

/// How a body's place changes in the pieces of its step.
pub(super) enum Drive<'a> {
    /// By its velocity, and nothing is kept about it.
    Plain,
    /// By its velocity.
    Euler,
    /// By the closed forms.
    Exact(&'a Exact<'a>),
}

/// A step by the closed forms.
pub(super) struct Exact<'a> {
    pub(super) rules: &'a Rules,
    /// Whether the body stood as the step began.
    pub(super) grounded: bool,
    /// What the whole of the step comes to, and its length.
    pub(super) whole: Flown,
    pub(super) dt: f32,
}

/// `dt` seconds of gravity, where it pulls, and drag on an environmental velocity, within its terminal
/// speeds.
pub(super) fn pulled(settings: &Settings, environment: Vec3, rules: &Rules, pulls: bool, dt: f32) -> Vec3 {
    let mut speed = environment;
    if rules.climbing {
        speed = Vec3::ZERO;
    } else if pulls {
        let pulled = gravity(environment, settings.gravity, dt);
        speed = if rules.gravity == 1.0 {
            pulled
        } else {
            environment + (pulled - environment) * rules.gravity
        };
    }
    limit(drag(speed, settings.drag, dt), rules)
}

impl World {
    /// One step of a body that has a character and no parent.
    pub(super) fn step_felt(&mut self, me: BodyId, dt: f32) {
        let rules = self.rules(me.slot());
        let pieces = Pieces::of(dt, rules.time);
        for _ in 0..pieces.count {
            if self.bodies.find(me).is_some() {
                self.act(me, &rules, pieces.count == 1, pieces.length);
            }
        }
    }

    /// A step or a piece of it; `only` says which.
    fn act(&mut self, me: BodyId, rules: &Rules, only: bool, dt: f32) {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let exact = rules.exact && self.backend == Backend::Arcade;
        if !exact {
            let grounded = self.feelings.grounded(slot);
            let block = &mut self.bodies.blocks[at];
            let mut motion = block.motion(lane);
            thrust(
                &mut motion,
                State(block.state[lane]).travel(),
                rules,
                grounded,
                dt,
            );
            motion.cap_thrust();
            block.set_motion(lane, &motion);
        }
        if let Some(logic) = self.bodies.cold[slot].logic {
            let flow = self.call_logic(logic, me, dt);
            if flow == Flow::Skip || self.bodies.find(me).is_none() {
                return;
            }
        } else if self.bodies.blocks[at].travelled & 1 << lane == 0 {
            self.travel(slot);
        }
        self.finish_felt(me, Some(rules).filter(|_| only), exact, dt);
    }

    /// The rest of a step, after the logic.
    pub(super) fn finish_felt(&mut self, me: BodyId, known: Option<&Rules>, exact: bool, dt: f32) {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        // The logic may have given the body settings, or an impulse; a piece may have led into a zone.
        let rules = match known {
            Some(rules) if self.bodies.cold[slot].logic.is_none() => *rules,
            _ => self.rules(slot),
        };
        let grounded = self.feelings.grounded(slot);
        let felt = self.feelings.keep(slot, me.generation);
        felt.clear_step();
        felt.carried = rules.carried(grounded);
        if exact {
            let motion = self.bodies.blocks[at].motion(lane);
            let whole = self.flown(slot, &motion, &rules, grounded, dt);
            let exact = Exact {
                rules: &rules,
                grounded,
                whole,
                dt,
            };
            let tiles = self.shared_tiles();
            self.move_felt(me, dt, &self.place(&tiles), &Drive::Exact(&exact));
            return;
        }
        let felt = self.feelings.keep(slot, me.generation);
        felt.push = fade(felt.push, &rules, dt).0;
        let felt = *felt;
        let block = &mut self.bodies.blocks[at];
        let mut motion = block.moving(lane);
        let pulls = self.backend == Backend::Arcade;
        motion.environment = pulled(&self.settings, motion.environment, &rules, pulls, dt);
        felt.combine(&mut motion);
        block.set_moving(lane, &motion);
        if self.backend == Backend::Arcade {
            let tiles = self.shared_tiles();
            self.move_felt(me, dt, &self.place(&tiles), &Drive::Euler);
        }
    }

    /// What `dt` seconds of the course of a body with such numbers come to.
    pub(super) fn flown(
        &mut self,
        slot: usize,
        motion: &Motion,
        rules: &Rules,
        grounded: bool,
        dt: f32,
    ) -> Flown {
        self.feelings.spans.renew(self.settings.drag, dt);
        let state = State(self.bodies.blocks[slot / LANES].state[slot % LANES]);
        stride_one(
            motion,
            self.feelings.rest(slot),
            self.feelings.get(slot).push,
            &Terms::new(self.pull(rules), &self.feelings.spans, rules),
            state.travel(),
            rules,
            grounded,
        )
    }

    /// Moves a body through a piece of its step.
    pub(super) fn drive(&mut self, me: BodyId, motion: &mut Motion, length: f32, drive: &Drive<'_>) {
        let Drive::Exact(exact) = drive else {
            motion.advance(length);
            return;
        };
        let slot = me.slot();
        let (after, rest, push) = if length == exact.dt {
            exact.whole
        } else {
            let mut now = self.bodies.blocks[slot / LANES].motion(slot % LANES);
            (now.position, now.environment, now.thrust) =
                (motion.position, motion.environment, motion.thrust);
            self.flown(slot, &now, exact.rules, exact.grounded, length)
        };
        (motion.position, motion.environment, motion.thrust) =
            (after.position, after.environment, after.thrust);
        self.feelings.set_rest(slot, rest);
        let felt = self.feelings.keep(slot, me.generation);
        felt.push = push;
        felt.combine(motion);
    }
}
