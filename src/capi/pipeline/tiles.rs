//! The records of `akgl/pipeline.h` as the pipeline sees them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::super::tilemap::{
    AKGL_TILEMAP_LAYER_TILES, AKGL_TILEMAP_MAX_HEIGHT, AKGL_TILEMAP_MAX_LAYERS, AKGL_TILEMAP_MAX_WIDTH,
    akgl_TilemapLayer,
};
use super::{akgl_PipelineEntity, akgl_PipelineTiles};
use crate::collision::tiles::GID_MASK;
use crate::pipeline::{Entity, Frame, SolidTiles};

/// No tiles at all.
pub(super) const NONE: akgl_PipelineTiles = akgl_PipelineTiles {
    map: core::ptr::null(),
    cells: core::ptr::null(),
    columns: 0,
    rows: 0,
    tilewidth: 0.0,
    tileheight: 0.0,
    solid: core::ptr::null(),
    numsolid: 0,
};

impl From<akgl_PipelineEntity> for Entity {
    fn from(e: akgl_PipelineEntity) -> Self {
        Self {
            x: e.x,
            y: e.y,
            width: e.width,
            height: e.height,
            vx: e.vx,
            vy: e.vy,
            ay: e.ay,
            jump_force: e.jumpforce,
            gravity: e.gravity,
            on_ground: e.onground,
            solid: e.solid,
            tag: e.tag,
        }
    }
}

impl From<Entity> for akgl_PipelineEntity {
    fn from(e: Entity) -> Self {
        Self {
            x: e.x,
            y: e.y,
            width: e.width,
            height: e.height,
            vx: e.vx,
            vy: e.vy,
            ay: e.ay,
            jumpforce: e.jump_force,
            tag: e.tag,
            gravity: e.gravity,
            onground: e.on_ground,
            solid: e.solid,
        }
    }
}

/// A step over one entity: no panic crosses into C, and a step has no other way to report one.
pub(super) fn unchanged_on_panic(
    entity: akgl_PipelineEntity,
    step: impl FnOnce(Entity) -> Entity,
) -> akgl_PipelineEntity {
    catch_unwind(AssertUnwindSafe(|| step(entity.into()).into())).unwrap_or(entity)
}

/// Tiles for the length of one call.
pub(super) struct Solid(akgl_PipelineTiles);

impl Solid {
    /// NULL gives no tiles.
    ///
    /// # Safety
    /// `tiles` is NULL or points to a record whose pointers are as its fields say, until this value is
    /// dropped.
    pub(super) unsafe fn read(tiles: *const akgl_PipelineTiles) -> Self {
        if tiles.is_null() {
            return Self(NONE);
        }
        // SAFETY: the caller vouches for the pointer.
        Self(unsafe { tiles.read() })
    }

    /// A map's columns and rows, whatever is written in it.
    fn map_cells(&self) -> [u32; 2] {
        // SAFETY: `read` was vouched for; called only where the map is not NULL.
        let (width, height) = unsafe { ((*self.0.map).width, (*self.0.map).height) };
        let within = |side, most: usize| u32::try_from(side).unwrap_or(0).min(most as u32);
        [
            within(width, AKGL_TILEMAP_MAX_WIDTH),
            within(height, AKGL_TILEMAP_MAX_HEIGHT),
        ]
    }

    /// One layer of the map.
    fn layer(&self, index: usize) -> *const akgl_TilemapLayer {
        // SAFETY: as in `map_cells`; `layers` keeps the index within the record.
        unsafe {
            (&raw const (*self.0.map).layers)
                .cast::<akgl_TilemapLayer>()
                .add(index)
        }
    }

    /// Whether tiles with this id are solid where the layer lets them.
    fn marked(&self, gid: u32) -> bool {
        let table = self.0.solid;
        if table.is_null() {
            return gid != 0;
        }
        // SAFETY: `read` was vouched for; a C `bool` is read as the byte it is.
        gid != 0
            && (gid as usize) < self.0.numsolid
            && unsafe { table.cast::<u8>().add(gid as usize).read() } != 0
    }
}

impl SolidTiles for Solid {
    fn layers(&self) -> usize {
        if self.0.map.is_null() {
            return usize::from(!self.0.cells.is_null());
        }
        // SAFETY: `read` was vouched for.
        let layers = unsafe { (*self.0.map).numlayers };
        usize::try_from(layers).unwrap_or(0).min(AKGL_TILEMAP_MAX_LAYERS)
    }

    fn frame(&self, layer: usize) -> Frame {
        if self.0.map.is_null() {
            return Frame {
                origin: [0.0; 2],
                tile: [self.0.tilewidth, self.0.tileheight],
                cells: [self.0.columns, self.0.rows],
            };
        }
        // SAFETY: `read` was vouched for.
        let (tile, origin, kind, collidable) = unsafe {
            let (map, layer) = (self.0.map, self.layer(layer));
            let tile = [f64::from((*map).tilewidth), f64::from((*map).tileheight)];
            (
                tile,
                [f64::from((*layer).x), f64::from((*layer).y)],
                (*layer).kind,
                (*layer).collidable,
            )
        };
        // A zeroed record that a game fills by hand holds tile layers.
        let tiles = kind == AKGL_TILEMAP_LAYER_TILES || kind == 0;
        let asked = tiles && (collidable || !self.0.solid.is_null());
        Frame {
            origin,
            tile,
            cells: if asked { self.map_cells() } else { [0; 2] },
        }
    }

    fn solid(&self, layer: usize, column: u32, row: u32) -> bool {
        let cell = if self.0.map.is_null() {
            let at = row as usize * self.0.columns as usize + column as usize;
            // SAFETY: `read` was vouched for; the cell is inside the frame.
            unsafe { self.0.cells.add(at).read() }
        } else {
            let at = row as usize * self.map_cells()[0] as usize + column as usize;
            // SAFETY: `read` was vouched for; the cell is inside the frame, and that inside the record.
            unsafe {
                (&raw const (*self.layer(layer)).data)
                    .cast::<u32>()
                    .add(at)
                    .read()
            }
        };
        self.marked(cell & GID_MASK)
    }
}
