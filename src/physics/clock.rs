//! The length of a step measured from a clock, and its bounds.

/// The longest step taken unless a game says otherwise: a twentieth of a second, three frames at
/// 60 Hz.
pub const DEFAULT_MAX_TIMESTEP: f32 = 0.05;

/// The step from `last` to `now`, both in nanoseconds of one clock, in seconds.
///
/// At most `max_timestep` where that is positive (zero, negative and NaN leave the step unbounded),
/// and never below zero, also where the clock ran backwards.
#[must_use]
pub fn bounded_dt(now: u64, last: u64, max_timestep: f32) -> f32 {
    let elapsed = if now >= last {
        (now - last) as f64
    } else {
        -((last - now) as f64)
    };
    let mut dt = (elapsed / 1e9) as f32;
    if max_timestep > 0.0 && dt > max_timestep {
        dt = max_timestep;
    }
    if dt < 0.0 { 0.0 } else { dt }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_is_cut_to_the_bound_and_a_frame_is_not() {
        assert_eq!(bounded_dt(1_250_000_000, 1_000_000_000, 0.05), 0.05);
        assert_eq!(bounded_dt(1_031_250_000, 1_000_000_000, 0.05), 0.03125);
    }

    #[test]
    fn zero_and_negative_bounds_leave_the_step_whole() {
        assert_eq!(bounded_dt(1_250_000_000, 1_000_000_000, 0.0), 0.25);
        assert_eq!(bounded_dt(1_250_000_000, 1_000_000_000, -1.0), 0.25);
    }

    #[test]
    fn a_clock_that_ran_backwards_gives_no_step() {
        assert_eq!(bounded_dt(1_000_000_000, 1_250_000_000, 0.05), 0.0);
        assert_eq!(bounded_dt(0, u64::MAX, 0.0), 0.0);
    }

    #[test]
    fn a_zeroed_epoch_takes_exactly_the_bound() {
        let dt = 1.0_f32 / 60.0;
        assert_eq!(bounded_dt(3_000_000_000, 0, dt).to_bits(), dt.to_bits());
    }
}
