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
/// else with its lower edge on the next line between two rows of tiles, and so on by one tile. Never
/// lower, and always at finite numbers.
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
        // Far from the layer's or the shape's origin a line is known to some pixels only: never down for that.
        let up = super::outward(edge - below, -1.0);
        lifted.y = if up < position.y { up } else { position.y };
        if lifted.y.is_finite() && !blocked(&shape.at(lifted), shape.collides, space, scene, near) {
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

#[cfg(test)]
mod tests {
    use super::super::tiles::{LayerView, TileView};
    use super::*;

    /// Layers of one solid cell each, that wide and high, from their offsets on.
    struct Cells<'a>(f32, &'a [LayerView<'a>]);

    impl Scene for Cells<'_> {
        fn tiles(&self) -> TileView<'_> {
            TileView {
                tile: [self.0; 2],
                layers: self.1,
            }
        }

        fn near(&mut self, _: &Bounds, _: &mut Vec<Obstacle>) {}
    }

    fn cell(x: f32, y: f32) -> LayerView<'static> {
        LayerView {
            index: 0,
            cols: 1,
            rows: 1,
            offset: [x, y],
            cells: &[1],
        }
    }

    /// 2^67: the numbers below it are 16,384 px apart in an `f64`.
    const FAR: f32 = 147_573_952_589_676_412_928.0;

    /// The lines of the first layer decide, and from 2^67 px away all of the 64 that are tried, 10 px
    /// apart, round to 0: 195 px below the shape's lower edge, where it would be free.
    #[test]
    fn settling_went_down_where_the_lines_of_a_far_layer_are_lost_in_rounding() {
        let shape = Shape::rect(0.0, 0.0, 10.0, 10.0, 0.0).unwrap();
        let from = Vec3::new(0.0, -205.0, 0.0);
        let settled = |layers: &[LayerView]| {
            let mut scene = Cells(200.0, layers);
            settle(&shape, from, Space::Planar, 10.0, &mut scene, &mut Vec::new())
        };
        let (tiles, x, y) = (SETTLE_TILES, 0.0, -205.0);
        assert_eq!(
            settled(&[cell(0.0, -FAR), cell(-100.0, -300.0)]),
            Err(NotSettled { tiles, x, y })
        );
        // From a layer's line at -300 it stands there.
        assert_eq!(settled(&[cell(-100.0, -300.0)]), Ok(Vec3::new(0.0, -310.0, 0.0)));
    }

    /// An origin at the least of numbers has no place above it: a line of 2^110 px higher is at minus
    /// infinity, where nothing is in the way.
    #[test]
    fn settling_answered_infinity() {
        let (part, tall) = (2.0_f32.powi(104), 2.0_f32.powi(110));
        // It reaches from 2^104 px above the line 0 down to it, and the cell from 2^110 px.
        let shape = Shape::rect(0.0, f32::MAX - part, part, part, 0.0).unwrap();
        let from = Vec3::new(0.0, f32::MIN, 0.0);
        let mut scene = Cells(tall, &[cell(0.0, -tall)]);
        let settled = settle(
            &shape,
            from,
            Space::Planar,
            tall.into(),
            &mut scene,
            &mut Vec::new(),
        );
        let (tiles, x, y) = (SETTLE_TILES, 0.0, f32::MIN);
        assert_eq!(settled, Err(NotSettled { tiles, x, y }));
    }
}
