//! Handles: numbers that find a thing while it is there and nothing after, and in no other world.
//!
//! A handle carries the number of its world, which is checked but is no part of what it is: two handles
//! are equal, and sort and hash alike, where they name the same slot of any two worlds.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number in a handle that was made of plain numbers: good in every world.
pub(super) const ANY: u32 = 0;

/// Which handles a world takes. It is no part of the world's state: neither saved, nor hashed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// The number in the handles that it gives out.
    pub(super) own: u32,
    /// That of the world whose kept state it last took on; [`ANY`] where nobody knows whose it was.
    also: u32,
}

impl Numbers {
    /// Numbers that no other world has; they come round again after 2^32 worlds.
    pub(super) fn new() -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let mut own = ANY;
        while own == ANY {
            own = LAST.fetch_add(1, Relaxed).wrapping_add(1);
        }
        Self { own, also: own }
    }

    pub(super) fn knows(self, world: u32) -> bool {
        world == ANY || world == self.own || world == self.also || self.also == ANY
    }

    /// From now on the handles of a state's world are good here too.
    pub(super) fn take_on(&mut self, state: Self) {
        self.also = if state.own == self.own || state.also == ANY {
            state.also
        } else {
            state.own
        };
    }

    /// As [`take_on`](Self::take_on), where the state does not say whose it is.
    pub(super) fn take_on_any(&mut self) {
        self.also = ANY;
    }
}

macro_rules! compared_without_world {
    ($name:ident) => {
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.key() == other.key()
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.key().cmp(&other.key())
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.key().hash(state);
            }
        }
    };
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            pub(super) index: u32,
            pub(super) generation: u32,
            pub(super) world: u32,
        }

        compared_without_world!($name);

        impl $name {
            fn key(self) -> (u32, u32) {
                (self.index, self.generation)
            }

            pub(super) fn of(self, world: Numbers) -> Self {
                Self { world: world.own, ..self }
            }

            /// The handle as a number; never 0. The world's number is not in it, so that it means the
            /// same in every run and on every machine.
            #[must_use]
            pub fn to_bits(self) -> u64 {
                u64::from(self.generation) << 32 | u64::from(self.index)
            }

            /// The handle that [`to_bits`](Self::to_bits) gave, good in every world: whether
            /// it is one in which it means the same is for the game to know. Any other number finds
            /// nothing.
            #[must_use]
            pub fn from_bits(bits: u64) -> Self {
                Self {
                    index: bits as u32,
                    generation: (bits >> 32) as u32,
                    world: ANY,
                }
            }

            /// The slot that the thing stands in. Bodies are stepped in the order of their slots.
            #[must_use]
            pub fn slot(self) -> usize {
                self.index as usize
            }
        }
    };
}

handle! {
    /// A body of one [`World`](super::World). After the body is removed its handle is stale: it finds
    /// nothing, whatever has come to stand in its slot. In another world it is stale too, but for one
    /// that has taken on a state of its own world ([`load`](super::World::load),
    /// [`restore`](super::World::restore)). Handles are compared by slot
    /// and generation alone, so keep those of several worlds apart.
    BodyId
}
handle! {
    /// A piece of static geometry of one [`World`](super::World); stale in the same way as a
    /// [`BodyId`].
    StaticId
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            pub(super) number: u32,
            pub(super) world: u32,
        }

        compared_without_world!($name);

        impl $name {
            fn key(self) -> u32 {
                self.number
            }

            pub(super) fn of(self, world: Numbers) -> Self {
                Self { world: world.own, ..self }
            }

            pub(super) fn bare(number: u32) -> Self {
                Self { number, world: ANY }
            }

            /// The one at a place in the order in which they were added, good in every world that has
            /// so many. `None` for a place that no world has.
            #[must_use]
            pub fn from_index(index: usize) -> Option<Self> {
                u32::try_from(index).ok().map(Self::bare)
            }

            /// The place in the order in which they were added, from 0.
            #[must_use]
            pub fn index(self) -> usize {
                self.number as usize
            }
        }
    };
}

number! {
    /// A character of one [`World`](super::World); characters are never removed. Stale in another
    /// world in the same way as a [`BodyId`].
    CharacterId
}
number! {
    /// A movement logic of one [`World`](super::World), for [`Body::logic`](super::Body::logic);
    /// stale elsewhere in the same way as a [`CharacterId`].
    LogicId
}
number! {
    /// A contact response of one [`World`](super::World), for
    /// [`Body::response`](super::Body::response); stale elsewhere in the same way as a
    /// [`CharacterId`].
    ResponseId
}

/// The generation that follows; never 0, so that no handle is the number 0.
pub(super) fn next_generation(generation: u32) -> u32 {
    generation.wrapping_add(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_and_are_never_zero() {
        let id = BodyId {
            index: 0,
            generation: 1,
            world: 7,
        };
        assert_eq!(id.to_bits(), 1 << 32);
        assert_eq!(BodyId::from_bits(id.to_bits()), id);
        assert_eq!(next_generation(u32::MAX), 1);
    }

    #[test]
    fn a_world_knows_its_own_handles_and_those_of_the_state_it_took_on() {
        let (mut a, b, c) = (Numbers::new(), Numbers::new(), Numbers::new());
        assert!(a.knows(a.own) && a.knows(ANY) && !a.knows(b.own));
        a.take_on(b);
        assert!(a.knows(a.own) && a.knows(b.own) && !b.knows(a.own));
        let kept = a;
        a.take_on(c);
        assert!(!a.knows(b.own) && a.knows(c.own));
        let mut d = Numbers::new();
        d.take_on_any();
        assert!(d.knows(a.own) && d.knows(c.own) && !a.knows(d.own));
        let mut e = Numbers::new();
        e.take_on(d);
        assert!(e.knows(c.own) && e.knows(d.own));
        a.take_on(kept);
        assert!(a.knows(b.own) && !a.knows(c.own), "its own state of then");
    }
}
