//! What settings of feel make of the short way, up to an actor's move.

use super::akgl_PhysicsBackend;
use crate::capi::actor::{akgl_Actor, install};
use crate::capi::character::akgl_Character;
use crate::capi::feel::step::{drag_of, gravity_of, grounded, rest_of, travel_of};
use crate::capi::feel::{akgl_Feel, rules};
use crate::collision::quick::Target;
use crate::physics::feel::{Rest, Rules, Spans, Terms, limit, stride_one, thrust};
use crate::physics::{Motion, drag};
use glam::Vec3;

/// How many sets of settings are remembered: a game has few characters, and most actors none of their own.
const SETS: usize = 4;

/// The bits of a record of settings.
type Written = [u32; size_of::<akgl_Feel>() / size_of::<u32>()];

/// The settings of an actor's own.
///
/// # Safety
/// `actor` is valid.
unsafe fn written(actor: *const akgl_Actor) -> Written {
    // SAFETY: by the caller's promise; the settings are numbers of 32 bits only, which may be read as such.
    unsafe { (&raw const (*actor).feel).cast::<Written>().read() }
}

/// What the settings of the last few characters and actors come to, as long as nothing calls C.
#[derive(Default)]
pub(super) struct Ways {
    sets: [Option<Set>; SETS],
    /// The place of the next.
    next: usize,
}

/// Settings over those of the backend.
struct Set {
    /// NULL where it sets nothing.
    character: *const akgl_Character,
    /// An actor's own.
    own: Option<Written>,
    /// `None` where they make the step one for the long way.
    way: Option<Way>,
}

/// How actors with some settings go.
pub(super) struct Way {
    pub(super) rules: Rules,
    terms: Terms,
}

/// Where a step leads.
pub(super) struct Led {
    pub(super) target: Target,
    /// What is finer than the numbers, where the step is an exact one.
    pub(super) rest: Option<Rest>,
}

impl Ways {
    /// C was called: every record may say something else now.
    pub(super) fn forget(&mut self) {
        self.sets = [const { None }; SETS];
    }

    /// How an actor goes in steps of `dt`, all the same `dt` since it was last forgotten; `None` for the long way.
    ///
    /// # Safety
    /// Both are valid, and so is the actor's character; there are no zones.
    #[inline]
    pub(super) unsafe fn of(
        &mut self,
        backend: *mut akgl_PhysicsBackend,
        actor: *const akgl_Actor,
        dt: f32,
    ) -> Option<&Way> {
        // SAFETY: by the caller's promise.
        let (character, owns) = unsafe {
            let character = (*actor).basechar.cast_const();
            let shared = (*character).feel.set != 0;
            let character = if shared { character } else { core::ptr::null() };
            (character, (*actor).feel.set != 0)
        };
        let is_it = |set: &Option<Set>| {
            set.as_ref().is_some_and(|set| {
                set.character == character
                    && match &set.own {
                        None => !owns,
                        // SAFETY: as above.
                        Some(own) => owns && *own == unsafe { written(actor) },
                    }
            })
        };
        let at = match self.sets.iter().position(is_it) {
            Some(at) => at,
            None => {
                let at = self.next;
                self.next = (at + 1) % SETS;
                // SAFETY: by the caller's promise.
                let (way, own) = unsafe { (Way::of(backend, actor, dt), owns.then(|| written(actor))) };
                self.sets[at] = Some(Set { character, own, way });
                at
            }
        };
        self.sets[at].as_ref()?.way.as_ref()
    }
}

impl Way {
    /// # Safety
    /// As for [`Ways::of`].
    #[cold]
    unsafe fn of(backend: *mut akgl_PhysicsBackend, actor: *const akgl_Actor, dt: f32) -> Option<Self> {
        // SAFETY: by the caller's promise.
        unsafe {
            let rules = rules::lasting(backend, actor)?;
            let pull = gravity_of(backend) * rules.gravity;
            let terms = Terms::new(pull, &Spans::new(drag_of(backend), dt), &rules);
            (rules.time == 1.0 && !rules.climbing).then_some(Self { rules, terms })
        }
    }

    /// The step of an actor up to its move, which is left in `motion` but for its place; `None` for the long way.
    /// `pull` and the coefficients of drag are the backend's, `pull` over `dt`.
    ///
    /// # Safety
    /// The actor is valid, and so is its character; it has no impulse.
    #[inline(never)]
    pub(super) unsafe fn lead(
        &self,
        actor: *mut akgl_Actor,
        motion: &mut Motion,
        pull: Vec3,
        coefficient: Vec3,
        dt: f32,
    ) -> Option<Led> {
        let rules = &self.rules;
        // SAFETY: by the caller's promise.
        let (state, stands, installed) = unsafe {
            let state = (*actor).state;
            (state, grounded(actor), install((*actor).basechar, state))
        };
        if rules.carried(stands) != Vec3::ZERO {
            return None;
        }
        let travel = travel_of(state);
        if rules.exact {
            (motion.acceleration, motion.top_speed) = installed;
            // SAFETY: as above.
            let rest = rest_of(unsafe { &(*actor).felt });
            let (after, rest, _) = stride_one(motion, rest, Vec3::ZERO, &self.terms, travel, rules, stands);
            (motion.environment, motion.thrust) = (after.environment, after.thrust);
            motion.combine();
            let target = Target {
                displacement: after.velocity * dt,
                place: after.position,
                in_one: true,
            };
            let led = Led {
                target,
                rest: Some(rest),
            };
            return after.velocity.is_finite().then_some(led);
        }
        thrust(motion, travel, rules, stands, dt);
        motion.cap_thrust();
        (motion.acceleration, motion.top_speed) = installed;
        let mut environment = motion.environment - Vec3::new(pull.x, -pull.y, pull.z);
        if rules.gravity != 1.0 {
            environment = motion.environment + (environment - motion.environment) * rules.gravity;
        }
        motion.environment = limit(drag(environment, coefficient, dt), rules);
        motion.combine();
        Some(Led {
            target: Target::of(motion, dt),
            rest: None,
        })
    }
}
