//! Thrust in closed form: it ramps, is held on the ellipse of the top speeds, turns and stops.

/// The most pieces that a time can fall into: two axes turn or stop once each, and thrust may reach
/// or leave the ellipse around each.
const MOST: usize = 7;

/// How one axis of thrust changes: `rate` while it is on one side of zero, `after` from then on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ramp {
    /// px/s², signed.
    pub(super) rate: f64,
    /// px/s², signed: the rate once zero is reached. Only for a rate that leads toward zero.
    pub(super) after: f64,
}

/// A time in which one formula holds. Vectors are divided by the top speeds: the ellipse is a sphere.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: f64,
    /// Where thrust and way stand at `from`.
    thrust: [f64; 3],
    way: [f64; 3],
    slope: [f64; 3],
    along: Along,
}

#[derive(Clone, Copy, Debug)]
enum Along {
    /// A straight line.
    Free,
    /// On the sphere, drawn toward the slope's direction.
    Sphere {
        pull: f64,
        toward: [f64; 3],
        across: [f64; 3],
        phase: f64,
    },
}

/// The thrust of a body from a moment on. Nothing is worked out before it is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// In top speeds.
    start: [f64; 3],
    caps: [f64; 3],
    ramps: [Ramp; 3],
    /// It begins on the ellipse.
    bound: bool,
    /// It stays as it is.
    steady: bool,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `ln cosh`, also of what `cosh` cannot hold.
fn ln_cosh(x: f64) -> f64 {
    let x = x.abs();
    x + libm::log1p(libm::exp(-2.0 * x)) - core::f64::consts::LN_2
}

impl Piece {
    /// Thrust and way, both in top speeds, `time` after the piece begins.
    fn at(&self, time: f64) -> ([f64; 3], [f64; 3]) {
        let mut thrust = [0.0; 3];
        let mut way = [0.0; 3];
        match self.along {
            Along::Free => {
                for axis in 0..3 {
                    thrust[axis] = self.thrust[axis] + self.slope[axis] * time;
                    way[axis] = self.way[axis] + (self.thrust[axis] + 0.5 * self.slope[axis] * time) * time;
                }
            }
            Along::Sphere {
                pull,
                toward,
                across,
                phase,
            } => {
                let end = phase + pull * time;
                let (with, beside) = (libm::tanh(end), 1.0 / libm::cosh(end));
                let forward = (ln_cosh(end) - ln_cosh(phase)) / pull;
                let angle = |x: f64| 2.0 * libm::atan(libm::tanh(0.5 * x));
                let sideways = (angle(end) - angle(phase)) / pull;
                for axis in 0..3 {
                    thrust[axis] = with * toward[axis] + beside * across[axis];
                    way[axis] = self.way[axis] + forward * toward[axis] + sideways * across[axis];
                }
            }
        }
        (thrust, way)
    }

    /// When an axis reaches zero, after the piece begins.
    fn zero(&self, axis: usize) -> f64 {
        let (held, slope) = (self.thrust[axis], self.slope[axis]);
        if held * slope >= 0.0 {
            return f64::INFINITY;
        }
        match self.along {
            Along::Free => -held / slope,
            Along::Sphere {
                pull,
                toward,
                across,
                phase,
            } => (libm::asinh(-across[axis] / toward[axis]) - phase) / pull,
        }
    }

    /// When a straight line leaves the sphere from within.
    fn leaves(&self) -> f64 {
        let Along::Free = self.along else {
            return f64::INFINITY;
        };
        let (a, b) = (dot(self.slope, self.slope), dot(self.slope, self.thrust));
        let c = dot(self.thrust, self.thrust) - 1.0;
        // No number where it stands still or passes the sphere by.
        let time = (-b + (b * b - a * c).sqrt()) / a;
        if time > 0.0 { time } else { f64::INFINITY }
    }
}

impl Effort {
    /// An axis whose cap is zero has no thrust.
    pub(super) fn new(thrust: [f64; 3], caps: [f64; 3], ramps: [Ramp; 3]) -> Self {
        let caps = caps.map(f64::abs);
        let mut start = [0, 1, 2].map(|axis| over(thrust[axis], caps[axis]));
        let length = dot(start, start).sqrt();
        if length > 1.0 {
            start = start.map(|value| value / length);
        }
        let bound = length >= 1.0 - 1e-6;
        let steady = (0..3).all(|axis| {
            let rate = over(ramps[axis].rate, caps[axis]);
            // At rest; or alone at its cap, and pressing on.
            rate == 0.0 || bound && start[axis].abs() >= 1.0 - 1e-6 && start[axis] * rate > 0.0
        });
        if steady && bound && ramps.iter().any(|ramp| ramp.rate != 0.0) {
            start = start.map(|value| {
                if value.abs() >= 1.0 - 1e-6 {
                    value.signum()
                } else {
                    value
                }
            });
        }
        Self {
            start,
            caps,
            ramps,
            bound,
            steady,
        }
    }

    /// Thrust and the way made by it after a time, in px/s and px.
    pub(super) fn at(&self, time: f64) -> ([f64; 3], [f64; 3]) {
        let (thrust, way) = if self.steady {
            (self.start, self.start.map(|speed| speed * time))
        } else {
            self.pieces(time)
        };
        let scaled = |values: [f64; 3]| [0, 1, 2].map(|axis| values[axis] * self.caps[axis]);
        (scaled(thrust), scaled(way))
    }

    /// Goes from piece to piece up to a time.
    fn pieces(&self, time: f64) -> ([f64; 3], [f64; 3]) {
        let mut ramps = self.ramps;
        let mut bound = self.bound;
        let mut piece = Piece {
            from: 0.0,
            thrust: self.start,
            way: [0.0; 3],
            slope: [0.0; 3],
            along: Along::Free,
        };
        for turn in 1.. {
            for (axis, ramp) in ramps.iter_mut().enumerate() {
                // An axis at rest that would only be slowed stays at rest.
                if piece.thrust[axis] == 0.0 {
                    ramp.rate = ramp.after;
                }
                piece.slope[axis] = over(ramp.rate, self.caps[axis]);
            }
            piece.along = if bound { on_sphere(&mut piece) } else { Along::Free };
            let zeros = [piece.zero(0), piece.zero(1), piece.zero(2)];
            let leaves = piece.leaves();
            let length = zeros.into_iter().fold(leaves, f64::min);
            let goes_on = piece.from + length < time;
            if !goes_on || turn == MOST {
                break;
            }
            let (thrust, way) = piece.at(length);
            bound = bound_after(&piece, leaves <= length);
            piece = Piece {
                from: piece.from + length,
                thrust,
                way,
                ..piece
            };
            for (axis, zero) in zeros.into_iter().enumerate() {
                if zero <= length {
                    piece.thrust[axis] = 0.0;
                }
            }
        }
        piece.at(time - piece.from)
    }
}

/// A value in caps; 0 where the cap is.
fn over(value: f64, cap: f64) -> f64 {
    if cap == 0.0 { 0.0 } else { value / cap }
}

fn bound_after(piece: &Piece, reached: bool) -> bool {
    reached || matches!(piece.along, Along::Sphere { .. })
}

/// How a piece that begins on the sphere goes on: along it where the slope leads out, straight where
/// it leads in, and nowhere where it leads straight out.
fn on_sphere(piece: &mut Piece) -> Along {
    let length = dot(piece.thrust, piece.thrust).sqrt();
    if length > 0.0 {
        piece.thrust = piece.thrust.map(|value| value / length);
    }
    let pull = dot(piece.slope, piece.slope).sqrt();
    let outward = dot(piece.slope, piece.thrust);
    if pull == 0.0 || outward < 0.0 {
        return Along::Free;
    }
    let toward = piece.slope.map(|value| value / pull);
    let with = outward / pull;
    let beside = [0, 1, 2].map(|axis| piece.thrust[axis] - with * toward[axis]);
    let width = dot(beside, beside).sqrt();
    if width < 1e-9 {
        piece.slope = [0.0; 3];
        return Along::Free;
    }
    Along::Sphere {
        pull,
        toward,
        across: beside.map(|value| value / width),
        phase: libm::asinh(with / width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documented push and cap in steps of 10 µs.
    fn reference(
        mut thrust: [f64; 3],
        caps: [f64; 3],
        mut ramps: [Ramp; 3],
        time: f64,
    ) -> ([f64; 3], [f64; 3]) {
        let (dt, mut way) = (1e-5, [0.0; 3]);
        for _ in 0..(time * 100_000.0).round() as u32 {
            let before = thrust;
            for axis in 0..3 {
                let next = thrust[axis] + ramps[axis].rate * dt;
                if thrust[axis] == 0.0 || thrust[axis] * next <= 0.0 {
                    thrust[axis] = if thrust[axis] == 0.0 {
                        ramps[axis].after * dt
                    } else {
                        0.0
                    };
                    ramps[axis].rate = ramps[axis].after;
                } else {
                    thrust[axis] = next;
                }
            }
            let size = (0..3)
                .map(|axis| {
                    if caps[axis] == 0.0 {
                        0.0
                    } else {
                        (thrust[axis] / caps[axis]).powi(2)
                    }
                })
                .sum::<f64>();
            for axis in 0..3 {
                thrust[axis] *= if caps[axis] == 0.0 {
                    0.0
                } else {
                    1.0 / size.max(1.0).sqrt()
                };
                way[axis] += (before[axis] + thrust[axis]) * 0.5 * dt;
            }
        }
        (thrust, way)
    }

    fn even(rate: f64) -> Ramp {
        Ramp { rate, after: rate }
    }

    #[test]
    fn ramp_cap_turn_and_stop_are_those_of_a_fine_integration() {
        let still = Ramp::default();
        let stop = |rate| Ramp { rate, after: 0.0 };
        let turn = |rate, after| Ramp { rate, after };
        let cases = [
            ([0.0, 0.0, 0.0], [220.0, 220.0, 0.0], [even(900.0), still, still]),
            (
                [220.0, 0.0, 0.0],
                [220.0, 220.0, 0.0],
                [even(-900.0), still, still],
            ),
            (
                [220.0, 0.0, 0.0],
                [220.0, 220.0, 0.0],
                [turn(-2400.0, -600.0), still, still],
            ),
            (
                [220.0, 0.0, 0.0],
                [220.0, 220.0, 0.0],
                [stop(-880.0), still, still],
            ),
            (
                [0.0, 0.0, 0.0],
                [220.0, 220.0, 0.0],
                [even(900.0), even(-900.0), still],
            ),
            // From straight at full speed into a diagonal, along the ellipse.
            (
                [220.0, 0.0, 0.0],
                [220.0, 150.0, 0.0],
                [even(900.0), even(-500.0), still],
            ),
            (
                [200.0, 40.0, 0.0],
                [220.0, 150.0, 0.0],
                [even(300.0), stop(-500.0), still],
            ),
            (
                [150.0, 110.0, 0.0],
                [220.0, 150.0, 0.0],
                [even(900.0), turn(-700.0, -300.0), still],
            ),
            (
                [0.0, 0.0, 30.0],
                [220.0, 150.0, 50.0],
                [even(900.0), even(300.0), still],
            ),
            // Past the ellipse at the start, and a cap of zero.
            (
                [500.0, 90.0, 10.0],
                [220.0, 0.0, 0.0],
                [even(-900.0), even(50.0), still],
            ),
        ];
        for (thrust, caps, ramps) in cases {
            let effort = Effort::new(thrust, caps, ramps);
            for time in [0.001, 0.05, 0.13, 0.25, 0.489, 0.6, 1.5] {
                let (want, way) = reference(thrust, caps, ramps, time);
                let (got, went) = effort.at(time);
                for axis in 0..3 {
                    assert!(
                        (got[axis] - want[axis]).abs() < 0.02 && (went[axis] - way[axis]).abs() < 0.01,
                        "{thrust:?} {caps:?} {ramps:?} at {time}: {got:?} {want:?}, way {went:?} {way:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_reversal_takes_440_over_900() {
        let effort = Effort::new(
            [220.0, 0.0, 0.0],
            [220.0; 3],
            [even(-900.0), Ramp::default(), Ramp::default()],
        );
        assert!((effort.at(440.0 / 900.0 - 1e-6).0[0] + 219.9991).abs() < 1e-6);
        assert_eq!(effort.at(440.0 / 900.0 + 1e-6).0[0], -220.0);
    }
}
