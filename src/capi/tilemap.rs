//! `akgl/tilemap.h`: the map record, its loader, its custom properties.
//!
//! A map is one record without pointers. Loading is all or nothing: a file is read and checked whole
//! before the first byte of the caller's record is touched.

use core::ffi::{CStr, c_char, c_int};
use core::mem::offset_of;

use super::error::{
    AKERR_FORMAT, AKERR_INDEX, AKERR_IO, AKERR_KEY, AKERR_OUTOFBOUNDS, AKERR_TYPE, AKERR_VALUE, Fault,
    Outcome, akerr_ErrorContext, check, ffi,
};
use super::physics::akgl_PhysicsBackend;
use super::types::{AKGL_MAX_NAME, float32_t};
use crate::fault;
use crate::map::{Map, MapError};

mod fill;
mod model;
mod property;

/// Most columns of a map.
pub const AKGL_TILEMAP_MAX_WIDTH: usize = 512;
/// Most rows of a map.
pub const AKGL_TILEMAP_MAX_HEIGHT: usize = 512;
/// Cells that a layer has room for.
pub const AKGL_TILEMAP_MAX_CELLS: usize = AKGL_TILEMAP_MAX_WIDTH * AKGL_TILEMAP_MAX_HEIGHT;
/// Most layers of a map; groups are not counted.
pub const AKGL_TILEMAP_MAX_LAYERS: usize = 16;
/// Most objects of all layers of a map together.
pub const AKGL_TILEMAP_MAX_OBJECTS: usize = 1024;
/// Most tilesets of a map.
pub const AKGL_TILEMAP_MAX_TILESETS: usize = 64;
/// Most points of all polygons and polylines of a map together.
pub const AKGL_TILEMAP_MAX_POINTS: usize = 8192;
/// Most custom properties of a map, its layers and its objects together.
pub const AKGL_TILEMAP_MAX_PROPERTIES: usize = 4096;
/// Bytes for the names and values of all custom properties, terminators included.
pub const AKGL_TILEMAP_MAX_TEXT: usize = 131072;

/// A layer of cells.
pub const AKGL_TILEMAP_LAYER_TILES: c_int = 1;
/// A layer of objects.
pub const AKGL_TILEMAP_LAYER_OBJECTS: c_int = 2;
/// An image layer, or a kind of layer that this library does not know.
pub const AKGL_TILEMAP_LAYER_OTHER: c_int = 3;

/// The bits of a cell that are its global tile id; the three bits above say how it is flipped.
pub const AKGL_TILEMAP_GID_MASK: u32 = 0x1FFF_FFFF;

/// A rectangle: `x y` is its top left corner.
pub const AKGL_TILEMAP_OBJECT_RECTANGLE: c_int = 1;
/// A point.
pub const AKGL_TILEMAP_OBJECT_POINT: c_int = 2;
/// An ellipse within its rectangle.
pub const AKGL_TILEMAP_OBJECT_ELLIPSE: c_int = 3;
/// A capsule within its rectangle.
pub const AKGL_TILEMAP_OBJECT_CAPSULE: c_int = 4;
/// A closed outline of `numpoints` points.
pub const AKGL_TILEMAP_OBJECT_POLYGON: c_int = 5;
/// An open line of `numpoints` points.
pub const AKGL_TILEMAP_OBJECT_POLYLINE: c_int = 6;
/// Text within its rectangle.
pub const AKGL_TILEMAP_OBJECT_TEXT: c_int = 7;
/// A tile: `gid` with its flip bits; `x y` is its bottom left corner.
pub const AKGL_TILEMAP_OBJECT_TILE: c_int = 8;

/// Text, of an enum too.
pub const AKGL_TILEMAP_PROPERTY_TEXT: c_int = 1;
/// `true` or `false`.
pub const AKGL_TILEMAP_PROPERTY_BOOL: c_int = 2;
/// A whole number.
pub const AKGL_TILEMAP_PROPERTY_INT: c_int = 3;
/// A number.
pub const AKGL_TILEMAP_PROPERTY_FLOAT: c_int = 4;
/// A colour, `#AARRGGBB`; may be empty.
pub const AKGL_TILEMAP_PROPERTY_COLOR: c_int = 5;
/// A path, relative to the file that has the property.
pub const AKGL_TILEMAP_PROPERTY_FILE: c_int = 6;
/// The id of an object; 0 for none.
pub const AKGL_TILEMAP_PROPERTY_OBJECT: c_int = 7;

/// A custom property. A member of a class is a property of its own, named `class.member`; lists
/// are left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_TilemapProperty {
    /// `AKGL_TILEMAP_PROPERTY_*`: what the editor calls it. Its value is text all the same.
    pub kind: c_int,
    /// Where its name begins in the map's `text`.
    pub name: c_int,
    /// Where its value begins in the map's `text`: numbers in decimal, `true` or `false`.
    pub value: c_int,
}

/// A point of a polygon or a polyline, in pixels from the object's `x y`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_TilemapPoint {
    /// Pixels to the right.
    pub x: float32_t,
    /// Pixels down.
    pub y: float32_t,
}

/// One layer of a map. Groups are flattened: their offset, opacity and visibility are in here.
#[repr(C)]
pub struct akgl_TilemapLayer {
    /// Its name, NUL-terminated, cut to fit.
    pub name: [c_char; AKGL_MAX_NAME],
    /// `AKGL_TILEMAP_LAYER_*`. 0, as in a zeroed record that a game fills by hand, counts as TILES.
    pub kind: c_int,
    /// The editor's id of it.
    pub id: c_int,
    /// Columns, for information: rows of `data` are as long as the map's `width`, which a loaded map has
    /// here too.
    pub width: c_int,
    /// Rows, for information: there are as many as the map's `height`.
    pub height: c_int,
    /// Where cell (0, 0) begins in the world, in pixels. An infinite map's first column and row are
    /// in here too, so that world coordinates are those of the editor.
    pub x: float32_t,
    /// As `x`, down.
    pub y: float32_t,
    /// How opaque it is, 0 to 1.
    pub opacity: float32_t,
    /// False where the editor hides it or a group that it is in.
    pub visible: bool,
    /// The layer's boolean property `collidable`: its tiles are solid. A group's does not count.
    pub collidable: bool,
    /// Its first custom property in the map's `properties`.
    pub firstproperty: c_int,
    /// How many custom properties it has.
    pub numproperties: c_int,
    /// Global tile ids with Tiled's flip bits, 0 for an empty cell, row-major without gaps:
    /// `data[row * width + column]`. May be edited at any time.
    pub data: [c_int; AKGL_TILEMAP_MAX_CELLS],
}

/// One object of an object layer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_TilemapObject {
    /// Its name, NUL-terminated, cut to fit.
    pub name: [c_char; AKGL_MAX_NAME],
    /// Its class, NUL-terminated, cut to fit.
    pub r#type: [c_char; AKGL_MAX_NAME],
    /// The editor's id of it.
    pub id: c_int,
    /// Index of its layer in `layers`.
    pub layer: c_int,
    /// `AKGL_TILEMAP_OBJECT_*`.
    pub kind: c_int,
    /// The global tile id with its flip bits of a TILE, else 0.
    pub gid: u32,
    /// Pixels of the world; its layer's offset is included.
    pub x: float32_t,
    /// Pixels of the world, growing downward; its layer's offset is included.
    pub y: float32_t,
    /// Pixels.
    pub width: float32_t,
    /// Pixels.
    pub height: float32_t,
    /// Degrees clockwise about `x y`.
    pub rotation: float32_t,
    /// Whether the editor shows it.
    pub visible: bool,
    /// Its first point in the map's `points`.
    pub firstpoint: c_int,
    /// How many points a POLYGON or a POLYLINE has, else 0.
    pub numpoints: c_int,
    /// Where the text of a TEXT begins in the map's `text`, else 0.
    pub text: c_int,
    /// Its first custom property in the map's `properties`.
    pub firstproperty: c_int,
    /// How many custom properties it has.
    pub numproperties: c_int,
}

/// One tileset of a map: which global tile ids are its own.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_TilemapTileset {
    /// Its name, NUL-terminated, cut to fit.
    pub name: [c_char; AKGL_MAX_NAME],
    /// The global tile id of its tile 0.
    pub firstgid: c_int,
    /// How many tile ids it covers.
    pub tilecount: c_int,
    /// The width of a tile in pixels.
    pub tilewidth: c_int,
    /// The height of a tile in pixels.
    pub tileheight: c_int,
}

/// A map: dense row-major layers, at most 512 x 512 cells and 16 layers, all inline.
///
/// About 17 MB: make it `static` or allocate it; it does not fit a stack. It has no pointers, so
/// it may be copied as bytes. A zeroed record is an empty map; a game may fill one by hand, and
/// needs no more for it than `width height tilewidth tileheight numlayers` and, for each layer,
/// `collidable` and `data`.
#[repr(C)]
pub struct akgl_Tilemap {
    /// Columns of every layer.
    pub width: c_int,
    /// Rows of every layer.
    pub height: c_int,
    /// The width of a cell in pixels.
    pub tilewidth: c_int,
    /// The height of a cell in pixels.
    pub tileheight: c_int,
    /// How many of `layers` are in use, the rearmost first.
    pub numlayers: c_int,
    /// How many of `tilesets` are in use.
    pub numtilesets: c_int,
    /// How many of `objects` are in use.
    pub numobjects: c_int,
    /// How many of `points` are in use.
    pub numpoints: c_int,
    /// How many of the first `properties` are the map's own.
    pub numproperties: c_int,
    /// The map's tilesets, in file order.
    pub tilesets: [akgl_TilemapTileset; AKGL_TILEMAP_MAX_TILESETS],
    /// The objects of all layers, layer by layer in file order.
    pub objects: [akgl_TilemapObject; AKGL_TILEMAP_MAX_OBJECTS],
    /// The points of polygons and polylines; see `firstpoint`.
    pub points: [akgl_TilemapPoint; AKGL_TILEMAP_MAX_POINTS],
    /// Custom properties, the map's own first; `akgl_tilemap_property` and its like look them up.
    pub properties: [akgl_TilemapProperty; AKGL_TILEMAP_MAX_PROPERTIES],
    /// Names and values of the custom properties, each NUL-terminated; it begins with an empty one.
    pub text: [c_char; AKGL_TILEMAP_MAX_TEXT],
    /// The layers.
    pub layers: [akgl_TilemapLayer; AKGL_TILEMAP_MAX_LAYERS],
}

const _: () = {
    assert!(offset_of!(akgl_TilemapProperty, kind) == 0);
    assert!(offset_of!(akgl_TilemapProperty, name) == 4);
    assert!(offset_of!(akgl_TilemapProperty, value) == 8);
    assert!(size_of::<akgl_TilemapProperty>() == 12);
    assert!(offset_of!(akgl_TilemapPoint, x) == 0);
    assert!(offset_of!(akgl_TilemapPoint, y) == 4);
    assert!(size_of::<akgl_TilemapPoint>() == 8);
    assert!(offset_of!(akgl_TilemapObject, name) == 0);
    assert!(offset_of!(akgl_TilemapObject, r#type) == 128);
    assert!(offset_of!(akgl_TilemapObject, id) == 256);
    assert!(offset_of!(akgl_TilemapObject, layer) == 260);
    assert!(offset_of!(akgl_TilemapObject, kind) == 264);
    assert!(offset_of!(akgl_TilemapObject, gid) == 268);
    assert!(offset_of!(akgl_TilemapObject, x) == 272);
    assert!(offset_of!(akgl_TilemapObject, y) == 276);
    assert!(offset_of!(akgl_TilemapObject, width) == 280);
    assert!(offset_of!(akgl_TilemapObject, height) == 284);
    assert!(offset_of!(akgl_TilemapObject, rotation) == 288);
    assert!(offset_of!(akgl_TilemapObject, visible) == 292);
    assert!(offset_of!(akgl_TilemapObject, firstpoint) == 296);
    assert!(offset_of!(akgl_TilemapObject, numpoints) == 300);
    assert!(offset_of!(akgl_TilemapObject, text) == 304);
    assert!(offset_of!(akgl_TilemapObject, firstproperty) == 308);
    assert!(offset_of!(akgl_TilemapObject, numproperties) == 312);
    assert!(offset_of!(akgl_TilemapTileset, name) == 0);
    assert!(offset_of!(akgl_TilemapTileset, firstgid) == 128);
    assert!(offset_of!(akgl_TilemapTileset, tilecount) == 132);
    assert!(offset_of!(akgl_TilemapTileset, tilewidth) == 136);
    assert!(offset_of!(akgl_TilemapTileset, tileheight) == 140);
};

const _: () = assert!(offset_of!(akgl_TilemapLayer, kind) == AKGL_MAX_NAME);
const _: () = assert!(offset_of!(akgl_TilemapLayer, data) == AKGL_MAX_NAME + 40);
const _: () = assert!(size_of::<akgl_TilemapLayer>() == AKGL_MAX_NAME + 40 + 4 * AKGL_TILEMAP_MAX_CELLS);
const _: () = assert!(size_of::<akgl_TilemapObject>() == 2 * AKGL_MAX_NAME + 60);
const _: () = assert!(size_of::<akgl_TilemapTileset>() == AKGL_MAX_NAME + 16);
const _: () = assert!(offset_of!(akgl_Tilemap, tilesets) == 36);
const _: () = assert!(offset_of!(akgl_Tilemap, layers) % 4 == 0);

/// Makes a record an empty map, whatever was in it. A record that is zeroed already needs no call.
///
/// NULL: `AKERR_NULLPOINTER`. Not while another thread uses the map.
///
/// # Safety
/// `map` is NULL or points to an `akgl_Tilemap` that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_initialize(map: *mut akgl_Tilemap) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_initialize", || {
        let map = check(map, "map")?;
        // SAFETY: the caller vouches for the pointer; all zeroes is a valid record.
        unsafe { map.as_ptr().write_bytes(0, 1) };
        Ok(())
    })
}

/// Empties a map: the same as `akgl_tilemap_initialize`, for the end of a level. A map owns no
/// memory beyond its record. A collision world that is bound to it sees an empty map from then on.
///
/// # Safety
/// `map` is NULL or points to an `akgl_Tilemap` that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_clear(map: *mut akgl_Tilemap) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_clear", || {
        let map = check(map, "map")?;
        // SAFETY: the caller vouches for the pointer; all zeroes is a valid record.
        unsafe { map.as_ptr().write_bytes(0, 1) };
        Ok(())
    })
}

/// Loads a map file of the Tiled editor into `dest`, whatever was in it: JSON (`.tmj`, `.json`) or
/// XML (`.tmx`), told apart by what is in the file. Files that it names are sought from its folder.
///
/// All or nothing: where it fails, `dest` is as it was, to the byte. Statuses, each with a message
/// that names the file, the key and the value:
/// - `AKERR_NULLPOINTER`: `path` or `dest` is NULL;
/// - an errno value such as `ENOENT`, or `AKERR_IO`: a file cannot be read;
/// - `AKERR_FORMAT`: neither JSON nor XML, cut short, layer data that does not decode, is not as
///   long as the layer, or unpacks to more than it;
/// - `AKERR_KEY`: a key is missing; `AKERR_TYPE`: a value is of the wrong type;
/// - `AKERR_VALUE`: a value makes no sense, such as an orientation other than `orthogonal` or a tile
///   size of 0;
/// - `AKERR_INDEX`: a tile id that no tileset has;
/// - `AKERR_OUTOFBOUNDS`: more columns, layers or anything else than the record has room for.
///
/// Not while another thread uses `dest`. Any number of threads may load into records of their own.
/// A collision world that is bound to `dest` must be bound anew: it keeps the old tile size.
///
/// # Safety
/// `path` is NULL or a NUL-terminated string; `dest` is NULL or points to an `akgl_Tilemap` that
/// may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_load(
    path: *const c_char,
    dest: *mut akgl_Tilemap,
) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_load", || {
        let path = check(path.cast_mut(), "path")?;
        let dest = check(dest, "dest")?;
        // SAFETY: the caller vouches for the string.
        let path = unsafe { CStr::from_ptr(path.as_ptr()) };
        let file = path.to_string_lossy().into_owned();
        let map = match Map::load(os_path(path)?) {
            Ok(map) => map,
            // Not by `map_err(refused)`: the place told would be one in the standard library.
            Err(error) => return Err(refused(error)),
        };
        let contents = fill::Contents::of(&map, &file)?;
        // SAFETY: the caller vouches for the pointer; all zeroes is a valid record, and once it is
        // one, nobody else refers to it until the call returns.
        let dest = unsafe {
            dest.as_ptr().write_bytes(0, 1);
            &mut *dest.as_ptr()
        };
        contents.write(&map, dest);
        Ok(())
    })
}

#[cfg(unix)]
fn os_path(path: &CStr) -> Outcome<&std::path::Path> {
    use std::os::unix::ffi::OsStrExt;
    Ok(std::path::Path::new(std::ffi::OsStr::from_bytes(path.to_bytes())))
}

#[cfg(not(unix))]
fn os_path(path: &CStr) -> Outcome<&std::path::Path> {
    match path.to_str() {
        Ok(path) => Ok(std::path::Path::new(path)),
        Err(_) => fault!(AKERR_VALUE, "path {path:?} is not UTF-8"),
    }
}

/// The status of a map that cannot be loaded.
#[track_caller]
fn refused(error: MapError) -> Fault {
    let status = match &error {
        MapError::Io { source, .. } => match source.kind() {
            std::io::ErrorKind::NotFound => libc::ENOENT,
            std::io::ErrorKind::PermissionDenied => libc::EACCES,
            std::io::ErrorKind::IsADirectory => libc::EISDIR,
            _ => AKERR_IO,
        },
        MapError::Syntax { .. } | MapError::DataLength { .. } | MapError::Encoding { .. } => AKERR_FORMAT,
        MapError::Missing { .. } => AKERR_KEY,
        MapError::Type { .. } => AKERR_TYPE,
        MapError::Value { .. } => AKERR_VALUE,
        MapError::Limit { .. } => AKERR_OUTOFBOUNDS,
        MapError::Gid { .. } => AKERR_INDEX,
    };
    let message = match &error {
        // The status has the system's own text already.
        MapError::Io { file, named_by, .. } if status != AKERR_IO => {
            format!("{file}: cannot be read{named_by}")
        }
        _ => error.to_string(),
    };
    Fault::new(status, message)
}

/// The cell of a layer at a column and a row, as in `layers[layer].data`: a global tile id with its
/// flip bits, 0 where it is empty.
///
/// Statuses: `AKERR_NULLPOINTER` for a NULL `map` or `dest`; `AKERR_INDEX` for a layer that the map
/// does not have; `AKERR_OUTOFBOUNDS` for a cell outside of it. `dest` is then as it was.
///
/// # Safety
/// Each pointer is NULL or points to what its type says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_tile_at(
    map: *mut akgl_Tilemap,
    layer: c_int,
    column: c_int,
    row: c_int,
    dest: *mut c_int,
) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_tile_at", || {
        let map = check(map, "map")?.as_ptr();
        let dest = check(dest, "dest")?;
        // SAFETY: the caller vouches for the pointer; the index is checked before it is used.
        let (layer, width, height) = unsafe {
            let layer = used(
                layer,
                (*map).numlayers,
                AKGL_TILEMAP_MAX_LAYERS,
                "layer",
                "layers",
            )?;
            (layer, (*map).width, (*map).height)
        };
        let within = |value: c_int, size: c_int, most: usize| value >= 0 && value < size.min(most as c_int);
        if !within(column, width, AKGL_TILEMAP_MAX_WIDTH) || !within(row, height, AKGL_TILEMAP_MAX_HEIGHT) {
            return fault!(
                AKERR_OUTOFBOUNDS,
                "cell ({column}, {row}) is outside of the layer's {width} x {height}"
            );
        }
        let width = (width as usize).min(AKGL_TILEMAP_MAX_WIDTH);
        let index = row as usize * width + column as usize;
        // SAFETY: the layer and the cell are inside their arrays: both sides were bounded.
        unsafe { dest.write((&raw const (*map).layers[layer].data[index]).read()) };
        Ok(())
    })
}

/// An index below a count that may itself be nonsense in a record filled by hand.
#[track_caller]
fn used(index: c_int, count: c_int, most: usize, name: &str, plural: &str) -> Outcome<usize> {
    match usize::try_from(index) {
        Ok(found) if index < count && found < most => Ok(found),
        _ => fault!(AKERR_INDEX, "{name} {index}: the map has {count} {plural}"),
    }
}
/// Writes the value of the map's own custom property `name` to `dest`, or `def` (which may be NULL)
/// where it has none of that name.
///
/// The text belongs to the map, and lives until the map is loaded anew or cleared. Numbers are in
/// decimal, a truth value is `true` or `false`. A member of a class has the name `class.member`.
///
/// Statuses: `AKERR_NULLPOINTER` for a NULL `map`, `name` or `dest`.
///
/// # Safety
/// `map` and `dest` are NULL or point to what their types say; `name` is NULL or a NUL-terminated
/// string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_property(
    map: *mut akgl_Tilemap,
    name: *const c_char,
    dest: *mut *const c_char,
    def: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_property", || {
        let map = check(map, "map")?.as_ptr();
        // SAFETY: the caller vouches for the pointers.
        unsafe { property::answer(map, (0, (*map).numproperties), name, dest, def) }
    })
}

/// As `akgl_tilemap_property`, for the custom properties of the layer with index `layer`.
///
/// Statuses: `AKERR_NULLPOINTER` for a NULL `map`, `name` or `dest`; `AKERR_INDEX` for a layer that
/// the map does not have.
///
/// # Safety
/// As for `akgl_tilemap_property`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_layer_property(
    map: *mut akgl_Tilemap,
    layer: c_int,
    name: *const c_char,
    dest: *mut *const c_char,
    def: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_layer_property", || {
        let map = check(map, "map")?.as_ptr();
        // SAFETY: the caller vouches for the pointers; the index was checked.
        unsafe {
            let layer = used(
                layer,
                (*map).numlayers,
                AKGL_TILEMAP_MAX_LAYERS,
                "layer",
                "layers",
            )?;
            let layer = &raw const (*map).layers[layer];
            property::answer(
                map,
                ((*layer).firstproperty, (*layer).numproperties),
                name,
                dest,
                def,
            )
        }
    })
}

/// As `akgl_tilemap_property`, for the custom properties of the object with index `object`.
///
/// Statuses: `AKERR_NULLPOINTER` for a NULL `map`, `name` or `dest`; `AKERR_INDEX` for an object that
/// the map does not have.
///
/// # Safety
/// As for `akgl_tilemap_property`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_object_property(
    map: *mut akgl_Tilemap,
    object: c_int,
    name: *const c_char,
    dest: *mut *const c_char,
    def: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_object_property", || {
        let map = check(map, "map")?.as_ptr();
        // SAFETY: the caller vouches for the pointers; the index was checked.
        unsafe {
            let object = used(
                object,
                (*map).numobjects,
                AKGL_TILEMAP_MAX_OBJECTS,
                "object",
                "objects",
            )?;
            let object = &raw const (*map).objects[object];
            property::answer(
                map,
                ((*object).firstproperty, (*object).numproperties),
                name,
                dest,
                def,
            )
        }
    })
}

/// Makes the physics backend that a map asks for. The map's custom property `physics.model` is handed
/// to `akgl_physics_factory`; then every property that `akgl_physics_init_arcade` reads from the
/// registry, such as `physics.gravity.y`, is read from the map in the same way, and counts instead of
/// the registry's. A map may also have a class property `physics` with a member `model` and so on.
///
/// A map without `physics.model` changes nothing, and that is no failure. Where it fails, `self` is
/// as it was. Statuses: `AKERR_NULLPOINTER` for NULL; `AKERR_KEY` for a model that is not known;
/// `AKERR_VALUE` for a property that is not a number and `ERANGE` for one that does not fit.
///
/// # Safety
/// Each pointer is NULL or points to what its type says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_tilemap_load_physics(
    map: *mut akgl_Tilemap,
    self_: *mut akgl_PhysicsBackend,
) -> *mut akerr_ErrorContext {
    ffi("akgl_tilemap_load_physics", || {
        let map = check(map, "map")?;
        let backend = check(self_, "self")?;
        // SAFETY: the caller vouches for both.
        unsafe { model::load(map.as_ptr(), backend.as_ptr()) }
    })
}
