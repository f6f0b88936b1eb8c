//! The narrowphase: the least translation that separates two volumes, in closed form.
//!
//! Every kind of shape is a rounded box, so the Minkowski difference of any two is one as well: the
//! sum of the cores, rounded by the sum of the radii. Whether and how far two volumes overlap is
//! then one question for all pairs of kinds: how deep does a *point*, the difference of the
//! centres, lie in one rounded box? [`Gap`] asks it. No iteration and no tolerance; flat sides are
//! answered by sums and differences of edges alone, a corner costs one square root.
//!
//! | pair | core of the difference | radius |
//! |---|---|---|
//! | box, box | sum of the half-sizes | 0: always a flat side |
//! | box, circle | the box | the circle's |
//! | box, capsule | the box, longer by the capsule's segment | the capsule's |
//! | circle, circle | a point | sum: along the line of the centres |
//! | circle, capsule | the segment | sum |
//! | capsule, capsule, one axis | sum of the segments | sum |
//! | capsule, capsule, across | the rectangle that the segments span | sum |
#![forbid(unsafe_code)]

mod gap;

pub use gap::{Corner, Faces, Gap};

use super::volume::Volume;

/// Which axes the narrowphase compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// x and y only: depth is not looked at.
    Planar,
    /// All three: the volumes must overlap along z too, and z is one of the ways out.
    Solid,
}

/// How to separate two overlapping volumes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The way the first volume must move, of length 1.
    pub normal: [f64; 3],
    /// How far, in pixels; positive.
    pub depth: f64,
}

/// The least translation that moves `a` out of `b`; `None` where they do not overlap, and touching
/// is not overlapping.
///
/// Swapping `a` and `b` flips the normal and changes nothing else, with one exception that no
/// function of two shapes can avoid: two equal shapes on one centre, where the first goes up. Where
/// several ways out are equally short, the one along y is taken, then the one along x; where two
/// different shapes share a centre, the one that sorts first (kind, then size) goes up or left.
#[must_use]
pub fn separate(a: &Volume, b: &Volume, space: Space) -> Option<Separation> {
    let gap = Gap::between(a, b);
    let planar = gap.way_out(Faces::ALL)?;
    if space == Space::Planar {
        return Some(planar);
    }
    let depth = -gap.distance(2);
    if depth <= 0.0 {
        None
    } else if depth < planar.depth {
        Some(gap.along(2))
    } else {
        Some(planar)
    }
}
