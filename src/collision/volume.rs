//! A shape somewhere: the form in which all geometry is compared.

use super::bounds::Bounds;
use super::shape::Kind;

/// A rounded box: a rectangle of half-extents `core` with `radius` added all around it, extruded
/// by `half_depth` to either side along z. A box has no radius, a circle no core, a capsule a core
/// along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// The kind it came from.
    pub kind: Kind,
    /// The centre in pixels.
    pub center: [f64; 3],
    /// Half-extents of the rectangle inside.
    pub core: [f64; 2],
    /// What is added around the rectangle.
    pub radius: f64,
    /// Half the thickness along z; infinite for tiles.
    pub half_depth: f64,
}

impl Volume {
    /// A rectangle in the plane, infinitely thick.
    #[must_use]
    pub fn slab(bounds: &Bounds) -> Self {
        let half = [
            (bounds.max[0] - bounds.min[0]) / 2.0,
            (bounds.max[1] - bounds.min[1]) / 2.0,
        ];
        Self {
            kind: Kind::Box,
            center: [bounds.min[0] + half[0], bounds.min[1] + half[1], 0.0],
            core: half,
            radius: 0.0,
            half_depth: f64::INFINITY,
        }
    }

    /// Half of the bounding box along an axis of the plane.
    #[must_use]
    pub fn half(&self, axis: usize) -> f64 {
        self.core[axis] + self.radius
    }

    /// The bounding box in the plane.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let half = [self.half(0), self.half(1)];
        Bounds {
            min: [self.center[0] - half[0], self.center[1] - half[1]],
            max: [self.center[0] + half[0], self.center[1] + half[1]],
        }
    }
}
