//! Why a world refuses something.

use thiserror::Error;

use super::tiles::TileError;
use crate::collision::NotSettled;
use crate::map::NotGeometry;

/// What a [`World`](super::World) refuses. Nothing is half done where it is returned.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum WorldError {
    /// A handle whose body, geometry, character or hook is not there (any more), or of another world.
    #[error("the handle of the {0} is stale")]
    Stale(&'static str),
    /// A body that is to be attached to itself.
    #[error("a body cannot be its own parent")]
    OwnParent,
    /// A number that is NaN or infinite.
    #[error("{0} is not finite")]
    NotFinite(&'static str),
    /// A setting of feel that is not finite, or negative where that means nothing.
    #[error("the setting {0} is not finite, or negative without a meaning")]
    BadSetting(&'static str),
    /// A shape whose extents are not positive and finite.
    #[error("the shape of the {0} has no usable extent")]
    BadShape(&'static str),
    /// An object of a map's collidable layer that no shape is for.
    #[error(transparent)]
    NoGeometry(#[from] NotGeometry),
    /// A tile layer that cannot be used.
    #[error(transparent)]
    Tiles(#[from] TileError),
    /// A place from which there is no way up into the open.
    #[error(transparent)]
    NotSettled(#[from] NotSettled),
    /// No more slots: 2^31 are the most.
    #[error("no more room for a {0}")]
    Full(&'static str),
}
