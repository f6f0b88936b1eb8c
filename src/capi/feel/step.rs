//! The part of an actor's step that the settings of feel change.

use glam::Vec3;

use super::akgl_FeelState;
use crate::capi::actor::{
    AKGL_ACTOR_STATE_MOVING_DOWN, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT,
    AKGL_ACTOR_STATE_MOVING_UP, akgl_Actor,
};
use crate::capi::error::{AKERR_NULLPOINTER, Outcome, from_c};
use crate::capi::heap::Turn;
use crate::capi::physics::{
    akgl_PhysicsBackend, akgl_physics_arcade_gravity, akgl_physics_arcade_move, motion_of, put_motion,
};
use crate::fault;
use crate::physics::feel::{Course, Rest, Rules, Spans, TOUCH_GROUND, Terms, fade, limit, stride_one};
use crate::physics::{Motion, Travel, drag};

/// The axes that an actor travels along.
pub(in crate::capi) fn travel_of(state: u32) -> Travel {
    Travel {
        x: state & (AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT) != 0,
        y: state & (AKGL_ACTOR_STATE_MOVING_UP | AKGL_ACTOR_STATE_MOVING_DOWN) != 0,
    }
}

pub(super) fn push_of(felt: &akgl_FeelState) -> Vec3 {
    Vec3::new(felt.pushx, felt.pushy, felt.pushz)
}

/// What is finer than an actor's numbers.
pub(in crate::capi) fn rest_of(felt: &akgl_FeelState) -> Rest {
    Rest {
        position: Vec3::new(felt.finex, felt.finey, felt.finez),
        environment: Vec3::new(felt.fineex, felt.fineey, felt.fineez),
    }
}

/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn put_rest(actor: *mut akgl_Actor, rest: Rest) {
    // SAFETY: by the caller's promise.
    let felt = unsafe { &mut (*actor).felt };
    [felt.finex, felt.finey, felt.finez] = rest.position.to_array();
    [felt.fineex, felt.fineey, felt.fineez] = rest.environment.to_array();
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
            &Terms::new(self.pull, &spans, &self.rules),
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
            put_rest(actor, rest);
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

/// Notes what the settings say about letting go, and clears what was for this step only; `grounded` says
/// whether the actor stood as the step began.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn note(actor: *mut akgl_Actor, rules: &Rules, grounded: bool) {
    let carried = rules.carried(grounded);
    // SAFETY: by the caller's promise.
    unsafe {
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
        note(actor, rules, grounded(actor));
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
        note(actor, rules, grounded(actor));
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
///
/// # Safety
/// `backend` is valid.
pub(in crate::capi) unsafe fn gravity_of(backend: *mut akgl_PhysicsBackend) -> Vec3 {
    // SAFETY: by the caller's promise.
    unsafe { Vec3::new(-(*backend).gravity_x, (*backend).gravity_y, -(*backend).gravity_z) }
}

/// # Safety
/// `backend` is valid.
pub(in crate::capi) unsafe fn drag_of(backend: *mut akgl_PhysicsBackend) -> Vec3 {
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
