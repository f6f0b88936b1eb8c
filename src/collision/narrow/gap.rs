//! The Minkowski difference of two volumes, and a point's way out of it.

use core::cmp::Ordering;

use super::Separation;
use crate::collision::volume::Volume;

/// The faces of a volume through which another may leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// No face at all: a tile with a solid neighbour on every side.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(15);

    /// The face on the positive or negative side of an axis (0 is x, 1 is y).
    #[must_use]
    pub const fn one(axis: usize, positive: bool) -> Self {
        Self(1 << (axis * 2 + positive as usize))
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the face on that side of the axis is in the set. `side` is 1 or -1.
    #[must_use]
    pub fn has(self, axis: usize, side: f64) -> bool {
        self.0 & Self::one(axis, side > 0.0).0 != 0
    }
}

/// Two volumes as one rounded box and the place of a point in it: the place of `a`'s centre seen
/// from `b`'s.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// From `b`'s centre to `a`'s.
    pub delta: [f64; 3],
    /// Half-extents of the difference's rectangle.
    pub core: [f64; 2],
    /// What rounds it.
    pub radius: f64,
    /// Half its thickness along z.
    pub half_depth: f64,
    /// Where a centre difference is zero, the side on which `a` counts as being.
    rank: f64,
}

impl Gap {
    /// The difference of two volumes.
    #[must_use]
    pub fn between(a: &Volume, b: &Volume) -> Self {
        let delta = [
            a.center[0] - b.center[0],
            a.center[1] - b.center[1],
            a.center[2] - b.center[2],
        ];
        Self {
            delta,
            core: [a.core[0] + b.core[0], a.core[1] + b.core[1]],
            radius: a.radius + b.radius,
            half_depth: a.half_depth + b.half_depth,
            rank: if delta.contains(&0.0) {
                rank(a, b, &delta)
            } else {
                -1.0
            },
        }
    }

    /// On which side of `b` along an axis `a`'s centre is: 1 or -1.
    #[must_use]
    pub fn side(&self, axis: usize) -> f64 {
        if self.delta[axis] > 0.0 {
            1.0
        } else if self.delta[axis] < 0.0 {
            -1.0
        } else {
            self.rank
        }
    }

    /// Half of the difference's bounding box along an axis; z is 2.
    #[must_use]
    pub fn half(&self, axis: usize) -> f64 {
        if axis == 2 {
            self.half_depth
        } else {
            self.core[axis] + self.radius
        }
    }

    /// How far apart the bounding boxes are along an axis; negative where they overlap.
    #[must_use]
    pub fn distance(&self, axis: usize) -> f64 {
        self.delta[axis].abs() - self.half(axis)
    }

    /// How far the point is outside the core along an axis; zero or less inside.
    fn outside(&self, axis: usize) -> f64 {
        self.delta[axis].abs() - self.core[axis]
    }

    /// Whether the point is in the rounding, outside the core.
    #[must_use]
    pub fn in_the_rounding(&self) -> bool {
        self.beyond(0) || self.beyond(1)
    }

    /// Whether the point is past the end of the core along an axis.
    #[must_use]
    pub fn beyond(&self, axis: usize) -> bool {
        self.outside(axis) > 0.0
    }

    /// The rounded corner beside which a point in the plane is; `None` beside a flat side.
    #[must_use]
    pub fn corner(&self, at: [f64; 2]) -> Option<Corner> {
        let rounded = self.radius > 0.0 && (0..2).all(|axis| at[axis].abs() > self.core[axis]);
        rounded.then(|| {
            let sides = at.map(f64::signum);
            Corner {
                sides,
                at: [sides[0] * self.core[0], sides[1] * self.core[1]],
                radius: self.radius,
            }
        })
    }

    /// The way out along one axis, on the side where the point is.
    #[must_use]
    pub fn along(&self, axis: usize) -> Separation {
        let mut normal = [0.0; 3];
        normal[axis] = self.side(axis);
        Separation {
            normal,
            depth: -self.distance(axis),
        }
    }

    /// The shortest way out in the plane, through exposed faces only; `None` where the point is not
    /// inside, or where nothing it could leave through is exposed.
    ///
    /// A corner counts only where both faces that meet there are exposed: where one is covered,
    /// whatever covers it has the surface that goes on.
    #[must_use]
    pub fn way_out(&self, exposed: Faces) -> Option<Separation> {
        // Written so that a place that is no number overlaps nothing.
        let overlaps = self.distance(0) < 0.0 && self.distance(1) < 0.0;
        if !overlaps {
            return None;
        }
        let open = [0, 1].map(|axis| exposed.has(axis, self.side(axis)));
        match [self.outside(0) > 0.0, self.outside(1) > 0.0] {
            [true, true] => (open[0] && open[1]).then(|| self.round_a_corner()).flatten(),
            [true, false] => open[0].then(|| self.along(0)),
            [false, true] => open[1].then(|| self.along(1)),
            [false, false] => match open {
                [true, true] if self.distance(0) > self.distance(1) => Some(self.along(0)),
                [_, true] => Some(self.along(1)),
                [true, false] => Some(self.along(0)),
                [false, false] => None,
            },
        }
    }

    /// The way out of the rounding beside a corner of the core.
    fn round_a_corner(&self) -> Option<Separation> {
        let out = [self.outside(0), self.outside(1)];
        let length = (out[0] * out[0] + out[1] * out[1]).sqrt();
        if length == 0.0 {
            // Both squares underflowed: the point is on the corner as far as a float can tell.
            return Some(self.along(1));
        }
        let depth = self.radius - length;
        (depth > 0.0).then(|| Separation {
            normal: [
                self.side(0) * out[0] / length,
                self.side(1) * out[1] / length,
                0.0,
            ],
            depth,
        })
    }
}

/// A rounded corner of a difference: a quarter of a circle.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// On which side it is along either axis.
    pub sides: [f64; 2],
    at: [f64; 2],
    radius: f64,
}

impl Corner {
    /// How a point that moves by `moved` from `from` crosses the rounding: the way back out, square
    /// to the rounding where it is crossed, and when. `None` where it does not.
    #[must_use]
    pub fn hit(&self, from: [f64; 3], moved: [f64; 3]) -> Option<(Separation, f64)> {
        let from = [from[0] - self.at[0], from[1] - self.at[1]];
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let moved = [moved[0], moved[1]];
        // |from + time * moved| = radius.
        let (a, b, c) = (
            dot(moved, moved),
            dot(from, moved),
            dot(from, from) - self.radius * self.radius,
        );
        let time = if c <= 0.0 {
            0.0
        } else {
            let root = (b * b - a * c).sqrt();
            // The first of two roots, in the form that does not cancel; NaN where there is none.
            c / (root - b)
        };
        if !(0.0..=1.0).contains(&time) {
            return None;
        }
        let hit = [from[0] + time * moved[0], from[1] + time * moved[1]];
        let length = dot(hit, hit).sqrt();
        if length == 0.0 {
            return None;
        }
        let normal = [hit[0] / length, hit[1] / length];
        let depth = self.radius - dot(normal, [from[0] + moved[0], from[1] + moved[1]]);
        (depth > 0.0).then_some((
            Separation {
                normal: [normal[0], normal[1], 0.0],
                depth,
            },
            time,
        ))
    }
}

/// -1 where `a` sorts before `b`, 1 where after; of two equal shapes the one that is higher, further
/// left or nearer sorts first. -1 where all is equal.
fn rank(a: &Volume, b: &Volume, delta: &[f64; 3]) -> f64 {
    let key = |v: &Volume| (v.kind, [v.core[0], v.core[1], v.radius, v.half_depth]);
    let ((kind_a, size_a), (kind_b, size_b)) = (key(a), key(b));
    let sizes = size_a.iter().zip(&size_b).map(|(a, b)| a.total_cmp(b));
    let places = [1, 0, 2].map(|axis| delta[axis].partial_cmp(&0.0).unwrap_or(Ordering::Equal));
    let order = sizes.chain(places).fold(kind_a.cmp(&kind_b), Ordering::then);
    if order.is_gt() { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::super::super::shape::Kind;
    use super::*;

    fn volume(center: [f64; 2], half: f64, radius: f64) -> Volume {
        Volume {
            kind: if radius > 0.0 { Kind::Circle } else { Kind::Box },
            center: [center[0], center[1], 0.0],
            core: [half; 2],
            radius,
            half_depth: 4.0,
        }
    }

    /// A square of 16 px on the origin, and what is at a place: a square of 8 px or a circle of radius 4.
    fn square(x: f64, y: f64) -> Gap {
        Gap::between(&volume([x, y], 4.0, 0.0), &volume([0.0; 2], 8.0, 0.0))
    }

    fn circle(x: f64, y: f64) -> Gap {
        Gap::between(&volume([x, y], 0.0, 4.0), &volume([0.0; 2], 8.0, 0.0))
    }

    #[test]
    fn the_way_out_leads_through_open_faces_only() {
        let (right, left) = (Faces::one(0, true), Faces::one(0, false));
        let (up, down) = (Faces::one(1, false), Faces::one(1, true));
        let out = |gap: Gap, faces| gap.way_out(faces).map(|way| (way.normal, way.depth));
        // 5 px in along x, 3 along y, at the upper right.
        for (faces, way) in [
            (Faces::ALL, Some(([0.0, -1.0, 0.0], 3.0))),
            (up, Some(([0.0, -1.0, 0.0], 3.0))),
            (right, Some(([1.0, 0.0, 0.0], 5.0))),
            (right.with(up), Some(([0.0, -1.0, 0.0], 3.0))),
            (left.with(down), None),
            (Faces::NONE, None),
        ] {
            assert_eq!(out(square(7.0, -9.0), faces), way, "{faces:?}");
        }
        // Beside a flat side only that side's face counts.
        assert_eq!(out(circle(0.0, -10.0), up), Some(([0.0, -1.0, 0.0], 2.0)));
        assert_eq!(out(circle(0.0, -10.0), right.with(left).with(down)), None);
        assert_eq!(out(circle(10.0, 0.0), right), Some(([1.0, 0.0, 0.0], 2.0)));
        assert_eq!(out(circle(10.0, 0.0), up.with(left).with(down)), None);
        // Beside a corner, (1, 1) past it, both.
        let round = circle(9.0, -9.0).way_out(right.with(up)).unwrap();
        assert!((round.depth - (4.0 - 2.0_f64.sqrt())).abs() < 1e-12);
        assert_eq!(
            (out(circle(9.0, -9.0), right), out(circle(9.0, -9.0), up)),
            (None, None)
        );
        // Apart along one axis is apart.
        assert_eq!(out(square(14.0, 0.0), Faces::ALL), None);
        assert_eq!(out(square(0.0, 14.0), Faces::ALL), None);
    }

    #[test]
    fn a_point_on_its_way_crosses_the_rounding_of_a_corner() {
        let gap = Gap::between(&volume([15.0, -14.0], 0.0, 5.0), &volume([0.0; 2], 8.0, 0.0));
        assert!(
            square(13.0, -13.0).corner([13.0, -13.0]).is_none(),
            "nothing is round there"
        );
        let corner = gap.corner([15.0, -14.0]).unwrap();
        assert_eq!(corner.sides, [1.0, -1.0]);
        // From (7, -6) beside the corner's centre by (-8, 4): halfway at (3, -4), on the circle of 5; the
        // end (-1, -2) lies 5 - (3 * -1 + -4 * -2) / 5 = 4 deep along that.
        let (way, time) = corner.hit(gap.delta, [-8.0, 4.0, 0.0]).unwrap();
        assert!(
            (time - 0.5).abs() < 1e-12 && (way.depth - 4.0).abs() < 1e-12,
            "{way:?} {time}"
        );
        assert!((way.normal[0] - 0.6).abs() < 1e-12 && (way.normal[1] + 0.8).abs() < 1e-12);
        assert!(corner.hit(gap.delta, [0.0, -8.0, 0.0]).is_none(), "past it");
        assert!(corner.hit(gap.delta, [-2.0, 1.0, 0.0]).is_none(), "not yet there");
    }
}
