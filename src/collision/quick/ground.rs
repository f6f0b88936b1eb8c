//! What the quick way through a sub-step knows of its surroundings and of the box itself.

use glam::Vec3;

use crate::collision::bounds::Bounds;
use crate::collision::shape::Shape;

/// Where the solid tiles of one layer are.
pub trait Cells {
    /// Whether a cell is solid; outside nothing is.
    fn solid(&self, col: i32, row: i32) -> bool;

    /// Whether any of the cells of a span is solid. The span is not empty and lies within the grid.
    fn any(&self, span: &Span) -> bool;

    /// The solid cells of some columns of a row, in order, all within the grid.
    fn row(&self, cols: [i32; 2], row: i32) -> impl Iterator<Item = i32>;
}

/// Cells, from the first up to but not including the last of each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First column, and the one after the last.
    pub cols: [i32; 2],
    /// First row, and the one after the last.
    pub rows: [i32; 2],
}

impl Span {
    /// Whether there are no cells in it.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cols[0] >= self.cols[1] || self.rows[0] >= self.rows[1]
    }
}

/// One layer of solid tiles, ready for [`glide`](super::glide).
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a, C> {
    /// Its cells.
    pub cells: &'a C,
    /// The size of a cell.
    size: [f64; 2],
    /// What to multiply by instead of dividing by the size, where that gives the same bits; else 0.
    scale: [f64; 2],
    /// The layer's own offset.
    offset: [f64; 2],
    /// Columns and rows.
    count: [i32; 2],
}

impl<'a, C: Cells> Ground<'a, C> {
    /// A layer of cells of a size, at an offset. Columns and rows are fewer than `i32::MAX`.
    #[must_use]
    pub fn new(cells: &'a C, size: [f32; 2], offset: [f32; 2], cols: u32, rows: u32) -> Self {
        let exact = |size: f32| size.to_bits() & 0x007F_FFFF == 0 && (1e-9..1e9).contains(&size);
        Self {
            cells,
            size: size.map(f64::from),
            scale: size.map(|size| if exact(size) { 1.0 / f64::from(size) } else { 0.0 }),
            offset: offset.map(f64::from),
            count: [cols as i32, rows as i32],
        }
    }

    /// The cells along an axis that share a length with an interval.
    #[inline]
    fn along(&self, min: f64, max: f64, axis: usize) -> [i32; 2] {
        let (min, max) = (min - self.offset[axis], max - self.offset[axis]);
        let scale = self.scale[axis];
        let (min, max) = if scale == 0.0 {
            (min / self.size[axis], max / self.size[axis])
        } else {
            (min * scale, max * scale)
        };
        // Casts cut toward zero and stop at the ends of the type: above zero the first is the floor.
        let count = self.count[axis];
        let end = (max as i32).min(count);
        [
            (min as i32).max(0),
            end + i32::from(f64::from(end) < max && end < count),
        ]
    }

    /// The cells that share an area with a rectangle.
    #[must_use]
    #[inline]
    pub fn span(&self, area: &Bounds) -> Span {
        Span {
            cols: self.along(area.min[0], area.max[0], 0),
            rows: self.along(area.min[1], area.max[1], 1),
        }
    }

    /// Whether any solid tile shares an area with a rectangle.
    #[must_use]
    #[inline]
    pub fn any_in(&self, area: &Bounds) -> bool {
        let span = self.span(area);
        !span.is_empty() && self.cells.any(&span)
    }

    #[inline]
    pub(super) fn edge(&self, axis: usize, cell: i32) -> f64 {
        self.offset[axis] + f64::from(cell) * self.size[axis]
    }
}

/// What [`glide`](super::glide) needs of a box, computed once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull {
    /// From the origin to the middle of the box.
    pub middle: [f64; 2],
    /// Half of its size.
    pub half: [f64; 2],
}

impl Hull {
    /// Of any shape: of its bounding box.
    #[must_use]
    pub fn of(shape: &Shape) -> Self {
        let [x, y, _] = shape.middle();
        let volume = shape.at(Vec3::ZERO);
        Self {
            middle: [x, y],
            half: [volume.half(0), volume.half(1)],
        }
    }

    /// The middle with the origin at a place.
    #[must_use]
    #[inline]
    pub fn center(&self, position: Vec3) -> [f64; 2] {
        [
            f64::from(position.x) + self.middle[0],
            f64::from(position.y) + self.middle[1],
        ]
    }

    /// The bounding box with the origin at a place.
    #[must_use]
    #[inline]
    pub fn bounds(&self, position: Vec3) -> Bounds {
        let [x, y] = self.center(position);
        Bounds {
            min: [x - self.half[0], y - self.half[1]],
            max: [x + self.half[0], y + self.half[1]],
        }
    }
}
