//! `akgl/types.h`: the plain types every other header uses.

/// A 32-bit float, the type of every position, speed and rate.
pub type float32_t = f32;

/// Longest name of an actor or a character, terminator included.
pub const AKGL_MAX_NAME: usize = 128;

/// Set in `akgl_Iterator.flags`: only actors whose `layer` equals `layerid` are visited.
pub const AKGL_ITERATOR_OP_LAYERMASK: u32 = 1;

/// Restricts which actors an operation visits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct akgl_Iterator {
    /// `AKGL_ITERATOR_OP_*` bits.
    pub flags: u32,
    /// The layer meant by `AKGL_ITERATOR_OP_LAYERMASK`.
    pub layerid: u8,
}
