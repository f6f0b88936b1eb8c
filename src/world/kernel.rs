//! The part of a step that is arithmetic alone, along the rows of a block.
//!
//! Every function here gives, in every lane, the bits of the function of [`crate::physics`] that it
//! stands for; the tests compare them. What a lane is not to take part in is selected away, not
//! multiplied by zero, which would change signs of zero.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use super::bodies::{Block, LANES, Row};
use super::body::State;
use crate::physics::Settings;

const TRAVEL_X: u32 = State::MOVING_LEFT.0 | State::MOVING_RIGHT.0;
const TRAVEL_Y: u32 = State::MOVING_UP.0 | State::MOVING_DOWN.0;

/// Whether no lane travels or has thrust: then [`push`] and [`cap_thrust`] change nothing.
fn at_rest(block: &Block) -> bool {
    let mut bits = 0;
    for lane in 0..LANES {
        bits |= block.state[lane] & (TRAVEL_X | TRAVEL_Y);
        for axis in 0..3 {
            bits |= block.thrust[axis][lane].to_bits();
        }
    }
    bits == 0
}

/// [`crate::physics::Motion::push`] in every lane.
fn push(block: &mut Block, dt: f32) {
    for (axis, travel) in [TRAVEL_X, TRAVEL_Y].into_iter().enumerate() {
        for lane in 0..LANES {
            let thrust = block.thrust[axis][lane];
            let pushed = thrust + block.acceleration[axis][lane] * dt;
            block.thrust[axis][lane] = if block.state[lane] & travel != 0 {
                pushed
            } else {
                thrust
            };
        }
    }
}

/// [`crate::physics::Motion::cap_thrust`] in every lane.
fn cap_thrust(block: &mut Block) {
    let mut magnitude: Row = [0.0; LANES];
    for axis in 0..3 {
        for lane in 0..LANES {
            let (cap, thrust) = (block.top_speed[axis][lane], block.thrust[axis][lane]);
            let share = thrust / cap;
            let more = magnitude[lane] + share * share;
            let none = cap == 0.0;
            block.thrust[axis][lane] = if none { 0.0 } else { thrust };
            magnitude[lane] = if none { magnitude[lane] } else { more };
        }
    }
    let mut outside = false;
    for amount in &magnitude {
        outside |= *amount > 1.0;
    }
    if !outside {
        return;
    }
    let mut scale: Row = [1.0; LANES];
    for lane in 0..LANES {
        scale[lane] = 1.0 / magnitude[lane].sqrt();
    }
    for row in &mut block.thrust {
        for lane in 0..LANES {
            let scaled = row[lane] * scale[lane];
            row[lane] = if magnitude[lane] > 1.0 { scaled } else { row[lane] };
        }
    }
}

/// Thrust grows and is capped, in every lane.
pub(super) fn thrust(block: &mut Block, dt: f32) {
    if !at_rest(block) {
        push(block, dt);
        cap_thrust(block);
    }
}

/// Gravity where `pulls`, drag, and velocity from environment and thrust, in every lane.
pub(super) fn environment(block: &mut Block, settings: &Settings, pulls: bool, dt: f32) {
    let pull = settings.gravity * dt;
    for axis in 0..3 {
        let row = &mut block.environment[axis];
        if pulls {
            if axis == 1 {
                row.iter_mut().for_each(|speed| *speed += pull.y);
            } else {
                let pull = pull[axis];
                row.iter_mut().for_each(|speed| *speed -= pull);
            }
        }
        let coefficient = settings.drag[axis];
        if coefficient != 0.0 {
            row.iter_mut()
                .for_each(|speed| *speed -= *speed * coefficient * dt);
        }
        for lane in 0..LANES {
            block.velocity[axis][lane] = row[lane] + block.thrust[axis][lane];
        }
    }
}

/// [`crate::physics::Motion::advance`] in every lane.
pub(super) fn advance(block: &mut Block, dt: f32) {
    for axis in 0..3 {
        for lane in 0..LANES {
            block.position[axis][lane] += block.velocity[axis][lane] * dt;
        }
    }
}
