//! Which settings of feel reach an actor.

use glam::Vec3;

use super::step::push_of;
use super::{AKGL_FEEL_TIME_SCALE, akgl_Feel, akgl_FeelState};
use crate::capi::actor::akgl_Actor;
use crate::capi::character::akgl_Character;
use crate::capi::error::{AKERR_NULLPOINTER, AKERR_VALUE, Outcome};
use crate::capi::physics::{akgl_PhysicsBackend, describe};
use crate::fault;
use crate::physics::feel::{Feel, Rules, Setting};

/// The settings that reach an actor, but for the backend's scale of time, which is the whole step's;
/// `None` where there are none and the step is the documented one.
///
/// # Safety
/// `backend` and `actor` are valid, and so is the actor's character.
pub(in crate::capi) unsafe fn of(
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
        let set = (*actor).feel.set | shared | ((*backend).feel.set & !AKGL_FEEL_TIME_SCALE);
        let for_now = felt.lighter != 0.0 || felt.mostfall != 0.0 || push_of(&felt) != Vec3::ZERO;
        if set == 0 && (*backend).numzones == 0 && !for_now {
            forget(actor);
            return Ok(None);
        }
        let mut feel = beneath(backend, character);
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

/// What a backend and a character, which may be NULL, set.
unsafe fn beneath(backend: *mut akgl_PhysicsBackend, character: *const akgl_Character) -> Feel {
    // SAFETY: the backend is valid, and the character NULL or valid.
    unsafe {
        let feel = (*backend).feel.core().without(Setting::TimeScale);
        if character.is_null() {
            feel
        } else {
            (*character).feel.core().over(feel)
        }
    }
}

/// The rules of an actor that is in no zone, but for what is for one step only; `None` where a setting
/// cannot be used.
///
/// # Safety
/// `backend` and `actor` are valid, and so is the actor's character.
pub(in crate::capi) unsafe fn lasting(
    backend: *mut akgl_PhysicsBackend,
    actor: *const akgl_Actor,
) -> Option<Rules> {
    // SAFETY: by the caller's promise.
    let feel = unsafe { (*actor).feel.core().over(beneath(backend, (*actor).basechar)) };
    feel.unusable().is_none().then(|| Rules::of(&feel))
}

/// What the settings that reached an actor before have left behind is gone with them.
///
/// # Safety
/// `actor` is valid.
pub(in crate::capi) unsafe fn forget(actor: *mut akgl_Actor) {
    // SAFETY: by the caller's promise.
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
