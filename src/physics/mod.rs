//! One step of one body.
//!
//! There is no body type of its own: a body is a [`Motion`], plain values that a front door copies
//! out of its own record and back. A step is, in this order:
//!
//! 1. [`Motion::push`]: thrust grows by acceleration, on the axes the body travels along;
//! 2. [`Motion::cap_thrust`]: thrust is scaled back onto the ellipse of the top speeds;
//! 3. the caller's movement logic;
//! 4. [`gravity`] and [`drag`] change the environmental velocity;
//! 5. [`Motion::combine`]: velocity = environment + thrust;
//! 6. [`Motion::advance`]: position moves by velocity, whole or in the sub-steps of
//!    [`crate::collision`].
//!
//! Thrust is taken before the movement logic, so it uses the accelerations and top speeds that the
//! *previous* step installed; the first step after a direction is pressed adds nothing.
//!
//! Pixels, seconds, pixels per second; y grows downward. Everything is `f32`, computed without
//! fused multiply-add, so that a step gives the same bits in every build.
#![forbid(unsafe_code)]

mod clock;
pub mod feel;
mod motion;
mod settings;

pub use clock::{DEFAULT_MAX_TIMESTEP, bounded_dt};
pub use motion::{Motion, Travel, drag, gravity};
pub use settings::{SettingError, Settings, parse_number};
