//! Tiled's files read into a neutral map.
//!
//! [`Map::load`] reads Tiled's JSON (`.tmj`, `.json`) and its XML (`.tmx`), with tilesets and object templates
//! inside the map or in files of their own, of either form. What a file is, is seen from what is in it. Keys that
//! are not known are passed over; what is wrong is refused with a [`MapError`] that names the file, the key and the
//! value. A map is either whole or not there: nothing is ever half loaded.
//!
//! Files are not trusted: every size is checked before anything of that size is made, and layer data is never
//! decompressed further than one byte past the layer's own cells.
#![forbid(unsafe_code)]

mod at;
mod data;
mod error;
pub(crate) mod files;
mod geometry;
mod grid;
mod layer;
mod object;
mod property;
mod template;
mod tileset;
mod tree;
mod xml;

use std::path::Path;

pub use error::MapError;
pub use geometry::NotGeometry;
#[cfg(feature = "capi")]
pub(crate) use geometry::{Form, Outline};
pub use layer::{Layer, LayerKind};
pub use object::{Object, ObjectKind};
pub use property::{Properties, Property, PropertyValue};
pub use tileset::{FLIP_BITS, Tile, Tileset};

use at::At;
use tree::Node;

/// The longest side of a map, in cells.
pub const MAX_SIDE: u32 = 32_768;
/// The most cells of one layer.
pub const MAX_CELLS: u64 = 1 << 24;
/// The most cells of all layers of a map together.
pub const MAX_TOTAL_CELLS: u64 = 1 << 26;
/// The most layers of a map, groups not counted.
pub const MAX_LAYERS: u64 = 1024;
/// The most tilesets of a map.
pub const MAX_TILESETS: u64 = 4096;
/// The longest side of a tile or of a tileset's image, in pixels.
pub const MAX_TILE_SIDE: u32 = 65_535;
/// The most bytes of one file.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// A map: layers of cells and objects over one grid, in pixels of one world.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Columns of every tile layer.
    pub width: u32,
    /// Rows of every tile layer.
    pub height: u32,
    /// The width of a cell in pixels.
    pub tilewidth: u32,
    /// The height of a cell in pixels.
    pub tileheight: u32,
    /// The column and row that the editor shows for cell (0, 0): (0, 0) except in an infinite map. Each tile
    /// layer's offset has it included, so nothing but a message to the author needs it.
    pub origin: (i32, i32),
    /// Its class.
    pub class: String,
    /// Its custom properties.
    pub properties: Properties,
    /// Its tilesets, in file order.
    pub tilesets: Vec<Tileset>,
    /// Its layers, the rearmost first, groups flattened.
    pub layers: Vec<Layer>,
}

impl Map {
    /// Reads a map file; files that it names are sought from the folder it is in.
    ///
    /// # Errors
    /// What is wrong with it or with a file that it names.
    pub fn load(path: impl AsRef<Path>) -> Result<Map, MapError> {
        let path = path.as_ref();
        let (file, node) = files::read(path, None)?;
        build(&file, path.parent().unwrap_or(Path::new("")), &node)
    }

    /// Reads a map from JSON text; files that it names are sought from `base_dir`.
    ///
    /// # Errors
    /// As for [`load`](Self::load); messages call the text `map text`.
    pub fn from_json_str(text: &str, base_dir: impl AsRef<Path>) -> Result<Map, MapError> {
        build("map text", base_dir.as_ref(), &files::json("map text", text)?)
    }

    /// Reads a map from XML text; files that it names are sought from `base_dir`.
    ///
    /// # Errors
    /// As for [`load`](Self::load); messages call the text `map text`.
    pub fn from_tmx_str(text: &str, base_dir: impl AsRef<Path>) -> Result<Map, MapError> {
        build("map text", base_dir.as_ref(), &xml::parse("map text", text)?)
    }

    /// The cell of a tile layer, with its flip bits; none outside the map or of another kind of layer.
    pub fn cell(&self, layer: usize, column: u32, row: u32) -> Option<u32> {
        let LayerKind::Tiles(cells) = &self.layers.get(layer)?.kind else {
            return None;
        };
        if column >= self.width || row >= self.height {
            return None;
        }
        cells
            .get(row as usize * self.width as usize + column as usize)
            .copied()
    }
}

fn build(file: &str, dir: &Path, node: &Node) -> Result<Map, MapError> {
    let map = At::root(file, node);
    map.table()?;
    if let Some(kind) = map.get("type")
        && kind.text()? != "map"
    {
        return Err(kind.refused("this is no map".to_owned()));
    }
    let orientation = map.need("orientation")?;
    if orientation.text()? != "orthogonal" {
        return Err(orientation.refused("only \"orthogonal\" maps can be loaded".to_owned()));
    }
    let tilewidth = map.need("tilewidth")?.int_in(1..=MAX_TILE_SIDE)?;
    let tileheight = map.need("tileheight")?.int_in(1..=MAX_TILE_SIDE)?;
    let mut frame = grid::Frame::read(&map, (tilewidth, tileheight))?;
    let tilesets = tilesets(&map, dir)?;
    let gids = tileset::Gids::new(&tilesets);
    let mut templates = template::Templates::new(dir, &tilesets);
    let layers = layer::read(&map, &mut frame, &gids, &mut templates)?;
    Ok(Map {
        width: frame.width,
        height: frame.height,
        tilewidth,
        tileheight,
        origin: frame.origin,
        class: map.text_of("class")?,
        properties: property::read(&map)?,
        tilesets,
        layers,
    })
}

fn tilesets(map: &At, dir: &Path) -> Result<Vec<Tileset>, MapError> {
    let mut all: Vec<Tileset> = Vec::new();
    let found = map.items_of("tilesets")?;
    if found.len() as u64 > MAX_TILESETS {
        let key = "the number of its tilesets".to_owned();
        return Err(At { key, ..map.clone() }.limit(found.len() as u64, MAX_TILESETS));
    }
    for at in found {
        at.table()?;
        let firstgid = at.need("firstgid")?;
        let tileset = match at.get("source") {
            None => tileset::read(&at, &firstgid, String::new())?,
            Some(source) => {
                let (file, node) = files::read(&dir.join(source.text()?), Some(&source))?;
                tileset::read(&At::root(&file, &node), &firstgid, source.text()?.to_owned())?
            }
        };
        if all.iter().any(|other| other.firstgid == tileset.firstgid) {
            return Err(firstgid.refused("another tileset begins there".to_owned()));
        }
        all.push(tileset);
    }
    Ok(all)
}
