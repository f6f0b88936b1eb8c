//! `akgl/staticstring.h`: pooled strings of fixed size.

use core::ffi::c_char;

/// Bytes in an `akgl_String`, terminator included.
pub const AKGL_MAX_STRING_LENGTH: usize = 4096;

/// A string of fixed size from the string pool (or the game's own).
#[repr(C)]
pub struct akgl_String {
    /// 0 for a free slot.
    pub refcount: u32,
    /// The text, NUL-terminated.
    pub data: [c_char; AKGL_MAX_STRING_LENGTH],
}
