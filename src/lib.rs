//! Arcade physics and tile collision for 2D games.
//!
//! One core, two front doors: the C library `libakgl.so` (room `capi`) and this crate's Rust API.
//! Data flows one way: the front doors call [`physics`] and [`collision`], and those two call only
//! arithmetic. Nothing below the front doors knows C, SDL, files or global state.
//!
//! | room | what is in it |
//! |---|---|
//! | [`physics`] | one step of one body: thrust, ellipse cap, environment, drag, velocity; the bound on `dt`; how a character feels |
//! | [`collision`] | shapes, masks, contacts, sub-steps, resolving, queries, settling |
//! | [`map`] | Tiled's files read into a neutral map |
//! | [`world`] | any number of bodies, safe: the Rust front door |
//! | [`pipeline`] | a second way to do the same job: explicit steps, values in and values out |
//! | `capi` | one file per public C header: the only room with unsafe code, SDL and global state |
//!
//! Units everywhere: pixels, seconds, pixels per second; y grows downward.

/// The vectors of this API, in the version that it is built with.
pub use glam;

pub mod collision;
pub mod map;
pub mod physics;
pub mod pipeline;
pub mod world;

mod bytes;

#[cfg(feature = "capi")]
pub mod capi;

/// The Rust code in README.md and the pages of `docs/`, run as doctests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/collision.md")]
    mod collision {}
    #[doc = include_str!("../docs/feel.md")]
    mod feel {}
    #[doc = include_str!("../docs/pipeline.md")]
    mod pipeline {}
}
