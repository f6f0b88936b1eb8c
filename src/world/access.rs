//! The bodies of a world from outside: spawning, reading, changing, removing. And what is refused.

use glam::Vec3;

use super::World;
use super::bodies::LANES;
use super::body::{Body, Character, State};
use super::error::WorldError;
use super::handle::BodyId;
use super::statics::{self, Static};
use crate::collision::Shape;
use crate::physics::Motion;

impl World {
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
        self.bodies
            .taken()
            .map(|slot| self.bodies.id(slot).of(self.numbers))
    }

    /// Puts a body into the lowest free slot. It takes its character's shape unless
    /// [`Body::own_shape`] is set.
    ///
    /// # Errors
    /// Numbers that are not finite, a shape without an extent; a character, a parent, a logic or a
    /// response that this world does not have.
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
        Ok(self.bodies.id(slot).of(self.numbers))
    }

    /// Takes a body out; what it was, `None` for a stale handle. Bodies attached to it go their own
    /// way from their next turn on.
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let slot = self.find(id)?;
        let body = self.read(slot);
        self.shapes
            .give_back(self.bodies.blocks[slot / LANES].shape[slot % LANES]);
        self.near.take(slot as u32);
        self.feelings.forget(slot);
        self.bodies.free_slot(slot);
        Some(body)
    }

    /// Whether a handle's body is there.
    #[must_use]
    pub fn contains(&self, id: BodyId) -> bool {
        self.find(id).is_some()
    }

    /// A copy of a body.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        Some(self.read(self.find(id)?))
    }

    /// Changes a body in place. One that is given another character takes that character's shape,
    /// unless [`Body::own_shape`] is set.
    ///
    /// # Errors
    /// A stale handle, or what [`spawn`](Self::spawn) refuses; the body is then as it was.
    pub fn edit(&mut self, id: BodyId, change: impl FnOnce(&mut Body)) -> Result<(), WorldError> {
        let slot = self.find(id).ok_or(WorldError::Stale("body"))?;
        let before = self.read(slot);
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
        let slot = self.find(id)?;
        Some(self.bodies.blocks[slot / LANES].motion(slot % LANES))
    }

    /// Changes the numbers of a body.
    ///
    /// # Errors
    /// A stale handle, numbers that are not finite; the body is then as it was.
    pub fn edit_motion(&mut self, id: BodyId, change: impl FnOnce(&mut Motion)) -> Result<(), WorldError> {
        let slot = self.find(id).ok_or(WorldError::Stale("body"))?;
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
        let slot = self.find(id)?;
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
        let slot = self.find(id).ok_or(WorldError::Stale("body"))?;
        self.bodies.blocks[slot / LANES].set_position(slot % LANES, position);
        self.list(slot);
        Ok(())
    }

    /// The velocity that a body's last step computed.
    #[must_use]
    pub fn velocity(&self, id: BodyId) -> Option<Vec3> {
        let slot = self.find(id)?;
        Some(self.bodies.blocks[slot / LANES].velocity(slot % LANES))
    }

    /// What a body is doing.
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<State> {
        let slot = self.find(id)?;
        Some(State(self.bodies.blocks[slot / LANES].state[slot % LANES]))
    }

    /// Says what a body is doing; false for a stale handle.
    pub fn set_state(&mut self, id: BodyId, state: State) -> bool {
        let Some(slot) = self.find(id) else {
            return false;
        };
        self.bodies.set_state(slot, state);
        true
    }

    /// Releases directions of travel, as the C library's `akgl_actor_cmhf_*_off` do: clears the bits
    /// and the thrust and acceleration of their axes, nothing else; the thrust stays where it is to run
    /// down ([`Setting::DecelerationX`](crate::physics::feel::Setting)). False for a stale handle.
    pub fn release(&mut self, id: BodyId, directions: State) -> bool {
        let Some(state) = self.state(id) else {
            return false;
        };
        let travel = directions.travel();
        let runs_down = self.runs_down(id.slot());
        let cleared = self.edit_motion(id, |motion| {
            for (axis, travels) in [travel.x, travel.y].into_iter().enumerate() {
                if travels {
                    motion.acceleration[axis] = 0.0;
                    if !runs_down[axis] {
                        motion.thrust[axis] = 0.0;
                    }
                }
            }
        });
        cleared.is_ok() && self.set_state(id, state.without(directions))
    }

    /// Writes a body into its slot and brings the index up to date.
    pub(super) fn put(&mut self, slot: usize, body: &Body) {
        let mut body = *body;
        body.shape = body.shape.map(statics::settled);
        self.bodies.write(slot, &body, &mut self.shapes);
        self.feelings.stale(slot);
        if let Some(shape) = &body.shape {
            self.index_layers(shape.collides);
        }
        self.list(slot);
    }

    /// The slot of a handle of this world, where its body is still there.
    pub(super) fn find(&self, id: BodyId) -> Option<usize> {
        let slot = self.bodies.find(id)?;
        self.numbers.knows(id.world).then_some(slot)
    }

    /// A body with handles of this world.
    fn read(&self, slot: usize) -> Body {
        let body = self.bodies.read(slot, &self.shapes);
        Body {
            character: body.character.map(|id| id.of(self.numbers)),
            parent: body.parent.map(|id| id.of(self.numbers)),
            logic: body.logic.map(|id| id.of(self.numbers)),
            response: body.response.map(|id| id.of(self.numbers)),
            ..body
        }
    }

    fn check(&self, body: &Body, me: Option<BodyId>) -> Result<(), WorldError> {
        check_motion(&body.motion)?;
        if let Some(shape) = &body.shape {
            check_shape(shape, "body")?;
        }
        if body.character.is_some_and(|id| self.character(id).is_none()) {
            return Err(WorldError::Stale("character"));
        }
        if let Some(parent) = body.parent {
            if !self.contains(parent) {
                return Err(WorldError::Stale("parent"));
            }
            if Some(parent) == me {
                return Err(WorldError::OwnParent);
            }
        }
        let there = |world: u32, index: usize, count: usize| self.numbers.knows(world) && index < count;
        if body
            .logic
            .is_some_and(|id| !there(id.world, id.index(), self.logics.len()))
        {
            return Err(WorldError::Stale("logic"));
        }
        if body
            .response
            .is_some_and(|id| !there(id.world, id.index(), self.responses.len()))
        {
            return Err(WorldError::Stale("response"));
        }
        Ok(())
    }
}

fn check_motion(motion: &Motion) -> Result<(), WorldError> {
    let parts = [
        ("position", motion.position),
        ("velocity", motion.velocity),
        ("environment", motion.environment),
        ("thrust", motion.thrust),
        ("acceleration", motion.acceleration),
        ("top speed", motion.top_speed),
    ];
    match parts.into_iter().find(|(_, part)| !part.is_finite()) {
        None => Ok(()),
        Some((name, _)) => Err(WorldError::NotFinite(name)),
    }
}

pub(super) fn check_shape(shape: &Shape, whose: &'static str) -> Result<(), WorldError> {
    let [x, y] = shape.offset;
    let made = Shape::new(shape.kind, [x, y], shape.size, shape.z, shape.depth);
    if made.is_ok_and(|made| made.size == shape.size && shape.depth > 0.0) {
        Ok(())
    } else {
        Err(WorldError::BadShape(whose))
    }
}

pub(super) fn check_character(character: &Character) -> Result<(), WorldError> {
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

pub(super) fn check_static(piece: &Static) -> Result<(), WorldError> {
    if !piece.position.is_finite() {
        return Err(WorldError::NotFinite("position"));
    }
    check_shape(&piece.shape, "static")
}
