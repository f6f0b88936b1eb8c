//! What the three pools have in common: finding, claiming and giving up a slot.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::capi::actor::akgl_Actor;
use crate::capi::character::akgl_Character;
use crate::capi::error::{AKERR_HEAP, AKERR_NULLPOINTER, Outcome, check};
use crate::capi::staticstring::akgl_String;
use crate::fault;

/// What every kind of slot has.
pub(crate) trait Slot: Sized {
    /// What messages call it.
    const KIND: &'static str;

    /// Its reference count.
    ///
    /// # Safety
    /// `slot` points into a pool.
    unsafe fn count(slot: *mut Self) -> *mut u32;

    /// Sets the slot to zero.
    ///
    /// # Safety
    /// `slot` points into a pool and nobody holds a reference to it.
    unsafe fn clear(slot: *mut Self) {
        // SAFETY: by the caller's promise; zero is a free slot of every kind.
        unsafe { slot.write_bytes(0, 1) };
    }
}

impl Slot for akgl_Actor {
    const KIND: &'static str = "actor";

    unsafe fn count(slot: *mut Self) -> *mut u32 {
        // SAFETY: by the caller's promise.
        unsafe { &raw mut (*slot).refcount }
    }

    unsafe fn clear(slot: *mut Self) {
        // SAFETY: by the caller's promise.
        unsafe {
            let next = (*slot).reserved[GENERATION].wrapping_add(1);
            slot.write_bytes(0, 1);
            (*slot).reserved[GENERATION] = next;
        }
    }
}

impl Slot for akgl_Character {
    const KIND: &'static str = "character";

    unsafe fn count(slot: *mut Self) -> *mut u32 {
        // SAFETY: by the caller's promise.
        unsafe { &raw mut (*slot).refcount }
    }
}

impl Slot for akgl_String {
    const KIND: &'static str = "string";

    unsafe fn count(slot: *mut Self) -> *mut u32 {
        // SAFETY: by the caller's promise.
        unsafe { &raw mut (*slot).refcount }
    }
}

/// The word of an actor's `reserved` that changes whenever its slot is cleared: it tells one user of
/// the slot from the next.
pub(crate) const GENERATION: usize = 0;

/// The index of a slot in a pool; `None` for a pointer that is no slot of it.
pub(crate) fn index_in<T>(slot: *const T, (base, count): (*mut T, usize)) -> Option<usize> {
    let offset = (slot as usize).checked_sub(base as usize)?;
    let index = offset / size_of::<T>();
    (index < count && offset.is_multiple_of(size_of::<T>())).then_some(index)
}

/// Claims the lowest free slot, zeroed, with one reference.
#[track_caller]
pub(crate) fn claim<T: Slot>(
    (base, count): (*mut T, usize),
    hint: &AtomicUsize,
    limit: &str,
) -> Outcome<*mut T> {
    let start = hint.load(Relaxed).min(count);
    // The game may free a slot by hand, below the hint: the second range finds that one.
    for index in (start..count).chain(0..start) {
        // SAFETY: within the pool; a slot without references is nobody's.
        unsafe {
            let slot = base.add(index);
            if *T::count(slot) == 0 {
                T::clear(slot);
                *T::count(slot) = 1;
                hint.store(index + 1, Relaxed);
                return Ok(slot);
            }
        }
    }
    fault!(AKERR_HEAP, "all {count} {}s are in use ({limit})", T::KIND)
}

/// Gives up one reference; `true` where it was the last and the slot is to be cleared.
#[track_caller]
pub(crate) fn drop_reference<T: Slot>(slot: *mut T, index: Option<usize>) -> Outcome<bool> {
    let kind = T::KIND;
    if slot.is_null() {
        return fault!(AKERR_NULLPOINTER, "{kind} is NULL");
    }
    let Some(index) = index else {
        return fault!(AKERR_HEAP, "{slot:p} is no slot of the {kind} pool");
    };
    // SAFETY: a slot of a pool, by its index.
    let count = unsafe { T::count(slot) };
    // SAFETY: as above.
    match unsafe { *count } {
        0 => fault!(AKERR_HEAP, "{kind} {index} is free already: released twice?"),
        1 => Ok(true),
        held => {
            // SAFETY: as above.
            unsafe { *count = held - 1 };
            Ok(false)
        }
    }
}

#[track_caller]
pub(crate) fn live<T: Slot>(slot: *mut T, index: Option<usize>, name: &str) -> Outcome<*mut T> {
    let slot = check(slot, name)?.as_ptr();
    match index {
        // SAFETY: a slot of a pool, by its index.
        Some(index) if unsafe { *T::count(slot) } == 0 => {
            fault!(
                AKERR_HEAP,
                "{name} is {} {index} of the pool, which is free",
                T::KIND
            )
        }
        _ => Ok(slot),
    }
}
