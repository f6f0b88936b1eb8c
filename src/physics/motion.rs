//! The numbers of one body and what a step does to them.

use glam::Vec3;

/// Everything about a body that a step reads or writes. Pixels and seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Where the body's origin is.
    pub position: Vec3,
    /// Environment plus thrust, recomputed every step: what is written here is overwritten.
    pub velocity: Vec3,
    /// Gravity less drag, accumulated over the steps.
    pub environment: Vec3,
    /// The body's own effort, capped by `top_speed`.
    pub thrust: Vec3,
    /// How fast thrust grows, signed by the direction of travel.
    pub acceleration: Vec3,
    /// The body's own top speed per axis; an axis of 0 takes no thrust at all.
    pub top_speed: Vec3,
}

/// The axes along which a body is travelling by its own effort. Depth is not among them: nothing
/// but a movement logic of the game's own gives thrust along z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Travel {
    /// Travelling left or right.
    pub x: bool,
    /// Travelling up or down.
    pub y: bool,
}

impl Motion {
    /// Adds `dt` seconds of acceleration to thrust, on the axes of `travel`.
    pub fn push(&mut self, travel: Travel, dt: f32) {
        if travel.x {
            self.thrust.x += self.acceleration.x * dt;
        }
        if travel.y {
            self.thrust.y += self.acceleration.y * dt;
        }
    }

    /// Scales thrust back onto the ellipse whose half-axes are the top speeds, where it is outside.
    ///
    /// An axis whose top speed is zero loses its thrust and stays out of the magnitude.
    #[inline(always)] // As a call it costs the C pool's shortest step a tenth of its time.
    pub fn cap_thrust(&mut self) {
        let mut magnitude = 0.0_f32;
        for axis in 0..3 {
            let cap = self.top_speed[axis];
            if cap == 0.0 {
                self.thrust[axis] = 0.0;
            } else {
                let share = self.thrust[axis] / cap;
                magnitude += share * share;
            }
        }
        if magnitude > 1.0 {
            self.thrust *= 1.0 / magnitude.sqrt();
        }
    }

    /// Velocity becomes environment plus thrust.
    pub fn combine(&mut self) {
        self.velocity = self.environment + self.thrust;
    }

    /// Moves the body by `dt` seconds of its velocity.
    pub fn advance(&mut self, dt: f32) {
        self.position += self.velocity * dt;
    }

    /// Whether every number a step reads or writes is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.environment.is_finite()
            && self.thrust.is_finite()
            && self.acceleration.is_finite()
            && self.top_speed.is_finite()
    }
}

/// `dt` seconds of gravity on an environmental velocity, in the directions of the screen: x pulls
/// toward its left, y down, z away from the camera.
#[must_use]
pub fn gravity(environment: Vec3, pull: Vec3, dt: f32) -> Vec3 {
    Vec3::new(
        environment.x - pull.x * dt,
        environment.y + pull.y * dt,
        environment.z - pull.z * dt,
    )
}

/// `dt` seconds of linear drag on an environmental velocity, per axis and only where the
/// coefficient (1/s) is not zero.
///
/// This is a first-order decay: past `coefficient * dt == 1` it overshoots zero, past 2 it grows.
#[must_use]
pub fn drag(mut environment: Vec3, coefficient: Vec3, dt: f32) -> Vec3 {
    for axis in 0..3 {
        if coefficient[axis] != 0.0 {
            environment[axis] -= environment[axis] * coefficient[axis] * dt;
        }
    }
    environment
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    /// The six numbers of a body that runs right with the figures of the reversal case.
    fn runner() -> Motion {
        Motion {
            acceleration: Vec3::new(900.0, 0.0, 0.0),
            top_speed: Vec3::new(220.0, 220.0, 0.0),
            ..Motion::default()
        }
    }

    #[test]
    fn a_jump_is_falling_at_its_own_speed_after_42_steps() {
        let mut body = Motion {
            environment: Vec3::new(0.0, -560.0, 0.0),
            ..Motion::default()
        };
        for _ in 0..42 {
            body.environment = gravity(body.environment, Vec3::new(0.0, 1600.0, 0.0), DT);
        }
        assert!(
            (body.environment.y - 560.0).abs() < 0.01,
            "{}",
            body.environment.y
        );
    }

    #[test]
    fn a_quarter_second_in_one_step_falls_a_hundred_pixels() {
        let mut body = Motion::default();
        body.environment = gravity(body.environment, Vec3::new(0.0, 1600.0, 0.0), 0.25);
        body.combine();
        body.advance(0.25);
        assert_eq!(body.position, Vec3::new(0.0, 100.0, 0.0));
    }

    #[test]
    fn a_reversal_takes_30_steps() {
        let mut body = runner();
        body.thrust.x = 220.0;
        body.acceleration.x = -900.0;
        let mut steps = 0;
        while body.thrust.x > -220.0 {
            body.push(Travel { x: true, y: false }, DT);
            body.cap_thrust();
            steps += 1;
        }
        assert_eq!(
            steps, 30,
            "0.500 s at 60 Hz; the closed form is 440 / 900 = 0.489 s"
        );
    }

    #[test]
    fn a_diagonal_is_as_fast_as_a_straight() {
        let mut body = runner();
        body.thrust = Vec3::new(220.0, 220.0, 0.0);
        body.cap_thrust();
        assert!(
            (body.thrust.length() - 220.0).abs() < 1e-4,
            "{}",
            body.thrust.length()
        );
        assert_eq!(body.thrust.x, body.thrust.y);
    }

    #[test]
    fn unequal_caps_keep_the_ratio_that_was_asked_for() {
        let mut body = Motion {
            thrust: Vec3::new(300.0, 100.0, 0.0),
            top_speed: Vec3::new(200.0, 100.0, 0.0),
            ..Motion::default()
        };
        body.cap_thrust();
        // (300/200)^2 + (100/100)^2 = 3.25, so both shrink by sqrt(3.25).
        assert!((body.thrust.x - 166.410).abs() < 1e-3);
        assert!((body.thrust.y - 55.470).abs() < 1e-3);
    }

    #[test]
    fn a_zero_top_speed_zeroes_its_axis_and_stays_out_of_the_magnitude() {
        let mut body = Motion {
            thrust: Vec3::new(100.0, 5000.0, 7.0),
            top_speed: Vec3::new(100.0, 0.0, 0.0),
            ..Motion::default()
        };
        body.cap_thrust();
        assert_eq!(body.thrust, Vec3::new(100.0, 0.0, 0.0));
    }

    #[test]
    fn gravity_pulls_left_down_and_away() {
        let pulled = gravity(Vec3::ZERO, Vec3::new(8.0, 16.0, 32.0), 0.25);
        assert_eq!(pulled, Vec3::new(-2.0, 4.0, -8.0));
    }

    #[test]
    fn gravity_900_against_drag_1_8_settles_at_485_at_60_hz() {
        let mut fall = Vec3::ZERO;
        for _ in 0..6000 {
            fall = drag(
                gravity(fall, Vec3::new(0.0, 900.0, 0.0), DT),
                Vec3::new(0.0, 1.8, 0.0),
                DT,
            );
        }
        assert!((fall.y - 485.0).abs() < 0.05, "{}", fall.y);
        let mut fine = Vec3::ZERO;
        for _ in 0..60_000 {
            fine = drag(
                gravity(fine, Vec3::new(0.0, 900.0, 0.0), 0.001),
                Vec3::new(0.0, 1.8, 0.0),
                0.001,
            );
        }
        assert!((fine.y - 499.1).abs() < 0.1, "{}", fine.y);
    }

    #[test]
    fn a_large_drag_inverts_and_a_larger_one_diverges() {
        let once = drag(Vec3::new(100.0, 100.0, 0.0), Vec3::new(12.0, 24.0, 0.0), 0.125);
        assert_eq!(once, Vec3::new(-50.0, -200.0, 0.0));
    }
}
