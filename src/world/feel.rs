//! How bodies feel: the settings of the world, of characters, of zones and of bodies, and what the steps
//! keep about the bodies that have any.

use glam::Vec3;

use super::World;
use super::bodies::LANES;
use super::body::State;
use super::error::WorldError;
use super::handle::{BodyId, CharacterId};
use crate::physics::Motion;
use crate::physics::feel::{
    Course, Feel, Jump, JumpInput, JumpOutput, JumpRules, Pace, Rest, Rules, Setting, TOUCH_GROUND,
    TOUCH_LEFT, TOUCH_RIGHT,
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

/// What the steps keep about one body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Felt {
    /// Of the body that this is about; 0 for none.
    pub(super) generation: u32,
    pub(super) feel: Feel,
    pub(super) push: Vec3,
    /// What the ground adds to the velocity in this step.
    pub(super) carried: Vec3,
    pub(super) touching: u32,
    pub(super) rest: Rest,
    /// For this step only: the part of gravity that is taken away, and the most fall (0: no limit).
    pub(super) lighter: f32,
    pub(super) most_fall: f32,
    pub(super) teleported: bool,
    pub(super) from: Vec3,
    pub(super) to: Vec3,
}

/// The settings of feel of a whole world.
#[derive(Clone, Debug)]
pub(super) struct Feelings {
    pub(super) world: Feel,
    pub(super) zones: Vec<Zone>,
    pub(super) characters: Vec<Feel>,
    /// By slot; shorter than the slots where nothing is kept about the later ones.
    pub(super) bodies: Vec<Felt>,
    /// By block: which lanes are kept about.
    pub(super) kept: Vec<u16>,
    /// The rules of a body that has nothing of its own, of no character and of each.
    pub(super) shared: Vec<Rules>,
    /// Every body is to be asked: the world, a zone or a character has settings.
    pub(super) all: bool,
    pub(super) pace: Pace,
    pub(super) catch_up: u32,
}

impl Default for Feelings {
    fn default() -> Self {
        Self {
            world: Feel::default(),
            zones: Vec::new(),
            characters: Vec::new(),
            bodies: Vec::new(),
            kept: Vec::new(),
            shared: Vec::new(),
            all: false,
            pace: Pace::new(1.0 / 60.0, World::DEFAULT_CATCH_UP),
            catch_up: World::DEFAULT_CATCH_UP,
        }
    }
}

impl Feelings {
    /// The lanes of a block whose bodies feel anything.
    pub(super) fn lanes(&self, block: usize) -> u16 {
        if self.all {
            u16::MAX
        } else {
            self.kept.get(block).copied().unwrap_or(0)
        }
    }

    /// The world's scale of time.
    pub(super) fn time(&self) -> f32 {
        self.world.get(Setting::TimeScale).unwrap_or(1.0)
    }

    /// Nothing is kept about a slot any more.
    pub(super) fn forget(&mut self, slot: usize) {
        if let Some(felt) = self.bodies.get_mut(slot) {
            *felt = Felt::default();
            self.kept[slot / LANES] &= !(1 << (slot % LANES));
        }
    }

    pub(super) fn ask_all(&mut self) {
        let named = |feel: &Feel| !feel.without(Setting::TimeScale).is_empty();
        let world = self.world.without(Setting::TimeScale);
        self.shared = core::iter::once(Rules::of(&world))
            .chain(self.characters.iter().map(|feel| Rules::of(&feel.over(world))))
            .collect();
        self.all = named(&self.world)
            || !self.zones.is_empty()
            || self.characters.iter().any(|feel| !feel.is_empty());
    }

    pub(super) fn get(&self, slot: usize, generation: u32) -> Felt {
        self.bodies
            .get(slot)
            .filter(|felt| felt.generation == generation)
            .copied()
            .unwrap_or_default()
    }

    /// What is kept about a body, from now on.
    pub(super) fn keep(&mut self, slot: usize, generation: u32) -> &mut Felt {
        if slot >= self.bodies.len() {
            self.bodies.resize(slot + 1, Felt::default());
            self.kept.resize(slot / LANES + 1, 0);
        }
        self.kept[slot / LANES] |= 1 << (slot % LANES);
        let felt = &mut self.bodies[slot];
        if felt.generation != generation {
            *felt = Felt {
                generation,
                ..Felt::default()
            };
        }
        felt
    }
}

impl Felt {
    /// Whether it has no settings of its own.
    fn is_plain(&self) -> bool {
        self.feel.is_empty() && self.lighter == 0.0 && self.most_fall == 0.0
    }

    /// Velocity from everything that a body moves by.
    pub(super) fn combine(&self, motion: &mut Motion) {
        motion.combine();
        let more = self.push + self.carried;
        // Adding nothing would change the sign of a zero.
        if more != Vec3::ZERO {
            motion.velocity += more;
        }
    }

    /// A surface takes the part of the impulse that leads into it.
    pub(super) fn stop(&mut self, normal: Vec3) {
        let into = self.push.dot(normal);
        if into < 0.0 {
            self.push -= normal * into;
        }
    }

    pub(super) fn grounded(&self) -> bool {
        self.touching & TOUCH_GROUND != 0
    }

    /// What was for this step only is over.
    pub(super) fn clear_step(&mut self) {
        (self.lighter, self.most_fall) = (0.0, 0.0);
    }
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
    /// [`Setting::PushDecay`] and that no movement logic overwrites. Impulses add up.
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
        Some(self.felt(id)?.touching)
    }

    /// Says what a body touches, for a game that keeps its bodies on a floor by itself. A step in which
    /// the body has a shape finds out anew.
    ///
    /// # Errors
    /// A stale handle.
    pub fn set_touching(&mut self, id: BodyId, touching: u32) -> Result<(), WorldError> {
        self.felt_mut(id).ok_or(WorldError::Stale("body"))?.touching = touching;
        Ok(())
    }

    /// The course of a body in free flight, by the closed forms: where it is and how fast at any moment
    /// from now on, its apex, its landing.
    #[must_use]
    pub fn course(&self, id: BodyId) -> Option<Course> {
        let slot = self.find(id)?;
        let felt = self.feelings.get(slot, id.generation);
        let rules = self.rules(slot);
        let block = &self.bodies.blocks[slot / LANES];
        let (motion, state) = (block.motion(slot % LANES), State(block.state[slot % LANES]));
        Some(self.course_of(&motion, state, &felt, &rules))
    }

    pub(super) fn course_of(&self, motion: &Motion, state: State, felt: &Felt, rules: &Rules) -> Course {
        let gravity = self.settings.gravity;
        let pull = Vec3::new(-gravity.x, gravity.y, -gravity.z) * rules.gravity;
        Course::new(
            motion,
            felt.rest,
            felt.push,
            pull,
            self.settings.drag,
            state.travel(),
            rules,
            felt.grounded(),
        )
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
        let felt = self.feelings.get(slot, id.generation);
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
    /// walls are what it [touches](Self::touching), the direction is that of its MOVING bits. `None` for
    /// a stale handle.
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
        let felt = self.felt_mut(id)?;
        let side = |left: bool, right: bool| i32::from(right) - i32::from(left);
        let input = JumpInput {
            grounded: felt.grounded(),
            wall: side(felt.touching & TOUCH_LEFT != 0, felt.touching & TOUCH_RIGHT != 0),
            toward: side(state.any(State::MOVING_LEFT), state.any(State::MOVING_RIGHT)),
            pressed,
            held,
            speed,
        };
        let output = jump.update(rules, &input, dt);
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
        Some(self.feelings.get(slot, id.generation))
    }

    fn felt_mut(&mut self, id: BodyId) -> Option<&mut Felt> {
        let slot = self.find(id)?;
        Some(self.feelings.keep(slot, id.generation))
    }

    /// The settings that reach a body, but for the world's scale of time, which is the whole step's.
    pub(super) fn rules(&self, slot: usize) -> Rules {
        let cold = &self.bodies.cold[slot];
        let own = self.feelings.bodies.get(slot);
        if self.feelings.zones.is_empty() && own.is_none_or(Felt::is_plain) {
            let at = cold.character.map_or(0, |id| id.index() + 1);
            let shared = &self.feelings.shared;
            if let Some(rules) = shared.get(at).or(shared.first()) {
                return *rules;
            }
        }
        let felt = self.feelings.get(slot, self.bodies.id(slot).generation);
        let mut feel = self.feelings.world.without(Setting::TimeScale);
        if let Some(own) = cold
            .character
            .and_then(|id| self.feelings.characters.get(id.index()))
        {
            feel = own.over(feel);
        }
        if !self.feelings.zones.is_empty() {
            let (block, lane) = (&self.bodies.blocks[slot / LANES], slot % LANES);
            let at = block.position(lane);
            let middle = self.shapes.get(block.shape[lane]).map_or([0.0; 2], |shape| {
                [0, 1].map(|axis| shape.offset[axis] + 0.5 * shape.size[axis])
            });
            let inside = |zone: &&Zone| {
                [0, 1].into_iter().all(|axis| {
                    let within = at[axis] + middle[axis] - zone.corner[axis];
                    (0.0..zone.size[axis]).contains(&within)
                })
            };
            for zone in self.feelings.zones.iter().filter(inside) {
                feel = zone.feel.over(feel);
            }
        }
        let mut rules = Rules::of(&felt.feel.over(feel));
        if felt.lighter != 0.0 {
            rules.gravity *= 1.0 - felt.lighter.clamp(0.0, 1.0);
        }
        if felt.most_fall > 0.0 {
            rules.most.y = rules.most.y.min(felt.most_fall);
        }
        rules
    }

    /// Whether a body's thrust along x and y runs down when it is let go.
    pub(super) fn runs_down(&self, slot: usize) -> [bool; 2] {
        if self.feelings.lanes(slot / LANES) & 1 << (slot % LANES) == 0 {
            return [false; 2];
        }
        self.rules(slot).deceleration.map(|rate| rate.is_some())
    }
}

impl Feelings {
    /// As [`keep`](Self::keep), without making the body one that feels: for poses.
    pub(super) fn pose(&mut self, slot: usize, generation: u32) -> &mut Felt {
        let kept = self.kept.get(slot / LANES).copied().unwrap_or(0);
        self.keep(slot, generation);
        if kept & 1 << (slot % LANES) == 0 {
            self.kept[slot / LANES] &= !(1 << (slot % LANES));
        }
        &mut self.bodies[slot]
    }
}
