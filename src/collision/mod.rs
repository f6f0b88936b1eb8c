//! Shapes, masks, contacts, sub-steps, resolving, queries and settling.
//!
//! The way through a step of one body that has a shape:
//!
//! 1. [`any_near`] of the rectangle [`swept`] by the whole move: nothing there, one whole move;
//! 2. else [`substeps()`] says into how many the move is cut;
//! 3. after each, a [`Resolver`] names the contacts one by one, and the body's response, by default
//!    [`block`], answers each.
//!
//! | file | what is in it |
//! |---|---|
//! | `shape` | kinds, extents, masks; [`Shape::at`] places a shape as a [`Volume`] |
//! | `narrow/` | the least way out of one volume out of another |
//! | `meet` | which way out a moving body takes, given where it came from |
//! | `resolve` | the contacts of a sub-step in order |
//! | `respond` | the default response |
//! | `quick` | a box among tiles alone: the same bits with less work |
//! | `substeps` | the cutting up of a move |
//! | `query` | questions that push nothing; settling |
//! | `tiles/` | borrowed tile layers: solid cells, shared faces |
//! | `proxy` | everything else that can be met, by handle |
//! | `broad/` | who may overlap a rectangle: grid, bsp |
//!
//! State is `f32`; geometry is computed in `f64` from it, where sums of a position, an offset and an
//! extent are exact. So "touching" means that two edges are equal, and a body that was put against a
//! face stays there to the bit.
#![forbid(unsafe_code)]

pub mod bounds;
pub mod broad;
mod meet;
pub mod narrow;
mod proxy;
mod query;
pub mod quick;
mod resolve;
mod respond;
mod shape;
mod substeps;
pub mod tiles;
mod volume;

pub use bounds::Bounds;
pub use narrow::Space;
pub use proxy::{Owner, Proxies, Proxy, ProxyId};
pub use query::{NotSettled, SETTLE_TILES, any_near, blocked, settle, swept};
pub(crate) use resolve::outward;
pub use resolve::{Contact, MOST_CONTACTS, MOST_SENSED, Obstacle, Passage, Resolver, Scene, Thing};
pub use respond::block;
pub use shape::{DEPTH_RATIO, Kind, LAYER_ACTOR, LAYER_ENEMY, LAYER_PICKUP, LAYER_STATIC, Shape, ShapeError};
pub use substeps::{MOST_SUBSTEPS, lengths, substeps};
pub use volume::Volume;
