//! `akgl/jump.h`: jumps as a designer thinks of them: height and time; coyote time, a buffer, variable
//! height, air jumps, wall slide and jump, apex hang.
//!
//! The helper has no input system: a game says what is pressed, and does, or lets
//! `akgl_actor_jump` do, what it answers. The numbers are the game's (`akgl_JumpRules`, which many
//! actors may share), the state is one record for each actor (`akgl_Jump`), kept by the game.
//!
//! Threads: nothing here has state of its own.

use super::actor::{AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT, akgl_Actor};
use super::error::{AKERR_VALUE, Outcome, akerr_ErrorContext, check, ffi};
use super::heap::live_actor;
use super::types::float32_t;
use crate::fault;
use crate::physics::feel::{
    Arc, Jump, JumpInput, JumpKind, JumpOutput, JumpRules, TOUCH_GROUND, TOUCH_LEFT, TOUCH_RIGHT,
};

/// `akgl_JumpOutput.kind`: no jump begins.
pub const AKGL_JUMP_NONE: u32 = 0;
/// `akgl_JumpOutput.kind`: from the ground, or within coyote time of it.
pub const AKGL_JUMP_GROUND: u32 = 1;
/// `akgl_JumpOutput.kind`: in the air.
pub const AKGL_JUMP_AIR: u32 = 2;
/// `akgl_JumpOutput.kind`: off a wall.
pub const AKGL_JUMP_WALL: u32 = 3;

/// What a character's jumps are like. Zeroed, only `speed` is missing for a plain jump.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_JumpRules {
    /// Upward speed at take-off, in px/s, positive.
    pub speed: float32_t,
    /// A jump still counts as one from the ground this long after leaving it, in seconds.
    pub coyote: float32_t,
    /// A press still counts this long after it was made, in seconds.
    pub buffer: float32_t,
    /// The part of the upward speed that goes when the button is let go while rising, 0 to 1.
    pub cut: float32_t,
    /// Jumps in the air before the ground or a wall is touched again.
    pub air_jumps: u32,
    /// Their upward speed, in px/s; 0: `speed`.
    pub air_speed: float32_t,
    /// The most fall along a wall that the actor presses into, in px/s; 0: no sliding.
    pub wall_slide: float32_t,
    /// Upward speed of a jump off a wall, in px/s; 0: none.
    pub wall_speed: float32_t,
    /// Sideways impulse away from that wall, in px/s.
    pub wall_push: float32_t,
    /// A jump still counts as one off the wall this long after leaving it, in seconds.
    pub wall_coyote: float32_t,
    /// Slower than this, in px/s, around the top of a jump, gravity is less while the button is held;
    /// 0: no hang.
    pub hang_speed: float32_t,
    /// The part of gravity that goes there, 0 to 1.
    pub hang: float32_t,
}

/// The state of one actor's jumps; `akgl_jump_initialize` makes it ready. May be copied and restored.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_Jump {
    /// Seconds since the actor stood; infinity where it has jumped since or never stood.
    pub since_ground: float32_t,
    /// Seconds since it was at a wall; infinity likewise.
    pub since_wall: float32_t,
    /// Where that wall was: -1 left, 1 right.
    pub wall: i32,
    /// Seconds since a press that no jump has answered; infinity for none.
    pub since_press: float32_t,
    /// Jumps in the air that it has made.
    pub air_jumps: u32,
    /// It rises by a jump that may still be cut short.
    pub rising: bool,
}

/// What the helper is told in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_JumpInput {
    /// The actor stands.
    pub grounded: bool,
    /// The button went down since the last step.
    pub pressed: bool,
    /// The button is down.
    pub held: bool,
    /// -1 for a wall at its left, 1 for one at its right, 0 for none.
    pub wall: i32,
    /// Where the player steers: -1 left, 1 right, 0 nowhere.
    pub toward: i32,
    /// The actor's `ey`, in px/s.
    pub speed: float32_t,
}

/// What the helper answers.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct akgl_JumpOutput {
    /// `AKGL_JUMP_*`: which jump begins.
    pub kind: u32,
    /// `speed` is to be the actor's `ey`.
    pub sets_speed: bool,
    /// The `ey` to set, in px/s.
    pub speed: float32_t,
    /// A sideways impulse to give, in px/s; 0 for none.
    pub push: float32_t,
    /// What to multiply gravity by in this step.
    pub gravity: float32_t,
    /// The most fall in this step, in px/s; 0 for no limit.
    pub most_fall: float32_t,
}

const _: () = {
    use core::mem::offset_of;
    assert!(offset_of!(akgl_JumpRules, speed) == 0);
    assert!(offset_of!(akgl_JumpRules, coyote) == 4);
    assert!(offset_of!(akgl_JumpRules, buffer) == 8);
    assert!(offset_of!(akgl_JumpRules, cut) == 12);
    assert!(offset_of!(akgl_JumpRules, air_jumps) == 16);
    assert!(offset_of!(akgl_JumpRules, air_speed) == 20);
    assert!(offset_of!(akgl_JumpRules, wall_slide) == 24);
    assert!(offset_of!(akgl_JumpRules, wall_speed) == 28);
    assert!(offset_of!(akgl_JumpRules, wall_push) == 32);
    assert!(offset_of!(akgl_JumpRules, wall_coyote) == 36);
    assert!(offset_of!(akgl_JumpRules, hang_speed) == 40);
    assert!(offset_of!(akgl_JumpRules, hang) == 44);
    assert!(offset_of!(akgl_Jump, since_ground) == 0);
    assert!(offset_of!(akgl_Jump, since_wall) == 4);
    assert!(offset_of!(akgl_Jump, wall) == 8);
    assert!(offset_of!(akgl_Jump, since_press) == 12);
    assert!(offset_of!(akgl_Jump, air_jumps) == 16);
    assert!(offset_of!(akgl_Jump, rising) == 20);
    assert!(offset_of!(akgl_JumpInput, grounded) == 0);
    assert!(offset_of!(akgl_JumpInput, pressed) == 1);
    assert!(offset_of!(akgl_JumpInput, held) == 2);
    assert!(offset_of!(akgl_JumpInput, wall) == 4);
    assert!(offset_of!(akgl_JumpInput, toward) == 8);
    assert!(offset_of!(akgl_JumpInput, speed) == 12);
    assert!(offset_of!(akgl_JumpOutput, kind) == 0);
    assert!(offset_of!(akgl_JumpOutput, sets_speed) == 4);
    assert!(offset_of!(akgl_JumpOutput, speed) == 8);
    assert!(offset_of!(akgl_JumpOutput, push) == 12);
    assert!(offset_of!(akgl_JumpOutput, gravity) == 16);
    assert!(offset_of!(akgl_JumpOutput, most_fall) == 20);
};

const _: () = assert!(size_of::<akgl_JumpRules>() == 48);
const _: () = assert!(size_of::<akgl_Jump>() == 24);
const _: () = assert!(size_of::<akgl_JumpInput>() == 16);
const _: () = assert!(size_of::<akgl_JumpOutput>() == 24);

impl From<&akgl_JumpRules> for JumpRules {
    fn from(rules: &akgl_JumpRules) -> Self {
        Self {
            speed: rules.speed,
            coyote: rules.coyote,
            buffer: rules.buffer,
            cut: rules.cut,
            air_jumps: rules.air_jumps,
            air_speed: rules.air_speed,
            wall_slide: rules.wall_slide,
            wall_speed: rules.wall_speed,
            wall_push: rules.wall_push,
            wall_coyote: rules.wall_coyote,
            hang_speed: rules.hang_speed,
            hang: rules.hang,
        }
    }
}

impl From<&akgl_Jump> for Jump {
    fn from(jump: &akgl_Jump) -> Self {
        Self {
            since_ground: jump.since_ground,
            since_wall: jump.since_wall,
            wall: jump.wall,
            since_press: jump.since_press,
            air_jumps: jump.air_jumps,
            rising: jump.rising,
        }
    }
}

impl From<&Jump> for akgl_Jump {
    fn from(jump: &Jump) -> Self {
        Self {
            since_ground: jump.since_ground,
            since_wall: jump.since_wall,
            wall: jump.wall,
            since_press: jump.since_press,
            air_jumps: jump.air_jumps,
            rising: jump.rising,
        }
    }
}

impl From<JumpOutput> for akgl_JumpOutput {
    fn from(output: JumpOutput) -> Self {
        Self {
            kind: match output.kind {
                JumpKind::None => AKGL_JUMP_NONE,
                JumpKind::Ground => AKGL_JUMP_GROUND,
                JumpKind::Air => AKGL_JUMP_AIR,
                JumpKind::Wall => AKGL_JUMP_WALL,
            },
            sets_speed: output.set_speed.is_some(),
            speed: output.set_speed.unwrap_or(0.0),
            push: output.push,
            gravity: output.gravity,
            most_fall: if output.most_fall.is_finite() {
                output.most_fall
            } else {
                0.0
            },
        }
    }
}

/// The gravity (px/s²) and the upward speed at take-off (px/s) of a jump that rises `height` pixels in
/// `time` seconds.
///
/// Raises `AKERR_NULLPOINTER`, and `AKERR_VALUE` unless both are positive and finite and so is what comes
/// out.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_jump_from_height(
    height: float32_t,
    time: float32_t,
    gravity: *mut float32_t,
    speed: *mut float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_jump_from_height", || {
        let gravity = check(gravity, "gravity")?.as_ptr();
        let speed = check(speed, "speed")?.as_ptr();
        let Some(arc) = Arc::from_height(height, time) else {
            return fault!(AKERR_VALUE, "no jump rises {height} px in {time} s");
        };
        // SAFETY: by the caller's promise.
        unsafe { (*gravity, *speed) = (arc.gravity, arc.speed) };
        Ok(())
    })
}

/// The other way: the height (px) and the time to the top (s) of a jump of that gravity (px/s²) and speed
/// (px/s).
///
/// Raises as `akgl_jump_from_height`.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_jump_to_height(
    gravity: float32_t,
    speed: float32_t,
    height: *mut float32_t,
    time: *mut float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_jump_to_height", || {
        let height = check(height, "height")?.as_ptr();
        let time = check(time, "time")?.as_ptr();
        let Some(arc) = Arc::new(gravity, speed) else {
            return fault!(
                AKERR_VALUE,
                "no jump has a gravity of {gravity} and a speed of {speed}"
            );
        };
        // SAFETY: by the caller's promise.
        unsafe { (*height, *time) = (arc.height(), arc.time()) };
        Ok(())
    })
}

/// Makes a state that of an actor which never stood, jumped or pressed. Raises `AKERR_NULLPOINTER`.
///
/// # Safety
/// `jump` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_jump_initialize(jump: *mut akgl_Jump) -> *mut akerr_ErrorContext {
    ffi("akgl_jump_initialize", || {
        let jump = check(jump, "jump")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe { jump.write(akgl_Jump::from(&Jump::default())) };
        Ok(())
    })
}

/// One step of `dt` seconds of a jump's state: call it once in each step, before gravity, and do what
/// `dest` says. Raises `AKERR_NULLPOINTER`, and `AKERR_VALUE` for a `dt` or a speed that is not finite, a
/// `dt` that is negative, and rules that make a number which is not finite; nothing is changed then.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_jump_update(
    jump: *mut akgl_Jump,
    rules: *const akgl_JumpRules,
    input: *const akgl_JumpInput,
    dt: float32_t,
    dest: *mut akgl_JumpOutput,
) -> *mut akerr_ErrorContext {
    ffi("akgl_jump_update", || {
        let jump = check(jump, "jump")?.as_ptr();
        let rules = check(rules.cast_mut(), "rules")?.as_ptr();
        let input = check(input.cast_mut(), "input")?.as_ptr();
        let dest = check(dest, "dest")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe {
            let told = *input;
            let input = JumpInput {
                grounded: told.grounded,
                wall: told.wall,
                toward: told.toward,
                pressed: told.pressed,
                held: told.held,
                speed: told.speed,
            };
            *dest = update(jump, rules, &input, dt)?.into();
        }
        Ok(())
    })
}

/// # Safety
/// Both pointers are valid.
unsafe fn update(
    jump: *mut akgl_Jump,
    rules: *const akgl_JumpRules,
    input: &JumpInput,
    dt: f32,
) -> Outcome<JumpOutput> {
    // SAFETY: by the caller's promise.
    unsafe {
        let mut state = Jump::from(&*jump);
        let Some(output) = state.try_update(&JumpRules::from(&*rules), input, dt) else {
            return fault!(
                AKERR_VALUE,
                "dt is {dt}, the speed {}, and a number of them or of what the rules make of them is none",
                input.speed
            );
        };
        *jump = akgl_Jump::from(&state);
        Ok(output)
    }
}

/// A step of an actor's jumps, read from the actor and done to it; for its `movementlogicfunc`. Ground and
/// walls are those of `actor->felt.touching`, the direction is that of its MOVING bits; a jump sets `ey`
/// and gives an impulse off a wall, hanging and sliding act on this step's gravity and fall. `dest` is
/// told what happened and may be NULL.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, and what `akgl_jump_update` raises.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_jump(
    actor: *mut akgl_Actor,
    jump: *mut akgl_Jump,
    rules: *const akgl_JumpRules,
    pressed: bool,
    held: bool,
    dt: float32_t,
    dest: *mut akgl_JumpOutput,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_jump", || {
        let actor = live_actor(actor, "actor")?;
        let jump = check(jump, "jump")?.as_ptr();
        let rules = check(rules.cast_mut(), "rules")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe {
            let (state, touching) = ((*actor).state, (*actor).felt.touching);
            let side = |bits: u32, left: u32, right: u32| match (bits & left != 0, bits & right != 0) {
                (true, false) => -1,
                (false, true) => 1,
                _ => 0,
            };
            let input = JumpInput {
                grounded: touching & TOUCH_GROUND != 0,
                wall: side(touching, TOUCH_LEFT, TOUCH_RIGHT),
                toward: side(state, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT),
                pressed,
                held,
                speed: (*actor).ey,
            };
            let output = update(jump, rules, &input, dt)?;
            if let Some(speed) = output.set_speed {
                (*actor).ey = speed;
            }
            let felt = &mut (*actor).felt;
            felt.pushx += output.push;
            felt.lighter = 1.0 - output.gravity;
            felt.mostfall = if output.most_fall.is_finite() {
                output.most_fall
            } else {
                0.0
            };
            if !dest.is_null() {
                *dest = output.into();
            }
        }
        Ok(())
    })
}
