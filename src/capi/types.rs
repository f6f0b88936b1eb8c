//! `akgl/types.h`: the plain types every other header uses.

use core::ffi::{CStr, c_char};
use core::mem::offset_of;

use super::error::{AKERR_OUTOFBOUNDS, Outcome};
use crate::fault;

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

const _: () = assert!(offset_of!(akgl_Iterator, flags) == 0);
const _: () = assert!(offset_of!(akgl_Iterator, layerid) == 4);
const _: () = assert!(size_of::<akgl_Iterator>() == 8);

/// A name as a record holds it, refused where it does not fit.
#[track_caller]
pub(crate) fn held_name(name: &CStr) -> Outcome<[c_char; AKGL_MAX_NAME]> {
    let bytes = name.to_bytes();
    if bytes.len() >= AKGL_MAX_NAME {
        return fault!(
            AKERR_OUTOFBOUNDS,
            "name {name:?} has {} bytes, more than the {} that fit",
            bytes.len(),
            AKGL_MAX_NAME - 1
        );
    }
    let mut held = [0; AKGL_MAX_NAME];
    for (to, from) in held.iter_mut().zip(bytes) {
        *to = *from as c_char;
    }
    Ok(held)
}
