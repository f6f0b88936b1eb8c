//! Fixed steps inside a variable frame, and poses between them.

use crate::capi::actor::akgl_Actor;
use crate::capi::error::{AKERR_VALUE, akerr_ErrorContext, check, ffi};
use crate::capi::heap;
use crate::capi::physics::{self, akgl_PhysicsBackend};
use crate::capi::types::{akgl_Iterator, float32_t};
use crate::fault;
use crate::physics::feel::{Pace, Pieces};

/// The most steps of one `akgl_physics_advance` unless `physics.catch_up` says otherwise.
pub const AKGL_PHYSICS_DEFAULT_CATCH_UP: u32 = 5;

/// Steps the pool by as many fixed steps as are due after `elapsed` more seconds, and keeps the rest for
/// the next call. A step is `self->fixed_step` seconds long (the property `physics.fixed_step`; 0: a
/// sixtieth), at most `self->catch_up` (`physics.catch_up`; 0: 5) are taken in one call, and the time past
/// them is let go: after a stall the game lags instead of leaping. The backend's time scale multiplies
/// `elapsed`: slow motion takes fewer steps, fast motion more, up to as many times more.
///
/// `self->alpha` is then how far the frame lies from the last step toward the next, 0 to 1, for
/// `akgl_actor_pose`. `gravity_time` and `max_timestep` are not looked at.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_VALUE` for an `elapsed` that is negative or not finite, and what
/// `akgl_physics_step` raises; the steps before it are then taken and those after it let go.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_advance(
    self_: *mut akgl_PhysicsBackend,
    opflags: *mut akgl_Iterator,
    elapsed: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_advance", || {
        let backend = check(self_, "self")?.as_ptr();
        if !(elapsed.is_finite() && elapsed >= 0.0) {
            return fault!(
                AKERR_VALUE,
                "elapsed is {elapsed}, and must be a finite number of seconds, not negative"
            );
        }
        // SAFETY: not NULL, so valid for the caller promises it; read again after each step.
        unsafe {
            let scale = physics::time_scale(backend)?.min(Pieces::MOST as f32);
            let most = match (*backend).catch_up {
                0 => AKGL_PHYSICS_DEFAULT_CATCH_UP,
                most => most,
            };
            let most = most.saturating_mul(scale.ceil().max(1.0) as u32);
            let mut pace = Pace::new((*backend).fixed_step, most).with_left((*backend).behind);
            let steps = pace.feed(f64::from(elapsed) * f64::from(scale));
            (*backend).behind = pace.left();
            (*backend).alpha = pace.alpha();
            for _ in 0..steps {
                each(|actor| {
                    note(actor);
                    (*actor).felt.teleported = 0;
                });
                physics::step_once(backend, opflags, pace.step())?;
                each(|actor| {
                    let from = (*actor).felt;
                    note(actor);
                    if from.teleported == 0 {
                        let felt = &mut (*actor).felt;
                        (felt.fromx, felt.fromy, felt.fromz) = (from.fromx, from.fromy, from.fromz);
                    }
                });
            }
        }
        Ok(())
    })
}

/// Both poses of an actor become the place where it is.
///
/// # Safety
/// `actor` is valid.
pub(super) unsafe fn note(actor: *mut akgl_Actor) {
    // SAFETY: by the caller's promise.
    unsafe {
        let [x, y, z] = [(*actor).x, (*actor).y, (*actor).z];
        let felt = &mut (*actor).felt;
        (felt.fromx, felt.fromy, felt.fromz) = (x, y, z);
        (felt.tox, felt.toy, felt.toz) = (x, y, z);
    }
}

/// Every actor of the pool.
unsafe fn each(visit: impl Fn(*mut akgl_Actor)) {
    let (pool, count) = heap::actors();
    for slot in 0..count {
        // SAFETY: within the pool.
        let actor = unsafe { pool.add(slot) };
        // SAFETY: as above.
        if unsafe { (*actor).refcount } != 0 {
            visit(actor);
        }
    }
}

/// Where to draw an actor: between where it was before the last step of `akgl_physics_advance` and where
/// that step left it, `alpha` of the way (give it the backend's `alpha`). An actor that has been put
/// elsewhere since, or by `akgl_actor_teleport` at any time, is drawn where it is; so is one that was
/// never stepped like that. `z` may be NULL.
///
/// Raises `AKERR_NULLPOINTER` for the other pointers, `AKERR_HEAP` for a free slot of a pool,
/// `AKERR_VALUE` for an `alpha` that is not between 0 and 1.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_pose(
    actor: *mut akgl_Actor,
    alpha: float32_t,
    x: *mut float32_t,
    y: *mut float32_t,
    z: *mut float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_pose", || {
        let actor = heap::live_actor(actor, "actor")?;
        let x = check(x, "x")?.as_ptr();
        let y = check(y, "y")?.as_ptr();
        if !(0.0..=1.0).contains(&alpha) {
            return fault!(AKERR_VALUE, "alpha is {alpha}, not between 0 and 1");
        }
        // SAFETY: by the caller's promise.
        unsafe {
            let felt = (*actor).felt;
            let now = [(*actor).x, (*actor).y, (*actor).z];
            let to = [felt.tox, felt.toy, felt.toz];
            let from = if now == to {
                [felt.fromx, felt.fromy, felt.fromz]
            } else {
                now
            };
            let between = |axis: usize| from[axis] + (now[axis] - from[axis]) * alpha;
            *x = between(0);
            *y = between(1);
            if !z.is_null() {
                *z = between(2);
            }
        }
        Ok(())
    })
}
