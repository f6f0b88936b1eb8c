//! `akgl/error.h`: the statuses of libakgl; everything else about errors is in `akerror.h`.

// `Fault` is how the rest of this room says that something went wrong, `ffi` is where a fault becomes
// a context that C can hold. The pool of contexts is in `pool`, the names of statuses in `names`, the
// log in `log`.

use core::ffi::{c_char, c_int};
use core::mem::offset_of;
use core::panic::Location;
use core::ptr::NonNull;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub mod log;
pub mod names;
pub mod pool;

/// One raised error. Same layout as `akerr_ErrorContext` in `akerror.h`, where every field is
/// described.
#[repr(C)]
pub struct akerr_ErrorContext {
    /// What went wrong, NUL-terminated, cut to fit.
    pub message: [c_char; 1024],
    /// The context's place in `AKERR_ARRAY_ERROR`; -1 for a last-resort context.
    pub arrayid: c_int,
    /// An `AKERR_*`, `AKGL_ERR_*` or errno value, or a status of the game's own.
    pub status: c_int,
    /// Set by the `HANDLE` macros once a handler has taken the error.
    pub handled: bool,
    /// 0 for a free context.
    pub refcount: c_int,
    /// The source file that raised the error, NUL-terminated, cut to fit.
    pub fname: [c_char; 256],
    /// The function that raised the error, NUL-terminated, cut to fit.
    pub function: [c_char; 256],
    /// The line that raised the error.
    pub lineno: c_int,
    /// Set once the error has been written to the log.
    pub reported: bool,
    /// One line for each place the error passed, NUL-terminated; lines that do not fit are left out.
    pub stacktracebuf: [c_char; 2048],
    /// The end of the text in `stacktracebuf`.
    pub stacktracebufptr: *mut c_char,
}

const _: () = assert!(offset_of!(akerr_ErrorContext, message) == 0);
const _: () = assert!(offset_of!(akerr_ErrorContext, arrayid) == 1024);
const _: () = assert!(offset_of!(akerr_ErrorContext, status) == 1028);
const _: () = assert!(offset_of!(akerr_ErrorContext, handled) == 1032);
const _: () = assert!(offset_of!(akerr_ErrorContext, refcount) == 1036);
const _: () = assert!(offset_of!(akerr_ErrorContext, fname) == 1040);
const _: () = assert!(offset_of!(akerr_ErrorContext, function) == 1296);
const _: () = assert!(offset_of!(akerr_ErrorContext, lineno) == 1552);
const _: () = assert!(offset_of!(akerr_ErrorContext, reported) == 1556);
const _: () = assert!(offset_of!(akerr_ErrorContext, stacktracebuf) == 1557);
const _: () = assert!(offset_of!(akerr_ErrorContext, stacktracebufptr) == 3608);
const _: () = assert!(size_of::<akerr_ErrorContext>() == 3608 + size_of::<usize>());

/// A pointer that must not be NULL is.
pub const AKERR_NULLPOINTER: c_int = 134;
/// A place outside of what there is.
pub const AKERR_OUTOFBOUNDS: c_int = 135;
/// A call that another library refused.
pub const AKERR_API: c_int = 136;
/// A missing or wrong attribute.
pub const AKERR_ATTRIBUTE: c_int = 137;
/// A value of the wrong type.
pub const AKERR_TYPE: c_int = 138;
/// A name that is not known.
pub const AKERR_KEY: c_int = 139;
/// A pool that is full, or a slot that is not in use.
pub const AKERR_HEAP: c_int = 140;
/// An index outside of its array.
pub const AKERR_INDEX: c_int = 141;
/// A file that is not what it should be.
pub const AKERR_FORMAT: c_int = 142;
/// A file that cannot be read.
pub const AKERR_IO: c_int = 143;
/// A registry that cannot be used.
pub const AKERR_REGISTRY: c_int = 144;
/// A value that makes no sense.
pub const AKERR_VALUE: c_int = 145;
/// Something that must never happen did.
pub const AKERR_BEHAVIOR: c_int = 146;
/// Two things that cannot be related the way that was asked for.
pub const AKERR_RELATIONSHIP: c_int = 147;
/// The first of libakgl's own statuses.
pub const AKGL_ERR_BASE: c_int = 256;
/// A call that SDL refused; the message carries SDL's own.
pub const AKGL_ERR_SDL: c_int = 256;
/// Raised from an actor's `movementlogicfunc`: skip the rest of this tick for me. No failure.
pub const AKGL_ERR_LOGICINTERRUPT: c_int = 257;

/// Why a call cannot go on, on its way out to C.
#[derive(Debug)]
pub enum Fault {
    /// A new error, not yet a context.
    New {
        /// An `AKERR_*`, `AKGL_ERR_*` or errno value.
        status: c_int,
        /// What went wrong, naming the file, key or value concerned.
        message: String,
        /// Where it went wrong.
        at: &'static Location<'static>,
    },
    /// A context that a callback already raised; handed up as it is.
    Raised(NonNull<akerr_ErrorContext>),
}

impl Fault {
    /// A new error, raised where this is called.
    #[must_use]
    #[track_caller]
    pub fn new(status: c_int, message: impl Into<String>) -> Self {
        Self::New {
            status,
            message: message.into(),
            at: Location::caller(),
        }
    }

    /// The status of the error.
    #[must_use]
    pub fn status(&self) -> c_int {
        match self {
            Self::New { status, .. } => *status,
            // SAFETY: a raised context stays claimed until the fault is handed up or released.
            Self::Raised(context) => unsafe { (*context.as_ptr()).status },
        }
    }

    /// The message of the error.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::New { message, .. } => message.clone(),
            // SAFETY: as above; a context's message is always terminated.
            Self::Raised(context) => unsafe {
                core::ffi::CStr::from_ptr((*context.as_ptr()).message.as_ptr())
                    .to_string_lossy()
                    .into_owned()
            },
        }
    }

    /// Drops the error: a context that a callback raised goes back to its pool. A fault that is
    /// neither handed up nor released keeps its context claimed.
    pub fn release(self) {
        if let Self::Raised(context) = self {
            // SAFETY: a raised context is claimed, and this is its last use.
            unsafe { pool::akerr_release_error(context.as_ptr()) };
        }
    }
}

/// The result of anything that may end up raising.
pub type Outcome<T = ()> = Result<T, Fault>;

/// `Err(Fault::New { .. })` with a formatted message.
#[macro_export]
#[doc(hidden)]
macro_rules! fault {
    ($status:expr, $($arg:tt)*) => {
        Err($crate::capi::error::Fault::new($status, format!($($arg)*)))
    };
}

/// A pointer that C handed us, refused when NULL.
///
/// # Errors
/// `AKERR_NULLPOINTER` naming the argument.
#[track_caller]
pub fn check<T>(pointer: *mut T, name: &str) -> Outcome<NonNull<T>> {
    match NonNull::new(pointer) {
        Some(pointer) => Ok(pointer),
        None => Err(Fault::new(AKERR_NULLPOINTER, format!("{name} is NULL"))),
    }
}

/// What a C callback returned, as a result.
///
/// # Errors
/// The context that the callback raised.
pub fn from_c(raised: *mut akerr_ErrorContext) -> Outcome {
    match NonNull::new(raised) {
        None => Ok(()),
        Some(context) => Err(Fault::Raised(context)),
    }
}

/// The boundary: runs `body`, turns a fault or a panic into an error context.
///
/// A new fault becomes a context naming `function` and the line that raised it; a raised one is
/// handed up with a line added to its trace; a panic becomes `AKERR_BEHAVIOR` with its text.
#[track_caller]
pub fn ffi(function: &'static str, body: impl FnOnce() -> Outcome) -> *mut akerr_ErrorContext {
    let here = Location::caller();
    let fault = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return core::ptr::null_mut(),
        Ok(Err(fault)) => fault,
        Err(panic) => {
            let text = panic
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
                .unwrap_or("a panic without a text");
            let message = format!("{function}: internal error: {text}");
            // The payload may itself panic when dropped, and nothing may unwind into C.
            core::mem::forget(panic);
            Fault::New {
                status: AKERR_BEHAVIOR,
                message,
                at: here,
            }
        }
    };
    match fault {
        Fault::New { status, message, at } => pool::raise(status, &message, function, at),
        Fault::Raised(context) => {
            // SAFETY: a callback's context is claimed until somebody releases it, and only the one
            // who holds it writes to it.
            unsafe {
                pool::trace(
                    context.as_ptr(),
                    here.file().as_bytes(),
                    function.as_bytes(),
                    here.line(),
                )
            };
            context.as_ptr()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;

    fn text(buffer: &[c_char]) -> String {
        // SAFETY: every buffer of a context is terminated.
        unsafe { CStr::from_ptr(buffer.as_ptr()) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn success_is_null() {
        assert!(ffi("f", || Ok(())).is_null());
    }

    #[test]
    fn a_fault_becomes_a_context_with_its_place() {
        let line = line!() + 1;
        let raised = ffi("akgl_something", || fault!(AKERR_KEY, "no key {:?}", "k"));
        // SAFETY: just raised, ours alone.
        let context = unsafe { &*raised };
        assert_eq!(context.status, AKERR_KEY);
        assert_eq!(text(&context.message), "no key \"k\"");
        assert_eq!(text(&context.function), "akgl_something");
        assert_eq!(text(&context.fname), file!());
        assert_eq!(context.lineno as u32, line);
        let expected = format!(
            "{}:akgl_something:{line}: 139 (Key Error): no key \"k\"\n",
            file!()
        );
        assert_eq!(text(&context.stacktracebuf), expected);
        // SAFETY: ours.
        assert!(unsafe { pool::akerr_release_error(raised) }.is_null());
    }

    #[test]
    fn a_panic_becomes_behavior_with_its_text() {
        let raised = ffi("akgl_panics", || panic!("index {} of {}", 4, 3));
        // SAFETY: just raised, ours alone.
        let context = unsafe { &*raised };
        assert_eq!(context.status, AKERR_BEHAVIOR);
        assert_eq!(
            text(&context.message),
            "akgl_panics: internal error: index 4 of 3"
        );
        // SAFETY: ours.
        unsafe { pool::akerr_release_error(raised) };
    }

    #[test]
    fn a_raised_context_is_handed_up_with_a_line_added() {
        let inner = ffi("inner", || fault!(AKERR_IO, "gone"));
        let outer = ffi("outer", || from_c(inner));
        assert_eq!(inner, outer);
        // SAFETY: ours.
        let context = unsafe { &*outer };
        assert_eq!(context.refcount, 1);
        assert_eq!(text(&context.function), "inner");
        let lines = text(&context.stacktracebuf);
        assert_eq!(lines.lines().count(), 2);
        assert!(lines.lines().nth(1).unwrap().contains(":outer:"), "{lines}");
        // SAFETY: ours.
        unsafe { pool::akerr_release_error(outer) };
    }

    #[test]
    fn a_released_fault_frees_its_context() {
        let fault = from_c(ffi("f", || fault!(AKGL_ERR_LOGICINTERRUPT, "later"))).unwrap_err();
        assert_eq!(fault.status(), AKGL_ERR_LOGICINTERRUPT);
        assert_eq!(fault.message(), "later");
        let Fault::Raised(context) = &fault else {
            panic!("raised")
        };
        let context = context.as_ptr();
        fault.release();
        // Another test of this process may have claimed it since; it is no longer ours either way.
        // SAFETY: pool contexts are static.
        assert!(unsafe { (*context).refcount } <= 1);
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        // 1023 bytes fit: 511 characters of two bytes, and half of one that is left out.
        let raised = ffi("f", || fault!(AKERR_VALUE, "{}", "\u{e9}".repeat(600)));
        // SAFETY: ours.
        let context = unsafe { &*raised };
        assert_eq!(text(&context.message), "\u{e9}".repeat(511));
        // SAFETY: ours.
        unsafe { pool::akerr_release_error(raised) };
        let raised = ffi("f", || fault!(AKERR_VALUE, "before\0after"));
        // SAFETY: ours.
        assert_eq!(text(unsafe { &(*raised).message }), "before");
        // SAFETY: ours.
        unsafe { pool::akerr_release_error(raised) };
    }
}
