//! A loaded map as solid tiles.

use std::collections::HashSet;

use super::tiles::{Frame, SolidTiles};
use crate::collision::tiles::GID_MASK;
use crate::map::{LayerKind, Map, Tile};

/// The solid tiles of a map of the Tiled editor. Borrows the map.
#[derive(Clone, Debug)]
pub struct MapTiles<'a> {
    map: &'a Map,
    /// The layers to look at, by their index in the map.
    layers: Vec<usize>,
    /// The global tile ids that are solid; `None`: all.
    solid: Option<HashSet<u32>>,
}

impl<'a> MapTiles<'a> {
    /// Every tile of the layers whose boolean property `collidable` is set, as the rest of the library
    /// has it.
    #[must_use]
    pub fn of_collidable_layers(map: &'a Map) -> Self {
        Self {
            map,
            layers: tile_layers(map, |at| map.layers[at].collidable),
            solid: None,
        }
    }

    /// The tiles that their tileset's metadata says are solid, in every tile layer: those for which
    /// `solid` is true. A tile about which its tileset says nothing is not solid and not asked about.
    #[must_use]
    pub fn of_marked_tiles(map: &'a Map, mut solid: impl FnMut(&Tile) -> bool) -> Self {
        let mut ids = HashSet::new();
        for tileset in &map.tilesets {
            let marked = tileset.tiles.iter().filter(|tile| solid(tile));
            ids.extend(marked.filter_map(|tile| tileset.firstgid.checked_add(tile.id)));
        }
        Self {
            map,
            layers: tile_layers(map, |_| true),
            solid: Some(ids),
        }
    }
}

fn tile_layers(map: &Map, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..map.layers.len())
        .filter(|&at| matches!(map.layers[at].kind, LayerKind::Tiles(_)) && wanted(at))
        .collect()
}

impl SolidTiles for MapTiles<'_> {
    fn layers(&self) -> usize {
        self.layers.len()
    }
    fn frame(&self, layer: usize) -> Frame {
        let (x, y) = self.map.layers[self.layers[layer]].offset;
        Frame {
            origin: [x, y].map(f64::from),
            tile: [self.map.tilewidth, self.map.tileheight].map(f64::from),
            cells: [self.map.width, self.map.height],
        }
    }
    fn solid(&self, layer: usize, column: u32, row: u32) -> bool {
        let id = self.map.cell(self.layers[layer], column, row).unwrap_or(0) & GID_MASK;
        id != 0 && self.solid.as_ref().is_none_or(|solid| solid.contains(&id))
    }
}
