//! Where the bodies lie: in blocks of sixteen, each number of a body in a row of its own.
//!
//! A step without collision runs along the rows, sixteen bodies at a time; a step with collision
//! finds everything about a body within one block. What a step rarely reads lies apart.

use glam::Vec3;

use super::body::{Body, Character, State, signed_acceleration};
use super::felt::Feelings;
use super::handle::{ANY, BodyId, CharacterId, LogicId, ResponseId, next_generation};
use super::shapes::{NO_SHAPE, Shapes};
use crate::physics::Motion;

/// Bodies in a block.
pub(super) const LANES: usize = 16;

/// One number of each body of a block.
pub(super) type Row = [f32; LANES];

/// Sixteen bodies. The masks have a bit for each lane.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Block {
    pub(super) position: [Row; 3],
    pub(super) velocity: [Row; 3],
    pub(super) environment: [Row; 3],
    pub(super) thrust: [Row; 3],
    pub(super) acceleration: [Row; 3],
    pub(super) top_speed: [Row; 3],
    pub(super) state: [u32; LANES],
    /// Numbers in the table of shapes.
    pub(super) shape: [u32; LANES],
    pub(super) layer: [u32; LANES],
    /// Counts the bodies that have stood in the slot; 0 where none has.
    generation: [u32; LANES],
    /// A body is there.
    pub(super) alive: u16,
    /// It has a character and no parent.
    pub(super) stepped: u16,
    /// It has a parent.
    pub(super) child: u16,
    /// It has a logic or a response of the game's own.
    pub(super) hooked: u16,
    /// It has a shape.
    pub(super) shaped: u16,
    /// Its accelerations and top speeds are what [`Bodies::travel`] would make them.
    pub(super) travelled: u16,
    /// It may have thrust or travel.
    pub(super) active: u16,
    /// It may have motion along z, or a place there that adding zero would change.
    pub(super) deep: u16,
}

const EMPTY: Block = Block {
    position: [[0.0; LANES]; 3],
    velocity: [[0.0; LANES]; 3],
    environment: [[0.0; LANES]; 3],
    thrust: [[0.0; LANES]; 3],
    acceleration: [[0.0; LANES]; 3],
    top_speed: [[0.0; LANES]; 3],
    state: [0; LANES],
    shape: [NO_SHAPE; LANES],
    layer: [0; LANES],
    generation: [0; LANES],
    alive: 0,
    stepped: 0,
    child: 0,
    hooked: 0,
    shaped: 0,
    travelled: 0,
    active: 0,
    deep: 0,
};

fn vec(rows: &[Row; 3], lane: usize) -> Vec3 {
    Vec3::new(
        rows[0][lane % LANES],
        rows[1][lane % LANES],
        rows[2][lane % LANES],
    )
}

fn set(rows: &mut [Row; 3], lane: usize, value: Vec3) {
    rows[0][lane % LANES] = value.x;
    rows[1][lane % LANES] = value.y;
    rows[2][lane % LANES] = value.z;
}

impl Block {
    /// All numbers of a lane.
    pub(super) fn motion(&self, lane: usize) -> Motion {
        Motion {
            acceleration: vec(&self.acceleration, lane),
            top_speed: vec(&self.top_speed, lane),
            ..self.moving(lane)
        }
    }

    /// The numbers of a lane that a move reads or writes; the rest are zero.
    pub(super) fn moving(&self, lane: usize) -> Motion {
        Motion {
            position: vec(&self.position, lane),
            velocity: vec(&self.velocity, lane),
            environment: vec(&self.environment, lane),
            thrust: vec(&self.thrust, lane),
            ..Motion::default()
        }
    }

    pub(super) fn set_motion(&mut self, lane: usize, motion: &Motion) {
        self.set_moving(lane, motion);
        set(&mut self.acceleration, lane, motion.acceleration);
        set(&mut self.top_speed, lane, motion.top_speed);
    }

    pub(super) fn set_moving(&mut self, lane: usize, motion: &Motion) {
        set(&mut self.position, lane, motion.position);
        set(&mut self.velocity, lane, motion.velocity);
        set(&mut self.environment, lane, motion.environment);
        set(&mut self.thrust, lane, motion.thrust);
        let bits = |part: Vec3| part.x.to_bits() | part.y.to_bits() | part.z.to_bits();
        self.active |= u16::from(bits(motion.thrust) != 0) << lane;
        let deep = motion.velocity.z.to_bits() | motion.environment.z.to_bits() | motion.thrust.z.to_bits();
        let place = motion.position.z.to_bits() == (-0.0_f32).to_bits();
        self.deep |= u16::from(deep != 0 || place) << lane;
    }

    /// After a move that added nothing to thrust and nothing along z but a place.
    pub(super) fn set_plane(&mut self, lane: usize, motion: &Motion) {
        set(&mut self.position, lane, motion.position);
        for axis in 0..2 {
            self.velocity[axis][lane % LANES] = motion.velocity[axis];
            self.environment[axis][lane % LANES] = motion.environment[axis];
            self.thrust[axis][lane % LANES] = motion.thrust[axis];
        }
    }

    /// Gives a lane its character's top speeds and signed accelerations.
    pub(super) fn travel(&mut self, lane: usize, character: &Character) {
        let acceleration = signed_acceleration(character.acceleration, State(self.state[lane % LANES]));
        set(&mut self.acceleration, lane, acceleration);
        set(&mut self.top_speed, lane, character.top_speed);
        flag(&mut self.travelled, lane, true);
    }

    pub(super) fn position(&self, lane: usize) -> Vec3 {
        vec(&self.position, lane)
    }

    pub(super) fn velocity(&self, lane: usize) -> Vec3 {
        vec(&self.velocity, lane)
    }

    fn set_state(&mut self, lane: usize, state: State) {
        self.state[lane % LANES] = state.0;
        let travel = state.travel();
        self.active |= u16::from(travel.x || travel.y) << lane;
    }

    pub(super) fn set_position(&mut self, lane: usize, position: Vec3) {
        set(&mut self.position, lane, position);
        self.deep |= u16::from(position.z.to_bits() == (-0.0_f32).to_bits()) << lane;
    }
}

/// What a step rarely reads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cold {
    pub(super) character: Option<CharacterId>,
    pub(super) parent: Option<BodyId>,
    pub(super) own_shape: bool,
    pub(super) logic: Option<LogicId>,
    pub(super) response: Option<ResponseId>,
    pub(super) user: u64,
}

/// All bodies of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies {
    pub(super) blocks: Vec<Block>,
    pub(super) cold: Vec<Cold>,
    /// No block before this one has a free lane.
    first_free: usize,
    len: usize,
}

fn flag(mask: &mut u16, lane: usize, on: bool) {
    if on {
        *mask |= 1 << lane;
    } else {
        *mask &= !(1 << lane);
    }
}

impl Bodies {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Slots, free ones included.
    pub(super) fn slots(&self) -> usize {
        self.cold.len()
    }

    /// The slot of a handle, where its body is still there. Of which world it is, is not asked here.
    pub(super) fn find(&self, id: BodyId) -> Option<usize> {
        let slot = id.index as usize;
        let (block, lane) = (self.blocks.get(slot / LANES)?, slot % LANES);
        let there = block.generation[lane] == id.generation && block.alive & 1 << lane != 0;
        there.then_some(slot)
    }

    pub(super) fn is_alive(&self, slot: usize) -> bool {
        self.blocks
            .get(slot / LANES)
            .is_some_and(|block| block.alive & 1 << (slot % LANES) != 0)
    }

    /// The handle of the body in a slot that is taken, without its world.
    pub(super) fn id(&self, slot: usize) -> BodyId {
        BodyId {
            index: slot as u32,
            generation: self.blocks[slot / LANES].generation[slot % LANES],
            world: ANY,
        }
    }

    /// Takes the lowest free slot; its values are the caller's to fill in.
    pub(super) fn take_slot(&mut self) -> usize {
        while self.first_free < self.blocks.len() && self.blocks[self.first_free].alive == u16::MAX {
            self.first_free += 1;
        }
        let (block, lane) = match self.blocks.get(self.first_free) {
            Some(block) => (self.first_free, block.alive.trailing_ones() as usize),
            None => {
                self.blocks.push(EMPTY);
                (self.first_free, 0)
            }
        };
        let slot = block * LANES + lane;
        if slot >= self.cold.len() {
            self.cold.push(Cold::default());
            self.blocks[block].generation[lane] = 1;
        }
        self.blocks[block].alive |= 1 << lane;
        self.len += 1;
        slot
    }

    /// Frees a slot. Its shape's use has been given back.
    pub(super) fn free_slot(&mut self, slot: usize) {
        let (at, lane) = (slot / LANES, slot % LANES);
        let block = &mut self.blocks[at];
        block.set_motion(lane, &Motion::default());
        block.state[lane] = 0;
        block.shape[lane] = NO_SHAPE;
        block.layer[lane] = 0;
        for mask in [
            &mut block.alive,
            &mut block.stepped,
            &mut block.child,
            &mut block.hooked,
            &mut block.shaped,
            &mut block.travelled,
            &mut block.active,
            &mut block.deep,
        ] {
            flag(mask, lane, false);
        }
        block.generation[lane] = next_generation(block.generation[lane]);
        self.cold[slot] = Cold::default();
        self.first_free = self.first_free.min(at);
        self.len -= 1;
    }

    /// A body as plain values. A parent that is gone is no parent.
    pub(super) fn read(&self, slot: usize, shapes: &Shapes) -> Body {
        let (block, lane) = (&self.blocks[slot / LANES], slot % LANES);
        let cold = &self.cold[slot];
        Body {
            motion: block.motion(lane),
            state: State(block.state[lane]),
            layer: block.layer[lane],
            character: cold.character,
            parent: cold.parent.filter(|parent| self.find(*parent).is_some()),
            shape: shapes.get(block.shape[lane]).copied(),
            own_shape: cold.own_shape,
            logic: cold.logic,
            response: cold.response,
            user: cold.user,
        }
    }

    /// Writes plain values into a slot that is taken. The place in the index is the caller's to
    /// bring up to date.
    pub(super) fn write(&mut self, slot: usize, body: &Body, shapes: &mut Shapes) {
        let (block, lane) = (&mut self.blocks[slot / LANES], slot % LANES);
        flag(&mut block.active, lane, false);
        flag(&mut block.deep, lane, false);
        block.set_motion(lane, &body.motion);
        block.set_state(lane, body.state);
        block.layer[lane] = body.layer;
        let shape = shapes.take(body.shape.as_ref());
        shapes.give_back(block.shape[lane]);
        block.shape[lane] = shape;
        flag(&mut block.shaped, lane, shape != NO_SHAPE);
        flag(&mut block.child, lane, body.parent.is_some());
        flag(
            &mut block.stepped,
            lane,
            body.parent.is_none() && body.character.is_some(),
        );
        flag(
            &mut block.hooked,
            lane,
            body.logic.is_some() || body.response.is_some(),
        );
        flag(&mut block.travelled, lane, false);
        let cold = &mut self.cold[slot];
        *cold = Cold {
            character: body.character,
            parent: body.parent,
            own_shape: body.own_shape,
            logic: body.logic,
            response: body.response,
            user: body.user,
        };
    }

    /// Takes a body's parent away.
    pub(super) fn orphan(&mut self, slot: usize) {
        let (block, lane) = (&mut self.blocks[slot / LANES], slot % LANES);
        self.cold[slot].parent = None;
        flag(&mut block.child, lane, false);
        flag(&mut block.stepped, lane, self.cold[slot].character.is_some());
    }

    /// Gives a body its character's top speeds and signed accelerations.
    pub(super) fn travel(&mut self, slot: usize, character: &Character) {
        self.blocks[slot / LANES].travel(slot % LANES, character);
    }

    /// Changes the state of a body.
    pub(super) fn set_state(&mut self, slot: usize, state: State) {
        let (block, lane) = (&mut self.blocks[slot / LANES], slot % LANES);
        if block.state[lane] != state.0 {
            block.set_state(lane, state);
            flag(&mut block.travelled, lane, false);
        }
    }

    /// Writes all numbers of a body.
    pub(super) fn set_motion(&mut self, slot: usize, motion: &Motion) {
        let (block, lane) = (&mut self.blocks[slot / LANES], slot % LANES);
        block.set_motion(lane, motion);
        flag(&mut block.travelled, lane, false);
    }

    /// Every slot that is taken, in order.
    pub(super) fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.slots()).filter(|slot| self.is_alive(*slot))
    }

    /// The generation of a slot, taken or free.
    pub(super) fn generation(&self, slot: usize) -> u32 {
        self.blocks[slot / LANES].generation[slot % LANES]
    }

    /// Makes slots, all free, with their generations, for a snapshot to fill.
    pub(super) fn lay_out(generations: &[u32]) -> Self {
        let mut blocks = vec![EMPTY; generations.len().div_ceil(LANES)];
        for (slot, generation) in generations.iter().enumerate() {
            blocks[slot / LANES].generation[slot % LANES] = *generation;
        }
        Self {
            blocks,
            cold: vec![Cold::default(); generations.len()],
            first_free: 0,
            len: 0,
        }
    }

    /// A body with something finer than its place along z has depth, whatever its numbers are.
    pub(super) fn deepen(&mut self, feelings: &Feelings) {
        for slot in 0..self.slots() {
            let rest = feelings.rest(slot);
            let deep = rest.position.z.to_bits() | rest.environment.z.to_bits() != 0;
            self.blocks[slot / LANES].deep |= u16::from(deep) << (slot % LANES);
        }
    }

    /// Takes a certain slot, which is free.
    pub(super) fn take_this(&mut self, slot: usize) {
        self.blocks[slot / LANES].alive |= 1 << (slot % LANES);
        self.len += 1;
    }
}
