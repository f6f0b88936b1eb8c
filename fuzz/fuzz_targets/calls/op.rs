//! The words of a script.

use arbitrary::{Arbitrary, Unstructured};

/// The most ops of one script, those of the hooks included.
const MOST: usize = 96;

/// A number that no game has on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Wild(pub f32);

impl<'a> Arbitrary<'a> for Wild {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        const NUMBERS: [f32; 14] = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN,
            1e38,
            -1e30,
            1e20,
            f32::MIN_POSITIVE,
            1e-45,
            -0.0,
            0.0,
            16_777_216.0,
            -1.0,
        ];
        let index = usize::from(u.arbitrary::<u8>()? % 20);
        Ok(Self(match NUMBERS.get(index) {
            Some(number) => *number,
            None => f32::from_bits(u.arbitrary()?),
        }))
    }
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Form {
    pub kind: u8,
    pub x: i8,
    pub y: i8,
    pub w: u8,
    pub h: u8,
    pub layers: u8,
    pub collides: u8,
    pub flags: u8,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Op {
    // Actors.
    Spawn {
        form: Form,
        x: i16,
        y: i16,
        hooks: u8,
    },
    Release(u8),
    Retain(u8),
    Initialize(u8),
    Reshape {
        who: u8,
        form: Form,
    },
    Mask {
        who: u8,
        layers: u8,
        collides: u8,
        flags: u8,
    },
    Place {
        who: u8,
        x: i16,
        y: i16,
    },
    Throw {
        who: u8,
        x: i16,
        y: i16,
    },
    Wild {
        who: u8,
        field: u8,
        value: Wild,
    },
    Hold {
        who: u8,
        way: u8,
    },
    Hooks {
        who: u8,
        which: u8,
    },
    NoHook {
        who: u8,
        which: u8,
    },
    Parent {
        child: u8,
        parent: u8,
        by_hand: bool,
    },
    Orphan(u8),
    Push {
        who: u8,
        x: i16,
        y: i16,
    },
    Teleport {
        who: u8,
        x: i16,
        y: i16,
    },
    Layer {
        who: u8,
        layer: u8,
    },
    // Characters and strings.
    Character {
        who: u8,
        which: u8,
    },
    NewCharacter(u8),
    ReleaseCharacter(u8),
    Speeds {
        which: u8,
        a: i16,
        s: u8,
    },
    Text {
        release: bool,
        which: u8,
    },
    // Pools.
    Pool(u8),
    EmptyPools,
    // Settings.
    Feel {
        whose: u8,
        name: u8,
        value: i16,
    },
    FeelWild {
        whose: u8,
        name: u8,
        value: Wild,
    },
    Zone {
        which: u8,
        x: i8,
        y: i8,
        w: u8,
        h: u8,
        name: u8,
        value: i16,
    },
    Zones(u8),
    Backend {
        field: u8,
        value: i16,
    },
    Init(u8),
    Property {
        name: u8,
        value: u8,
    },
    // Tiles and worlds.
    Tile {
        layer: u8,
        cell: u8,
        gid: u8,
    },
    Map {
        field: u8,
        value: u8,
    },
    Bind {
        world: u8,
        map: bool,
    },
    Attach(u8),
    World {
        world: u8,
        partitioner: u8,
        cell: u8,
    },
    Destroy(u8),
    Partitioner {
        world: u8,
        which: u8,
    },
    Planar {
        world: u8,
        planar: bool,
    },
    Add {
        world: u8,
        form: Form,
        x: i16,
        y: i16,
    },
    Move {
        which: u8,
        x: i16,
        y: i16,
    },
    Remove(u8),
    Stale(u8),
    // What happens.
    Step {
        dt: u8,
        layer: u8,
    },
    Simulate(u8),
    Advance(u8),
    Update,
    Collide(u8),
    Query {
        world: u8,
        x: i16,
        y: i16,
        w: u8,
        h: u8,
        mask: u8,
    },
    Settle {
        world: u8,
        who: u8,
    },
    Lock(bool),
    Keep,
    GoBack {
        flip: u16,
    },
    // What hooks do from now on, for one call of the loop.
    Arm {
        hook: u8,
        times: u8,
    },
    Raise {
        hook: u8,
        status: u8,
    },
}

#[derive(Debug)]
pub struct Script {
    pub partitioner: u8,
    pub ops: Vec<Op>,
}

impl<'a> Arbitrary<'a> for Script {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let partitioner = u.arbitrary()?;
        let mut ops = Vec::new();
        while !u.is_empty() && ops.len() < MOST {
            ops.push(u.arbitrary()?);
        }
        Ok(Self { partitioner, ops })
    }
}

impl Script {
    /// A broad phase of the game's own is told, and may do, what depends on how it is asked.
    pub fn has_own_partitioner(&self) -> bool {
        self.ops
            .iter()
            .any(|op| matches!(op, Op::Partitioner { which, .. } if which % 4 != 0))
    }
}
