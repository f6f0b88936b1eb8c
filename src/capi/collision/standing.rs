// What a collision world remembers of each slot of the pool.

use super::super::actor::akgl_Actor;
use super::{AKGL_COLLISION_SHAPE_NONE, akgl_CollisionShape, to_core};
use crate::collision::quick::{Hull, can_glide};
use crate::collision::{ProxyId, Shape};

/// The bits of an actor's shape as the game wrote them.
type Written = [u32; size_of::<akgl_CollisionShape>() / size_of::<u32>()];

/// A slot of the pool: its proxy, and the shape that it stands there with.
#[derive(Clone, Copy)]
pub(in crate::capi) struct Standing {
    pub(in crate::capi) proxy: ProxyId,
    pub(in crate::capi) form: Form,
}

/// A shape as it was written, and what was made of it.
#[derive(Clone, Copy)]
pub(in crate::capi) struct Form {
    written: Written,
    pub(in crate::capi) shape: Shape,
    pub(in crate::capi) hull: Hull,
    /// The quick way is for it.
    pub(in crate::capi) glides: bool,
}

/// The bits of an actor's shape.
///
/// # Safety
/// `actor` is valid.
unsafe fn written(actor: *const akgl_Actor) -> Written {
    // SAFETY: a record of 32-bit numbers only, which may be read as such.
    unsafe { (&raw const (*actor).shape).cast::<Written>().read() }
}

impl Form {
    /// What an actor's shape says; `None` where it has none, or one that cannot be: its own step says
    /// what is wrong with it.
    ///
    /// # Safety
    /// `actor` is valid.
    pub(super) unsafe fn of(actor: *const akgl_Actor) -> Option<Self> {
        // SAFETY: as the caller promises; copied out.
        let (raw, written) = unsafe { ((*actor).shape, written(actor)) };
        if raw.kind == AKGL_COLLISION_SHAPE_NONE {
            return None;
        }
        let shape = to_core(&raw).ok().flatten()?;
        Some(Self {
            written,
            shape,
            hull: Hull::of(&shape),
            glides: can_glide(&shape),
        })
    }

    /// Whether an actor's shape is still the one that this was made of.
    ///
    /// # Safety
    /// `actor` is valid.
    #[inline(always)] // As a call it costs the C pool's shortest step a tenth of its time.
    pub(in crate::capi) unsafe fn is_of(&self, actor: *const akgl_Actor) -> bool {
        // SAFETY: as the caller promises.
        let now = unsafe { written(actor) };
        let differ = |differ, (a, b): (&u32, &u32)| differ | (a ^ b);
        self.written.iter().zip(&now).fold(0, differ) == 0
    }
}
