//! The common case by itself: a box that blocks, among the tiles of one layer and nothing else.
//!
//! [`glide`] does for one sub-step what [`Resolver`](super::Resolver) and [`block`](super::block) do
//! together, by the same comparisons and sums in the same order, so with the same bits; it only leaves
//! out what this case cannot meet. Where a sub-step is not of that case after all, it says so and has
//! changed nothing.

use glam::Vec3;

use super::bounds::Bounds;
use super::meet::slack_at;
use super::resolve::outward;
use super::shape::{Kind, Shape};
use crate::physics::Motion;

/// The most contacts of a sub-step that are answered here.
const MOST: usize = 4;

/// Where the solid tiles of one layer are.
pub trait Cells {
    /// Whether a cell is solid; outside nothing is.
    fn solid(&self, col: i32, row: i32) -> bool;

    /// Whether any of the cells of a span is solid. A span that is not empty lies within the grid.
    fn any(&self, span: &Span) -> bool;
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

/// One layer of solid tiles, ready for [`glide`].
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
    fn edge(&self, axis: usize, cell: i32) -> f64 {
        self.offset[axis] + f64::from(cell) * self.size[axis]
    }
}

/// What [`glide`] needs of a box, computed once.
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

/// Whether [`glide`] is for shapes like this one.
#[must_use]
pub fn can_glide(shape: &Shape) -> bool {
    shape.kind == Kind::Box && !shape.sensor
}

/// The contacts of one sub-step and the default response to each: `motion` has moved from `from` to
/// where it is. False where this sub-step is for the [`Resolver`](super::Resolver); nothing is changed
/// then.
#[inline]
pub fn glide<C: Cells>(ground: &Ground<'_, C>, hull: &Hull, from: Vec3, motion: &mut Motion) -> bool {
    // Most often there is nothing.
    let span = ground.span(&hull.bounds(motion.position));
    if span.is_empty() || !ground.cells.any(&span) {
        return true;
    }
    meet_tiles(ground, hull, from, motion, span)
}

fn meet_tiles<C: Cells>(
    ground: &Ground<'_, C>,
    hull: &Hull,
    from: Vec3,
    motion: &mut Motion,
    mut span: Span,
) -> bool {
    let came = hull.center(from);
    let mut now = *motion;
    let mut told = [[i32::MIN; 2]; MOST];
    for round in 0..MOST {
        let best = match first(ground, hull, came, hull.center(now.position), &span) {
            Ok(None) => {
                *motion = now;
                return true;
            }
            Ok(Some(best)) => best,
            Err(NotHere) => return false,
        };
        if told[..round].contains(&best.cell) {
            return false;
        }
        told[round] = best.cell;
        let (axis, side) = (best.axis, best.side as f32);
        let mut normal = Vec3::ZERO;
        normal[axis] = side;
        if (now.environment + now.thrust).dot(normal) > 0.0 {
            return false;
        }
        now.position[axis] = best.place;
        for part in [&mut now.environment, &mut now.thrust] {
            if part[axis] * side < 0.0 {
                part[axis] = 0.0;
            }
        }
        span = ground.span(&hull.bounds(now.position));
        if span.is_empty() || !ground.cells.any(&span) {
            *motion = now;
            return true;
        }
    }
    false
}

/// The sub-step is of another case.
struct NotHere;

/// How a box came to overlap a tile, and how it gets out.
struct Met {
    time: f64,
    shared: f64,
    axis: usize,
    side: f64,
    cell: [i32; 2],
    place: f32,
}

/// One axis of a box and a tile: where the tile's middle is from the box's, before and now.
#[derive(Clone, Copy, Default)]
struct Side {
    other: f64,
    half: f64,
    before: f64,
    /// How far apart they were, and are; negative where they overlap.
    far: f64,
    near: f64,
    /// When in the sub-step they closed.
    time: f64,
}

impl Side {
    #[inline]
    fn of<C: Cells>(ground: &Ground<'_, C>, axis: usize, cell: i32, hull: &Hull, came: f64, is: f64) -> Self {
        let corner = ground.edge(axis, cell);
        let own = (ground.edge(axis, cell + 1) - corner) / 2.0;
        let (other, half) = (corner + own, hull.half[axis] + own);
        let (before, now) = (came - other, is - other);
        let far = before.abs() - half;
        let closing = (now - before).abs();
        Self {
            other,
            half,
            before: if now == 0.0 { 0.0 } else { before },
            far,
            near: now.abs() - half,
            time: if far > 0.0 && closing > 0.0 {
                far / closing
            } else {
                0.0
            },
        }
    }
}

/// The tile to respond to first.
#[inline]
fn first<C: Cells>(
    ground: &Ground<'_, C>,
    hull: &Hull,
    came: [f64; 2],
    is: [f64; 2],
    span: &Span,
) -> Result<Option<Met>, NotHere> {
    let slack = slack_at(is);
    let mut best: Option<Met> = None;
    for row in span.rows[0]..span.rows[1] {
        let mut down = None;
        for col in span.cols[0]..span.cols[1] {
            if !ground.cells.solid(col, row) {
                continue;
            }
            let down = *down.get_or_insert_with(|| Side::of(ground, 1, row, hull, came[1], is[1]));
            let across = Side::of(ground, 0, col, hull, came[0], is[0]);
            if across.near >= 0.0 || down.near >= 0.0 {
                continue;
            }
            let held = across.far < 0.0 && down.far < 0.0 && -across.far.max(down.far) > slack;
            if held || across.before == 0.0 || down.before == 0.0 {
                return Err(NotHere);
            }
            let beside = |at: f64| if at > 0.0 { 1 } else { -1 };
            let by_x = across.far >= -slack;
            let by_y = down.far >= -slack;
            let open_x = by_x && !ground.cells.solid(col + beside(across.before), row);
            let open_y = by_y && !ground.cells.solid(col, row + beside(down.before));
            let axis = match (open_x, open_y) {
                (true, true) => usize::from(down.time >= across.time),
                (true, false) => 0,
                (false, true) => 1,
                (false, false) if by_x || by_y => continue,
                (false, false) => return Err(NotHere),
            };
            let (way, beside) = if axis == 0 {
                (&across, &down)
            } else {
                (&down, &across)
            };
            let side = if way.before > 0.0 { 1.0 } else { -1.0 };
            let shared = -beside.near;
            // Tiles are looked at in the order of their places, so of equals the first stays.
            if best
                .as_ref()
                .is_none_or(|best| way.time < best.time || (way.time == best.time && shared > best.shared))
            {
                best = Some(Met {
                    time: way.time,
                    shared,
                    axis,
                    side,
                    cell: [col, row],
                    place: outward(way.other + side * way.half - hull.middle[axis], side),
                });
            }
        }
    }
    Ok(best)
}
