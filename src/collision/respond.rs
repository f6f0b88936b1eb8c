//! The default response to a contact: block.

use glam::Vec3;

use super::resolve::Contact;
use crate::physics::Motion;

/// Pushes a body out along the contact's normal and removes the part of its motion that goes into
/// the surface, from environment and thrust; keeps what goes along it. Velocity is not written: the
/// step computes it from the two. A contact with a sensor is left alone, and so is a body that was
/// already inside and is on its way out.
///
/// Where environment and thrust pull opposite ways, as for a body that flies against gravity into a
/// ceiling, the one that presses loses only what it presses harder: the body stays at the surface
/// instead of being thrown off it by the other.
///
/// Returns whether anything was to be done.
pub fn block(motion: &mut Motion, contact: &Contact) -> bool {
    if contact.sensor {
        return false;
    }
    let normal = contact.normal;
    if !contact.entered && (motion.environment + motion.thrust).dot(normal) > 0.0 {
        return false;
    }
    if let Some(axis) = contact.axis() {
        motion.position[axis] = contact.place[axis];
        let parts = [motion.environment[axis], motion.thrust[axis]];
        [motion.environment[axis], motion.thrust[axis]] = held(parts, normal[axis]);
    } else {
        motion.position = contact.place;
        let parts = [motion.environment.dot(normal), motion.thrust.dot(normal)];
        let left = held(parts, 1.0);
        let turn = |part: Vec3, before: f32, after: f32| {
            if after == before {
                part
            } else {
                part - normal * (before - after)
            }
        };
        motion.environment = turn(motion.environment, parts[0], left[0]);
        motion.thrust = turn(motion.thrust, parts[1], left[1]);
    }
    true
}

/// What is left of two speeds along an axis at a surface whose outward side is `side`, 1 or -1: those
/// that press are gone, up to what the other pulls away; where they do not press together, nothing
/// changes.
#[inline]
pub(super) fn held([a, b]: [f32; 2], side: f32) -> [f32; 2] {
    match [a * side < 0.0, b * side < 0.0] {
        [true, true] => [0.0, 0.0],
        [true, false] if (a + b) * side < 0.0 => [0.0 - b, b],
        [false, true] if (a + b) * side < 0.0 => [a, 0.0 - a],
        _ => [a, b],
    }
}
