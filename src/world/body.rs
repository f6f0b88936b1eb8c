//! What a body is, seen from outside: plain values.

use core::ops::{BitAnd, BitOr, BitOrAssign, Not};

use glam::Vec3;

use super::handle::{BodyId, CharacterId, LogicId, ResponseId};
use crate::collision::Shape;
use crate::physics::{Motion, Travel};

/// What a body is doing, one bit each. The numbers are those of the C library's
/// `AKGL_ACTOR_STATE_*`; other bits are the game's own, kept and not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State(pub u32);

impl State {
    /// No bit at all.
    pub const NONE: Self = Self(0);
    /// Looking down.
    pub const FACE_DOWN: Self = Self(1);
    /// Looking left.
    pub const FACE_LEFT: Self = Self(2);
    /// Looking right.
    pub const FACE_RIGHT: Self = Self(4);
    /// Looking up.
    pub const FACE_UP: Self = Self(8);
    /// Alive.
    pub const ALIVE: Self = Self(16);
    /// On its way out.
    pub const DYING: Self = Self(32);
    /// Dead.
    pub const DEAD: Self = Self(64);
    /// Travelling left by its own effort.
    pub const MOVING_LEFT: Self = Self(128);
    /// Travelling right by its own effort.
    pub const MOVING_RIGHT: Self = Self(256);
    /// Travelling up by its own effort.
    pub const MOVING_UP: Self = Self(512);
    /// Travelling down by its own effort.
    pub const MOVING_DOWN: Self = Self(1024);
    /// Travelling away from the camera. Takes no thrust: depth is left to the game's own logic.
    pub const MOVING_IN: Self = Self(2048);
    /// Travelling toward the camera. Takes no thrust, as [`MOVING_IN`](Self::MOVING_IN).
    pub const MOVING_OUT: Self = Self(4096);

    /// Whether any of the bits of `other` is set.
    #[must_use]
    pub const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// With the bits of `other` set.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// With the bits of `other` cleared.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The axes of travel.
    #[must_use]
    pub(super) const fn travel(self) -> Travel {
        Travel {
            x: self.any(Self(Self::MOVING_LEFT.0 | Self::MOVING_RIGHT.0)),
            y: self.any(Self(Self::MOVING_UP.0 | Self::MOVING_DOWN.0)),
        }
    }
}

impl BitOr for State {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl BitOrAssign for State {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for State {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for State {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// What many bodies share: how fast they get going, how fast they go, and their shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Character {
    /// How fast thrust grows along each axis, px/s².
    pub acceleration: Vec3,
    /// The most thrust along each axis, px/s; an axis of 0 takes none.
    pub top_speed: Vec3,
    /// The shape of every body of this character that does not have its own.
    pub shape: Option<Shape>,
}

/// The accelerations that a body of a character takes on: signed by the direction of travel, left,
/// up and in negative, zero where both directions of an axis are held or none.
pub(super) fn signed_acceleration(acceleration: Vec3, state: State) -> Vec3 {
    let signed =
        |amount: f32, negative: State, positive: State| match (state.any(negative), state.any(positive)) {
            (true, false) => -amount,
            (false, true) => amount,
            _ => 0.0,
        };
    Vec3::new(
        signed(acceleration.x, State::MOVING_LEFT, State::MOVING_RIGHT),
        signed(acceleration.y, State::MOVING_UP, State::MOVING_DOWN),
        signed(acceleration.z, State::MOVING_IN, State::MOVING_OUT),
    )
}

/// Everything about one body. [`World::body`](super::World::body) gives a copy,
/// [`World::edit`](super::World::edit) changes one in place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Position, velocities, accelerations and top speeds. For a body with a parent, `velocity` is
    /// its offset from the parent.
    pub motion: Motion,
    /// What it is doing.
    pub state: State,
    /// Which layer of the game it is on, for [`World::step_layer`](super::World::step_layer).
    pub layer: u32,
    /// Its character; a body without one is not stepped.
    pub character: Option<CharacterId>,
    /// The body that it is attached to; such a body is placed beside its parent and not stepped.
    pub parent: Option<BodyId>,
    /// Its shape; none means that it touches nothing. One that never gives way ([`Shape::fixed`]) is on
    /// [`LAYER_STATIC`](crate::collision::LAYER_STATIC) too.
    pub shape: Option<Shape>,
    /// The shape is this body's own: a character does not replace it, also where it is none.
    pub own_shape: bool,
    /// Its movement logic; none means [`Context::travel`](super::Context::travel) alone.
    pub logic: Option<LogicId>,
    /// Its response to contacts; none means [`Context::block`](super::Context::block) alone.
    pub response: Option<ResponseId>,
    /// The game's own number, kept and given back.
    pub user: u64,
}

impl Body {
    /// A body of a character, alive, at a place in the plane, with the character's shape once it is
    /// spawned.
    #[must_use]
    pub fn new(character: CharacterId, x: f32, y: f32) -> Self {
        Self {
            motion: Motion {
                position: Vec3::new(x, y, 0.0),
                ..Motion::default()
            },
            state: State::ALIVE,
            character: Some(character),
            ..Self::default()
        }
    }

    /// With a shape of its own.
    #[must_use]
    pub fn with_shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape);
        self.own_shape = true;
        self
    }

    /// With state bits set.
    #[must_use]
    pub fn with_state(mut self, state: State) -> Self {
        self.state |= state;
        self
    }

    /// With a movement logic.
    #[must_use]
    pub fn with_logic(mut self, logic: LogicId) -> Self {
        self.logic = Some(logic);
        self
    }

    /// With a response to contacts.
    #[must_use]
    pub fn with_response(mut self, response: ResponseId) -> Self {
        self.response = Some(response);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accelerations_are_signed_by_the_direction_of_travel() {
        let amount = Vec3::new(1.0, 2.0, 3.0);
        let at = |state| signed_acceleration(amount, state);
        assert_eq!(
            at(State::MOVING_LEFT | State::MOVING_DOWN),
            Vec3::new(-1.0, 2.0, 0.0)
        );
        assert_eq!(
            at(State::MOVING_RIGHT | State::MOVING_UP),
            Vec3::new(1.0, -2.0, 0.0)
        );
        assert_eq!(at(State::MOVING_LEFT | State::MOVING_RIGHT), Vec3::ZERO);
        assert_eq!(at(State::MOVING_IN), Vec3::new(0.0, 0.0, -3.0));
    }

    #[test]
    fn both_directions_of_an_axis_still_travel_along_it() {
        let both = State::MOVING_LEFT | State::MOVING_RIGHT;
        assert_eq!(both.travel(), Travel { x: true, y: false });
    }
}
