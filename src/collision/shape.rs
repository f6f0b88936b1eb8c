//! What a body or a piece of geometry looks like to collision, and what it responds to.

use glam::Vec3;
use thiserror::Error;

use super::volume::Volume;

/// The layer of map geometry; what a new shape responds to.
pub const LAYER_STATIC: u32 = 1;
/// The layer a new shape is on.
pub const LAYER_ACTOR: u32 = 2;
/// A layer for a game's enemies.
pub const LAYER_ENEMY: u32 = 4;
/// A layer for things to pick up.
pub const LAYER_PICKUP: u32 = 8;

/// A shape's full thickness along z, as a multiple of its largest planar half-extent, where none
/// is given.
///
/// Proof that 2 is enough, and the least. Let `m` be a shape's largest planar half-extent and
/// `ratio * m` its thickness, both shapes at one z. Separating them along z takes
/// `(ratio * mA + ratio * mB) / 2`. Along any one planar axis it takes at most the sum of the two
/// half-extents on that axis, which is at most `mA + mB`; so the planar minimum never exceeds
/// `mA + mB`. With `ratio = 2` the z way costs exactly `mA + mB`: never less than the planar way, and
/// equal only where two squares or circles share a centre, where the narrowphase takes the planar
/// way by rule. With any smaller ratio those two shapes separate along z, which on screen is no
/// separation at all. Twice a float is exact, so rounding cannot break the bound.
pub const DEPTH_RATIO: f32 = 2.0;

/// The kinds of shape. All are axis-aligned and convex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A rectangle.
    Box,
    /// A circle.
    Circle,
    /// A horizontal stadium: two half-circles left and right of a rectangle.
    CapsuleX,
    /// A vertical stadium.
    CapsuleY,
}

/// A convex volume placed relative to an origin, with its masks.
///
/// Every kind is described by its bounding box. A circle's radius is half of `size[0]`, a capsule's
/// half of its smaller side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Which kind.
    pub kind: Kind,
    /// The bounding box's top left corner from the origin, in pixels.
    pub offset: [f32; 2],
    /// The bounding box's size in pixels, positive.
    pub size: [f32; 2],
    /// The middle of the shape along z, from the origin.
    pub z: f32,
    /// Full thickness along z, positive.
    pub depth: f32,
    /// The layers this shape is on: what others test against.
    pub layers: u32,
    /// The layers this shape responds to.
    pub collides: u32,
    /// Reports contacts and never pushes or is pushed.
    pub sensor: bool,
    /// Geometry that stays where it is put: it wins over anything that moves.
    pub fixed: bool,
}

/// Why a shape cannot be made.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum ShapeError {
    /// A coordinate that is NaN or infinite.
    #[error("{0} is not finite")]
    NotFinite(&'static str),
    /// An extent that is zero or negative.
    #[error("{name} is {value}, and must be positive")]
    NotPositive {
        /// Which extent.
        name: &'static str,
        /// Its value.
        value: f32,
    },
    /// A capsule shorter along its axis than across it.
    #[error("a capsule along {axis} of {width} x {height} is shorter than it is thick")]
    Stubby {
        /// The axis, "x" or "y".
        axis: &'static str,
        /// The bounding box's width.
        width: f32,
        /// The bounding box's height.
        height: f32,
    },
}

fn finite(name: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(ShapeError::NotFinite(name))
    }
}

fn positive(name: &'static str, value: f32) -> Result<f32, ShapeError> {
    finite(name, value)?;
    if value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::NotPositive { name, value })
    }
}

impl Shape {
    /// A shape of any kind from its bounding box: corner, size, middle along z, thickness.
    /// A `depth` of 0 means automatic: [`DEPTH_RATIO`] times the largest planar half-extent.
    ///
    /// # Errors
    /// A coordinate that is not finite, an extent that is not positive, a capsule shorter along its
    /// axis than across.
    pub fn new(kind: Kind, offset: [f32; 2], size: [f32; 2], z: f32, depth: f32) -> Result<Self, ShapeError> {
        let [width, height] = [positive("width", size[0])?, positive("height", size[1])?];
        finite("x", offset[0])?;
        finite("y", offset[1])?;
        finite("x + width", offset[0] + width)?;
        finite("y + height", offset[1] + height)?;
        finite("z", z)?;
        // Of a circle only the width counts.
        let height = if kind == Kind::Circle { width } else { height };
        let depth = if depth == 0.0 {
            (f64::from(DEPTH_RATIO) * f64::from(width.max(height)) / 2.0) as f32
        } else {
            positive("depth", depth)?
        };
        match kind {
            Kind::CapsuleX if width < height => {
                return Err(ShapeError::Stubby {
                    axis: "x",
                    width,
                    height,
                });
            }
            Kind::CapsuleY if height < width => {
                return Err(ShapeError::Stubby {
                    axis: "y",
                    width,
                    height,
                });
            }
            _ => {}
        }
        Ok(Self {
            kind,
            offset,
            size: [width, height],
            z,
            depth,
            layers: LAYER_ACTOR,
            collides: LAYER_STATIC,
            sensor: false,
            fixed: false,
        })
    }

    /// A box from its top left corner and size, `depth` as in [`new`](Self::new).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn rect(x: f32, y: f32, width: f32, height: f32, depth: f32) -> Result<Self, ShapeError> {
        Self::new(Kind::Box, [x, y], [width, height], 0.0, depth)
    }

    /// A circle from its centre and radius, `depth` as in [`new`](Self::new).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn circle(x: f32, y: f32, radius: f32, depth: f32) -> Result<Self, ShapeError> {
        positive("radius", radius)?;
        Self::new(
            Kind::Circle,
            [x - radius, y - radius],
            [radius * 2.0; 2],
            0.0,
            depth,
        )
    }

    /// On these layers instead of those it was on.
    #[must_use]
    pub fn on(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }

    /// Responding to these layers instead of those before.
    #[must_use]
    pub fn against(mut self, layers: u32) -> Self {
        self.collides = layers;
        self
    }

    /// As a sensor: it reports contacts and never pushes or is pushed.
    #[must_use]
    pub fn as_sensor(mut self) -> Self {
        self.sensor = true;
        self
    }

    /// Whether a contact with something on `layers` concerns this shape.
    #[must_use]
    pub fn responds_to(&self, layers: u32) -> bool {
        self.collides & layers != 0
    }

    /// The shape with its origin at `position`.
    #[must_use]
    pub fn at(&self, position: Vec3) -> Volume {
        let [w, h] = [f64::from(self.size[0]) / 2.0, f64::from(self.size[1]) / 2.0];
        let (core, radius) = match self.kind {
            Kind::Box => ([w, h], 0.0),
            Kind::Circle => ([0.0, 0.0], w),
            Kind::CapsuleX => ([w - h, 0.0], h),
            Kind::CapsuleY => ([0.0, h - w], w),
        };
        let middle = self.middle();
        Volume {
            kind: self.kind,
            center: [
                f64::from(position.x) + middle[0],
                f64::from(position.y) + middle[1],
                f64::from(position.z) + middle[2],
            ],
            core,
            radius,
            half_depth: f64::from(self.depth) / 2.0,
        }
    }

    /// The shape's centre from its origin.
    #[must_use]
    pub fn middle(&self) -> [f64; 3] {
        [
            f64::from(self.offset[0]) + f64::from(self.size[0]) / 2.0,
            f64::from(self.offset[1]) + f64::from(self.size[1]) / 2.0,
            f64::from(self.z),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_somewhere_is_its_box_around_its_middle() {
        let at = |kind, size| {
            let shape = Shape::new(kind, [2.0, 4.0], size, 3.0, 6.0).unwrap();
            shape.at(Vec3::new(100.0, 200.0, 10.0))
        };
        for (kind, size, core, radius) in [
            (Kind::Box, [20.0, 8.0], [10.0, 4.0], 0.0),
            (Kind::Circle, [20.0, 20.0], [0.0, 0.0], 10.0),
            (Kind::CapsuleX, [20.0, 8.0], [6.0, 0.0], 4.0),
            (Kind::CapsuleY, [8.0, 20.0], [0.0, 6.0], 4.0),
        ] {
            let volume = at(kind, size);
            let middle = [
                102.0 + f64::from(size[0]) / 2.0,
                204.0 + f64::from(size[1]) / 2.0,
                13.0,
            ];
            assert_eq!(volume.center, middle, "{kind:?}");
            assert_eq!(
                (volume.core, volume.radius, volume.half_depth),
                (core, radius, 3.0),
                "{kind:?}"
            );
        }
    }
}
