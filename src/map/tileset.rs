//! Tilesets: which global tile ids exist, and what their authors say about each tile.

use super::at::At;
use super::error::MapError;
use super::object::{self, Object};
use super::property::{self, Properties};
use super::tree::Node;

/// The bits of a cell that say how its tile is flipped; the rest is the global tile id.
pub const FLIP_BITS: u32 = 0xE000_0000;

/// A tileset as one map uses it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tileset {
    /// Its name.
    pub name: String,
    /// The tileset's own file as the map names it; empty for one inside the map.
    pub source: String,
    /// The global tile id of its tile 0; at least 1.
    pub firstgid: u32,
    /// How many tile ids it covers: its tile ids are below this. At least its number of tiles; a collection
    /// of images from which tiles were removed has larger ids than tiles.
    pub tilecount: u32,
    /// The width of a tile in pixels.
    pub tilewidth: u32,
    /// The height of a tile in pixels.
    pub tileheight: u32,
    /// Tiles in a row of the image; 0 for a collection of images.
    pub columns: u32,
    /// The image as the file names it; empty for a collection of images.
    pub image: String,
    /// Its custom properties.
    pub properties: Properties,
    /// The tiles that have anything of their own, in file order.
    pub tiles: Vec<Tile>,
}

/// What a tileset says about one of its tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Its id in its tileset; the global tile id less `firstgid`.
    pub id: u32,
    /// Its class.
    pub class: String,
    /// Its custom properties.
    pub properties: Properties,
    /// The shapes drawn on it in the collision editor, in pixels from its top left corner.
    pub objects: Vec<Object>,
}

impl Tileset {
    /// What the tileset says about a global tile id; flip bits do not matter.
    pub fn tile(&self, gid: u32) -> Option<&Tile> {
        let id = (gid & !FLIP_BITS).checked_sub(self.firstgid)?;
        self.tiles.iter().find(|tile| tile.id == id)
    }
}

/// Reads a tileset from where its own keys are: the map, or its own file.
pub(super) fn read(at: &At, firstgid: &At, source: String) -> Result<Tileset, MapError> {
    at.table()?;
    if let Some(kind) = at.get("type")
        && kind.text()? != "tileset"
    {
        return Err(kind.refused("this is no tileset".to_owned()));
    }
    let first = firstgid.int_in(1..=!FLIP_BITS)?;
    let tilewidth = at.need("tilewidth")?.int_in(1..=super::MAX_TILE_SIDE)?;
    let tileheight = at.need("tileheight")?.int_in(1..=super::MAX_TILE_SIDE)?;
    let tiles = tiles(at)?;
    let count = match at.get("tilecount") {
        Some(count) => count.int_in(0..=!FLIP_BITS - first)?,
        None => count_by_image(at, tilewidth, tileheight)?,
    };
    let past_last = tiles.iter().map(|tile| tile.id + 1).max().unwrap_or(0);
    let count = count.max(past_last);
    if count > !FLIP_BITS - first {
        let key = format!(
            "the number of tiles of {}",
            if at.key.is_empty() { "the tileset" } else { &at.key }
        );
        return Err(At { key, ..at.clone() }.limit(count.into(), (!FLIP_BITS - first).into()));
    }
    Ok(Tileset {
        name: at.text_of("name")?,
        source,
        firstgid: first,
        tilecount: count,
        tilewidth,
        tileheight,
        columns: at.int_of("columns", 0)?,
        image: at.text_of("image")?,
        properties: property::read(at)?,
        tiles,
    })
}

/// How many tiles an image holds, for files that do not count them.
fn count_by_image(at: &At, tilewidth: u32, tileheight: u32) -> Result<u32, MapError> {
    let (Some(_), Some(width), Some(height)) = (at.get("image"), at.get("imagewidth"), at.get("imageheight"))
    else {
        return at.need("tilecount").map(|_| 0);
    };
    let limit = super::MAX_TILE_SIDE;
    let spacing = at.get("spacing").map_or(Ok(0), |at| at.int_in(0..=limit))?;
    let margin = at.get("margin").map_or(Ok(0), |at| at.int_in(0..=limit))?;
    let fit = |image: u32, tile: u32| (image + spacing).saturating_sub(margin) / (tile + spacing);
    let columns = fit(width.int_in(0..=limit)?, tilewidth);
    Ok(columns * fit(height.int_in(0..=limit)?, tileheight))
}

fn tiles(at: &At) -> Result<Vec<Tile>, MapError> {
    let Some(tiles) = at.get("tiles") else {
        return Ok(Vec::new());
    };
    if let Node::Table(entries) = tiles.node {
        // Tiled before 1.2 keyed them by id.
        let old = |(id, node): &(String, Node)| {
            let own = At {
                file: at.file,
                key: format!("{}.{id}", tiles.key),
                node,
            };
            let id = id
                .parse()
                .map_err(|_| own.refused("its key is no tile id".to_owned()))?;
            tile(&own, id)
        };
        return entries.iter().map(old).collect();
    }
    tiles
        .items()?
        .iter()
        .map(|own| tile(own, own.need("id")?.int_in(0..=!FLIP_BITS - 1)?))
        .collect()
}

fn tile(at: &At, id: u32) -> Result<Tile, MapError> {
    at.table()?;
    if id >= !FLIP_BITS {
        return Err(at.limit(id.into(), u64::from(!FLIP_BITS) - 1));
    }
    let objects = match at.get("objectgroup") {
        Some(group) => group
            .items_of("objects")?
            .iter()
            .map(|own| object::read(own, (0.0, 0.0)))
            .collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(Tile {
        id,
        class: object::class(at)?,
        properties: property::read(at)?,
        objects,
    })
}

/// The global tile ids of all tilesets of a map.
pub(super) struct Gids {
    /// First and last id of each run of ids, in rising order, none touching the next.
    runs: Vec<(u32, u32)>,
}

impl Gids {
    pub(super) fn new(tilesets: &[Tileset]) -> Self {
        let mut spans: Vec<_> = tilesets
            .iter()
            .filter(|tileset| tileset.tilecount > 0)
            .map(|tileset| {
                (
                    tileset.firstgid,
                    tileset.firstgid.saturating_add(tileset.tilecount - 1),
                )
            })
            .collect();
        spans.sort_unstable();
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for (first, last) in spans {
            match runs.last_mut() {
                Some(run) if first <= run.1.saturating_add(1) => run.1 = run.1.max(last),
                _ => runs.push((first, last)),
            }
        }
        Gids { runs }
    }

    /// Refuses a cell whose tile is in no tileset; an empty cell is in order.
    pub(super) fn check(&self, cell: u32, file: &str, key: impl FnOnce() -> String) -> Result<(), MapError> {
        let gid = cell & !FLIP_BITS;
        let after = self.runs.partition_point(|&(first, _)| first <= gid);
        if gid == 0 || (after > 0 && gid <= self.runs[after - 1].1) {
            return Ok(());
        }
        let highest = self.runs.last().map_or(0, |&(_, last)| last);
        Err(MapError::Gid {
            file: file.to_owned(),
            key: key(),
            gid,
            highest,
        })
    }
}
