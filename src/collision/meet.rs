//! How a moving volume meets another: which way out, and how soon it came.
//!
//! The least way out is the wrong one surprisingly often: a body that walks into the top corner of a
//! wall by more than it reaches below the top would be lifted onto it. So where it can be known, the
//! way out is the way the body came: the axis along which the two were apart when the sub-step
//! began, and where they were apart along both, the one along which they closed last. For a tile, a
//! face that another solid tile covers is never a way out.

use super::narrow::{Faces, Gap, Separation, Space, separate};
use super::volume::Volume;

/// A volume on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    /// Where it was when the sub-step began.
    pub(super) from: Volume,
    /// Where it is now.
    pub(super) to: Volume,
}

/// What was found out about a meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    /// The way out.
    pub(super) way: Separation,
    /// The axis of the way out, where it is along one.
    pub(super) axis: Option<usize>,
    /// When in the sub-step the two came to touch, from 0 to 1.
    pub(super) time: f64,
    /// How much surface they share across the way out: of several alike, the largest counts.
    pub(super) shared: f64,
    /// The volume began inside geometry, and this only takes back its move along the axis.
    pub(super) refused: bool,
}

/// Penetration that counts as touching: what rounding of the positions can leave, and at least a
/// 256th of a pixel.
fn slack(volume: &Volume) -> f64 {
    let far = volume.center[0].abs().max(volume.center[1].abs());
    (far / f64::from(1 << 21)).max(1.0 / 256.0)
}

/// How `moving` meets `other`; `None` where they do not overlap now, or where `other` is to be left
/// to its neighbours or to the move itself.
///
/// `fixed` says that `other` never gives way: what began inside it is not pushed out, its moves are
/// refused unless they lead out.
pub(super) fn meet(
    moving: &Moving,
    other: &Volume,
    space: Space,
    fixed: bool,
    exposed: impl Fn(usize, f64) -> bool,
) -> Option<Meeting> {
    let least = separate(&moving.to, other, space)?;
    let (before, now) = (Gap::between(&moving.from, other), Gap::between(&moving.to, other));
    let slack = slack(&moving.to);
    let faces = |gap: &Gap| {
        [0, 1]
            .into_iter()
            .filter(|axis| exposed(*axis, gap.side(*axis)))
            .fold(Faces::NONE, |faces, axis| {
                faces.with(Faces::one(axis, gap.side(axis) > 0.0))
            })
    };
    let meeting = |way: Separation, time: f64| {
        let axis = (0..3).find(|axis| way.normal[*axis].abs() == 1.0);
        let across = if axis == Some(0) { 1 } else { 0 };
        Meeting {
            way,
            axis,
            time,
            shared: -now.distance(across),
            refused: false,
        }
    };

    if separate(&moving.from, other, space).is_some_and(|held| held.depth > slack) {
        return if fixed {
            refuse(moving, before.way_out(faces(&before)), space)
        } else {
            Some(meeting(least, 0.0))
        };
    }

    let axes = if space == Space::Solid { 3 } else { 2 };
    let closed = |axis: usize| {
        let apart = before.distance(axis);
        let closing = (now.delta[axis] - before.delta[axis]).abs();
        if apart > 0.0 && closing > 0.0 {
            apart / closing
        } else {
            0.0
        }
    };

    if now.in_the_rounding() {
        let time = (0..axes).map(closed).fold(0.0, f64::max);
        let way = if least.normal[2] == 0.0 {
            now.way_out(faces(&now))?
        } else {
            least
        };
        return Some(meeting(way, time));
    }

    let mut last: Option<(f64, usize)> = None;
    let mut apart = false;
    for axis in 0..axes {
        if before.distance(axis) < -slack {
            continue;
        }
        apart = true;
        let time = closed(axis);
        if (axis == 2 || exposed(axis, before.side(axis)))
            && last.is_none_or(|(latest, _)| time > latest || (time == latest && axis == 1))
        {
            last = Some((time, axis));
        }
    }
    match last {
        Some((time, axis)) => {
            let side = before.side(axis);
            let mut normal = [0.0; 3];
            normal[axis] = side;
            let depth = now.half(axis) - side * now.delta[axis];
            Some(meeting(Separation { normal, depth }, time))
        }
        None if apart => None,
        None => Some(meeting(now.way_out(faces(&now))?, 0.0)),
    }
}

/// Takes back the longer part of a move that began inside geometry, unless the move leads out.
fn refuse(moving: &Moving, way_out: Option<Separation>, space: Space) -> Option<Meeting> {
    let moved: [f64; 3] = core::array::from_fn(|axis| moving.to.center[axis] - moving.from.center[axis]);
    let axes = if space == Space::Solid { 3 } else { 2 };
    if let Some(way) = way_out {
        let leads: f64 = (0..axes).map(|axis| way.normal[axis] * moved[axis]).sum();
        if leads > 0.0 {
            return None;
        }
    }
    let axis = (0..axes).rev().fold(1, |best, axis| {
        if moved[axis].abs() > moved[best].abs() {
            axis
        } else {
            best
        }
    });
    if moved[axis] == 0.0 {
        return None;
    }
    let mut normal = [0.0; 3];
    normal[axis] = -moved[axis].signum();
    Some(Meeting {
        way: Separation {
            normal,
            depth: moved[axis].abs(),
        },
        axis: Some(axis),
        time: 0.0,
        shared: f64::INFINITY,
        refused: true,
    })
}
