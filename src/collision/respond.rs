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

#[cfg(test)]
mod tests {
    use super::super::resolve::Thing;
    use super::super::tiles::Tile;
    use super::*;

    #[test]
    fn what_presses_is_held_and_what_pulls_away_is_kept() {
        for (parts, left) in [
            ([-3.0, -4.0], [0.0, 0.0]),
            ([3.0, 4.0], [3.0, 4.0]),
            // The one that presses loses what it presses harder than the other pulls.
            ([-5.0, 2.0], [-2.0, 2.0]),
            ([2.0, -5.0], [2.0, -2.0]),
            ([-5.0, 7.0], [-5.0, 7.0]),
            ([7.0, -5.0], [7.0, -5.0]),
            ([0.0, -5.0], [0.0, 0.0]),
            ([-5.0, 0.0], [0.0, 0.0]),
        ] {
            assert_eq!(held(parts, 1.0), left, "{parts:?}");
            let turned = |parts: [f32; 2]| parts.map(|part| -part);
            assert_eq!(
                held(turned(parts), -1.0),
                turned(left),
                "{parts:?} from the other side"
            );
        }
        // What does not press keeps its bits.
        for (parts, left) in [([-0.0, -3.0], [-0.0_f32, 0.0]), ([-3.0, -0.0], [0.0, -0.0])] {
            assert_eq!(
                held(parts, 1.0).map(f32::to_bits),
                left.map(f32::to_bits),
                "{parts:?}"
            );
        }
    }

    fn contact(normal: Vec3, place: Vec3) -> Contact {
        Contact {
            thing: Thing::Tile(Tile {
                view: 0,
                layer: 0,
                col: 0,
                row: 0,
                gid: 1,
            }),
            normal,
            depth: 1.0,
            place,
            entered: true,
            sensor: false,
            layers: 1,
        }
    }

    #[test]
    fn at_a_slanted_surface_what_goes_along_it_is_left() {
        let place = Vec3::new(10.0, 20.0, 30.0);
        let slanted = contact(Vec3::new(-0.6, -0.8, 0.0), place);
        assert_eq!(slanted.axis(), None);
        assert_eq!(contact(Vec3::NEG_Y, place).axis(), Some(1));
        let mut motion = Motion {
            environment: Vec3::new(0.0, 100.0, 5.0),
            ..Motion::default()
        };
        assert!(block(&mut motion, &slanted));
        // 80 of the 100 go into the surface: (0, 100) - 80 (0.6, 0.8).
        let want = Vec3::new(-48.0, 36.0, 5.0);
        assert!(
            (motion.environment - want).abs().max_element() < 1e-4,
            "{}",
            motion.environment
        );
        assert_eq!((motion.position, motion.thrust), (place, Vec3::ZERO));
    }

    #[test]
    fn at_a_slanted_surface_what_presses_harder_than_the_other_pulls_is_held() {
        let out = Vec3::new(-0.6, -0.8, 0.0);
        let along = Vec3::new(0.8, -0.6, 0.0);
        let mut motion = Motion {
            environment: 30.0 * along - 100.0 * out,
            thrust: 40.0 * out,
            ..Motion::default()
        };
        assert!(block(&mut motion, &contact(out, Vec3::ZERO)));
        // 100 in and 40 out: 40 in is left, and all that goes along.
        let want = 30.0 * along - 40.0 * out;
        assert!(
            (motion.environment - want).length() < 1e-4,
            "{}",
            motion.environment
        );
        assert_eq!(motion.thrust, 40.0 * out);
    }
}
