//! Handles: numbers that find a thing while it is there and nothing after.

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            pub(super) index: u32,
            pub(super) generation: u32,
        }

        impl $name {
            /// The handle as a number; never 0.
            #[must_use]
            pub fn to_bits(self) -> u64 {
                u64::from(self.generation) << 32 | u64::from(self.index)
            }

            /// The handle that [`to_bits`](Self::to_bits) gave; any other number finds nothing.
            #[must_use]
            pub fn from_bits(bits: u64) -> Self {
                Self {
                    index: bits as u32,
                    generation: (bits >> 32) as u32,
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
    /// A body of one [`World`](super::World). After the body is removed its handle finds nothing,
    /// whatever has come to stand in its slot.
    BodyId
}
handle! {
    /// A piece of static geometry of one [`World`](super::World).
    StaticId
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(super) u32);

        impl $name {
            /// The place in the order in which they were added, from 0.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

number! {
    /// A character of one [`World`](super::World); characters are never removed.
    CharacterId
}
number! {
    /// A movement logic of one [`World`](super::World), for [`Body::logic`](super::Body::logic).
    LogicId
}
number! {
    /// A contact response of one [`World`](super::World), for
    /// [`Body::response`](super::Body::response).
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
        };
        assert_eq!(id.to_bits(), 1 << 32);
        assert_eq!(BodyId::from_bits(id.to_bits()), id);
        assert_eq!(next_generation(u32::MAX), 1);
    }
}
