//! What surrounds a body: tiles, static geometry, other bodies.

use super::bodies::{Bodies, LANES};
use super::contact::{body_thing, static_thing};
use super::near::Near;
use super::shapes::Shapes;
use super::statics::Statics;
use glam::Vec3;

use crate::collision::narrow::separate;
use crate::collision::quick::Hull;
use crate::collision::tiles::TileView;
use crate::collision::{Bounds, Obstacle, Scene, Shape, Space, Volume};

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
                let Some(entry) = self.shapes.entry(block.shape[lane]) else {
                    return false;
                };
                let shape = &entry.shape;
                let position = block.position(lane);
                if shape.layers & self.mask != 0 && entry.hull.bounds(position).overlaps(area) {
                    found.push(Obstacle {
                        id: body_thing(self.bodies.id(slot as usize)),
                        volume: shape.at(position),
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

impl Surroundings<'_> {
    /// Whether anything but tiles overlaps `area` and is on a layer of the mask.
    pub(super) fn any_near(&self, area: &Bounds) -> bool {
        (!self.near.is_empty()
            && self.near.visit(area, |slot| {
                let (block, lane) = (&self.bodies.blocks[slot as usize / LANES], slot as usize % LANES);
                self.without != Some(slot as usize)
                    && self.shapes.entry(block.shape[lane]).is_some_and(|entry| {
                        entry.shape.layers & self.mask != 0
                            && entry.hull.bounds(block.position(lane)).overlaps(area)
                    })
            }))
            || (!self.statics.near.is_empty()
                && self.statics.near.visit(area, |index| {
                    self.statics.slots[index as usize].piece.is_some_and(|piece| {
                        piece.shape.layers & self.mask != 0
                            && piece.shape.at(piece.position).bounds().overlaps(area)
                    })
                }))
    }

    /// Whether anything but tiles that is on a layer of the mask and no sensor overlaps a volume in
    /// the plane.
    pub(super) fn blocked(&self, volume: &Volume) -> bool {
        let area = volume.bounds();
        let meets = |shape: &Shape, hull: &Hull, position: Vec3| {
            shape.layers & self.mask != 0
                && !shape.sensor
                && hull.bounds(position).overlaps(&area)
                && separate(volume, &shape.at(position), Space::Planar).is_some()
        };
        (!self.near.is_empty()
            && self.near.visit(&area, |slot| {
                let (block, lane) = (&self.bodies.blocks[slot as usize / LANES], slot as usize % LANES);
                self.shapes
                    .entry(block.shape[lane])
                    .is_some_and(|entry| meets(&entry.shape, &entry.hull, block.position(lane)))
            }))
            || (!self.statics.near.is_empty()
                && self.statics.near.visit(&area, |index| {
                    self.statics.slots[index as usize]
                        .piece
                        .is_some_and(|piece| meets(&piece.shape, &Hull::of(&piece.shape), piece.position))
                }))
    }
}
