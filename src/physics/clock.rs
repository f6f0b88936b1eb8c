//! The length of a step measured from a clock, and its bounds.

/// The longest step taken unless a game says otherwise: a twentieth of a second, three frames at
/// 60 Hz.
pub const DEFAULT_MAX_TIMESTEP: f32 = 0.05;

/// The step from `last` to `now`, both in nanoseconds of one clock, in seconds.
///
/// At most `max_timestep` where that is positive (zero, negative and NaN leave the step unbounded),
/// and never below zero, also where the clock ran backwards. A `last` of 0 means "never": with a
/// bound the step is then the bound, however young the clock is, so that a test can ask for an exact
/// step. The difference wraps like the clock's own integers do.
#[must_use]
pub fn bounded_dt(now: u64, last: u64, max_timestep: f32) -> f32 {
    if last == 0 && max_timestep > 0.0 && max_timestep.is_finite() {
        return max_timestep;
    }
    let elapsed = now.wrapping_sub(last) as i64;
    let mut dt = (elapsed as f64 / 1e9) as f32;
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
    }

    #[test]
    fn a_zeroed_epoch_takes_exactly_the_bound_on_a_young_clock_too() {
        let dt = 1.0_f32 / 60.0;
        assert_eq!(bounded_dt(3_000_000_000, 0, dt).to_bits(), dt.to_bits());
        assert_eq!(bounded_dt(130, 0, dt).to_bits(), dt.to_bits());
        assert_eq!(bounded_dt(500_000_000, 0, 0.0), 0.5);
    }

    #[test]
    fn an_epoch_before_the_clock_began_is_a_long_time_ago() {
        assert_eq!(
            bounded_dt(1_000_000, 1_000_000_u64.wrapping_sub(250_000_000), 0.0),
            0.25
        );
    }
}
