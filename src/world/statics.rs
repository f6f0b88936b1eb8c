//! Static geometry that is no tile.

use glam::Vec3;

use super::handle::{ANY, StaticId, next_generation};
use super::near::Near;
use crate::collision::quick::Hull;
use crate::collision::{LAYER_STATIC, Shape};

/// One piece of static geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Static {
    /// Its shape. It never gives way, whatever [`Shape::fixed`] says, and is on [`LAYER_STATIC`] too.
    pub shape: Shape,
    /// Where the shape's origin is.
    pub position: Vec3,
    /// The game's own number, kept and given back.
    pub user: u64,
}

/// A shape as it counts: what never gives way is static geometry, whosever it is.
pub(super) fn settled(mut shape: Shape) -> Shape {
    if shape.fixed {
        shape.layers |= LAYER_STATIC;
    }
    shape
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) generation: u32,
    pub(super) piece: Option<Static>,
}

/// All static geometry of a world.
#[derive(Clone, Debug)]
pub(super) struct Statics {
    pub(super) slots: Vec<Slot>,
    free: Vec<u32>,
    pub(super) near: Near,
    /// All layers that any piece has been on.
    pub(super) layers: u32,
}

impl Statics {
    pub(super) fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            near: Near::new(),
            layers: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    pub(super) fn add(&mut self, piece: Static) -> StaticId {
        // The lowest free slot, so that what is added where does not depend on the order of removals.
        let index = match self.free.iter().enumerate().min_by_key(|(_, slot)| **slot) {
            Some((at, _)) => self.free.swap_remove(at),
            None => {
                self.slots.push(Slot {
                    generation: 1,
                    piece: None,
                });
                self.slots.len() as u32 - 1
            }
        };
        self.put(index, piece);
        self.id(index)
    }

    fn put(&mut self, index: u32, mut piece: Static) {
        piece.shape.fixed = true;
        piece.shape = settled(piece.shape);
        self.layers |= piece.shape.layers;
        let hull = Hull::of(&piece.shape);
        self.near.put(index, hull.center(piece.position), hull.half);
        self.slots[index as usize].piece = Some(piece);
    }

    pub(super) fn get(&self, id: StaticId) -> Option<&Static> {
        let slot = self.slots.get(id.index as usize)?;
        if slot.generation == id.generation {
            slot.piece.as_ref()
        } else {
            None
        }
    }

    pub(super) fn set(&mut self, id: StaticId, piece: Static) -> bool {
        if self.get(id).is_none() {
            return false;
        }
        self.put(id.index, piece);
        true
    }

    pub(super) fn remove(&mut self, id: StaticId) -> Option<Static> {
        let piece = *self.get(id)?;
        let slot = &mut self.slots[id.index as usize];
        slot.piece = None;
        slot.generation = next_generation(slot.generation);
        self.near.take(id.index);
        self.free.push(id.index);
        Some(piece)
    }

    /// The handle of the piece in a slot, without its world.
    pub(super) fn id(&self, index: u32) -> StaticId {
        StaticId {
            index,
            generation: self.slots[index as usize].generation,
            world: ANY,
        }
    }

    /// All anew from a snapshot: a generation and perhaps a piece for each slot.
    pub(super) fn lay_out(slots: &[(u32, Option<Static>)]) -> Self {
        let mut statics = Self::new();
        for (index, (generation, piece)) in slots.iter().enumerate() {
            statics.slots.push(Slot {
                generation: *generation,
                piece: None,
            });
            match piece {
                Some(piece) => statics.put(index as u32, *piece),
                None => statics.free.push(index as u32),
            }
        }
        statics
    }
}
