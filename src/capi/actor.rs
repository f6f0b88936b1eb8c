//! `akgl/actor.h`: the bodies of a game.

use core::ffi::{c_char, c_void};
use core::mem::offset_of;

use sdl3_sys::events::SDL_Event;

use super::character::akgl_Character;
use super::collision::{akgl_CollisionContact, akgl_CollisionShape};
use super::error::{AKERR_NULLPOINTER, AKERR_RELATIONSHIP, Outcome, akerr_ErrorContext, check, ffi, from_c};
use super::feel::{akgl_Feel, akgl_FeelState};
use super::heap::{self, live_actor, live_character};
use super::json::c_text;
use super::types::{AKGL_MAX_NAME, float32_t, held_name};
use crate::fault;
pub(super) use logic::install;
use logic::{Axis, FACE_ALL, let_go, name, press, refuse_cycle, sign};

mod logic;

/// The actor looks down.
pub const AKGL_ACTOR_STATE_FACE_DOWN: u32 = 1;
/// The actor looks left.
pub const AKGL_ACTOR_STATE_FACE_LEFT: u32 = 2;
/// The actor looks right.
pub const AKGL_ACTOR_STATE_FACE_RIGHT: u32 = 4;
/// The actor looks up.
pub const AKGL_ACTOR_STATE_FACE_UP: u32 = 8;
/// The actor is alive. Only the game reads this bit and the next two.
pub const AKGL_ACTOR_STATE_ALIVE: u32 = 16;
/// The actor is about to be dead.
pub const AKGL_ACTOR_STATE_DYING: u32 = 32;
/// The actor is dead.
pub const AKGL_ACTOR_STATE_DEAD: u32 = 64;
/// The actor thrusts left, toward smaller x.
pub const AKGL_ACTOR_STATE_MOVING_LEFT: u32 = 128;
/// The actor thrusts right, toward larger x.
pub const AKGL_ACTOR_STATE_MOVING_RIGHT: u32 = 256;
/// The actor thrusts up, toward smaller y.
pub const AKGL_ACTOR_STATE_MOVING_UP: u32 = 512;
/// The actor thrusts down, toward larger y.
pub const AKGL_ACTOR_STATE_MOVING_DOWN: u32 = 1024;
/// The actor goes into the screen, away from the camera, toward smaller z. No step reads this bit or the
/// next: they only give `az` its sign.
pub const AKGL_ACTOR_STATE_MOVING_IN: u32 = 2048;
/// The actor comes out of the screen, toward the camera, toward larger z.
pub const AKGL_ACTOR_STATE_MOVING_OUT: u32 = 4096;

/// A hook that is given the actor alone.
pub type akgl_ActorFunc = Option<unsafe extern "C" fn(actor: *mut akgl_Actor) -> *mut akerr_ErrorContext>;
/// A hook that is given the actor and the step's `dt` in seconds.
pub type akgl_ActorMovementFunc =
    Option<unsafe extern "C" fn(actor: *mut akgl_Actor, dt: float32_t) -> *mut akerr_ErrorContext>;
/// A hook that is given the actor and another.
pub type akgl_ActorChildFunc =
    Option<unsafe extern "C" fn(actor: *mut akgl_Actor, child: *mut akgl_Actor) -> *mut akerr_ErrorContext>;
/// A hook that is given the actor and a contact to respond to.
pub type akgl_ActorCollideFunc = Option<
    unsafe extern "C" fn(
        actor: *mut akgl_Actor,
        contact: *const akgl_CollisionContact,
    ) -> *mut akerr_ErrorContext,
>;

/// One body of a game: a place, what drives it, and what it does.
///
/// Positions are in pixels, y growing downward and z toward the camera; speeds are in pixels per second.
/// Hooks may release, spawn and change any actor. `movementlogicfunc` and `collidefunc` must not be NULL
/// when a step needs them; where another hook is NULL, nothing is done in its place.
#[repr(C)]
pub struct akgl_Actor {
    /// What the game calls it, NUL-terminated.
    pub name: [c_char; AKGL_MAX_NAME],
    /// How many holders the actor has; 0 for a free slot.
    pub refcount: u32,
    /// `AKGL_ACTOR_STATE_*` bits.
    pub state: u32,
    /// What an iterator with `AKGL_ITERATOR_OP_LAYERMASK` compares; 0 at first. Collision has masks of
    /// its own.
    pub layer: u32,
    /// The place of the actor's origin.
    pub x: float32_t,
    /// The place of the actor's origin.
    pub y: float32_t,
    /// The place of the actor's origin.
    pub z: float32_t,
    /// The speed that the last step moved the actor with, `e + t`: what is written here is overwritten.
    /// For a child it is the fixed offset from its parent instead.
    pub vx: float32_t,
    /// See `vx`.
    pub vy: float32_t,
    /// See `vx`.
    pub vz: float32_t,
    /// The part of the speed that comes from the environment: gravity, less drag. It stays from step to
    /// step and has no limit; a jump is a negative `ey`.
    pub ex: float32_t,
    /// See `ex`.
    pub ey: float32_t,
    /// See `ex`.
    pub ez: float32_t,
    /// The part of the speed that is the actor's own effort. It grows by `a` while a direction is held and
    /// stays within the ellipse of `s`.
    pub tx: float32_t,
    /// See `tx`.
    pub ty: float32_t,
    /// See `tx`. No step adds to it.
    pub tz: float32_t,
    /// The acceleration of thrust, in pixels per second squared and with the sign of the direction of
    /// travel. The movement logic installs it; the next step uses it.
    pub ax: float32_t,
    /// See `ax`.
    pub ay: float32_t,
    /// See `ax`.
    pub az: float32_t,
    /// The most that thrust can reach along x; 0 means no thrust along x. Installed by the movement logic.
    pub sx: float32_t,
    /// See `sx`.
    pub sy: float32_t,
    /// See `sx`.
    pub sz: float32_t,
    /// What others touch, relative to the origin.
    pub shape: akgl_CollisionShape,
    /// True where `shape` is this actor's own: `akgl_actor_set_character` then leaves it alone.
    pub shape_override: bool,
    /// The actor that carries this one, or NULL. A child is placed at its parent's position plus its own
    /// `vx vy vz` and never simulates.
    pub parent: *mut akgl_Actor,
    /// The character, borrowed; NULL for an actor that no step moves.
    pub basechar: *mut akgl_Character,
    /// Called once a frame by `akgl_game_update`, before the step.
    pub updatefunc: akgl_ActorFunc,
    /// For the game to call when it draws. The library draws nothing.
    pub renderfunc: akgl_ActorFunc,
    /// Turns the FACE bits. Called by `akgl_actor_update`.
    pub facefunc: akgl_ActorFunc,
    /// Decides where the actor wants to go. Called by every step after thrust and before gravity.
    pub movementlogicfunc: akgl_ActorMovementFunc,
    /// Chooses the picture to show. Called by `akgl_actor_update`.
    pub changeframefunc: akgl_ActorFunc,
    /// Makes another actor a child of this one. For the game to call.
    pub addchild: akgl_ActorChildFunc,
    /// Responds to a contact. Called by the step, one contact at a time.
    pub collidefunc: akgl_ActorCollideFunc,
    /// The game's own. The library never looks at it.
    pub userdata: *mut c_void,
    /// How this actor feels, over its character and the backend. Zeroed: nothing of its own.
    pub feel: akgl_Feel,
    /// What the steps keep about the actor; see `akgl/feel.h`.
    pub felt: akgl_FeelState,
    /// The library's own: leave it alone.
    pub reserved: [u32; 16],
}

const _: () = assert!(offset_of!(akgl_Actor, name) == 0);
const _: () = assert!(offset_of!(akgl_Actor, refcount) == 128);
const _: () = assert!(offset_of!(akgl_Actor, state) == 132);
const _: () = assert!(offset_of!(akgl_Actor, layer) == 136);
const _: () = assert!(offset_of!(akgl_Actor, x) == 140);
const _: () = assert!(offset_of!(akgl_Actor, vx) == 152);
const _: () = assert!(offset_of!(akgl_Actor, ex) == 164);
const _: () = assert!(offset_of!(akgl_Actor, tx) == 176);
const _: () = assert!(offset_of!(akgl_Actor, ax) == 188);
const _: () = assert!(offset_of!(akgl_Actor, sx) == 200);
const _: () = assert!(offset_of!(akgl_Actor, sz) == 208);
const _: () = assert!(offset_of!(akgl_Actor, shape) == 212);
const _: () = assert!(offset_of!(akgl_Actor, shape_override) == 252);
const _: () = assert!(offset_of!(akgl_Actor, parent) == 256);
const _: () = assert!(offset_of!(akgl_Actor, basechar) == 256 + size_of::<usize>());
const _: () = assert!(offset_of!(akgl_Actor, updatefunc) == 256 + 2 * size_of::<usize>());
const _: () =
    assert!(offset_of!(akgl_Actor, userdata) - size_of::<usize>() == offset_of!(akgl_Actor, collidefunc));
const _: () = assert!(offset_of!(akgl_Actor, userdata) == 256 + 9 * size_of::<usize>());
const _: () = assert!(offset_of!(akgl_Actor, feel) == 256 + 10 * size_of::<usize>());
const _: () = assert!(offset_of!(akgl_Actor, felt) == 344 + 10 * size_of::<usize>());
const _: () = assert!(offset_of!(akgl_Actor, reserved) == 432 + 10 * size_of::<usize>());
const _: () = assert!(size_of::<akgl_Actor>() == 496 + 10 * size_of::<usize>());

/// Makes an actor ready for use: its name, the seven default hooks, state ALIVE, everything else zero. It
/// has no character yet.
///
/// A used slot of a pool keeps its `refcount`; anything else has 1 then, so that initializing a slot of
/// the pool by hand claims it. Raises `AKERR_NULLPOINTER`, and `AKERR_OUTOFBOUNDS` for a name of 128 bytes
/// or more; the actor is then unchanged.
///
/// # Safety
/// `actor` is NULL or writable; `name` is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_initialize(
    actor: *mut akgl_Actor,
    name: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_initialize", || {
        let actor = check(actor, "actor")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe {
            let name = held_name(c_text(name, "name")?)?;
            let refcount = heap::initial_actor_refcount(actor);
            heap::clear_actor(actor);
            (*actor).name = name;
            (*actor).refcount = refcount;
            (*actor).state = AKGL_ACTOR_STATE_ALIVE;
            (*actor).updatefunc = Some(akgl_actor_update);
            (*actor).renderfunc = Some(akgl_actor_render);
            (*actor).facefunc = Some(akgl_actor_automatic_face);
            (*actor).movementlogicfunc = Some(akgl_actor_logic_movement);
            (*actor).changeframefunc = Some(akgl_actor_logic_changeframe);
            (*actor).addchild = Some(akgl_actor_add_child);
            (*actor).collidefunc = Some(super::collision::akgl_actor_collide_block);
        }
        Ok(())
    })
}

/// Gives an actor a character, and the character's shape unless `shape_override` is set. Accelerations
/// and top speeds follow with the next step's movement logic.
///
/// The character is borrowed: keep it as long as the actor uses it. Within a step the others meet the actor
/// as it is now at once; see `akgl_actor_teleport`. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot
/// of a pool, and what a partitioner of the game's own raises.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_set_character(
    actor: *mut akgl_Actor,
    character: *mut akgl_Character,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_set_character", || {
        let actor = live_actor(actor, "actor")?;
        let character = live_character(character, "character")?;
        // SAFETY: by the caller's promise.
        unsafe {
            (*actor).basechar = character;
            if !(*actor).shape_override {
                (*actor).shape = (*character).shape;
            }
            super::collision::state::tell_of(actor)
        }
    })
}

/// The default `movementlogicfunc`: installs the character's top speeds, and its accelerations with the
/// sign of the direction of travel. Left, up and in (away from the camera) are negative; where both
/// directions of an axis are held, or none, the acceleration is 0. `dt` is not used.
///
/// Raises `AKERR_NULLPOINTER` for the actor and for an actor without a character, `AKERR_HEAP` for a free
/// slot of a pool.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_logic_movement(
    actor: *mut akgl_Actor,
    dt: float32_t,
) -> *mut akerr_ErrorContext {
    let _ = dt;
    ffi("akgl_actor_logic_movement", || {
        let actor = live_actor(actor, "actor")?;
        // SAFETY: by the caller's promise.
        unsafe {
            let character = (*actor).basechar;
            if character.is_null() {
                return fault!(AKERR_NULLPOINTER, "actor->basechar is NULL");
            }
            let (acceleration, top_speed) = install(character, (*actor).state);
            [(*actor).sx, (*actor).sy, (*actor).sz] = top_speed.to_array();
            [(*actor).ax, (*actor).ay, (*actor).az] = acceleration.to_array();
        }
        Ok(())
    })
}

/// The default `updatefunc`: calls the actor's `facefunc` and then its `changeframefunc`, each where it is
/// not NULL, and hands up what they raise. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_update(actor: *mut akgl_Actor) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_update", || {
        let actor = live_actor(actor, "actor")?;
        // SAFETY: by the caller's promise; hooks keep the promises of their type.
        unsafe {
            if let Some(face) = (*actor).facefunc {
                from_c(face(actor))?;
            }
            // The hook may have released the actor: its slot is then zero, and so is this hook.
            if let Some(change_frame) = (*actor).changeframefunc {
                from_c(change_frame(actor))?;
            }
        }
        Ok(())
    })
}

/// The default `renderfunc`: draws nothing, because this library has no renderer. A game that draws puts
/// its own in place. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_render(actor: *mut akgl_Actor) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_render", || live_actor(actor, "actor").map(|_| ()))
}

/// The default `facefunc`: an actor looks where it moves, sideways before up and down, and goes on looking
/// there when it stops. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_automatic_face(actor: *mut akgl_Actor) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_automatic_face", || {
        let actor = live_actor(actor, "actor")?;
        // SAFETY: by the caller's promise.
        unsafe {
            let state = (*actor).state;
            let x = sign(state, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT);
            let y = sign(state, AKGL_ACTOR_STATE_MOVING_UP, AKGL_ACTOR_STATE_MOVING_DOWN);
            let face = match (x, y) {
                (-1.0, _) => AKGL_ACTOR_STATE_FACE_LEFT,
                (1.0, _) => AKGL_ACTOR_STATE_FACE_RIGHT,
                (_, -1.0) => AKGL_ACTOR_STATE_FACE_UP,
                (_, 1.0) => AKGL_ACTOR_STATE_FACE_DOWN,
                _ => return Ok(()),
            };
            (*actor).state = state & !FACE_ALL | face;
        }
        Ok(())
    })
}

/// The default `changeframefunc`: changes nothing, because this library has no sprites. Raises
/// `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_logic_changeframe(actor: *mut akgl_Actor) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_logic_changeframe", || {
        live_actor(actor, "actor").map(|_| ())
    })
}

/// The default `addchild`: makes `child` a child of `actor`. From the next step on it is placed at the
/// parent's position plus its own `vx vy vz` and does not simulate. To let it go, set its `parent` to NULL.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot, and `AKERR_RELATIONSHIP` for an actor that
/// would carry itself, at once or through others, or that another actor carries already.
///
/// # Safety
/// Each pointer is NULL or valid, and so are their parents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_add_child(
    actor: *mut akgl_Actor,
    child: *mut akgl_Actor,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_add_child", || {
        let actor = live_actor(actor, "actor")?;
        let child = live_actor(child, "child")?;
        // SAFETY: by the caller's promise.
        unsafe {
            refuse_cycle(actor, child)?;
            let carrier = (*child).parent;
            if !carrier.is_null() && carrier != actor {
                return fault!(
                    AKERR_RELATIONSHIP,
                    "{} is a child of {} already",
                    name(child),
                    name(carrier)
                );
            }
            (*child).parent = actor;
        }
        Ok(())
    })
}

/// Control handler: starts moving left and looks there. Thrust grows from the second step on, because the
/// movement logic installs the acceleration. `event` may be NULL and is not used.
///
/// Raises `AKERR_NULLPOINTER` for the actor, `AKERR_HEAP` for a free slot; the seven below too.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_left_on(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_left_on", || {
        press(actor, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_FACE_LEFT)
    })
}

/// Control handler: stops moving left at once. Clears `ax`, `tx` and the MOVING_LEFT bit, nothing else:
/// what the environment does to the actor goes on. Where the last step found a deceleration set
/// (`akgl/feel.h`), `tx` stays and runs down instead. NULL and statuses as for `akgl_actor_cmhf_left_on`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_left_off(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_left_off", || {
        let_go(actor, AKGL_ACTOR_STATE_MOVING_LEFT, Axis::X)
    })
}

/// Control handler: starts moving right and looks there. See `akgl_actor_cmhf_left_on`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_right_on(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_right_on", || {
        press(actor, AKGL_ACTOR_STATE_MOVING_RIGHT, AKGL_ACTOR_STATE_FACE_RIGHT)
    })
}

/// Control handler: stops moving right at once. Clears `ax`, `tx` and the MOVING_RIGHT bit, nothing else;
/// `tx`, NULL and statuses as for `akgl_actor_cmhf_left_off`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_right_off(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_right_off", || {
        let_go(actor, AKGL_ACTOR_STATE_MOVING_RIGHT, Axis::X)
    })
}

/// Control handler: starts moving up and looks there. See `akgl_actor_cmhf_left_on`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_up_on(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_up_on", || {
        press(actor, AKGL_ACTOR_STATE_MOVING_UP, AKGL_ACTOR_STATE_FACE_UP)
    })
}

/// Control handler: stops moving up at once. Clears `ay`, `ty` and the MOVING_UP bit, nothing else;
/// `ty`, NULL and statuses as for `akgl_actor_cmhf_left_off`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_up_off(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_up_off", || {
        let_go(actor, AKGL_ACTOR_STATE_MOVING_UP, Axis::Y)
    })
}

/// Control handler: starts moving down and looks there. See `akgl_actor_cmhf_left_on`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_down_on(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_down_on", || {
        press(actor, AKGL_ACTOR_STATE_MOVING_DOWN, AKGL_ACTOR_STATE_FACE_DOWN)
    })
}

/// Control handler: stops moving down at once. Clears `ay`, `ty` and the MOVING_DOWN bit, nothing else:
/// letting go of down in a jump does not stop the fall. `ty`, NULL and statuses as for
/// `akgl_actor_cmhf_left_off`.
///
/// # Safety
/// `actor` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_cmhf_down_off(
    actor: *mut akgl_Actor,
    event: *mut SDL_Event,
) -> *mut akerr_ErrorContext {
    let _ = event;
    ffi("akgl_actor_cmhf_down_off", || {
        let_go(actor, AKGL_ACTOR_STATE_MOVING_DOWN, Axis::Y)
    })
}
