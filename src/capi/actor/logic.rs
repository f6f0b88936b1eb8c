//! What the default hooks and the control handlers have in common.

use glam::Vec3;

use super::*;

/// All four directions that an actor can look.
pub(super) const FACE_ALL: u32 = AKGL_ACTOR_STATE_FACE_DOWN
    | AKGL_ACTOR_STATE_FACE_LEFT
    | AKGL_ACTOR_STATE_FACE_RIGHT
    | AKGL_ACTOR_STATE_FACE_UP;

/// The sign of one axis of travel: both directions held, or none, is no travel.
pub(super) fn sign(state: u32, negative: u32, positive: u32) -> f32 {
    match (state & negative != 0, state & positive != 0) {
        (true, false) => -1.0,
        (false, true) => 1.0,
        _ => 0.0,
    }
}

/// What the default movement logic installs: a character's accelerations with the signs of the
/// direction of travel, and its top speeds.
///
/// # Safety
/// `character` is valid.
#[inline(always)] // As a call it costs the C pool's shortest step a tenth of its time.
pub(in crate::capi) unsafe fn install(character: *const akgl_Character, state: u32) -> (Vec3, Vec3) {
    // 0 times an infinite acceleration would be no number.
    let signed = |sign: f32, acceleration: f32| if sign == 0.0 { 0.0 } else { sign * acceleration };
    let x = sign(state, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT);
    let y = sign(state, AKGL_ACTOR_STATE_MOVING_UP, AKGL_ACTOR_STATE_MOVING_DOWN);
    let z = sign(state, AKGL_ACTOR_STATE_MOVING_IN, AKGL_ACTOR_STATE_MOVING_OUT);
    // SAFETY: by the caller's promise.
    unsafe {
        (
            Vec3::new(
                signed(x, (*character).ax),
                signed(y, (*character).ay),
                signed(z, (*character).az),
            ),
            Vec3::new((*character).sx, (*character).sy, (*character).sz),
        )
    }
}

/// Refuses a child that is the actor itself or one of those that carry it.
///
/// # Safety
/// Both are valid, and so are their parents.
pub(super) unsafe fn refuse_cycle(actor: *mut akgl_Actor, child: *mut akgl_Actor) -> Outcome {
    // A cycle that the game made by hand must not keep us here.
    let mut carrier = actor;
    for _ in 0..=heap::actors().1.max(heap::AKGL_MAX_HEAP_ACTOR) {
        if carrier.is_null() {
            return Ok(());
        }
        if carrier == child {
            // SAFETY: by the caller's promise.
            let (child, actor) = unsafe { (name(child), name(actor)) };
            return fault!(
                AKERR_RELATIONSHIP,
                "{child} cannot be a child of {actor}, which it carries"
            );
        }
        // SAFETY: by the caller's promise.
        carrier = unsafe { (*carrier).parent };
    }
    // SAFETY: by the caller's promise.
    fault!(AKERR_RELATIONSHIP, "the parents of {} form a ring", unsafe {
        name(actor)
    })
}

/// An actor's name for a message.
///
/// # Safety
/// `actor` is valid.
pub(super) unsafe fn name(actor: *const akgl_Actor) -> String {
    // SAFETY: by the caller's promise.
    let held = unsafe { &raw const (*actor).name };
    // SAFETY: as above.
    let bytes: Vec<u8> = unsafe { *held }
        .iter()
        .map(|&byte| byte as u8)
        .take_while(|&byte| byte != 0)
        .collect();
    format!("actor {:?}", String::from_utf8_lossy(&bytes))
}

/// An axis of the control handlers.
#[derive(Clone, Copy)]
pub(super) enum Axis {
    X,
    Y,
}

/// What a control handler does when its direction is held: the MOVING bit, and the FACE bit alone of its
/// kind. The acceleration is the movement logic's to install, so the first step after this one has no
/// thrust yet.
pub(super) fn press(actor: *mut akgl_Actor, moving: u32, face: u32) -> Outcome {
    let actor = live_actor(actor, "actor")?;
    // SAFETY: every caller has promised that the actor is NULL or valid.
    unsafe { (*actor).state = (*actor).state & !FACE_ALL | moving | face };
    Ok(())
}

/// What a control handler does when its direction is let go.
pub(super) fn let_go(actor: *mut akgl_Actor, moving: u32, axis: Axis) -> Outcome {
    let actor = live_actor(actor, "actor")?;
    // SAFETY: every caller has promised that the actor is NULL or valid.
    unsafe {
        (*actor).state &= !moving;
        let runs_down = (*actor).felt.runsdown;
        match axis {
            Axis::X => {
                (*actor).ax = 0.0;
                if runs_down & 1 == 0 {
                    (*actor).tx = 0.0;
                }
            }
            Axis::Y => {
                (*actor).ay = 0.0;
                if runs_down & 2 == 0 {
                    (*actor).ty = 0.0;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_held_are_none() {
        assert_eq!(sign(0, 1, 2), 0.0);
        assert_eq!(sign(1, 1, 2), -1.0);
        assert_eq!(sign(2 | 4, 1, 2), 1.0);
        assert_eq!(sign(3, 1, 2), 0.0);
    }
}
