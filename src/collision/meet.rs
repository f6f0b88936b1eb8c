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
    /// The two were apart when the sub-step began.
    pub(super) entered: bool,
    /// The overlap is more than rounding leaves.
    pub(super) deep: bool,
    /// The way out leads through a covered face: what covers it has not stopped the volume, which
    /// is smaller than its step is long.
    pub(super) hidden: bool,
}

/// How the other of two volumes stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// It never gives way: what began inside it is not pushed out, its moves are refused unless they
    /// lead out.
    Fixed,
    /// It moves too: what began inside it is pushed out.
    Moves,
    /// As [`Moves`](Self::Moves), and the volume has been pushed out of another such since its move:
    /// where it was before says nothing of the way out.
    Crowds,
}

/// Penetration that counts as touching: what rounding of the positions can leave, and at least a
/// 256th of a pixel.
pub(super) fn slack(volume: &Volume) -> f64 {
    slack_at([volume.center[0], volume.center[1]])
}

/// The same of a volume's centre.
pub(super) fn slack_at(center: [f64; 2]) -> f64 {
    let far = center[0].abs().max(center[1].abs());
    (far / f64::from(1 << 21)).max(1.0 / 256.0)
}

/// How `moving` meets `other`; `None` where they do not overlap now, or where `other` is to be left
/// to its neighbours or to the move itself.
///
pub(super) fn meet(
    moving: &Moving,
    other: &Volume,
    space: Space,
    stance: Stance,
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
            entered: true,
            deep: least.depth > slack,
            hidden: false,
        }
    };

    let held = separate(&moving.from, other, space).is_some_and(|held| held.depth > slack);
    if held || stance == Stance::Crowds {
        return if stance == Stance::Fixed {
            refuse(moving, before.way_out(faces(&before)), space)
        } else {
            Some(Meeting {
                entered: false,
                ..meeting(least, 0.0)
            })
        };
    }

    // What only grazes a face and does not move into it may go on: a gap that fits exactly is wide
    // enough, wherever rounding has put the body.
    let grazes = |axis: usize| {
        before.distance(axis) >= -slack
            && now.distance(axis) >= -slack
            && before.side(axis) * (now.delta[axis] - before.delta[axis]) >= 0.0
    };
    if stance == Stance::Fixed && (grazes(0) || grazes(1)) {
        return None;
    }
    // In the rounding the least way out is right where it does not lead back past the beginning.
    let came = |axis: usize| least.normal[axis] * (before.delta[axis] - now.delta[axis]);
    let back = least.normal[2] == 0.0 && least.depth <= came(0) + came(1) + slack;
    let found = if back && now.in_the_rounding() {
        let time = (0..2)
            .filter_map(|axis| closed(&before, &now, axis, slack))
            .fold(0.0, f64::max);
        now.way_out(faces(&now)).map(|way| (way, time))
    } else {
        let size = [0, 1].map(|axis| 2.0 * moving.to.half(axis));
        let came = entry(&before, &now, space, slack, size, &exposed).unwrap_or(Some((least, 0.0)));
        // Cutting a corner by a hair is put right by a hair, not by the whole rest of the move.
        came.map(|(way, time)| match now.way_out(faces(&now)) {
            Some(short) if short.depth < way.depth.min(HAIR) && alike(&short, &way) => (short, time),
            _ => (way, time),
        })
    };
    if let Some((way, time)) = found {
        return Some(meeting(way, time));
    }
    let (time, axis) = last_closed(&before, &now, space, slack, |_| true)?;
    (least.depth > slack).then(|| Meeting {
        hidden: true,
        ..meeting(face(&before, &now, axis), time)
    })
}

/// How a volume that neither pushes nor is pushed meets another: where it is, and no more.
pub(super) fn sense(moving: &Moving, other: &Volume, space: Space) -> Option<Meeting> {
    separate(&moving.to, other, space).map(|way| Meeting {
        way,
        axis: None,
        time: 0.0,
        shared: 0.0,
        refused: false,
        entered: false,
        deep: false,
        hidden: false,
    })
}

/// A penetration in pixels that no body can have come to by walking into something.
const HAIR: f64 = 0.25;

/// Whether two ways out lead nearly the same way.
fn alike(a: &Separation, b: &Separation) -> bool {
    (0..3).map(|axis| a.normal[axis] * b.normal[axis]).sum::<f64>() > 0.985
}

/// When the bounding boxes closed along an axis; `None` where they were not apart along it.
fn closed(before: &Gap, now: &Gap, axis: usize, slack: f64) -> Option<f64> {
    let apart = before.distance(axis);
    let closing = (now.delta[axis] - before.delta[axis]).abs();
    (apart >= -slack).then(|| {
        if apart > 0.0 && closing > 0.0 {
            apart / closing
        } else {
            0.0
        }
    })
}

/// The open axis along which the bounding boxes closed last, and when.
fn last_closed(
    before: &Gap,
    now: &Gap,
    space: Space,
    slack: f64,
    open: impl Fn(usize) -> bool,
) -> Option<(f64, usize)> {
    let axes = if space == Space::Solid { 3 } else { 2 };
    let mut last: Option<(f64, usize)> = None;
    for axis in (0..axes).filter(|axis| open(*axis)) {
        if let Some(time) = closed(before, now, axis, slack)
            && last.is_none_or(|(latest, _)| time > latest || (time == latest && axis == 1))
        {
            last = Some((time, axis));
        }
    }
    last
}

/// The way back out along an axis, on the side where the point was.
fn face(before: &Gap, now: &Gap, axis: usize) -> Separation {
    let side = before.side(axis);
    let mut normal = [0.0; 3];
    normal[axis] = side;
    Separation {
        normal,
        depth: now.half(axis) - side * now.delta[axis],
    }
}

/// Through which face or corner of the difference the point came on its way from `before` to `now`,
/// and when: `Some(None)` where that is covered, and so left to what covers it; `None` where
/// rounding hides it.
#[allow(clippy::option_option)]
fn entry(
    before: &Gap,
    now: &Gap,
    space: Space,
    slack: f64,
    size: [f64; 2],
    exposed: &impl Fn(usize, f64) -> bool,
) -> Option<Option<(Separation, f64)>> {
    let last = last_closed(before, now, space, slack, |_| true);
    let (time, axis) = last.unwrap_or((0.0, 0));
    let moved: [f64; 3] = core::array::from_fn(|axis| now.delta[axis] - before.delta[axis]);
    let at = [0, 1].map(|axis| before.delta[axis] + time * moved[axis]);
    if axis != 2
        && let Some(corner) = now.corner(at)
    {
        let way = |axis: usize| Some((!now.beyond(1 - axis)).then(|| (face(before, now, axis), time)));
        return match [0, 1].map(|axis| exposed(axis, corner.sides[axis])) {
            [true, true] => corner.hit(before.delta, moved).map(Some),
            [true, false] => way(0),
            [false, true] => way(1),
            [false, false] => Some(None),
        };
    }
    last?;
    // A body narrower than its step is long may have left what bore it behind. Where it began level
    // with this one and only sank into it on the way, this one bears it now: flush faces are one.
    let bears = 1 - axis.min(1);
    let level = before.distance(bears).abs() <= slack && before.side(bears) * moved[bears] < 0.0;
    if axis != 2 && moved[axis].abs() > size[axis] && level && exposed(bears, before.side(bears)) {
        return Some(Some((face(before, now, bears), 0.0)));
    }
    let open = last_closed(before, now, space, slack, |axis| {
        axis == 2 || exposed(axis, before.side(axis))
    });
    Some(open.map(|(time, axis)| (face(before, now, axis), time)))
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
        entered: false,
        deep: true,
        hidden: false,
    })
}
