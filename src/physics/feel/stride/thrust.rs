//! Thrust over a step in its common cases: it rests, ramps within its ellipse, or presses on at its cap.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use super::{After, Before, Terms};

/// One axis of thrust.
struct Drive<const N: usize> {
    /// The most, px/s; where that is 0, all else is.
    cap: [f64; N],
    /// At first, px/s.
    thrust: [f64; N],
    /// px/s².
    rate: [f64; N],
    /// At last.
    to: [f64; N],
    /// Made by it, px.
    way: [f64; N],
    /// The greater of the squares of what it is of the cap at first and at last.
    share: [f64; N],
    /// 0 where the rate stays the same.
    turned: [f64; N],
}

impl<const N: usize> Drive<N> {
    const NONE: Self = Self {
        cap: [0.0; N],
        thrust: [0.0; N],
        rate: [0.0; N],
        to: [0.0; N],
        way: [0.0; N],
        share: [0.0; N],
        turned: [0.0; N],
    };

    #[inline(always)]
    fn of<const SCALED: bool>(before: &Before<'_, N>, terms: &Terms, axis: usize) -> Self {
        let mut made = Self::NONE;
        for lane in 0..N {
            let one = One::of::<SCALED, N>(before, terms, axis, lane);
            made.cap[lane] = one.cap;
            made.thrust[lane] = one.thrust;
            made.rate[lane] = one.rate;
            made.to[lane] = one.to;
            made.way[lane] = one.way;
            made.share[lane] = one.share;
            made.turned[lane] = one.turned;
        }
        made
    }
}

impl<const N: usize> Drive<N> {
    #[inline(always)]
    fn one(&self, lane: usize) -> One {
        One {
            cap: self.cap[lane],
            thrust: self.thrust[lane],
            rate: self.rate[lane],
            to: self.to[lane],
            way: self.way[lane],
            share: self.share[lane],
            turned: self.turned[lane],
        }
    }
}

/// One lane of a [`Drive`].
struct One {
    cap: f64,
    thrust: f64,
    rate: f64,
    to: f64,
    way: f64,
    share: f64,
    turned: f64,
}

impl One {
    #[inline(always)]
    fn of<const SCALED: bool, const N: usize>(
        before: &Before<'_, N>,
        terms: &Terms,
        axis: usize,
        lane: usize,
    ) -> Self {
        let time = f64::from(terms.spans.dt);
        let cap = f64::from(before.top_speed[axis][lane].abs());
        let thrust = f64::from(before.thrust[axis][lane]);
        let effort = f64::from(before.effort[axis][lane]);
        let part = 1.0 / cap;
        let thrust = if cap == 0.0 { 0.0 } else { thrust };
        let effort = if cap == 0.0 { 0.0 } else { effort };
        let part = if cap == 0.0 { 0.0 } else { part };
        let [speed_up, slow_down, turn] = terms.factors_at::<SCALED>(before.grounded[lane]);

        let slowing = terms.deceleration[axis] * slow_down;
        let slowing = if thrust > 0.0 { -slowing } else { slowing };
        let slowing = if thrust == 0.0 { 0.0 } else { slowing };
        // Turning has a rate of its own, or that of the acceleration.
        let [own, with] = terms.turning[axis];
        let turning = (own + with * effort.abs()) * turn;
        let turning = if effort < 0.0 { -turning } else { turning };
        let after = effort * speed_up;
        let rate = if thrust * effort < 0.0 { turning } else { after };
        let rate = if effort == 0.0 { slowing } else { rate };

        let to = thrust + rate * time;
        let keeps = if rate == after { 0.0 } else { 1.0 };
        let (first, last) = (thrust * part, to * part);
        let (first, last) = (first * first, last * last);
        Self {
            cap,
            thrust,
            rate,
            to,
            way: (thrust + 0.5 * rate * time) * time,
            share: if first > last { first } else { last },
            turned: if thrust * to > 0.0 { 0.0 } else { keeps },
        }
    }

    /// Whether it is at its cap, and presses on.
    #[inline(always)]
    fn presses(&self) -> bool {
        (self.thrust * self.rate > 0.0) & (self.thrust.abs() >= self.cap * (1.0 - 1e-6))
    }

    #[inline(always)]
    fn signed_cap(&self) -> f64 {
        if self.rate < 0.0 { -self.cap } else { self.cap }
    }
}

/// Of the ellipse, in squares: what is past it by less than rounding is within.
const WITHIN: f64 = 1.0 + 1e-9;

/// Thrust along one axis where there is none along any other.
#[inline(always)]
fn thrust_along<const SCALED: bool, const N: usize>(
    before: &Before<'_, N>,
    terms: &Terms,
    axis: usize,
    ways: &mut [f64; N],
    after: &mut After<N>,
) {
    let time = f64::from(terms.spans.dt);
    for lane in 0..N {
        let one = One::of::<SCALED, N>(before, terms, axis, lane);
        let odd = if one.share <= WITHIN { one.turned } else { 1.0 };
        let held = one.presses();
        let cap = one.signed_cap();
        let to = if held { cap } else { one.to };
        ways[lane] += if held { cap * time } else { one.way };
        after.thrust[axis][lane] = to as f32;
        after.odd[lane] += if held { 0.0 } else { odd };
    }
}

/// Thrust along every axis; the ways that it makes are added to `ways`.
#[inline(always)]
pub(super) fn thrust<const N: usize>(
    before: &Before<'_, N>,
    terms: &Terms,
    ways: &mut [[f64; N]; 3],
    after: &mut After<N>,
) {
    let busy = |rows: &[f32; N]| rows.iter().fold(0, |bits, value| bits | value.to_bits()) != 0;
    let [x_busy, y_busy] = [0, 1].map(|axis| busy(&before.thrust[axis]) || busy(&before.effort[axis]));
    let z_busy = busy(&before.thrust[2]);
    after.thrust = [[0.0; N]; 3];
    match (x_busy, y_busy, z_busy, terms.is_scaled()) {
        (false, false, false, _) => {}
        (true, false, false, false) => thrust_along::<false, N>(before, terms, 0, &mut ways[0], after),
        (true, false, false, true) => thrust_along::<true, N>(before, terms, 0, &mut ways[0], after),
        (.., scaled) => thrust_across(before, terms, scaled, ways, after),
    }
}

/// [`thrust`] where there is some along any axis. The bits are those of [`thrust_along`] where there is none
/// along others.
fn thrust_across<const N: usize>(
    before: &Before<'_, N>,
    terms: &Terms,
    scaled: bool,
    ways: &mut [[f64; N]; 3],
    after: &mut After<N>,
) {
    let time = f64::from(terms.spans.dt);
    let (mut deep, mut deep_share) = ([0.0; N], [0.0; N]);
    for lane in 0..N {
        let (cap, thrust) = (before.top_speed[2][lane].abs(), before.thrust[2][lane]);
        let thrust = if cap == 0.0 { 0.0 } else { thrust };
        let share = f64::from(thrust) / f64::from(cap);
        let share = if cap == 0.0 { 0.0 } else { share };
        after.thrust[2][lane] = thrust;
        deep[lane] = f64::from(thrust);
        deep_share[lane] = share * share;
        ways[2][lane] += deep[lane] * time;
    }
    let [x, y] = [0, 1].map(|axis| {
        if scaled {
            Drive::of::<true>(before, terms, axis)
        } else {
            Drive::of::<false>(before, terms, axis)
        }
    });
    for lane in 0..N {
        // Squares that are the greater of two each are together no less than either sum.
        let within = x.share[lane] + y.share[lane] + deep_share[lane] <= WITHIN;
        let odd = if within {
            x.turned[lane] + y.turned[lane]
        } else {
            1.0
        };
        let (x, y) = (x.one(lane), y.one(lane));
        let across_x = y.thrust.abs() + y.rate.abs() + deep[lane].abs();
        let across_y = x.thrust.abs() + x.rate.abs() + deep[lane].abs();
        let held_x = x.presses() & (across_x == 0.0);
        let held_y = y.presses() & (across_y == 0.0);
        let (cap_x, cap_y) = (x.signed_cap(), y.signed_cap());
        let to_x = if held_x { cap_x } else { x.to };
        let to_y = if held_y { cap_y } else { y.to };
        ways[0][lane] += if held_x { cap_x * time } else { x.way };
        ways[1][lane] += if held_y { cap_y * time } else { y.way };
        after.thrust[0][lane] = to_x as f32;
        after.thrust[1][lane] = to_y as f32;
        let odd = if held_x { 0.0 } else { odd };
        after.odd[lane] += if held_y { 0.0 } else { odd };
    }
}
