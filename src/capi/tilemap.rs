//! `akgl/tilemap.h`: the map struct and its loader.

use core::ffi::{c_char, c_int};

use super::types::{AKGL_MAX_NAME, float32_t};

pub const AKGL_TILEMAP_MAX_WIDTH: usize = 512;
pub const AKGL_TILEMAP_MAX_HEIGHT: usize = 512;
/// Cells that a layer has room for.
pub const AKGL_TILEMAP_MAX_CELLS: usize = AKGL_TILEMAP_MAX_WIDTH * AKGL_TILEMAP_MAX_HEIGHT;
pub const AKGL_TILEMAP_MAX_LAYERS: usize = 16;
pub const AKGL_TILEMAP_MAX_OBJECTS: usize = 1024;

/// What a layer holds.
pub const AKGL_TILEMAP_LAYER_TILES: c_int = 1;
pub const AKGL_TILEMAP_LAYER_OBJECTS: c_int = 2;
pub const AKGL_TILEMAP_LAYER_OTHER: c_int = 3;

/// One layer of a map.
#[repr(C)]
pub struct akgl_TilemapLayer {
    /// `AKGL_TILEMAP_LAYER_*`.
    pub kind: c_int,
    pub id: c_int,
    pub width: c_int,
    pub height: c_int,
    /// The layer's offset in pixels.
    pub x: float32_t,
    pub y: float32_t,
    pub opacity: float32_t,
    pub visible: bool,
    /// The layer's `collidable` property.
    pub collidable: bool,
    /// Global tile ids with Tiled's flip bits, row-major, `width` cells a row: `data[y * width + x]`.
    pub data: [c_int; AKGL_TILEMAP_MAX_CELLS],
}

/// One object of an object layer.
#[repr(C)]
pub struct akgl_TilemapObject {
    pub name: [c_char; AKGL_MAX_NAME],
    pub type_: [c_char; AKGL_MAX_NAME],
    pub id: c_int,
    /// Index of its layer in `layers`.
    pub layer: c_int,
    /// `AKGL_TILEMAP_OBJECT_*`.
    pub kind: c_int,
    pub gid: u32,
    pub x: float32_t,
    pub y: float32_t,
    pub width: float32_t,
    pub height: float32_t,
    pub rotation: float32_t,
    pub visible: bool,
}

/// One tileset of a map: which global tile ids are its own.
#[repr(C)]
pub struct akgl_TilemapTileset {
    pub name: [c_char; AKGL_MAX_NAME],
    pub firstgid: c_int,
    pub tilecount: c_int,
    pub tilewidth: c_int,
    pub tileheight: c_int,
}

/// A map: dense row-major layers, at most 512 x 512 cells and 16 layers, all inline.
#[repr(C)]
pub struct akgl_Tilemap {
    pub width: c_int,
    pub height: c_int,
    pub tilewidth: c_int,
    pub tileheight: c_int,
    pub numlayers: c_int,
    pub numtilesets: c_int,
    pub numobjects: c_int,
    pub tilesets: [akgl_TilemapTileset; 64],
    pub objects: [akgl_TilemapObject; AKGL_TILEMAP_MAX_OBJECTS],
    pub layers: [akgl_TilemapLayer; AKGL_TILEMAP_MAX_LAYERS],
}
