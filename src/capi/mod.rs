//! The C library: one file per public header of `include/akgl/`.
//!
//! The only room with unsafe code, SDL and global state. An exported function checks its pointers,
//! runs its body inside [`ffi`](error::ffi) and converts; no panic crosses into C.
//!
//! No Rust reference is ever held over a C callback: a callback may re-enter, release, spawn and
//! edit, so this room works through raw pointers and copies, and reads again afterwards.
#![allow(non_camel_case_types, non_upper_case_globals)]
#![allow(clippy::not_unsafe_ptr_arg_deref)]

pub mod actor;
pub mod character;
pub mod collision;
pub mod error;
pub mod feel;
pub mod game;
pub mod heap;
pub(crate) mod json;
pub mod jump;
pub mod partitioner;
pub mod physics;
pub mod pipeline;
pub mod registry;
pub mod staticstring;
pub mod tilemap;
pub mod types;
