//! The pool of error contexts: claiming, releasing, stamping, tracing.
//!
//! A context is claimed by raising its `refcount` from 0 to 1 in one atomic step, so any thread may
//! raise at any time. Whoever holds a context is the only one to write to it.

use core::cell::UnsafeCell;
use core::ffi::{CStr, c_char, c_int};
use core::mem::MaybeUninit;
use core::panic::Location;
use core::sync::atomic::{AtomicI32, Ordering};

use super::akerr_ErrorContext;
use super::names::akerr_name_for_status;

/// Contexts in the pool.
pub const AKERR_MAX_ARRAY_ERROR: usize = 128;

const _: () = assert!(size_of::<c_int>() == size_of::<AtomicI32>());

/// A free context: all zero, so that the pool costs nothing in the library's file.
// SAFETY: integers, booleans and a pointer, all of which may be zero.
const EMPTY: akerr_ErrorContext = unsafe { MaybeUninit::zeroed().assume_init() };

/// The pool. A context with `refcount == 0` is free; its other fields then mean nothing.
#[unsafe(no_mangle)]
pub static mut AKERR_ARRAY_ERROR: [akerr_ErrorContext; AKERR_MAX_ARRAY_ERROR] =
    [EMPTY; AKERR_MAX_ARRAY_ERROR];

thread_local! {
    /// What a thread raises while the pool is full.
    static LAST_RESORT: UnsafeCell<akerr_ErrorContext> = const { UnsafeCell::new(EMPTY) };
}

/// The reference count of a context, as an atomic.
///
/// # Safety
/// `context` points to a context that lives while the result is used.
unsafe fn refcount<'a>(context: *mut akerr_ErrorContext) -> &'a AtomicI32 {
    // SAFETY: in bounds by the caller's promise, and aligned for an int.
    unsafe { AtomicI32::from_ptr(&raw mut (*context).refcount) }
}

/// Prepares the library for raising errors. Calling it is allowed at any time, any number of times,
/// and not needed: the pool is ready from the start.
#[unsafe(no_mangle)]
pub extern "C" fn akerr_init() {}

/// Claims a free context: `refcount` 1, status 0, no message, an empty trace.
///
/// Never NULL. When all contexts are in use, the calling thread's last-resort context comes back
/// (`arrayid` -1): it works like any other, but all errors that this thread raises until the pool
/// has room again share it. Releasing it is harmless. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn akerr_next_error() -> *mut akerr_ErrorContext {
    let base = (&raw mut AKERR_ARRAY_ERROR).cast::<akerr_ErrorContext>();
    for index in 0..AKERR_MAX_ARRAY_ERROR {
        // SAFETY: within the pool, which is static.
        let context = unsafe { base.add(index) };
        // SAFETY: as above.
        let count = unsafe { refcount(context) };
        if count.load(Ordering::Relaxed) == 0
            && count
                .compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
        {
            // SAFETY: claimed just now, so nobody else writes to it.
            unsafe { blank(context, index as c_int) };
            return context;
        }
    }
    let Ok(context) = LAST_RESORT.try_with(UnsafeCell::get) else {
        // Thread-locals without a destructor stay reachable to the end of their thread.
        return base;
    };
    // SAFETY: this thread's own.
    unsafe {
        blank(context, -1);
        refcount(context).store(1, Ordering::Relaxed);
        append(
            context,
            &[b"(all 128 error contexts are in use; this is a last-resort context)\n"],
        );
    }
    context
}

/// Empties a context without touching its `refcount` or clearing whole buffers.
///
/// # Safety
/// `context` is the caller's alone.
unsafe fn blank(context: *mut akerr_ErrorContext, arrayid: c_int) {
    // SAFETY: the caller's alone; only in-bounds fields are written.
    unsafe {
        (*context).arrayid = arrayid;
        (*context).status = 0;
        (*context).handled = false;
        (*context).reported = false;
        (*context).lineno = 0;
        (*context).message[0] = 0;
        (*context).fname[0] = 0;
        (*context).function[0] = 0;
        (*context).stacktracebuf[0] = 0;
        (*context).stacktracebufptr = (&raw mut (*context).stacktracebuf).cast();
    }
}

/// Gives up one reference to a context; at 0 the context is free again.
///
/// Returns NULL when the context is free now, so `e = akerr_release_error(e)` leaves nothing
/// dangling, and the context itself where somebody still holds another reference. NULL, a context
/// that is free already and a last-resort context are all accepted and change nothing. Any thread.
///
/// # Safety
/// `context` is NULL or came from this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_release_error(context: *mut akerr_ErrorContext) -> *mut akerr_ErrorContext {
    if context.is_null() {
        return context;
    }
    // SAFETY: not NULL, and from this library by the caller's promise.
    let (count, arrayid) = unsafe { (refcount(context), (*context).arrayid) };
    if arrayid < 0 {
        count.store(0, Ordering::Relaxed);
        return core::ptr::null_mut();
    }
    let mut held = count.load(Ordering::Relaxed);
    while held > 0 {
        match count.compare_exchange_weak(held, held - 1, Ordering::Release, Ordering::Relaxed) {
            Ok(1) => return core::ptr::null_mut(),
            Ok(_) => return context,
            Err(now) => held = now,
        }
    }
    core::ptr::null_mut()
}

/// Adds bytes to the trace, as many as fit.
///
/// # Safety
/// `context` is the caller's alone.
pub(super) unsafe fn append(context: *mut akerr_ErrorContext, parts: &[&[u8]]) {
    // SAFETY: the caller's alone. The end pointer is used only where it points into the buffer, so
    // a context whose fields the game has scribbled on cannot lead outside of it.
    unsafe {
        let buffer = (&raw mut (*context).stacktracebuf).cast::<u8>();
        let size = (*context).stacktracebuf.len();
        let end = (*context).stacktracebufptr as usize;
        let mut at = end.wrapping_sub(buffer as usize);
        if at >= size {
            at = 0;
        }
        for part in parts {
            let fits = part.len().min(size - 1 - at);
            core::ptr::copy_nonoverlapping(part.as_ptr(), buffer.add(at), fits);
            at += fits;
        }
        *buffer.add(at) = 0;
        (*context).stacktracebufptr = buffer.add(at).cast();
    }
}

/// Copies text into a field, cut to fit, terminated.
///
/// # Safety
/// `to` is writable for `size` bytes, `size` is not 0, and `text` lies elsewhere.
unsafe fn put(to: *mut c_char, size: usize, text: &[u8]) {
    let fits = text.len().min(size - 1);
    // SAFETY: by the caller's promise.
    unsafe {
        core::ptr::copy_nonoverlapping(text.as_ptr(), to.cast::<u8>(), fits);
        *to.add(fits) = 0;
    }
}

/// A line number in decimal.
fn digits(line: u32, buffer: &mut [u8; 10]) -> &[u8] {
    let mut at = buffer.len();
    let mut rest = line;
    loop {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            return &buffer[at..];
        }
    }
}

/// Adds the line `file:function:line` to the trace.
///
/// # Safety
/// `context` is the caller's alone.
pub(super) unsafe fn trace(context: *mut akerr_ErrorContext, file: &[u8], function: &[u8], line: u32) {
    let mut buffer = [0; 10];
    let line = digits(line, &mut buffer);
    // SAFETY: by the caller's promise.
    unsafe { append(context, &[file, b":", function, b":", line, b"\n"]) };
}

/// Fills in what is known of an error whose message is in place already.
///
/// # Safety
/// `context` is the caller's alone and its message is terminated.
unsafe fn stamp(context: *mut akerr_ErrorContext, status: c_int, file: &[u8], function: &[u8], line: u32) {
    // SAFETY: the caller's alone; names are static and terminated.
    unsafe {
        (*context).status = status;
        (*context).handled = false;
        (*context).reported = false;
        (*context).lineno = line as c_int;
        put((&raw mut (*context).fname).cast(), (*context).fname.len(), file);
        put(
            (&raw mut (*context).function).cast(),
            (*context).function.len(),
            function,
        );
        let name = CStr::from_ptr(akerr_name_for_status(status, core::ptr::null()));
        let message = CStr::from_ptr((&raw const (*context).message).cast());
        let (mut line_buffer, mut status_buffer) = ([0; 10], [0; 10]);
        append(
            context,
            &[
                file,
                b":",
                function,
                b":",
                digits(line, &mut line_buffer),
                b": ",
                if status < 0 { b"-" } else { b"" },
                digits(status.unsigned_abs(), &mut status_buffer),
                b" (",
                name.to_bytes(),
                b"): ",
                message.to_bytes(),
                b"\n",
            ],
        );
    }
}

/// Raises an error from Rust.
pub(super) fn raise(
    status: c_int,
    message: &str,
    function: &'static str,
    at: &'static Location<'static>,
) -> *mut akerr_ErrorContext {
    let context = akerr_next_error();
    // SAFETY: claimed just now; the message lies outside of the context.
    unsafe {
        let room = (*context).message.len();
        // A NUL in the text ends it for C. A cut must not split a character.
        let text = message.split('\0').next().unwrap_or_default();
        put(
            (&raw mut (*context).message).cast(),
            room,
            &text.as_bytes()[..text.floor_char_boundary_at(room - 1)],
        );
        stamp(
            context,
            status,
            at.file().as_bytes(),
            function.as_bytes(),
            at.line(),
        );
    }
    context
}

/// Where text may be cut.
trait Cut {
    /// The last place at or before `at` that does not split a character.
    fn floor_char_boundary_at(&self, at: usize) -> usize;
}

impl Cut for str {
    fn floor_char_boundary_at(&self, at: usize) -> usize {
        if at >= self.len() {
            return self.len();
        }
        (0..=at)
            .rev()
            .find(|&place| self.is_char_boundary(place))
            .unwrap_or(0)
    }
}

/// The bytes of a C string that may be NULL.
///
/// # Safety
/// `text` is NULL or a terminated string that outlives the result.
pub(super) unsafe fn bytes<'a>(text: *const c_char) -> &'a [u8] {
    if text.is_null() {
        return b"?";
    }
    // SAFETY: by the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

/// Part of the `FAIL_*` macros: records status, file, function and line in a context whose
/// `message` is already written, and starts its trace. NULL is accepted and does nothing.
///
/// # Safety
/// `context` is NULL or a context that the caller holds; `file` and `function` are NULL or
/// terminated strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_stamp_error(
    context: *mut akerr_ErrorContext,
    status: c_int,
    file: *const c_char,
    function: *const c_char,
    line: c_int,
) {
    if !context.is_null() {
        // SAFETY: by the caller's promise; the last byte is terminated here whatever was written.
        unsafe {
            (*context).message[1023] = 0;
            stamp(context, status, bytes(file), bytes(function), line.max(0) as u32);
        }
    }
}

/// Part of `CATCH`, `PASS` and `FINISH`: adds a line to a context's trace. NULL is accepted and
/// does nothing.
///
/// # Safety
/// As for `akerr_stamp_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_trace_error(
    context: *mut akerr_ErrorContext,
    file: *const c_char,
    function: *const c_char,
    line: c_int,
) {
    if !context.is_null() {
        // SAFETY: by the caller's promise.
        unsafe { trace(context, bytes(file), bytes(function), line.max(0) as u32) };
    }
}

/// Part of `CATCH` and `PASS`: what the holder of `held` (may be NULL) holds after a call raised
/// `raised`, with a line added to the trace.
///
/// An error that nobody has handled is kept: it came first. The new one is then noted in its trace
/// and released. A handled one is released and the new one takes its place.
///
/// # Safety
/// Each context is NULL or one that the caller holds; `file` and `function` are NULL or terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_catch_error(
    held: *mut akerr_ErrorContext,
    raised: *mut akerr_ErrorContext,
    file: *const c_char,
    function: *const c_char,
    line: c_int,
) -> *mut akerr_ErrorContext {
    if raised.is_null() {
        return held;
    }
    // SAFETY: by the caller's promise; two different contexts do not overlap.
    unsafe {
        let mut kept = raised;
        if !held.is_null() && held != raised {
            if (*held).handled {
                akerr_release_error(held);
            } else {
                let message = CStr::from_ptr((&raw const (*raised).message).cast());
                append(held, &[b"then: ", message.to_bytes(), b"\n"]);
                akerr_release_error(raised);
                kept = held;
            }
        }
        trace(kept, bytes(file), bytes(function), line.max(0) as u32);
        kept
    }
}
