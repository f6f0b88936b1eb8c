//! `akgl/collision.h`: worlds, shapes, contacts, proxies, queries.

use core::ffi::c_void;

use super::actor::akgl_Actor;
use super::tilemap::akgl_Tilemap;
use super::types::float32_t;

pub const AKGL_COLLISION_SHAPE_NONE: u32 = 0;
pub const AKGL_COLLISION_SHAPE_BOX: u32 = 1;
pub const AKGL_COLLISION_SHAPE_CIRCLE: u32 = 2;
pub const AKGL_COLLISION_SHAPE_CAPSULE_X: u32 = 3;
pub const AKGL_COLLISION_SHAPE_CAPSULE_Y: u32 = 4;

pub const AKGL_COLLISION_LAYER_STATIC: u32 = 1;
pub const AKGL_COLLISION_LAYER_ACTOR: u32 = 2;
pub const AKGL_COLLISION_LAYER_ENEMY: u32 = 4;
pub const AKGL_COLLISION_LAYER_PICKUP: u32 = 8;

pub const AKGL_COLLISION_FLAG_STATIC: u32 = 1;
pub const AKGL_COLLISION_FLAG_SENSOR: u32 = 2;
pub const AKGL_COLLISION_FLAG_BULLET: u32 = 4;

/// Set in `akgl_CollisionWorld.flags`: the narrowphase compares x and y only.
pub const AKGL_COLLISION_TEST_PLANAR: u32 = 1;

/// A convex volume placed relative to an actor's origin, with its masks.
///
/// Every kind is described by its bounding box: `x y` is the top left corner relative to the
/// actor's origin, `w h` its size, `z` the middle of its depth and `depth` its full thickness.
/// A circle has `w == h`; a capsule's radius is half of its smaller side.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_CollisionShape {
    /// `AKGL_COLLISION_SHAPE_*`; NONE means no collider.
    pub kind: u32,
    /// The layers this shape is on.
    pub layermask: u32,
    /// The layers this shape responds to.
    pub collidemask: u32,
    /// `AKGL_COLLISION_FLAG_*` bits.
    pub flags: u32,
    pub x: float32_t,
    pub y: float32_t,
    pub w: float32_t,
    pub h: float32_t,
    pub z: float32_t,
    pub depth: float32_t,
}

/// A proxy of a collision world; 0 is no proxy. A handle is never reused.
pub type akgl_CollisionProxy = u64;

/// What one actor touched, told to that actor.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct akgl_CollisionContact {
    /// The other actor, or NULL for a tile or static geometry.
    pub other: *mut akgl_Actor,
    /// The other side's proxy, or 0 for a tile.
    pub proxy: akgl_CollisionProxy,
    /// The other side's `userdata` where it is static geometry, else NULL.
    pub userdata: *mut c_void,
    /// The way this actor must move to be free, of length 1.
    pub nx: float32_t,
    pub ny: float32_t,
    pub nz: float32_t,
    /// How far along the normal this actor must move to be free, in pixels.
    pub depth: float32_t,
    /// Where this actor's origin just touches the surface.
    pub x: float32_t,
    pub y: float32_t,
    pub z: float32_t,
    /// True where either side is a sensor: the default response changes nothing.
    pub sensor: bool,
    /// The other side's layer mask.
    pub layermask: u32,
    /// The global tile id, flip bits removed; 0 where the other side is no tile.
    pub tile: u32,
    /// The tile's layer, or -1.
    pub layer: i32,
    /// The tile's column, or -1.
    pub cellx: i32,
    /// The tile's row, or -1.
    pub celly: i32,
}

/// A collision world. Zeroed storage until `akgl_collision_world_init`.
#[repr(C)]
pub struct akgl_CollisionWorld {
    /// `AKGL_COLLISION_TEST_*` bits.
    pub flags: u32,
    pub cellwidth: float32_t,
    pub cellheight: float32_t,
    /// Borrowed; NULL where no map is bound.
    pub tilemap: *mut akgl_Tilemap,
    /// The library's own state.
    pub state: *mut c_void,
    pub reserved: [u32; 16],
}
/// The default `collidefunc`; the collision room brings its body.
///
/// # Safety
/// Nothing is read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_collide_block(
    _actor: *mut akgl_Actor,
    _contact: *const akgl_CollisionContact,
) -> *mut super::error::akerr_ErrorContext {
    core::ptr::null_mut()
}
