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

    /// Whether any of some cells within the grid is solid.
    fn any(&self, cols: [i32; 2], rows: [i32; 2]) -> bool;
}

/// One layer of solid tiles, ready for [`glide`].
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a, C> {
    /// Its cells.
    pub cells: &'a C,
    /// The size of a cell.
    size: [f64; 2],
    /// What to multiply by instead of dividing by the size, where that gives the same bits.
    scale: Option<[f64; 2]>,
    /// The layer's own offset.
    offset: [f64; 2],
    /// Columns and rows.
    count: [f64; 2],
}

/// The largest integer that is not above `at`, for what an `i32` can hold; beyond, its limits.
fn floor(at: f64) -> i32 {
    let whole = at as i32;
    whole.saturating_sub(i32::from(f64::from(whole) > at))
}

/// The smallest integer that is not below `at`, likewise.
fn ceil(at: f64) -> i32 {
    let whole = at as i32;
    whole.saturating_add(i32::from(f64::from(whole) < at))
}

impl<'a, C: Cells> Ground<'a, C> {
    /// A layer of cells of a size, at an offset.
    #[must_use]
    pub fn new(cells: &'a C, size: [f32; 2], offset: [f32; 2], cols: u32, rows: u32) -> Self {
        let exact = |size: f32| size.to_bits() & 0x007F_FFFF == 0 && (1e-9..1e9).contains(&size);
        let size = size.map(|size| (size, f64::from(size)));
        Self {
            cells,
            size: size.map(|(_, wide)| wide),
            scale: (exact(size[0].0) && exact(size[1].0)).then(|| size.map(|(_, wide)| 1.0 / wide)),
            offset: offset.map(f64::from),
            count: [f64::from(cols), f64::from(rows)],
        }
    }

    /// The first cell along an axis that shares a length with an interval, and the one after the last.
    #[inline]
    fn span(&self, min: f64, max: f64, axis: usize) -> [i32; 2] {
        let (min, max) = (min - self.offset[axis], max - self.offset[axis]);
        let (min, max) = match self.scale {
            Some(scale) => (min * scale[axis], max * scale[axis]),
            None => (min / self.size[axis], max / self.size[axis]),
        };
        [floor(min).max(0), ceil(max).min(self.count[axis] as i32)]
    }

    /// Whether any solid tile shares an area with a rectangle.
    #[must_use]
    #[inline]
    pub fn any_in(&self, area: &Bounds) -> bool {
        let cols = self.span(area.min[0], area.max[0], 0);
        let rows = self.span(area.min[1], area.max[1], 1);
        cols[0] < cols[1] && rows[0] < rows[1] && self.cells.any(cols, rows)
    }

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

/// How a box came to overlap a tile, and how it gets out.
struct Met {
    time: f64,
    shared: f64,
    axis: usize,
    side: f64,
    cell: [i32; 2],
    corner: [f64; 2],
    place: f32,
}

impl Met {
    /// Whether it is told before another. Tiles are looked at row by row, so of equals the first
    /// stays.
    fn before(&self, other: &Self) -> bool {
        use core::cmp::Ordering::{Equal, Greater, Less};
        let corners = |a: &Self, b: &Self| {
            a.corner[1]
                .total_cmp(&b.corner[1])
                .then(a.corner[0].total_cmp(&b.corner[0]))
        };
        match self.time.total_cmp(&other.time) {
            Less => true,
            Greater => false,
            Equal => match other.shared.total_cmp(&self.shared) {
                Less => true,
                Greater => false,
                Equal => corners(self, other) == Less,
            },
        }
    }
}

/// The contacts of one sub-step and the default response to each: `motion` has moved from `from` to
/// where it is. False where this sub-step is for the [`Resolver`](super::Resolver); nothing is changed
/// then.
#[inline]
pub fn glide<C: Cells>(ground: &Ground<'_, C>, hull: &Hull, from: Vec3, motion: &mut Motion) -> bool {
    // Most often there is nothing.
    if !ground.any_in(&hull.bounds(motion.position)) {
        return true;
    }
    meet_tiles(ground, hull, from, motion)
}

fn meet_tiles<C: Cells>(ground: &Ground<'_, C>, hull: &Hull, from: Vec3, motion: &mut Motion) -> bool {
    let mut now = *motion;
    let mut told = [[i32::MIN; 2]; MOST];
    for round in 0..=MOST {
        let best = match first(ground, hull, from, now.position) {
            Ok(None) => {
                *motion = now;
                return true;
            }
            Ok(Some(best)) => best,
            Err(NotHere) => return false,
        };
        if round == MOST || told[..round].contains(&best.cell) {
            return false;
        }
        told[round] = best.cell;
        let mut normal = Vec3::ZERO;
        normal[best.axis] = best.side as f32;
        if (now.environment + now.thrust).dot(normal) > 0.0 {
            return false;
        }
        now.position[best.axis] = best.place;
        for part in [&mut now.environment, &mut now.thrust] {
            if part[best.axis] * normal[best.axis] < 0.0 {
                part[best.axis] = 0.0;
            }
        }
    }
    false
}

/// The sub-step is of another case.
struct NotHere;

/// The tile to respond to first.
fn first<C: Cells>(
    ground: &Ground<'_, C>,
    hull: &Hull,
    from: Vec3,
    to: Vec3,
) -> Result<Option<Met>, NotHere> {
    let (came, is) = (hull.center(from), hull.center(to));
    let area = hull.bounds(to);
    let cols = ground.span(area.min[0], area.max[0], 0);
    let rows = ground.span(area.min[1], area.max[1], 1);
    let slack = slack_at([is[0], is[1]]);
    let mut best: Option<Met> = None;
    for row in rows[0]..rows[1] {
        for col in cols[0]..cols[1] {
            if !ground.cells.solid(col, row) {
                continue;
            }
            let cell = [col, row];
            let mut corner = [0.0; 2];
            let (mut before, mut now) = ([0.0; 2], [0.0; 2]);
            let (mut far, mut near) = ([0.0; 2], [0.0; 2]);
            let mut half = [0.0; 2];
            let mut other = [0.0; 2];
            for axis in 0..2 {
                corner[axis] = ground.edge(axis, cell[axis]);
                let own = (ground.edge(axis, cell[axis] + 1) - corner[axis]) / 2.0;
                other[axis] = corner[axis] + own;
                half[axis] = hull.half[axis] + own;
                before[axis] = came[axis] - other[axis];
                now[axis] = is[axis] - other[axis];
                far[axis] = before[axis].abs() - half[axis];
                near[axis] = now[axis].abs() - half[axis];
            }
            if near[0] >= 0.0 || near[1] >= 0.0 {
                continue;
            }
            let held = far[0] < 0.0 && far[1] < 0.0 && -far[0].max(far[1]) > slack;
            if held || before.contains(&0.0) || now.contains(&0.0) {
                return Err(NotHere);
            }
            let mut way: Option<(f64, usize)> = None;
            let mut apart = false;
            for axis in 0..2 {
                if far[axis] < -slack {
                    continue;
                }
                apart = true;
                let closing = (now[axis] - before[axis]).abs();
                let time = if far[axis] > 0.0 && closing > 0.0 {
                    far[axis] / closing
                } else {
                    0.0
                };
                let mut beside = cell;
                beside[axis] += if before[axis] > 0.0 { 1 } else { -1 };
                if !ground.cells.solid(beside[0], beside[1])
                    && way.is_none_or(|(latest, _)| time > latest || (time == latest && axis == 1))
                {
                    way = Some((time, axis));
                }
            }
            let Some((time, axis)) = way else {
                if apart {
                    continue;
                }
                return Err(NotHere);
            };
            let side = if before[axis] > 0.0 { 1.0 } else { -1.0 };
            let met = Met {
                time,
                shared: -near[1 - axis],
                axis,
                side,
                cell,
                corner,
                place: outward(other[axis] + side * half[axis] - hull.middle[axis], side),
            };
            if best.as_ref().is_none_or(|best| met.before(best)) {
                best = Some(met);
            }
        }
    }
    Ok(best)
}
