//! An exact step in its common cases, for any number of bodies side by side.
//!
//! [`Course`] knows every case, and asks at every turn which it is. Most bodies in most steps are in
//! one of a few: nothing but gravity and drag acts on their environmental velocity, or they fall at
//! their terminal speed; their thrust rests, ramps within its ellipse, or presses on at its cap. [`stride`]
//! computes those without a branch, so that bodies can go along rows, and says which bodies were of
//! another case. One body and sixteen get the same bits.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use glam::Vec3;

use super::decay::{fall, span};
use super::{Course, Rest, Rules};
use crate::physics::{Motion, Travel};
use thrust::thrust;

#[cfg(test)]
mod tests;
mod thrust;

/// What depends on drag and the length of a step alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spans {
    drag: Vec3,
    dt: f32,
    span: [f64; 3],
    fall: [f64; 3],
}

impl Spans {
    /// For a drag in 1/s along each axis and a step in seconds.
    #[must_use]
    pub(crate) fn new(drag: Vec3, dt: f32) -> Self {
        let (rates, time) = (drag.as_dvec3().to_array(), f64::from(dt));
        let spans = rates.map(|rate| span(rate, time));
        Self {
            drag,
            dt,
            span: spans,
            fall: [0, 1, 2].map(|axis| fall(rates[axis], time, spans[axis])),
        }
    }

    /// The drag that they are for.
    #[cfg(feature = "capi")]
    pub(crate) fn drag(&self) -> Vec3 {
        self.drag
    }

    /// The same for another drag or another step; nothing is computed where neither is new.
    pub(crate) fn renew(&mut self, drag: Vec3, dt: f32) {
        if self.drag != drag || self.dt != dt {
            *self = Self::new(drag, dt);
        }
    }
}

impl Default for Spans {
    /// For a step of no length.
    fn default() -> Self {
        Self::new(Vec3::ZERO, 0.0)
    }
}

/// What a step is for every body with the same rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pull: [f64; 3],
    drag: [f64; 3],
    spans: Spans,
    least: [f64; 3],
    most: [f64; 3],
    deceleration: [f64; 2],
    /// A rate, and how much of the acceleration is added to it.
    turning: [[f64; 2]; 2],
    /// Factors of acceleration, deceleration and turning, off the ground and on it.
    factors: [[f64; 3]; 2],
    usable: bool,
}

impl Terms {
    /// `pull` is as in [`Course::new`].
    #[must_use]
    pub(crate) fn new(pull: Vec3, spans: &Spans, rules: &Rules) -> Self {
        Self {
            pull: pull.as_dvec3().to_array(),
            drag: spans.drag.as_dvec3().to_array(),
            spans: *spans,
            least: rules.least.as_dvec3().to_array(),
            most: rules.most.as_dvec3().to_array(),
            deceleration: rules.deceleration.map(|rate| rate.map_or(0.0, f64::from)),
            turning: rules
                .turning
                .map(|rate| rate.map_or([0.0, 1.0], |rate| [f64::from(rate), 0.0])),
            factors: [false, true].map(|grounded| rules.factors(grounded).map(f64::from)),
            usable: spans.dt > 0.0 && !rules.climbing && rules.conveyor == Vec3::ZERO,
        }
    }

    /// The pull that they are for.
    fn pull(&self) -> Vec3 {
        // Each was an `f32` before.
        Vec3::from_array(self.pull.map(|pull| pull as f32))
    }

    fn is_scaled(&self) -> bool {
        self.factors != [[1.0; 3]; 2]
    }

    /// Factors of acceleration, deceleration and turning where a body is.
    #[inline(always)]
    fn factors_at<const SCALED: bool>(&self, grounded: u32) -> [f64; 3] {
        if !SCALED {
            return [1.0; 3];
        }
        let [air, ground] = self.factors;
        [0, 1, 2].map(|rate| if grounded != 0 { ground[rate] } else { air[rate] })
    }
}

/// The finer parts of the numbers of bodies; see [`Rest`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fine<const N: usize> {
    /// Of their positions.
    pub(crate) position: [[f32; N]; 3],
    /// Of their environmental velocities.
    pub(crate) environment: [[f32; N]; 3],
}

impl<const N: usize> Fine<N> {
    /// None.
    pub(crate) const ZERO: Self = Self {
        position: [[0.0; N]; 3],
        environment: [[0.0; N]; 3],
    };
}

/// The numbers of bodies as a step begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'a, const N: usize> {
    /// As in [`Motion`].
    pub(crate) position: &'a [[f32; N]; 3],
    /// As in [`Motion`].
    pub(crate) environment: &'a [[f32; N]; 3],
    /// As in [`Motion`].
    pub(crate) thrust: &'a [[f32; N]; 3],
    /// As in [`Motion`].
    pub(crate) top_speed: &'a [[f32; N]; 3],
    /// Acceleration along x and y; 0 where a body does not travel along the axis.
    pub(crate) effort: &'a [[f32; N]; 2],
    /// See [`Fine`].
    pub(crate) fine: &'a Fine<N>,
    /// Which stand on something: 1, else 0.
    pub(crate) grounded: &'a [u32; N],
}

/// The numbers of bodies as the step ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After<const N: usize> {
    /// As in [`Motion`].
    pub(crate) position: [[f32; N]; 3],
    /// The mean over the step.
    pub(crate) velocity: [[f32; N]; 3],
    /// As in [`Motion`].
    pub(crate) environment: [[f32; N]; 3],
    /// As in [`Motion`].
    pub(crate) thrust: [[f32; N]; 3],
    /// See [`Fine`].
    pub(crate) fine: Fine<N>,
    /// 0 for a body of a common case; where it is not, its other numbers mean nothing.
    pub(crate) odd: [f64; N],
}

impl<const N: usize> After<N> {
    /// Nothing yet.
    pub(crate) const ZERO: Self = Self {
        position: [[0.0; N]; 3],
        velocity: [[0.0; N]; 3],
        environment: [[0.0; N]; 3],
        thrust: [[0.0; N]; 3],
        fine: Fine::ZERO,
        odd: [0.0; N],
    };
}

/// A number and what is finer than it; nothing is where that does not belong to the number.
#[inline(always)]
pub(super) fn whole(value: f32, fine: f32) -> f64 {
    let fine = if value + fine == value { fine } else { 0.0 };
    f64::from(value) + f64::from(fine)
}

/// The nearest number and what is finer than it.
#[inline(always)]
fn parted(value: f64) -> (f32, f32) {
    let near = value as f32;
    (near, (value - f64::from(near)) as f32)
}

/// 0 where something is true: rows of numbers are quicker than rows of truths.
#[inline(always)]
fn unless(holds: bool) -> f64 {
    if holds { 0.0 } else { 1.0 }
}

/// Environmental velocity along an axis; the way that it makes goes into `ways`.
#[inline(always)]
fn environment<const N: usize>(
    before: &Before<'_, N>,
    terms: &Terms,
    axis: usize,
    ways: &mut [f64; N],
    after: &mut After<N>,
) {
    let (pull, drag) = (terms.pull[axis], terms.drag[axis]);
    let (span, fall) = (terms.spans.span[axis], terms.spans.fall[axis]);
    let (least, most) = (terms.least[axis], terms.most[axis]);
    let time = f64::from(terms.spans.dt);
    let (rows, fines) = (&before.environment[axis], &before.fine.environment[axis]);
    let (to, fine_to) = (&mut after.environment[axis], &mut after.fine.environment[axis]);
    if least == f64::NEG_INFINITY && most == f64::INFINITY {
        for lane in 0..N {
            let start = whole(rows[lane], fines[lane]);
            let speed = start + (pull - drag * start) * span;
            ways[lane] = start * span + pull * fall;
            (to[lane], fine_to[lane]) = parted(speed);
        }
        return;
    }
    for lane in 0..N {
        let start = whole(rows[lane], fines[lane]);
        let start = if start < least { least } else { start };
        let start = if start > most { most } else { start };
        let slope = pull - drag * start;
        let speed = start + slope * span;
        let way = start * span + pull * fall;
        // At its terminal speed, and pressing on.
        let held = (start == most) & (slope > 0.0) | (start == least) & (slope < 0.0);
        let speed = if held { start } else { speed };
        ways[lane] = if held { start * time } else { way };
        after.odd[lane] += unless((speed >= least) & (speed <= most));
        (to[lane], fine_to[lane]) = parted(speed);
    }
}

/// One exact step of free flight of bodies without impulses, along the first `axes` axes: 3, or 2 where
/// nothing is, was or acts along z. Of the bodies that [`After::odd`] marks it says nothing.
#[inline]
pub(crate) fn stride<const N: usize>(
    before: &Before<'_, N>,
    terms: &Terms,
    axes: usize,
    after: &mut After<N>,
) {
    if !terms.usable {
        after.odd = [1.0; N];
        return;
    }
    after.odd = [0.0; N];
    let mut ways = [[0.0_f64; N]; 3];
    for axis in 0..axes.min(3) {
        environment(before, terms, axis, &mut ways[axis], after);
    }
    thrust(before, terms, &mut ways, after);
    let per = 1.0 / f64::from(terms.spans.dt);
    for axis in 0..axes.min(3) {
        for lane in 0..N {
            // Adding nothing leaves no zero with a sign, whatever was added to it before.
            let way = ways[axis][lane] + 0.0;
            let place = whole(before.position[axis][lane], before.fine.position[axis][lane]) + way;
            after.odd[lane] += unless(place.is_finite());
            (after.position[axis][lane], after.fine.position[axis][lane]) = parted(place);
            after.velocity[axis][lane] = (way * per) as f32;
        }
    }
    if axes < 3 {
        after.position[2] = before.position[2];
        after.fine.position[2] = before.fine.position[2];
        after.environment[2] = before.environment[2];
        after.fine.environment[2] = before.fine.environment[2];
        after.velocity[2] = [0.0; N];
    }
}

/// One exact step of free flight of one body: [`stride`] where that has an answer, else
/// [`Course::after`], with the same results as far as an `f32` tells. `terms` are those of the rules.
#[must_use]
pub(crate) fn stride_one(
    motion: &Motion,
    rest: Rest,
    push: Vec3,
    terms: &Terms,
    travel: Travel,
    rules: &Rules,
    grounded: bool,
) -> (Motion, Rest, Vec3) {
    if push == Vec3::ZERO {
        let one = |value: Vec3| value.to_array().map(|part| [part]);
        let acceleration = motion.acceleration;
        let effort = [
            [if travel.x { acceleration.x } else { 0.0 }],
            [if travel.y { acceleration.y } else { 0.0 }],
        ];
        let fine = Fine {
            position: one(rest.position),
            environment: one(rest.environment),
        };
        let mut after = After::ZERO;
        let before = Before {
            position: &one(motion.position),
            environment: &one(motion.environment),
            thrust: &one(motion.thrust),
            top_speed: &one(motion.top_speed),
            effort: &effort,
            fine: &fine,
            grounded: &[u32::from(grounded)],
        };
        stride(&before, terms, 3, &mut after);
        if after.odd[0] == 0.0 {
            let all = |rows: [[f32; 1]; 3]| Vec3::from_array(rows.map(|row| row[0]));
            let moved = Motion {
                position: all(after.position),
                velocity: all(after.velocity),
                environment: all(after.environment),
                thrust: all(after.thrust),
                ..*motion
            };
            let rest = Rest {
                position: all(after.fine.position),
                environment: all(after.fine.environment),
            };
            return (moved, rest, push);
        }
    }
    let Spans { drag, dt, .. } = terms.spans;
    Course::new(motion, rest, push, terms.pull(), drag, travel, rules, grounded).after(motion, dt)
}
