//! The game of a script: its records, and what it knows of them.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ptr::{null, null_mut};

use akgl::capi::actor::akgl_Actor;
use akgl::capi::character::{akgl_Character, akgl_character_initialize};
use akgl::capi::collision::{
    akgl_CollisionWorld, akgl_collision_bind_tilemap, akgl_collision_world_destroy, akgl_collision_world_init,
};
use akgl::capi::error::akerr_ErrorContext;
use akgl::capi::error::pool::akerr_release_error;
use akgl::capi::feel::akgl_FeelZone;
use akgl::capi::game::akgl_game_state_unlock;
use akgl::capi::heap::{
    AKGL_HEAP_ACTOR, AKGL_MAX_HEAP_ACTOR, akgl_heap_actor_at, akgl_heap_actor_count, akgl_heap_init,
    akgl_heap_next_character, akgl_heap_release_character, akgl_heap_release_string, akgl_heap_set_actors,
};
use akgl::capi::partitioner::{akgl_Partitioner, akgl_partitioner_destroy};
use akgl::capi::physics::{akgl_PhysicsBackend, akgl_physics, akgl_physics_init_arcade};
use akgl::capi::registry::akgl_registry_destroy;
use akgl::capi::staticstring::akgl_String;
use akgl::capi::tilemap::akgl_Tilemap;

use crate::hooks;
use crate::op::{Op, Script};

pub const COLUMNS: usize = 16;
pub const ROWS: usize = 12;
/// Slots of the game's own pool.
pub const OWN: usize = 20;
/// The most hooks inside of each other that act.
const DEEPEST: u32 = 3;

/// The records that the library is given. Statics, as in a game; one thread uses them.
pub static mut BACKEND: akgl_PhysicsBackend = unsafe { std::mem::zeroed() };
pub static mut WORLDS: [akgl_CollisionWorld; 2] = unsafe { std::mem::zeroed() };
pub static mut MAP: akgl_Tilemap = unsafe { std::mem::zeroed() };
pub static mut POOL: [akgl_Actor; OWN] = unsafe { std::mem::zeroed() };
pub static mut ZONES: [akgl_FeelZone; 2] = unsafe { std::mem::zeroed() };
/// A record of the library's own for each world, handed back to it as if it were the game's.
pub static mut RECORDS: [akgl_Partitioner; 2] = unsafe { std::mem::zeroed() };

pub fn backend() -> *mut akgl_PhysicsBackend {
    &raw mut BACKEND
}

pub fn map() -> *mut akgl_Tilemap {
    &raw mut MAP
}

pub fn world(which: u8) -> *mut akgl_CollisionWorld {
    // SAFETY: within the array.
    unsafe {
        (&raw mut WORLDS)
            .cast::<akgl_CollisionWorld>()
            .add(usize::from(which % 2))
    }
}

pub fn record(which: u8) -> *mut akgl_Partitioner {
    // SAFETY: within the array.
    unsafe {
        (&raw mut RECORDS)
            .cast::<akgl_Partitioner>()
            .add(usize::from(which % 2))
    }
}

/// Geometry that the game added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proxy {
    pub world: u8,
    pub handle: u64,
    pub x: f32,
    pub y: f32,
    pub shape: akgl::collision::Shape,
}

/// What the game knows. Cells, because hooks come in between.
#[derive(Default)]
pub struct Stage {
    ops: RefCell<VecDeque<Op>>,
    /// What each actor is held by. Those that are not in it are free.
    pub held: RefCell<HashMap<*mut akgl_Actor, u32>>,
    /// Actors that were given a number that no game has, or a character with one.
    pub wild: RefCell<HashSet<*mut akgl_Actor>>,
    pub wild_budget: Cell<u32>,
    pub characters: RefCell<Vec<*mut akgl_Character>>,
    pub texts: RefCell<Vec<*mut akgl_String>>,
    pub geometry: RefCell<Vec<Proxy>>,
    pub stale: RefCell<Vec<(u8, u64)>>,
    /// Which worlds are initialised.
    pub there: [Cell<bool>; 2],
    /// The last snapshot, and who was in the pool then.
    pub kept: RefCell<Option<(Vec<u8>, Vec<*mut akgl_Actor>)>>,
    pub depth: Cell<u32>,
    pub locks: Cell<u32>,
    pub swapped: Cell<bool>,
    /// The built-in pool has been the current one.
    pub built_in: Cell<bool>,
    armed: [Cell<u8>; hooks::COUNT],
    raise: [Cell<i32>; hooks::COUNT],
    /// Invariants are being looked at: hooks do nothing of the script.
    pub quiet: Cell<bool>,
    /// The last op armed a hook.
    pub fresh: Cell<bool>,
    hash: Cell<u64>,
}

thread_local!(static STAGE: Stage = Stage::default());

/// What a call raised, released; 0 for nothing.
pub fn status(raised: *mut akerr_ErrorContext) -> i32 {
    if raised.is_null() {
        return 0;
    }
    // SAFETY: a raised context is alive until it is released.
    unsafe {
        let status = (*raised).status;
        assert!(
            status != 0 && (*raised).message[0] != 0,
            "{status} without a message"
        );
        assert!(akerr_release_error(raised).is_null());
        status
    }
}

pub fn ok(raised: *mut akerr_ErrorContext) {
    assert_eq!(status(raised), 0);
}

impl Stage {
    pub fn with<T>(body: impl FnOnce(&Self) -> T) -> T {
        STAGE.with(body)
    }

    pub fn reset(&self, script: &Script, swapped: bool) {
        self.swapped.set(swapped);
        self.disarm();
        while self.locks.get() > 0 {
            ok(akgl_game_state_unlock());
            self.locks.set(self.locks.get() - 1);
        }
        // SAFETY: one thread, and nothing of the library's runs.
        unsafe {
            for which in 0..2 {
                ok(akgl_collision_world_destroy(world(which)));
                ok(akgl_partitioner_destroy(record(which)));
            }
            ok(akgl_heap_set_actors((&raw mut POOL).cast(), OWN));
            (&raw mut POOL).write_bytes(0, 1);
            // Emptying all pools takes longer than most scripts.
            if self.built_in.replace(false) {
                ok(akgl_heap_init());
            } else {
                for character in self.characters.take() {
                    ok(akgl_heap_release_character(character));
                }
                for text in self.texts.take() {
                    ok(akgl_heap_release_string(text));
                }
            }
            ok(akgl_registry_destroy());
            ok(akgl_physics_init_arcade(backend()));
            (*backend()).gravity_y = 600.0;
            (*backend()).zones = (&raw mut ZONES).cast();
            (&raw mut ZONES).write_bytes(0, 1);
            akgl_physics = backend();
            (*map()).width = COLUMNS as i32;
            (*map()).height = ROWS as i32;
            (*map()).tilewidth = 16;
            (*map()).tileheight = 16;
            (*map()).numlayers = 2;
            for (index, collidable) in [(0, true), (1, false)] {
                let layer = &raw mut (*map()).layers[index];
                (*layer).collidable = collidable;
                (*layer).kind = 0;
                ((*layer).x, (*layer).y) = (0.0, 0.0);
                (&raw mut (*layer).data)
                    .cast::<[i32; COLUMNS * ROWS]>()
                    .write([0; COLUMNS * ROWS]);
                // A floor, and a wall at the right.
                if index == 0 {
                    for column in 0..COLUMNS {
                        (*layer).data[COLUMNS * (ROWS - 1) + column] = 1;
                    }
                    for row in 0..ROWS {
                        (*layer).data[COLUMNS * row + COLUMNS - 1] = 1;
                    }
                }
            }
        }
        self.held.borrow_mut().clear();
        self.wild.borrow_mut().clear();
        self.wild_budget.set(3);
        self.characters.borrow_mut().clear();
        self.texts.borrow_mut().clear();
        self.geometry.borrow_mut().clear();
        self.stale.borrow_mut().clear();
        self.kept.take();
        self.depth.set(0);
        self.hash.set(0xCBF2_9CE4_8422_2325);
        hooks::forget();
        *self.ops.borrow_mut() = script.ops.iter().copied().collect();
        for _ in 0..2 {
            self.new_character(220, 90);
        }
        // SAFETY: as above.
        unsafe {
            for which in 0..2 {
                let name = self.partitioner(script.partitioner >> which);
                ok(akgl_collision_world_init(world(which), name, 16.0, 16.0));
                self.there[usize::from(which)].set(true);
            }
            ok(akgl_collision_bind_tilemap(world(0), map()));
            (*backend()).collision = world(0);
        }
    }

    pub fn new_character(&self, acceleration: i16, speed: u8) -> i32 {
        let mut character = null_mut();
        // SAFETY: writable; a claimed character is whole.
        unsafe {
            let raised = status(akgl_heap_next_character(&mut character));
            if raised == 0 {
                ok(akgl_character_initialize(character, c"character".as_ptr()));
                (*character).ax = f32::from(acceleration);
                (*character).ay = f32::from(acceleration);
                (*character).sx = f32::from(speed);
                (*character).sy = f32::from(speed);
                self.characters.borrow_mut().push(character);
            }
            raised
        }
    }

    /// The name of a broad phase; the other one the second time.
    pub fn partitioner(&self, which: u8) -> *const std::ffi::c_char {
        match (which % 3, self.swapped.get()) {
            (0, false) => null(),
            (0 | 1, true) | (2, false) => c"bsp".as_ptr(),
            (_, _) => c"grid".as_ptr(),
        }
    }

    pub fn next(&self) -> Option<Op> {
        self.ops.borrow_mut().pop_front()
    }

    /// The actor of the current pool that a number means, if it is in use.
    pub fn actor(&self, which: u8) -> Option<*mut akgl_Actor> {
        let count = akgl_heap_actor_count().min(OWN);
        let actor = akgl_heap_actor_at(usize::from(which) % count);
        self.held.borrow().contains_key(&actor).then_some(actor)
    }

    /// Every slot of the pools that the script has used.
    pub fn slots(&self) -> impl Iterator<Item = *mut akgl_Actor> + use<> {
        let own = (&raw mut POOL).cast::<akgl_Actor>();
        let built_in = (&raw mut AKGL_HEAP_ACTOR).cast::<akgl_Actor>();
        // SAFETY: within the arrays.
        (0..OWN).map(move |index| unsafe { own.add(index) }).chain(
            (0..if self.built_in.get() {
                AKGL_MAX_HEAP_ACTOR
            } else {
                0
            })
                .map(move |index| unsafe { built_in.add(index) }),
        )
    }

    pub fn forget_actor(&self, actor: *mut akgl_Actor) {
        self.held.borrow_mut().remove(&actor);
        self.wild.borrow_mut().remove(&actor);
    }

    /// An actor may have numbers of its own that are none from now on. False where there are enough such.
    pub fn make_wild(&self, actor: *mut akgl_Actor) -> bool {
        if self.wild.borrow().contains(&actor) {
            return true;
        }
        if self.wild_budget.get() == 0 {
            return false;
        }
        self.wild_budget.set(self.wild_budget.get() - 1);
        self.wild.borrow_mut().insert(actor)
    }

    pub fn arm(&self, hook: usize, times: u8) {
        self.armed[hook].set(times);
    }

    pub fn raise(&self, hook: usize, status: i32) {
        self.raise[hook].set(status);
    }

    pub fn disarm(&self) {
        // Arming is an op of its own: it holds for the op that follows.
        if self.fresh.replace(false) {
            return;
        }
        self.armed.iter().for_each(|hook| hook.set(0));
        self.raise.iter().for_each(|hook| hook.set(0));
    }

    /// What a hook does on top of what it is for: the next ops, where it was told to. The status that it
    /// is to raise, or 0.
    pub fn hook(&self, hook: usize) -> i32 {
        if self.quiet.get() {
            return 0;
        }
        self.note(hook as u64);
        if self.armed[hook].get() > 0 && self.depth.get() < DEEPEST {
            self.armed[hook].set(self.armed[hook].get() - 1);
            if let Some(op) = self.next() {
                self.depth.set(self.depth.get() + 1);
                crate::act::act(self, &op);
                self.depth.set(self.depth.get() - 1);
            }
            if hook == hooks::UPDATE {
                // What was done may have stamped the clock, and the step of this frame is still to come.
                crate::act::clock(1.0 / 60.0);
            }
        }
        self.raise[hook].replace(0)
    }

    /// Takes a number into the hash of what came of the script.
    pub fn note(&self, number: u64) {
        self.hash.set(
            (self.hash.get() ^ number)
                .wrapping_mul(0x0000_0100_0000_01B3)
                .rotate_left(5),
        );
    }

    pub fn hash(&self) -> u64 {
        self.hash.get()
    }
}
