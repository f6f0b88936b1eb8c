//! Names of statuses.

use core::ffi::{CStr, c_char, c_int};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::*;

/// Statuses below this one are errno values and are named by the C library.
const ERRNO_END: usize = 134;
/// Bytes in a name, terminator included.
const NAME: usize = 64;
/// How many names a game can give in all.
const OWN: usize = 256;

/// A name that the game gave.
#[derive(Clone, Copy)]
struct Own {
    status: c_int,
    name: [c_char; NAME],
}

/// Names given by the game: entries below `OWN_COUNT` are never written again.
static mut OWN_NAMES: [Own; OWN] = [Own {
    status: 0,
    name: [0; NAME],
}; OWN];
static OWN_COUNT: AtomicUsize = AtomicUsize::new(0);
static OWN_WRITER: Mutex<()> = Mutex::new(());

/// The C library's texts, copied once, because it may reuse its own buffer. Written by whoever comes first,
/// and never again once they are ready.
static mut ERRNO_NAMES: [[u8; NAME]; ERRNO_END] = [[0; NAME]; ERRNO_END];
static ERRNO_READY: AtomicBool = AtomicBool::new(false);
static ERRNO_WRITER: Mutex<()> = Mutex::new(());

fn built_in(status: c_int) -> Option<&'static CStr> {
    Some(match status {
        0 => c"Success",
        AKERR_NULLPOINTER => c"Null Pointer Error",
        AKERR_OUTOFBOUNDS => c"Out Of Bounds Error",
        AKERR_API => c"API Error",
        AKERR_ATTRIBUTE => c"Attribute Error",
        AKERR_TYPE => c"Type Error",
        AKERR_KEY => c"Key Error",
        AKERR_HEAP => c"Heap Error",
        AKERR_INDEX => c"Index Error",
        AKERR_FORMAT => c"Format Error",
        AKERR_IO => c"Input Output Error",
        AKERR_REGISTRY => c"Registry Error",
        AKERR_VALUE => c"Value Error",
        AKERR_BEHAVIOR => c"Behavior Error",
        AKERR_RELATIONSHIP => c"Relationship Error",
        AKGL_ERR_SDL => c"SDL Error",
        AKGL_ERR_LOGICINTERRUPT => c"Logic Interrupt",
        _ => return None,
    })
}

fn errno_name(status: c_int) -> Option<&'static CStr> {
    let index = usize::try_from(status).ok().filter(|&index| index < ERRNO_END)?;
    let base = (&raw mut ERRNO_NAMES).cast::<[u8; NAME]>();
    if !ERRNO_READY.load(Ordering::Acquire) {
        let _writer = ERRNO_WRITER.lock().unwrap_or_else(PoisonError::into_inner);
        if !ERRNO_READY.load(Ordering::Acquire) {
            for number in 0..ERRNO_END {
                // SAFETY: within the table, which nobody reads before it is ready and one thread writes.
                // Where the call fails or the text does not fit, what is there is used as far as it goes.
                unsafe {
                    let name = base.add(number);
                    libc::strerror_r(number as c_int, name.cast(), NAME);
                    (*name)[NAME - 1] = 0;
                }
            }
            ERRNO_READY.store(true, Ordering::Release);
        }
    }
    // SAFETY: within the table, which is ready, and so is not written any more.
    let name: &'static [u8; NAME] = unsafe { &*base.add(index) };
    CStr::from_bytes_until_nul(name)
        .ok()
        .filter(|name| !name.is_empty())
}

fn own_name(status: c_int) -> Option<*const c_char> {
    let count = OWN_COUNT.load(Ordering::Acquire);
    let base = (&raw const OWN_NAMES).cast::<Own>();
    for index in (0..count).rev() {
        // SAFETY: entries below the count are complete and never written again.
        let own = unsafe { &*base.add(index) };
        if own.status == status {
            return Some(own.name.as_ptr());
        }
    }
    None
}

/// The name of a status, such as "Key Error" for `AKERR_KEY`; errno values carry the C library's
/// texts, everything else is "Unknown Error". With `name` not NULL, gives the status that name first
/// (63 bytes of it), for all threads; a later name replaces it. 256 names can be given, further ones
/// are ignored.
///
/// Never NULL. The text lives as long as the program and must not be written to. Any thread.
///
/// # Safety
/// `name` is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_name_for_status(status: c_int, name: *const c_char) -> *mut c_char {
    if !name.is_null() {
        // SAFETY: by the caller's promise.
        give(status, unsafe { CStr::from_ptr(name) }.to_bytes());
    }
    own_name(status)
        .or_else(|| built_in(status).or_else(|| errno_name(status)).map(CStr::as_ptr))
        .unwrap_or(c"Unknown Error".as_ptr())
        .cast_mut()
}

fn give(status: c_int, name: &[u8]) {
    let _writer = OWN_WRITER.lock().unwrap_or_else(PoisonError::into_inner);
    let name = &name[..name.len().min(NAME - 1)];
    if let Some(now) = own_name(status) {
        // SAFETY: names in the table are terminated.
        if unsafe { CStr::from_ptr(now) }.to_bytes() == name {
            return;
        }
    }
    let count = OWN_COUNT.load(Ordering::Relaxed);
    if count == OWN {
        return;
    }
    let mut own = Own {
        status,
        name: [0; NAME],
    };
    for (to, from) in own.name.iter_mut().zip(name) {
        *to = *from as c_char;
    }
    // SAFETY: under the writers' lock, and no reader looks at or past the count.
    unsafe { (&raw mut OWN_NAMES).cast::<Own>().add(count).write(own) };
    OWN_COUNT.store(count + 1, Ordering::Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(status: c_int) -> String {
        // SAFETY: names are terminated and live as long as the program.
        unsafe { CStr::from_ptr(akerr_name_for_status(status, core::ptr::null())) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn every_status_has_a_name() {
        // Each status of the headers by its name.
        for (status, text) in [
            (0, "Success"),
            (AKERR_NULLPOINTER, "Null Pointer Error"),
            (AKERR_OUTOFBOUNDS, "Out Of Bounds Error"),
            (AKERR_API, "API Error"),
            (AKERR_ATTRIBUTE, "Attribute Error"),
            (AKERR_TYPE, "Type Error"),
            (AKERR_KEY, "Key Error"),
            (AKERR_HEAP, "Heap Error"),
            (AKERR_INDEX, "Index Error"),
            (AKERR_FORMAT, "Format Error"),
            (AKERR_IO, "Input Output Error"),
            (AKERR_REGISTRY, "Registry Error"),
            (AKERR_VALUE, "Value Error"),
            (AKERR_BEHAVIOR, "Behavior Error"),
            (AKERR_RELATIONSHIP, "Relationship Error"),
            (AKGL_ERR_SDL, "SDL Error"),
            (AKGL_ERR_LOGICINTERRUPT, "Logic Interrupt"),
        ] {
            assert_eq!(name(status), text);
        }
        assert_eq!(name(34), "Numerical result out of range");
        for status in [-1, 148, 255, 258, 100_000, c_int::MIN, c_int::MAX] {
            assert_eq!(name(status), "Unknown Error", "{status}");
        }
    }

    #[test]
    fn a_game_names_its_own_statuses() {
        // SAFETY: terminated strings.
        unsafe {
            akerr_name_for_status(70_001, c"Out of arrows".as_ptr());
            akerr_name_for_status(70_001, c"Quiver empty".as_ptr());
        }
        assert_eq!(name(70_001), "Quiver empty");
    }
}
