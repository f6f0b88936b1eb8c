//! `akgl/feel.h`: how a character feels: what the documented step leaves out, each part off until a
//! game asks for it.
//!
//! A record of settings (`akgl_Feel`) stands in the backend, in every character and in every actor, and
//! in zones of the level; zeroed, it sets nothing. What is set nearer to the actor counts: the actor's
//! own over a zone's over its character's over the backend's; scales of gravity and of time multiply.
//! With nothing set anywhere a step is the documented one, to the bit.
//!
//! To set a field, write it and set its bit: `actor->feel.friction = 0.1f; actor->feel.set |=
//! AKGL_FEEL_FRICTION;`, or call `akgl_feel_set(&actor->feel, "friction", 0.1f)`. A character's file has
//! the same names in an object "feel", and the properties `physics.` and a name set the backend's.

use core::ffi::c_char;
use core::mem::offset_of;

use super::actor::akgl_Actor;
use super::collision;
use super::error::{AKERR_KEY, AKERR_VALUE, Outcome, akerr_ErrorContext, check, ffi};
use super::heap::live_actor;
use super::json::{Section, c_text};
use super::types::float32_t;
use crate::fault;
use crate::physics::feel::{self as core_feel, Feel};

pub mod flight;
pub mod pace;
pub(super) mod rules;
pub(super) mod step;

/// `akgl_Feel.integrator`: the documented steps.
pub const AKGL_INTEGRATOR_EULER: u32 = 0;
/// `akgl_Feel.integrator`: closed forms, so that a free course does not depend on the step. The movement
/// logic runs first in such a step, and the thrust it asks for begins at once.
pub const AKGL_INTEGRATOR_EXACT: u32 = 1;

/// Bit of `akgl_Feel.set` for `integrator`.
pub const AKGL_FEEL_INTEGRATOR: u32 = 1 << 0;
/// Bit of `akgl_Feel.set` for `terminal_right`.
pub const AKGL_FEEL_TERMINAL_RIGHT: u32 = 1 << 1;
/// Bit of `akgl_Feel.set` for `terminal_down`.
pub const AKGL_FEEL_TERMINAL_DOWN: u32 = 1 << 2;
/// Bit of `akgl_Feel.set` for `terminal_out`.
pub const AKGL_FEEL_TERMINAL_OUT: u32 = 1 << 3;
/// Bit of `akgl_Feel.set` for `terminal_left`.
pub const AKGL_FEEL_TERMINAL_LEFT: u32 = 1 << 4;
/// Bit of `akgl_Feel.set` for `terminal_up`.
pub const AKGL_FEEL_TERMINAL_UP: u32 = 1 << 5;
/// Bit of `akgl_Feel.set` for `terminal_in`.
pub const AKGL_FEEL_TERMINAL_IN: u32 = 1 << 6;
/// Bit of `akgl_Feel.set` for `deceleration_x`.
pub const AKGL_FEEL_DECELERATION_X: u32 = 1 << 7;
/// Bit of `akgl_Feel.set` for `deceleration_y`.
pub const AKGL_FEEL_DECELERATION_Y: u32 = 1 << 8;
/// Bit of `akgl_Feel.set` for `turning_x`.
pub const AKGL_FEEL_TURNING_X: u32 = 1 << 9;
/// Bit of `akgl_Feel.set` for `turning_y`.
pub const AKGL_FEEL_TURNING_Y: u32 = 1 << 10;
/// Bit of `akgl_Feel.set` for `air_acceleration`.
pub const AKGL_FEEL_AIR_ACCELERATION: u32 = 1 << 11;
/// Bit of `akgl_Feel.set` for `air_deceleration`.
pub const AKGL_FEEL_AIR_DECELERATION: u32 = 1 << 12;
/// Bit of `akgl_Feel.set` for `air_turning`.
pub const AKGL_FEEL_AIR_TURNING: u32 = 1 << 13;
/// Bit of `akgl_Feel.set` for `gravity_scale`.
pub const AKGL_FEEL_GRAVITY_SCALE: u32 = 1 << 14;
/// Bit of `akgl_Feel.set` for `time_scale`.
pub const AKGL_FEEL_TIME_SCALE: u32 = 1 << 15;
/// Bit of `akgl_Feel.set` for `push_decay`.
pub const AKGL_FEEL_PUSH_DECAY: u32 = 1 << 16;
/// Bit of `akgl_Feel.set` for `friction`.
pub const AKGL_FEEL_FRICTION: u32 = 1 << 17;
/// Bit of `akgl_Feel.set` for `conveyor_x`.
pub const AKGL_FEEL_CONVEYOR_X: u32 = 1 << 18;
/// Bit of `akgl_Feel.set` for `conveyor_y`.
pub const AKGL_FEEL_CONVEYOR_Y: u32 = 1 << 19;
/// Bit of `akgl_Feel.set` for `climbing`.
pub const AKGL_FEEL_CLIMBING: u32 = 1 << 20;

/// Bit of `akgl_FeelState.touching`: the actor stands on something.
pub const AKGL_TOUCH_GROUND: u32 = 1;
/// Bit of `akgl_FeelState.touching`: something above stopped the actor.
pub const AKGL_TOUCH_CEILING: u32 = 2;
/// Bit of `akgl_FeelState.touching`: a wall is at the actor's left.
pub const AKGL_TOUCH_LEFT: u32 = 4;
/// Bit of `akgl_FeelState.touching`: a wall is at the actor's right.
pub const AKGL_TOUCH_RIGHT: u32 = 8;

const _: () = assert!(AKGL_TOUCH_GROUND == core_feel::TOUCH_GROUND);
const _: () = assert!(AKGL_TOUCH_CEILING == core_feel::TOUCH_CEILING);
const _: () = assert!(AKGL_TOUCH_LEFT == core_feel::TOUCH_LEFT);
const _: () = assert!(AKGL_TOUCH_RIGHT == core_feel::TOUCH_RIGHT);
const _: () = assert!(AKGL_FEEL_CLIMBING == 1 << core_feel::Setting::Climbing as u32);

/// The settings of one level. A field counts where its bit of `set` is set; zeroed, nothing does.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_Feel {
    /// `AKGL_FEEL_*` bits: which fields count.
    pub set: u32,
    /// `AKGL_INTEGRATOR_*`. Named "integrator", in texts "euler" or "exact".
    pub integrator: u32,
    /// The most environmental velocity toward larger x, in px/s; 0 is no limit. "terminal.x.positive";
    /// "terminal.x" is both signs.
    pub terminal_right: float32_t,
    /// Toward larger y: a fall. "terminal.y.positive"; "terminal.y" is both signs.
    pub terminal_down: float32_t,
    /// Toward larger z. "terminal.z.positive"; "terminal.z" is both signs.
    pub terminal_out: float32_t,
    /// Toward smaller x. "terminal.x.negative".
    pub terminal_left: float32_t,
    /// Toward smaller y. "terminal.y.negative".
    pub terminal_up: float32_t,
    /// Toward smaller z. "terminal.z.negative".
    pub terminal_in: float32_t,
    /// How fast `tx` runs down once the direction is let go, in px/s². Not set: it is cleared at once;
    /// 0: it never runs down. "deceleration.x".
    pub deceleration_x: float32_t,
    /// The same for `ty`. "deceleration.y".
    pub deceleration_y: float32_t,
    /// How fast `tx` is turned round, in px/s², until it is 0; not set: by the character's `ax`.
    /// "turning.x".
    pub turning_x: float32_t,
    /// The same for `ty`. "turning.y".
    pub turning_y: float32_t,
    /// Off the ground, accelerations are multiplied by this; not set: 1. "air.acceleration".
    pub air_acceleration: float32_t,
    /// Off the ground, decelerations are. "air.deceleration".
    pub air_deceleration: float32_t,
    /// Off the ground, turning is. "air.turning".
    pub air_turning: float32_t,
    /// Gravity is multiplied by this; may be negative. Levels multiply. "gravity_scale".
    pub gravity_scale: float32_t,
    /// Time is multiplied by this; 0 freezes, above 1 there are more steps, not longer ones. Levels
    /// multiply. "time_scale".
    pub time_scale: float32_t,
    /// How fast impulses run down, in 1/s; not set: 8. "push_decay".
    pub push_decay: float32_t,
    /// On the ground, the three rates are multiplied by this: ice is 0.1. Not set: 1. "friction".
    pub friction: float32_t,
    /// On the ground, added to the velocity along x, in px/s. "conveyor.x".
    pub conveyor_x: float32_t,
    /// The same along y. "conveyor.y".
    pub conveyor_y: float32_t,
    /// Not 0: neither gravity nor what it left behind acts on the actor. "climbing".
    pub climbing: u32,
}

const _: () = assert!(size_of::<akgl_Feel>() == 4 * (Feel::COUNT + 1));
const _: () = assert!(offset_of!(akgl_Feel, climbing) == 4 * Feel::COUNT);

/// What the steps keep about an actor beside its numbers. Zero at first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_FeelState {
    /// `AKGL_TOUCH_*` bits: what the last step of a collision world met. Without such a world the
    /// library leaves it alone, and a game that keeps its actors on a floor by itself may say so here.
    pub touching: u32,
    /// The impulse along x, in px/s: part of the velocity, runs down by `push_decay`. See
    /// `akgl_actor_push`.
    pub pushx: float32_t,
    /// The impulse along y.
    pub pushy: float32_t,
    /// The impulse along z.
    pub pushz: float32_t,
    /// What the ground adds to the velocity in this step, in px/s. Written by the step.
    pub carryx: float32_t,
    /// The same along y.
    pub carryy: float32_t,
    /// For the next step only, the part of gravity that is taken away, 0 to 1. Cleared by the step.
    pub lighter: float32_t,
    /// For the next step only, the most fall in px/s; 0 is no limit. Cleared by the step.
    pub mostfall: float32_t,
    /// Bit 0: `tx` runs down when let go, bit 1: `ty` does. Written by the step.
    pub runsdown: u32,
    /// Where the actor was before the last step of `akgl_physics_advance`.
    pub fromx: float32_t,
    /// See `fromx`.
    pub fromy: float32_t,
    /// See `fromx`.
    pub fromz: float32_t,
    /// Where that step left it; `akgl_actor_pose` draws it there where it has been put elsewhere since.
    pub tox: float32_t,
    /// See `tox`.
    pub toy: float32_t,
    /// See `tox`.
    pub toz: float32_t,
    /// Not 0: the actor was put elsewhere in the running step.
    pub teleported: u32,
    /// What is finer than `x y z`, kept by the exact integrator.
    pub finex: float32_t,
    /// See `finex`.
    pub finey: float32_t,
    /// See `finex`.
    pub finez: float32_t,
    /// What is finer than `ex ey ez`.
    pub fineex: float32_t,
    /// See `fineex`.
    pub fineey: float32_t,
    /// See `fineex`.
    pub fineez: float32_t,
}

const _: () = assert!(size_of::<akgl_FeelState>() == 22 * 4);

/// A part of the level with settings of its own: water, a ladder, ice, a belt, a slow field.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_FeelZone {
    /// Left edge, in pixels.
    pub x: float32_t,
    /// Upper edge.
    pub y: float32_t,
    /// Width.
    pub w: float32_t,
    /// Height.
    pub h: float32_t,
    /// What it sets, for actors the middle of whose shape (their origin where they have none) is in it.
    pub feel: akgl_Feel,
}

const _: () = {
    assert!(offset_of!(akgl_FeelState, touching) == 0);
    assert!(offset_of!(akgl_FeelState, pushx) == 4);
    assert!(offset_of!(akgl_FeelState, pushy) == 8);
    assert!(offset_of!(akgl_FeelState, pushz) == 12);
    assert!(offset_of!(akgl_FeelState, carryx) == 16);
    assert!(offset_of!(akgl_FeelState, carryy) == 20);
    assert!(offset_of!(akgl_FeelState, lighter) == 24);
    assert!(offset_of!(akgl_FeelState, mostfall) == 28);
    assert!(offset_of!(akgl_FeelState, runsdown) == 32);
    assert!(offset_of!(akgl_FeelState, fromx) == 36);
    assert!(offset_of!(akgl_FeelState, fromy) == 40);
    assert!(offset_of!(akgl_FeelState, fromz) == 44);
    assert!(offset_of!(akgl_FeelState, tox) == 48);
    assert!(offset_of!(akgl_FeelState, toy) == 52);
    assert!(offset_of!(akgl_FeelState, toz) == 56);
    assert!(offset_of!(akgl_FeelState, teleported) == 60);
    assert!(offset_of!(akgl_FeelState, finex) == 64);
    assert!(offset_of!(akgl_FeelState, finey) == 68);
    assert!(offset_of!(akgl_FeelState, finez) == 72);
    assert!(offset_of!(akgl_FeelState, fineex) == 76);
    assert!(offset_of!(akgl_FeelState, fineey) == 80);
    assert!(offset_of!(akgl_FeelState, fineez) == 84);
    assert!(offset_of!(akgl_FeelZone, x) == 0);
    assert!(offset_of!(akgl_FeelZone, y) == 4);
    assert!(offset_of!(akgl_FeelZone, w) == 8);
    assert!(offset_of!(akgl_FeelZone, h) == 12);
    assert!(offset_of!(akgl_FeelZone, feel) == 16);
    assert!(size_of::<akgl_FeelZone>() == 104);
};

impl akgl_Feel {
    /// The level as the core has it.
    pub(super) fn core(&self) -> Feel {
        if self.set == 0 {
            return Feel::default();
        }
        Feel::from_parts(
            self.set,
            [
                self.integrator as f32,
                self.terminal_right,
                self.terminal_down,
                self.terminal_out,
                self.terminal_left,
                self.terminal_up,
                self.terminal_in,
                self.deceleration_x,
                self.deceleration_y,
                self.turning_x,
                self.turning_y,
                self.air_acceleration,
                self.air_deceleration,
                self.air_turning,
                self.gravity_scale,
                self.time_scale,
                self.push_decay,
                self.friction,
                self.conveyor_x,
                self.conveyor_y,
                self.climbing as f32,
            ],
        )
    }

    /// A level of the core as C has it.
    pub(super) fn from_core(feel: Feel) -> Self {
        let (set, values) = feel.to_parts();
        let [
            integrator,
            terminal_right,
            terminal_down,
            terminal_out,
            terminal_left,
            terminal_up,
            terminal_in,
            deceleration_x,
            deceleration_y,
            turning_x,
            turning_y,
            air_acceleration,
            air_deceleration,
            air_turning,
            gravity_scale,
            time_scale,
            push_decay,
            friction,
            conveyor_x,
            conveyor_y,
            climbing,
        ] = values;
        Self {
            set,
            integrator: integrator as u32,
            terminal_right,
            terminal_down,
            terminal_out,
            terminal_left,
            terminal_up,
            terminal_in,
            deceleration_x,
            deceleration_y,
            turning_x,
            turning_y,
            air_acceleration,
            air_deceleration,
            air_turning,
            gravity_scale,
            time_scale,
            push_decay,
            friction,
            conveyor_x,
            conveyor_y,
            climbing: u32::from(climbing != 0.0),
        }
    }
}

/// Reads the object "feel" of a character's file.
pub(super) fn parse(mut section: Section) -> Outcome<akgl_Feel> {
    let mut feel = Feel::default();
    for name in Feel::names() {
        let value = if name == "integrator" {
            match section.string(name)?.as_deref() {
                None => None,
                Some("euler") => Some(0.0),
                Some("exact") => Some(1.0),
                Some(other) => {
                    return fault!(
                        AKERR_VALUE,
                        "{}: {}.integrator is {other:?}, neither \"euler\" nor \"exact\"",
                        section.file,
                        section.name
                    );
                }
            }
        } else {
            section.float(name)?
        };
        if let Some(value) = value {
            feel.set_named(name, value);
        }
        if let Some((_, value)) = feel.unusable() {
            return fault!(
                AKERR_VALUE,
                "{}: {}.{name} is {value}, and must not be negative",
                section.file,
                section.name
            );
        }
    }
    section.nothing_left()?;
    Ok(akgl_Feel::from_core(feel))
}

/// Sets a field by its name ("terminal.y", "friction", ...; see `akgl_Feel`) and its bit with it.
/// "integrator" takes `AKGL_INTEGRATOR_*`.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_KEY` for a name that is none, `AKERR_VALUE` for a value that is not
/// finite, or negative where that means nothing; the record is then unchanged.
///
/// # Safety
/// Each pointer is NULL or valid; `name` is terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_feel_set(
    feel: *mut akgl_Feel,
    name: *const c_char,
    value: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_feel_set", || {
        let feel = check(feel, "feel")?.as_ptr();
        // SAFETY: by the caller's promise.
        let name = unsafe { c_text(name, "name") }?.to_string_lossy();
        // SAFETY: by the caller's promise.
        let mut core = unsafe { *feel }.core();
        if !core.set_named(&name, value) {
            return fault!(AKERR_KEY, "no setting of feel is called \"{name}\"");
        }
        let mut alone = Feel::default();
        alone.set_named(&name, value);
        if alone.unusable().is_some() {
            return fault!(
                AKERR_VALUE,
                "{name} is {value}: not finite, or negative without a meaning"
            );
        }
        // SAFETY: by the caller's promise.
        unsafe { *feel = akgl_Feel::from_core(core) };
        Ok(())
    })
}

/// Gives an actor an impulse, in px/s: a velocity beside its own that runs down by `push_decay` and that
/// no movement logic overwrites. A wall takes the part that leads into it. Impulses add up.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, `AKERR_VALUE` for what is not
/// finite.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_push(
    actor: *mut akgl_Actor,
    x: float32_t,
    y: float32_t,
    z: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_push", || {
        let actor = live_actor(actor, "actor")?;
        // SAFETY: by the caller's promise.
        let felt = unsafe { &mut (*actor).felt };
        let sum = [felt.pushx + x, felt.pushy + y, felt.pushz + z];
        if !sum.iter().all(|part| part.is_finite()) {
            return fault!(AKERR_VALUE, "an impulse of ({x}, {y}, {z}) is not finite");
        }
        [felt.pushx, felt.pushy, felt.pushz] = sum;
        Ok(())
    })
}

/// Puts an actor elsewhere, so that it is not drawn on a way that it did not go: see `akgl_actor_pose`.
/// Its velocities stay. Within a step the others meet it there at once, with the shape that it has now; an
/// actor of the pool that is moved or re-shaped by writing to its fields is met as it is from its own turn on, or from the
/// next step.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, `AKERR_VALUE` for what is not
/// finite, and what a partitioner of the game's own raises.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_teleport(
    actor: *mut akgl_Actor,
    x: float32_t,
    y: float32_t,
    z: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_teleport", || {
        let actor = live_actor(actor, "actor")?;
        if ![x, y, z].iter().all(|part| part.is_finite()) {
            return fault!(AKERR_VALUE, "the place ({x}, {y}, {z}) is not finite");
        }
        // SAFETY: by the caller's promise.
        unsafe {
            [(*actor).x, (*actor).y, (*actor).z] = [x, y, z];
            (*actor).felt.teleported = 1;
            pace::note(actor);
            collision::state::tell_of(actor)
        }
    })
}
