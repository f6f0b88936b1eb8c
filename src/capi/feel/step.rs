//! The part of an actor's step that the settings of feel change.

use glam::Vec3;

use super::{akgl_Feel, akgl_FeelState};
use crate::capi::actor::{
    AKGL_ACTOR_STATE_MOVING_DOWN, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT,
    AKGL_ACTOR_STATE_MOVING_UP, akgl_Actor,
};
use crate::capi::error::{AKERR_NULLPOINTER, AKERR_VALUE, Outcome, from_c};
use crate::capi::heap::Turn;
use crate::capi::physics::{
    akgl_PhysicsBackend, akgl_physics_arcade_gravity, akgl_physics_arcade_move, describe, motion_of,
    put_motion,
};
use crate::fault;
use crate::physics::feel::{
    Course, Feel, Rest, Rules, Setting, Spans, TOUCH_GROUND, fade, limit, stride_one,
};
use crate::physics::{Motion, Travel, drag};

/// The axes that an actor travels along.
pub(in crate::capi) fn travel_of(state: u32) -> Travel {
    Travel {
        x: state & (AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT) != 0,
        y: state & (AKGL_ACTOR_STATE_MOVING_UP | AKGL_ACTOR_STATE_MOVING_DOWN) != 0,
    }
}

/// The settings that reach an actor, but for the backend's scale of time, which is the whole step's;
/// `None` where there are none and the step is the documented one.
///
/// # Safety
/// `backend` and `actor` are valid, and so is the actor's character.
pub(in crate::capi) unsafe fn rules(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
) -> Outcome<Option<Rules>> {
    // SAFETY: by the caller's promise.
    unsafe {
        let character = (*actor).basechar;
        let shared = if character.is_null() {
            0
        } else {
            (*character).feel.set
        };
        let felt = (*actor).felt;
        let set = (*actor).feel.set | shared | ((*backend).feel.set & !super::AKGL_FEEL_TIME_SCALE);
        let for_now = felt.lighter != 0.0 || felt.mostfall != 0.0 || push_of(&felt) != Vec3::ZERO;
        if set == 0 && (*backend).numzones == 0 && !for_now {
            forget(actor);
            return Ok(None);
        }
        let mut feel = (*backend).feel.core().without(Setting::TimeScale);
        if shared != 0 {
            feel = (*character).feel.core().over(feel);
        }
        if (*backend).numzones != 0 {
            feel = zone(backend, actor)?.core().over(feel);
        }
        feel = (*actor).feel.core().over(feel);
        if let Some((name, value)) = feel.unusable() {
            return fault!(AKERR_VALUE, "{}: its {name} is {value}", describe(actor));
        }
        if feel.is_empty() && !for_now {
            forget(actor);
            return Ok(None);
        }
        Ok(Some(for_this_step(&feel, &felt)))
    }
}

/// What the settings that reached an actor before have left behind is gone with them.
unsafe fn forget(actor: *mut akgl_Actor) {
    // SAFETY: a valid actor.
    unsafe {
        let felt = &mut (*actor).felt;
        if felt.runsdown != 0 || felt.carryx != 0.0 || felt.carryy != 0.0 {
            felt.runsdown = 0;
            (felt.carryx, felt.carryy) = (0.0, 0.0);
        }
    }
}

fn for_this_step(feel: &Feel, felt: &akgl_FeelState) -> Rules {
    let mut rules = Rules::of(feel);
    if felt.lighter != 0.0 {
        rules.gravity *= 1.0 - felt.lighter.clamp(0.0, 1.0);
    }
    if felt.mostfall > 0.0 {
        rules.most.y = rules.most.y.min(felt.mostfall);
    }
    rules
}

/// What the zones that an actor is in set, later ones over earlier ones.
unsafe fn zone(backend: *mut akgl_PhysicsBackend, actor: *mut akgl_Actor) -> Outcome<akgl_Feel> {
    // SAFETY: by the caller's promise; the array is the game's, of the length it says.
    unsafe {
        if (*backend).zones.is_null() {
            return fault!(AKERR_NULLPOINTER, "self->zones is NULL and numzones is not 0");
        }
        let shape = (*actor).shape;
        let x = (*actor).x + shape.x + 0.5 * shape.w;
        let y = (*actor).y + shape.y + 0.5 * shape.h;
        let mut feel = Feel::default();
        for at in 0..(*backend).numzones as usize {
            let zone = &*(*backend).zones.add(at);
            if x >= zone.x && x < zone.x + zone.w && y >= zone.y && y < zone.y + zone.h {
                feel = zone.feel.core().over(feel);
            }
        }
        Ok(akgl_Feel::from_core(feel))
    }
}

fn push_of(felt: &akgl_FeelState) -> Vec3 {
    Vec3::new(felt.pushx, felt.pushy, felt.pushz)
}

fn rest_of(felt: &akgl_FeelState) -> Rest {
    Rest {
        position: Vec3::new(felt.finex, felt.finey, felt.finez),
        environment: Vec3::new(felt.fineex, felt.fineey, felt.fineez),
    }
}

unsafe fn put_push(actor: *mut akgl_Actor, push: Vec3) {
    // SAFETY: a valid actor.
    unsafe { [(*actor).felt.pushx, (*actor).felt.pushy, (*actor).felt.pushz] = push.to_array() };
}

/// Velocity from everything that an actor moves by: e + t, an impulse, a belt.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn combine(actor: *mut akgl_Actor, motion: &mut Motion) {
    motion.combine();
    // SAFETY: by the caller's promise.
    let felt = unsafe { (*actor).felt };
    let more = push_of(&felt) + Vec3::new(felt.carryx, felt.carryy, 0.0);
    // Adding nothing would change the sign of a zero.
    if more != Vec3::ZERO {
        motion.velocity += more;
    }
}

/// A surface with this normal takes the part of an actor's impulse that leads into it.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn stop_push(actor: *mut akgl_Actor, normal: Vec3) {
    // SAFETY: by the caller's promise.
    unsafe {
        let push = push_of(&(*actor).felt);
        let into = push.dot(normal);
        if into < 0.0 {
            put_push(actor, push - normal * into);
        }
    }
}

/// How an actor's place changes in the pieces of its step.
pub(in crate::capi) enum Drive {
    /// By its velocity.
    Plain,
    /// By the closed forms.
    Exact(Exact),
}

/// What the closed forms need beside the actor's own numbers.
#[derive(Clone, Copy)]
pub(in crate::capi) struct Exact {
    rules: Rules,
    pull: Vec3,
    spans: Spans,
    grounded: bool,
}

impl Exact {
    /// What `dt` seconds of an actor's course come to: the actor as it is, and then with its mean velocity;
    /// what is finer than its numbers; its impulse.
    ///
    /// # Safety
    /// `actor` is valid.
    unsafe fn flown(&self, actor: *mut akgl_Actor, dt: f32) -> (Motion, Motion, Rest, Vec3) {
        // SAFETY: by the caller's promise.
        let (motion, state, felt) = unsafe { (motion_of(actor), (*actor).state, (*actor).felt) };
        let mut spans = self.spans;
        spans.renew(spans.drag(), dt);
        let (after, rest, push) = stride_one(
            &motion,
            rest_of(&felt),
            push_of(&felt),
            self.pull,
            &spans,
            travel_of(state),
            &self.rules,
            self.grounded,
        );
        (motion, after, rest, push)
    }

    /// Gives an actor the mean velocity of the next `dt` seconds, for its move to be planned by.
    ///
    /// # Safety
    /// `actor` is valid.
    unsafe fn aim(&self, actor: *mut akgl_Actor, dt: f32) {
        // SAFETY: by the caller's promise.
        unsafe {
            let (mut motion, after, ..) = self.flown(actor, dt);
            motion.velocity = after.velocity;
            put_motion(actor, &motion);
        }
    }

    /// Moves an actor through `dt` seconds of its course by the backend's `move`.
    ///
    /// # Safety
    /// `backend` and `actor` are valid.
    unsafe fn advance(
        &self,
        backend: *mut akgl_PhysicsBackend,
        actor: *mut akgl_Actor,
        dt: f32,
        turn: Turn,
    ) -> Outcome {
        // SAFETY: by the caller's promise; everything is read again after the callback.
        unsafe {
            let Some(step) = (*backend).r#move else {
                return fault!(AKERR_NULLPOINTER, "self->move is NULL");
            };
            let (motion, mut after, rest, push) = self.flown(actor, dt);
            let mut by_velocity = motion;
            by_velocity.velocity = after.velocity;
            if step as usize != akgl_physics_arcade_move as *const () as usize {
                put_motion(actor, &by_velocity);
                from_c(step(backend, actor, dt))?;
                if !turn.goes_on() {
                    return Ok(());
                }
                by_velocity.advance(dt);
                let moved = motion_of(actor);
                if moved.position != by_velocity.position {
                    // A move of the game's own: where it leads is where the actor is.
                    after.position = moved.position;
                }
            }
            put_push(actor, push);
            combine(actor, &mut after);
            put_motion(actor, &after);
            let felt = &mut (*actor).felt;
            [felt.finex, felt.finey, felt.finez] = rest.position.to_array();
            [felt.fineex, felt.fineey, felt.fineez] = rest.environment.to_array();
        }
        Ok(())
    }
}

/// The free course of an actor from now on.
///
/// # Safety
/// Both are valid.
pub(super) unsafe fn course(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    rules: &Rules,
) -> Course {
    // SAFETY: by the caller's promise.
    unsafe {
        let felt = (*actor).felt;
        Course::new(
            &motion_of(actor),
            rest_of(&felt),
            push_of(&felt),
            gravity_of(backend) * rules.gravity,
            drag_of(backend),
            travel_of((*actor).state),
            rules,
            grounded(actor),
        )
    }
}

impl Drive {
    /// One piece of a step.
    ///
    /// # Safety
    /// `backend` and `actor` are valid.
    pub(in crate::capi) unsafe fn advance(
        &self,
        backend: *mut akgl_PhysicsBackend,
        actor: *mut akgl_Actor,
        dt: f32,
        turn: Turn,
    ) -> Outcome {
        // SAFETY: by the caller's promise.
        unsafe {
            match self {
                Self::Exact(exact) => exact.advance(backend, actor, dt, turn),
                Self::Plain => {
                    let Some(step) = (*backend).r#move else {
                        return fault!(AKERR_NULLPOINTER, "self->move is NULL");
                    };
                    from_c(step(backend, actor, dt))
                }
            }
        }
    }
}

/// Whether an actor stands, as the last step found it.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn grounded(actor: *mut akgl_Actor) -> bool {
    // SAFETY: by the caller's promise.
    unsafe { (*actor).felt.touching & TOUCH_GROUND != 0 }
}

/// Notes what the settings say about letting go, and clears what was for this step only.
unsafe fn note(actor: *mut akgl_Actor, rules: &Rules) {
    // SAFETY: a valid actor.
    unsafe {
        let carried = rules.carried(grounded(actor));
        let felt = &mut (*actor).felt;
        felt.runsdown =
            u32::from(rules.deceleration[0].is_some()) | u32::from(rules.deceleration[1].is_some()) << 1;
        (felt.lighter, felt.mostfall) = (0.0, 0.0);
        (felt.carryx, felt.carryy) = (carried.x, carried.y);
    }
}

/// Gravity, drag and velocity of a documented step with settings, up to its move; `None` where a
/// callback ended the actor's turn.
///
/// # Safety
/// `backend` and `actor` are valid.
pub(in crate::capi) unsafe fn euler(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    rules: &Rules,
    dt: f32,
    goes_on: &dyn Fn() -> bool,
) -> Outcome<Option<Drive>> {
    // SAFETY: by the caller's promise; everything is read again after the callback.
    unsafe {
        let before = motion_of(actor).environment;
        if !pull(backend, actor, dt, goes_on)? {
            return Ok(None);
        }
        note(actor, rules);
        let mut motion = motion_of(actor);
        if rules.climbing {
            motion.environment = Vec3::ZERO;
        } else if rules.gravity != 1.0 {
            motion.environment = before + (motion.environment - before) * rules.gravity;
        }
        motion.environment = limit(drag(motion.environment, drag_of(backend), dt), rules);
        put_push(actor, fade(push_of(&(*actor).felt), rules, dt).0);
        combine(actor, &mut motion);
        put_motion(actor, &motion);
    }
    Ok(Some(Drive::Plain))
}

/// The same of a step by closed forms: what its move will need.
///
/// # Safety
/// `backend` and `actor` are valid.
pub(in crate::capi) unsafe fn exact(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    rules: &Rules,
    dt: f32,
    goes_on: &dyn Fn() -> bool,
) -> Outcome<Option<Drive>> {
    // SAFETY: by the caller's promise; everything is read again after the callback.
    unsafe {
        let own = (*backend).gravity.map(|gravity| gravity as usize);
        let pulled = if own == Some(akgl_physics_arcade_gravity as *const () as usize) {
            gravity_of(backend)
        } else {
            // A gravity of the game's own: what it adds is taken to act evenly over the step.
            let before = motion_of(actor);
            if !pull(backend, actor, dt, goes_on)? {
                return Ok(None);
            }
            let mut now = motion_of(actor);
            let added = now.environment - before.environment;
            now.environment = before.environment;
            put_motion(actor, &now);
            if dt > 0.0 { added / dt } else { Vec3::ZERO }
        };
        note(actor, rules);
        let exact = Exact {
            rules: *rules,
            pull: pulled * rules.gravity,
            spans: Spans::new(drag_of(backend), dt),
            grounded: grounded(actor),
        };
        exact.aim(actor, dt);
        Ok(Some(Drive::Exact(exact)))
    }
}

/// What the backend's own gravity does to the environmental velocity, px/s² along each axis.
unsafe fn gravity_of(backend: *mut akgl_PhysicsBackend) -> Vec3 {
    // SAFETY: a valid backend.
    unsafe { Vec3::new(-(*backend).gravity_x, (*backend).gravity_y, -(*backend).gravity_z) }
}

unsafe fn drag_of(backend: *mut akgl_PhysicsBackend) -> Vec3 {
    // SAFETY: a valid backend.
    unsafe { Vec3::new((*backend).drag_x, (*backend).drag_y, (*backend).drag_z) }
}

/// The backend's gravity; false where it ended the actor's turn.
unsafe fn pull(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
    goes_on: &dyn Fn() -> bool,
) -> Outcome<bool> {
    // SAFETY: both valid.
    unsafe {
        let Some(gravity) = (*backend).gravity else {
            return fault!(AKERR_NULLPOINTER, "self->gravity is NULL");
        };
        from_c(gravity(backend, actor, dt))?;
    }
    Ok(goes_on())
}
