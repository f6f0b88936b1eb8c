//! A contact as a response of the game's own sees it.

use glam::Vec3;

use super::handle::{BodyId, Numbers, StaticId};
use crate::collision::{Contact as Core, ProxyId, Thing};

/// What a body touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum With {
    /// A solid tile.
    Tile {
        /// Global tile id, flip bits removed.
        gid: u32,
        /// The number of its layer.
        layer: usize,
        /// Column.
        col: i32,
        /// Row.
        row: i32,
    },
    /// Another body.
    Body(BodyId),
    /// A piece of static geometry.
    Static(StaticId),
}

/// One contact, told to the body that has to respond to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// What it is with.
    pub with: With,
    /// The way the body must move to be free, of length 1. Along an axis it is exact.
    pub normal: Vec3,
    /// How far, in pixels.
    pub depth: f32,
    /// Where the body's origin just touches.
    pub place: Vec3,
    /// The body came into it in this sub-step, so its place is to be put right even where other
    /// contacts have turned its motion outward since.
    pub entered: bool,
    /// One of the two is a sensor: nothing is to be pushed.
    pub sensor: bool,
    /// The layers of the other.
    pub layers: u32,
}

/// Set in the handle that stands for a body in the collision core, where bodies and static geometry
/// share one kind of handle: geometry sorts first.
const BODY: u64 = 1 << 31;

pub(super) fn body_thing(id: BodyId) -> ProxyId {
    ProxyId::from_bits(id.to_bits() | BODY)
}

pub(super) fn static_thing(id: StaticId) -> ProxyId {
    ProxyId::from_bits(id.to_bits())
}

fn with(thing: Thing, world: Numbers) -> With {
    match thing {
        Thing::Tile(tile) => With::Tile {
            gid: tile.gid,
            layer: tile.layer,
            col: tile.col,
            row: tile.row,
        },
        Thing::Proxy(id) if id.to_bits() & BODY != 0 => {
            With::Body(BodyId::from_bits(id.to_bits() & !BODY).of(world))
        }
        Thing::Proxy(id) => With::Static(StaticId::from_bits(id.to_bits()).of(world)),
    }
}

impl Contact {
    /// As the default response takes it, which does not read what the contact is with.
    pub(super) fn core(&self) -> Core {
        Core {
            thing: Thing::Proxy(ProxyId::from_bits(0)),
            normal: self.normal,
            depth: self.depth,
            place: self.place,
            entered: self.entered,
            sensor: self.sensor,
            layers: self.layers,
        }
    }

    /// As the collision core found it, in one world.
    pub(super) fn of(core: &Core, world: Numbers) -> Self {
        Self {
            with: with(core.thing, world),
            normal: core.normal,
            depth: core.depth,
            place: core.place,
            entered: core.entered,
            sensor: core.sensor,
            layers: core.layers,
        }
    }
}
