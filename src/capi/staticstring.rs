//! `akgl/staticstring.h`: pooled strings of fixed size.

use core::ffi::{CStr, c_char, c_int};
use core::mem::offset_of;

use super::error::{AKERR_OUTOFBOUNDS, Outcome, akerr_ErrorContext, check, ffi};
use super::heap::initial_string_refcount;
use crate::fault;

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

const _: () = assert!(offset_of!(akgl_String, refcount) == 0);
const _: () = assert!(offset_of!(akgl_String, data) == 4);
const _: () = assert!(size_of::<akgl_String>() == 4100);

/// Replaces the text of a string.
///
/// # Safety
/// `string` is writable; `text` lies elsewhere.
#[track_caller]
pub(crate) unsafe fn fill(string: *mut akgl_String, text: &[u8]) -> Outcome {
    if text.len() >= AKGL_MAX_STRING_LENGTH {
        return fault!(
            AKERR_OUTOFBOUNDS,
            "a text of {} bytes is longer than the {} that an akgl_String holds",
            text.len(),
            AKGL_MAX_STRING_LENGTH - 1
        );
    }
    // SAFETY: by the caller's promise; the length was checked.
    unsafe {
        let data = (&raw mut (*string).data).cast::<u8>();
        core::ptr::copy_nonoverlapping(text.as_ptr(), data, text.len());
        *data.add(text.len()) = 0;
    }
    Ok(())
}

/// The text of a string, up to its terminator or its end.
///
/// # Safety
/// `string` is readable and nobody writes to it while the result is used.
pub(crate) unsafe fn text<'a>(string: *const akgl_String) -> &'a [u8] {
    // SAFETY: by the caller's promise.
    let data = unsafe {
        core::slice::from_raw_parts((&raw const (*string).data).cast::<u8>(), AKGL_MAX_STRING_LENGTH)
    };
    let end = data.iter().position(|&byte| byte == 0).unwrap_or(data.len());
    &data[..end]
}

/// Gives a string its first text. A string out of the pool keeps its `refcount`, any other has 1 then.
///
/// `init` NULL is the empty text. Raises `AKERR_NULLPOINTER` for `string`, `AKERR_OUTOFBOUNDS` for a
/// text of 4096 bytes or more; the string is then unchanged.
///
/// # Safety
/// `string` is NULL or writable; `init` is NULL or a terminated string that is not in `string`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_string_initialize(
    string: *mut akgl_String,
    init: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_string_initialize", || {
        let string = check(string, "string")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe {
            fill(
                string,
                if init.is_null() {
                    b""
                } else {
                    CStr::from_ptr(init).to_bytes()
                },
            )?;
            (*string).refcount = initial_string_refcount(string);
        }
        Ok(())
    })
}

/// Copies the text of `src` into `dest`, at most `count` bytes of it; 0 means all. `dest` keeps its
/// `refcount`, and the two may be the same string.
///
/// Raises `AKERR_NULLPOINTER`, and `AKERR_OUTOFBOUNDS` for a negative `count`.
///
/// # Safety
/// Each pointer is NULL or points to a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_string_copy(
    src: *const akgl_String,
    dest: *mut akgl_String,
    count: c_int,
) -> *mut akerr_ErrorContext {
    ffi("akgl_string_copy", || {
        let src = check(src.cast_mut(), "src")?.as_ptr();
        let dest = check(dest, "dest")?.as_ptr();
        let Ok(count) = usize::try_from(count) else {
            return fault!(AKERR_OUTOFBOUNDS, "count is negative: {count}");
        };
        let most = if count == 0 { AKGL_MAX_STRING_LENGTH } else { count };
        // SAFETY: by the caller's promise; copied first, because the two may be one.
        unsafe {
            let text = text(src).to_vec();
            fill(
                dest,
                &text[..text.len().min(most).min(AKGL_MAX_STRING_LENGTH - 1)],
            )
        }
    })
}
