//! Any number of bodies in a world of their own, safe, without SDL and without anything global.
//!
//! A [`World`] steps its bodies by the same functions as the C library steps its pool
//! ([`crate::physics`], [`crate::collision`]), in the same order, and gives the same bits. Worlds know
//! nothing of each other: thousands of them can be stepped side by side, on any threads.
//!
//! ```
//! use akgl::collision::Shape;
//! use akgl::physics::Settings;
//! use akgl::world::{Body, Character, State, TileLayer, World};
//! use glam::Vec3;
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
//! | file | what is in it |
//! |---|---|
//! | `body` | a body and a character as plain values |
//! | `handle` | handles that find nothing once the thing is gone |
//! | `bodies` | how the bodies lie in memory; `shapes`: shapes stored once |
//! | `tiles`, `statics` | what does not move |
//! | `near` | who may be near a rectangle |
//! | `step`, `kernel`, `moves` | a step: the order, the arithmetic, the moves |
//! | `hook`, `contact` | the game's own logic and responses |
//! | `save`, `snapshot` | the state kept in memory, and as bytes; its hash |
//! | `query` | questions that push nothing |
#![forbid(unsafe_code)]

mod bodies;
mod body;
mod bytes;
mod contact;
mod error;
mod handle;
mod hook;
mod kernel;
mod moves;
mod near;
mod query;
mod save;
mod shapes;
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
pub use handle::{BodyId, CharacterId, LogicId, ResponseId, StaticId};
pub use hook::{Context, Flow};
pub use save::Saved;
pub use snapshot::SnapshotError;
pub use statics::Static;
pub use tiles::{MOST_LAYERS, TileError, TileLayer};

use crate::collision::{Obstacle, Resolver, Shape, Space};
use crate::physics::{Motion, Settings};
use bodies::{Bodies, LANES};
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
    logics: Vec<Option<hook::Logic>>,
    responses: Vec<Option<hook::Response>>,
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

impl Default for World {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl World {
    /// An empty world. Depth is not compared ([`Space::Planar`]), cells are 16 pixels wide and high
    /// until tiles say otherwise.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
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
            logics: Vec::new(),
            responses: Vec::new(),
        }
    }

    /// Gravity, drag and the bound on [`advance_clock`](Self::advance_clock).
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes gravity and drag, from the next body's step on.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
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
        Ok(CharacterId(self.characters.len() as u32 - 1))
    }

    /// A character; `None` for one of another world.
    #[must_use]
    pub fn character(&self, id: CharacterId) -> Option<&Character> {
        self.characters.get(id.index())
    }

    /// Changes a character. Its bodies take on the new speeds as they next travel; they keep the
    /// shape they have.
    ///
    /// # Errors
    /// Numbers that are not finite, a character of another world.
    pub fn set_character(&mut self, id: CharacterId, character: Character) -> Result<(), WorldError> {
        check_character(&character)?;
        *self
            .characters
            .get_mut(id.index())
            .ok_or(WorldError::Stale("character"))? = character;
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

    /// Adds static geometry. It is on the layers of its shape: for what most bodies respond to that
    /// is [`LAYER_STATIC`](crate::collision::LAYER_STATIC), which [`Shape::on`] puts it on.
    ///
    /// # Errors
    /// A shape or a place that is not finite.
    pub fn add_static(&mut self, piece: Static) -> Result<StaticId, WorldError> {
        check_static(&piece)?;
        if self.statics.slots.len() >= i32::MAX as usize {
            return Err(WorldError::Full("static"));
        }
        Ok(self.statics.add(piece))
    }

    /// A piece of static geometry.
    #[must_use]
    pub fn get_static(&self, id: StaticId) -> Option<&Static> {
        self.statics.get(id)
    }

    /// Moves or changes a piece of static geometry.
    ///
    /// # Errors
    /// A stale handle, a shape or a place that is not finite.
    pub fn set_static(&mut self, id: StaticId, piece: Static) -> Result<(), WorldError> {
        check_static(&piece)?;
        if self.statics.set(id, piece) {
            Ok(())
        } else {
            Err(WorldError::Stale("static"))
        }
    }

    /// Takes a piece of static geometry out; what it was, `None` for a stale handle.
    pub fn remove_static(&mut self, id: StaticId) -> Option<Static> {
        self.statics.remove(id)
    }

    /// How many bodies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.len() == 0
    }

    /// Every body, in the order in which they are stepped.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.taken().map(|slot| self.bodies.id(slot))
    }

    /// Puts a body into the lowest free slot. It takes its character's shape unless
    /// [`Body::own_shape`] is set.
    ///
    /// # Errors
    /// Numbers that are not finite, a character or a parent that is not there.
    pub fn spawn(&mut self, mut body: Body) -> Result<BodyId, WorldError> {
        self.check(&body, None)?;
        if self.bodies.slots() >= i32::MAX as usize {
            return Err(WorldError::Full("body"));
        }
        if !body.own_shape {
            body.shape = body
                .character
                .and_then(|id| self.characters.get(id.index()))
                .and_then(|character| character.shape);
        }
        let slot = self.bodies.take_slot();
        self.put(slot, &body);
        Ok(self.bodies.id(slot))
    }

    /// Takes a body out; what it was, `None` for a stale handle. Bodies attached to it go their own
    /// way from their next turn on.
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let slot = self.bodies.find(id)?;
        let body = self.bodies.read(slot, &self.shapes);
        self.shapes
            .give_back(self.bodies.blocks[slot / LANES].shape[slot % LANES]);
        self.near.take(slot as u32);
        self.bodies.free_slot(slot);
        Some(body)
    }

    /// Whether a handle's body is there.
    #[must_use]
    pub fn contains(&self, id: BodyId) -> bool {
        self.bodies.find(id).is_some()
    }

    /// A copy of a body.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        Some(self.bodies.read(self.bodies.find(id)?, &self.shapes))
    }

    /// Changes a body in place. One that is given another character takes that character's shape,
    /// unless [`Body::own_shape`] is set.
    ///
    /// # Errors
    /// A stale handle, or what [`spawn`](Self::spawn) refuses; the body is then as it was.
    pub fn edit(&mut self, id: BodyId, change: impl FnOnce(&mut Body)) -> Result<(), WorldError> {
        let slot = self.bodies.find(id).ok_or(WorldError::Stale("body"))?;
        let before = self.bodies.read(slot, &self.shapes);
        let mut body = before;
        change(&mut body);
        self.check(&body, Some(id))?;
        if body.character != before.character && !body.own_shape {
            body.shape = body
                .character
                .and_then(|id| self.characters.get(id.index()))
                .and_then(|character| character.shape);
        }
        self.put(slot, &body);
        Ok(())
    }

    /// The numbers of a body.
    #[must_use]
    pub fn motion(&self, id: BodyId) -> Option<Motion> {
        let slot = self.bodies.find(id)?;
        Some(self.bodies.blocks[slot / LANES].motion(slot % LANES))
    }

    /// Changes the numbers of a body.
    ///
    /// # Errors
    /// A stale handle, numbers that are not finite; the body is then as it was.
    pub fn edit_motion(&mut self, id: BodyId, change: impl FnOnce(&mut Motion)) -> Result<(), WorldError> {
        let slot = self.bodies.find(id).ok_or(WorldError::Stale("body"))?;
        let mut motion = self.bodies.blocks[slot / LANES].motion(slot % LANES);
        change(&mut motion);
        check_motion(&motion)?;
        self.bodies.set_motion(slot, &motion);
        self.list(slot);
        Ok(())
    }

    /// Where a body's origin is.
    #[must_use]
    pub fn position(&self, id: BodyId) -> Option<Vec3> {
        let slot = self.bodies.find(id)?;
        Some(self.bodies.blocks[slot / LANES].position(slot % LANES))
    }

    /// Puts a body elsewhere.
    ///
    /// # Errors
    /// A stale handle, a place that is not finite.
    pub fn set_position(&mut self, id: BodyId, position: Vec3) -> Result<(), WorldError> {
        if !position.is_finite() {
            return Err(WorldError::NotFinite("position"));
        }
        let slot = self.bodies.find(id).ok_or(WorldError::Stale("body"))?;
        self.bodies.blocks[slot / LANES].set_position(slot % LANES, position);
        self.list(slot);
        Ok(())
    }

    /// The velocity that a body's last step computed.
    #[must_use]
    pub fn velocity(&self, id: BodyId) -> Option<Vec3> {
        let slot = self.bodies.find(id)?;
        Some(self.bodies.blocks[slot / LANES].velocity(slot % LANES))
    }

    /// What a body is doing.
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<State> {
        let slot = self.bodies.find(id)?;
        Some(State(self.bodies.blocks[slot / LANES].state[slot % LANES]))
    }

    /// Says what a body is doing; false for a stale handle.
    pub fn set_state(&mut self, id: BodyId, state: State) -> bool {
        let Some(slot) = self.bodies.find(id) else {
            return false;
        };
        self.bodies.set_state(slot, state);
        true
    }

    /// Releases directions of travel, as the C library's `akgl_actor_cmhf_*_off` do: clears the bits
    /// and the thrust and acceleration of their axes, nothing else. False for a stale handle.
    pub fn release(&mut self, id: BodyId, directions: State) -> bool {
        let Some(state) = self.state(id) else {
            return false;
        };
        let travel = directions.travel();
        let cleared = self.edit_motion(id, |motion| {
            if travel.x {
                (motion.thrust.x, motion.acceleration.x) = (0.0, 0.0);
            }
            if travel.y {
                (motion.thrust.y, motion.acceleration.y) = (0.0, 0.0);
            }
        });
        cleared.is_ok() && self.set_state(id, state.without(directions))
    }

    /// Writes a body into its slot and brings the index up to date.
    fn put(&mut self, slot: usize, body: &Body) {
        self.bodies.write(slot, body, &mut self.shapes);
        if let Some(shape) = &body.shape {
            self.index_layers(shape.collides);
        }
        self.list(slot);
    }

    fn check(&self, body: &Body, me: Option<BodyId>) -> Result<(), WorldError> {
        check_motion(&body.motion)?;
        if let Some(shape) = &body.shape {
            check_shape(shape, "body")?;
        }
        if body
            .character
            .is_some_and(|id| id.index() >= self.characters.len())
        {
            return Err(WorldError::Stale("character"));
        }
        if let Some(parent) = body.parent
            && (!self.contains(parent) || Some(parent) == me)
        {
            return Err(WorldError::Stale("parent"));
        }
        Ok(())
    }
}

fn check_motion(motion: &Motion) -> Result<(), WorldError> {
    if motion.is_finite() && motion.velocity.is_finite() {
        Ok(())
    } else {
        Err(WorldError::NotFinite("motion"))
    }
}

fn check_shape(shape: &Shape, whose: &'static str) -> Result<(), WorldError> {
    let [x, y] = shape.offset;
    let made = Shape::new(shape.kind, [x, y], shape.size, shape.z, shape.depth);
    if made.is_ok_and(|made| made.size == shape.size && shape.depth > 0.0) {
        Ok(())
    } else {
        Err(WorldError::BadShape(whose))
    }
}

fn check_character(character: &Character) -> Result<(), WorldError> {
    if !character.acceleration.is_finite() {
        return Err(WorldError::NotFinite("acceleration"));
    }
    if !character.top_speed.is_finite() {
        return Err(WorldError::NotFinite("top speed"));
    }
    character
        .shape
        .as_ref()
        .map_or(Ok(()), |shape| check_shape(shape, "character"))
}

fn check_static(piece: &Static) -> Result<(), WorldError> {
    if !piece.position.is_finite() {
        return Err(WorldError::NotFinite("position"));
    }
    check_shape(&piece.shape, "static")
}
