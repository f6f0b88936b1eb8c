//! Where errors are written, and what happens to one that nobody takes.

use core::ffi::{CStr, c_char, c_int};

use super::akerr_ErrorContext;
use super::names::akerr_name_for_status;

/// Writes a line of text, `printf` style.
pub type akerr_LogFunction = Option<unsafe extern "C" fn(format: *const c_char, ...)>;
/// Is given an error that nobody took.
pub type akerr_UnhandledErrorFunction = Option<unsafe extern "C" fn(context: *mut akerr_ErrorContext)>;

/// Where `LOG_ERROR`, `IGNORE` and `FINISH_NORETURN` write. A game may put its own function here,
/// before it starts threads; NULL is silence.
#[unsafe(no_mangle)]
pub static mut akerr_log_method: akerr_LogFunction =
    // SAFETY: the function below takes whatever it is given and hands it on, so it may be called
    // with any arguments that a `printf` style function may.
    Some(unsafe {
        core::mem::transmute::<unsafe extern "C" fn(*const c_char), unsafe extern "C" fn(*const c_char, ...)>(
            akerr_default_logger,
        )
    });

/// What `FINISH_NORETURN` calls with an error that nobody took. A game may put its own function
/// here, before it starts threads; after it returns, the error is released and the program goes on.
/// NULL: only that.
#[unsafe(no_mangle)]
pub static mut akerr_handler_unhandled_error: akerr_UnhandledErrorFunction =
    Some(akerr_default_handler_unhandled_error);

/// Writes to standard error, `printf` style: `void akerr_default_logger(const char *format, ...)`.
/// The text goes through `SDL_Log`, so a game that redirects SDL's log redirects this too. Any thread.
///
/// Rust cannot define a function of any number of arguments, so this one jumps to SDL's with all of
/// its arguments still in place.
///
/// # Safety
/// As for `printf`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))]
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_default_logger(format: *const c_char) {
    #[cfg(target_arch = "x86_64")]
    core::arch::naked_asm!("jmp {}", sym sdl3_sys::log::SDL_Log);
    #[cfg(target_arch = "aarch64")]
    core::arch::naked_asm!("b {}", sym sdl3_sys::log::SDL_Log);
    #[cfg(target_arch = "riscv64")]
    core::arch::naked_asm!("tail {}", sym sdl3_sys::log::SDL_Log);
}

/// Writes the format to standard error. On this machine its arguments are left out.
///
/// # Safety
/// `format` is NULL or a terminated string.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_default_logger(format: *const c_char) {
    // SAFETY: by the caller's promise.
    eprint!(
        "{}",
        String::from_utf8_lossy(unsafe { super::pool::bytes(format) })
    );
}

/// Ends the program with the error's status as its exit code; a status that is no exit code (0 or
/// less, or above 255) ends it with 1, so that failure never looks like success. NULL ends it with 1.
///
/// # Safety
/// `context` is NULL or a context that the caller holds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_default_handler_unhandled_error(context: *mut akerr_ErrorContext) {
    // SAFETY: by the caller's promise.
    let status = unsafe { context.as_ref() }.map_or(1, |context| context.status);
    let code = if (1..=255).contains(&status) { status } else { 1 };
    // SAFETY: ends the program; nothing runs after it.
    unsafe { libc::exit(code) }
}

/// Part of `LOG_ERROR`, `LOG_ERROR_WITH_MESSAGE`, `IGNORE` and `FINISH_NORETURN`: writes the trace,
/// then one line with the place, `note` (may be NULL), status, name and message, and sets
/// `reported`. NULL is accepted and does nothing.
///
/// # Safety
/// `context` is NULL or a context that the caller holds; the texts are NULL or terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akerr_log_error(
    context: *mut akerr_ErrorContext,
    note: *const c_char,
    file: *const c_char,
    function: *const c_char,
    line: c_int,
) {
    // SAFETY: a plain read of a pointer that games set before they start threads.
    let log = unsafe { akerr_log_method };
    let (Some(log), false) = (log, context.is_null()) else {
        return;
    };
    // SAFETY: the context is the caller's, its texts are terminated, and every argument matches its
    // place in the format.
    unsafe {
        (*context).reported = true;
        let trace: *const c_char = (&raw const (*context).stacktracebuf).cast();
        let message: *const c_char = (&raw const (*context).message).cast();
        let status = (*context).status;
        let name: *const c_char = akerr_name_for_status(status, core::ptr::null());
        let (note, gap) = if note.is_null() {
            (c"".as_ptr(), c"".as_ptr())
        } else {
            (note, c" ".as_ptr())
        };
        let text = |text: *const c_char| if text.is_null() { c"?".as_ptr() } else { text };
        if !CStr::from_ptr(trace).is_empty() {
            log(c"%s".as_ptr(), trace);
        }
        log(
            c"%s:%s:%d: %s%s%d (%s): %s\n".as_ptr(),
            text(file),
            text(function),
            line,
            note,
            gap,
            status,
            name,
            message,
        );
    }
}
