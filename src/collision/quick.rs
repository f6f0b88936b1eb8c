//! The common case by itself: a box that blocks, in the plane, among the tiles of one layer and boxes
//! that give way.
//!
//! [`glide`] does for one sub-step what [`Resolver`](super::Resolver) and [`block`](super::block) do
//! together, by the same comparisons and sums in the same order, so with the same bits; it only leaves
//! out what this case cannot meet. Where a sub-step is not of that case after all, it says so and has
//! changed nothing.

use glam::Vec3;

pub use ground::{Cells, Ground, Hull, Span};
use stand::stand;
pub(crate) use travel::wider;
pub use travel::{Target, Travelled, pieces, travel};

use super::bounds::Bounds;
use super::meet::slack_at;
use super::resolve::outward;
use super::respond::held;
use super::shape::{Kind, Shape};
use crate::physics::Motion;
use crate::physics::feel;

mod ground;
mod stand;
mod travel;

/// The most contacts of a sub-step that are answered here.
const MOST: usize = 6;

/// Whether [`glide`] is for shapes like this one.
#[must_use]
pub fn can_glide(shape: &Shape) -> bool {
    shape.kind == Kind::Box && !shape.sensor
}

/// Another box that the box may meet: one that is no sensor and not fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Other {
    /// Its middle.
    pub center: [f64; 2],
    /// Half of its size.
    pub half: [f64; 2],
    /// What tells it from the rest, in the order of their handles.
    pub number: u32,
}

impl Other {
    /// Its bounding box.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds {
            min: [self.center[0] - self.half[0], self.center[1] - self.half[1]],
            max: [self.center[0] + self.half[0], self.center[1] + self.half[1]],
        }
    }
}

/// The contacts of one sub-step and the default response to each: `motion` has moved from `from` to
/// where it is. `others` are all that the sub-step could meet besides tiles. Velocity is left to the
/// caller. What it met is added to `touching`, as [`touched`](crate::physics::feel::touched) says it; it
/// counts for nothing where the answer is [`Answer::NotHere`].
#[inline]
pub fn glide<C: Cells>(
    ground: &Ground<'_, C>,
    others: &[Other],
    hull: &Hull,
    from: Vec3,
    motion: &mut Motion,
    touching: &mut u32,
) -> Answer {
    // Most often there is nothing.
    let area = hull.bounds(motion.position);
    let span = ground.span(&area);
    let on_tiles = !span.is_empty() && ground.cells.any(&span);
    if !on_tiles && !others.iter().any(|other| other.bounds().overlaps(&area)) {
        return Answer::Free;
    }
    if on_tiles
        && others.is_empty()
        && let Some(place) = stand(ground, hull, from, motion.position, &span)
    {
        motion.position.y = place;
        *touching |= feel::TOUCH_GROUND;
        let efforts = [motion.environment.y, motion.thrust.y];
        [motion.environment.y, motion.thrust.y] = held(efforts, -1.0);
        return if efforts == [motion.environment.y, motion.thrust.y] {
            Answer::Pushed
        } else {
            Answer::Met
        };
    }
    let span = on_tiles.then_some(span);
    respond(ground, others, hull, from, motion, span, touching)
}

/// Where one sub-step takes a box among tiles, in the cases that are told without its speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// It meets nothing.
    Free,
    /// It is put here along y, and what presses down goes, as [`press`] has it.
    Borne(f32),
    /// What else there is; see [`glide`].
    Else,
}

/// The part of [`glide`] that most boxes need, for those that many others go with.
#[inline]
pub fn place<C: Cells>(ground: &Ground<'_, C>, hull: &Hull, from: Vec3, to: Vec3) -> Place {
    let span = ground.span(&hull.bounds(to));
    if span.is_empty() || !ground.cells.any(&span) {
        return Place::Free;
    }
    stand(ground, hull, from, to, &span).map_or(Place::Else, Place::Borne)
}

/// What is left of environment and thrust along y on a floor.
#[must_use]
#[inline]
pub fn press(efforts: [f32; 2]) -> [f32; 2] {
    held(efforts, -1.0)
}

fn respond<C: Cells>(
    ground: &Ground<'_, C>,
    others: &[Other],
    hull: &Hull,
    from: Vec3,
    motion: &mut Motion,
    mut span: Option<Span>,
    touching: &mut u32,
) -> Answer {
    let came = hull.center(from);
    let (mut position, mut environment, mut thrust) = (motion.position, motion.environment, motion.thrust);
    let mut told = [[i32::MIN; 2]; MOST];
    for told_already in 0..=MOST {
        let is = hull.center(position);
        let slack = slack_at(is);
        if (0..2).any(|axis| (is[axis] - came[axis]).abs() > 2.0 * hull.half[axis]) {
            // Narrower than its step is long: it may have left what bore it.
            return Answer::NotHere;
        }
        let best = match first_other(others, hull, came, is, slack) {
            // What gives way is told before what does not.
            Ok(None) => match &span {
                Some(span) => first_tile(ground, hull, came, is, slack, span),
                None => Ok(None),
            },
            found => found,
        };
        let best = match best {
            Ok(None) if told_already == 0 => return Answer::Free,
            Ok(None) => break,
            Ok(Some(best)) => best,
            Err(NotHere) => return Answer::NotHere,
        };
        if told_already == MOST || told[..told_already].contains(&best.cell) {
            return Answer::NotHere;
        }
        told[told_already] = best.cell;
        let (axis, side) = (best.axis, best.side as f32);
        *touching |= faced(axis, side);
        position[axis] = outward(best.other + best.side * best.half - hull.middle[axis], best.side);
        [environment[axis], thrust[axis]] = held([environment[axis], thrust[axis]], side);
        let now = ground.span(&hull.bounds(position));
        span = (!now.is_empty() && ground.cells.any(&now)).then_some(now);
        if span.is_none() && others.is_empty() {
            break;
        }
    }
    let changed = (environment, thrust) != (motion.environment, motion.thrust);
    (motion.position, motion.environment, motion.thrust) = (position, environment, thrust);
    if changed { Answer::Met } else { Answer::Pushed }
}

/// What a contact whose normal leads to a side along an axis says is touched.
#[inline]
fn faced(axis: usize, side: f32) -> u32 {
    match (axis, side > 0.0) {
        (0, true) => feel::TOUCH_LEFT,
        (0, false) => feel::TOUCH_RIGHT,
        (_, true) => feel::TOUCH_CEILING,
        (_, false) => feel::TOUCH_GROUND,
    }
}

/// What came of a sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It met nothing.
    Free,
    /// It met something and was put beside it; environment and thrust are as they were.
    Pushed,
    /// Environment or thrust has changed.
    Met,
    /// It is for the [`Resolver`](super::Resolver); nothing has changed.
    NotHere,
}

/// The sub-step is of another case.
struct NotHere;

/// How a box came to overlap something, and how it gets out.
struct Met {
    time: f64,
    shared: f64,
    axis: usize,
    side: f64,
    /// The tile's, or the other's number in a place where no tile is.
    cell: [i32; 2],
    /// The middle of what it overlaps, and half of both sizes, along the axis.
    other: f64,
    half: f64,
}

/// One axis of a box and of what it overlaps: where the two were to each other, and are.
#[derive(Clone, Copy)]
struct Side {
    other: f64,
    half: f64,
    before: f64,
    now: f64,
    /// How far apart they were; negative where they overlapped.
    far: f64,
    /// How far apart they are.
    near: f64,
}

impl Side {
    #[inline]
    fn of(other: f64, half: f64, came: f64, is: f64) -> Self {
        let (before, now) = (came - other, is - other);
        Self {
            other,
            half,
            before,
            now,
            far: before.abs() - half,
            near: now.abs() - half,
        }
    }

    #[inline]
    fn of_tile<C: Cells>(
        ground: &Ground<'_, C>,
        axis: usize,
        cell: i32,
        hull: &Hull,
        came: f64,
        is: f64,
    ) -> Self {
        let corner = ground.edge(axis, cell);
        let own = (ground.edge(axis, cell + 1) - corner) / 2.0;
        Self::of(corner + own, hull.half[axis] + own, came, is)
    }

    /// When in the sub-step the two closed along this axis.
    #[inline]
    fn time(&self) -> f64 {
        let closing = (self.now - self.before).abs();
        if self.far > 0.0 && closing > 0.0 {
            self.far / closing
        } else {
            0.0
        }
    }

    /// Whether the two are middle on middle, and that matters: of what is no larger than its slack the side
    /// counts even there.
    #[inline]
    fn is_level(&self, slack: f64) -> bool {
        (self.before == 0.0 || self.now == 0.0) && self.half <= slack
    }

    /// Whether the two only touch along this axis and do not close.
    #[inline]
    fn grazes(&self, slack: f64) -> bool {
        let side = if self.before > 0.0 { 1.0 } else { -1.0 };
        self.far >= -slack && self.near >= -slack && side * (self.now - self.before) >= 0.0
    }

    /// Out along this axis, toward the side that the box came from.
    #[inline]
    fn out(&self, axis: usize, time: f64, across: &Self, cell: [i32; 2]) -> Met {
        let side = if self.before > 0.0 { 1.0 } else { -1.0 };
        Met {
            time,
            shared: -across.near,
            axis,
            side,
            cell,
            other: self.other,
            half: self.half,
        }
    }
}

/// The other to respond to first.
#[inline]
fn first_other(
    others: &[Other],
    hull: &Hull,
    came: [f64; 2],
    is: [f64; 2],
    slack: f64,
) -> Result<Option<Met>, NotHere> {
    let mut best: Option<(Met, &Other)> = None;
    for other in others {
        let [x, y] = [0, 1].map(|axis| {
            Side::of(
                other.center[axis],
                hull.half[axis] + other.half[axis],
                came[axis],
                is[axis],
            )
        });
        if x.near >= 0.0 || y.near >= 0.0 {
            continue;
        }
        if x.is_level(slack) || y.is_level(slack) {
            return Err(NotHere);
        }
        let cell = [i32::MIN, other.number as i32];
        let (by_x, by_y) = (x.far >= -slack, y.far >= -slack);
        let (time_x, time_y) = (x.time(), y.time());
        let met = if by_y && (!by_x || time_y >= time_x) {
            y.out(1, time_y, &x, cell)
        } else if by_x {
            x.out(0, time_x, &y, cell)
        } else {
            // What overlapped before may be pushed to where other things are than those looked for.
            return Err(NotHere);
        };
        let sooner = |(best, known): &(Met, &Other)| {
            if met.time != best.time {
                return met.time < best.time;
            }
            if met.shared != best.shared {
                return met.shared > best.shared;
            }
            let corner = |other: &Other| [other.center[1] - other.half[1], other.center[0] - other.half[0]];
            let (mine, theirs) = (corner(other), corner(known));
            mine < theirs || (mine == theirs && other.number < known.number)
        };
        if best.as_ref().is_none_or(sooner) {
            best = Some((met, other));
        }
    }
    Ok(best.map(|(met, _)| met))
}

/// The tile to respond to first.
#[inline]
fn first_tile<C: Cells>(
    ground: &Ground<'_, C>,
    hull: &Hull,
    came: [f64; 2],
    is: [f64; 2],
    slack: f64,
    span: &Span,
) -> Result<Option<Met>, NotHere> {
    let mut best: Option<Met> = None;
    // Something is met that only counts where nothing else is.
    let mut hidden = false;
    let mut row = span.rows[0];
    while row < span.rows[1] {
        let mut down = None;
        for col in ground.cells.row(span.cols, row) {
            let (y, time_y) = *down.get_or_insert_with(|| {
                let y = Side::of_tile(ground, 1, row, hull, came[1], is[1]);
                (y, y.time())
            });
            let x = Side::of_tile(ground, 0, col, hull, came[0], is[0]);
            if x.near >= 0.0 || y.near >= 0.0 {
                continue;
            }
            if x.is_level(slack) || y.is_level(slack) {
                return Err(NotHere);
            }
            if x.grazes(slack) || y.grazes(slack) {
                continue;
            }
            let beside = |at: f64| if at > 0.0 { 1 } else { -1 };
            let (by_x, by_y) = (x.far >= -slack, y.far >= -slack);
            let open_x = by_x && !ground.cells.solid(col + beside(x.before), row);
            let open_y = by_y && !ground.cells.solid(col, row + beside(y.before));
            let met = match (open_x, open_y) {
                (false, false) if by_x || by_y => {
                    hidden |= -x.near.max(y.near) > slack;
                    continue;
                }
                // It began inside.
                (false, false) => return Err(NotHere),
                (false, true) => y.out(1, time_y, &x, [col, row]),
                (true, false) => x.out(0, x.time(), &y, [col, row]),
                (true, true) => {
                    let time_x = x.time();
                    if time_y >= time_x {
                        y.out(1, time_y, &x, [col, row])
                    } else {
                        x.out(0, time_x, &y, [col, row])
                    }
                }
            };
            // Tiles are looked at in the order of their places, so of equals the first stays.
            if best.as_ref().is_none_or(|best| {
                met.time < best.time || (met.time == best.time && met.shared > best.shared)
            }) {
                best = Some(met);
            }
        }
        row += 1;
    }
    if best.is_none() && hidden {
        return Err(NotHere);
    }
    Ok(best)
}
