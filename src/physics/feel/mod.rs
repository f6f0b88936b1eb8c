//! How a character feels: what the documented step leaves out, each part off until it is asked for.
//!
//! | file | what is in it |
//! |---|---|
//! | `setting` | the settings by name, each set or not; one level laid over another |
//! | `rules` | the settings of a body once every level has had its say |
//! | `rates` | speeding up, letting go and turning round, step by step |
//! | `decay` | environmental velocity in closed form: gravity, drag, terminal speed |
//! | `effort` | thrust in closed form: its ramp, its ellipse, turning and stopping |
//! | `course` | where a body is at any moment of a step: the exact integrator |
//! | `stride` | a step of the exact integrator in its common cases, for bodies side by side |
//! | `pace` | the accumulator, and steps under a time scale |
//! | `jump` | height and time against gravity and speed; coyote time, buffer and the rest |
//!
//! A [`Feel`] with nothing set is the documented behaviour, bit for bit.

mod course;
mod decay;
mod effort;
mod jump;
mod pace;
mod rates;
mod rules;
mod setting;
mod stride;

pub use course::{Course, Rest};
pub use jump::{Arc, Jump, JumpInput, JumpKind, JumpOutput, JumpRules};
pub use pace::{Pace, Pieces};
pub(crate) use rates::effort;
pub use rates::{fade, limit, thrust};
pub use rules::{DEFAULT_PUSH_DECAY, Rules};
pub use setting::{Feel, Setting};
pub(crate) use stride::{After, Before, Fine, Spans, Terms, stride, stride_one};

/// The body stands on something.
pub const TOUCH_GROUND: u32 = 1;
/// Something above the body stops it.
pub const TOUCH_CEILING: u32 = 2;
/// A wall is at the body's left.
pub const TOUCH_LEFT: u32 = 4;
/// A wall is at the body's right.
pub const TOUCH_RIGHT: u32 = 8;

/// What a contact's normal, the way the body must move, says that the body touches.
#[must_use]
pub fn touched(normal: glam::Vec3) -> u32 {
    // At 45 degrees and flatter a surface is ground or ceiling, steeper a wall.
    if normal.y < 0.0 && -normal.y >= normal.x.abs() {
        TOUCH_GROUND
    } else if normal.y > 0.0 && normal.y >= normal.x.abs() {
        TOUCH_CEILING
    } else if normal.x > 0.0 {
        TOUCH_LEFT
    } else if normal.x < 0.0 {
        TOUCH_RIGHT
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_normal_says_what_is_touched() {
        assert_eq!(touched(Vec3::new(0.0, -1.0, 0.0)), TOUCH_GROUND);
        assert_eq!(touched(Vec3::new(0.0, 1.0, 0.0)), TOUCH_CEILING);
        assert_eq!(touched(Vec3::new(1.0, 0.0, 0.0)), TOUCH_LEFT);
        assert_eq!(touched(Vec3::new(-1.0, 0.0, 0.0)), TOUCH_RIGHT);
        assert_eq!(touched(Vec3::new(0.6, -0.8, 0.0)), TOUCH_GROUND);
        assert_eq!(touched(Vec3::new(0.8, -0.6, 0.0)), TOUCH_LEFT);
        assert_eq!(touched(Vec3::new(0.0, 0.0, 1.0)), 0);
    }
}
