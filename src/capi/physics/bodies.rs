//! An actor's numbers on their way between C and the core.

use glam::Vec3;

use crate::capi::actor::akgl_Actor;
use crate::physics::Motion;

/// An actor's numbers, copied out.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn motion_of(actor: *mut akgl_Actor) -> Motion {
    // SAFETY: as the caller promises.
    unsafe {
        let a = &raw const *actor;
        Motion {
            position: Vec3::new((*a).x, (*a).y, (*a).z),
            velocity: Vec3::new((*a).vx, (*a).vy, (*a).vz),
            environment: Vec3::new((*a).ex, (*a).ey, (*a).ez),
            thrust: Vec3::new((*a).tx, (*a).ty, (*a).tz),
            acceleration: Vec3::new((*a).ax, (*a).ay, (*a).az),
            top_speed: Vec3::new((*a).sx, (*a).sy, (*a).sz),
        }
    }
}

/// Puts place, velocity, environment and thrust back.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn put_motion(actor: *mut akgl_Actor, motion: &Motion) {
    // SAFETY: as the caller promises.
    unsafe {
        put_position(actor, motion.position);
        put_environment(actor, motion.environment);
        [(*actor).vx, (*actor).vy, (*actor).vz] = motion.velocity.to_array();
        [(*actor).tx, (*actor).ty, (*actor).tz] = motion.thrust.to_array();
    }
}

pub(in crate::capi) unsafe fn put_position(actor: *mut akgl_Actor, position: Vec3) {
    // SAFETY: a valid actor.
    unsafe { [(*actor).x, (*actor).y, (*actor).z] = position.to_array() };
}

pub(in crate::capi) unsafe fn put_environment(actor: *mut akgl_Actor, environment: Vec3) {
    // SAFETY: a valid actor.
    unsafe { [(*actor).ex, (*actor).ey, (*actor).ez] = environment.to_array() };
}

/// An actor as an error names it.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn describe(actor: *mut akgl_Actor) -> String {
    // SAFETY: as the caller promises; the name is read within its array.
    let name = unsafe {
        let name = &(*actor).name;
        core::slice::from_raw_parts(name.as_ptr().cast::<u8>(), name.len())
    };
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    format!("actor \"{}\"", String::from_utf8_lossy(&name[..end]))
}
