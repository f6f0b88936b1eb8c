//! One step of the pool.

use core::cell::Cell;

use super::akgl_PhysicsBackend;
use super::bodies::{describe, motion_of, put_motion, put_position};
use super::settings::{settings_of, time_scale};
use super::short::Short;
use crate::capi::actor::akgl_Actor;
use crate::capi::collision::passage;
use crate::capi::error::{
    AKERR_NULLPOINTER, AKERR_OUTOFBOUNDS, AKERR_VALUE, AKGL_ERR_LOGICINTERRUPT, Outcome, from_c,
};
use crate::capi::feel::{rules, step as felt};
use crate::capi::heap::Turn;
use crate::capi::types::{AKGL_ITERATOR_OP_LAYERMASK, akgl_Iterator};
use crate::fault;
use crate::physics::feel::{Pieces, Rules, thrust};
use crate::physics::{self, Motion};

/// The most steps that hooks may take within one another.
const MOST_NESTED: u32 = 16;

thread_local! {
    /// How many steps of this thread are under way.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// A step under way, until it is dropped.
struct Nested;

impl Nested {
    fn begin() -> Outcome<Self> {
        let depth = NESTED.get();
        if depth >= MOST_NESTED {
            return fault!(
                AKERR_OUTOFBOUNDS,
                "a hook takes a step within {MOST_NESTED} steps, each taken by a hook of the one before"
            );
        }
        NESTED.set(depth + 1);
        Ok(Self)
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        NESTED.set(NESTED.get() - 1);
    }
}

/// One step of the pool.
///
/// # Safety
/// `backend` is valid, `opflags` NULL or valid.
pub(in crate::capi) unsafe fn step(
    backend: *mut akgl_PhysicsBackend,
    opflags: *mut akgl_Iterator,
    dt: f32,
) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe {
        let pieces = Pieces::of(dt, time_scale(backend)?);
        for _ in 0..pieces.count {
            step_once(backend, opflags, pieces.length)?;
        }
    }
    Ok(())
}

/// One step of the pool, whatever the backend's scale of time.
///
/// # Safety
/// `backend` is valid, `opflags` NULL or valid.
pub(in crate::capi) unsafe fn step_once(
    backend: *mut akgl_PhysicsBackend,
    opflags: *mut akgl_Iterator,
    dt: f32,
) -> Outcome {
    let _under_way = Nested::begin()?;
    // SAFETY: as the caller promises. Callbacks may change everything: each is read again when it is
    // next looked at, the pool itself included.
    unsafe {
        for (name, method) in [("move", (*backend).r#move), ("gravity", (*backend).gravity)] {
            if method.is_none() {
                return fault!(
                    AKERR_NULLPOINTER,
                    "self->{name} is NULL: run akgl_physics_init_arcade, akgl_physics_init_null or akgl_physics_factory first"
                );
            }
        }
        let settings = settings_of(backend);
        for (name, value) in [("gravity", settings.gravity), ("drag", settings.drag)] {
            if !(value.is_finite() && (value * dt).is_finite()) {
                return fault!(
                    AKERR_VALUE,
                    "self: its {name} is {value}, no finite number over a step of {dt} s"
                );
            }
        }
        let only = if opflags.is_null() || (*opflags).flags & AKGL_ITERATOR_OP_LAYERMASK == 0 {
            None
        } else {
            Some(u32::from((*opflags).layerid))
        };
        if !(*backend).collision.is_null() {
            passage::begin((*backend).collision)?;
        }
        let mut slot = 0;
        let mut short = Short::default();
        loop {
            let (pool, count) = crate::capi::heap::actors();
            if slot >= count {
                return Ok(());
            }
            step_actor(backend, pool.add(slot), only, dt, &mut short)?;
            slot += 1;
        }
    }
}

unsafe fn step_actor(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    only: Option<u32>,
    dt: f32,
    short: &mut Short,
) -> Outcome {
    // SAFETY: both valid; a slot of the pool stays one whatever a callback does with its actor.
    unsafe {
        if (*actor).refcount == 0 {
            return Ok(());
        }
        let parent = (*actor).parent;
        if !parent.is_null() {
            let offset = motion_of(actor).velocity;
            let place = Motion {
                position: motion_of(parent).position + offset,
                ..Motion::default()
            };
            finite(actor, &place)?;
            put_position(actor, place.position);
            return passage::follow(passage::attached(backend), actor);
        }
        if (*actor).basechar.is_null() || only.is_some_and(|layer| (*actor).layer != layer) {
            return Ok(());
        }

        if short.act(backend, actor, dt) {
            return Ok(());
        }
        if short.looks() {
            passage::before_calls(backend);
        }
        let rules = rules::of(backend, actor)?;
        let turn = Turn::of(actor);
        let pieces = rules.map_or(Pieces { count: 1, length: dt }, |rules| {
            Pieces::of(dt, rules.time)
        });
        for _ in 0..pieces.count {
            if turn.goes_on() {
                act(backend, actor, rules.as_ref(), pieces.length, turn)?;
            }
        }
        Ok(())
    }
}

/// One actor's step: `rules` are its settings of feel as it begins, where it has any.
unsafe fn act(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    rules: Option<&Rules>,
    dt: f32,
    turn: Turn,
) -> Outcome {
    // SAFETY: both valid; all is read again after each callback.
    unsafe {
        let exact = rules.is_some_and(|rules| rules.exact);
        let mut motion = motion_of(actor);
        let travel = felt::travel_of((*actor).state);
        match rules {
            None => motion.push(travel, dt),
            // There the thrust is part of the move, and follows the logic of this very step.
            Some(rules) if rules.exact => {}
            Some(rules) => thrust(&mut motion, travel, rules, felt::grounded(actor), dt),
        }
        if !exact {
            motion.cap_thrust();
        }
        finite(actor, &motion)?;
        put_motion(actor, &motion);

        let Some(logic) = (*actor).movementlogicfunc else {
            return fault!(
                AKERR_NULLPOINTER,
                "{}: its movementlogicfunc is NULL",
                describe(actor)
            );
        };
        if let Err(fault) = from_c(logic(actor, dt)) {
            if fault.status() == AKGL_ERR_LOGICINTERRUPT {
                fault.release();
                // The logic may have put the actor elsewhere before.
                return if turn.goes_on() {
                    passage::follow(passage::attached(backend), actor)
                } else {
                    Ok(())
                };
            }
            return Err(fault);
        }
        if !turn.goes_on() {
            return Ok(());
        }

        // The logic may have given the actor settings, or an impulse. A step that began by the closed forms
        // goes on by them, also where a piece of it has led out of a zone.
        if let Some(rules) = rules::of(backend, actor)?.or(exact.then(Rules::default)) {
            let way = if exact { felt::exact } else { felt::euler };
            let Some(drive) = way(backend, actor, &rules, dt, &|| turn.goes_on())? else {
                return Ok(());
            };
            let motion = motion_of(actor);
            finite(actor, &motion)?;
            if !motion.velocity.is_finite() {
                return fault!(
                    AKERR_VALUE,
                    "{}: its v is {}, not finite",
                    describe(actor),
                    motion.velocity
                );
            }
            return passage::travel(backend, actor, dt, turn, &drive);
        }

        let Some(gravity) = (*backend).gravity else {
            return fault!(AKERR_NULLPOINTER, "self->gravity is NULL");
        };
        from_c(gravity(backend, actor, dt))?;
        if !turn.goes_on() {
            return Ok(());
        }

        let mut motion = motion_of(actor);
        motion.environment = physics::drag(motion.environment, settings_of(backend).drag, dt);
        motion.combine();
        finite(actor, &motion)?;
        put_motion(actor, &motion);

        if (*backend).collision.is_null() {
            let Some(step) = (*backend).r#move else {
                return fault!(AKERR_NULLPOINTER, "self->move is NULL");
            };
            return from_c(step(backend, actor, dt));
        }
        passage::travel(backend, actor, dt, turn, &felt::Drive::Plain)
    }
}

/// Refuses to go on with an actor that has a number that is none: it must not spread.
unsafe fn finite(actor: *mut akgl_Actor, motion: &Motion) -> Outcome {
    if motion.is_finite() && (motion.environment + motion.thrust).is_finite() {
        return Ok(());
    }
    let fields = [
        ("place", motion.position),
        ("e", motion.environment),
        ("t", motion.thrust),
        ("a", motion.acceleration),
        ("s", motion.top_speed),
        ("e + t", motion.environment + motion.thrust),
    ];
    let (name, value) = fields
        .into_iter()
        .find(|(_, value)| !value.is_finite())
        .unwrap_or(fields[0]);
    // SAFETY: a valid actor.
    fault!(AKERR_VALUE, "{}: its {name} is {value}, not finite", unsafe {
        describe(actor)
    })
}
