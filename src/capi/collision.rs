//! `akgl/collision.h`: worlds, shapes, contacts, proxies, queries.

// What stands behind a world is in `state`, how the pool and the map look to the core in `scene`,
// what happens to one actor in a step in `passage`.

use core::ffi::{c_char, c_void};

use glam::Vec3;
use sdl3_sys::rect::{SDL_FPoint, SDL_FRect};

use super::actor::akgl_Actor;
use super::error::{
    AKERR_KEY, AKERR_OUTOFBOUNDS, AKERR_VALUE, Fault, Outcome, akerr_ErrorContext, check, ffi, from_c,
};
use super::partitioner::akgl_Partitioner;
use super::tilemap::akgl_Tilemap;
use super::types::float32_t;
use crate::collision::{self, Bounds, Kind, Owner, Proxy, ProxyId, Shape, ShapeError, Volume};
use crate::fault;
use crate::physics::Motion;

pub(super) mod objects;
pub(super) mod passage;
pub(super) mod scene;
pub(super) mod state;

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

impl From<ShapeError> for Fault {
    fn from(error: ShapeError) -> Self {
        Self::new(AKERR_VALUE, format!("collision shape: {error}"))
    }
}

/// A shape of C's as the core's; `None` for no collider.
pub(super) fn to_core(shape: &akgl_CollisionShape) -> Result<Option<Shape>, ShapeError> {
    let kind = match shape.kind {
        AKGL_COLLISION_SHAPE_NONE => return Ok(None),
        AKGL_COLLISION_SHAPE_BOX => Kind::Box,
        AKGL_COLLISION_SHAPE_CIRCLE => Kind::Circle,
        AKGL_COLLISION_SHAPE_CAPSULE_X => Kind::CapsuleX,
        AKGL_COLLISION_SHAPE_CAPSULE_Y => Kind::CapsuleY,
        _ => return Err(ShapeError::NotFinite("kind")),
    };
    let fixed = shape.flags & AKGL_COLLISION_FLAG_STATIC != 0;
    let mut core = Shape::new(kind, [shape.x, shape.y], [shape.w, shape.h], shape.z, shape.depth)?;
    core.layers = shape.layermask | if fixed { AKGL_COLLISION_LAYER_STATIC } else { 0 };
    core.collides = shape.collidemask;
    core.sensor = shape.flags & AKGL_COLLISION_FLAG_SENSOR != 0;
    core.fixed = fixed;
    Ok(Some(core))
}

fn to_c(core: &Shape) -> akgl_CollisionShape {
    let flag = |set: bool, flag: u32| if set { flag } else { 0 };
    akgl_CollisionShape {
        kind: match core.kind {
            Kind::Box => AKGL_COLLISION_SHAPE_BOX,
            Kind::Circle => AKGL_COLLISION_SHAPE_CIRCLE,
            Kind::CapsuleX => AKGL_COLLISION_SHAPE_CAPSULE_X,
            Kind::CapsuleY => AKGL_COLLISION_SHAPE_CAPSULE_Y,
        },
        layermask: core.layers,
        collidemask: core.collides,
        flags: flag(core.fixed, AKGL_COLLISION_FLAG_STATIC) | flag(core.sensor, AKGL_COLLISION_FLAG_SENSOR),
        x: core.offset[0],
        y: core.offset[1],
        w: core.size[0],
        h: core.size[1],
        z: core.z,
        depth: core.depth,
    }
}

/// Puts a checked shape into C's storage, which keeps what it was where the shape was refused.
unsafe fn set(shape: *mut akgl_CollisionShape, make: impl FnOnce() -> Result<Shape, ShapeError>) -> Outcome {
    let shape = check(shape, "shape")?;
    let made = to_c(&make()?);
    // SAFETY: the caller's shape, not NULL, written whole.
    unsafe { shape.as_ptr().write(made) };
    Ok(())
}

/// Makes a shape a box. It is then on `AKGL_COLLISION_LAYER_ACTOR` and responds to
/// `AKGL_COLLISION_LAYER_STATIC`, with no flags.
///
/// `rect` is the box from the actor's origin, in pixels. `depth` is its thickness along z, 0 for
/// `AKGL_COLLISION_DEPTH_RATIO` times the larger half of the box.
///
/// `AKERR_NULLPOINTER` for a NULL argument, `AKERR_VALUE` for a number that is not finite, a size
/// that is not positive or a negative depth; the shape then is what it was.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_shape_box(
    shape: *mut akgl_CollisionShape,
    rect: *const SDL_FRect,
    depth: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_shape_box", || {
        check(shape, "shape")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let rect = unsafe { *check(rect.cast_mut(), "rect")?.as_ptr() };
        // SAFETY: as the caller promises.
        unsafe { set(shape, || Shape::rect(rect.x, rect.y, rect.w, rect.h, depth)) }
    })
}

/// Makes a shape a circle around (x, y) from the actor's origin, in pixels. Masks, depth and
/// statuses as `akgl_collision_shape_box`.
///
/// # Safety
/// `shape` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_shape_circle(
    shape: *mut akgl_CollisionShape,
    x: float32_t,
    y: float32_t,
    radius: float32_t,
    depth: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_shape_circle", || {
        // SAFETY: as the caller promises.
        unsafe { set(shape, || Shape::circle(x, y, radius, depth)) }
    })
}

/// Makes a shape a capsule that fills a rectangle from the actor's origin, in pixels: a rectangle
/// whose two ends along the axis are half-circles. Masks, depth and statuses as
/// `akgl_collision_shape_box`; a rectangle that is shorter along the axis than across it is refused
/// with `AKERR_VALUE`.
///
/// `kind` is `AKGL_COLLISION_SHAPE_CAPSULE_X` for one that lies or `AKGL_COLLISION_SHAPE_CAPSULE_Y`
/// for one that stands, else `AKERR_KEY`.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_shape_capsule(
    shape: *mut akgl_CollisionShape,
    kind: u32,
    rect: *const SDL_FRect,
    depth: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_shape_capsule", || {
        check(shape, "shape")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let rect = unsafe { *check(rect.cast_mut(), "rect")?.as_ptr() };
        let kind = match kind {
            AKGL_COLLISION_SHAPE_CAPSULE_X => Kind::CapsuleX,
            AKGL_COLLISION_SHAPE_CAPSULE_Y => Kind::CapsuleY,
            _ => return fault!(AKERR_KEY, "shape kind {kind} is no capsule"),
        };
        // SAFETY: as the caller promises.
        unsafe {
            set(shape, || {
                Shape::new(kind, [rect.x, rect.y], [rect.w, rect.h], 0.0, depth)
            })
        }
    })
}

/// Makes a shape no collider at all. `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// `shape` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_shape_none(
    shape: *mut akgl_CollisionShape,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_shape_none", || {
        let shape = check(shape, "shape")?;
        // SAFETY: the caller's shape, not NULL, written whole.
        unsafe { shape.as_ptr().write(akgl_CollisionShape::default()) };
        Ok(())
    })
}

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

/// Adds a proxy: geometry that is not on the tile grid, at (x, y, z). Give its shape
/// `AKGL_COLLISION_FLAG_STATIC` where it never gives way. The shape is copied; `userdata` is kept and
/// handed back. Writes the handle to `*dest`.
///
/// `AKERR_NULLPOINTER` for NULL (`userdata` may be), `AKERR_VALUE` for a shape that is none or wrong
/// and a place that is not finite; what a partitioner of the game's own raises. Nothing is added then.
///
/// # Safety
/// Each pointer is NULL or valid; `userdata` is not followed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_add(
    world: *mut akgl_CollisionWorld,
    shape: *const akgl_CollisionShape,
    x: float32_t,
    y: float32_t,
    z: float32_t,
    userdata: *mut c_void,
    dest: *mut akgl_CollisionProxy,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_add", || {
        let world = check(world, "world")?.as_ptr();
        let shape = check(shape.cast_mut(), "shape")?;
        let dest = check(dest, "dest")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let shape = unsafe { solid_shape(&*shape.as_ptr()) }?;
        let position = finite_place(x, y, z)?;
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        let id = state.proxies.add(Proxy {
            shape,
            position,
            owner: Owner::Geometry(userdata as u64),
        });
        if let Err(fault) = super::partitioner::take_fault() {
            state.proxies.remove(id);
            if let Err(second) = super::partitioner::take_fault() {
                second.release();
            }
            return Err(fault);
        }
        // SAFETY: not NULL.
        unsafe { dest.as_ptr().write(id.to_bits()) };
        Ok(())
    })
}

/// Moves a proxy that the game added. `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a stale
/// handle or an actor's, `AKERR_VALUE` for a place that is not finite.
///
/// # Safety
/// `world` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_move(
    world: *mut akgl_CollisionWorld,
    proxy: akgl_CollisionProxy,
    x: float32_t,
    y: float32_t,
    z: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_move", || {
        let world = check(world, "world")?.as_ptr();
        let position = finite_place(x, y, z)?;
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        let (id, found) = geometry(&state.proxies, proxy)?;
        state.proxies.update(id, found.shape, position);
        super::partitioner::take_fault()
    })
}

/// Removes a proxy that the game added. `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a stale
/// handle or an actor's (set its shape to none instead).
///
/// # Safety
/// `world` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_remove(
    world: *mut akgl_CollisionWorld,
    proxy: akgl_CollisionProxy,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_remove", || {
        let world = check(world, "world")?.as_ptr();
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        let (id, _) = geometry(&state.proxies, proxy)?;
        state.proxies.remove(id);
        super::partitioner::take_fault()
    })
}

/// Tells what a handle stands for. `AKERR_NULLPOINTER` for NULL, `AKERR_KEY` for a stale handle;
/// `*dest` is then left as it was.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_get(
    world: *mut akgl_CollisionWorld,
    proxy: akgl_CollisionProxy,
    dest: *mut akgl_CollisionProxyInfo,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_get", || {
        let world = check(world, "world")?.as_ptr();
        let dest = check(dest, "dest")?;
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        state.sync();
        super::partitioner::take_fault()?;
        match state.info(ProxyId::from_bits(proxy)) {
            // SAFETY: not NULL.
            Some(info) => unsafe { dest.as_ptr().write(info) },
            None => return stale(proxy),
        }
        Ok(())
    })
}

/// Whether the tile under a point is solid; `*dest` says. A point on an edge belongs to the cell to
/// the right and below; outside of the map nothing is solid. Tiles are on
/// `AKGL_COLLISION_LAYER_STATIC`, so a `mask` without it finds none.
///
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a point that is not finite.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_solid_at(
    world: *mut akgl_CollisionWorld,
    x: float32_t,
    y: float32_t,
    mask: u32,
    dest: *mut bool,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_solid_at", || {
        let world = check(world, "world")?.as_ptr();
        let dest = check(dest, "dest")?;
        finite_place(x, y, 0.0)?;
        // SAFETY: the caller's world, whose map is valid while it is bound; no callback runs.
        let solid = unsafe {
            let scene = scene::PoolScene::of(world)?;
            mask & AKGL_COLLISION_LAYER_STATIC != 0
                && collision::Scene::tiles(&scene)
                    .at(f64::from(x), f64::from(y))
                    .is_some()
        };
        // SAFETY: not NULL.
        unsafe { dest.as_ptr().write(solid) };
        Ok(())
    })
}

/// Whether a rectangle overlaps anything solid on the layers of `mask`: tiles, geometry and actors'
/// shapes that are no sensors. `*dest` says. Touching is not overlapping.
///
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a number that is not finite or a size that is not
/// positive.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_box_blocked(
    world: *mut akgl_CollisionWorld,
    rect: *const SDL_FRect,
    mask: u32,
    dest: *mut bool,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_box_blocked", || {
        let world = check(world, "world")?.as_ptr();
        let rect = check(rect.cast_mut(), "rect")?;
        let dest = check(dest, "dest")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let area = unsafe { area(&*rect.as_ptr()) }?;
        // SAFETY: the caller's world and its map; no callback but a partitioner's runs.
        let blocked = unsafe {
            let state = state::of(world)?;
            (*state).sync();
            let mut near = core::mem::take(&mut (*state).near);
            let mut scene = scene::PoolScene::of(world)?;
            let space = state::space(world);
            let blocked = collision::blocked(&Volume::slab(&area), mask, space, &mut scene, &mut near);
            (*state).near = near;
            blocked
        };
        super::partitioner::take_fault()?;
        // SAFETY: not NULL.
        unsafe { dest.as_ptr().write(blocked) };
        Ok(())
    })
}

/// Visits every proxy on the layers of `mask` whose bounding box overlaps a rectangle: geometry and
/// actors' shapes, sensors too, each once. Tiles have no proxies.
///
/// The visitor may change anything; a proxy that it removes, or whose actor it releases, before its
/// turn is not visited.
///
/// `AKERR_NULLPOINTER` for NULL (`userdata` may be), `AKERR_VALUE` for a number that is not finite or
/// a size that is not positive; what the visitor raises is handed up.
///
/// # Safety
/// Each pointer is NULL or valid; `userdata` is not followed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_query_box(
    world: *mut akgl_CollisionWorld,
    rect: *const SDL_FRect,
    mask: u32,
    visit: akgl_CollisionVisitFunc,
    userdata: *mut c_void,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_query_box", || {
        let world = check(world, "world")?.as_ptr();
        let rect = check(rect.cast_mut(), "rect")?;
        let Some(visit) = visit else {
            return Err(Fault::new(super::error::AKERR_NULLPOINTER, "visit is NULL"));
        };
        // SAFETY: not NULL, so valid for the caller promises it.
        let area = unsafe { area(&*rect.as_ptr()) }?;
        // SAFETY: the caller's world; the borrow ends before the visitor runs, and the state is
        // looked up again after each call.
        unsafe {
            let (key, mut found) = {
                let state = &mut *state::of(world)?;
                state.sync();
                let mut found = state.take_list();
                state.proxies.near(&area, &mut found);
                (state.key(), found)
            };
            let mut outcome = super::partitioner::take_fault();
            for id in &found {
                if outcome.is_err() {
                    break;
                }
                // By its key: the visitor may have destroyed the world, and freed its record.
                let Some(state) = state::by_key(key) else { break };
                let Some(info) = (*state).info(*id) else { continue };
                if info.shape.layermask & mask == 0 {
                    continue;
                }
                let mut stop = false;
                outcome = from_c(visit(userdata, &info, &mut stop));
                if stop {
                    break;
                }
            }
            found.clear();
            if let Some(state) = state::by_key(key) {
                (*state).lists.push(found);
            }
            outcome
        }
    })
}

/// Lifts a shape out of geometry it was placed inside: straight up, first to the next line between
/// two rows of tiles, then a tile at a time, until it overlaps nothing that it responds to. Writes
/// the place to `*dest`: (x, y) itself where the shape is free there. Nothing is moved; put the actor
/// there yourself.
///
/// `AKERR_OUTOFBOUNDS` where it is not free within `AKGL_COLLISION_SETTLE_MAX_TILES` tiles,
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a shape that is wrong or none and for a place that
/// is not finite; `*dest` is then left as it was.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_settle(
    world: *mut akgl_CollisionWorld,
    shape: *const akgl_CollisionShape,
    x: float32_t,
    y: float32_t,
    dest: *mut SDL_FPoint,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_settle", || {
        let world = check(world, "world")?.as_ptr();
        let shape = check(shape.cast_mut(), "shape")?;
        let dest = check(dest, "dest")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let core = unsafe { solid_shape(&*shape.as_ptr()) }?;
        let position = finite_place(x, y, 0.0)?;
        // SAFETY: the caller's world and its map; no callback but a partitioner's runs.
        let settled = unsafe {
            let state = state::of(world)?;
            (*state).sync();
            let mut near = core::mem::take(&mut (*state).near);
            let mut scene = scene::PoolScene::of(world)?;
            // An actor that asks about its own shape is not in its own way.
            scene.leave_out(shape.as_ptr());
            let cell = f64::from((*world).cellheight);
            let settled =
                collision::settle(&core, position, state::space(world), cell, &mut scene, &mut near);
            (*state).near = near;
            settled
        };
        super::partitioner::take_fault()?;
        match settled {
            Ok(place) => {
                // SAFETY: not NULL.
                unsafe {
                    dest.as_ptr().write(SDL_FPoint {
                        x: place.x,
                        y: place.y,
                    })
                };
                Ok(())
            }
            Err(error) => fault!(AKERR_OUTOFBOUNDS, "{error}"),
        }
    })
}

/// The default `collidefunc`: blocks. Puts the actor where it just touches, along the normal, and
/// removes the part of its motion that goes into the surface, from `e` and `t` each; the part along
/// the surface stays, and `v` is not written. A contact with a sensor, and one of an actor that did not
/// come into it in this sub-step and is on its way out, change nothing.
///
/// `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_collide_block(
    actor: *mut akgl_Actor,
    contact: *const akgl_CollisionContact,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_collide_block", || {
        let actor = check(actor, "actor")?.as_ptr();
        let contact = check(contact.cast_mut(), "contact")?.as_ptr();
        // SAFETY: both not NULL, so valid for the caller promises it; nothing is called meanwhile.
        unsafe {
            let told = &*contact;
            let contact = collision::Contact {
                thing: collision::Thing::Proxy(ProxyId::from_bits(told.proxy)),
                normal: Vec3::new(told.nx, told.ny, told.nz),
                depth: told.depth,
                place: Vec3::new(told.x, told.y, told.z),
                entered: told.entered,
                sensor: told.sensor,
                layers: told.layermask,
            };
            let mut motion: Motion = super::physics::motion_of(actor);
            if collision::block(&mut motion, &contact) {
                super::feel::step::stop_push(actor, contact.normal);
                super::physics::put_motion(actor, &motion);
            }
        }
        Ok(())
    })
}

fn finite_place(x: f32, y: f32, z: f32) -> Outcome<Vec3> {
    let place = Vec3::new(x, y, z);
    if place.is_finite() {
        Ok(place)
    } else {
        fault!(AKERR_VALUE, "the place ({x}, {y}, {z}) is not finite")
    }
}

fn area(rect: &SDL_FRect) -> Outcome<Bounds> {
    let SDL_FRect { x, y, w, h } = *rect;
    if [x, y, w, h].iter().all(|edge| edge.is_finite()) && w > 0.0 && h > 0.0 {
        Ok(Bounds::new(
            f64::from(x),
            f64::from(y),
            f64::from(w),
            f64::from(h),
        ))
    } else {
        fault!(AKERR_VALUE, "the rectangle ({x}, {y}, {w}, {h}) has no area")
    }
}

fn solid_shape(shape: &akgl_CollisionShape) -> Outcome<Shape> {
    match to_core(shape)? {
        Some(core) => Ok(core),
        None => fault!(AKERR_VALUE, "the shape is none"),
    }
}

/// A proxy that the game added, by its handle.
fn geometry(proxies: &collision::Proxies, proxy: akgl_CollisionProxy) -> Outcome<(ProxyId, Proxy)> {
    let id = ProxyId::from_bits(proxy);
    match proxies.get(id) {
        Some(found) if matches!(found.owner, Owner::Geometry(_)) => Ok((id, *found)),
        Some(_) => fault!(AKERR_KEY, "proxy {proxy:#x} is an actor's"),
        None => stale(proxy),
    }
}

fn stale<T>(proxy: akgl_CollisionProxy) -> Outcome<T> {
    fault!(
        AKERR_KEY,
        "proxy {proxy:#x} is stale: it was removed, or is of another world"
    )
}
