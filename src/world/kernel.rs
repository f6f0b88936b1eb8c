//! The part of a step that is arithmetic alone, along the rows of a block.
//!
//! Every function here gives, in every lane, the bits of the function of [`crate::physics`] that it
//! stands for; the tests compare them. What a lane is not to take part in is selected away, not
//! multiplied by zero, which would change signs of zero.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use super::bodies::{Block, LANES, Row};
use super::body::State;
use crate::physics::Settings;

pub(super) const TRAVEL_X: u32 = State::MOVING_LEFT.0 | State::MOVING_RIGHT.0;
pub(super) const TRAVEL_Y: u32 = State::MOVING_UP.0 | State::MOVING_DOWN.0;

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
pub(super) fn cap_thrust(block: &mut Block) {
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

/// Thrust grows and is capped, in every lane; where none is active, that would change nothing.
pub(super) fn thrust(block: &mut Block, dt: f32) {
    if block.active != 0 {
        push(block, dt);
        cap_thrust(block);
    }
}

/// The axes along which the lanes of a block can move at all.
pub(super) fn axes(block: &mut Block, settings: &Settings) -> usize {
    if settings.gravity.z != 0.0 {
        block.deep = u16::MAX;
    }
    if block.deep == 0 { 2 } else { 3 }
}

/// Gravity where `pulls`, drag, and velocity from environment and thrust, in every lane.
pub(super) fn environment(block: &mut Block, settings: &Settings, pulls: bool, dt: f32) {
    let pull = settings.gravity * dt;
    let still = block.active == 0;
    for axis in 0..axes(block, settings) {
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
        let velocity = &mut block.velocity[axis];
        if still {
            // All thrust is +0, and adding that turns -0 into +0.
            for lane in 0..LANES {
                velocity[lane] = row[lane] + 0.0;
            }
        } else {
            for lane in 0..LANES {
                velocity[lane] = row[lane] + block.thrust[axis][lane];
            }
        }
    }
}

/// [`crate::physics::Motion::advance`] in every lane.
pub(super) fn advance(block: &mut Block, settings: &Settings, dt: f32) {
    for axis in 0..axes(block, settings) {
        for lane in 0..LANES {
            block.position[axis][lane] += block.velocity[axis][lane] * dt;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::bodies::Bodies;
    use super::super::body::Body;
    use super::super::shapes::Shapes;
    use super::*;
    use crate::physics::{Motion, drag, gravity};

    fn bits(motion: &Motion) -> [u32; 12] {
        let parts = [
            motion.position,
            motion.velocity,
            motion.environment,
            motion.thrust,
        ];
        core::array::from_fn(|at| parts[at / 3][at % 3].to_bits())
    }

    /// Numbers that arithmetic treats in a way of their own, among ordinary ones.
    const NUMBERS: [f32; 12] = [
        0.0, -0.0, 1.0, -120.0, 120.0, 1e-40, -1e-40, 3.5e30, -7.25, 0.1, 900.0, -1e-7,
    ];

    fn body(seed: &mut u32, still: bool) -> Body {
        let mut next = || {
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            NUMBERS[(*seed >> 16) as usize % NUMBERS.len()]
        };
        let mut part = || Vec3::new(next(), next(), if still { 0.0 } else { next() });
        let mut body = Body {
            motion: Motion {
                position: part(),
                velocity: part(),
                environment: part(),
                thrust: part(),
                acceleration: part(),
                top_speed: part(),
            },
            ..Body::default()
        };
        if still {
            body.motion.thrust = Vec3::ZERO;
        } else {
            body.state = State((*seed >> 8) & 0x1FFF);
        }
        body
    }

    #[test]
    fn every_lane_gets_the_bits_of_the_step_of_one_body() {
        let settings = [
            Settings::default(),
            Settings {
                gravity: Vec3::new(3.0, 900.0, 0.0),
                drag: Vec3::new(0.0, 1.8, 0.0),
                ..Settings::default()
            },
            Settings {
                gravity: Vec3::new(-3.0, 900.0, 7.0),
                drag: Vec3::new(0.5, 1.8, 70.0),
                ..Settings::default()
            },
        ];
        let mut seed = 1;
        for round in 0..600 {
            let settings = &settings[round % 3];
            let pulls = round % 5 != 0;
            let (mut bodies, mut shapes) = (Bodies::default(), Shapes::default());
            let mut alone = Vec::new();
            for _ in 0..LANES {
                let body = body(&mut seed, round % 2 == 0);
                let slot = bodies.take_slot();
                bodies.write(slot, &body, &mut shapes);
                alone.push((body.motion, body.state));
            }
            for step in 0..3 {
                let dt = 1.0 / 60.0;
                let block = &mut bodies.blocks[0];
                thrust(block, dt);
                environment(block, settings, pulls, dt);
                advance(block, settings, dt);
                for (lane, (motion, state)) in alone.iter_mut().enumerate() {
                    motion.push(state.travel(), dt);
                    motion.cap_thrust();
                    if pulls {
                        motion.environment = gravity(motion.environment, settings.gravity, dt);
                    }
                    motion.environment = drag(motion.environment, settings.drag, dt);
                    motion.combine();
                    motion.advance(dt);
                    let block = &bodies.blocks[0];
                    assert_eq!(
                        bits(&block.motion(lane)),
                        bits(motion),
                        "round {round}, step {step}, lane {lane}: {:?} {motion:?}",
                        block.motion(lane)
                    );
                }
            }
        }
    }
}
