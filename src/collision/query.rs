//! Questions that push nothing.

use glam::Vec3;
use thiserror::Error;

use super::bounds::Bounds;
use super::narrow::{Space, separate};
use super::resolve::{Obstacle, Scene};
use super::shape::{LAYER_STATIC, Shape};
use super::volume::Volume;

/// How many tiles [`settle`] lifts a shape before it gives up.
pub const SETTLE_TILES: u32 = 64;

/// Whether a volume overlaps anything solid on the layers of `mask`: tiles, which are on
/// [`LAYER_STATIC`], and proxies that are no sensors. `near` is room to work in.
pub fn blocked(
    volume: &Volume,
    mask: u32,
    space: Space,
    scene: &mut impl Scene,
    near: &mut Vec<Obstacle>,
) -> bool {
    let area = volume.bounds();
    if mask & LAYER_STATIC != 0 {
        let tiles = scene.tiles();
        if tiles
            .solid_in(&area)
            .any(|tile| separate(volume, &Volume::slab(&tiles.bounds(&tile)), space).is_some())
        {
            return true;
        }
    }
    near.clear();
    scene.near(&area, near);
    near.iter().any(|other| {
        !other.sensor && other.layers & mask != 0 && separate(volume, &other.volume, space).is_some()
    })
}

/// Why a shape was left where it was.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("still inside geometry {tiles} tiles above ({x}, {y})")]
pub struct NotSettled {
    /// How far was looked.
    pub tiles: u32,
    /// Where the shape's origin was.
    pub x: f32,
    /// Where the shape's origin was.
    pub y: f32,
}

/// Where a shape placed at `position` first is free, going straight up: there, if it is free there;
/// else with its lower edge on the next line between two rows of tiles, and so on by one tile.
/// Nothing but the place changes: no velocity comes of it.
///
/// What the shape responds to decides what is in its way.
///
/// # Errors
/// Where it is not free within [`SETTLE_TILES`] tiles.
pub fn settle(
    shape: &Shape,
    position: Vec3,
    space: Space,
    cell_height: f64,
    scene: &mut impl Scene,
    near: &mut Vec<Obstacle>,
) -> Result<Vec3, NotSettled> {
    if !blocked(&shape.at(position), shape.collides, space, scene, near) {
        return Ok(position);
    }
    let line = scene
        .tiles()
        .layers
        .first()
        .map_or(0.0, |layer| f64::from(layer.offset[1]));
    let bottom = shape.at(position).bounds().max[1];
    let first = ((bottom - line) / cell_height).ceil() - 1.0;
    let below = f64::from(shape.offset[1]) + f64::from(shape.size[1]);
    for tiles in 0..SETTLE_TILES {
        let edge = line + (first - f64::from(tiles)) * cell_height;
        let mut lifted = position;
        // Far from its origin a shape's lower edge is known to some pixels only: never down for that.
        let up = super::outward(edge - below, -1.0);
        lifted.y = if up < position.y { up } else { position.y };
        if !blocked(&shape.at(lifted), shape.collides, space, scene, near) {
            return Ok(lifted);
        }
    }
    Err(NotSettled {
        tiles: SETTLE_TILES,
        x: position.x,
        y: position.y,
    })
}

/// The part of the plane that a shape sweeps on its way, as a rectangle.
#[must_use]
pub fn swept(shape: &Shape, from: Vec3, to: Vec3) -> Bounds {
    shape.at(from).bounds().union(shape.at(to).bounds())
}

/// Whether there is anything in `area` that a shape responds to.
pub fn any_near(shape: &Shape, area: &Bounds, scene: &mut impl Scene, near: &mut Vec<Obstacle>) -> bool {
    if shape.responds_to(LAYER_STATIC) && scene.tiles().any_in(area) {
        return true;
    }
    near.clear();
    scene.near(area, near);
    near.iter().any(|other| shape.responds_to(other.layers))
}
