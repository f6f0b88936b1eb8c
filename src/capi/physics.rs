//! `akgl/physics.h`: the two backends and the step.

use core::ffi::CStr;

use glam::Vec3;
use sdl3_sys::timer::SDL_GetTicksNS;

use super::actor::akgl_Actor;
use super::collision::{akgl_CollisionWorld, passage};
use super::error::{
    AKERR_KEY, AKERR_NULLPOINTER, AKERR_VALUE, AKGL_ERR_LOGICINTERRUPT, Fault, Outcome, akerr_ErrorContext,
    check, ffi, from_c,
};
use super::feel::{akgl_Feel, akgl_FeelZone, step as felt};
use super::heap::Turn;
use super::registry;
use super::staticstring::akgl_String;
use super::types::{AKGL_ITERATOR_OP_LAYERMASK, akgl_Iterator, float32_t};
use crate::fault;
use crate::physics::feel::{Feel, Pieces, Rules, Setting, thrust};
use crate::physics::{self, Motion, SettingError, Settings, bounded_dt, parse_number};

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
/// `physics.max_timestep` (s), `AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP` by default: set them first. With
/// the registry uninitialised all are their defaults. Seeds `gravity_time` with the time now.
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

/// The time now; never 0, which `gravity_time` keeps for "never".
fn now() -> u64 {
    // SAFETY: a plain call, allowed at any time and on any thread.
    unsafe { SDL_GetTicksNS() }.max(1)
}

fn accept(backend: *mut akgl_PhysicsBackend, actor: *mut akgl_Actor) -> Outcome {
    check(backend, "self")?;
    check(actor, "actor")?;
    Ok(())
}

impl From<SettingError> for Fault {
    fn from(error: SettingError) -> Self {
        let status = match error {
            SettingError::NotANumber { .. } | SettingError::Unusable { .. } => AKERR_VALUE,
            SettingError::OutOfRange { .. } => libc::ERANGE,
        };
        Self::new(status, error.to_string())
    }
}

/// A property of the registry, as [`Settings::read`] looks it up.
fn property(name: &str) -> Option<String> {
    registry::property(&std::ffi::CString::new(name).ok()?)
}

/// Puts the `physics.*` properties that `lookup` knows into a backend, over what it has. All are
/// checked before one is written.
///
/// # Safety
/// `backend` is valid.
pub(super) unsafe fn configure(
    backend: *mut akgl_PhysicsBackend,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe {
        let settings = settings_of(backend).read(lookup)?;
        let feel = Feelings::of(backend).read(lookup)?;
        put_settings(backend, &settings);
        feel.put(backend);
    }
    Ok(())
}

/// The settings of feel that a backend holds.
#[derive(Default)]
struct Feelings {
    feel: Feel,
    fixed_step: f32,
    catch_up: f32,
}

impl Feelings {
    unsafe fn of(backend: *mut akgl_PhysicsBackend) -> Self {
        // SAFETY: a valid backend; copied out.
        unsafe {
            Self {
                feel: (*backend).feel.core(),
                fixed_step: (*backend).fixed_step,
                catch_up: (*backend).catch_up as f32,
            }
        }
    }

    fn read(mut self, lookup: &dyn Fn(&str) -> Option<String>) -> Outcome<Self> {
        self.feel = self.feel.read("physics.", lookup)?;
        for (key, field) in [
            ("physics.fixed_step", &mut self.fixed_step),
            ("physics.catch_up", &mut self.catch_up),
        ] {
            if let Some(value) = lookup(key) {
                *field = parse_number(key, &value)?;
                if *field < 0.0 {
                    return fault!(AKERR_VALUE, "property {key}: \"{value}\" must not be negative");
                }
            }
        }
        Ok(self)
    }

    unsafe fn put(&self, backend: *mut akgl_PhysicsBackend) {
        // SAFETY: a valid backend.
        unsafe {
            (*backend).feel = akgl_Feel::from_core(self.feel);
            (*backend).fixed_step = self.fixed_step;
            (*backend).catch_up = self.catch_up as u32;
        }
    }
}

/// A backend's scale of time.
///
/// # Safety
/// `backend` is valid.
pub(super) unsafe fn time_scale(backend: *mut akgl_PhysicsBackend) -> Outcome<f32> {
    // SAFETY: by the caller's promise.
    let scale = unsafe { (*backend).feel.core() }
        .get(Setting::TimeScale)
        .unwrap_or(1.0);
    if scale.is_finite() && scale >= 0.0 {
        Ok(scale)
    } else {
        fault!(AKERR_VALUE, "self->feel.time_scale is {scale}")
    }
}

unsafe fn settings_of(backend: *mut akgl_PhysicsBackend) -> Settings {
    // SAFETY: a valid backend; copied out.
    unsafe {
        Settings {
            gravity: Vec3::new((*backend).gravity_x, (*backend).gravity_y, (*backend).gravity_z),
            drag: Vec3::new((*backend).drag_x, (*backend).drag_y, (*backend).drag_z),
            max_timestep: (*backend).max_timestep,
        }
    }
}

unsafe fn put_settings(backend: *mut akgl_PhysicsBackend, settings: &Settings) {
    // SAFETY: a valid backend.
    unsafe {
        [(*backend).gravity_x, (*backend).gravity_y, (*backend).gravity_z] = settings.gravity.to_array();
        [(*backend).drag_x, (*backend).drag_y, (*backend).drag_z] = settings.drag.to_array();
        (*backend).max_timestep = settings.max_timestep;
    }
}

/// An actor's numbers, copied out.
///
/// # Safety
/// `actor` is valid.
pub(super) unsafe fn motion_of(actor: *mut akgl_Actor) -> Motion {
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
pub(super) unsafe fn put_motion(actor: *mut akgl_Actor, motion: &Motion) {
    // SAFETY: as the caller promises.
    unsafe {
        put_position(actor, motion.position);
        put_environment(actor, motion.environment);
        [(*actor).vx, (*actor).vy, (*actor).vz] = motion.velocity.to_array();
        [(*actor).tx, (*actor).ty, (*actor).tz] = motion.thrust.to_array();
    }
}

unsafe fn put_position(actor: *mut akgl_Actor, position: Vec3) {
    // SAFETY: a valid actor.
    unsafe { [(*actor).x, (*actor).y, (*actor).z] = position.to_array() };
}

unsafe fn put_environment(actor: *mut akgl_Actor, environment: Vec3) {
    // SAFETY: a valid actor.
    unsafe { [(*actor).ex, (*actor).ey, (*actor).ez] = environment.to_array() };
}

/// An actor as an error names it.
///
/// # Safety
/// `actor` is valid.
pub(super) unsafe fn describe(actor: *mut akgl_Actor) -> String {
    // SAFETY: as the caller promises; the name is read within its array.
    let name = unsafe {
        let name = &(*actor).name;
        core::slice::from_raw_parts(name.as_ptr().cast::<u8>(), name.len())
    };
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    format!("actor \"{}\"", String::from_utf8_lossy(&name[..end]))
}

/// One step of the pool.
///
/// # Safety
/// `backend` is valid, `opflags` NULL or valid.
unsafe fn step(backend: *mut akgl_PhysicsBackend, opflags: *mut akgl_Iterator, dt: f32) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe {
        let pieces = Pieces::of(dt, time_scale(backend)?);
        for _ in 0..pieces.count {
            step_once(backend, opflags, pieces.length)?;
        }
    }
    Ok(())
}

/// One step of the pool, whatever the backend's scale of time.
///
/// # Safety
/// `backend` is valid, `opflags` NULL or valid.
pub(super) unsafe fn step_once(
    backend: *mut akgl_PhysicsBackend,
    opflags: *mut akgl_Iterator,
    dt: f32,
) -> Outcome {
    // SAFETY: as the caller promises. Callbacks may change everything: each is read again when it is
    // next looked at, the pool itself included.
    unsafe {
        for (name, method) in [("move", (*backend).r#move), ("gravity", (*backend).gravity)] {
            if method.is_none() {
                return fault!(
                    AKERR_NULLPOINTER,
                    "self->{name} is NULL: run akgl_physics_init_arcade, akgl_physics_init_null or akgl_physics_factory first"
                );
            }
        }
        let settings = settings_of(backend);
        for (name, value) in [("gravity", settings.gravity), ("drag", settings.drag)] {
            if !(value.is_finite() && (value * dt).is_finite()) {
                return fault!(
                    AKERR_VALUE,
                    "self: its {name} is {value}, no finite number over a step of {dt} s"
                );
            }
        }
        let only = if opflags.is_null() || (*opflags).flags & AKGL_ITERATOR_OP_LAYERMASK == 0 {
            None
        } else {
            Some(u32::from((*opflags).layerid))
        };
        if !(*backend).collision.is_null() {
            passage::begin((*backend).collision)?;
        }
        let mut slot = 0;
        loop {
            let (pool, count) = super::heap::actors();
            if slot >= count {
                return Ok(());
            }
            step_actor(backend, pool.add(slot), only, dt)?;
            slot += 1;
        }
    }
}

unsafe fn step_actor(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    only: Option<u32>,
    dt: f32,
) -> Outcome {
    // SAFETY: both valid; a slot of the pool stays one whatever a callback does with its actor.
    unsafe {
        if (*actor).refcount == 0 {
            return Ok(());
        }
        let parent = (*actor).parent;
        if !parent.is_null() {
            (*actor).x = (*parent).x + (*actor).vx;
            (*actor).y = (*parent).y + (*actor).vy;
            (*actor).z = (*parent).z + (*actor).vz;
            let place = Motion {
                position: motion_of(actor).position,
                ..Motion::default()
            };
            finite(actor, &place)?;
            return passage::follow(passage::attached(backend), actor);
        }
        if (*actor).basechar.is_null() || only.is_some_and(|layer| (*actor).layer != layer) {
            return Ok(());
        }

        let turn = Turn::of(actor);
        let rules = felt::rules(backend, actor)?;
        let pieces = rules.map_or(Pieces { count: 1, length: dt }, |rules| {
            Pieces::of(dt, rules.time)
        });
        for _ in 0..pieces.count {
            if turn.goes_on() {
                act(backend, actor, rules.as_ref(), pieces.length, turn)?;
            }
        }
        Ok(())
    }
}

/// One actor's step: `rules` are its settings of feel as it begins, where it has any.
unsafe fn act(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    rules: Option<&Rules>,
    dt: f32,
    turn: Turn,
) -> Outcome {
    // SAFETY: both valid; all is read again after each callback.
    unsafe {
        let exact = rules.is_some_and(|rules| rules.exact);
        let mut motion = motion_of(actor);
        let travel = felt::travel_of((*actor).state);
        match rules {
            None => motion.push(travel, dt),
            // There the thrust is part of the move, and follows the logic of this very step.
            Some(rules) if rules.exact => {}
            Some(rules) => thrust(&mut motion, travel, rules, felt::grounded(actor), dt),
        }
        if !exact {
            motion.cap_thrust();
        }
        finite(actor, &motion)?;
        put_motion(actor, &motion);

        let Some(logic) = (*actor).movementlogicfunc else {
            return fault!(
                AKERR_NULLPOINTER,
                "{}: its movementlogicfunc is NULL",
                describe(actor)
            );
        };
        if let Err(fault) = from_c(logic(actor, dt)) {
            if fault.status() == AKGL_ERR_LOGICINTERRUPT {
                fault.release();
                return Ok(());
            }
            return Err(fault);
        }
        if !turn.goes_on() {
            return Ok(());
        }

        // The logic may have given the actor settings, or an impulse.
        if let Some(rules) = felt::rules(backend, actor)? {
            let way = if exact { felt::exact } else { felt::euler };
            let Some(drive) = way(backend, actor, &rules, dt, &|| turn.goes_on())? else {
                return Ok(());
            };
            let motion = motion_of(actor);
            finite(actor, &motion)?;
            if !motion.velocity.is_finite() {
                return fault!(
                    AKERR_VALUE,
                    "{}: its v is {}, not finite",
                    describe(actor),
                    motion.velocity
                );
            }
            return passage::travel(backend, actor, dt, turn, &drive);
        }

        let Some(gravity) = (*backend).gravity else {
            return fault!(AKERR_NULLPOINTER, "self->gravity is NULL");
        };
        from_c(gravity(backend, actor, dt))?;
        if !turn.goes_on() {
            return Ok(());
        }

        let mut motion = motion_of(actor);
        motion.environment = physics::drag(motion.environment, settings_of(backend).drag, dt);
        motion.combine();
        finite(actor, &motion)?;
        put_motion(actor, &motion);

        if (*backend).collision.is_null() {
            let Some(step) = (*backend).r#move else {
                return fault!(AKERR_NULLPOINTER, "self->move is NULL");
            };
            return from_c(step(backend, actor, dt));
        }
        passage::travel(backend, actor, dt, turn, &felt::Drive::Plain)
    }
}

/// Refuses to go on with an actor that has a number that is none: it must not spread.
unsafe fn finite(actor: *mut akgl_Actor, motion: &Motion) -> Outcome {
    if motion.is_finite() && (motion.environment + motion.thrust).is_finite() {
        return Ok(());
    }
    let fields = [
        ("place", motion.position),
        ("e", motion.environment),
        ("t", motion.thrust),
        ("a", motion.acceleration),
        ("s", motion.top_speed),
        ("e + t", motion.environment + motion.thrust),
    ];
    let (name, value) = fields
        .into_iter()
        .find(|(_, value)| !value.is_finite())
        .unwrap_or(fields[0]);
    // SAFETY: a valid actor.
    fault!(AKERR_VALUE, "{}: its {name} is {value}, not finite", unsafe {
        describe(actor)
    })
}
