//! `akgl/heap.h`: the static pools of actors, characters and strings.
//!
//! Nothing is allocated: a slot with `refcount == 0` is free. Slots are handed out lowest index first,
//! and an actor's index is its place in the order of every step. The pools are not guarded: where more
//! than one thread uses them, hold `akgl_game_state_lock`.

use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use slots::{Slot, claim, drop_reference, index_in, live};

use super::actor::akgl_Actor;
use super::character::akgl_Character;
use super::error::{AKERR_VALUE, Outcome, akerr_ErrorContext, check, ffi};
use super::staticstring::akgl_String;
use crate::fault;

mod slots;
mod turn;

pub(crate) use turn::Turn;

/// Slots in `AKGL_HEAP_ACTOR`.
pub const AKGL_MAX_HEAP_ACTOR: usize = 1024;
/// Slots in `AKGL_HEAP_CHARACTER`.
pub const AKGL_MAX_HEAP_CHARACTER: usize = 256;
/// Slots in `AKGL_HEAP_STRING`.
pub const AKGL_MAX_HEAP_STRING: usize = 256;

/// The built-in actors: the current pool until `akgl_heap_set_actors` names another.
#[unsafe(no_mangle)]
pub static mut AKGL_HEAP_ACTOR: [akgl_Actor; AKGL_MAX_HEAP_ACTOR] =
    // SAFETY: numbers, booleans, pointers and optional functions, all of which may be zero.
    unsafe { MaybeUninit::zeroed().assume_init() };
/// The characters.
#[unsafe(no_mangle)]
pub static mut AKGL_HEAP_CHARACTER: [akgl_Character; AKGL_MAX_HEAP_CHARACTER] =
    // SAFETY: as above.
    unsafe { MaybeUninit::zeroed().assume_init() };
/// The strings.
#[unsafe(no_mangle)]
pub static mut AKGL_HEAP_STRING: [akgl_String; AKGL_MAX_HEAP_STRING] =
    // SAFETY: as above.
    unsafe { MaybeUninit::zeroed().assume_init() };

/// The game's own array of actors; NULL while the built-in one is current.
static OWN_ACTORS: AtomicPtr<akgl_Actor> = AtomicPtr::new(core::ptr::null_mut());
static OWN_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Where the search for a free slot begins: every slot below was in use when last looked at.
static ACTOR_HINT: AtomicUsize = AtomicUsize::new(0);
static CHARACTER_HINT: AtomicUsize = AtomicUsize::new(0);
static STRING_HINT: AtomicUsize = AtomicUsize::new(0);

fn built_in_actors() -> (*mut akgl_Actor, usize) {
    ((&raw mut AKGL_HEAP_ACTOR).cast(), AKGL_MAX_HEAP_ACTOR)
}

fn characters() -> (*mut akgl_Character, usize) {
    ((&raw mut AKGL_HEAP_CHARACTER).cast(), AKGL_MAX_HEAP_CHARACTER)
}

fn strings() -> (*mut akgl_String, usize) {
    ((&raw mut AKGL_HEAP_STRING).cast(), AKGL_MAX_HEAP_STRING)
}

/// The current pool of actors: its first slot and how many there are. A callback may change it.
pub(crate) fn actors() -> (*mut akgl_Actor, usize) {
    let own = OWN_ACTORS.load(Relaxed);
    if own.is_null() {
        built_in_actors()
    } else {
        (own, OWN_COUNT.load(Relaxed))
    }
}

/// The index of an actor in the current pool or else in the built-in one.
fn actor_index(actor: *const akgl_Actor) -> Option<usize> {
    index_in(actor, actors()).or_else(|| index_in(actor, built_in_actors()))
}

/// Every actor of the current pool and of the built-in one.
fn every_actor() -> impl Iterator<Item = *mut akgl_Actor> {
    let (current, built_in) = (actors(), built_in_actors());
    let other = if current.0 == built_in.0 {
        (built_in.0, 0)
    } else {
        built_in
    };
    // SAFETY: within the pools.
    [current, other]
        .into_iter()
        .flat_map(|(base, count)| (0..count).map(move |index| unsafe { base.add(index) }))
}

/// An actor that C handed us, refused when NULL or a free slot of a pool. An actor that lies in no pool
/// is the game's own business.
///
/// # Errors
/// `AKERR_NULLPOINTER` or `AKERR_HEAP` naming the argument.
#[track_caller]
pub(crate) fn live_actor(actor: *mut akgl_Actor, name: &str) -> Outcome<*mut akgl_Actor> {
    live(actor, actor_index(actor), name)
}

/// A character that C handed us, refused when NULL or a free slot of the pool.
///
/// # Errors
/// `AKERR_NULLPOINTER` or `AKERR_HEAP` naming the argument.
#[track_caller]
pub(crate) fn live_character(character: *mut akgl_Character, name: &str) -> Outcome<*mut akgl_Character> {
    live(character, index_in(character, characters()), name)
}

/// What `refcount` a slot has after it was initialized: a used slot of a pool keeps its own, anything
/// else begins with 1, whatever its memory held.
///
/// # Safety
/// `actor` is readable.
pub(crate) unsafe fn initial_actor_refcount(actor: *mut akgl_Actor) -> u32 {
    // SAFETY: by the caller's promise.
    actor_index(actor).map_or(1, |_| unsafe { (*actor).refcount }.max(1))
}

/// As above for a character.
///
/// # Safety
/// `character` is readable.
pub(crate) unsafe fn initial_character_refcount(character: *mut akgl_Character) -> u32 {
    // SAFETY: by the caller's promise.
    index_in(character, characters()).map_or(1, |_| unsafe { (*character).refcount }.max(1))
}

/// As above for a string.
///
/// # Safety
/// `string` is readable.
pub(crate) unsafe fn initial_string_refcount(string: *mut akgl_String) -> u32 {
    // SAFETY: by the caller's promise.
    index_in(string, strings()).map_or(1, |_| unsafe { (*string).refcount }.max(1))
}

/// Sets everything of an actor to zero but, in a pool, the mark that tells one use of its slot from the
/// next. Memory of the game's own may hold anything before, and is not looked at.
///
/// # Safety
/// `actor` is writable.
pub(crate) unsafe fn clear_actor(actor: *mut akgl_Actor) {
    // SAFETY: by the caller's promise.
    unsafe {
        if actor_index(actor).is_none() {
            actor.write_bytes(0, 1);
        } else {
            akgl_Actor::clear(actor);
        }
    }
}

/// Frees an actor's slot, whoever holds it; its children have no parent then.
///
/// # Safety
/// `actor` is a slot of a pool.
pub(crate) unsafe fn free_actor(actor: *mut akgl_Actor) {
    // SAFETY: slots of the pools.
    unsafe {
        akgl_Actor::clear(actor);
        for other in every_actor() {
            if (*other).parent == actor {
                (*other).parent = core::ptr::null_mut();
            }
        }
    }
    if let Some(index) = index_in(actor, actors()) {
        ACTOR_HINT.fetch_min(index, Relaxed);
    }
}

/// The mark that tells one use of an actor's slot from the next.
///
/// # Safety
/// `actor` is readable.
pub(crate) unsafe fn generation(actor: *mut akgl_Actor) -> u32 {
    // SAFETY: by the caller's promise.
    unsafe { (*actor).reserved[slots::GENERATION] }
}

/// The index of an actor in the current pool; `None` for any other pointer.
pub(crate) fn slot_of(actor: *const akgl_Actor) -> Option<usize> {
    index_in(actor, actors())
}

/// Claims a string.
#[track_caller]
pub(crate) fn claim_string() -> Outcome<*mut akgl_String> {
    claim(strings(), &STRING_HINT, "AKGL_MAX_HEAP_STRING")
}

/// Gives back a string that was claimed just now.
pub(crate) fn give_back_string(string: *mut akgl_String) {
    if let Some(index) = index_in(string, strings()) {
        // SAFETY: a slot of the pool, held by nobody else.
        unsafe { akgl_String::clear(string) };
        STRING_HINT.fetch_min(index, Relaxed);
    }
}

/// Empties all pools: every slot of the current and of the built-in actors, every character and every
/// string is free then, whoever holds them. Needed at no start: the pools begin empty. Raises nothing.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_heap_init() -> *mut akerr_ErrorContext {
    ffi("akgl_heap_init", || {
        // SAFETY: slots of pools, and by its contract the caller gives up all of them.
        unsafe {
            every_actor().for_each(|actor| akgl_Actor::clear(actor));
            (0..AKGL_MAX_HEAP_CHARACTER).for_each(|index| akgl_Character::clear(characters().0.add(index)));
            (0..AKGL_MAX_HEAP_STRING).for_each(|index| akgl_String::clear(strings().0.add(index)));
        }
        for hint in [&ACTOR_HINT, &CHARACTER_HINT, &STRING_HINT] {
            hint.store(0, Relaxed);
        }
        Ok(())
    })
}

/// Makes an array of the game's own the current pool of actors, for a game that outgrows the built-in
/// one: from now on it is what is claimed from, walked and stepped. `array` NULL goes back to the
/// built-in pool, whatever `count` is.
///
/// The array is borrowed until another call replaces it, and until the step has ended during which that
/// happens. It is taken as it is: set it to zero for an
/// empty pool. Actors of the pool that was current stay where they are and take part in nothing.
/// Raises `AKERR_VALUE` for an array of no slots, and for one that is not aligned.
///
/// # Safety
/// `array` is NULL or `count` actors that stay valid while they are the pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_set_actors(
    array: *mut akgl_Actor,
    count: usize,
) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_set_actors", || {
        if !array.is_null() && (count == 0 || count > isize::MAX as usize / size_of::<akgl_Actor>()) {
            return fault!(AKERR_VALUE, "an array of {count} actors is no pool");
        }
        if !array.is_aligned() {
            return fault!(AKERR_VALUE, "the array of actors at {array:p} is not aligned");
        }
        OWN_ACTORS.store(array, Relaxed);
        OWN_COUNT.store(if array.is_null() { 0 } else { count }, Relaxed);
        ACTOR_HINT.store(0, Relaxed);
        Ok(())
    })
}

/// The actor at an index of the current pool, in use or not; NULL past its end.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_heap_actor_at(index: usize) -> *mut akgl_Actor {
    let (base, count) = actors();
    if index >= count {
        return core::ptr::null_mut();
    }
    // SAFETY: within the pool.
    unsafe { base.add(index) }
}

/// How many slots the current pool of actors has.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_heap_actor_count() -> usize {
    actors().1
}

/// Claims the free actor of the lowest index: all zero, `refcount` 1. Initialize it next, with
/// `akgl_actor_initialize`.
///
/// Raises `AKERR_NULLPOINTER`, and `AKERR_HEAP` naming the limit where all are in use; `*dest` is
/// unchanged then.
///
/// # Safety
/// `dest` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_next_actor(dest: *mut *mut akgl_Actor) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_next_actor", || {
        let dest = check(dest, "dest")?.as_ptr();
        let pool = actors();
        let limit = match pool.0 == built_in_actors().0 {
            true => "AKGL_MAX_HEAP_ACTOR; akgl_heap_set_actors takes a larger array",
            false => "the array given to akgl_heap_set_actors",
        };
        let claimed = claim(pool, &ACTOR_HINT, limit)?;
        // SAFETY: by the caller's promise.
        unsafe { *dest = claimed };
        Ok(())
    })
}

/// Claims the free character of the lowest index: all zero, `refcount` 1. Raises as
/// `akgl_heap_next_actor` does.
///
/// # Safety
/// `dest` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_next_character(dest: *mut *mut akgl_Character) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_next_character", || {
        let dest = check(dest, "dest")?.as_ptr();
        let claimed = claim(characters(), &CHARACTER_HINT, "AKGL_MAX_HEAP_CHARACTER")?;
        // SAFETY: by the caller's promise.
        unsafe { *dest = claimed };
        Ok(())
    })
}

/// Claims the free string of the lowest index: empty, `refcount` 1. Raises as `akgl_heap_next_actor`
/// does.
///
/// # Safety
/// `dest` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_next_string(dest: *mut *mut akgl_String) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_next_string", || {
        let dest = check(dest, "dest")?.as_ptr();
        let claimed = claim_string()?;
        // SAFETY: by the caller's promise.
        unsafe { *dest = claimed };
        Ok(())
    })
}

/// Gives up one reference to an actor. With the last one the slot is set to zero and free, and the
/// actors whose `parent` it was have none then: they simulate on their own again.
///
/// Allowed at any moment, from an actor's own hook too. Raises `AKERR_NULLPOINTER`, and `AKERR_HEAP` for
/// an actor that is free already or lies in no pool.
///
/// # Safety
/// `actor` is any pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_release_actor(actor: *mut akgl_Actor) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_release_actor", || {
        let index = actor_index(actor);
        if drop_reference(actor, index)? {
            // SAFETY: a slot of a pool, whose last holder gave it up.
            unsafe { free_actor(actor) };
        }
        Ok(())
    })
}

/// Gives up one reference to a character. With the last one the slot is set to zero and free, and the
/// actors whose `basechar` it was have none then: no step moves them until they are given another.
///
/// Raises as `akgl_heap_release_actor` does.
///
/// # Safety
/// `character` is any pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_release_character(
    character: *mut akgl_Character,
) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_release_character", || {
        let index = index_in(character, characters());
        if drop_reference(character, index)? {
            // SAFETY: slots of the pools.
            unsafe {
                akgl_Character::clear(character);
                for actor in every_actor() {
                    if (*actor).basechar == character {
                        (*actor).basechar = core::ptr::null_mut();
                    }
                }
            }
            CHARACTER_HINT.fetch_min(index.unwrap_or(0), Relaxed);
        }
        Ok(())
    })
}

/// Gives up one reference to a string; with the last one the slot is empty and free.
///
/// Raises as `akgl_heap_release_actor` does.
///
/// # Safety
/// `string` is any pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_heap_release_string(string: *mut akgl_String) -> *mut akerr_ErrorContext {
    ffi("akgl_heap_release_string", || {
        if drop_reference(string, index_in(string, strings()))? {
            give_back_string(string);
        }
        Ok(())
    })
}
