//! Where a body is at any moment of a step: the exact integrator.

use glam::{DVec3, Vec3};

use super::Rules;
use super::decay::Decay;
use super::effort::{Effort, Ramp};
use super::stride;
use crate::physics::{Motion, Travel};

/// What the last exact step could not write down: the parts of position and environmental velocity
/// that are finer than an `f32` is there. With it a thousand short steps add up to the same as a few
/// long ones, also far from the origin. Zero at first; a part that no longer belongs to the number
/// beside it, because the game wrote that one, is dropped by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rest {
    /// Of the position.
    pub position: Vec3,
    /// Of the environmental velocity.
    pub environment: Vec3,
}

/// Numbers and what is finer than them.
fn whole(value: Vec3, rest: Vec3) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| stride::whole(value[axis], rest[axis])))
}

/// The nearest number and what is finer than it.
fn parted(value: DVec3) -> (Vec3, Vec3) {
    let near = value.as_vec3();
    (near, (value - near.as_dvec3()).as_vec3())
}

/// The free course of a body from one moment on, in closed form: gravity, linear drag and terminal
/// speed on its environmental velocity; the ramp, the cap, turning and stopping of its thrust; an
/// impulse that runs down; a conveyor. No contact, no end.
///
/// ```
/// use akgl::physics::feel::{Course, Rest, Rules};
/// use akgl::physics::{Motion, Travel};
/// use glam::Vec3;
///
/// let jump = Motion { environment: Vec3::new(0.0, -560.0, 0.0), ..Motion::default() };
/// let pull = Vec3::new(0.0, 1600.0, 0.0); // px/s² along each axis
/// let course = Course::new(
///     &jump, Rest::default(), Vec3::ZERO, pull, Vec3::ZERO, Travel::default(), &Rules::default(), true,
/// );
/// let (time, height) = course.apex(1.0).unwrap();
/// assert!((time - 0.35).abs() < 1e-9 && (height + 98.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Course {
    position: DVec3,
    environment: [Decay; 3],
    effort: Effort,
    push: DVec3,
    push_decay: f64,
    carried: DVec3,
}

impl Course {
    /// The course from now on.
    ///
    /// `pull` is what gravity does to the environmental velocity, px/s² along each axis (so its x is
    /// the opposite of [`Settings::gravity`](crate::physics::Settings::gravity)'s), its scale
    /// included; `drag` in 1/s; `push` the impulse. The body's accelerations are those of the
    /// direction that it has now.
    #[must_use]
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        motion: &Motion,
        rest: Rest,
        push: Vec3,
        pull: Vec3,
        drag: Vec3,
        travel: Travel,
        rules: &Rules,
        grounded: bool,
    ) -> Self {
        let start = whole(motion.environment, rest.environment);
        let environment = [0, 1, 2].map(|axis| {
            let (least, most) = (f64::from(rules.least[axis]), f64::from(rules.most[axis]));
            if rules.climbing {
                return Decay::new(0.0, 0.0, 0.0, least, most);
            }
            Decay::new(
                start[axis],
                f64::from(pull[axis]),
                f64::from(drag[axis]),
                least,
                most,
            )
        });
        let effort = Effort::new(
            motion.thrust.as_dvec3().to_array(),
            motion.top_speed.as_dvec3().to_array(),
            ramps(motion, travel, rules, grounded),
        );
        Self {
            position: whole(motion.position, rest.position),
            environment,
            effort,
            push: push.as_dvec3(),
            push_decay: f64::from(rules.push_decay),
            carried: rules.carried(grounded).as_dvec3(),
        }
    }

    /// How much of an impulse acts in a time, in seconds at its full speed.
    fn push_span(&self, time: f64) -> f64 {
        if self.push_decay * time < 1e-9 {
            time
        } else {
            -libm::expm1(-self.push_decay * time) / self.push_decay
        }
    }

    /// Where the body is after a time, in seconds from the start.
    #[must_use]
    pub fn position(&self, time: f64) -> DVec3 {
        self.place(time, self.effort.at(time).1)
    }

    fn place(&self, time: f64, driven: [f64; 3]) -> DVec3 {
        let fallen = DVec3::from_array(self.environment.map(|axis| axis.travelled(time)));
        let mut place = self.position + fallen + DVec3::from_array(driven) + self.carried * time;
        if self.push != DVec3::ZERO {
            place += self.push * self.push_span(time);
        }
        place
    }

    /// The environmental velocity after a time.
    #[must_use]
    pub fn environment(&self, time: f64) -> DVec3 {
        DVec3::from_array(self.environment.map(|axis| axis.speed(time)))
    }

    /// The thrust after a time.
    #[must_use]
    pub fn thrust(&self, time: f64) -> DVec3 {
        DVec3::from_array(self.effort.at(time).0)
    }

    /// The impulse after a time.
    #[must_use]
    pub fn push(&self, time: f64) -> DVec3 {
        if self.push == DVec3::ZERO {
            return self.push;
        }
        self.push * libm::exp(-self.push_decay * time)
    }

    /// The whole velocity after a time.
    #[must_use]
    pub fn velocity(&self, time: f64) -> DVec3 {
        self.environment(time) + self.thrust(time) + self.push(time) + self.carried
    }

    /// The body after `dt` seconds, with what is finer than its numbers, and its impulse. The velocity
    /// is the mean over that time, so that moving by it ends where the course is; see
    /// [`velocity`](Self::velocity) for the one it has then.
    #[must_use]
    pub fn after(&self, motion: &Motion, dt: f32) -> (Motion, Rest, Vec3) {
        let time = f64::from(dt);
        let (thrust, driven) = self.effort.at(time);
        let place = self.place(time, driven);
        let mean = if time > 0.0 {
            (place - self.position) / time
        } else {
            self.velocity(0.0)
        };
        let (position, fine_position) = parted(place);
        let (environment, fine_environment) = parted(self.environment(time));
        let moved = Motion {
            position,
            velocity: mean.as_vec3(),
            environment,
            thrust: DVec3::from_array(thrust).as_vec3(),
            ..*motion
        };
        let rest = Rest {
            position: fine_position,
            environment: fine_environment,
        };
        let push = self.push(time).as_vec3();
        let push = if push.abs().max_element() < 1e-3 {
            Vec3::ZERO
        } else {
            push
        };
        (moved, rest, push)
    }

    /// When the body stops rising within `until` seconds, and its y then: the top of a jump.
    #[must_use]
    pub fn apex(&self, until: f64) -> Option<(f64, f64)> {
        let time = root(until, |time| -self.velocity(time).y)?;
        Some((time, self.position(time).y))
    }

    /// When a coordinate (0 x, 1 y, 2 z) passes a place within `until` seconds, downwards or to larger
    /// numbers if `rising`, else to smaller ones: the landing on a floor at that height.
    #[must_use]
    pub fn reaches(&self, axis: usize, place: f64, rising: bool, until: f64) -> Option<f64> {
        let axis = axis.min(2);
        let sign = if rising { -1.0 } else { 1.0 };
        root(until, |time| sign * (self.position(time)[axis] - place))
    }
}

/// The first time at which what is positive has become zero or less; `None` where it never does or was
/// not positive.
fn root(until: f64, amount: impl Fn(f64) -> f64) -> Option<f64> {
    const PARTS: u32 = 32;
    let mut low = 0.0;
    let mut was_positive = amount(0.0) > 0.0;
    for part in 1..=PARTS {
        let high = until * f64::from(part) / f64::from(PARTS);
        let positive = amount(high) > 0.0;
        if was_positive && !positive {
            let mut high = high;
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if amount(middle) > 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return Some(high);
        }
        was_positive = positive;
        low = high;
    }
    None
}

fn ramps(motion: &Motion, travel: Travel, rules: &Rules, grounded: bool) -> [Ramp; 3] {
    let [speed_up, slow_down, turn] = rules.factors(grounded).map(f64::from);
    let mut ramps = [Ramp::default(); 3];
    for (axis, travels) in [travel.x, travel.y].into_iter().enumerate() {
        let thrust = f64::from(motion.thrust[axis]);
        let acceleration = if travels {
            f64::from(motion.acceleration[axis])
        } else {
            0.0
        };
        ramps[axis] = if acceleration == 0.0 {
            let rate = rules.deceleration[axis].map_or(0.0, f64::from) * slow_down;
            Ramp {
                rate: if thrust == 0.0 {
                    0.0
                } else {
                    -rate * thrust.signum()
                },
                after: 0.0,
            }
        } else {
            let after = acceleration * speed_up;
            let rate = if thrust * acceleration < 0.0 {
                let rate = rules.turning[axis].map_or(acceleration.abs(), f64::from);
                rate * turn * acceleration.signum()
            } else {
                after
            };
            Ramp { rate, after }
        };
    }
    ramps
}

#[cfg(test)]
mod tests {
    use super::super::{Feel, Setting};
    use super::*;

    const PULL: Vec3 = Vec3::new(0.0, 1600.0, 0.0);
    const ALONG_X: Travel = Travel { x: true, y: false };

    /// Irregular steps between 1 and 60 ms.
    fn irregular() -> impl FnMut() -> f32 {
        let mut state = 12345_u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            0.001 + (state >> 8) as f32 / (1 << 24) as f32 * 0.059
        }
    }

    fn paces() -> Vec<Box<dyn FnMut() -> f32>> {
        let mut paces: Vec<Box<dyn FnMut() -> f32>> = Vec::new();
        for rate in [20.0_f32, 30.0, 60.0, 144.0, 1000.0] {
            paces.push(Box::new(move || 1.0 / rate));
        }
        paces.push(Box::new(irregular()));
        paces
    }

    #[test]
    fn a_running_jump_is_the_same_at_every_rate_far_from_the_origin_too() {
        // 150 px/s along x, -560 px/s under 1600 px/s²: top 98 px up after 0.35 s, down after 0.7 s
        // and 105 px on.
        for origin in [Vec3::ZERO, Vec3::new(8000.0, 1000.0, 0.0)] {
            for mut pace in paces() {
                let mut body = Motion {
                    position: origin,
                    environment: Vec3::new(0.0, -560.0, 0.0),
                    thrust: Vec3::new(150.0, 0.0, 0.0),
                    top_speed: Vec3::new(150.0, 150.0, 0.0),
                    acceleration: Vec3::new(900.0, 0.0, 0.0),
                    ..Motion::default()
                };
                let (mut rest, mut clock) = (Rest::default(), 0.0);
                let (mut top, mut landing) = (None, None);
                while landing.is_none() {
                    let dt = pace();
                    let rules = Rules::default();
                    let course =
                        Course::new(&body, rest, Vec3::ZERO, PULL, Vec3::ZERO, ALONG_X, &rules, false);
                    let until = f64::from(dt);
                    if let Some((time, place)) = course.apex(until) {
                        top = Some((clock + time, place - f64::from(origin.y)));
                    }
                    if clock > 0.1 {
                        landing = course
                            .reaches(1, f64::from(origin.y), true, until)
                            .map(|time| (clock + time, course.position(time).x - f64::from(origin.x)));
                    }
                    (body, rest, _) = course.after(&body, dt);
                    clock += until;
                }
                let (top, landing) = (top.unwrap(), landing.unwrap());
                assert!(
                    (top.0 - 0.35).abs() < 1e-6 && (top.1 + 98.0).abs() < 1e-4,
                    "{top:?}"
                );
                assert!((landing.0 - 0.7).abs() < 1e-6, "{landing:?}");
                assert!((landing.1 - 105.0).abs() < 1e-4, "{landing:?}");
            }
        }
    }

    #[test]
    fn drift_after_letting_go_is_v_squared_over_2_d_at_every_rate() {
        let rules = Rules::of(&Feel::default().with(Setting::DecelerationX, 880.0));
        for mut pace in paces() {
            let mut body = Motion {
                thrust: Vec3::new(220.0, 0.0, 0.0),
                top_speed: Vec3::splat(220.0),
                ..Motion::default()
            };
            let mut rest = Rest::default();
            for _ in 0..1000 {
                let dt = pace();
                let still = Travel::default();
                let course = Course::new(
                    &body,
                    rest,
                    Vec3::ZERO,
                    Vec3::ZERO,
                    Vec3::ZERO,
                    still,
                    &rules,
                    true,
                );
                (body, rest, _) = course.after(&body, dt);
            }
            assert!((body.position.x - 27.5).abs() < 1e-4, "{}", body.position.x);
            assert_eq!(body.thrust.x, 0.0);
        }
    }

    #[test]
    fn a_push_and_a_conveyor_carry_a_body() {
        let feel = Feel::default()
            .with(Setting::PushDecay, 4.0)
            .with(Setting::ConveyorX, -30.0);
        let rules = Rules::of(&feel);
        for mut pace in paces() {
            let (mut body, mut rest, mut clock) = (Motion::default(), Rest::default(), 0.0);
            let mut push = Vec3::new(300.0, 0.0, 0.0);
            for _ in 0..3000 {
                let dt = pace();
                let still = Travel::default();
                let course = Course::new(&body, rest, push, Vec3::ZERO, Vec3::ZERO, still, &rules, true);
                (body, rest, push) = course.after(&body, dt);
                clock += f64::from(dt);
            }
            // 300 / 4 = 75 px less what the belt takes; the push ends below 0.001 px/s.
            let want = 75.0 - 30.0 * clock;
            assert!(
                (f64::from(body.position.x) - want).abs() < 0.01,
                "{}",
                body.position.x
            );
        }
    }

    #[test]
    fn climbing_knows_neither_gravity_nor_its_past() {
        let rules = Rules::of(&Feel::default().with(Setting::Climbing, 1.0));
        let body = Motion {
            environment: Vec3::new(0.0, 300.0, 0.0),
            ..Motion::default()
        };
        let still = Travel::default();
        let course = Course::new(
            &body,
            Rest::default(),
            Vec3::ZERO,
            PULL,
            Vec3::ZERO,
            still,
            &rules,
            false,
        );
        let (after, ..) = course.after(&body, 0.1);
        assert_eq!((after.position, after.environment), (Vec3::ZERO, Vec3::ZERO));
    }

    #[test]
    fn a_rest_whose_number_was_written_over_is_dropped() {
        assert_eq!(
            whole(Vec3::splat(1e6), Vec3::splat(0.02)).x,
            1e6 + f64::from(0.02_f32)
        );
        assert_eq!(whole(Vec3::splat(1.0), Vec3::splat(0.02)).x, 1.0);
    }

    #[test]
    fn what_is_parted_at_a_power_of_two_is_put_together_again() {
        // Above 1 floats are twice as far apart as below it: 5e-8 is within half of the one distance only.
        let (near, fine) = parted(DVec3::splat(1.0 + 5e-8));
        assert_eq!(near, Vec3::ONE);
        assert!((whole(near, fine).x - (1.0 + 5e-8)).abs() < 1e-14);
    }

    /// No gravity, no drag, no travel.
    fn coasting(body: &Motion, push: Vec3, rules: &Rules) -> Course {
        let still = Travel::default();
        Course::new(
            body,
            Rest::default(),
            push,
            Vec3::ZERO,
            Vec3::ZERO,
            still,
            rules,
            true,
        )
    }

    fn thrown(thrust: f32) -> Motion {
        Motion {
            thrust: Vec3::new(thrust, 0.0, 0.0),
            top_speed: Vec3::splat(100.0),
            ..Motion::default()
        }
    }

    #[test]
    fn an_impulse_that_does_not_run_down_carries_on() {
        let rules = Rules::of(&Feel::default().with(Setting::PushDecay, 0.0));
        let course = coasting(&Motion::default(), Vec3::new(300.0, 0.0, 0.0), &rules);
        let (after, _, push) = course.after(&Motion::default(), 0.5);
        assert_eq!((after.position.x, push.x), (150.0, 300.0));
    }

    #[test]
    fn velocity_is_the_sum_of_its_four_parts() {
        let rules = Rules::of(&Feel::default().with(Setting::ConveyorX, 1000.0));
        let body = Motion {
            environment: Vec3::new(1.0, 0.0, 0.0),
            ..thrown(20.0)
        };
        let course = coasting(&body, Vec3::new(300.0, 0.0, 0.0), &rules);
        assert_eq!(course.environment(0.0).x, 1.0);
        assert!((course.thrust(0.0).x - 20.0).abs() < 1e-9);
        assert_eq!(course.push(0.0).x, 300.0);
        assert!((course.velocity(0.0).x - 1321.0).abs() < 1e-9);
        // A step of no time moves nothing, and its mean velocity is the one there is.
        let (after, ..) = course.after(&body, 0.0);
        assert_eq!((after.position.x, after.velocity.x), (0.0, 1321.0));
    }

    #[test]
    fn a_place_is_looked_for_up_to_the_time_given_and_no_further() {
        let right = coasting(&thrown(100.0), Vec3::ZERO, &Rules::default());
        let reached = |place, until| right.reaches(0, place, true, until);
        assert!((reached(990.0, 10.0).unwrap() - 9.9).abs() < 1e-9);
        assert_eq!(reached(1010.0, 10.0), None);
        // The last moment counts, and a time that halving hits is found to the bit.
        assert_eq!(reached(1000.0, 10.0), Some(10.0));
        assert_eq!(reached(484.375, 10.0), Some(4.84375));
        let left = coasting(&thrown(-100.0), Vec3::ZERO, &Rules::default());
        assert_eq!(
            left.reaches(0, 0.0, false, 1.0),
            None,
            "it leaves the place that it was at"
        );
    }

    #[test]
    fn ramps_are_the_rates_times_the_factors_of_ice() {
        let feel = Feel::default()
            .with(Setting::Friction, 0.5)
            .with(Setting::DecelerationX, 600.0);
        let of = |thrust: f32, acceleration: f32, feel: Feel| {
            let body = Motion {
                acceleration: Vec3::new(acceleration, 0.0, 0.0),
                ..thrown(thrust)
            };
            let ramp = ramps(&body, ALONG_X, &Rules::of(&feel), true)[0];
            (ramp.rate, ramp.after)
        };
        assert_eq!(of(50.0, 0.0, feel), (-300.0, 0.0), "let go, running right");
        assert_eq!(of(-50.0, 0.0, feel), (300.0, 0.0), "let go, running left");
        assert_eq!(of(0.0, 0.0, feel), (0.0, 0.0), "at rest");
        assert_eq!(of(50.0, 900.0, feel), (450.0, 450.0), "speeding up");
        assert_eq!(of(0.0, 900.0, feel), (450.0, 450.0), "setting off");
        assert_eq!(
            of(50.0, -900.0, feel),
            (-450.0, -450.0),
            "turning by the acceleration"
        );
        let quick = feel.with(Setting::TurningX, 2400.0);
        assert_eq!(
            of(50.0, -900.0, quick),
            (-1200.0, -450.0),
            "turning left by its rate"
        );
        assert_eq!(
            of(-50.0, 900.0, quick),
            (1200.0, 450.0),
            "turning right by its rate"
        );
        assert_eq!(of(50.0, 900.0, quick), (450.0, 450.0), "not turning");
        assert_eq!(of(0.0, 900.0, quick), (450.0, 450.0), "nothing to turn");
    }
}
