// The shape setters of `akgl/collision.h`, and a shape on its way between C and the core.

use sdl3_sys::rect::SDL_FRect;

use super::*;
use crate::capi::error::{AKERR_KEY, AKERR_VALUE, Fault, Outcome, akerr_ErrorContext, check, ffi};
use crate::collision::{Kind, Shape, ShapeError};
use crate::fault;

impl From<ShapeError> for Fault {
    fn from(error: ShapeError) -> Self {
        Self::new(AKERR_VALUE, format!("collision shape: {error}"))
    }
}

/// A shape of C's as the core's; `None` for no collider.
pub(in crate::capi) fn to_core(shape: &akgl_CollisionShape) -> Result<Option<Shape>, ShapeError> {
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

pub(super) fn to_c(core: &Shape) -> akgl_CollisionShape {
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

pub(super) fn solid_shape(shape: &akgl_CollisionShape) -> Outcome<Shape> {
    match to_core(shape)? {
        Some(core) => Ok(core),
        None => fault!(AKERR_VALUE, "the shape is none"),
    }
}
