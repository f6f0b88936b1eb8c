//! The state of a world as bytes: for a file, for another machine.
//!
//! Everything is written lowest byte first, so the bytes mean the same everywhere. In front stand eight
//! bytes that say what this is, and the version of the format; at the end a checksum. Reading trusts
//! nothing: it either gives the whole state or leaves the world as it was.

use std::sync::Arc;

use glam::Vec3;
use thiserror::Error;

use super::access::{check_character, check_shape, check_static};
use super::bodies::Bodies;
use super::body::{Body, Character, State};
use super::felt::Feelings;
use super::felt_save::Extent;
use super::handle::{BodyId, CharacterId, LogicId, ResponseId};
use super::near::Near;
use super::shapes::{Shapes, words};
use super::statics::{Static, Statics};
use super::tiles::{MOST_LAYERS, TileLayer, Tiles};
use super::{Backend, World};
use crate::bytes::{Hash, Reader, Writer};
use crate::collision::{Kind, Shape, Space};
use crate::physics::{Motion, Settings};

const MAGIC: [u8; 8] = *b"AKGLWRLD";
const VERSION: u32 = 1;

/// Why bytes are no snapshot that this world can take.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SnapshotError {
    /// They do not begin as a snapshot does.
    #[error("these bytes are no snapshot of a world")]
    NotOne,
    /// A version that this library does not read.
    #[error("version {0} of a snapshot; this library reads {VERSION}")]
    Version(u32),
    /// They have been changed or cut off.
    #[error("the snapshot is damaged")]
    Damaged,
    /// Whole, but what they say cannot be.
    #[error("the snapshot says what cannot be: {0}")]
    Impossible(&'static str),
    /// A body names a hook that this world does not have: add the hooks first, in the same order.
    #[error("the snapshot names a hook that this world does not have")]
    NoSuchHook,
}

impl World {
    /// The state of the world as bytes: all but the hooks.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_into(&mut bytes);
        bytes
    }

    /// As [`snapshot`](Self::snapshot), in place of what is in `bytes`.
    pub fn snapshot_into(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend_from_slice(&MAGIC);
        let mut to = Writer(bytes);
        to.word(VERSION);
        to.floats(&self.settings.gravity.to_array());
        to.floats(&self.settings.drag.to_array());
        to.floats(&[self.settings.max_timestep]);
        to.byte(u8::from(self.backend == Backend::Null));
        to.byte(u8::from(self.space == Space::Solid));
        to.floats(&self.cell_without_tiles);
        to.long(self.characters.len() as u64);
        for character in &self.characters {
            to.floats(&character.acceleration.to_array());
            to.floats(&character.top_speed.to_array());
            write_shape(&mut to, character.shape.as_ref());
        }
        to.floats(&self.tiles.size);
        to.long(self.tiles.layers.len() as u64);
        for layer in &self.tiles.layers {
            to.long(layer.index() as u64);
            to.word(layer.cols());
            to.word(layer.rows());
            to.floats(&layer.offset());
            for cell in layer.cells() {
                to.word(*cell);
            }
        }
        to.long(self.statics.slots.len() as u64);
        for slot in &self.statics.slots {
            to.word(slot.generation);
            write_shape(&mut to, slot.piece.as_ref().map(|piece| &piece.shape));
            if let Some(piece) = &slot.piece {
                to.floats(&piece.position.to_array());
                to.long(piece.user);
            }
        }
        to.long(self.bodies.slots() as u64);
        for slot in 0..self.bodies.slots() {
            to.word(self.bodies.generation(slot));
            let alive = self.bodies.is_alive(slot);
            to.byte(u8::from(alive));
            if alive {
                write_body(&mut to, &self.bodies.read(slot, &self.shapes));
            }
        }
        if !self.feelings.is_blank(Extent::Whole) {
            self.feelings.write(&mut Writer(bytes), Extent::Whole);
        }
        let mut sum = Hash::new();
        sum.bytes(bytes);
        bytes.extend_from_slice(&sum.end().to_le_bytes());
    }

    /// Takes on the state that bytes describe; the hooks stay as they are.
    ///
    /// Handles that this world gave out before are good as ever and find what stands in the same slots
    /// now. Bytes do not say which world they are of, so from then on this world takes the handles of
    /// any world, until it [loads](Self::load) a state that says it.
    ///
    /// # Errors
    /// Bytes that are no whole snapshot of this version, or that say what cannot be. The world is then
    /// as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(SnapshotError::NotOne)?;
        let rest = body.strip_prefix(&MAGIC).ok_or(SnapshotError::NotOne)?;
        let mut from = Reader(rest);
        let version = from.word().ok_or(SnapshotError::NotOne)?;
        if version != VERSION {
            return Err(SnapshotError::Version(version));
        }
        let mut hash = Hash::new();
        hash.bytes(body);
        if hash.end().to_le_bytes() != *sum {
            return Err(SnapshotError::Damaged);
        }
        let mut world = read_world(&mut from)?;
        if !from.0.is_empty() {
            let (slots, characters) = (world.bodies.slots(), world.characters.len());
            world.feelings = Feelings::read(&mut from, slots, characters)
                .ok_or(SnapshotError::Impossible("the settings of feel"))?;
            world.feelings.forget_others(&world.bodies);
            world.bodies.deepen(&world.feelings);
        }
        if !from.0.is_empty() {
            return Err(SnapshotError::Impossible("more bytes than a world has"));
        }
        let known = |hook: Option<u32>, count: usize| hook.is_none_or(|hook| (hook as usize) < count);
        for cold in &world.bodies.cold {
            if !known(cold.logic.map(|id| id.number), self.logics.len())
                || !known(cold.response.map(|id| id.number), self.responses.len())
            {
                return Err(SnapshotError::NoSuchHook);
            }
        }
        world.logics = core::mem::take(&mut self.logics);
        world.responses = core::mem::take(&mut self.responses);
        world.numbers = self.numbers;
        world.numbers.take_on_any();
        *self = world;
        Ok(())
    }
}

fn read_world(from: &mut Reader<'_>) -> Result<World, SnapshotError> {
    let short = SnapshotError::Impossible("it ends too soon");
    let settings = read_settings(from).ok_or(short)?;
    let mut world = World::new(settings);
    world.backend = if from.flag().ok_or(short)? {
        Backend::Null
    } else {
        Backend::Arcade
    };
    world.space = if from.flag().ok_or(short)? {
        Space::Solid
    } else {
        Space::Planar
    };
    let cell = from.floats().ok_or(short)?;
    world
        .set_cell(cell)
        .map_err(|_| SnapshotError::Impossible("the size of a cell"))?;
    for _ in 0..from.count(25).ok_or(short)? {
        let character = read_character(from).ok_or(SnapshotError::Impossible("a character"))?;
        world.characters.push(character);
    }
    world.tiles = Arc::new(read_tiles(from).ok_or(SnapshotError::Impossible("the tiles"))?);
    world.statics = read_statics(from).ok_or(SnapshotError::Impossible("static geometry"))?;
    read_bodies(from, &mut world).ok_or(SnapshotError::Impossible("a body"))?;
    Ok(world)
}

fn read_settings(from: &mut Reader<'_>) -> Option<Settings> {
    Some(Settings {
        gravity: Vec3::from_array(from.floats()?),
        drag: Vec3::from_array(from.floats()?),
        max_timestep: from.floats::<1>()?[0],
    })
}

fn read_character(from: &mut Reader<'_>) -> Option<Character> {
    let character = Character {
        acceleration: Vec3::from_array(from.floats()?),
        top_speed: Vec3::from_array(from.floats()?),
        shape: read_shape(from)?,
    };
    check_character(&character).ok()?;
    Some(character)
}

fn read_tiles(from: &mut Reader<'_>) -> Option<Tiles> {
    let size = from.floats()?;
    let count = from.count(24)?;
    if count > MOST_LAYERS {
        return None;
    }
    let mut layers = Vec::with_capacity(count);
    for _ in 0..count {
        let index = usize::try_from(from.long()?).ok()?;
        let (cols, rows) = (from.word()?, from.word()?);
        let [x, y] = from.floats()?;
        let cells = usize::try_from(u64::from(cols) * u64::from(rows)).ok()?;
        if cells.checked_mul(4)? > from.0.len() {
            return None;
        }
        let cells = (0..cells).map(|_| from.word()).collect::<Option<Vec<u32>>>()?;
        layers.push(TileLayer::new(cols, rows, cells).ok()?.at(x, y).numbered(index));
    }
    Tiles::new(size, layers).ok()
}

fn read_statics(from: &mut Reader<'_>) -> Option<Statics> {
    let count = from.count(5)?;
    let mut slots = Vec::with_capacity(count);
    for _ in 0..count {
        let generation = from.word().filter(|generation| *generation != 0)?;
        let piece = match read_shape(from)? {
            None => None,
            Some(shape) => Some(Static {
                shape,
                position: Vec3::from_array(from.floats()?),
                user: from.long()?,
            }),
        };
        if let Some(piece) = &piece {
            check_static(piece).ok()?;
        }
        slots.push((generation, piece));
    }
    (count <= i32::MAX as usize).then(|| Statics::lay_out(&slots))
}

fn read_bodies(from: &mut Reader<'_>, world: &mut World) -> Option<()> {
    let count = from.count(5)?;
    if count > i32::MAX as usize {
        return None;
    }
    let mut generations = Vec::with_capacity(count);
    let mut taken = Vec::new();
    for slot in 0..count {
        generations.push(from.word().filter(|generation| *generation != 0)?);
        if from.flag()? {
            let body = read_body(from)?;
            if body
                .character
                .is_some_and(|id| id.index() >= world.characters.len())
            {
                return None;
            }
            taken.push((slot, body));
        }
    }
    world.bodies = Bodies::lay_out(&generations);
    world.shapes = Shapes::default();
    world.near = Near::new();
    for (slot, body) in taken {
        world.bodies.take_this(slot);
        world.put(slot, &body);
    }
    Some(())
}

fn write_shape(to: &mut Writer<'_>, shape: Option<&Shape>) {
    to.byte(u8::from(shape.is_some()));
    if let Some(shape) = shape {
        for word in words(shape) {
            to.word(word);
        }
    }
}

/// The outer is `None` where the bytes cannot be, the inner where there is no shape.
fn read_shape(from: &mut Reader<'_>) -> Option<Option<Shape>> {
    if !from.flag()? {
        return Some(None);
    }
    let kind = match from.word()? {
        0 => Kind::Box,
        1 => Kind::Circle,
        2 => Kind::CapsuleX,
        3 => Kind::CapsuleY,
        _ => return None,
    };
    let [x, y, w, h, z, depth] = from.floats()?;
    let (layers, collides) = (from.word()?, from.word()?);
    let flag = |word: u32| match word {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    };
    let shape = Shape {
        kind,
        offset: [x, y],
        size: [w, h],
        z,
        depth,
        layers,
        collides,
        sensor: flag(from.word()?)?,
        fixed: flag(from.word()?)?,
    };
    check_shape(&shape, "snapshot").ok()?;
    Some(Some(shape))
}

fn write_body(to: &mut Writer<'_>, body: &Body) {
    let motion = &body.motion;
    for part in [
        motion.position,
        motion.velocity,
        motion.environment,
        motion.thrust,
        motion.acceleration,
        motion.top_speed,
    ] {
        to.floats(&part.to_array());
    }
    to.word(body.state.0);
    to.word(body.layer);
    write_shape(to, body.shape.as_ref());
    to.byte(u8::from(body.own_shape));
    to.maybe(body.character.map(|id| u64::from(id.number)));
    to.maybe(body.parent.map(BodyId::to_bits));
    to.maybe(body.logic.map(|id| u64::from(id.number)));
    to.maybe(body.response.map(|id| u64::from(id.number)));
    to.long(body.user);
}

fn read_body(from: &mut Reader<'_>) -> Option<Body> {
    let mut part = || from.floats().map(Vec3::from_array);
    let motion = Motion {
        position: part()?,
        velocity: part()?,
        environment: part()?,
        thrust: part()?,
        acceleration: part()?,
        top_speed: part()?,
    };
    let number = |from: &mut Reader<'_>| {
        Some(match from.maybe()? {
            None => None,
            Some(number) => Some(u32::try_from(number).ok()?),
        })
    };
    Some(Body {
        motion,
        state: State(from.word()?),
        layer: from.word()?,
        shape: read_shape(from)?,
        own_shape: from.flag()?,
        character: number(from)?.map(CharacterId::bare),
        parent: from.maybe()?.map(BodyId::from_bits),
        logic: number(from)?.map(LogicId::bare),
        response: number(from)?.map(ResponseId::bare),
        user: from.long()?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Flow, Zone};
    use super::*;
    use crate::physics::feel::{Feel, Setting};

    /// A world with one of everything.
    fn world() -> World {
        let mut world = World::default();
        world
            .set_tiles(
                [16.0; 2],
                vec![TileLayer::from_text("..\n##").at(0.0, 20.0).numbered(2)],
            )
            .unwrap();
        let shape = Shape::rect(0.0, 0.0, 10.0, 10.0, 0.0).unwrap();
        let kind = world
            .add_character(Character {
                shape: Some(shape),
                ..Character::default()
            })
            .unwrap();
        let logic = world.add_logic(|_| Flow::Go);
        let piece = Static {
            shape,
            position: Vec3::ZERO,
            user: 7,
        };
        let gone = world.add_static(piece).unwrap();
        world.add_static(piece).unwrap();
        world.remove_static(gone);
        let a = world.spawn(Body::new(kind, 1.0, 2.0).with_logic(logic)).unwrap();
        let b = world.spawn(Body::new(kind, 5.0, 2.0)).unwrap();
        world
            .spawn(Body {
                parent: Some(a),
                ..Body::default()
            })
            .unwrap();
        world.remove(b);
        let ice = Feel::default().with(Setting::Friction, 0.5);
        world.set_feel(a, ice).unwrap();
        world.set_character_feel(kind, ice).unwrap();
        let zone = Zone {
            corner: [0.0; 2],
            size: [9.0; 2],
            feel: ice,
        };
        world.set_zones(vec![zone]).unwrap();
        world
    }

    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len() - 8;
        bytes.truncate(end);
        let mut sum = Hash::new();
        sum.bytes(&bytes);
        bytes.extend_from_slice(&sum.end().to_le_bytes());
        bytes
    }

    #[test]
    fn a_damaged_snapshot_is_refused_and_changes_nothing() {
        let mut world = world();
        let (bytes, hash) = (world.snapshot(), world.hash());
        for at in 0..bytes.len() {
            assert!(world.restore(&bytes[..at]).is_err());
            let mut bent = bytes.clone();
            bent[at] ^= 1 << (at % 8);
            assert!(world.restore(&bent).is_err(), "byte {at}");
            assert_eq!(world.hash(), hash);
        }
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(world.restore(&newer), Err(SnapshotError::Version(2)));
        assert_eq!(world.restore(&[]), Err(SnapshotError::NotOne));
        assert_eq!(world.restore(&bytes), Ok(()));
        assert_eq!(World::default().restore(&bytes), Err(SnapshotError::NoSuchHook));
    }

    #[test]
    fn bytes_that_are_forged_are_refused_or_make_a_world_that_steps() {
        let bytes = world().snapshot();
        let (mut taken, mut refused) = (0, 0);
        for at in 12..bytes.len() - 8 {
            for value in [0, 1, 2, 0x7F, 0x80, 0xFF] {
                let mut forged = bytes.clone();
                forged[at] = value;
                let mut world = world();
                match world.restore(&sealed(forged)) {
                    Ok(()) => {
                        taken += 1;
                        world.step(1.0 / 60.0);
                        let again = world.snapshot();
                        let mut copy = self::world();
                        copy.restore(&again).unwrap();
                        assert_eq!(copy.hash(), world.hash());
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(taken > 100 && refused > 100, "{taken} taken, {refused} refused");
        let mut longer = bytes.clone();
        longer.extend_from_slice(&[0; 4]);
        assert!(world().restore(&sealed(longer)).is_err());
    }

    proptest::proptest! {
        /// Many bytes at once, and any length: refused with nothing changed, or a world that steps.
        #[test]
        fn bytes_at_random_are_refused_or_make_a_world_that_steps(
            edits in proptest::collection::vec((0..2000_usize, proptest::prelude::any::<u8>()), 0..8),
            length in proptest::option::of(0..2000_usize),
        ) {
            let mut bytes = world().snapshot();
            bytes.resize(length.unwrap_or(bytes.len()), 0);
            for (at, value) in edits {
                let whole = bytes.len().max(1);
                if let Some(byte) = bytes.get_mut(at % whole) {
                    *byte = value;
                }
            }
            let bytes = if bytes.len() < 8 { bytes } else { sealed(bytes) };
            let mut world = world();
            let before = world.snapshot();
            match world.restore(&bytes) {
                Ok(()) => {
                    let again = world.snapshot();
                    let mut copy = self::world();
                    copy.restore(&again).unwrap();
                    assert_eq!(copy.snapshot(), again);
                    world.step(1.0 / 60.0);
                }
                Err(_) => assert_eq!(world.snapshot(), before),
            }
        }
    }
}
