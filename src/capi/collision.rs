//! `akgl/collision.h`: worlds, shapes, contacts, proxies, queries.

// What stands behind a world is in `state`, how the pool and the map look to the core in `scene`,
// what happens to one actor in a step in `passage`, or in `around` where nothing of it is the game's own.

use core::ffi::{c_char, c_void};

use super::actor::akgl_Actor;
use super::error::{AKERR_KEY, AKERR_VALUE, akerr_ErrorContext, check, ffi};
use super::partitioner::akgl_Partitioner;
use super::tilemap::akgl_Tilemap;
use super::types::float32_t;
use crate::collision;
use crate::fault;

pub(super) mod around;
mod block;
pub(super) mod objects;
pub(super) mod passage;
mod proxy;
mod query;
pub(super) mod scene;
mod shape;
mod standing;
pub(super) mod state;

pub use block::akgl_actor_collide_block;
pub use proxy::{
    akgl_collision_proxy_add, akgl_collision_proxy_get, akgl_collision_proxy_move,
    akgl_collision_proxy_remove,
};
pub use query::{
    akgl_collision_box_blocked, akgl_collision_query_box, akgl_collision_settle, akgl_collision_solid_at,
};
use shape::to_c;
pub(super) use shape::to_core;
pub use shape::{
    akgl_collision_shape_box, akgl_collision_shape_capsule, akgl_collision_shape_circle,
    akgl_collision_shape_none,
};

/// No collider: the actor is not part of any collision.
pub const AKGL_COLLISION_SHAPE_NONE: u32 = 0;
/// A rectangle.
pub const AKGL_COLLISION_SHAPE_BOX: u32 = 1;
/// A circle.
pub const AKGL_COLLISION_SHAPE_CIRCLE: u32 = 2;
/// A capsule that lies: two half-circles left and right of a rectangle.
pub const AKGL_COLLISION_SHAPE_CAPSULE_X: u32 = 3;
/// A capsule that stands.
pub const AKGL_COLLISION_SHAPE_CAPSULE_Y: u32 = 4;

/// The layer of map geometry; what a new shape responds to.
pub const AKGL_COLLISION_LAYER_STATIC: u32 = 1;
/// The layer that a new shape is on.
pub const AKGL_COLLISION_LAYER_ACTOR: u32 = 2;
/// A layer for enemies.
pub const AKGL_COLLISION_LAYER_ENEMY: u32 = 4;
/// A layer for things to pick up.
pub const AKGL_COLLISION_LAYER_PICKUP: u32 = 8;
/// Every layer; the bits that have no name here are the game's own.
pub const AKGL_COLLISION_LAYER_ALL: u32 = 0xFFFF_FFFF;

/// Geometry that never gives way. Such a shape is on `AKGL_COLLISION_LAYER_STATIC` as well,
/// whatever its layermask says.
pub const AKGL_COLLISION_FLAG_STATIC: u32 = 1;
/// Reports contacts and never pushes, nor is pushed.
pub const AKGL_COLLISION_FLAG_SENSOR: u32 = 2;
/// Reserved for a swept test; does nothing today.
pub const AKGL_COLLISION_FLAG_BULLET: u32 = 4;

/// A world flag, on after `akgl_collision_world_init`: shapes are compared in x and y only. Without
/// it they must overlap along z too, and z is one of the ways out.
pub const AKGL_COLLISION_TEST_PLANAR: u32 = 1;

/// A shape's thickness along z, as a multiple of its largest planar half-extent, where a setter is
/// given a depth of 0.
///
/// The least with which separating two shapes along z never is shorter than separating them in the
/// plane: along z it takes half of both thicknesses, mA + mB at this ratio, where m is a shape's
/// largest planar half-extent; in the plane it takes the sum of the half-extents on one axis, which
/// is at most mA + mB.
pub const AKGL_COLLISION_DEPTH_RATIO: float32_t = 2.0;

/// How many tiles `akgl_collision_settle` lifts a shape before it refuses.
pub const AKGL_COLLISION_SETTLE_MAX_TILES: u32 = 64;

const _: () = assert!(AKGL_COLLISION_DEPTH_RATIO == collision::DEPTH_RATIO);
const _: () = assert!(AKGL_COLLISION_SETTLE_MAX_TILES == collision::SETTLE_TILES);
const _: () = assert!(AKGL_COLLISION_LAYER_STATIC == collision::LAYER_STATIC);
const _: () = assert!(AKGL_COLLISION_LAYER_ACTOR == collision::LAYER_ACTOR);

/// A convex, axis-aligned volume placed relative to an actor's origin, with its masks.
///
/// Every kind is described by its bounding box, in pixels. A circle's radius is half of `w`, a
/// capsule's half of its smaller side. Use the setters: they check, and fill in the defaults. The
/// masks and flags may be changed freely afterwards.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_CollisionShape {
    /// `AKGL_COLLISION_SHAPE_*`.
    pub kind: u32,
    /// The layers this shape is on: what others test against.
    pub layermask: u32,
    /// The layers this shape responds to.
    pub collidemask: u32,
    /// `AKGL_COLLISION_FLAG_*` bits.
    pub flags: u32,
    /// Left edge of the bounding box, from the actor's x.
    pub x: float32_t,
    /// Top edge of the bounding box, from the actor's y.
    pub y: float32_t,
    /// Width of the bounding box, positive.
    pub w: float32_t,
    /// Height of the bounding box, positive.
    pub h: float32_t,
    /// Middle of the shape along z, from the actor's z.
    pub z: float32_t,
    /// Full thickness along z, positive.
    pub depth: float32_t,
}

/// A handle to a proxy of a collision world; 0 is none. It is never given out again, so a stale one
/// is always recognised.
pub type akgl_CollisionProxy = u64;

/// What one actor touched, told to that actor.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct akgl_CollisionContact {
    /// The other actor; NULL for a tile and for geometry.
    pub other: *mut akgl_Actor,
    /// The other side's proxy; 0 for a tile.
    pub proxy: akgl_CollisionProxy,
    /// What `akgl_collision_proxy_add` was given for it; NULL for a tile and for an actor.
    pub userdata: *mut c_void,
    /// The way this actor must move to be free: nx, ny, nz together have length 1. Of a box on a
    /// floor exactly (0, -1, 0).
    pub nx: float32_t,
    /// See `nx`.
    pub ny: float32_t,
    /// See `nx`. 0 while the world has `AKGL_COLLISION_TEST_PLANAR`.
    pub nz: float32_t,
    /// How far along the normal this actor must move to be free, in pixels.
    pub depth: float32_t,
    /// Where this actor's origin just touches: the place the default response puts it.
    pub x: float32_t,
    /// See `x`.
    pub y: float32_t,
    /// See `x`.
    pub z: float32_t,
    /// True where either side is a sensor: the default response changes nothing.
    pub sensor: bool,
    /// True where this actor came into it in this sub-step: the default response puts it right even
    /// where other contacts have turned its motion outward since. False where it was inside before.
    pub entered: bool,
    /// The layers the other side is on.
    pub layermask: u32,
    /// The global tile id with the flip bits removed; 0 where the other side is no tile.
    pub tile: u32,
    /// The tile's index in the map's layers; -1 where the other side is no tile.
    pub layer: i32,
    /// The tile's column; -1 where the other side is no tile.
    pub cellx: i32,
    /// The tile's row; -1 where the other side is no tile.
    pub celly: i32,
}

/// What a visitor is told of a proxy.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct akgl_CollisionProxyInfo {
    /// Its handle.
    pub proxy: akgl_CollisionProxy,
    /// The actor whose shape it is; NULL for geometry.
    pub actor: *mut akgl_Actor,
    /// What `akgl_collision_proxy_add` was given; NULL for an actor.
    pub userdata: *mut c_void,
    /// Its shape.
    pub shape: akgl_CollisionShape,
    /// Where the shape's origin is.
    pub x: float32_t,
    /// See `x`.
    pub y: float32_t,
    /// See `x`.
    pub z: float32_t,
}

/// Is told of one proxy. It may change anything: release actors, remove proxies, destroy the world.
/// Setting `*stop` ends the visit; an error it raises ends the visit too and is handed up.
pub type akgl_CollisionVisitFunc = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        info: *const akgl_CollisionProxyInfo,
        stop: *mut bool,
    ) -> *mut akerr_ErrorContext,
>;

/// A collision world: the game's own storage, usually static, not to be copied. Zeroed until
/// `akgl_collision_world_init`.
///
/// Threads: a world, like the pool whose actors it sees, is used by one thread at a time.
#[repr(C)]
pub struct akgl_CollisionWorld {
    /// `AKGL_COLLISION_TEST_*` bits; may be changed at any time.
    pub flags: u32,
    /// Width of a cell in pixels; read only. With a map bound, that of its tiles.
    pub cellwidth: float32_t,
    /// Height of a cell in pixels; read only.
    pub cellheight: float32_t,
    /// The bound map, borrowed and read live; NULL for none. Clear it to let the map go.
    pub tilemap: *mut akgl_Tilemap,
    /// The library's own.
    pub state: *mut c_void,
    /// The library's own; zero.
    pub reserved: [u32; 16],
}

const _: () = {
    use core::mem::offset_of;
    let pointer = size_of::<usize>();
    assert!(offset_of!(akgl_CollisionShape, flags) == 12);
    assert!(offset_of!(akgl_CollisionShape, x) == 16);
    assert!(offset_of!(akgl_CollisionShape, depth) == 36);
    assert!(size_of::<akgl_CollisionShape>() == 40);
    assert!(offset_of!(akgl_CollisionContact, userdata) == pointer + 8);
    assert!(offset_of!(akgl_CollisionContact, nx) == 2 * pointer + 8);
    assert!(offset_of!(akgl_CollisionContact, depth) == 2 * pointer + 20);
    assert!(offset_of!(akgl_CollisionContact, sensor) == 2 * pointer + 36);
    assert!(offset_of!(akgl_CollisionContact, entered) == 2 * pointer + 37);
    assert!(offset_of!(akgl_CollisionContact, celly) == 2 * pointer + 56);
    assert!(offset_of!(akgl_CollisionProxyInfo, shape) == 2 * pointer + 8);
    assert!(offset_of!(akgl_CollisionProxyInfo, z) == 2 * pointer + 56);
    assert!(offset_of!(akgl_CollisionWorld, cellheight) == 8);
    assert!(offset_of!(akgl_CollisionWorld, state) == 16 + pointer);
    assert!(size_of::<akgl_CollisionWorld>() == 80 + 2 * pointer);
};

/// Initialises a world, with `AKGL_COLLISION_TEST_PLANAR` on and no map. A world that is in use is
/// destroyed first.
///
/// `partitioner` names the broad phase, "grid" or "bsp"; NULL is the default, "grid". The cell size
/// in pixels must be positive; a map that is bound later replaces it by that of its tiles.
///
/// `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a name that is not known, `AKERR_VALUE` for
/// a cell size that is not a positive number, `AKERR_HEAP` where there are too many worlds.
///
/// # Safety
/// `world` is NULL or valid; `partitioner` is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_world_init(
    world: *mut akgl_CollisionWorld,
    partitioner: *const c_char,
    cell_w: float32_t,
    cell_h: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_world_init", || {
        let world = check(world, "world")?.as_ptr();
        super::partitioner::refuse_inside()?;
        for (name, size) in [("cell_w", cell_w), ("cell_h", cell_h)] {
            if !(size.is_finite() && size > 0.0) {
                return fault!(
                    AKERR_VALUE,
                    "{name} is {size}, and must be a positive number of pixels"
                );
            }
        }
        // SAFETY: NULL or terminated, as the caller promises.
        let name = unsafe { super::partitioner::name_of(partitioner) };
        let Some(broad) = collision::broad::by_name(&name, [f64::from(cell_w), f64::from(cell_h)]) else {
            return fault!(
                AKERR_KEY,
                "no partitioner is called \"{name}\"; there are {:?}",
                collision::broad::NAMES
            );
        };
        // SAFETY: the caller's world, not NULL; a handle left in it by chance is recognised.
        unsafe {
            state::destroy(world);
            let handle = state::create(broad, &name, world)?;
            world.write(akgl_CollisionWorld {
                flags: AKGL_COLLISION_TEST_PLANAR,
                cellwidth: cell_w,
                cellheight: cell_h,
                tilemap: core::ptr::null_mut(),
                state: handle,
                reserved: [0; 16],
            });
        }
        Ok(())
    })
}

/// Destroys a world and zeroes it; its proxies' handles are stale from then on. Also allowed while a
/// step that uses it is under way, and on a world that is zeroed or already destroyed.
/// `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// `world` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_world_destroy(
    world: *mut akgl_CollisionWorld,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_world_destroy", || {
        let world = check(world, "world")?.as_ptr();
        super::partitioner::refuse_inside()?;
        // SAFETY: the caller's world, not NULL.
        unsafe {
            state::destroy(world);
            world.write_bytes(0, 1);
        }
        Ok(())
    })
}

/// Binds a map: its tile layers with the boolean property `collidable` are solid from now on, and
/// the objects of object layers with that property become geometry. The cell size becomes that of
/// the tiles. Another map's objects leave; proxies that the game added stay.
///
/// The map is borrowed, and its tiles are read live: an edit of `layers[i].data` counts at once. Its
/// objects are read here, once. Bind NULL to let a map go.
///
/// Rectangles and points become boxes (a point one of 1 x 1 px around it), ellipses that are round
/// become circles. `AKERR_VALUE` names an object that can be no proxy: a polygon, a polyline, an oval,
/// anything rotated, a rectangle without a size; nothing is bound then. `AKERR_NULLPOINTER` for a NULL
/// world, `AKERR_VALUE` for a map without a tile size or one that is not initialised.
///
/// # Safety
/// `world` is NULL or valid; `map` is NULL or valid for as long as it is bound.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_bind_tilemap(
    world: *mut akgl_CollisionWorld,
    map: *mut akgl_Tilemap,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_bind_tilemap", || {
        let world = check(world, "world")?.as_ptr();
        // SAFETY: the caller's world and map; no callback runs while the state is borrowed.
        unsafe { state::bind(world, map) }
    })
}

/// Puts a broad phase of the game's own in place of the world's. The record is copied; its `state`
/// stays the game's. Every proxy is inserted into it. NULL brings the default back.
///
/// `AKERR_NULLPOINTER` for a NULL world or a record without one of its functions, and what one of its
/// functions raises; the world then keeps the broad phase it had.
///
/// # Safety
/// `world` is NULL or valid; `partitioner` is NULL or a valid record that keeps its promises for as
/// long as the world uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_world_set_partitioner(
    world: *mut akgl_CollisionWorld,
    partitioner: *const akgl_Partitioner,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_world_set_partitioner", || {
        let world = check(world, "world")?.as_ptr();
        // SAFETY: the caller's world and record.
        unsafe { state::set_partitioner(world, partitioner) }
    })
}
