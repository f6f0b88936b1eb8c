//! How bodies feel: the settings of the world, of characters, of zones and of bodies.

use glam::Vec3;

use super::World;
use super::bodies::LANES;
use super::body::State;
use super::error::WorldError;
use super::felt::Felt;
use super::handle::{BodyId, CharacterId};
use crate::physics::feel::{
    Course, Feel, Jump, JumpInput, JumpOutput, JumpRules, Pace, Rules, TOUCH_GROUND, TOUCH_LEFT, TOUCH_RIGHT,
};

/// A part of the world with settings of its own: water, a ladder, ice, a belt, a slow field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// The left and upper edge, px.
    pub corner: [f32; 2],
    /// Width and height, px.
    pub size: [f32; 2],
    /// What it sets, for bodies the middle of whose shape (their origin where they have none) is in it.
    pub feel: Feel,
}

fn usable(feel: &Feel) -> Result<(), WorldError> {
    match feel.unusable() {
        None => Ok(()),
        Some((name, _)) => Err(WorldError::BadSetting(name)),
    }
}

impl World {
    /// The most steps of one [`advance`](Self::advance) unless [`set_pace`](Self::set_pace) says
    /// otherwise.
    pub const DEFAULT_CATCH_UP: u32 = 5;

    /// How bodies feel unless a character, a zone or they themselves say otherwise. With nothing set
    /// here or there a step is the documented one, to the bit.
    ///
    /// # Errors
    /// A setting that is not finite, or negative where that means nothing.
    pub fn set_world_feel(&mut self, feel: Feel) -> Result<(), WorldError> {
        usable(&feel)?;
        self.feelings.world = feel;
        self.feelings.ask_all();
        Ok(())
    }

    /// The settings of the world.
    #[must_use]
    pub fn world_feel(&self) -> Feel {
        self.feelings.world
    }

    /// How every body of a character feels.
    ///
    /// # Errors
    /// A character of another world, a setting that cannot be used.
    pub fn set_character_feel(&mut self, id: CharacterId, feel: Feel) -> Result<(), WorldError> {
        usable(&feel)?;
        if self.character(id).is_none() {
            return Err(WorldError::Stale("character"));
        }
        let characters = &mut self.feelings.characters;
        if characters.len() <= id.index() {
            characters.resize(id.index() + 1, Feel::default());
        }
        characters[id.index()] = feel;
        self.feelings.ask_all();
        Ok(())
    }

    /// How one body feels. With any settings, also none, the world keeps what the body
    /// [touches](Self::touching).
    ///
    /// # Errors
    /// A stale handle, a setting that cannot be used.
    pub fn set_feel(&mut self, id: BodyId, feel: Feel) -> Result<(), WorldError> {
        usable(&feel)?;
        self.felt_mut(id).ok_or(WorldError::Stale("body"))?.feel = feel;
        self.feelings.stale(id.slot());
        Ok(())
    }

    /// A body's own settings.
    #[must_use]
    pub fn feel(&self, id: BodyId) -> Option<Feel> {
        Some(self.felt(id)?.feel)
    }

    /// Sets the zones, in place of those before; later ones count over earlier ones.
    ///
    /// # Errors
    /// A setting that cannot be used, an edge that is not finite.
    pub fn set_zones(&mut self, zones: Vec<Zone>) -> Result<(), WorldError> {
        for zone in &zones {
            usable(&zone.feel)?;
            if !zone.corner.iter().chain(&zone.size).all(|edge| edge.is_finite()) {
                return Err(WorldError::NotFinite("zone"));
            }
        }
        self.feelings.zones = zones;
        self.feelings.ask_all();
        Ok(())
    }

    /// Gives a body an impulse, px/s: a velocity beside its own that runs down by
    /// [`Setting::PushDecay`](crate::physics::feel::Setting::PushDecay) and that no movement logic overwrites. Impulses add up.
    ///
    /// # Errors
    /// A stale handle, an impulse that is not finite.
    pub fn push(&mut self, id: BodyId, impulse: Vec3) -> Result<(), WorldError> {
        let felt = self.felt_mut(id).ok_or(WorldError::Stale("body"))?;
        let sum = felt.push + impulse;
        if !sum.is_finite() {
            return Err(WorldError::NotFinite("impulse"));
        }
        felt.push = sum;
        Ok(())
    }

    /// What is left of a body's impulses.
    #[must_use]
    pub fn impulse(&self, id: BodyId) -> Option<Vec3> {
        Some(self.felt(id)?.push)
    }

    /// What a body's last step met: [`TOUCH_GROUND`] and its like. Kept for bodies that feel anything;
    /// see [`set_feel`](Self::set_feel).
    #[must_use]
    pub fn touching(&self, id: BodyId) -> Option<u32> {
        self.find(id).map(|slot| self.feelings.touching(slot))
    }

    /// Says what a body touches, for a game that keeps its bodies on a floor by itself. A step in which
    /// the body has a shape finds out anew.
    ///
    /// # Errors
    /// A stale handle.
    pub fn set_touching(&mut self, id: BodyId, touching: u32) -> Result<(), WorldError> {
        self.felt_mut(id).ok_or(WorldError::Stale("body"))?;
        *self.feelings.touching_mut(id.slot()) = touching;
        Ok(())
    }

    /// The course of a body in free flight, by the closed forms: where it is and how fast at any moment
    /// from now on, its apex, its landing.
    #[must_use]
    pub fn course(&self, id: BodyId) -> Option<Course> {
        let slot = self.find(id)?;
        let felt = self.feelings.get(slot);
        let rules = self.rules(slot);
        let block = &self.bodies.blocks[slot / LANES];
        let (motion, state) = (block.motion(slot % LANES), State(block.state[slot % LANES]));
        let (rest, grounded) = (self.feelings.rest(slot), self.feelings.grounded(slot));
        Some(Course::new(
            &motion,
            rest,
            felt.push,
            self.pull(&rules),
            self.settings.drag,
            state.travel(),
            &rules,
            grounded,
        ))
    }

    /// What gravity does to the environmental velocity of a body with such rules, px/s² along each axis.
    pub(super) fn pull(&self, rules: &Rules) -> Vec3 {
        let gravity = self.settings.gravity;
        Vec3::new(-gravity.x, gravity.y, -gravity.z) * rules.gravity
    }

    /// The step of [`advance`](Self::advance) in seconds and the most steps of one call. What cannot be
    /// used is a sixtieth and at least 1.
    pub fn set_pace(&mut self, step: f32, most: u32) {
        self.feelings.pace = Pace::new(step, most.max(1));
        self.feelings.catch_up = most.max(1);
    }

    /// Takes as many fixed steps as are due after `elapsed` more seconds, and keeps the rest for the
    /// next call; how many were taken. After a stall the time past the most steps is let go: the world
    /// lags, it does not leap. The world's scale of time multiplies `elapsed`.
    pub fn advance(&mut self, elapsed: f32) -> u32 {
        let scale = self
            .feelings
            .time()
            .min(crate::physics::feel::Pieces::MOST as f32);
        let most = self
            .feelings
            .catch_up
            .saturating_mul(scale.ceil().max(1.0) as u32);
        let before = self.feelings.pace;
        let mut pace = Pace::new(before.step(), most).with_left(before.left());
        let steps = pace.feed(f64::from(elapsed) * f64::from(scale));
        self.feelings.pace = pace;
        for _ in 0..steps {
            for slot in 0..self.bodies.slots() {
                self.note(slot, true);
            }
            self.step_once(pace.step(), None);
            for slot in 0..self.bodies.slots() {
                self.note(slot, false);
            }
        }
        steps
    }

    /// How far the frame lies from the last step toward the next, 0 to 1: for [`pose`](Self::pose).
    #[must_use]
    pub fn alpha(&self) -> f32 {
        self.feelings.pace.alpha()
    }

    fn note(&mut self, slot: usize, before: bool) {
        if !self.bodies.is_alive(slot) {
            return;
        }
        let place = self.bodies.blocks[slot / LANES].position(slot % LANES);
        let generation = self.bodies.id(slot).generation;
        let felt = self.feelings.pose(slot, generation);
        felt.to = place;
        if before {
            (felt.from, felt.teleported) = (place, false);
        } else if felt.teleported {
            felt.from = place;
        }
    }

    /// Where to draw a body: between where it was before the last step of [`advance`](Self::advance) and
    /// where that step left it, `alpha` of the way. A body that has been put elsewhere since, or
    /// [teleported](Self::teleport) at any time, is drawn where it is.
    #[must_use]
    pub fn pose(&self, id: BodyId, alpha: f32) -> Option<Vec3> {
        let slot = self.find(id)?;
        let now = self.bodies.blocks[slot / LANES].position(slot % LANES);
        let felt = self.feelings.get(slot);
        let stepped = felt.generation == id.generation && felt.to == now;
        let from = if stepped { felt.from } else { now };
        Some(from + (now - from) * alpha)
    }

    /// Puts a body elsewhere, so that it is not drawn on a way that it did not go.
    ///
    /// # Errors
    /// A stale handle, a place that is not finite.
    pub fn teleport(&mut self, id: BodyId, position: Vec3) -> Result<(), WorldError> {
        self.set_position(id, position)?;
        let felt = self.feelings.pose(id.slot(), id.generation);
        (felt.from, felt.to, felt.teleported) = (position, position, true);
        Ok(())
    }

    /// A step of a body's jumps, read from the body and done to it: for its movement logic. Ground and
    /// walls are what it [touches](Self::touching), the direction is that of its MOVING bits. `None`, with
    /// nothing changed, for a stale handle and where numbers are not finite; see [`Jump::try_update`].
    pub fn jump(
        &mut self,
        id: BodyId,
        jump: &mut Jump,
        rules: &JumpRules,
        pressed: bool,
        held: bool,
        dt: f32,
    ) -> Option<JumpOutput> {
        let state = self.state(id)?;
        let speed = self.motion(id)?.environment.y;
        let touching = self.touching(id)?;
        let push = self.impulse(id)?.x;
        let side = |left: bool, right: bool| i32::from(right) - i32::from(left);
        let input = JumpInput {
            grounded: touching & TOUCH_GROUND != 0,
            wall: side(touching & TOUCH_LEFT != 0, touching & TOUCH_RIGHT != 0),
            toward: side(state.any(State::MOVING_LEFT), state.any(State::MOVING_RIGHT)),
            pressed,
            held,
            speed,
        };
        let mut next = *jump;
        let output = next.try_update(rules, &input, dt)?;
        if !(push + output.push).is_finite() {
            return None;
        }
        *jump = next;
        let felt = self.felt_mut(id)?;
        felt.push.x += output.push;
        felt.lighter = 1.0 - output.gravity;
        felt.most_fall = if output.most_fall.is_finite() {
            output.most_fall
        } else {
            0.0
        };
        if let Some(speed) = output.set_speed {
            self.edit_motion(id, |motion| motion.environment.y = speed).ok()?;
        }
        Some(output)
    }

    /// A surface takes the part of a body's impulse that leads into it.
    pub(super) fn stop_impulse(&mut self, id: BodyId, normal: Vec3) {
        if self.felt(id).is_some_and(|felt| felt.push != Vec3::ZERO)
            && let Some(felt) = self.felt_mut(id)
        {
            felt.stop(normal);
        }
    }

    fn felt(&self, id: BodyId) -> Option<Felt> {
        let slot = self.find(id)?;
        Some(self.feelings.get(slot))
    }

    fn felt_mut(&mut self, id: BodyId) -> Option<&mut Felt> {
        let slot = self.find(id)?;
        Some(self.feelings.keep(slot, id.generation))
    }

    /// The settings that reach a body, but for the world's scale of time, which is the whole step's.
    pub(super) fn rules(&self, slot: usize) -> Rules {
        let character = self.bodies.cold[slot].character;
        let felt = self.feelings.of(slot);
        let plain = felt.is_none_or(Felt::is_plain);
        let inside = || self.feelings.zones.iter().filter(|zone| self.is_in(slot, zone));
        if plain && inside().next().is_none() {
            return *self.feelings.shared(character);
        }
        let zones = inside().fold(Feel::default(), |below, zone| zone.feel.over(below));
        let feel = zones.over(self.feelings.without_zones(character));
        let Some(felt) = felt else {
            return Rules::of(&feel);
        };
        let mut rules = Rules::of(&felt.feel.over(feel));
        if felt.lighter != 0.0 {
            rules.gravity *= 1.0 - felt.lighter.clamp(0.0, 1.0);
        }
        if felt.most_fall > 0.0 {
            rules.most.y = rules.most.y.min(felt.most_fall);
        }
        rules
    }

    /// Whether a body's middle is in a zone.
    pub(super) fn is_in(&self, slot: usize, zone: &Zone) -> bool {
        let (block, lane) = (&self.bodies.blocks[slot / LANES], slot % LANES);
        let at = block.position(lane);
        let shape = self.shapes.get(block.shape[lane]);
        [0, 1].into_iter().all(|axis| {
            let middle = shape.map_or(at[axis], |shape| {
                at[axis] + shape.offset[axis] + 0.5 * shape.size[axis]
            });
            let edge = zone.corner[axis];
            middle >= edge && middle < edge + zone.size[axis]
        })
    }

    /// Whether a body's thrust along x and y runs down when it is let go.
    pub(super) fn runs_down(&self, slot: usize) -> [bool; 2] {
        if self.feelings.lanes(slot / LANES) & 1 << (slot % LANES) == 0 {
            return [false; 2];
        }
        self.rules(slot).deceleration.map(|rate| rate.is_some())
    }
}
