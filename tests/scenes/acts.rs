//! What hooks do in the midst of a step: to any body, to the geometry, the tiles, the settings. The same acts in
//! the World, by closures, and in the C pool, by callbacks; what the hooks were told is written down in both.
//!
//! Bodies are named by their slots, geometry by the order in which it was added. Of what is not there an act does
//! nothing.

use akgl::collision::{Kind, LAYER_ACTOR, LAYER_ENEMY, LAYER_STATIC, Shape, Space};
use akgl::physics::{Motion, Settings};
use akgl::world::{Character, State};
use glam::Vec3;

use super::{Dice, Scene};

/// No more bodies than this.
pub const MOST: usize = 48;

#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// A new body, of the first character, with both hooks, into the lowest free slot.
    Spawn {
        shape: Option<Shape>,
        position: Vec3,
        state: State,
    },
    Remove(usize),
    Teleport(usize, Vec3),
    /// Environment and thrust.
    Hurl(usize, Vec3, Vec3),
    Reshape(usize, Option<Shape>),
    State(usize, State),
    /// To a parent, or from it.
    Attach(usize, Option<usize>),
    /// Gravity and drag.
    Settings(Vec3, Vec3),
    Space(Space),
    Character(Character),
    /// Column, row and cell of the first layer.
    Tile(u32, u32, u32),
    AddGeometry(Shape, Vec3),
    MoveGeometry(usize, Vec3),
    RemoveGeometry(usize),
    /// From now on it is kept of every body what it touches, which the C pool always does.
    Felt,
    /// A setting of feel of a body, by its place in [`FEEL`].
    Feel(usize, usize),
    /// An impulse.
    Push(usize, Vec3),
}

/// Settings of feel that hooks give.
pub const FEEL: [(&str, f32); 8] = [
    ("integrator", 1.0),
    ("terminal.y", 120.0),
    ("deceleration.x", 400.0),
    ("air.acceleration", 0.5),
    ("gravity_scale", 0.5),
    ("time_scale", 1.5),
    ("friction", 0.25),
    ("conveyor.x", 30.0),
];

/// What a hook is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    Logic,
    Response,
}

/// What a hook does, and whether it does what the default hook does besides. A logic that does not takes no
/// further part in the step (`AKGL_ERR_LOGICINTERRUPT`).
#[derive(Clone, Debug, Default)]
pub struct Deed {
    pub before: Vec<Act>,
    pub default: bool,
    pub after: Vec<Act>,
}

/// Says what the hook of a body in a slot does, the number of the call given.
pub type Script = fn(seed: u64, call: u64, moment: Moment, slot: usize) -> Deed;

/// What a hook was told of a contact: normal, depth and place to the bit, what with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    Tile {
        gid: u32,
        layer: i32,
        col: i32,
        row: i32,
    },
    Body(usize),
    /// Which of the pieces that were ever added.
    Geometry(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub with: With,
    pub numbers: [u32; 7],
    pub sensor: bool,
    pub entered: bool,
    pub layers: u32,
}

/// One call of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub moment: Moment,
    pub slot: usize,
    pub touch: Option<Touch>,
}

/// A body as it stands in its slot.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub motion: Motion,
    pub state: State,
    pub shape: Option<Shape>,
    pub parent: Option<usize>,
}

impl PartialEq for Standing {
    fn eq(&self, other: &Self) -> bool {
        super::bits(&self.motion) == super::bits(&other.motion)
            && (self.state, self.shape, self.parent) == (other.state, other.shape, other.parent)
    }
}

/// A driver whose hooks act.
pub trait Acting {
    fn begin(scene: &Scene, script: Script, seed: u64) -> Self;
    fn step(&mut self, dt: f32);
    /// The body of each slot, up to the last that is taken.
    fn bodies(&self) -> Vec<Option<Standing>>;
    /// The calls since they were last taken.
    fn calls(&mut self) -> Vec<Call>;
}

/// Plays with two drivers and compares every body and every call after each step. How many calls there were.
pub fn compare<A: Acting, B: Acting>(scene: &Scene, script: Script, seed: u64) -> usize {
    let (mut a, mut b) = (A::begin(scene, script, seed), B::begin(scene, script, seed));
    let mut count = 0;
    for step in 0..scene.steps {
        a.step(scene.dt);
        b.step(scene.dt);
        let (ours, theirs) = (a.calls(), b.calls());
        let at = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs);
        let at = at.or((ours.len() != theirs.len()).then_some(ours.len().min(theirs.len())));
        if let Some(at) = at {
            for (nth, call) in ours.iter().enumerate().take(at) {
                let deed = script(seed, (count + nth) as u64, call.moment, call.slot);
                println!("{nth}: {call:?}: {deed:?}");
            }
            panic!(
                "{} (seed {seed}): step {step}, call {at} of {} and {}:\n{:?}\n{:?}",
                scene.name,
                ours.len(),
                theirs.len(),
                ours.get(at),
                theirs.get(at),
            );
        }
        count += ours.len();
        let (ours, theirs) = (a.bodies(), b.bodies());
        assert_eq!(ours.len(), theirs.len(), "{}: step {step}", scene.name);
        for (slot, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert!(
                ours == theirs,
                "{} (seed {seed}): step {step}, slot {slot}:\n{ours:?}\n{theirs:?}",
                scene.name
            );
        }
    }
    count
}

/// Dice for one call.
fn dice(seed: u64, call: u64, moment: Moment, slot: usize) -> Dice {
    let mixed = seed ^ call.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (slot as u64) << 17 ^ (moment as u64) << 40;
    let mut dice = Dice(mixed | 1 << 63);
    for _ in 0..4 {
        dice.roll();
    }
    dice
}

fn spot(dice: &mut Dice) -> Vec3 {
    Vec3::new(
        dice.below(4 * 330) as f32 / 4.0,
        dice.below(4 * 120) as f32 / 4.0,
        0.0,
    )
}

fn shape(dice: &mut Dice) -> Shape {
    let kind = [Kind::Box, Kind::Box, Kind::Circle, Kind::CapsuleX][dice.below(4) as usize];
    let side = 6.0 + dice.below(40) as f32 / 4.0;
    let width = if kind == Kind::CapsuleX { side * 1.5 } else { side };
    let mut shape = Shape::new(kind, [-2.5, 0.0], [width, side], 0.0, 0.0).expect("usable extents");
    shape.layers = [LAYER_ACTOR, LAYER_ENEMY, LAYER_ACTOR | LAYER_ENEMY][dice.below(3) as usize];
    shape.collides = LAYER_STATIC | [0, LAYER_ACTOR, LAYER_ENEMY][dice.below(3) as usize];
    shape.sensor = dice.below(9) == 0;
    shape.fixed = dice.below(12) == 0;
    shape
}

fn heading(dice: &mut Dice) -> State {
    let way = [
        State::NONE,
        State::MOVING_LEFT,
        State::MOVING_RIGHT,
        State::MOVING_UP,
        State::MOVING_DOWN,
    ];
    State::ALIVE | way[dice.below(5) as usize] | way[dice.below(3) as usize]
}

fn act(dice: &mut Dice, own: usize) -> Act {
    // Often itself or a neighbour: that is where a step can trip.
    let slot = match dice.below(4) {
        0 => own,
        1 => own + 1,
        2 => own.saturating_sub(1),
        _ => dice.below(MOST as u32) as usize,
    };
    match dice.below(15) {
        0 | 1 => Act::Spawn {
            shape: (dice.below(5) != 0).then(|| shape(dice)),
            position: spot(dice),
            state: heading(dice),
        },
        2 => Act::Remove(slot),
        3 | 4 => Act::Teleport(slot, spot(dice)),
        5 => Act::Hurl(
            slot,
            (spot(dice) - Vec3::new(160.0, 60.0, 0.0)) * 4.0,
            (spot(dice) - Vec3::new(160.0, 60.0, 0.0)) * 0.5,
        ),
        6 => Act::Reshape(slot, (dice.below(4) != 0).then(|| shape(dice))),
        7 => Act::State(slot, heading(dice)),
        8 => Act::Attach(
            slot,
            (dice.below(2) == 0).then(|| dice.below(MOST as u32) as usize),
        ),
        9 => Act::Settings(
            Vec3::new(0.0, dice.below(4) as f32 * 400.0, 0.0),
            Vec3::new(dice.below(3) as f32 * 0.7, 0.0, 0.0),
        ),
        10 => Act::Character(Character {
            acceleration: Vec3::new(300.0 + dice.below(900) as f32, dice.below(500) as f32, 0.0),
            top_speed: Vec3::new(dice.below(3) as f32 * 80.0, dice.below(2) as f32 * 60.0, 0.0),
            shape: Some(shape(dice)),
        }),
        11 => Act::Tile(dice.below(32), dice.below(9), dice.below(2)),
        12 => Act::AddGeometry(shape(dice), spot(dice)),
        13 => Act::MoveGeometry(dice.below(12) as usize, spot(dice)),
        _ => match dice.below(4) {
            0 => Act::Space(if dice.below(2) == 0 {
                Space::Planar
            } else {
                Space::Solid
            }),
            _ => Act::RemoveGeometry(dice.below(12) as usize),
        },
    }
}

/// Anything at any time, now and then.
pub fn anything(seed: u64, call: u64, moment: Moment, slot: usize) -> Deed {
    let mut dice = dice(seed, call, moment, slot);
    let mut acts = || -> Vec<Act> {
        let count = (0..2).filter(|_| dice.below(12) == 0).count();
        (0..count).map(|_| act(&mut dice, slot)).collect()
    };
    let (before, after) = (acts(), acts());
    Deed {
        before,
        default: dice.below(20) != 0,
        after,
    }
}

/// One kind of act at a time, by the seed: for the scenes with names.
fn only(kinds: fn(&Act) -> bool, seed: u64, call: u64, moment: Moment, slot: usize) -> Deed {
    let mut dice = dice(seed, call, moment, slot);
    let mut acts = || -> Vec<Act> {
        (0..40)
            .map(|_| act(&mut dice, slot))
            .filter(kinds)
            .take(usize::from(call.is_multiple_of(5)))
            .collect()
    };
    Deed {
        before: acts(),
        default: call % 11 != 3,
        after: acts(),
    }
}

/// Settings of feel and impulses, gravity and drag, and bodies put elsewhere.
pub fn feelings(seed: u64, call: u64, moment: Moment, slot: usize) -> Deed {
    let mut dice = dice(seed, call, moment, slot);
    if call == 0 {
        return Deed {
            before: vec![Act::Felt],
            default: true,
            after: Vec::new(),
        };
    }
    let mut acts = || -> Vec<Act> {
        (0..u32::from(dice.below(8) == 0))
            .map(|_| match dice.below(6) {
                0..3 => Act::Feel(dice.below(8) as usize, dice.below(FEEL.len() as u32) as usize),
                3 => Act::Push(
                    dice.below(8) as usize,
                    spot(&mut dice) - Vec3::new(160.0, 60.0, 0.0),
                ),
                4 => Act::Teleport(slot, spot(&mut dice)),
                _ => Act::Settings(
                    Vec3::new(0.0, dice.below(4) as f32 * 400.0, 0.0),
                    Vec3::new(dice.below(3) as f32 * 0.7, 0.0, 0.0),
                ),
            })
            .collect()
    };
    Deed {
        before: acts(),
        default: call % 11 != 3,
        after: acts(),
    }
}

/// The scripts with names: who comes and goes, who is put elsewhere, what changes its shape, what else changes.
pub const SCRIPTS: [(&str, Script); 5] = [
    ("spawn and remove", |seed, call, moment, slot| {
        let kinds = |act: &Act| matches!(act, Act::Spawn { .. } | Act::Remove(_) | Act::Attach(..));
        only(kinds, seed, call, moment, slot)
    }),
    ("teleport and hurl", |seed, call, moment, slot| {
        only(
            |act| matches!(act, Act::Teleport(..) | Act::Hurl(..) | Act::State(..)),
            seed,
            call,
            moment,
            slot,
        )
    }),
    ("re-shape", |seed, call, moment, slot| {
        only(|act| matches!(act, Act::Reshape(..)), seed, call, moment, slot)
    }),
    ("settings", |seed, call, moment, slot| {
        let kinds = |act: &Act| matches!(act, Act::Settings(..) | Act::Space(_) | Act::Character(_));
        only(kinds, seed, call, moment, slot)
    }),
    ("tiles and geometry", |seed, call, moment, slot| {
        let kinds = |act: &Act| {
            matches!(
                act,
                Act::Tile(..) | Act::AddGeometry(..) | Act::MoveGeometry(..) | Act::RemoveGeometry(_)
            )
        };
        only(kinds, seed, call, moment, slot)
    }),
];

/// Settings with another gravity and drag.
pub fn changed(settings: &Settings, gravity: Vec3, drag: Vec3) -> Settings {
    Settings {
        gravity,
        drag,
        ..*settings
    }
}
