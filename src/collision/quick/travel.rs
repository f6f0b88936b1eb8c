//! A whole move of a box, cut up where it is long.

use super::{Answer, Cells, Ground, Hull, Other, glide};
use crate::collision::bounds::Bounds;
use crate::collision::substeps::{lengths, substeps};
use crate::physics::Motion;
use glam::Vec3;

/// How a body went the quick way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travelled {
    /// Not at all: nothing has changed.
    No,
    /// Only its place changed.
    Freely,
    /// Its motion in the plane may have changed.
    Met,
}

/// Where a step leads as long as nothing is in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// By which the move is cut up.
    pub displacement: Vec3,
    /// The end of it.
    pub place: Vec3,
    /// The pieces of the way are not along a straight line.
    pub in_one: bool,
}

impl Target {
    /// Along a body's velocity.
    #[must_use]
    #[inline]
    pub fn of(motion: &Motion, dt: f32) -> Self {
        let displacement = motion.velocity * dt;
        Self {
            displacement,
            place: motion.position + displacement,
            in_one: false,
        }
    }
}

/// Into how many sub-steps a move is cut where there is something to meet.
#[must_use]
#[inline]
pub fn pieces(displacement: Vec3, cell: [f64; 2]) -> u32 {
    let moved = [f64::from(displacement.x), f64::from(displacement.y)];
    if moved[0].abs() <= cell[0] / 2.0 && moved[1].abs() <= cell[1] / 2.0 {
        1
    } else {
        substeps(moved, cell)
    }
}

/// Moves a box through `dt` to its target among the tiles of one layer and few other boxes, with the
/// default response to each contact, or leaves it where it is. `others` says whether there can be other
/// boxes at all; then `crowd` gives those that overlap a rectangle, and `None` where there is more than
/// [`glide`] takes on.
/// What the box touches is added to `touching`, where it has moved.
#[allow(clippy::too_many_arguments)] // All of them are the move.
#[inline]
pub fn travel<'o, C: Cells>(
    ground: &Ground<'_, C>,
    hull: &Hull,
    cell: [f64; 2],
    others: bool,
    crowd: impl FnOnce(&Bounds) -> Option<&'o [Other]>,
    motion: &mut Motion,
    dt: f32,
    target: &Target,
    touching: &mut u32,
) -> Travelled {
    let mut count = pieces(target.displacement, cell);
    let whole = motion.position + target.displacement;
    let mut boxes: &[Other] = &[];
    if others || count != 1 {
        let area = hull.bounds(motion.position).union(hull.bounds(whole));
        if others {
            // A push leads back toward where the body came from, give or take a rounding.
            match crowd(&wider(&area)) {
                Some(found) => boxes = found,
                None => return Travelled::No,
            }
        }
        if count != 1 && !ground.any_in(&area) && !boxes.iter().any(|other| other.bounds().overlaps(&area)) {
            if !target.in_one {
                motion.position = target.place;
                return Travelled::Freely;
            }
            // A rounding beside the straight way there may still be something.
            count = 1;
        }
    }
    let from = motion.position;
    if count == 1 {
        motion.position = target.place;
        return match glide(ground, boxes, hull, from, motion, touching) {
            Answer::Free | Answer::Pushed => Travelled::Freely,
            Answer::Met => {
                motion.combine();
                Travelled::Met
            }
            Answer::NotHere => {
                motion.position = from;
                Travelled::No
            }
        };
    }
    if target.in_one {
        return Travelled::No;
    }
    let mut moved = *motion;
    for length in lengths(dt, count) {
        let from = moved.position;
        moved.advance(length);
        match glide(ground, boxes, hull, from, &mut moved, touching) {
            Answer::Free | Answer::Pushed => {}
            // Turned round it goes where the others have not been looked for.
            Answer::Met if others => return Travelled::No,
            Answer::Met => moved.combine(),
            Answer::NotHere => return Travelled::No,
        }
    }
    *motion = moved;
    Travelled::Met
}

/// A rectangle with a margin that no rounding of the places in it exceeds.
pub(crate) fn wider(area: &Bounds) -> Bounds {
    let far = (area.min.iter().chain(&area.max)).fold(0.0, |far: f64, edge| far.max(edge.abs()));
    let margin = 1.0 / 64.0 + far / f64::from(1 << 19);
    Bounds {
        min: area.min.map(|edge| edge - margin),
        max: area.max.map(|edge| edge + margin),
    }
}
