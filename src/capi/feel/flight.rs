//! Where an actor will be, were nothing in its way.

use super::{rules, step};
use crate::capi::actor::akgl_Actor;
use crate::capi::error::{AKERR_VALUE, Outcome, akerr_ErrorContext, check, ffi};
use crate::capi::heap::live_actor;
use crate::capi::physics::{akgl_PhysicsBackend, motion_of};
use crate::capi::types::float32_t;
use crate::fault;
use crate::physics::feel::{Course, Rules};

/// Where an actor is and how fast after `time` seconds of free flight from now on, by the closed forms:
/// `self`'s gravity and drag, the settings of feel that reach the actor, the directions it holds (its
/// `ax ay` and its MOVING bits). This is what an exact integrator does until a contact; nothing is
/// changed. Arrays of three numbers, x y z; each may be NULL.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, `AKERR_VALUE` for a `time` that is
/// negative or not finite.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_flight(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    time: float32_t,
    place: *mut float32_t,
    velocity: *mut float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_flight", || {
        // SAFETY: by the caller's promise.
        unsafe {
            let course = course(self_, actor, time)?;
            let at = f64::from(time);
            for (dest, value) in [(place, course.position(at)), (velocity, course.velocity(at))] {
                if !dest.is_null() {
                    for (axis, value) in value.as_vec3().to_array().into_iter().enumerate() {
                        *dest.add(axis) = value;
                    }
                }
            }
        }
        Ok(())
    })
}

/// When an actor in free flight stops rising within the next `until` seconds, and its y then: the top of
/// a jump, also where it lies inside a step. `time` is -1 where it does not.
///
/// Raises as `akgl_physics_flight`.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_flight_top(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    until: float32_t,
    time: *mut float32_t,
    y: *mut float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_flight_top", || {
        let time = check(time, "time")?.as_ptr();
        let y = check(y, "y")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe {
            let top = course(self_, actor, until)?.apex(f64::from(until));
            let (at, place) = top.unwrap_or((-1.0, f64::from((*actor).y)));
            (*time, *y) = (at as f32, place as f32);
        }
        Ok(())
    })
}

/// When an actor in free flight comes down to the height `y` within the next `until` seconds: the landing
/// on a floor, also where it lies inside a step. `time` is -1 where it does not, or is below already.
///
/// Raises as `akgl_physics_flight`.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_flight_down_to(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    y: float32_t,
    until: float32_t,
    time: *mut float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_flight_down_to", || {
        let time = check(time, "time")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe {
            let down = course(self_, actor, until)?.reaches(1, f64::from(y), true, f64::from(until));
            *time = down.map_or(-1.0, |at| at as f32);
        }
        Ok(())
    })
}

/// # Safety
/// Both pointers are NULL or valid.
unsafe fn course(backend: *mut akgl_PhysicsBackend, actor: *mut akgl_Actor, until: f32) -> Outcome<Course> {
    let backend = check(backend, "self")?.as_ptr();
    let actor = live_actor(actor, "actor")?;
    if !(until.is_finite() && until >= 0.0) {
        return fault!(AKERR_VALUE, "{until} is no number of seconds");
    }
    // SAFETY: by the caller's promise.
    unsafe {
        if !motion_of(actor).is_finite() {
            return fault!(AKERR_VALUE, "a number of the actor is not finite");
        }
        let rules = rules::of(backend, actor)?.unwrap_or_else(Rules::default);
        Ok(step::course(backend, actor, &rules))
    }
}
