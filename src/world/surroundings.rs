//! What surrounds a body: tiles, static geometry, other bodies.

use super::bodies::{Bodies, LANES};
use super::contact::{body_thing, static_thing};
use super::near::Near;
use super::shapes::Shapes;
use super::statics::Statics;
use glam::Vec3;

use crate::collision::narrow::separate;
use crate::collision::quick::{Hull, Other};
use crate::collision::tiles::TileView;
use crate::collision::{Bounds, Obstacle, Scene, Shape, Space, Volume};

/// The most boxes around one that the quick way takes on.
pub(super) const MOST_BOXES: usize = 8;

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
    /// The bodies that overlap `area` and are on a layer of the mask; `None` where there is more than
    /// the quick way takes on: too many, something that is no plain box, or static geometry.
    pub(super) fn boxes<'l>(&self, area: &Bounds, list: &'l mut [Other; MOST_BOXES]) -> Option<&'l [Other]> {
        let mut count = 0;
        let too_much = (!self.statics.near.is_empty()
            && self.statics.near.visit(area, |index| {
                self.statics.slots[index as usize]
                    .piece
                    .is_some_and(|piece| piece.shape.layers & self.mask != 0)
            }))
            || self.near.visit(area, |slot| {
                if self.without == Some(slot as usize) {
                    return false;
                }
                let (block, lane) = (&self.bodies.blocks[slot as usize / LANES], slot as usize % LANES);
                let Some(entry) = self.shapes.entry(block.shape[lane]) else {
                    return false;
                };
                if entry.shape.layers & self.mask == 0 {
                    return false;
                }
                let other = Other {
                    center: entry.hull.center(block.position(lane)),
                    half: entry.hull.half,
                    number: slot,
                };
                if !other.bounds().overlaps(area) {
                    return false;
                }
                if count == MOST_BOXES || !entry.glides || entry.shape.fixed {
                    return true;
                }
                list[count] = other;
                count += 1;
                false
            });
        (!too_much).then_some(&list[..count])
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
