//! `akgl/heap.h`: the static pools of actors, characters and strings.

/// Slots in `AKGL_HEAP_ACTOR`.
pub const AKGL_MAX_HEAP_ACTOR: usize = 1024;
/// Slots in `AKGL_HEAP_CHARACTER`.
pub const AKGL_MAX_HEAP_CHARACTER: usize = 256;
/// Slots in `AKGL_HEAP_STRING`.
pub const AKGL_MAX_HEAP_STRING: usize = 256;
