//! Copied into the sources as `crate::mutant_switch`: asks at run time whether a mutant is switched on.
//! `SWITCH=17` in the environment switches on number 17; `SWITCH_TRACE=file` appends there the numbers of all the
//! switches that were asked.
#![allow(missing_docs)]

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

const TRACING: u32 = u32::MAX;
static ACTIVE: AtomicU32 = AtomicU32::new(0);
static ASKED: [AtomicU8; 16384] = [const { AtomicU8::new(0) }; 16384];

#[inline(always)]
pub fn is(number: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    active == number || (active == TRACING && note(number))
}

#[cold]
#[inline(never)]
fn note(number: u32) -> bool {
    ASKED[number as usize].store(1, Relaxed);
    false
}

unsafe extern "C" {
    fn atexit(call: extern "C" fn()) -> i32;
}

extern "C" fn write_trace() {
    use std::io::Write;
    let Some(path) = std::env::var_os("SWITCH_TRACE") else { return };
    let asked = ASKED.iter().enumerate().filter(|(_, asked)| asked.load(Relaxed) != 0);
    let text: String = asked.map(|(number, _)| format!("{number} ")).collect();
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

extern "C" fn start() {
    if let Ok(number) = std::env::var("SWITCH") {
        ACTIVE.store(number.parse().unwrap(), Relaxed);
    } else if std::env::var_os("SWITCH_TRACE").is_some() {
        ACTIVE.store(TRACING, Relaxed);
        // SAFETY: `write_trace` may run at any time.
        unsafe { atexit(write_trace) };
    }
}

// Before `main`, and where the library is loaded by a C program.
#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;
