//! What happens to one actor with a collision world in a step: the cut-up move, and the contacts
//! after each piece of it.

use glam::Vec3;

use super::super::actor::akgl_Actor;
use super::super::error::{AKERR_NULLPOINTER, AKERR_VALUE, Fault, Outcome, from_c};
use super::super::feel::step::{self as felt, Drive};
use super::super::heap::Turn;
use super::super::physics::{akgl_PhysicsBackend, describe, motion_of, put_motion};
use super::scene::PoolScene;
use super::state::{self, Key, Passing};
use super::{AKGL_COLLISION_SHAPE_NONE, akgl_CollisionContact, akgl_CollisionWorld, to_core};
use crate::collision::{Contact, Owner, Passage, Resolver, Shape, Thing, any_near, lengths, substeps, swept};
use crate::fault;
use crate::physics::Motion;
use crate::physics::feel::touched;

/// Brings a world up to date with the pool, before the pool is stepped.
///
/// # Safety
/// `world` is valid.
pub(in crate::capi) unsafe fn begin(world: *mut akgl_CollisionWorld) -> Outcome {
    // SAFETY: a valid world; the borrow ends here.
    unsafe { (*state::of(world)?).begin() };
    super::super::partitioner::take_fault()
}

/// Brings the proxies up to date before C is called, if nobody has since the step began: afterwards actors
/// may be anywhere. Nothing to do where there is no world.
///
/// # Safety
/// `backend` is valid.
pub(in crate::capi) unsafe fn before_calls(backend: *mut akgl_PhysicsBackend) {
    // SAFETY: as the caller promises; the borrow ends here.
    unsafe {
        let world = attached(backend);
        if world.is_null() {
            return;
        }
        match state::of(world) {
            Ok(state) => (*state).freshen(),
            // What is wrong is said where the world is needed.
            Err(fault) => fault.release(),
        }
    }
}

/// The world that a backend resolves with at this moment of a step; NULL where there is none, and where
/// a hook has destroyed it since the step began: the rest of the step goes on without.
///
/// # Safety
/// `backend` is valid.
pub(in crate::capi) unsafe fn attached(backend: *mut akgl_PhysicsBackend) -> *mut akgl_CollisionWorld {
    // SAFETY: as the caller promises; a destroyed world is zeroed.
    unsafe {
        let world = (*backend).collision;
        if world.is_null() || (*world).state.is_null() {
            core::ptr::null_mut()
        } else {
            world
        }
    }
}

/// The actor's proxy follows it. Nothing to do where the world is gone.
///
/// # Safety
/// `world` is NULL or valid.
pub(in crate::capi) unsafe fn follow(world: *mut akgl_CollisionWorld, actor: *mut akgl_Actor) -> Outcome {
    if world.is_null() {
        return Ok(());
    }
    // SAFETY: a valid world; the borrow ends here.
    unsafe { (*state::of(world)?).track(actor) };
    super::super::partitioner::take_fault()
}

/// The actor's shape; `None` where it takes no part in collision.
unsafe fn shape_of(actor: *mut akgl_Actor) -> Outcome<Option<Shape>> {
    // SAFETY: a valid actor; copied out.
    let shape = unsafe { (*actor).shape };
    if shape.kind == AKGL_COLLISION_SHAPE_NONE {
        return Ok(None);
    }
    match to_core(&shape) {
        Ok(shape) => Ok(shape),
        // SAFETY: a valid actor.
        Err(error) => fault!(AKERR_VALUE, "{}: its shape: {error}", unsafe { describe(actor) }),
    }
}

/// How many sub-steps an actor's move takes: one where it has nothing to collide with.
unsafe fn plan(world: *mut akgl_CollisionWorld, actor: *mut akgl_Actor, dt: f32) -> Outcome<u32> {
    // SAFETY: a valid world and actor; no callback but a partitioner's runs.
    unsafe {
        let Some(shape) = shape_of(actor)? else {
            return Ok(1);
        };
        if shape.collides == 0 {
            return Ok(1);
        }
        let mut motion = motion_of(actor);
        let from = motion.position;
        motion.advance(dt);
        let area = swept(&shape, from, motion.position);
        if !area.is_valid() {
            return fault!(AKERR_VALUE, "{} would move past every number", describe(actor));
        }
        let state = state::of(world)?;
        let mut near = core::mem::take(&mut (*state).near);
        let mut scene = PoolScene::of(world)?;
        scene.leave_out(&raw const (*actor).shape);
        let any = any_near(&shape, &area, &mut scene, &mut near);
        (*state).near = near;
        if !any {
            return Ok(1);
        }
        let moved = motion.velocity * dt;
        let cell = [f64::from((*world).cellwidth), f64::from((*world).cellheight)];
        Ok(substeps([f64::from(moved.x), f64::from(moved.y)], cell))
    }
}

/// Moves an actor through `dt` and resolves after each sub-step, as long as its turn goes on.
///
/// # Safety
/// `backend` and `actor` are valid.
pub(in crate::capi) unsafe fn travel(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
    turn: Turn,
    drive: &Drive,
) -> Outcome {
    // SAFETY: both valid; whatever a callback may have changed is read again after it.
    unsafe {
        let world = attached(backend);
        if world.is_null() {
            return drive.advance(backend, actor, dt, turn);
        }
        if (*actor).shape.kind != AKGL_COLLISION_SHAPE_NONE && (*actor).shape.collidemask != 0 {
            (*actor).felt.touching = 0;
        }
        follow(world, actor)?;
        let count = plan(world, actor, dt)?;
        super::super::partitioner::take_fault()?;
        let entered = enter(world, actor)?;
        let outcome = pieces(backend, actor, dt, count, turn, drive);
        leave(entered, actor);
        outcome?;
        if turn.goes_on() {
            follow(attached(backend), actor)
        } else {
            Ok(())
        }
    }
}

/// Notes that an actor's step begins, and where that is noted.
unsafe fn enter(world: *mut akgl_CollisionWorld, actor: *mut akgl_Actor) -> Outcome<Key> {
    // SAFETY: a valid world; the borrow ends here.
    unsafe {
        let state = &mut *state::of(world)?;
        let mut resolver = state.resolvers.pop().unwrap_or_default();
        resolver.begin_step();
        let from = motion_of(actor).position;
        state.passing.push(Passing {
            actor,
            from,
            resolver,
        });
        Ok(state.key())
    }
}

/// Notes that an actor's step has ended, where its beginning was noted: the backend may have another
/// world by now, and the first may be gone.
fn leave(entered: Key, actor: *mut akgl_Actor) {
    if let Some(state) = state::by_key(entered) {
        // SAFETY: alive, as it was found; the borrow ends here.
        let state = unsafe { &mut *state };
        if let Some(at) = state.passing.iter().rposition(|passing| passing.actor == actor) {
            let passing = state.passing.remove(at);
            state.resolvers.push(passing.resolver);
        }
    }
}

unsafe fn pieces(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
    count: u32,
    turn: Turn,
    drive: &Drive,
) -> Outcome {
    for length in lengths(dt, count) {
        // SAFETY: both valid; all is read again after each callback.
        unsafe {
            if let Ok(state) = state::of((*backend).collision) {
                let from = motion_of(actor).position;
                if let Some(passing) = (*state)
                    .passing
                    .iter_mut()
                    .rfind(|passing| passing.actor == actor)
                {
                    passing.from = from;
                }
            }
            drive.advance(backend, actor, length, turn)?;
            if !turn.goes_on() {
                return Ok(());
            }
            if attached(backend).is_null() {
                continue;
            }
            let before = motion_of(actor);
            let Some(collide) = (*backend).collide else {
                return missing("collide");
            };
            from_c(collide(backend, actor, length))?;
            if !turn.goes_on() {
                return Ok(());
            }
            let mut after = motion_of(actor);
            if after.environment != before.environment || after.thrust != before.thrust {
                felt::combine(actor, &mut after);
                put_motion(actor, &after);
            }
        }
    }
    Ok(())
}

fn missing(method: &str) -> Outcome {
    Err(Fault::new(AKERR_NULLPOINTER, format!("self->{method} is NULL")))
}

/// Resolves one actor where it is now: tells its `collidefunc` the contacts, one at a time.
///
/// # Safety
/// `backend` and `actor` are valid.
pub(in crate::capi) unsafe fn resolve(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
) -> Outcome {
    // SAFETY: both valid; no reference is held over a callback.
    unsafe {
        let world = (*backend).collision;
        if world.is_null() || (*actor).shape.kind == AKGL_COLLISION_SHAPE_NONE {
            return Ok(());
        }
        let (key, from, mut resolver) = {
            let state = &mut *state::of(world)?;
            let key = state.key();
            if !state.passing.iter().any(|passing| passing.actor == actor) {
                // The game itself asks.
                state.freshen();
            }
            match state.passing.iter_mut().rfind(|passing| passing.actor == actor) {
                Some(passing) => (key, passing.from, core::mem::take(&mut passing.resolver)),
                None => {
                    // Called by the game itself: the sub-step is the one that led here.
                    let motion = motion_of(actor);
                    let mut resolver = state.resolvers.pop().unwrap_or_default();
                    resolver.begin_step();
                    (key, motion.position - motion.velocity * dt, resolver)
                }
            }
        };
        resolver.begin_substep();
        let outcome = contacts(backend, actor, from, &mut resolver);
        if let Some(state) = state::by_key(key) {
            let state = &mut *state;
            match state.passing.iter_mut().rfind(|passing| passing.actor == actor) {
                Some(passing) => passing.resolver = resolver,
                None => state.resolvers.push(resolver),
            }
        }
        outcome
    }
}

unsafe fn contacts(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    mut from: Vec3,
    resolver: &mut Resolver,
) -> Outcome {
    // SAFETY: a valid actor.
    let turn = unsafe { Turn::of(actor) };
    loop {
        // SAFETY: both valid; everything is looked up anew in each round, for a callback ran in
        // between.
        unsafe {
            let world = attached(backend);
            if world.is_null() {
                return Ok(());
            }
            let Some(shape) = shape_of(actor)? else {
                return Ok(());
            };
            let before: Motion = motion_of(actor);
            if !before.position.is_finite() || !from.is_finite() {
                return fault!(AKERR_VALUE, "{} is at no finite place", describe(actor));
            }
            let state = state::of(world)?;
            let me = (*state)
                .slot(actor)
                .map(|slot| (*state).thing(Owner::Body(slot as u32)));
            let passage = Passage {
                shape,
                from,
                to: before.position,
                space: state::space(world),
                me,
            };
            let told = {
                let mut scene = PoolScene::of(world)?;
                resolver.next(&passage, &mut scene)
            };
            super::super::partitioner::take_fault()?;
            let Some(contact) = told else { return Ok(()) };
            if !contact.sensor {
                (*actor).felt.touching |= touched(contact.normal);
            }
            let for_c = to_c(&contact, &*state);
            let Some(collide) = (*actor).collidefunc else {
                return fault!(AKERR_NULLPOINTER, "{}: its collidefunc is NULL", describe(actor));
            };
            from_c(collide(actor, &for_c))?;
            if !turn.goes_on() {
                return Ok(());
            }
            let now = motion_of(actor).position;
            if now != before.position && now != pushed(before.position, &contact) {
                // Put elsewhere by the game: that is where it comes from now.
                from = now;
            }
        }
    }
}

/// Where the default response puts an actor.
fn pushed(mut position: Vec3, contact: &Contact) -> Vec3 {
    match contact.axis() {
        Some(axis) => position[axis] = contact.place[axis],
        None => position = contact.place,
    }
    position
}

fn to_c(contact: &Contact, state: &state::State) -> akgl_CollisionContact {
    let mut told = akgl_CollisionContact {
        other: core::ptr::null_mut(),
        proxy: 0,
        userdata: core::ptr::null_mut(),
        nx: contact.normal.x,
        ny: contact.normal.y,
        nz: contact.normal.z,
        depth: contact.depth,
        x: contact.place.x,
        y: contact.place.y,
        z: contact.place.z,
        sensor: contact.sensor,
        entered: contact.entered,
        layermask: contact.layers,
        tile: 0,
        layer: -1,
        cellx: -1,
        celly: -1,
    };
    match contact.thing {
        Thing::Tile(tile) => {
            told.tile = tile.gid;
            told.layer = tile.layer as i32;
            told.cellx = tile.col;
            told.celly = tile.row;
        }
        Thing::Proxy(thing) => {
            let (proxy, owner) = state.whom(thing);
            told.proxy = proxy.map_or(0, |id| id.to_bits());
            match owner {
                Owner::Geometry(userdata) => told.userdata = userdata as usize as *mut _,
                Owner::Body(slot) => {
                    told.other = state
                        .live(slot)
                        .map_or(core::ptr::null_mut(), |(actor, ..)| actor);
                }
            }
        }
    }
    told
}
