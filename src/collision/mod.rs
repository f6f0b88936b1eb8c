//! Shapes, masks, contacts, sub-steps, resolving, queries and settling.
#![forbid(unsafe_code)]

pub mod tiles;
