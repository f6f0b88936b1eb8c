//! The step of an actor whose hooks are all the default ones, under the arcade backend: to the same bits
//! as the calls one by one, but without them. Where something is not of that case it says so and has
//! changed nothing; what is wrong with an actor is left to the long way to say.

use core::mem::offset_of;

use glam::Vec3;

use super::bodies::{motion_of, put_motion};
use super::settings::settings_of;
use super::short_felt::{Led, Ways};
use super::{
    akgl_PhysicsBackend, akgl_physics_arcade_collide, akgl_physics_arcade_gravity, akgl_physics_arcade_move,
};
use crate::capi::actor::{
    AKGL_ACTOR_STATE_MOVING_DOWN, AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_MOVING_RIGHT,
    AKGL_ACTOR_STATE_MOVING_UP, akgl_Actor, akgl_actor_logic_movement, install,
};
use crate::capi::collision::around::Around;
use crate::capi::collision::{akgl_CollisionWorld, akgl_actor_collide_block};
use crate::capi::feel::step::{grounded, put_rest, travel_of};
use crate::capi::feel::{AKGL_FEEL_TIME_SCALE, rules, step as felt};
use crate::collision::quick::Target;
use crate::physics::{Motion, drag};

/// What one backend's step has found out about its surroundings.
#[derive(Default)]
pub(super) struct Short {
    /// Forgotten whenever C was called.
    known: Option<Known>,
    /// The same for settings of feel.
    ways: Ways,
    /// Whether C was called in this step: since then any actor may have another shape.
    called: bool,
    /// Whether the actor that is to go the long way may look at others, or C may be called.
    looks: bool,
}

/// What is the same for all actors while nothing calls C.
struct Known {
    /// The methods are the arcade's.
    arcade: bool,
    /// There are zones.
    zones: bool,
    /// Which settings of feel the backend has.
    set: u32,
    pull: Vec3,
    drag: Vec3,
    world: *mut akgl_CollisionWorld,
    /// Inside, `None` where the quick way is not for it.
    around: Option<Option<Around>>,
}

impl Known {
    /// # Safety
    /// `backend` is valid.
    unsafe fn of(backend: *mut akgl_PhysicsBackend, dt: f32) -> Self {
        // SAFETY: by the caller's promise.
        unsafe {
            let settings = settings_of(backend);
            Self {
                arcade: is_arcade(backend),
                zones: (*backend).numzones != 0,
                set: (*backend).feel.set & !AKGL_FEEL_TIME_SCALE,
                pull: settings.gravity * dt,
                drag: settings.drag,
                world: (*backend).collision,
                around: None,
            }
        }
    }

    /// Moves an actor to its target and puts `motion`, its numbers up to the move, there. False, with nothing
    /// changed, where it is to go the long way.
    ///
    /// # Safety
    /// The actor is valid, and the world as [`Around::of`] asks for.
    #[inline(always)]
    unsafe fn go(
        &mut self,
        actor: *mut akgl_Actor,
        motion: &mut Motion,
        target: &Target,
        dt: f32,
        called: bool,
        looks: &mut bool,
    ) -> bool {
        let [ax, ay, az] = motion.acceleration.to_array();
        let [sx, sy, sz] = motion.top_speed.to_array();
        let [vx, vy, vz] = motion.velocity.to_array();
        if !is_sound(&[ax, ay, az, sx, sy, sz, vx, vy, vz]) {
            return false;
        }
        let world = self.world;
        // SAFETY: by the caller's promise.
        unsafe {
            if world.is_null() {
                motion.position = target.place;
            } else {
                let Some(around) = self.around.get_or_insert_with(|| Around::of(world, called)) else {
                    return false;
                };
                let mut touching = (*actor).felt.touching;
                if !around.travel(actor, motion, dt, target, looks, &mut touching) {
                    return false;
                }
                (*actor).felt.touching = touching;
            }
            put_motion(actor, motion);
            [(*actor).ax, (*actor).ay, (*actor).az] = motion.acceleration.to_array();
            [(*actor).sx, (*actor).sy, (*actor).sz] = motion.top_speed.to_array();
        }
        true
    }
}

/// Whether the game has put no methods of its own in place of the arcade's.
unsafe fn is_arcade(backend: *mut akgl_PhysicsBackend) -> bool {
    // SAFETY: a valid backend.
    let (pull, step, collide) = unsafe { ((*backend).gravity, (*backend).r#move, (*backend).collide) };
    pull.is_some_and(|pull| pull as usize == akgl_physics_arcade_gravity as *const () as usize)
        && step.is_some_and(|step| step as usize == akgl_physics_arcade_move as *const () as usize)
        && collide
            .is_some_and(|collide| collide as usize == akgl_physics_arcade_collide as *const () as usize)
}

/// Whether an actor has the default hooks.
unsafe fn is_default(actor: *const akgl_Actor) -> bool {
    // SAFETY: a valid actor.
    let (logic, collide) = unsafe { ((*actor).movementlogicfunc, (*actor).collidefunc) };
    logic.is_some_and(|logic| logic as usize == akgl_actor_logic_movement as *const () as usize)
        && collide.is_some_and(|collide| collide as usize == akgl_actor_collide_block as *const () as usize)
}

/// Whether something acts on an actor for a time: an impulse, or what is for one step only.
unsafe fn is_acted_on(actor: *const akgl_Actor) -> bool {
    // SAFETY: a valid actor.
    let felt = unsafe { &raw const (*actor).felt };
    // SAFETY: as above.
    let parts = unsafe {
        [
            (*felt).pushx,
            (*felt).pushy,
            (*felt).pushz,
            (*felt).lighter,
            (*felt).mostfall,
        ]
    };
    parts.iter().fold(0, |any, number| any | number.to_bits()) != 0
}

/// The states that add to thrust.
const TRAVEL: u32 = AKGL_ACTOR_STATE_MOVING_LEFT
    | AKGL_ACTOR_STATE_MOVING_RIGHT
    | AKGL_ACTOR_STATE_MOVING_UP
    | AKGL_ACTOR_STATE_MOVING_DOWN;

/// All numbers of an actor's motion lie side by side.
const NUMBERS: usize = 18;
const _: () = assert!(offset_of!(akgl_Actor, sz) == offset_of!(akgl_Actor, x) + (NUMBERS - 1) * 4);

/// Whether some numbers are so far from infinite that no sum of two of them, nor of one and what a step
/// adds, gets there.
fn is_sound<const COUNT: usize>(numbers: &[f32; COUNT]) -> bool {
    // Adding to the exponent of what is too large, or no number, reaches the bit of the sign.
    let sum = |all, number: &f32| all | ((number.to_bits() & 0x7FFF_FFFF) + 0x1000_0000);
    numbers.iter().fold(0, sum) & 0x8000_0000 == 0
}

impl Short {
    /// C may have been called.
    fn forget(&mut self) {
        self.known = None;
        self.ways.forget();
        self.called = true;
        self.looks = true;
    }

    /// Whether the actor that [`act`](Self::act) was just false of may look at others, or C may be called.
    pub(super) fn looks(&self) -> bool {
        self.looks
    }

    /// The step of an actor with a character and without a parent; false where it is to go the long way.
    /// Unless all is the library's own, that may call anything.
    ///
    /// # Safety
    /// Both are valid, and so is the actor's character; nothing calls C but what goes the long way.
    #[inline]
    pub(super) unsafe fn act(
        &mut self,
        backend: *mut akgl_PhysicsBackend,
        actor: *mut akgl_Actor,
        dt: f32,
    ) -> bool {
        // SAFETY: by the caller's promise; the numbers are an array in all but name.
        unsafe {
            let known = self.known.get_or_insert_with(|| Known::of(backend, dt));
            if !known.arcade || !is_default(actor) {
                self.forget();
                return false;
            }
            self.looks = true;
            if known.zones || is_acted_on(actor) {
                return false;
            }
            let numbers = (&raw const (*actor).x).cast::<[f32; NUMBERS]>().read();
            if !is_sound(&numbers) {
                return false;
            }
            let mut motion = motion_of(actor);
            let (way, led) = if (*actor).feel.set | (*(*actor).basechar).feel.set | known.set != 0 {
                let Some(way) = self.ways.of(backend, actor, dt) else {
                    return false;
                };
                let Some(led) = way.lead(actor, &mut motion, known.pull, known.drag, dt) else {
                    return false;
                };
                (Some((way, grounded(actor))), led)
            } else {
                let state = (*actor).state;
                if state & TRAVEL != 0 || motion.thrust.to_array().map(f32::to_bits) != [0; 3] {
                    motion.push(travel_of(state), dt);
                    motion.cap_thrust();
                }
                (motion.acceleration, motion.top_speed) = install((*actor).basechar, state);
                motion.environment -= Vec3::new(known.pull.x, -known.pull.y, known.pull.z);
                motion.environment = drag(motion.environment, known.drag, dt);
                motion.combine();
                let target = Target::of(&motion, dt);
                (None, Led { target, rest: None })
            };
            if !known.go(actor, &mut motion, &led.target, dt, self.called, &mut self.looks) {
                return false;
            }
            match way {
                Some((way, stood)) => felt::note(actor, &way.rules, stood),
                None => rules::forget(actor),
            }
            if let Some(rest) = led.rest {
                put_rest(actor, rest);
            }
            true
        }
    }
}
