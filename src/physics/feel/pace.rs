//! Fixed steps inside a variable frame, and steps under a time scale.

/// An accumulator: takes the length of a frame, gives the number of fixed steps to take, and keeps
/// what is left over for the next frame.
///
/// ```
/// use akgl::physics::feel::Pace;
/// let mut pace = Pace::new(0.01, 5);
/// assert_eq!(pace.feed(0.025), 2);
/// assert!((pace.alpha() - 0.5).abs() < 1e-6); // halfway to the next step
/// assert_eq!(pace.feed(10.0), 5); // a stall: five steps, the rest of it is let go
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    step: f64,
    most: u32,
    left: f64,
}

impl Pace {
    /// Steps of `step` seconds, at most `most` (at least 1) for one frame. A step that is not positive
    /// and finite is a sixtieth of a second.
    #[must_use]
    pub fn new(step: f32, most: u32) -> Self {
        let step = if step.is_finite() && step > 0.0 {
            step
        } else {
            1.0 / 60.0
        };
        Self {
            step: f64::from(step),
            most: most.max(1),
            left: 0.0,
        }
    }

    /// As [`new`](Self::new), with time left over from before.
    #[must_use]
    pub fn with_left(mut self, left: f64) -> Self {
        self.left = if left.is_finite() {
            left.clamp(0.0, self.step)
        } else {
            0.0
        };
        self
    }

    /// How many steps are due after `elapsed` more seconds. Where more are due than may be taken, the
    /// time past them is let go: the world then lags, it does not leap. What is negative or no number
    /// counts as 0.
    pub fn feed(&mut self, elapsed: f64) -> u32 {
        self.left += if elapsed > 0.0 { elapsed } else { 0.0 };
        // A frame that is a step long, but for rounding, is a step.
        let due = (self.left / self.step + 1e-9).floor();
        if due > f64::from(self.most) {
            self.left = 0.0;
            return self.most;
        }
        self.left = (self.left - due * self.step).max(0.0);
        due as u32
    }

    /// The length of a step in seconds.
    #[must_use]
    pub fn step(&self) -> f32 {
        self.step as f32
    }

    /// The time that waits for the next frame, in seconds.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.left
    }

    /// How far the time of the frame lies from the last step toward the next, 0 to 1: where between
    /// the last two poses to draw.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        (self.left / self.step) as f32
    }
}

/// The steps that a step of `dt` becomes under a time scale: none for 0, one for a scale up to 1, and
/// more, not longer, steps above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces {
    /// How many; at most [`MOST`](Self::MOST).
    pub count: u32,
    /// How long each is, in seconds.
    pub length: f32,
}

impl Pieces {
    /// No more than this many steps for one.
    pub const MOST: u32 = 64;

    /// `dt` under `scale`; what is negative or no number counts as 0. Above a scale of
    /// [`MOST`](Self::MOST) time runs at that scale.
    #[must_use]
    pub fn of(dt: f32, scale: f32) -> Self {
        if scale == 1.0 {
            return Self { count: 1, length: dt };
        }
        if scale.is_nan() || scale <= 0.0 {
            return Self {
                count: 0,
                length: 0.0,
            };
        }
        let scale = scale.min(Self::MOST as f32);
        let count = scale.ceil();
        Self {
            count: count as u32,
            length: dt * (scale / count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_any_length_add_up_to_the_steps_of_their_time() {
        for rate in [20.0, 30.0, 59.94, 60.0, 75.0, 144.0, 1000.0] {
            let mut pace = Pace::new(1.0 / 60.0, 10);
            let frames = (rate * 10.0) as u32;
            let steps: u32 = (0..frames).map(|_| pace.feed(1.0 / rate)).sum();
            let want = f64::from(frames) / rate * 60.0;
            assert!(
                (f64::from(steps) - want).abs() <= 1.0,
                "{rate}: {steps} of {want}"
            );
            assert!((0.0..=1.0).contains(&pace.alpha()));
        }
    }

    #[test]
    fn a_frame_of_one_step_is_one_step_every_time() {
        let mut pace = Pace::new(1.0 / 60.0, 10);
        for _ in 0..100_000 {
            assert_eq!(pace.feed(f64::from(1.0_f32 / 60.0)), 1);
        }
    }

    #[test]
    fn a_stall_is_let_go() {
        let mut pace = Pace::new(0.01, 4);
        assert_eq!(pace.feed(3.0), 4);
        assert_eq!((pace.left(), pace.alpha()), (0.0, 0.0));
        assert_eq!(pace.feed(f64::NAN), 0);
        assert_eq!(pace.feed(-1.0), 0);
    }

    #[test]
    fn a_scale_makes_more_steps_and_not_longer_ones() {
        let at = |scale| {
            let Pieces { count, length } = Pieces::of(0.02, scale);
            (count, length)
        };
        assert_eq!(at(1.0), (1, 0.02));
        assert_eq!(at(0.0), (0, 0.0));
        assert_eq!(at(f32::NAN), (0, 0.0));
        assert_eq!(at(0.25), (1, 0.005));
        assert_eq!(at(4.0), (4, 0.02));
        let (count, length) = at(2.5);
        assert!(count == 3 && (length * 3.0 - 0.05).abs() < 1e-8);
        assert_eq!(at(1e9).0, Pieces::MOST);
    }

    #[test]
    fn as_many_steps_as_may_be_taken_lose_no_time() {
        let mut pace = Pace::new(0.25, 4);
        assert_eq!(pace.feed(1.125), 4);
        assert_eq!(pace.left(), 0.125);
    }
}
