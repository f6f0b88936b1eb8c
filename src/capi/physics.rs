//! `akgl/physics.h`: the two backends and the step.

use core::ffi::CStr;

use sdl3_sys::timer::SDL_GetTicksNS;

use super::actor::akgl_Actor;
use super::collision::akgl_CollisionWorld;
use super::error::{AKERR_KEY, AKERR_VALUE, akerr_ErrorContext, check, ffi, from_c};
use super::feel::{akgl_Feel, akgl_FeelZone};
use super::staticstring::akgl_String;
use super::types::{akgl_Iterator, float32_t};
use crate::fault;
use crate::physics::{self, Settings, bounded_dt};

mod bodies;
mod kept;
mod methods;
mod settings;
mod short;
mod short_felt;
mod snapshot;
mod stepping;

pub(super) use bodies::{describe, motion_of, put_motion};
pub use methods::{
    akgl_physics_arcade_collide, akgl_physics_arcade_gravity, akgl_physics_arcade_move,
    akgl_physics_null_collide, akgl_physics_null_gravity, akgl_physics_null_move,
};
use settings::{Feelings, property, put_settings};
pub(super) use settings::{configure, time_scale};
pub use snapshot::{
    akgl_physics_hash, akgl_physics_restore, akgl_physics_snapshot, akgl_physics_snapshot_size,
};
use stepping::step;
pub(super) use stepping::step_once;

/// The longest step in seconds unless `physics.max_timestep` says otherwise: three frames at 60 Hz.
pub const AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP: float32_t = 0.05;

const _: () = assert!(AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP == physics::DEFAULT_MAX_TIMESTEP);

/// A method of a backend that concerns one actor; `dt` in seconds.
pub type akgl_PhysicsActorFunc = Option<
    unsafe extern "C" fn(
        self_: *mut akgl_PhysicsBackend,
        actor: *mut akgl_Actor,
        dt: float32_t,
    ) -> *mut akerr_ErrorContext,
>;
/// The method of a backend that steps the pool; `opflags` may be NULL.
pub type akgl_PhysicsSimulateFunc = Option<
    unsafe extern "C" fn(
        self_: *mut akgl_PhysicsBackend,
        opflags: *mut akgl_Iterator,
    ) -> *mut akerr_ErrorContext,
>;

/// A physics backend: four methods and their data. Zeroed until an initializer fills it in; a game
/// may put methods of its own in their place.
///
/// Threads: stepped by one thread at a time, as the pool is.
#[repr(C)]
pub struct akgl_PhysicsBackend {
    /// Changes an actor's environmental velocity. Whatever it raises aborts the step.
    pub gravity: akgl_PhysicsActorFunc,
    /// Moves an actor by its velocity; called once for each sub-step, whose lengths add up to the
    /// step. Whatever it raises aborts the step.
    pub r#move: akgl_PhysicsActorFunc,
    /// Resolves an actor after each sub-step, where `collision` is not NULL. Whatever it raises aborts
    /// the step.
    pub collide: akgl_PhysicsActorFunc,
    /// Steps the pool by the time since `gravity_time`.
    pub simulate: akgl_PhysicsSimulateFunc,
    /// Gravity in px/s², positive toward the left of the screen.
    pub gravity_x: float32_t,
    /// Gravity in px/s², positive downward.
    pub gravity_y: float32_t,
    /// Gravity in px/s², positive away from the camera.
    pub gravity_z: float32_t,
    /// Linear drag in 1/s; 0 is none. Keep drag times the longest step below 1.
    pub drag_x: float32_t,
    /// See `drag_x`.
    pub drag_y: float32_t,
    /// See `drag_x`.
    pub drag_z: float32_t,
    /// The longest step in seconds; zero or less leaves steps unbounded.
    pub max_timestep: float32_t,
    /// When the last step ended, by `SDL_GetTicksNS`. Set it to 0 and `max_timestep` to a step for the
    /// next `simulate` to take exactly that step.
    pub gravity_time: u64,
    /// The collision world, borrowed; NULL for none.
    pub collision: *mut akgl_CollisionWorld,
    /// How actors feel unless their character or they themselves say otherwise. Zeroed: as documented.
    pub feel: akgl_Feel,
    /// The zones of the level, borrowed; NULL for none. Later ones count over earlier ones.
    pub zones: *mut akgl_FeelZone,
    /// How many there are.
    pub numzones: u32,
    /// The length of a step of `akgl_physics_advance` in seconds; 0: a sixtieth.
    pub fixed_step: float32_t,
    /// The most steps of one `akgl_physics_advance`; 0: `AKGL_PHYSICS_DEFAULT_CATCH_UP`.
    pub catch_up: u32,
    /// How far the frame lies from the last step toward the next, 0 to 1. Written by
    /// `akgl_physics_advance`.
    pub alpha: float32_t,
    /// The time that waits for the next `akgl_physics_advance`, in seconds.
    pub behind: f64,
    /// Zero.
    pub reserved: [u32; 16],
}

const _: () = {
    use core::mem::offset_of;
    let pointer = size_of::<usize>();
    assert!(offset_of!(akgl_PhysicsBackend, simulate) == 3 * pointer);
    assert!(offset_of!(akgl_PhysicsBackend, gravity_x) == 4 * pointer);
    assert!(offset_of!(akgl_PhysicsBackend, drag_x) == 4 * pointer + 12);
    assert!(offset_of!(akgl_PhysicsBackend, max_timestep) == 4 * pointer + 24);
    assert!(offset_of!(akgl_PhysicsBackend, gravity_time) == 4 * pointer + 32);
    assert!(offset_of!(akgl_PhysicsBackend, collision) == 4 * pointer + 40);
    assert!(offset_of!(akgl_PhysicsBackend, feel) == 5 * pointer + 40);
    assert!(offset_of!(akgl_PhysicsBackend, zones) == 5 * pointer + 128);
    assert!(offset_of!(akgl_PhysicsBackend, behind) == 6 * pointer + 144);
    assert!(offset_of!(akgl_PhysicsBackend, reserved) == 6 * pointer + 152);
};

// SAFETY: plain data; that one thread at a time uses it is what its header asks for.
unsafe impl Sync for akgl_PhysicsBackend {}

// SAFETY: numbers, all of which may be zero.
const NO_FEEL: akgl_Feel = unsafe { core::mem::zeroed() };

const NOTHING: akgl_PhysicsBackend = akgl_PhysicsBackend {
    gravity: None,
    r#move: None,
    collide: None,
    simulate: None,
    gravity_x: 0.0,
    gravity_y: 0.0,
    gravity_z: 0.0,
    drag_x: 0.0,
    drag_y: 0.0,
    drag_z: 0.0,
    max_timestep: 0.0,
    gravity_time: 0,
    collision: core::ptr::null_mut(),
    feel: NO_FEEL,
    zones: core::ptr::null_mut(),
    numzones: 0,
    fixed_step: 0.0,
    catch_up: 0,
    alpha: 0.0,
    behind: 0.0,
    reserved: [0; 16],
};

/// Storage for the game's backend: all zero until an initializer runs.
#[unsafe(no_mangle)]
pub static mut akgl_default_physics: akgl_PhysicsBackend = NOTHING;

/// The backend that `akgl_game_update` steps; at first `&akgl_default_physics`.
#[unsafe(no_mangle)]
pub static mut akgl_physics: *mut akgl_PhysicsBackend = &raw mut akgl_default_physics;

/// Makes a backend one that accepts every call and changes nothing: `gravity`, `move` and `collide`
/// do nothing. Seeds `gravity_time` with the time now. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// `self` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_init_null(self_: *mut akgl_PhysicsBackend) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_init_null", || {
        let backend = check(self_, "self")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it; written whole.
        unsafe {
            backend.write(akgl_PhysicsBackend {
                gravity: Some(akgl_physics_null_gravity),
                r#move: Some(akgl_physics_null_move),
                collide: Some(akgl_physics_null_collide),
                simulate: Some(akgl_physics_simulate),
                max_timestep: AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP,
                gravity_time: now(),
                ..NOTHING
            });
        }
        Ok(())
    })
}

/// Makes a backend one with gravity, drag, thrust and a speed cap. Reads the properties
/// `physics.gravity.{x,y,z}` (px/s²), `physics.drag.{x,y,z}` (1/s), all 0 by default, and
/// `physics.max_timestep` (s), `AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP` by default: set them first. So too
/// `physics.` and each name of a setting in `akgl_Feel`, `physics.fixed_step` and `physics.catch_up`, none
/// of them set by default. With the registry uninitialised all are their defaults. Seeds `gravity_time`
/// with the time now.
///
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a property that is no number (NaN and infinities
/// are none), `ERANGE` for one that does not fit; the backend is then what it was.
///
/// # Safety
/// `self` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_init_arcade(
    self_: *mut akgl_PhysicsBackend,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_init_arcade", || {
        let backend = check(self_, "self")?.as_ptr();
        let settings = Settings::default().read(property)?;
        let feel = Feelings::default().read(&property)?;
        // SAFETY: not NULL, so valid for the caller promises it; written whole.
        unsafe {
            backend.write(akgl_PhysicsBackend {
                gravity: Some(akgl_physics_arcade_gravity),
                r#move: Some(akgl_physics_arcade_move),
                collide: Some(akgl_physics_arcade_collide),
                simulate: Some(akgl_physics_simulate),
                gravity_time: now(),
                ..NOTHING
            });
            put_settings(backend, &settings);
            feel.put(backend);
        }
        Ok(())
    })
}

/// Runs the initializer that a name asks for: "null" and "arcade" by their leading characters, so
/// "arcade2" is arcade too; else `AKERR_KEY` quoting the name. `AKERR_NULLPOINTER` for NULL, and
/// whatever the initializer raises.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_factory(
    self_: *mut akgl_PhysicsBackend,
    r#type: *mut akgl_String,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_factory", || {
        let backend = check(self_, "self")?.as_ptr();
        let name = check(r#type, "type")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it; the text is read within its array.
        let name = unsafe {
            let data = &(*name).data;
            let bytes = core::slice::from_raw_parts(data.as_ptr().cast::<u8>(), data.len());
            CStr::from_bytes_until_nul(bytes).map_or_else(|_| bytes.to_vec(), |text| text.to_bytes().to_vec())
        };
        // SAFETY: as above.
        unsafe {
            if name.starts_with(b"null") {
                from_c(akgl_physics_init_null(backend))
            } else if name.starts_with(b"arcade") {
                from_c(akgl_physics_init_arcade(backend))
            } else {
                fault!(
                    AKERR_KEY,
                    "no physics engine but \"null\" and \"arcade\" is called \"{}\"",
                    String::from_utf8_lossy(&name)
                )
            }
        }
    })
}

/// Steps the pool by the time since `self->gravity_time`, at most `max_timestep` where that is
/// positive, and stamps `gravity_time` when the step is done; see `akgl_physics_step` for the step.
/// A step that raises does not stamp.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_simulate(
    self_: *mut akgl_PhysicsBackend,
    opflags: *mut akgl_Iterator,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_simulate", || {
        let backend = check(self_, "self")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it.
        unsafe {
            let now = now();
            let dt = bounded_dt(now, (*backend).gravity_time, (*backend).max_timestep);
            step(backend, opflags, dt)?;
            (*backend).gravity_time = now;
        }
        Ok(())
    })
}

/// Steps the pool by exactly `dt` seconds, whatever the clock says; `gravity_time` and
/// `max_timestep` are not looked at. Walks the pool in index order. A free slot is skipped; an actor
/// with a parent is put at the parent's place plus its own v, and skipped; one without a basechar is
/// skipped, and so is one on another layer than `opflags->layerid` where `opflags` is not NULL and
/// carries `AKGL_ITERATOR_OP_LAYERMASK`. Of the others, each
///
/// 1. gains thrust by ax and ay while it is moving along that axis, capped to the ellipse of sx, sy,
///    sz;
/// 2. runs its `movementlogicfunc`; `AKGL_ERR_LOGICINTERRUPT` from there skips the rest for it;
/// 3. is given gravity and drag, and v = e + t;
/// 4. is moved, in sub-steps where it could touch something, and resolved after each.
///
/// A hook may take a step of its own within the step. `AKERR_OUTOFBOUNDS` within 16 of them;
/// `AKERR_NULLPOINTER` for a NULL `self`, method or hook; `AKERR_VALUE` for a `dt` that is negative or
/// not finite and for an actor one of whose numbers is not finite, which it names; whatever a hook or
/// method raises. The first error aborts the step: the actors before it are stepped, the rest not.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_step(
    self_: *mut akgl_PhysicsBackend,
    opflags: *mut akgl_Iterator,
    dt: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_step", || {
        let backend = check(self_, "self")?.as_ptr();
        if !(dt.is_finite() && dt >= 0.0) {
            return fault!(
                AKERR_VALUE,
                "dt is {dt}, and must be a finite number of seconds, not negative"
            );
        }
        // SAFETY: not NULL, so valid for the caller promises it.
        unsafe { step(backend, opflags, dt) }
    })
}

/// The time now; never 0, which `gravity_time` keeps for "never".
fn now() -> u64 {
    // SAFETY: a plain call, allowed at any time and on any thread.
    unsafe { SDL_GetTicksNS() }.max(1)
}
