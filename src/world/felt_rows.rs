//! One step of bodies that feel something, side by side: those of a block without hooks, parent, impulse or
//! rules out of the ordinary. Every one of them gets the bits that it would get alone.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use glam::Vec3;

use super::World;
use super::bodies::{Block, LANES, Row};
use super::body::State;
use super::felt_step::pulled;
use super::kernel;
use super::kernel::{TRAVEL_X, TRAVEL_Y};
use super::step::each;
use crate::physics::feel::{After, Before, Rest, Rules, TOUCH_GROUND, Terms, effort, stride, thrust};
use crate::physics::{Motion, Settings};

/// Fewer bodies than these with the same rules are computed one by one.
const FEW: u32 = 3;

pub(super) fn lane_of(rows: &[Row; 3], lane: usize) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|axis| rows[axis][lane % LANES]))
}

/// The numbers of a lane after a step by the closed forms.
pub(super) fn lane_after(after: &After<LANES>, lane: usize) -> (Motion, Rest) {
    let of = |rows: &[Row; 3]| lane_of(rows, lane);
    let motion = Motion {
        position: of(&after.position),
        velocity: of(&after.velocity),
        environment: of(&after.environment),
        thrust: of(&after.thrust),
        ..Motion::default()
    };
    let rest = Rest {
        position: of(&after.fine.position),
        environment: of(&after.fine.environment),
    };
    (motion, rest)
}

fn put_lane(after: &mut After<LANES>, lane: usize, motion: &Motion, rest: &Rest) {
    let put = |rows: &mut [Row; 3], value: Vec3| {
        for axis in 0..3 {
            rows[axis][lane % LANES] = value[axis];
        }
    };
    put(&mut after.position, motion.position);
    put(&mut after.velocity, motion.velocity);
    put(&mut after.environment, motion.environment);
    put(&mut after.thrust, motion.thrust);
    put(&mut after.fine.position, rest.position);
    put(&mut after.fine.environment, rest.environment);
}

/// Copies lanes of rows.
pub(super) fn copy(to: &mut [Row; 3], from: &[Row; 3], mask: u16) {
    if mask == u16::MAX {
        *to = *from;
    }
    if mask == u16::MAX || mask == 0 {
        return;
    }
    for axis in 0..3 {
        for lane in 0..LANES {
            let value = from[axis][lane];
            to[axis][lane] = if mask & 1 << lane != 0 {
                value
            } else {
                to[axis][lane]
            };
        }
    }
}

/// Exchanges the efforts of lanes of a block with those that a step leads to, and sets their velocity.
pub(super) fn exchange(block: &mut Block, after: &mut After<LANES>, mask: u16) {
    let (environment, thrust) = (block.environment, block.thrust);
    copy(&mut block.environment, &after.environment, mask);
    copy(&mut block.thrust, &after.thrust, mask);
    (after.environment, after.thrust) = (environment, thrust);
    for axis in 0..3 {
        for lane in 0..LANES {
            let sum = block.environment[axis][lane] + block.thrust[axis][lane];
            let kept = block.velocity[axis][lane];
            block.velocity[axis][lane] = if mask & 1 << lane != 0 { sum } else { kept };
        }
    }
}

/// Which of the lanes of a row of states travel along an axis, as accelerations: 0 for those that do not.
fn efforts(block: &Block) -> [Row; 2] {
    let mut made = [[0.0; LANES]; 2];
    for (axis, travel) in [TRAVEL_X, TRAVEL_Y].into_iter().enumerate() {
        for lane in 0..LANES {
            let acceleration = block.acceleration[axis][lane];
            made[axis][lane] = if block.state[lane] & travel != 0 {
                acceleration
            } else {
                0.0
            };
        }
    }
    made
}

/// [`rates::thrust`](crate::physics::feel::thrust) in every lane.
fn push(block: &mut Block, touching: &[u32; LANES], rules: &Rules, dt: f32) {
    let efforts = efforts(block);
    let (air, ground) = (rules.factors(false), rules.factors(true));
    for axis in 0..2 {
        for lane in 0..LANES {
            let grounded = touching[lane] & TOUCH_GROUND != 0;
            let factors = [0, 1, 2].map(|rate| if grounded { ground[rate] } else { air[rate] });
            let held = &mut block.thrust[axis][lane];
            *held = effort(*held, efforts[axis][lane], rules, axis, factors, dt);
        }
    }
}

/// [`pulled`], and velocity from environment and thrust, in every lane.
fn pull(block: &mut Block, settings: &Settings, rules: &Rules, dt: f32) {
    let pull = settings.gravity * dt;
    for axis in 0..kernel::axes(block, settings) {
        let added = if axis == 1 { pull.y } else { -pull[axis] };
        let drag = settings.drag[axis];
        let (least, most) = (rules.least[axis], rules.most[axis]);
        for lane in 0..LANES {
            let speed = block.environment[axis][lane];
            let pulled = speed + added;
            let scaled = speed + (pulled - speed) * rules.gravity;
            let mut speed = if rules.gravity == 1.0 { pulled } else { scaled };
            if drag != 0.0 {
                speed -= speed * drag * dt;
            }
            let speed = if speed > most { most } else { speed };
            let speed = if speed < least { least } else { speed };
            block.environment[axis][lane] = speed;
            block.velocity[axis][lane] = speed + block.thrust[axis][lane];
        }
    }
}

impl World {
    /// The bodies of a block, as far as `mask` names them and they are on the layer.
    pub(super) fn step_rows(&mut self, at: usize, mask: u16, layer: Option<u32>, dt: f32) {
        let mask = self.on_layer(at, mask, layer);
        if mask == 0 {
            return;
        }
        self.feelings.settle(at, mask);
        let mut after = After::ZERO;
        let (mut rest, mut exact, mut whole) = (mask, 0, None);
        while rest != 0 {
            let (group, rules) = self.feelings.alike(at, rest);
            if rules.exact {
                exact |= group;
                self.stride_rows(at, group, &rules, &mut after, dt);
            } else {
                self.push_rows(at, group, &rules, dt);
            }
            if group == mask {
                whole = Some(rules);
            }
            rest &= !group;
        }
        let free = mask & !self.bodies.blocks[at].shaped;
        if free != 0 {
            self.arrive(at, free & exact, &mut after);
            let block = &mut self.bodies.blocks[at];
            for lane in each(free & !exact) {
                let mut motion = block.moving(lane);
                motion.advance(dt);
                block.set_position(lane, motion.position);
            }
        }
        self.move_rows(at, mask & !free, exact, whole.as_ref(), &mut after, dt);
    }

    /// Bodies of one set of rules up to their move, by the documented steps.
    fn push_rows(&mut self, at: usize, group: u16, rules: &Rules, dt: f32) {
        let block = &mut self.bodies.blocks[at];
        let touching = &self.feelings.rows[at].touching;
        let whole = block.alive & !group == 0;
        if block.active != 0 && whole {
            push(block, touching, rules, dt);
            kernel::cap_thrust(block);
        } else if block.active != 0 {
            for lane in each(group) {
                let mut motion = block.motion(lane);
                let grounded = touching[lane] & TOUCH_GROUND != 0;
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
        }
        for lane in each(group & !block.travelled) {
            self.travel(at * LANES + lane);
        }
        let block = &mut self.bodies.blocks[at];
        if whole {
            pull(block, &self.settings, rules, dt);
            return;
        }
        for lane in each(group) {
            let mut motion = block.moving(lane);
            motion.environment = pulled(&self.settings, motion.environment, rules, true, dt);
            motion.combine();
            block.set_moving(lane, &motion);
        }
    }

    /// Bodies of one set of rules up to their move, by the closed forms.
    fn stride_rows(&mut self, at: usize, group: u16, rules: &Rules, after: &mut After<LANES>, dt: f32) {
        for lane in each(group & !self.bodies.blocks[at].travelled) {
            self.travel(at * LANES + lane);
        }
        let pull = self.pull(rules);
        self.feelings.spans.renew(self.settings.drag, dt);
        let mut odd = group;
        if group.count_ones() >= FEW {
            let block = &mut self.bodies.blocks[at];
            let axes = kernel::axes(block, &self.settings);
            let rows = &self.feelings.rows[at];
            let before = Before {
                position: &block.position,
                environment: &block.environment,
                thrust: &block.thrust,
                top_speed: &block.top_speed,
                effort: &efforts(block),
                fine: &rows.fine,
                grounded: &rows.touching.map(|touching| touching & TOUCH_GROUND),
            };
            let terms = Terms::new(pull, &self.feelings.spans, rules);
            if block.alive & !group == 0 {
                stride(&before, &terms, axes, after);
                odd = odd_lanes(after) & group;
            } else {
                let mut some = After::ZERO;
                stride(&before, &terms, axes, &mut some);
                odd = odd_lanes(&some) & group;
                for (to, from) in [
                    (&mut after.position, &some.position),
                    (&mut after.velocity, &some.velocity),
                    (&mut after.environment, &some.environment),
                    (&mut after.thrust, &some.thrust),
                    (&mut after.fine.position, &some.fine.position),
                    (&mut after.fine.environment, &some.fine.environment),
                ] {
                    copy(to, from, group);
                }
            }
        }
        for lane in each(odd) {
            let slot = at * LANES + lane;
            let motion = self.bodies.blocks[at].motion(lane);
            let (moved, rest, _) = self.flown(slot, &motion, rules, self.feelings.grounded(slot), dt);
            put_lane(after, lane, &moved, &rest);
        }
    }

    /// Bodies that nothing can stop are where their step by the closed forms leads.
    fn arrive(&mut self, at: usize, mask: u16, after: &mut After<LANES>) {
        if mask == 0 {
            return;
        }
        let (block, rows) = (&mut self.bodies.blocks[at], &mut self.feelings.rows[at]);
        exchange(block, after, mask);
        copy(&mut block.position, &after.position, mask);
        copy(&mut rows.fine.position, &after.fine.position, mask);
        copy(&mut rows.fine.environment, &after.fine.environment, mask);
    }
}

/// The lanes that were of no common case.
fn odd_lanes(after: &After<LANES>) -> u16 {
    let mut odd = 0;
    for lane in 0..LANES {
        odd |= u16::from(after.odd[lane] != 0.0) << lane;
    }
    odd
}
