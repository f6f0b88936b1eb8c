//! An allocator that counts: for the tests which hold that a step takes no memory.
#![allow(unreachable_pub)] // Each test has it as a room of its own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what this thread takes.
struct Counting;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

fn note() {
    TAKEN.with(|taken| taken.set(taken.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: by the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: by the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        // SAFETY: by the caller's promise.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// How often this thread has taken memory so far.
pub fn taken() -> u64 {
    TAKEN.with(Cell::get)
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
