//! A map's objects as static geometry.

use core::ffi::CStr;

use super::super::error::{AKERR_VALUE, Outcome};
use super::super::tilemap::{
    AKGL_TILEMAP_LAYER_OBJECTS, AKGL_TILEMAP_MAX_LAYERS, AKGL_TILEMAP_MAX_OBJECTS,
    AKGL_TILEMAP_OBJECT_CAPSULE, AKGL_TILEMAP_OBJECT_ELLIPSE, AKGL_TILEMAP_OBJECT_POINT,
    AKGL_TILEMAP_OBJECT_RECTANGLE, akgl_Tilemap, akgl_TilemapLayer, akgl_TilemapObject,
};
use glam::Vec3;

use crate::collision::Shape;
use crate::fault;
use crate::map::{Form, NotGeometry, Outline};

/// The geometry that the objects of a map's collidable object layers stand for.
///
/// # Safety
/// `map` is valid.
pub(super) unsafe fn of(map: *mut akgl_Tilemap) -> Outcome<Vec<(Shape, Vec3)>> {
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
fn geometry(object: &akgl_TilemapObject) -> Outcome<(Shape, Vec3)> {
    let outline = Outline {
        form: match object.kind {
            AKGL_TILEMAP_OBJECT_RECTANGLE => Form::Rectangle,
            AKGL_TILEMAP_OBJECT_CAPSULE => Form::Capsule,
            AKGL_TILEMAP_OBJECT_POINT => Form::Point,
            AKGL_TILEMAP_OBJECT_ELLIPSE => Form::Ellipse,
            _ => Form::Other,
        },
        place: [object.x, object.y],
        size: [object.width, object.height],
        rotation: object.rotation,
    };
    match outline.geometry() {
        Ok(piece) => Ok(piece),
        Err(why) => refuse(object, why),
    }
}

fn refuse(object: &akgl_TilemapObject, why: String) -> Outcome<(Shape, Vec3)> {
    // SAFETY: an array of bytes, read within its bounds.
    let name = unsafe { core::slice::from_raw_parts(object.name.as_ptr().cast::<u8>(), object.name.len()) };
    let refused = NotGeometry {
        id: i64::from(object.id),
        name: CStr::from_bytes_until_nul(name)
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        x: object.x,
        y: object.y,
        why,
    };
    fault!(AKERR_VALUE, "{refused}")
}
