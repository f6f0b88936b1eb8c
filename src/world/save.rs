//! The state of a world kept in memory, and a hash of it.

use std::sync::Arc;

use super::bodies::{Bodies, LANES};
use super::body::Character;
use super::felt::Feelings;
use super::felt_save::Extent;
use super::handle::Numbers;
use super::near::Near;
use super::shapes::{Shapes, words};
use super::statics::Statics;
use super::tiles::Tiles;
use super::{Backend, World};
use crate::bytes::{Hash, Writer};
use crate::collision::{Shape, Space};
use crate::physics::{Motion, Settings};

/// The state of a world at one moment: all but its hooks. For a rollback, keep one of each of the last
/// frames.
#[derive(Clone)]
pub struct Saved {
    numbers: Numbers,
    settings: Settings,
    backend: Backend,
    space: Space,
    cell_without_tiles: [f32; 2],
    characters: Vec<Character>,
    shapes: Shapes,
    bodies: Bodies,
    statics: Statics,
    tiles: Arc<Tiles>,
    near: Near,
    indexed: u32,
    feelings: Feelings,
}

impl core::fmt::Debug for Saved {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Saved")
            .field("bodies", &self.bodies.len())
            .finish_non_exhaustive()
    }
}

impl World {
    /// Keeps the state of the world. Tiles are shared until one is changed.
    ///
    /// ```
    /// # use akgl::world::{Body, Character, State, World};
    /// let mut world = World::default();
    /// let kind = world.add_character(Character::default()).unwrap();
    /// let hero = world.spawn(Body::new(kind, 3.0, 4.0)).unwrap();
    /// let (saved, hash) = (world.save(), world.hash());
    /// world.remove(hero);
    /// world.load(&saved);
    /// assert!(world.contains(hero));
    /// assert_eq!(world.hash(), hash);
    /// ```
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved {
            numbers: self.numbers,
            settings: self.settings,
            backend: self.backend,
            space: self.space,
            cell_without_tiles: self.cell_without_tiles,
            characters: self.characters.clone(),
            shapes: self.shapes.clone(),
            bodies: self.bodies.clone(),
            statics: self.statics.clone(),
            tiles: Arc::clone(&self.tiles),
            near: self.near.clone(),
            indexed: self.indexed,
            feelings: self.feelings.clone(),
        }
    }

    /// Goes back to a state kept by [`save`](Self::save), of this world or of one with the same hooks.
    /// The hooks stay as they are: what they keep to themselves is theirs to take back.
    ///
    /// Handles of both worlds are good from then on: this world's own, and those of the world that the
    /// state was kept of, until a state of a third world is loaded. So a copy can run ahead with the
    /// handles that the game has:
    ///
    /// ```
    /// # use akgl::world::{Body, Character, State, World};
    /// # let mut world = World::default();
    /// # let kind = world.add_character(Character::default()).unwrap();
    /// # let hero = world.spawn(Body::new(kind, 3.0, 4.0)).unwrap();
    /// let mut ahead = World::default();
    /// assert_eq!(ahead.position(hero), None); // a handle of another world
    /// ahead.load(&world.save());
    /// ahead.step(0.5);
    /// assert!(ahead.position(hero).is_some());
    /// ```
    pub fn load(&mut self, saved: &Saved) {
        let saved = saved.clone();
        self.numbers.take_on(saved.numbers);
        self.settings = saved.settings;
        self.backend = saved.backend;
        self.space = saved.space;
        self.cell_without_tiles = saved.cell_without_tiles;
        self.characters = saved.characters;
        self.shapes = saved.shapes;
        self.bodies = saved.bodies;
        self.statics = saved.statics;
        self.tiles = saved.tiles;
        self.near = saved.near;
        self.indexed = saved.indexed;
        self.feelings = saved.feelings;
    }

    /// A number made of the whole state but the hooks: settings, characters, tiles, geometry, and every
    /// bit of every body. The same state has the same hash in every build and on every machine, and
    /// different states have the same one by accident only.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = Hash::new();
        hash.floats(&self.settings.gravity.to_array());
        hash.floats(&self.settings.drag.to_array());
        hash.floats(&[self.settings.max_timestep]);
        hash.add(u64::from(self.backend == Backend::Null) << 1 | u64::from(self.space == Space::Solid));
        hash.floats(&self.cell_without_tiles);
        for character in &self.characters {
            hash.floats(&character.acceleration.to_array());
            hash.floats(&character.top_speed.to_array());
            add_shape(&mut hash, character.shape.as_ref());
        }
        hash.floats(&self.tiles.size);
        for layer in &self.tiles.layers {
            hash.add(layer.index() as u64);
            hash.add(u64::from(layer.cols()) << 32 | u64::from(layer.rows()));
            hash.floats(&layer.offset());
            hash.add(layer.sum());
        }
        for slot in &self.statics.slots {
            hash.add(u64::from(slot.generation));
            add_shape(&mut hash, slot.piece.as_ref().map(|piece| &piece.shape));
            if let Some(piece) = &slot.piece {
                hash.floats(&piece.position.to_array());
                hash.add(piece.user);
            }
        }
        for slot in 0..self.bodies.slots() {
            self.add_body(&mut hash, slot);
        }
        if !self.feelings.is_blank(Extent::Steps) {
            let mut bytes = Vec::new();
            self.feelings.write(&mut Writer(&mut bytes), Extent::Steps);
            hash.bytes(&bytes);
        }
        hash.end()
    }

    fn add_body(&self, hash: &mut Hash, slot: usize) {
        hash.add(u64::from(self.bodies.generation(slot)));
        if !self.bodies.is_alive(slot) {
            return;
        }
        let (block, lane) = (&self.bodies.blocks[slot / LANES], slot % LANES);
        let cold = &self.bodies.cold[slot];
        add_motion(hash, &block.motion(lane));
        hash.add(u64::from(block.state[lane]) << 32 | u64::from(block.layer[lane]));
        add_shape(hash, self.shapes.get(block.shape[lane]));
        hash.add(u64::from(cold.own_shape));
        hash.maybe(cold.character.map(|id| u64::from(id.number)));
        let parent = cold.parent.filter(|parent| self.bodies.find(*parent).is_some());
        hash.maybe(parent.map(|id| id.to_bits()));
        hash.maybe(cold.logic.map(|id| u64::from(id.number)));
        hash.maybe(cold.response.map(|id| u64::from(id.number)));
        hash.add(cold.user);
    }
}

fn add_motion(hash: &mut Hash, motion: &Motion) {
    for part in [
        motion.position,
        motion.velocity,
        motion.environment,
        motion.thrust,
        motion.acceleration,
        motion.top_speed,
    ] {
        hash.floats(&part.to_array());
    }
}

fn add_shape(hash: &mut Hash, shape: Option<&Shape>) {
    hash.add(u64::from(shape.is_some()));
    if let Some(shape) = shape {
        for word in words(shape) {
            hash.add(u64::from(word));
        }
    }
}
