//! What stands behind an `akgl_CollisionWorld`.
//!
//! A world holds no pointer to it but a number, looked up in a table: a world that was never
//! initialised, was destroyed or is full of rubbish is recognised instead of followed.

use core::ffi::c_void;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use glam::Vec3;

use super::super::actor::akgl_Actor;
use super::super::error::{AKERR_HEAP, AKERR_NULLPOINTER, AKERR_VALUE, Outcome};
use super::super::heap;
use super::super::partitioner::{self, Foreign, akgl_Partitioner, refuse_inside, take_fault};
use super::super::tilemap::akgl_Tilemap;
use super::standing::{Form, Standing};
use super::{
    AKGL_COLLISION_FLAG_STATIC, AKGL_COLLISION_LAYER_STATIC, AKGL_COLLISION_SHAPE_NONE,
    AKGL_COLLISION_TEST_PLANAR, akgl_CollisionProxyInfo, akgl_CollisionWorld, objects, to_c,
};
use crate::collision::broad::{self, Partitioner};
use crate::collision::{Obstacle, Owner, Proxies, Proxy, ProxyId, Resolver, Shape, Space};
use crate::fault;

/// The most worlds at one time; a power of two.
const WORLDS: usize = 256;

static TABLE: [AtomicPtr<State>; WORLDS] = [const { AtomicPtr::new(core::ptr::null_mut()) }; WORLDS];
static MADE: AtomicU32 = AtomicU32::new(0);

/// One actor's step, while it lasts.
pub(in crate::capi) struct Passing {
    pub(in crate::capi) actor: *mut akgl_Actor,
    /// Where it was when the sub-step began.
    pub(in crate::capi) from: Vec3,
    pub(in crate::capi) resolver: Resolver,
}

/// One piece of geometry. Pieces are numbered like those of a World in Rust, the lowest free number first,
/// so that contacts that are equal in all else come in the same order.
#[derive(Clone, Copy)]
struct Piece {
    /// Counts the pieces that have had the number.
    generation: u32,
    proxy: Option<ProxyId>,
    userdata: u64,
}

/// Set in the number by which the collision core knows a body: geometry sorts first.
const BODY: u64 = 1 << 31;

/// What the library knows a world by: a place in the table and a serial number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::capi) struct Key(usize);

/// The library's side of a world.
pub(in crate::capi) struct State {
    serial: u32,
    /// Its place in the table.
    index: usize,
    /// The world it belongs to: a copy of its record is none.
    home: *mut akgl_CollisionWorld,
    name: String,
    pub(in crate::capi) proxies: Proxies,
    /// The slots of the pool; `None` where nobody with a shape stands.
    pub(super) bodies: Vec<Option<Standing>>,
    /// The proxies of actors are to be brought up to date before anybody looks at them: a step has begun,
    /// and nobody has looked yet. Until somebody does, and as long as nothing calls into C, what an actor
    /// does to itself need not be told to its proxy.
    stale: bool,
    /// The layers that the shapes of actors were on when the step began.
    worn: u32,
    /// The pool that `bodies` is about.
    pub(super) pool: *mut akgl_Actor,
    /// All geometry, by number.
    pieces: Vec<Piece>,
    free_pieces: Vec<u32>,
    /// The proxies of the bound map's objects.
    objects: Vec<ProxyId>,
    /// The steps under way, the innermost last.
    pub(in crate::capi) passing: Vec<Passing>,
    /// Room to work in, kept so that a step allocates nothing.
    pub(in crate::capi) resolvers: Vec<Resolver>,
    pub(in crate::capi) near: Vec<Obstacle>,
    pub(in crate::capi) lists: Vec<Vec<ProxyId>>,
}

/// Makes the state of a new world and returns what the world keeps of it.
pub(super) fn create(
    broad: Box<dyn Partitioner>,
    name: &str,
    home: *mut akgl_CollisionWorld,
) -> Outcome<*mut c_void> {
    let serial = MADE.fetch_add(1, Ordering::Relaxed) % 0x00FF_FFFF + 1;
    let state = Box::into_raw(Box::new(State {
        serial,
        index: 0,
        home,
        name: name.to_owned(),
        // Handles of different worlds differ, so that one of a destroyed world finds nothing in the
        // next.
        proxies: Proxies::new(broad, serial.wrapping_mul(0x9E37_79B1)),
        bodies: Vec::new(),
        stale: false,
        worn: 0,
        pool: core::ptr::null_mut(),
        pieces: Vec::new(),
        free_pieces: Vec::new(),
        objects: Vec::new(),
        passing: Vec::new(),
        resolvers: Vec::new(),
        near: Vec::new(),
        lists: Vec::new(),
    }));
    for (index, entry) in TABLE.iter().enumerate() {
        if entry
            .compare_exchange(core::ptr::null_mut(), state, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
        {
            // SAFETY: ours; the world's record does not know it yet.
            unsafe { (*state).index = index };
            return Ok(core::ptr::without_provenance_mut(
                serial as usize * WORLDS + index,
            ));
        }
    }
    // SAFETY: ours, and nobody else has seen it.
    drop(unsafe { Box::from_raw(state) });
    fault!(
        AKERR_HEAP,
        "all {WORLDS} collision worlds are in use; destroy one"
    )
}

/// The state that a key stands for, if it is still there. The pointer is good until the next
/// callback into C.
pub(in crate::capi) fn by_key(Key(handle): Key) -> Option<*mut State> {
    let state = TABLE[handle % WORLDS].load(Ordering::Acquire);
    // SAFETY: what the table holds is alive.
    (!state.is_null() && unsafe { (*state).serial } as usize == handle / WORLDS).then_some(state)
}

/// The state of a world that has one.
unsafe fn own(world: *mut akgl_CollisionWorld) -> Option<*mut State> {
    // SAFETY: a valid world, as the caller promises.
    let state = by_key(Key(unsafe { (*world).state }.addr()))?;
    // SAFETY: alive, as it was found.
    (unsafe { (*state).home } == world).then_some(state)
}

/// Destroys the state that belongs to the world at this place, if there is one. The record itself is
/// not looked at: before a world is initialised, there may be anything in it.
///
/// # Safety
/// Nobody holds a reference to the state of that world.
pub(super) unsafe fn destroy(home: *mut akgl_CollisionWorld) {
    for entry in &TABLE {
        let state = entry.load(Ordering::Acquire);
        // SAFETY: what the table holds is alive, came from a box and is taken out of it once.
        unsafe {
            if !state.is_null()
                && (*state).home == home
                && entry
                    .compare_exchange(state, core::ptr::null_mut(), Ordering::AcqRel, Ordering::Relaxed)
                    .is_ok()
            {
                drop(Box::from_raw(state));
            }
        }
    }
}

/// The state of a world. The pointer is good until the next callback into C.
///
/// # Safety
/// `world` is NULL or valid.
pub(in crate::capi) unsafe fn of(world: *mut akgl_CollisionWorld) -> Outcome<*mut State> {
    refuse_inside()?;
    if world.is_null() {
        return fault!(AKERR_NULLPOINTER, "the collision world is NULL");
    }
    // SAFETY: not NULL, so valid.
    unsafe {
        match own(world) {
            Some(state) => Ok(state),
            None if (*world).state.is_null() => {
                fault!(
                    AKERR_NULLPOINTER,
                    "the collision world is not initialised, or was destroyed: its state is NULL (a backend steps without one when its collision is NULL)"
                )
            }
            None => fault!(
                AKERR_VALUE,
                "the collision world was destroyed, never initialised, or is a copy of one"
            ),
        }
    }
}

/// Which axes a world compares.
///
/// # Safety
/// `world` is valid.
pub(in crate::capi) unsafe fn space(world: *mut akgl_CollisionWorld) -> Space {
    // SAFETY: as the caller promises.
    if unsafe { (*world).flags } & AKGL_COLLISION_TEST_PLANAR != 0 {
        Space::Planar
    } else {
        Space::Solid
    }
}

/// Tells every world that has seen the pool of an actor's place and shape as they are now: in the midst of a
/// step the others meet it there at once. Within a partitioner's functions nothing is told.
///
/// # Safety
/// `actor` is valid, and nobody holds a reference to the state of a world.
pub(in crate::capi) unsafe fn tell_of(actor: *mut akgl_Actor) -> Outcome {
    if let Err(inside) = refuse_inside() {
        inside.release();
        return Ok(());
    }
    for entry in &TABLE {
        let state = entry.load(Ordering::Acquire);
        // SAFETY: what the table holds is alive; no callback but a partitioner's runs meanwhile.
        unsafe {
            if !state.is_null() && heap::actors() == ((*state).pool, (*state).bodies.len()) {
                (*state).track(actor);
                take_fault()?;
            }
        }
    }
    Ok(())
}

/// Binds a map to a world, or none.
///
/// # Safety
/// `world` is valid, `map` NULL or valid.
pub(super) unsafe fn bind(world: *mut akgl_CollisionWorld, map: *mut akgl_Tilemap) -> Outcome {
    // SAFETY: as the caller promises; no callback but a partitioner's runs in here.
    unsafe {
        let state = &mut *of(world)?;
        let mut made = Vec::new();
        if !map.is_null() {
            let (width, height) = ((*map).tilewidth, (*map).tileheight);
            if width <= 0 || height <= 0 {
                return fault!(
                    AKERR_VALUE,
                    "the map's tiles are {width} x {height} pixels; load or fill it first"
                );
            }
            made = objects::of(map)?;
            (*world).cellwidth = width as f32;
            (*world).cellheight = height as f32;
            if let Some(broad) = broad::by_name(&state.name, [f64::from(width), f64::from(height)]) {
                state.proxies.replace_broad(broad);
            }
        }
        (*world).tilemap = map;
        for id in core::mem::take(&mut state.objects) {
            state.remove_piece(id);
        }
        for (shape, position) in made {
            let id = state.add_piece(shape, position, 0);
            state.objects.push(id);
        }
        take_fault()
    }
}

/// Puts a partitioner of the game's own, or the default one, in place of a world's.
///
/// # Safety
/// `world` is valid, `record` NULL or valid.
pub(super) unsafe fn set_partitioner(
    world: *mut akgl_CollisionWorld,
    record: *const akgl_Partitioner,
) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe {
        let state = &mut *of(world)?;
        let (broad, name): (Box<dyn Partitioner>, &str) = if record.is_null() {
            let name = broad::NAMES[0];
            let cell = [f64::from((*world).cellwidth), f64::from((*world).cellheight)];
            let Some(broad) = broad::by_name(name, cell) else {
                return fault!(AKERR_VALUE, "no partitioner is called {name}");
            };
            (broad, name)
        } else {
            (Box::new(Foreign::new(&*record)?), "")
        };
        let old = state.proxies.replace_broad(broad);
        let outcome = partitioner::take_fault();
        if outcome.is_ok() {
            name.clone_into(&mut state.name);
        } else {
            state.proxies.put_back_broad(old);
        }
        outcome
    }
}

impl State {
    /// What this state is found by, even where its world's record is gone.
    pub(in crate::capi) fn key(&self) -> Key {
        Key(self.serial as usize * WORLDS + self.index)
    }

    /// Brings the proxies of all actors up to date with the pool.
    pub(in crate::capi) fn sync(&mut self) {
        let (pool, count) = heap::actors();
        if pool != self.pool || count != self.bodies.len() {
            for standing in self.bodies.drain(..).flatten() {
                self.proxies.remove(standing.proxy);
            }
            self.bodies.resize(count, None);
            self.pool = pool;
        }
        for slot in 0..count {
            self.track_slot(slot);
        }
        self.stale = false;
    }

    /// A step begins: all actors are to be looked at anew. A partitioner of the game's own is told at once.
    pub(in crate::capi) fn begin(&mut self) {
        if self.is_own() {
            self.stale = true;
            self.worn = worn();
        } else {
            self.sync();
        }
    }

    /// All layers that anything but tiles has been on, as long as nothing has called C since the step began.
    pub(in crate::capi) fn layers(&self) -> u32 {
        self.proxies.layers() | self.worn
    }

    /// Somebody is about to look at the actors' proxies, or C to be called.
    #[inline]
    pub(in crate::capi) fn freshen(&mut self) {
        if self.stale {
            self.sync();
        }
    }

    /// Whether nobody has looked at the proxies since the step began.
    pub(in crate::capi) fn is_stale(&self) -> bool {
        self.stale
    }

    /// Adds a piece of geometry.
    pub(in crate::capi) fn add_piece(&mut self, shape: Shape, position: Vec3, userdata: u64) -> ProxyId {
        let lowest = self
            .free_pieces
            .iter()
            .enumerate()
            .min_by_key(|(_, number)| **number);
        let number = match lowest {
            Some((at, _)) => self.free_pieces.swap_remove(at),
            None => {
                self.pieces.push(Piece {
                    generation: 0,
                    proxy: None,
                    userdata: 0,
                });
                self.pieces.len() as u32 - 1
            }
        };
        let id = self.proxies.add(Proxy {
            shape,
            position,
            owner: Owner::Geometry(number.into()),
        });
        let piece = &mut self.pieces[number as usize];
        *piece = Piece {
            generation: piece.generation.wrapping_add(1),
            proxy: Some(id),
            userdata,
        };
        id
    }

    /// Takes a piece of geometry out; nothing for a handle that is none of geometry.
    pub(in crate::capi) fn remove_piece(&mut self, id: ProxyId) {
        let Some(Owner::Geometry(number)) = self.proxies.get(id).map(|proxy| proxy.owner) else {
            return;
        };
        self.proxies.remove(id);
        self.pieces[number as usize].proxy = None;
        self.free_pieces.push(number as u32);
    }

    /// What the collision core knows a proxy by: its number among the bodies or the geometry, which does not
    /// depend on when its proxy was made.
    ///
    /// # Safety
    /// The pool is the one that was synced last.
    pub(in crate::capi) unsafe fn thing(&self, owner: Owner) -> ProxyId {
        ProxyId::from_bits(match owner {
            Owner::Geometry(number) => {
                let generation = self.pieces[number as usize].generation;
                u64::from(generation) << 32 | number
            }
            Owner::Body(slot) => {
                // SAFETY: by the caller's promise a slot of the pool.
                let generation = unsafe { heap::generation(self.pool.add(slot as usize)) };
                u64::from(generation) << 32 | u64::from(slot) | BODY
            }
        })
    }

    /// Whom a thing is: its proxy, and the slot of its body or what the game gave for it.
    pub(in crate::capi) fn whom(&self, thing: ProxyId) -> (Option<ProxyId>, Owner) {
        let number = thing.to_bits() as u32;
        if u64::from(number) & BODY != 0 {
            let slot = number & !(BODY as u32);
            return (self.body(slot as usize), Owner::Body(slot));
        }
        match self.pieces.get(number as usize) {
            Some(piece) => (piece.proxy, Owner::Geometry(piece.userdata)),
            None => (None, Owner::Geometry(0)),
        }
    }

    /// The slot of an actor in the pool that was synced last.
    pub(in crate::capi) fn slot(&self, actor: *mut akgl_Actor) -> Option<usize> {
        let from_start = (actor as usize).checked_sub(self.pool as usize)?;
        let slot = from_start / size_of::<akgl_Actor>();
        (from_start % size_of::<akgl_Actor>() == 0 && slot < self.bodies.len()).then_some(slot)
    }

    /// The proxy of a slot.
    pub(in crate::capi) fn body(&self, slot: usize) -> Option<ProxyId> {
        self.standing(slot).map(|standing| standing.proxy)
    }

    /// What is known of a slot.
    pub(in crate::capi) fn standing(&self, slot: usize) -> Option<&Standing> {
        self.bodies.get(slot)?.as_ref()
    }

    /// Whether the broad phase is one of the library's own, which calls nobody.
    pub(in crate::capi) fn is_own(&self) -> bool {
        !self.name.is_empty()
    }

    /// Brings one actor's proxy up to date; an actor that is not of the pool has none.
    pub(in crate::capi) fn track(&mut self, actor: *mut akgl_Actor) {
        if self.stale {
            return;
        }
        if heap::actors() != (self.pool, self.bodies.len()) {
            // Another pool took the place of the one that was synced last.
            self.sync();
        } else if let Some(slot) = self.slot(actor) {
            self.track_slot(slot);
        }
    }

    fn track_slot(&mut self, slot: usize) {
        // SAFETY: `sync` and `track` see to it that the slot is one of the pool as it is now.
        unsafe {
            let actor = self.pool.add(slot);
            let position = Vec3::new((*actor).x, (*actor).y, (*actor).z);
            if let Some(standing) = &self.bodies[slot]
                && (*actor).refcount != 0
                && position.is_finite()
                && standing.form.is_of(actor)
            {
                // Nearly always it is who it was, somewhere else.
                self.proxies.shift(standing.proxy, position, &standing.form.hull);
                return;
            }
            let form = if (*actor).refcount != 0 && position.is_finite() {
                Form::of(actor)
            } else {
                None
            };
            match (self.bodies[slot], form) {
                (None, None) => {}
                (None, Some(form)) => {
                    let proxy = self.proxies.add(Proxy {
                        shape: form.shape,
                        position,
                        owner: Owner::Body(slot as u32),
                    });
                    self.bodies[slot] = Some(Standing { proxy, form });
                }
                (Some(Standing { proxy, .. }), Some(form)) => {
                    self.proxies.update(proxy, form.shape, position);
                    self.bodies[slot] = Some(Standing { proxy, form });
                }
                (Some(standing), None) => {
                    self.proxies.remove(standing.proxy);
                    self.bodies[slot] = None;
                }
            }
        }
    }

    /// A body's shape and place as they are now; `None` where the slot is free or has no shape.
    pub(in crate::capi) fn live(&self, slot: u32) -> Option<(*mut akgl_Actor, Shape, Vec3)> {
        if (slot as usize) >= self.bodies.len() || heap::actors() != (self.pool, self.bodies.len()) {
            return None;
        }
        // SAFETY: the slot is one of the pool as it is now.
        unsafe {
            let actor = self.pool.add(slot as usize);
            let position = Vec3::new((*actor).x, (*actor).y, (*actor).z);
            if (*actor).refcount == 0 || !position.is_finite() {
                return None;
            }
            let shape = match self.standing(slot as usize) {
                Some(standing) if standing.form.is_of(actor) => standing.form.shape,
                _ => Form::of(actor)?.shape,
            };
            Some((actor, shape, position))
        }
    }

    /// What a handle stands for, told C's way; `None` where it is stale.
    pub(in crate::capi) fn info(&self, id: ProxyId) -> Option<akgl_CollisionProxyInfo> {
        let proxy = self.proxies.get(id)?;
        let (actor, userdata, shape, position) = match proxy.owner {
            Owner::Geometry(number) => (
                core::ptr::null_mut(),
                self.pieces[number as usize].userdata as usize as *mut c_void,
                proxy.shape,
                proxy.position,
            ),
            Owner::Body(slot) => {
                let (actor, shape, position) = self.live(slot)?;
                (actor, core::ptr::null_mut(), shape, position)
            }
        };
        Some(akgl_CollisionProxyInfo {
            proxy: id.to_bits(),
            actor,
            userdata,
            shape: to_c(&shape),
            x: position.x,
            y: position.y,
            z: position.z,
        })
    }

    /// An empty list to collect handles in.
    pub(in crate::capi) fn take_list(&mut self) -> Vec<ProxyId> {
        self.lists.pop().unwrap_or_default()
    }
}

/// The layers that the shapes of all actors of the pool are on.
fn worn() -> u32 {
    let (pool, count) = heap::actors();
    (0..count).fold(0, |worn, slot| {
        // SAFETY: a slot of the pool; copied out.
        let (taken, kind, layers, flags) = unsafe {
            let actor = pool.add(slot);
            let shape = &raw const (*actor).shape;
            (
                (*actor).refcount != 0,
                (*shape).kind,
                (*shape).layermask,
                (*shape).flags,
            )
        };
        let fixed = if flags & AKGL_COLLISION_FLAG_STATIC != 0 {
            AKGL_COLLISION_LAYER_STATIC
        } else {
            0
        };
        if taken && kind != AKGL_COLLISION_SHAPE_NONE {
            worn | layers | fixed
        } else {
            worn
        }
    })
}
