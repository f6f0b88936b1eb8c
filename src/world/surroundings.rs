//! What surrounds a body: tiles, static geometry, other bodies.

use super::bodies::{Bodies, LANES};
use super::contact::{body_thing, static_thing};
use super::near::Near;
use super::shapes::Shapes;
use super::statics::Statics;
use crate::collision::tiles::TileView;
use crate::collision::{Bounds, Obstacle, Scene};

pub(super) struct Surroundings<'a> {
    pub(super) tiles: TileView<'a>,
    pub(super) statics: &'a Statics,
    pub(super) bodies: &'a Bodies,
    pub(super) shapes: &'a Shapes,
    pub(super) near: &'a Near,
    /// The layers that the asking shape responds to: what is on none of them need not be told.
    pub(super) mask: u32,
    /// The slot of the asking body, which is not near itself.
    pub(super) without: Option<usize>,
}

impl Scene for Surroundings<'_> {
    fn tiles(&self) -> TileView<'_> {
        self.tiles
    }

    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>) {
        if !self.near.is_empty() {
            self.near.visit(area, |slot| {
                if self.without == Some(slot as usize) {
                    return false;
                }
                let (block, lane) = (&self.bodies.blocks[slot as usize / LANES], slot as usize % LANES);
                let Some(shape) = self.shapes.get(block.shape[lane]) else {
                    return false;
                };
                if shape.layers & self.mask == 0 {
                    return false;
                }
                let volume = shape.at(block.position(lane));
                if volume.bounds().overlaps(area) {
                    found.push(Obstacle {
                        id: body_thing(self.bodies.id(slot as usize)),
                        volume,
                        layers: shape.layers,
                        fixed: shape.fixed,
                        sensor: shape.sensor,
                    });
                }
                false
            });
        }
        if !self.statics.near.is_empty() {
            self.statics.near.visit(area, |index| {
                let Some(piece) = &self.statics.slots[index as usize].piece else {
                    return false;
                };
                if piece.shape.layers & self.mask == 0 {
                    return false;
                }
                let volume = piece.shape.at(piece.position);
                if volume.bounds().overlaps(area) {
                    found.push(Obstacle {
                        id: static_thing(self.statics.id(index)),
                        volume,
                        layers: piece.shape.layers,
                        fixed: true,
                        sensor: piece.shape.sensor,
                    });
                }
                false
            });
        }
    }
}
