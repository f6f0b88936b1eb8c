//! Whether an actor is still the one it was, after something called back into the game.

use super::actors;
use super::slots::GENERATION;
use crate::capi::actor::akgl_Actor;

/// An actor that something is being done with, while it calls back into the game.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    actor: *mut akgl_Actor,
    generation: u32,
    held: bool,
    pool: (*mut akgl_Actor, usize),
}

impl Turn {
    /// The turn of an actor as it is now.
    ///
    /// # Safety
    /// `actor` is readable.
    pub(crate) unsafe fn of(actor: *mut akgl_Actor) -> Self {
        // SAFETY: by the caller's promise.
        unsafe {
            Self {
                actor,
                generation: (*actor).reserved[GENERATION],
                held: (*actor).refcount != 0,
                pool: actors(),
            }
        }
    }

    /// Whether it is the same actor still: false once it was released, even where its slot is in use
    /// again, and once another pool took the place of the one it was in, which may be gone.
    ///
    /// # Safety
    /// The actor's memory is readable while its pool is the current one.
    pub(crate) unsafe fn goes_on(&self) -> bool {
        // SAFETY: by the caller's promise; looked at only where the pool is the same.
        unsafe {
            actors() == self.pool
                && (*self.actor).reserved[GENERATION] == self.generation
                && ((*self.actor).refcount != 0 || !self.held)
        }
    }
}
