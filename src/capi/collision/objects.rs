//! A map's objects as static geometry.

use core::ffi::CStr;

use glam::Vec3;

use super::super::error::{AKERR_VALUE, Outcome};
use super::super::tilemap::{
    AKGL_TILEMAP_LAYER_OBJECTS, AKGL_TILEMAP_MAX_LAYERS, AKGL_TILEMAP_MAX_OBJECTS,
    AKGL_TILEMAP_OBJECT_CAPSULE, AKGL_TILEMAP_OBJECT_ELLIPSE, AKGL_TILEMAP_OBJECT_POINT,
    AKGL_TILEMAP_OBJECT_RECTANGLE, akgl_Tilemap, akgl_TilemapLayer, akgl_TilemapObject,
};
use crate::collision::{Kind, LAYER_STATIC, Owner, Proxy, Shape};
use crate::fault;

/// The geometry that the objects of a map's collidable object layers stand for.
///
/// # Safety
/// `map` is valid.
pub(super) unsafe fn of(map: *mut akgl_Tilemap) -> Outcome<Vec<Proxy>> {
    let mut made = Vec::new();
    // SAFETY: a valid map; no more layers and objects are looked at than its arrays have.
    unsafe {
        let layers = (*map).numlayers.clamp(0, AKGL_TILEMAP_MAX_LAYERS as i32);
        let first_layer = (&raw mut (*map).layers).cast::<akgl_TilemapLayer>();
        let first = (&raw mut (*map).objects).cast::<akgl_TilemapObject>();
        for index in 0..(*map).numobjects.clamp(0, AKGL_TILEMAP_MAX_OBJECTS as i32) as usize {
            let object = &*first.add(index);
            if object.layer < 0 || object.layer >= layers {
                continue;
            }
            let layer = first_layer.add(object.layer as usize);
            if (*layer).kind == AKGL_TILEMAP_LAYER_OBJECTS && (*layer).collidable {
                made.push(geometry(object)?);
            }
        }
    }
    Ok(made)
}

/// An object's place is the world's: its layer's offset is in it already.
fn geometry(object: &akgl_TilemapObject) -> Outcome<Proxy> {
    let akgl_TilemapObject { width, height, .. } = *object;
    if object.rotation != 0.0 {
        return refuse(object, "it is rotated, and every shape is axis-aligned");
    }
    let shape = match object.kind {
        AKGL_TILEMAP_OBJECT_RECTANGLE => Shape::rect(0.0, 0.0, width, height, 0.0),
        AKGL_TILEMAP_OBJECT_CAPSULE => {
            let kind = if width > height {
                Kind::CapsuleX
            } else {
                Kind::CapsuleY
            };
            Shape::new(kind, [0.0; 2], [width, height], 0.0, 0.0)
        }
        AKGL_TILEMAP_OBJECT_POINT => Shape::rect(-0.5, -0.5, 1.0, 1.0, 0.0),
        AKGL_TILEMAP_OBJECT_ELLIPSE if width == height => {
            Shape::circle(width / 2.0, height / 2.0, width / 2.0, 0.0)
        }
        AKGL_TILEMAP_OBJECT_ELLIPSE => {
            return refuse(object, "it is an oval, and only round ellipses are circles");
        }
        _ => {
            return refuse(
                object,
                "only rectangles, points, capsules and round ellipses can be geometry",
            );
        }
    };
    let mut shape = match shape {
        Ok(shape) => shape,
        Err(error) => return refuse(object, &error.to_string()),
    };
    let position = Vec3::new(object.x, object.y, 0.0);
    if !position.is_finite() {
        return refuse(object, "its place is not finite");
    }
    shape.fixed = true;
    shape.layers = LAYER_STATIC;
    shape.collides = 0;
    Ok(Proxy {
        shape,
        position,
        owner: Owner::Geometry(0),
    })
}

fn refuse(object: &akgl_TilemapObject, why: &str) -> Outcome<Proxy> {
    // SAFETY: an array of bytes, read within its bounds.
    let name = unsafe { core::slice::from_raw_parts(object.name.as_ptr().cast::<u8>(), object.name.len()) };
    let name = CStr::from_bytes_until_nul(name)
        .unwrap_or_default()
        .to_string_lossy();
    fault!(
        AKERR_VALUE,
        "object {} \"{name}\" at ({}, {}) of a collidable layer cannot be geometry: {why}",
        object.id,
        object.x,
        object.y
    )
}
