//! Speeding up, letting go and turning round, step by step; limits; impulses.

use glam::Vec3;

use super::Rules;
use crate::physics::{Motion, Travel};

/// `dt` seconds of a body's effort along the axes of `travel`, as [`Motion::push`] does where no rate
/// is set. The direction is the sign of the acceleration; an axis without travel or without
/// acceleration has been let go. The cap is the caller's.
pub fn thrust(motion: &mut Motion, travel: Travel, rules: &Rules, grounded: bool, dt: f32) {
    for (axis, travels) in [travel.x, travel.y].into_iter().enumerate() {
        let acceleration = if travels { motion.acceleration[axis] } else { 0.0 };
        let factors = rules.factors(grounded);
        motion.thrust[axis] = effort(motion.thrust[axis], acceleration, rules, axis, factors, dt);
    }
}

/// Thrust along an axis after `dt` seconds; an acceleration of 0 has been let go. Without a branch, so
/// that bodies can go along rows.
#[inline(always)]
pub(crate) fn effort(
    held: f32,
    acceleration: f32,
    rules: &Rules,
    axis: usize,
    [speed_up, slow_down, turn]: [f32; 3],
    dt: f32,
) -> f32 {
    let loss = rules.deceleration[axis].unwrap_or(0.0) * slow_down * dt;
    let slowed = if held.abs() <= loss {
        0.0
    } else {
        held - loss.copysign(held)
    };
    let let_go = if rules.deceleration[axis].is_some() {
        slowed
    } else {
        held
    };

    let opposed = held * acceleration < 0.0;
    let turns = opposed & rules.turning[axis].is_some();
    let change = rules.turning[axis].unwrap_or(0.0) * turn * dt;
    let turned = held + change.copysign(acceleration);
    // Turned round before the step is over, the rest of it goes into speeding up.
    let left = if turns {
        dt * (1.0 - held.abs() / change)
    } else {
        dt
    };
    let from = if turns { 0.0 } else { held };
    let factor = if opposed & !turns { turn } else { speed_up };
    let pressed = from + acceleration * factor * left;
    let active = if turns & (change < held.abs()) {
        turned
    } else {
        pressed
    };

    if acceleration == 0.0 { let_go } else { active }
}

/// An environmental velocity within its terminal speeds; as it was where none is set.
#[must_use]
pub fn limit(mut environment: Vec3, rules: &Rules) -> Vec3 {
    for axis in 0..3 {
        if environment[axis] > rules.most[axis] {
            environment[axis] = rules.most[axis];
        } else if environment[axis] < rules.least[axis] {
            environment[axis] = rules.least[axis];
        }
    }
    environment
}

/// `dt` seconds of an impulse that runs down: what is left of it, and its mean over that time.
#[must_use]
pub fn fade(push: Vec3, rules: &Rules, dt: f32) -> (Vec3, Vec3) {
    if push == Vec3::ZERO {
        return (push, push);
    }
    let (rate, dt) = (f64::from(rules.push_decay), f64::from(dt));
    if rate * dt < 1e-9 {
        return (push, push);
    }
    let gone = -libm::expm1(-rate * dt);
    let left = push * (1.0 - gone) as f32;
    // What is slower than a thousandth of a pixel in a second is nothing.
    let left = if left.abs().max_element() < 1e-3 {
        Vec3::ZERO
    } else {
        left
    };
    (left, push * (gone / (rate * dt)) as f32)
}

#[cfg(test)]
mod tests {
    use super::super::{Feel, Setting};
    use super::*;

    const DT: f32 = 1.0 / 60.0;
    const ALONG_X: Travel = Travel { x: true, y: false };

    fn rules(settings: &[(Setting, f32)]) -> Rules {
        let feel = settings.iter().fold(Feel::default(), |feel, (setting, value)| {
            feel.with(*setting, *value)
        });
        Rules::of(&feel)
    }

    fn running(speed: f32, acceleration: f32) -> Motion {
        Motion {
            thrust: Vec3::new(speed, 0.0, 0.0),
            acceleration: Vec3::new(acceleration, 0.0, 0.0),
            top_speed: Vec3::splat(220.0),
            ..Motion::default()
        }
    }

    #[test]
    fn without_rates_the_bits_are_those_of_push() {
        for (speed, acceleration) in [(0.0, 900.0), (219.0, 900.0), (-220.0, 900.0), (13.7, -601.3)] {
            let mut plain = running(speed, acceleration);
            let mut felt = plain;
            for _ in 0..50 {
                plain.push(ALONG_X, DT);
                thrust(&mut felt, ALONG_X, &Rules::default(), true, DT);
                assert_eq!(plain.thrust.x.to_bits(), felt.thrust.x.to_bits());
            }
        }
    }

    #[test]
    fn letting_go_drifts_v_squared_over_2_d_to_within_a_step() {
        let rules = rules(&[(Setting::DecelerationX, 880.0)]);
        let mut body = running(220.0, 0.0);
        let mut drift = 0.0;
        for _ in 0..60 {
            thrust(&mut body, Travel::default(), &rules, true, DT);
            drift += body.thrust.x * DT;
        }
        // 220² / (2 * 880) = 27.5, and a step of the starting speed is 3.67 px.
        assert_eq!(body.thrust.x, 0.0);
        assert!((drift - 27.5).abs() < 220.0 * DT, "{drift}");
    }

    #[test]
    fn turning_has_a_rate_of_its_own_until_the_body_stands() {
        let rules = rules(&[(Setting::TurningX, 2400.0)]);
        let mut body = running(-220.0, 600.0);
        // 220 / 2400 = 0.0917 s, 5.5 steps: after five -20, then half a step at 600.
        for _ in 0..5 {
            thrust(&mut body, ALONG_X, &rules, true, DT);
        }
        assert!((body.thrust.x + 20.0).abs() < 1e-3, "{}", body.thrust.x);
        thrust(&mut body, ALONG_X, &rules, true, DT);
        assert!((body.thrust.x - 5.0).abs() < 1e-3, "{}", body.thrust.x);
    }

    #[test]
    fn ice_and_air_scale_the_rates() {
        let rules = rules(&[
            (Setting::DecelerationX, 600.0),
            (Setting::Friction, 0.1),
            (Setting::AirDeceleration, 0.0),
            (Setting::AirAcceleration, 0.5),
        ]);
        let mut ice = running(100.0, 0.0);
        thrust(&mut ice, Travel::default(), &rules, true, DT);
        assert!((ice.thrust.x - 99.0).abs() < 1e-4, "{}", ice.thrust.x);
        let mut air = running(100.0, 0.0);
        thrust(&mut air, Travel::default(), &rules, false, DT);
        assert_eq!(air.thrust.x, 100.0);
        let mut air = running(0.0, 600.0);
        thrust(&mut air, ALONG_X, &rules, false, DT);
        assert!((air.thrust.x - 5.0).abs() < 1e-5, "{}", air.thrust.x);
    }

    #[test]
    fn a_terminal_speed_has_a_sign() {
        let rules = rules(&[(Setting::TerminalDown, 500.0), (Setting::TerminalUp, 900.0)]);
        let at = |y| limit(Vec3::new(9000.0, y, 0.0), &rules);
        assert_eq!(at(700.0), Vec3::new(9000.0, 500.0, 0.0));
        assert_eq!(at(-700.0), Vec3::new(9000.0, -700.0, 0.0));
        assert_eq!(at(-1000.0), Vec3::new(9000.0, -900.0, 0.0));
    }

    #[test]
    fn an_impulse_travels_its_speed_over_its_rate() {
        let rules = rules(&[(Setting::PushDecay, 4.0)]);
        let (mut push, mut way) = (Vec3::new(300.0, 0.0, 0.0), 0.0);
        for _ in 0..300 {
            let (left, mean) = fade(push, &rules, DT);
            way += mean.x * DT;
            push = left;
        }
        // 300 / 4 = 75 px, at any step.
        assert!((way - 75.0).abs() < 0.01, "{way}");
        assert_eq!(push, Vec3::ZERO);
    }

    #[test]
    fn ice_scales_turning_with_and_without_a_rate_of_its_own() {
        let turned = |settings: &[(Setting, f32)]| {
            let mut body = running(-100.0, 600.0);
            thrust(&mut body, ALONG_X, &rules(settings), true, DT);
            body.thrust.x
        };
        // Half of 2400 / 60 and half of 600 / 60.
        let quick = turned(&[(Setting::Friction, 0.5), (Setting::TurningX, 2400.0)]);
        assert!((quick + 80.0).abs() < 1e-4, "{quick}");
        let plain = turned(&[(Setting::Friction, 0.5)]);
        assert!((plain + 95.0).abs() < 1e-4, "{plain}");
    }

    #[test]
    fn in_the_air_turning_and_speeding_up_have_factors_of_their_own() {
        let rules = rules(&[(Setting::AirAcceleration, 0.5), (Setting::AirTurning, 0.25)]);
        let after = |speed| {
            let mut body = running(speed, 600.0);
            thrust(&mut body, ALONG_X, &rules, false, DT);
            body.thrust.x
        };
        assert!((after(-100.0) + 97.5).abs() < 1e-4, "turning: {}", after(-100.0));
        assert!(
            (after(100.0) - 105.0).abs() < 1e-4,
            "speeding up: {}",
            after(100.0)
        );
        assert!((after(0.0) - 5.0).abs() < 1e-4, "setting off: {}", after(0.0));
    }

    #[test]
    fn who_cannot_turn_can_set_off() {
        let rules = rules(&[(Setting::TurningX, 0.0)]);
        let mut body = running(0.0, 600.0);
        thrust(&mut body, ALONG_X, &rules, true, DT);
        assert!((body.thrust.x - 10.0).abs() < 1e-4, "{}", body.thrust.x);
    }

    #[test]
    fn an_impulse_that_does_not_run_down_stays() {
        let push = Vec3::new(300.0, 0.0, 0.0);
        assert_eq!(fade(push, &rules(&[(Setting::PushDecay, 0.0)]), DT), (push, push));
    }
}
