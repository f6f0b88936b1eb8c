//! Questions to a world that push nothing.

use glam::Vec3;

use super::World;
use super::bodies::{Bodies, LANES};
use super::contact::With;
use super::error::WorldError;
use super::handle::BodyId;
use super::near::Near;
use super::shapes::{NO_SHAPE, Shapes};
use super::statics::Static;
use super::surroundings::Surroundings;
use super::tiles::Views;
use crate::collision::tiles::TileView;
use crate::collision::{Bounds, LAYER_STATIC, Shape, Space, Volume, blocked, settle};

fn rectangle(x: f32, y: f32, w: f32, h: f32) -> Bounds {
    Bounds::new(f64::from(x), f64::from(y), f64::from(w), f64::from(h))
}

impl World {
    /// The solid tile under a point, in the first layer that has one there. A point on an edge
    /// belongs to the cell to the right and below.
    #[must_use]
    pub fn solid_at(&self, x: f32, y: f32) -> Option<With> {
        let views = Views::of(&self.tiles);
        let tile = views.view().at(f64::from(x), f64::from(y))?;
        Some(With::Tile {
            gid: tile.gid,
            layer: tile.layer,
            col: tile.col,
            row: tile.row,
        })
    }

    /// Whether a rectangle overlaps anything solid on the layers of `mask`: tiles, which are on
    /// [`LAYER_STATIC`], static geometry and bodies, sensors not.
    /// Touching is not overlapping.
    pub fn box_blocked(&mut self, x: f32, y: f32, w: f32, h: f32, mask: u32) -> bool {
        let area = rectangle(x, y, w, h);
        if !area.is_valid() {
            return false;
        }
        let volume = Volume::slab(&area);
        self.index_layers(mask);
        let space = self.space;
        if space == Space::Planar
            && let Some(ground) = self.tiles.ground()
        {
            // Among what no more than overlaps in the plane, solid is solid.
            let scene = Surroundings {
                tiles: TileView::EMPTY,
                statics: &self.statics,
                bodies: &self.bodies,
                shapes: &self.shapes,
                near: &self.near,
                mask,
                without: None,
            };
            return (mask & LAYER_STATIC != 0 && ground.any_in(&area)) || scene.blocked(&volume);
        }
        self.with_scene(mask, None, |scene, found| {
            blocked(&volume, mask, space, scene, found)
        })
    }

    /// Calls `visit` with every body whose shape's bounding box overlaps a rectangle, in the order of
    /// their slots.
    pub fn bodies_in(&mut self, x: f32, y: f32, w: f32, h: f32, mut visit: impl FnMut(BodyId)) {
        let area = rectangle(x, y, w, h);
        self.index_layers(u32::MAX);
        let mut slots = core::mem::take(&mut self.slots);
        slots.clear();
        let (bodies, shapes) = (&self.bodies, &self.shapes);
        self.near.visit(&area, |slot| {
            let (block, lane) = (&bodies.blocks[slot as usize / LANES], slot as usize % LANES);
            if let Some(shape) = shapes.get(block.shape[lane])
                && shape.at(block.position(lane)).bounds().overlaps(&area)
            {
                slots.push(slot);
            }
            false
        });
        slots.sort_unstable();
        for slot in &slots {
            visit(self.bodies.id(*slot as usize).of(self.numbers));
        }
        self.slots = slots;
    }

    /// Calls `visit` with every piece of static geometry whose bounding box overlaps a rectangle, in
    /// no particular order.
    pub fn statics_in(
        &self,
        x: f32,
        y: f32,
        w: f32,
        h: f32,
        mut visit: impl FnMut(super::StaticId, &Static),
    ) {
        let area = rectangle(x, y, w, h);
        self.statics.near.visit(&area, |index| {
            if let Some(piece) = &self.statics.slots[index as usize].piece
                && piece.shape.at(piece.position).bounds().overlaps(&area)
            {
                visit(self.statics.id(index).of(self.numbers), piece);
            }
            false
        });
    }

    /// Where a shape whose origin is at `position` first is free of what it responds to, going
    /// straight up: there, if it is free there; else a tile at a time. Bodies count where the shape
    /// responds to them.
    ///
    /// # Errors
    /// [`WorldError::NotSettled`] where it is not free within
    /// [`SETTLE_TILES`](crate::collision::SETTLE_TILES) tiles.
    pub fn settle(&mut self, shape: &Shape, position: Vec3) -> Result<Vec3, WorldError> {
        if !position.is_finite() {
            return Err(WorldError::NotFinite("position"));
        }
        self.index_layers(shape.collides);
        let (space, height) = (self.space, self.cell()[1]);
        let place = self.with_scene(shape.collides, None, |scene, found| {
            settle(shape, position, space, height, scene, found)
        });
        Ok(place?)
    }

    /// Brings a body's slot in the index up to date.
    pub(super) fn list(&mut self, slot: usize) {
        list(&mut self.near, &self.bodies, &self.shapes, self.indexed, slot);
    }

    /// From now on the index holds the bodies on these layers too.
    pub(super) fn index_layers(&mut self, layers: u32) {
        if layers & !self.indexed != 0 {
            self.indexed |= layers;
            for slot in 0..self.bodies.slots() {
                let block = &self.bodies.blocks[slot / LANES];
                if block.shape[slot % LANES] != NO_SHAPE {
                    self.list(slot);
                }
            }
        }
    }
}

/// Brings the slot of a body in the index up to date, where the index holds the layers of its shape.
pub(super) fn list(near: &mut Near, bodies: &Bodies, shapes: &Shapes, layers: u32, slot: usize) {
    let (block, lane) = (&bodies.blocks[slot / LANES], slot % LANES);
    match shapes.entry(block.shape[lane]) {
        Some(entry) if entry.shape.layers & layers != 0 => {
            let middle = entry.hull.center(block.position(lane));
            near.put(slot as u32, middle, entry.hull.half);
        }
        _ => near.take(slot as u32),
    }
}
