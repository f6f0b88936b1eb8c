//! What a world keeps about how its bodies feel: the settings of every level, and what the steps leave
//! behind.

use glam::Vec3;

use super::World;
use super::bodies::{Bodies, LANES};
use super::feel::Zone;
use super::handle::CharacterId;
use super::step::each;
use crate::physics::Motion;
use crate::physics::feel::{Feel, Fine, Pace, Rest, Rules, Setting, Spans, TOUCH_GROUND};

/// What the steps keep about one body, but for what they go through row by row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Felt {
    /// Of the body that this is about; 0 for none.
    pub(super) generation: u32,
    pub(super) feel: Feel,
    pub(super) push: Vec3,
    /// What the ground adds to the velocity in this step.
    pub(super) carried: Vec3,
    /// For this step only: the part of gravity that is taken away, and the most fall (0: no limit).
    pub(super) lighter: f32,
    pub(super) most_fall: f32,
    pub(super) teleported: bool,
    pub(super) from: Vec3,
    pub(super) to: Vec3,
}

impl Felt {
    /// Whether it has no settings of its own.
    pub(super) fn is_plain(&self) -> bool {
        self.feel.is_empty() && self.is_usual()
    }

    /// Whether nothing is for this step only.
    fn is_usual(&self) -> bool {
        self.lighter == 0.0 && self.most_fall == 0.0
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

    /// What was for this step only is over.
    pub(super) fn clear_step(&mut self) {
        (self.lighter, self.most_fall) = (0.0, 0.0);
    }
}

/// What the steps keep about the bodies of a block, row by row.
#[derive(Clone, Debug)]
pub(super) struct FeltRows {
    pub(super) fine: Fine<LANES>,
    pub(super) touching: [u32; LANES],
    /// Numbers in the table of rules; what is no number there is for a body that goes alone.
    class: [u32; LANES],
    /// Lanes that are kept about.
    kept: u16,
    /// Lanes whose [`Felt`] may hold more than nothing, but for settings.
    busy: u16,
    /// Lanes whose rules no row is for.
    odd: u16,
    /// When `class` and `odd` were found out.
    version: u32,
}

const NO_ROWS: FeltRows = FeltRows {
    fine: Fine::ZERO,
    touching: [0; LANES],
    class: [0; LANES],
    kept: 0,
    busy: 0,
    odd: 0,
    version: 0,
};

/// Sets of rules that are told apart; bodies with further ones go alone.
const MOST_CLASSES: usize = 256;

/// The number of no set.
const ALONE: u32 = u32::MAX;

/// The settings of feel of a whole world.
#[derive(Clone, Debug)]
pub(super) struct Feelings {
    pub(super) world: Feel,
    pub(super) zones: Vec<Zone>,
    pub(super) characters: Vec<Feel>,
    /// By slot; shorter than the slots where nothing is kept about the later ones. What is about a body
    /// is about the one that is there.
    pub(super) bodies: Vec<Felt>,
    /// By block, as far as `bodies` goes.
    pub(super) rows: Vec<FeltRows>,
    /// Rules: those of a body that has nothing of its own, of no character and of each; then others.
    pub(super) classes: Vec<Rules>,
    /// Counts the changes of settings.
    pub(super) version: u32,
    /// Every body is to be asked: the world, a zone or a character has settings.
    pub(super) all: bool,
    pub(super) pace: Pace,
    pub(super) catch_up: u32,
    /// Of the step before.
    pub(super) spans: Spans,
}

impl Default for Feelings {
    fn default() -> Self {
        Self {
            world: Feel::default(),
            zones: Vec::new(),
            characters: Vec::new(),
            bodies: Vec::new(),
            rows: Vec::new(),
            classes: vec![Rules::default()],
            version: 1,
            all: false,
            pace: Pace::new(1.0 / 60.0, World::DEFAULT_CATCH_UP),
            catch_up: World::DEFAULT_CATCH_UP,
            spans: Spans::default(),
        }
    }
}

impl Feelings {
    /// The lanes of a block whose bodies feel anything.
    pub(super) fn lanes(&self, block: usize) -> u16 {
        if self.all {
            u16::MAX
        } else {
            self.rows.get(block).map_or(0, |rows| rows.kept)
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
            let (rows, lane) = (&mut self.rows[slot / LANES], slot % LANES);
            rows.touching[lane] = 0;
            rows.kept &= !(1 << lane);
            rows.busy &= !(1 << lane);
            self.set_rest(slot, Rest::default());
        }
    }

    /// Finds out anew what the settings amount to.
    pub(super) fn ask_all(&mut self) {
        let named = |feel: &Feel| !feel.without(Setting::TimeScale).is_empty();
        let world = self.world.without(Setting::TimeScale);
        self.classes = core::iter::once(Rules::of(&world))
            .chain(self.characters.iter().map(|feel| Rules::of(&feel.over(world))))
            .collect();
        self.version = self.version.wrapping_add(1).max(1);
        self.all = named(&self.world)
            || !self.zones.is_empty()
            || self.characters.iter().any(|feel| !feel.is_empty());
    }

    /// A body's own settings, or its character, may be others now.
    pub(super) fn stale(&mut self, slot: usize) {
        if let Some(rows) = self.rows.get_mut(slot / LANES) {
            rows.version = 0;
        }
    }

    /// What is about bodies that are not there is about nobody.
    pub(super) fn forget_others(&mut self, bodies: &Bodies) {
        for slot in 0..self.bodies.len() {
            if !bodies.is_alive(slot) || self.bodies[slot].generation != bodies.generation(slot) {
                self.forget(slot);
            }
        }
    }

    /// What is kept about a slot.
    pub(super) fn of(&self, slot: usize) -> Option<&Felt> {
        self.bodies.get(slot).filter(|felt| felt.generation != 0)
    }

    pub(super) fn get(&self, slot: usize) -> Felt {
        self.of(slot).copied().unwrap_or_default()
    }

    pub(super) fn touching(&self, slot: usize) -> u32 {
        let rows = self.rows.get(slot / LANES);
        rows.map_or(0, |rows| rows.touching[slot % LANES])
    }

    pub(super) fn grounded(&self, slot: usize) -> bool {
        self.touching(slot) & TOUCH_GROUND != 0
    }

    /// Of a slot that is kept about.
    pub(super) fn touching_mut(&mut self, slot: usize) -> &mut u32 {
        &mut self.rows[slot / LANES].touching[slot % LANES]
    }

    pub(super) fn rest(&self, slot: usize) -> Rest {
        let of = |rows: &[[f32; LANES]; 3]| Vec3::from_array([0, 1, 2].map(|axis| rows[axis][slot % LANES]));
        let fine = self.rows.get(slot / LANES).map(|rows| &rows.fine);
        fine.map_or(Rest::default(), |fine| Rest {
            position: of(&fine.position),
            environment: of(&fine.environment),
        })
    }

    /// Of a slot that is kept about.
    pub(super) fn set_rest(&mut self, slot: usize, rest: Rest) {
        let fine = &mut self.rows[slot / LANES].fine;
        for axis in 0..3 {
            fine.position[axis][slot % LANES] = rest.position[axis];
            fine.environment[axis][slot % LANES] = rest.environment[axis];
        }
    }

    /// What is kept about a body, from now on.
    pub(super) fn keep(&mut self, slot: usize, generation: u32) -> &mut Felt {
        let felt = self.room(slot, generation);
        felt.generation = generation;
        let rows = &mut self.rows[slot / LANES];
        rows.kept |= 1 << (slot % LANES);
        rows.busy |= 1 << (slot % LANES);
        &mut self.bodies[slot]
    }

    /// As [`keep`](Self::keep), without making the body one that feels: for poses.
    pub(super) fn pose(&mut self, slot: usize, generation: u32) -> &mut Felt {
        self.room(slot, generation)
    }

    fn room(&mut self, slot: usize, generation: u32) -> &mut Felt {
        if slot >= self.bodies.len() {
            self.bodies.resize(slot + 1, Felt::default());
            self.rows.resize(slot / LANES + 1, NO_ROWS);
        }
        if self.bodies[slot].generation != generation {
            self.forget(slot);
            self.bodies[slot].generation = generation;
        }
        &mut self.bodies[slot]
    }

    /// Of a world and of a character, one laid over the other.
    pub(super) fn without_zones(&self, character: Option<CharacterId>) -> Feel {
        let world = self.world.without(Setting::TimeScale);
        match character.and_then(|id| self.characters.get(id.index())) {
            Some(own) => own.over(world),
            None => world,
        }
    }

    fn shared_class(&self, character: Option<CharacterId>) -> usize {
        let at = character.map_or(0, |id| id.index() + 1);
        if at <= self.characters.len() { at } else { 0 }
    }

    /// The rules of a body that has nothing of its own.
    pub(super) fn shared(&self, character: Option<CharacterId>) -> &Rules {
        &self.classes[self.shared_class(character)]
    }

    fn class(&mut self, slot: usize, character: Option<CharacterId>) -> u32 {
        let own = self.get(slot).feel;
        if own.is_empty() {
            return self.shared_class(character) as u32;
        }
        let rules = Rules::of(&own.over(self.without_zones(character)));
        let known = self.classes.iter().position(|class| *class == rules);
        if known.is_none() && self.classes.len() - self.characters.len() > MOST_CLASSES {
            return ALONE;
        }
        known.unwrap_or_else(|| {
            self.classes.push(rules);
            self.classes.len() - 1
        }) as u32
    }

    /// Of some bodies of a block that feel anything and have no hooks, those that no row is for. Of the
    /// others the rules are known from here on.
    pub(super) fn alone(&mut self, at: usize, mask: u16, bodies: &Bodies) -> u16 {
        if mask == 0 {
            return 0;
        }
        if self.rows.get(at).is_none_or(|rows| mask & !rows.kept != 0) {
            for lane in each(mask) {
                let slot = at * LANES + lane;
                if self.rows.get(at).is_none_or(|rows| rows.kept & 1 << lane == 0) {
                    self.keep(slot, bodies.generation(slot));
                }
            }
        }
        if self.rows[at].version != self.version {
            self.sort(at, bodies);
        }
        let rows = &self.rows[at];
        let mut alone = rows.odd & mask;
        for lane in each(rows.busy & mask) {
            let felt = &self.bodies[at * LANES + lane];
            let usual = felt.push == Vec3::ZERO && felt.is_usual();
            alone |= u16::from(!usual) << lane;
        }
        alone
    }

    fn sort(&mut self, at: usize, bodies: &Bodies) {
        let (mut odd, mut classes) = (0, [ALONE; LANES]);
        for (lane, class) in classes.iter_mut().enumerate() {
            let slot = at * LANES + lane;
            let Some(cold) = bodies.cold.get(slot) else {
                break;
            };
            *class = self.class(slot, cold.character);
            let rules = self.classes.get(*class as usize);
            let usual = |rules: &Rules| rules.time == 1.0 && rules.conveyor == Vec3::ZERO && !rules.climbing;
            odd |= u16::from(!rules.is_some_and(usual)) << lane;
        }
        let rows = &mut self.rows[at];
        (rows.class, rows.odd, rows.version) = (classes, odd, self.version);
    }

    /// The bodies of a block that have the rules of the first of `mask`, and those rules. For bodies that
    /// do not go [`alone`](Self::alone).
    pub(super) fn alike(&self, at: usize, mask: u16) -> (u16, Rules) {
        let rows = &self.rows[at];
        let class = rows.class[mask.trailing_zeros() as usize % LANES];
        let mut alike = 0;
        for lane in 0..LANES {
            alike |= u16::from(rows.class[lane] == class) << lane;
        }
        (alike & mask, self.classes[class as usize])
    }

    /// Whether the body in a slot feels something of its own, or did.
    pub(super) fn is_kept(&self, slot: usize) -> bool {
        let rows = self.rows.get(slot / LANES);
        rows.is_some_and(|rows| rows.kept & 1 << (slot % LANES) != 0)
    }

    /// Bodies of a block that go along rows have nothing but settings.
    pub(super) fn settle(&mut self, at: usize, mask: u16) {
        let rows = &mut self.rows[at];
        for lane in each(rows.busy & mask) {
            self.bodies[at * LANES + lane].carried = Vec3::ZERO;
        }
        rows.busy &= !mask;
    }
}
