//! Environmental velocity along one axis in closed form: gravity, linear drag, terminal speed.

/// One axis from a moment on: `e' = pull - drag * e`, held where it would pass a terminal speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decay {
    start: f64,
    pull: f64,
    drag: f64,
    /// When a terminal speed is reached, and which.
    held: Option<(f64, f64)>,
}

/// `(1 - exp(-drag t)) / drag`, which is `t` without drag.
pub(super) fn span(drag: f64, time: f64) -> f64 {
    if (drag * time).abs() < 1e-9 {
        time
    } else {
        -libm::expm1(-drag * time) / drag
    }
}

/// `(t - span) / drag`, with the [`span`] of the time: the way that a pull of one makes in it.
pub(super) fn fall(drag: f64, time: f64, span: f64) -> f64 {
    if (drag * time).abs() < 1e-6 {
        // The first two terms of the series: the quotient below would have few digits left.
        time * time * (0.5 - drag * time / 6.0)
    } else {
        (time - span) / drag
    }
}

impl Decay {
    pub(super) fn new(start: f64, pull: f64, drag: f64, least: f64, most: f64) -> Self {
        let start = start.clamp(least.min(0.0), most.max(0.0));
        let mut made = Self {
            start,
            pull,
            drag,
            held: None,
        };
        let slope = pull - drag * start;
        let bound = if slope > 0.0 { most } else { least };
        if slope != 0.0 && bound.is_finite() {
            made.held = made.when(bound).map(|time| (time, bound));
        }
        made
    }

    /// When the speed is reached, had nothing held it before; `None` for never.
    fn when(&self, speed: f64) -> Option<f64> {
        let span = (speed - self.start) / (self.pull - self.drag * self.start);
        let time = if self.drag.abs() < 1e-12 {
            span
        } else {
            let left = 1.0 - self.drag * span;
            if left <= 0.0 {
                return None;
            }
            -libm::log(left) / self.drag
        };
        (time >= 0.0).then_some(time)
    }

    /// The speed after a time.
    pub(super) fn speed(&self, time: f64) -> f64 {
        match self.held {
            Some((from, speed)) if time >= from => speed,
            _ => self.start + (self.pull - self.drag * self.start) * span(self.drag, time),
        }
    }

    /// The way made in a time.
    pub(super) fn travelled(&self, time: f64) -> f64 {
        match self.held {
            Some((from, speed)) if time > from => self.free(from) + speed * (time - from),
            _ => self.free(time),
        }
    }

    fn free(&self, time: f64) -> f64 {
        let span = span(self.drag, time);
        self.start * span + self.pull * fall(self.drag, time, span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps of 10 µs in the middle of which the slope is taken.
    fn reference(mut speed: f64, pull: f64, drag: f64, bounds: [f64; 2], time: f64) -> (f64, f64) {
        let (steps, mut way) = ((time * 100_000.0).round() as u32, 0.0);
        for _ in 0..steps {
            let middle = speed + (pull - drag * speed) * 0.5e-5;
            let next = (speed + (pull - drag * middle) * 1e-5).clamp(bounds[0], bounds[1]);
            way += (speed + next) * 0.5e-5;
            speed = next;
        }
        (speed, way)
    }

    #[test]
    fn speed_and_way_are_those_of_a_fine_integration() {
        let open = [f64::NEG_INFINITY, f64::INFINITY];
        for (start, pull, drag, bounds) in [
            (-560.0, 1600.0, 0.0, open),
            (-560.0, 900.0, 1.8, open),
            (300.0, 0.0, 30.0, open),
            (0.0, 1600.0, 0.0, [-900.0, 320.0]),
            (0.0, 900.0, 1.8, [-900.0, 400.0]),
            (0.0, 900.0, 1.8, [-900.0, 600.0]),
            (-200.0, -900.0, 0.5, [-300.0, 1.0]),
        ] {
            let decay = Decay::new(start, pull, drag, bounds[0], bounds[1]);
            for time in [0.01, 0.05, 0.25, 0.7, 2.0] {
                let (speed, way) = reference(start, pull, drag, bounds, time);
                let (got, went) = (decay.speed(time), decay.travelled(time));
                assert!(
                    (got - speed).abs() < 1e-3,
                    "{start} {pull} {drag} {time}: {got} {speed}"
                );
                assert!(
                    (went - way).abs() < 2e-3,
                    "{start} {pull} {drag} {time}: {went} {way}"
                );
            }
        }
    }

    #[test]
    fn the_documents_jump_is_its_closed_form() {
        let jump = Decay::new(-560.0, 1600.0, 0.0, f64::NEG_INFINITY, f64::INFINITY);
        assert!((jump.travelled(0.35) + 98.0).abs() < 1e-9);
        assert!((jump.speed(0.7) - 560.0).abs() < 1e-9);
        assert!(jump.travelled(0.7).abs() < 1e-9);
    }

    #[test]
    fn drag_of_any_size_keeps_the_sign() {
        for drag in [1.0, 20.0, 60.0, 200.0, 1e6] {
            let slowing = Decay::new(500.0, 0.0, drag, f64::NEG_INFINITY, f64::INFINITY);
            for time in [0.001, 0.05, 1.0] {
                assert!((0.0..500.0).contains(&slowing.speed(time)), "{drag} {time}");
                assert!(slowing.travelled(time) <= 500.0 / drag + 1e-9);
            }
        }
    }

    #[test]
    fn a_start_past_its_terminal_speed_is_cut_at_once() {
        let fall = Decay::new(900.0, 1600.0, 0.0, f64::NEG_INFINITY, 500.0);
        assert_eq!(fall.speed(0.0), 500.0);
        assert_eq!(fall.travelled(0.1), 50.0);
    }

    #[test]
    fn a_drag_next_to_nothing_takes_next_to_nothing() {
        // pull * time² * (1/2 - x/6 + x²/24) with x = drag * time = 9e-7: 405 less 0.0001215.
        let fall = Decay::new(0.0, 1000.0, 1e-6, f64::NEG_INFINITY, f64::INFINITY);
        assert!((fall.travelled(0.9) - 404.999_878_5).abs() < 1e-8);
    }
}
