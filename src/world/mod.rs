//! Any number of bodies in a world of their own, safe and without SDL. All that is shared is a counter:
//! each world has a number of its own, by which it tells its handles from those of other worlds.
//!
//! A [`World`] steps its bodies by the same functions as the C library steps its pool
//! ([`crate::physics`], [`crate::collision`]), in the same order, and gives the same bits. Worlds know
//! nothing of each other: thousands of them can be stepped side by side, on any threads.
//!
//! ```
//! use akgl::collision::Shape;
//! use akgl::physics::Settings;
//! use akgl::world::{Body, Character, State, TileLayer, World};
//! use akgl::glam::Vec3;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gravity = Vec3::new(0.0, 900.0, 0.0);
//! let mut world = World::new(Settings { gravity, ..Settings::default() });
//! world.set_tiles([16.0, 16.0], vec![TileLayer::from_text("....\n....\n####")])?;
//! let runner = world.add_character(Character {
//!     acceleration: Vec3::new(600.0, 0.0, 0.0),
//!     top_speed: Vec3::new(120.0, 0.0, 0.0),
//!     shape: Some(Shape::rect(0.0, 0.0, 12.0, 14.0, 0.0)?),
//! })?;
//! let hero = world.spawn(Body::new(runner, 4.0, 0.0).with_state(State::MOVING_RIGHT))?;
//! for _ in 0..30 {
//!     world.step(1.0 / 60.0);
//! }
//! assert_eq!(world.position(hero).unwrap().y, 18.0); // on the floor, to the bit
//! # Ok(())
//! # }
//! ```
//!
//! | to | see |
//! |---|---|
//! | put bodies in, read and change them | [`World::spawn`], [`Body`], [`Character`], [`State`], [`BodyId`] |
//! | surround them | [`World::set_tiles`], [`World::set_map`], [`World::add_static`] |
//! | step | [`World::step`], [`World::advance`], [`step_all`] |
//! | have a say in it | [`World::add_logic`], [`World::add_response`], [`Context`], [`Contact`] |
//! | set how bodies feel | [`World::set_world_feel`], [`World::set_zones`], [`crate::physics::feel`] |
//! | ask | [`World::box_blocked`], [`World::bodies_in`], [`World::settle`] |
//! | keep, send and compare the state | [`World::save`], [`World::snapshot`], [`World::hash`] |
#![forbid(unsafe_code)]

// What is where:
// access: the bodies from outside; body: a body and a character as plain values; handle: handles
// bodies: how the bodies lie in memory; shapes: shapes stored once; near: who may be near a rectangle
// tiles, statics, surroundings: what does not move, and all that a body can meet
// step, kernel: the order, the arithmetic; level: moves among tiles alone; moves: all others
// many: many worlds in one call; side: the blocks of a large one side by side
// feel, felt, felt_save: settings of feel, what is kept about them and the bodies
// felt_step, felt_rows, felt_move: the step of a body that feels anything, of many side by side, the move
// hook, contact: the game's own logic and responses; query: questions that push nothing
// save, snapshot: the state kept in memory, and as bytes; its hash

mod access;
mod bodies;
mod body;
mod contact;
mod error;
mod feel;
mod felt;
mod felt_move;
mod felt_rows;
mod felt_save;
mod felt_step;
mod handle;
mod hook;
mod kernel;
mod level;
mod many;
mod moves;
mod near;
mod query;
mod save;
mod shapes;
#[cfg(feature = "parallel")]
mod side;
mod snapshot;
mod statics;
mod step;
mod surroundings;
mod tiles;

use std::sync::Arc;

use glam::Vec3;

pub use body::{Body, Character, State};
pub use contact::{Contact, With};
pub use error::WorldError;
pub use feel::Zone;
pub use handle::{BodyId, CharacterId, LogicId, ResponseId, StaticId};
pub use hook::{Context, Flow};
pub use many::step_all;
pub use save::Saved;
pub use snapshot::SnapshotError;
pub use statics::Static;
pub use tiles::{MOST_LAYERS, TileError, TileLayer};

use crate::collision::{Obstacle, Resolver, Space};
use crate::map::{LayerKind, Map};
use crate::physics::Settings;
use access::{check_character, check_static};
use bodies::Bodies;
use handle::Numbers;
use near::Near;
use shapes::Shapes;
use statics::Statics;
use tiles::Tiles;

/// What a step does to the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Thrust and velocity are computed; nothing is pulled and nothing moves. For a menu or a test.
    Null,
    /// Gravity, drag, thrust, moves, collision.
    #[default]
    Arcade,
}

/// Bodies, what surrounds them and how they are stepped. See [the room](self).
///
/// Dropping it is all there is to freeing it. It can be sent to another thread; what hooks hold must
/// be able to as well.
pub struct World {
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
    /// The layers whose bodies stand in `near`.
    indexed: u32,
    resolver: Resolver,
    found: Vec<Obstacle>,
    slots: Vec<u32>,
    /// Of the blocks that are stepped side by side: whom is still to be moved.
    #[cfg(feature = "parallel")]
    left: Vec<u16>,
    logics: Vec<Option<hook::Logic>>,
    responses: Vec<Option<hook::Response>>,
    feelings: felt::Feelings,
    numbers: Numbers,
}

impl core::fmt::Debug for World {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("World")
            .field("settings", &self.settings)
            .field("backend", &self.backend)
            .field("space", &self.space)
            .field("bodies", &self.bodies.len())
            .field("statics", &self.statics.len())
            .field("tile_layers", &self.tiles.layers.len())
            .finish_non_exhaustive()
    }
}

/// Settings as a world takes them.
fn usable(settings: Settings) -> Settings {
    let finite = |value: Vec3| value.map(|part| if part.is_finite() { part } else { 0.0 });
    Settings {
        gravity: finite(settings.gravity),
        drag: finite(settings.drag),
        ..settings
    }
}

impl Default for World {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl World {
    /// An empty world with such [settings](Self::set_settings). Depth is not compared
    /// ([`Space::Planar`]), cells are 16 pixels wide and high until tiles say otherwise.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings: usable(settings),
            backend: Backend::Arcade,
            space: Space::Planar,
            cell_without_tiles: [16.0; 2],
            characters: Vec::new(),
            shapes: Shapes::default(),
            bodies: Bodies::default(),
            statics: Statics::new(),
            tiles: Arc::new(Tiles::none()),
            near: Near::new(),
            indexed: 0,
            resolver: Resolver::default(),
            found: Vec::new(),
            slots: Vec::new(),
            #[cfg(feature = "parallel")]
            left: Vec::new(),
            logics: Vec::new(),
            responses: Vec::new(),
            feelings: felt::Feelings::default(),
            numbers: Numbers::new(),
        }
    }

    /// Gravity, drag and the bound on [`advance_clock`](Self::advance_clock).
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes gravity and drag, from the next body's step on. A part of them that is not finite counts
    /// as 0.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = usable(settings);
    }

    /// What a step does.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Chooses what a step does.
    pub fn set_backend(&mut self, backend: Backend) {
        self.backend = backend;
    }

    /// Which axes are compared.
    #[must_use]
    pub fn space(&self) -> Space {
        self.space
    }

    /// Chooses which axes are compared.
    pub fn set_space(&mut self, space: Space) {
        self.space = space;
    }

    /// The size of a cell where there are no tiles: moves are cut up into halves of it.
    ///
    /// # Errors
    /// A size that is not positive and finite.
    pub fn set_cell(&mut self, size: [f32; 2]) -> Result<(), WorldError> {
        self.cell_without_tiles = Tiles::new(size, Vec::new())?.size;
        Ok(())
    }

    /// Adds a character.
    ///
    /// # Errors
    /// Numbers that are not finite.
    pub fn add_character(&mut self, character: Character) -> Result<CharacterId, WorldError> {
        check_character(&character)?;
        self.characters.push(character);
        Ok(CharacterId::bare(self.characters.len() as u32 - 1).of(self.numbers))
    }

    /// A character; `None` for a handle of another world.
    #[must_use]
    pub fn character(&self, id: CharacterId) -> Option<&Character> {
        self.characters
            .get(id.index())
            .filter(|_| self.numbers.knows(id.world))
    }

    /// Changes a character. Its bodies take on the new speeds as they next travel; they keep the
    /// shape they have.
    ///
    /// # Errors
    /// Numbers that are not finite, a character of another world.
    pub fn set_character(&mut self, id: CharacterId, character: Character) -> Result<(), WorldError> {
        check_character(&character)?;
        if self.character(id).is_none() {
            return Err(WorldError::Stale("character"));
        }
        self.characters[id.index()] = character;
        for block in &mut self.bodies.blocks {
            block.travelled = 0;
        }
        Ok(())
    }

    /// Sets the solid tile layers, in place of those before, and the size of their cells in pixels.
    ///
    /// # Errors
    /// More than [`MOST_LAYERS`], sizes and offsets that are no usable numbers.
    pub fn set_tiles(&mut self, size: [f32; 2], layers: Vec<TileLayer>) -> Result<(), WorldError> {
        self.tiles = Arc::new(Tiles::new(size, layers)?);
        Ok(())
    }

    /// Takes the layers of a map that are marked `collidable`. Tile layers, with the size of the map's
    /// cells, come in place of the tiles before; contacts name one by its index in the map. The objects
    /// of object layers are added as static geometry, each with its id in the map as its
    /// [`user`](Static::user) number; see [`Object::geometry`](crate::map::Object::geometry). Their
    /// handles are returned in the order of the file: before another map is set,
    /// [remove](Self::remove_static) them, or they stay.
    ///
    /// # Errors
    /// More than [`MOST_LAYERS`] solid layers; an object that no shape is for, by its name.
    pub fn set_map(&mut self, map: &Map) -> Result<Vec<StaticId>, WorldError> {
        let (mut layers, mut pieces) = (Vec::new(), Vec::new());
        for (index, layer) in map.layers.iter().enumerate() {
            match &layer.kind {
                _ if !layer.collidable => {}
                LayerKind::Tiles(cells) => {
                    let solid = TileLayer::new(map.width, map.height, cells.clone())?;
                    layers.push(solid.at(layer.offset.0, layer.offset.1).numbered(index));
                }
                LayerKind::Objects(objects) => {
                    for object in objects {
                        let (shape, position) = object.geometry()?;
                        pieces.push(Static {
                            shape,
                            position,
                            user: u64::from(object.id),
                        });
                    }
                }
                LayerKind::Other => {}
            }
        }
        pieces.iter().try_for_each(check_static)?;
        if self.statics.slots.len() + pieces.len() > i32::MAX as usize {
            return Err(WorldError::Full("static"));
        }
        self.set_tiles([map.tilewidth as f32, map.tileheight as f32], layers)?;
        pieces.into_iter().map(|piece| self.add_static(piece)).collect()
    }

    /// The solid tile layers.
    #[must_use]
    pub fn tile_layers(&self) -> &[TileLayer] {
        &self.tiles.layers
    }

    /// Changes a cell of the `layer`th solid layer, seen by whatever is asked or moves next; false
    /// where there is no such cell.
    pub fn set_tile(&mut self, layer: usize, col: u32, row: u32, cell: u32) -> bool {
        let there = self
            .tiles
            .layers
            .get(layer)
            .is_some_and(|layer| col < layer.cols() && row < layer.rows());
        if there {
            Arc::make_mut(&mut self.tiles).layers[layer].set(col, row, cell);
        }
        there
    }

    /// Adds static geometry. What never gives way is on
    /// [`LAYER_STATIC`](crate::collision::LAYER_STATIC), besides the layers of its shape.
    ///
    /// # Errors
    /// A shape or a place that is not finite.
    pub fn add_static(&mut self, piece: Static) -> Result<StaticId, WorldError> {
        check_static(&piece)?;
        if self.statics.slots.len() >= i32::MAX as usize {
            return Err(WorldError::Full("static"));
        }
        Ok(self.statics.add(piece).of(self.numbers))
    }

    /// A piece of static geometry.
    #[must_use]
    pub fn get_static(&self, id: StaticId) -> Option<&Static> {
        self.statics.get(id).filter(|_| self.numbers.knows(id.world))
    }

    /// Moves or changes a piece of static geometry.
    ///
    /// # Errors
    /// A stale handle, a shape or a place that is not finite.
    pub fn set_static(&mut self, id: StaticId, piece: Static) -> Result<(), WorldError> {
        check_static(&piece)?;
        if self.numbers.knows(id.world) && self.statics.set(id, piece) {
            Ok(())
        } else {
            Err(WorldError::Stale("static"))
        }
    }

    /// Takes a piece of static geometry out; what it was, `None` for a stale handle.
    pub fn remove_static(&mut self, id: StaticId) -> Option<Static> {
        if self.numbers.knows(id.world) {
            self.statics.remove(id)
        } else {
            None
        }
    }
}
