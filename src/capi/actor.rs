//! `akgl/actor.h`: the bodies of a game.

use core::ffi::{c_char, c_void};

use super::character::akgl_Character;
use super::collision::{akgl_CollisionContact, akgl_CollisionShape};
use super::error::akerr_ErrorContext;
use super::types::{AKGL_MAX_NAME, float32_t};

pub const AKGL_ACTOR_STATE_FACE_DOWN: u32 = 1;
pub const AKGL_ACTOR_STATE_FACE_LEFT: u32 = 2;
pub const AKGL_ACTOR_STATE_FACE_RIGHT: u32 = 4;
pub const AKGL_ACTOR_STATE_FACE_UP: u32 = 8;
pub const AKGL_ACTOR_STATE_ALIVE: u32 = 16;
pub const AKGL_ACTOR_STATE_DYING: u32 = 32;
pub const AKGL_ACTOR_STATE_DEAD: u32 = 64;
pub const AKGL_ACTOR_STATE_MOVING_LEFT: u32 = 128;
pub const AKGL_ACTOR_STATE_MOVING_RIGHT: u32 = 256;
pub const AKGL_ACTOR_STATE_MOVING_UP: u32 = 512;
pub const AKGL_ACTOR_STATE_MOVING_DOWN: u32 = 1024;
pub const AKGL_ACTOR_STATE_MOVING_IN: u32 = 2048;
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

/// One body of a game.
#[repr(C)]
pub struct akgl_Actor {
    pub name: [c_char; AKGL_MAX_NAME],
    pub refcount: u32,
    pub state: u32,
    pub layer: u32,
    pub x: float32_t,
    pub y: float32_t,
    pub z: float32_t,
    pub vx: float32_t,
    pub vy: float32_t,
    pub vz: float32_t,
    pub ex: float32_t,
    pub ey: float32_t,
    pub ez: float32_t,
    pub tx: float32_t,
    pub ty: float32_t,
    pub tz: float32_t,
    pub ax: float32_t,
    pub ay: float32_t,
    pub az: float32_t,
    pub sx: float32_t,
    pub sy: float32_t,
    pub sz: float32_t,
    pub shape: akgl_CollisionShape,
    pub shape_override: bool,
    pub parent: *mut akgl_Actor,
    pub basechar: *mut akgl_Character,
    pub updatefunc: akgl_ActorFunc,
    pub renderfunc: akgl_ActorFunc,
    pub facefunc: akgl_ActorFunc,
    pub movementlogicfunc: akgl_ActorMovementFunc,
    pub changeframefunc: akgl_ActorFunc,
    pub addchild: akgl_ActorChildFunc,
    pub collidefunc: akgl_ActorCollideFunc,
    pub userdata: *mut c_void,
    pub reserved: [u32; 16],
}
