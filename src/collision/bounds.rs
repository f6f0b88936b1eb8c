//! Axis-aligned rectangles in the plane, in pixels.

/// A rectangle from `min` to `max`. Geometry is computed in `f64` from `f32` state, so that sums of
/// a position and an offset are exact and a comparison of two edges means what it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Left and top edge.
    pub min: [f64; 2],
    /// Right and bottom edge.
    pub max: [f64; 2],
}

impl Bounds {
    /// From a corner and a size.
    #[must_use]
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self {
            min: [x, y],
            max: [x + w, y + h],
        }
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: [self.min[0].min(other.min[0]), self.min[1].min(other.min[1])],
            max: [self.max[0].max(other.max[0]), self.max[1].max(other.max[1])],
        }
    }

    /// Whether the two share an area; touching is not overlapping.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min[0] < other.max[0]
            && other.min[0] < self.max[0]
            && self.min[1] < other.max[1]
            && other.min[1] < self.max[1]
    }

    /// Whether every edge is a finite number and no side is negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.min.iter().chain(&self.max).all(|edge| edge.is_finite())
            && self.min[0] <= self.max[0]
            && self.min[1] <= self.max[1]
    }
}
