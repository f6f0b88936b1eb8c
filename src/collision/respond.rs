//! The default response to a contact: block.

use super::resolve::Contact;
use crate::physics::Motion;

/// Pushes a body out along the contact's normal and removes the part of its motion that goes into
/// the surface, from environment and thrust each; keeps what goes along it. Velocity is not written:
/// the step computes it from the two. A contact with a sensor is left alone, and so is a body that was
/// already inside and is on its way out.
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
        for part in [&mut motion.environment, &mut motion.thrust] {
            if part[axis] * normal[axis] < 0.0 {
                part[axis] = 0.0;
            }
        }
    } else {
        motion.position = contact.place;
        for part in [&mut motion.environment, &mut motion.thrust] {
            let into = part.dot(normal);
            if into < 0.0 {
                *part -= normal * into;
            }
        }
    }
    true
}
