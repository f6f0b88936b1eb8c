//! `akgl/error.h` and the functions behind `akerror.h`: error contexts for C.

use core::ffi::{c_char, c_int};
use core::ptr::NonNull;

/// One raised error. Same layout as `akerr_ErrorContext` in `akerror.h`.
#[repr(C)]
pub struct akerr_ErrorContext {
    pub message: [c_char; 1024],
    pub arrayid: c_int,
    pub status: c_int,
    pub handled: bool,
    pub refcount: c_int,
    pub fname: [c_char; 256],
    pub function: [c_char; 256],
    pub lineno: c_int,
    pub reported: bool,
    pub stacktracebuf: [c_char; 2048],
    pub stacktracebufptr: *mut c_char,
}

pub const AKERR_NULLPOINTER: c_int = 134;
pub const AKERR_OUTOFBOUNDS: c_int = 135;
pub const AKERR_API: c_int = 136;
pub const AKERR_ATTRIBUTE: c_int = 137;
pub const AKERR_TYPE: c_int = 138;
pub const AKERR_KEY: c_int = 139;
pub const AKERR_HEAP: c_int = 140;
pub const AKERR_INDEX: c_int = 141;
pub const AKERR_FORMAT: c_int = 142;
pub const AKERR_IO: c_int = 143;
pub const AKERR_REGISTRY: c_int = 144;
pub const AKERR_VALUE: c_int = 145;
pub const AKERR_BEHAVIOR: c_int = 146;
pub const AKERR_RELATIONSHIP: c_int = 147;
pub const AKGL_ERR_BASE: c_int = 256;
pub const AKGL_ERR_SDL: c_int = 256;
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
    },
    /// A context that a callback already raised; handed up as it is.
    Raised(NonNull<akerr_ErrorContext>),
}

/// The result of anything that may end up raising.
pub type Outcome<T = ()> = Result<T, Fault>;

/// `Err(Fault::New { .. })` with a formatted message.
#[macro_export]
#[doc(hidden)]
macro_rules! fault {
    ($status:expr, $($arg:tt)*) => {
        Err($crate::capi::error::Fault::New { status: $status, message: format!($($arg)*) })
    };
}

/// A pointer that C handed us, refused when NULL.
///
/// # Errors
/// `AKERR_NULLPOINTER` naming the argument.
pub fn check<T>(pointer: *mut T, name: &str) -> Outcome<NonNull<T>> {
    match NonNull::new(pointer) {
        Some(pointer) => Ok(pointer),
        None => fault!(AKERR_NULLPOINTER, "{name} is NULL"),
    }
}

/// What a C callback returned, as a result.
pub fn from_c(raised: *mut akerr_ErrorContext) -> Outcome {
    match NonNull::new(raised) {
        None => Ok(()),
        Some(context) => Err(Fault::Raised(context)),
    }
}

/// The boundary: runs `body`, turns a fault or a panic into an error context.
pub fn ffi(_function: &'static str, _body: impl FnOnce() -> Outcome) -> *mut akerr_ErrorContext {
    core::ptr::null_mut() // completed by the owner of this file
}
