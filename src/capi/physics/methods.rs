// The methods of the two backends of `akgl/physics.h`.

use super::bodies::{motion_of, put_environment, put_position};
use super::settings::settings_of;
use super::*;
use crate::capi::actor::akgl_Actor;
use crate::capi::collision::passage;
use crate::capi::error::{Outcome, akerr_ErrorContext, check, ffi};
use crate::physics;

/// The arcade backend's `gravity`: e gains gravity times `dt`, toward screen left, down and away from
/// the camera. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_arcade_gravity(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_arcade_gravity", || {
        let backend = check(self_, "self")?.as_ptr();
        let actor = check(actor, "actor")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it.
        unsafe {
            let mut motion = motion_of(actor);
            motion.environment = physics::gravity(motion.environment, settings_of(backend).gravity, dt);
            put_environment(actor, motion.environment);
        }
        Ok(())
    })
}

/// The arcade backend's `move`: the place gains v times `dt`. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_arcade_move(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_arcade_move", || {
        check(self_, "self")?;
        let actor = check(actor, "actor")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it.
        unsafe {
            let mut motion = motion_of(actor);
            motion.advance(dt);
            put_position(actor, motion.position);
        }
        Ok(())
    })
}

/// The arcade backend's `collide`: tells the actor's `collidefunc` each contact it has where it is
/// now. `dt` is the length of the move that led there. Nothing happens without a collision world or
/// without a shape.
///
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a shape or a place that is not finite; whatever the
/// hook raises.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_arcade_collide(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_arcade_collide", || {
        let backend = check(self_, "self")?.as_ptr();
        let actor = check(actor, "actor")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it.
        unsafe { passage::resolve(backend, actor, dt) }
    })
}

/// The null backend's `gravity`: nothing. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_null_gravity(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    _dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_null_gravity", || accept(self_, actor))
}

/// The null backend's `move`: nothing. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_null_move(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    _dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_null_move", || accept(self_, actor))
}

/// The null backend's `collide`: nothing. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_null_collide(
    self_: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    _dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_null_collide", || accept(self_, actor))
}

fn accept(backend: *mut akgl_PhysicsBackend, actor: *mut akgl_Actor) -> Outcome {
    check(backend, "self")?;
    check(actor, "actor")?;
    Ok(())
}
