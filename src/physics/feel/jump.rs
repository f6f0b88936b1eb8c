//! Jumps as a designer thinks of them: height and time; coyote time, buffer, variable height, air
//! jumps, wall slide and jump, apex hang. No input system: what is pressed is told, what to do is
//! answered.

/// The arc of a jump, both ways: the numbers of a designer and those of the physics.
///
/// ```
/// use akgl::physics::feel::Arc;
/// let arc = Arc::from_height(98.0, 0.35).unwrap();
/// assert_eq!((arc.gravity, arc.speed), (1600.0, 560.0));
/// assert!((arc.height() - 98.0).abs() < 1e-4 && (arc.time() - 0.35).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// px/s², positive downward.
    pub gravity: f32,
    /// Upward speed at take-off, px/s, positive.
    pub speed: f32,
}

impl Arc {
    /// The arc that rises `height` pixels in `time` seconds; `None` unless both are positive and
    /// finite and what comes out is.
    #[must_use]
    pub fn from_height(height: f32, time: f32) -> Option<Self> {
        let (height, time) = (f64::from(height), f64::from(time));
        Self::new(
            (2.0 * height / (time * time)) as f32,
            (2.0 * height / time) as f32,
        )
    }

    /// The arc of a gravity and a speed at take-off; `None` unless both are positive and finite.
    #[must_use]
    pub fn new(gravity: f32, speed: f32) -> Option<Self> {
        let usable = |value: f32| value.is_finite() && value > 0.0;
        (usable(gravity) && usable(speed)).then_some(Self { gravity, speed })
    }

    /// How high it rises, px.
    #[must_use]
    pub fn height(&self) -> f32 {
        let speed = f64::from(self.speed);
        (speed * speed / (2.0 * f64::from(self.gravity))) as f32
    }

    /// How long it rises, s; it falls as long.
    #[must_use]
    pub fn time(&self) -> f32 {
        (f64::from(self.speed) / f64::from(self.gravity)) as f32
    }
}

/// What a jump helper may do; all zero is a plain jump of speed 0, so set at least `speed`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JumpRules {
    /// Upward speed at take-off, px/s.
    pub speed: f32,
    /// A jump still counts as one from the ground this long after leaving it, s.
    pub coyote: f32,
    /// A press still counts this long after it was made, s.
    pub buffer: f32,
    /// The part of the upward speed that is taken away when the button is let go while rising, 0 to 1.
    pub cut: f32,
    /// Jumps in the air before the ground or a wall is touched again.
    pub air_jumps: u32,
    /// Their upward speed, px/s; 0: `speed`.
    pub air_speed: f32,
    /// The most fall along a wall that the body presses into, px/s; 0: no sliding.
    pub wall_slide: f32,
    /// Upward speed of a jump off a wall, px/s; 0: none.
    pub wall_speed: f32,
    /// Sideways impulse away from that wall, px/s.
    pub wall_push: f32,
    /// A jump still counts as one off the wall this long after leaving it, s.
    pub wall_coyote: f32,
    /// Around the top of a jump, slower than this, px/s, gravity is less while the button is held; 0:
    /// no hang.
    pub hang_speed: f32,
    /// The part of gravity that is taken away there, 0 to 1.
    pub hang: f32,
}

/// What a jump helper is told in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JumpInput {
    /// The body stands.
    pub grounded: bool,
    /// -1 for a wall at its left, 1 for one at its right, 0 for none.
    pub wall: i32,
    /// Where the player steers: -1 left, 1 right, 0 nowhere.
    pub toward: i32,
    /// The button went down since the last step.
    pub pressed: bool,
    /// The button is down.
    pub held: bool,
    /// The body's environmental velocity along y, px/s, positive downward.
    pub speed: f32,
}

/// The kinds of jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JumpKind {
    /// No jump in this step.
    #[default]
    None,
    /// From the ground, or within coyote time of it.
    Ground,
    /// In the air.
    Air,
    /// Off a wall.
    Wall,
}

/// What a jump helper answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpOutput {
    /// Which jump begins now.
    pub kind: JumpKind,
    /// The environmental velocity along y to set, where one is to be set.
    pub set_speed: Option<f32>,
    /// A sideways impulse to give, px/s; 0 for none.
    pub push: f32,
    /// What to multiply gravity by in this step.
    pub gravity: f32,
    /// The most fall in this step, px/s; infinity for no limit.
    pub most_fall: f32,
}

/// The state of one body's jumps. Everything in it is plain and may be copied and restored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// Seconds since the body stood; infinity where it has jumped since or never stood.
    pub since_ground: f32,
    /// Seconds since it was at a wall; infinity likewise.
    pub since_wall: f32,
    /// Where that wall was: -1 left, 1 right.
    pub wall: i32,
    /// Seconds since a press that no jump has answered; infinity for none.
    pub since_press: f32,
    /// Jumps in the air that it has made.
    pub air_jumps: u32,
    /// It rises by a jump that may still be cut short.
    pub rising: bool,
}

impl Default for Jump {
    fn default() -> Self {
        Self {
            since_ground: f32::INFINITY,
            since_wall: f32::INFINITY,
            wall: 0,
            since_press: f32::INFINITY,
            air_jumps: 0,
            rising: false,
        }
    }
}

/// Sums of steps are a little off: a bound counts as met within this many seconds.
const SLACK: f32 = 1e-5;

impl Jump {
    /// As [`update`](Self::update). `None`, and nothing is changed, where `dt` is negative, where it or the
    /// body's speed is not finite, and where the rules make a number that is not.
    pub fn try_update(&mut self, rules: &JumpRules, input: &JumpInput, dt: f32) -> Option<JumpOutput> {
        if !(dt.is_finite() && dt >= 0.0 && input.speed.is_finite()) {
            return None;
        }
        let mut next = *self;
        let output = next.update(rules, input, dt);
        let numbers = [output.set_speed.unwrap_or(0.0), output.push, output.gravity];
        if !numbers.iter().all(|number| number.is_finite()) {
            return None;
        }
        *self = next;
        Some(output)
    }

    /// One step of `dt` seconds, before the body's gravity and move.
    pub fn update(&mut self, rules: &JumpRules, input: &JumpInput, dt: f32) -> JumpOutput {
        if input.speed >= 0.0 {
            self.rising = false;
        }
        // A body that has just jumped still touches what it jumped from.
        let stands = input.grounded && !self.rising;
        if stands {
            self.since_ground = 0.0;
            self.air_jumps = 0;
        } else {
            self.since_ground += dt;
        }
        if input.wall != 0 && !stands && !self.rising {
            self.since_wall = 0.0;
            self.wall = input.wall.signum();
        } else {
            self.since_wall += dt;
        }
        if input.pressed {
            self.since_press = 0.0;
        } else {
            self.since_press += dt;
        }

        let mut output = JumpOutput {
            kind: JumpKind::None,
            set_speed: None,
            push: 0.0,
            gravity: 1.0,
            most_fall: f32::INFINITY,
        };
        let wanted = self.since_press == 0.0 || self.since_press <= rules.buffer + SLACK;
        if wanted {
            self.jump(rules, &mut output);
        }
        if output.kind == JumpKind::None {
            if self.rising && !input.held {
                self.rising = false;
                if rules.cut > 0.0 {
                    output.set_speed = Some(input.speed * (1.0 - rules.cut.min(1.0)));
                }
            }
            let slides = input.wall != 0 && !stands && input.toward.signum() == input.wall.signum();
            if slides && rules.wall_slide > 0.0 {
                output.most_fall = rules.wall_slide;
            }
            let hangs = !stands && input.held && input.speed.abs() < rules.hang_speed;
            if hangs {
                output.gravity = 1.0 - rules.hang.clamp(0.0, 1.0);
            }
        }
        output
    }

    fn jump(&mut self, rules: &JumpRules, output: &mut JumpOutput) {
        let within = |since: f32, grace: f32| since == 0.0 || since <= grace + SLACK;
        let (kind, speed) = if within(self.since_ground, rules.coyote) {
            (JumpKind::Ground, rules.speed)
        } else if rules.wall_speed > 0.0 && within(self.since_wall, rules.wall_coyote) {
            output.push = -(self.wall as f32) * rules.wall_push;
            self.air_jumps = 0;
            (JumpKind::Wall, rules.wall_speed)
        } else if self.air_jumps < rules.air_jumps {
            self.air_jumps += 1;
            let own = rules.air_speed > 0.0;
            (JumpKind::Air, if own { rules.air_speed } else { rules.speed })
        } else {
            return;
        };
        output.kind = kind;
        output.set_speed = Some(-speed);
        self.since_ground = f32::INFINITY;
        self.since_wall = f32::INFINITY;
        self.since_press = f32::INFINITY;
        self.rising = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 0.01;

    fn rules() -> JumpRules {
        JumpRules {
            speed: 500.0,
            coyote: 0.08,
            buffer: 0.1,
            cut: 0.6,
            air_jumps: 1,
            air_speed: 400.0,
            wall_slide: 60.0,
            wall_speed: 450.0,
            wall_push: 200.0,
            wall_coyote: 0.05,
            hang_speed: 40.0,
            hang: 0.5,
        }
    }

    const STANDS: JumpInput = JumpInput {
        grounded: true,
        wall: 0,
        toward: 0,
        pressed: false,
        held: false,
        speed: 0.0,
    };
    const FALLS: JumpInput = JumpInput {
        grounded: false,
        speed: 100.0,
        ..STANDS
    };

    fn press(input: JumpInput) -> JumpInput {
        JumpInput {
            pressed: true,
            held: true,
            ..input
        }
    }

    #[test]
    fn arcs_convert_both_ways() {
        for (height, time) in [(98.0, 0.35), (16.0, 0.2), (200.0, 0.6)] {
            let arc = Arc::from_height(height, time).unwrap();
            // v = g t and h = v t / 2.
            assert!((arc.speed - arc.gravity * time).abs() < 1e-2);
            assert!((arc.height() - height).abs() < 1e-3 && (arc.time() - time).abs() < 1e-6);
        }
        assert_eq!(Arc::from_height(0.0, 1.0), None);
        assert_eq!(Arc::from_height(10.0, 0.0), None);
        assert_eq!(Arc::from_height(f32::NAN, 1.0), None);
    }

    #[test]
    fn coyote_time_lasts_as_long_as_it_says() {
        for (steps, kind) in [(8, JumpKind::Ground), (9, JumpKind::None)] {
            let mut jump = Jump::default();
            let rules = JumpRules {
                air_jumps: 0,
                ..rules()
            };
            jump.update(&rules, &STANDS, DT);
            for _ in 1..steps {
                jump.update(&rules, &FALLS, DT);
            }
            let output = jump.update(&rules, &press(FALLS), DT);
            assert_eq!(output.kind, kind, "{steps} steps after the edge");
        }
    }

    #[test]
    fn a_press_before_landing_is_remembered_once() {
        for (steps, kind) in [(10, JumpKind::Ground), (11, JumpKind::None)] {
            let mut jump = Jump::default();
            let rules = JumpRules {
                air_jumps: 0,
                ..rules()
            };
            jump.update(&rules, &press(FALLS), DT);
            for _ in 1..steps {
                jump.update(&rules, &FALLS, DT);
            }
            assert_eq!(
                jump.update(&rules, &STANDS, DT).kind,
                kind,
                "{steps} steps before"
            );
            let rising = JumpInput {
                speed: -500.0,
                ..STANDS
            };
            assert_eq!(jump.update(&rules, &rising, DT).kind, JumpKind::None);
        }
    }

    #[test]
    fn letting_go_cuts_a_rise_once_and_only_a_jump() {
        let mut jump = Jump::default();
        jump.update(&rules(), &press(STANDS), DT);
        let rising = JumpInput {
            speed: -450.0,
            ..FALLS
        };
        let held = JumpInput { held: true, ..rising };
        assert_eq!(jump.update(&rules(), &held, DT).set_speed, None);
        let cut = jump.update(&rules(), &rising, DT).set_speed.unwrap();
        assert!((cut + 180.0).abs() < 1e-3, "{cut}");
        assert_eq!(jump.update(&rules(), &rising, DT).set_speed, None);
        let mut thrown = Jump::default();
        assert_eq!(thrown.update(&rules(), &rising, DT).set_speed, None);
    }

    #[test]
    fn air_jumps_are_counted_until_the_ground() {
        let mut jump = Jump::default();
        for _ in 0..2 {
            jump.update(&rules(), &STANDS, DT);
            assert_eq!(jump.update(&rules(), &press(STANDS), DT).set_speed, Some(-500.0));
            let air = jump.update(&rules(), &press(FALLS), DT);
            assert_eq!((air.kind, air.set_speed), (JumpKind::Air, Some(-400.0)));
            assert_eq!(jump.update(&rules(), &press(FALLS), DT).kind, JumpKind::None);
            for _ in 0..20 {
                jump.update(&rules(), &FALLS, DT);
            }
        }
    }

    #[test]
    fn the_touch_of_the_step_that_jumps_is_no_second_ground() {
        let mut jump = Jump::default();
        jump.update(&rules(), &press(STANDS), DT);
        let stale = JumpInput {
            speed: -500.0,
            held: true,
            ..STANDS
        };
        let output = jump.update(
            &rules(),
            &JumpInput {
                pressed: true,
                ..stale
            },
            DT,
        );
        assert_eq!(
            output.kind,
            JumpKind::Air,
            "the air jump, not another from the ground"
        );
    }

    #[test]
    fn walls_slow_a_fall_and_give_a_jump_away_from_them() {
        let mut jump = Jump::default();
        let wall = JumpInput {
            wall: 1,
            toward: 1,
            ..FALLS
        };
        assert_eq!(jump.update(&rules(), &wall, DT).most_fall, 60.0);
        let away = JumpInput { toward: -1, ..wall };
        assert_eq!(jump.update(&rules(), &away, DT).most_fall, f32::INFINITY);
        for _ in 0..4 {
            jump.update(&rules(), &FALLS, DT);
        }
        let off = jump.update(&rules(), &press(FALLS), DT);
        assert_eq!(
            (off.kind, off.set_speed, off.push),
            (JumpKind::Wall, Some(-450.0), -200.0)
        );
    }

    #[test]
    fn the_top_hangs_while_the_button_is_held() {
        let mut jump = Jump::default();
        let top = JumpInput {
            speed: -20.0,
            held: true,
            ..FALLS
        };
        assert_eq!(jump.update(&rules(), &top, DT).gravity, 0.5);
        assert_eq!(
            jump.update(&rules(), &JumpInput { held: false, ..top }, DT)
                .gravity,
            1.0
        );
        assert_eq!(
            jump.update(&rules(), &JumpInput { speed: 90.0, ..top }, DT)
                .gravity,
            1.0
        );
    }

    #[test]
    fn a_wall_is_remembered_as_long_as_it_says() {
        for (steps, kind) in [(5, JumpKind::Wall), (6, JumpKind::None)] {
            let mut jump = Jump::default();
            let rules = JumpRules {
                air_jumps: 0,
                ..rules()
            };
            jump.update(&rules, &JumpInput { wall: -1, ..FALLS }, DT);
            for _ in 1..steps {
                jump.update(&rules, &FALLS, DT);
            }
            let output = jump.update(&rules, &press(FALLS), DT);
            assert_eq!(output.kind, kind, "{steps} steps after the wall");
        }
    }

    #[test]
    fn what_is_zero_is_not_there() {
        let rules = JumpRules {
            speed: 500.0,
            air_jumps: 1,
            ..JumpRules::default()
        };
        let mut jump = Jump::default();
        let wall = JumpInput {
            wall: 1,
            toward: 1,
            ..FALLS
        };
        assert_eq!(
            jump.update(&rules, &wall, DT).most_fall,
            f32::INFINITY,
            "no sliding"
        );
        let air = jump.update(&rules, &press(wall), DT);
        assert_eq!(
            (air.kind, air.set_speed),
            (JumpKind::Air, Some(-500.0)),
            "off no wall, at `speed`"
        );
        let rising = JumpInput {
            speed: -400.0,
            ..FALLS
        };
        assert_eq!(jump.update(&rules, &rising, DT).set_speed, None, "no cut");
    }

    #[test]
    fn only_who_steers_into_a_wall_in_the_air_slides() {
        let wall = JumpInput {
            wall: 1,
            toward: 1,
            ..FALLS
        };
        for (input, slides) in [
            (wall, true),
            (JumpInput { toward: 0, ..wall }, false),
            (
                JumpInput {
                    wall: 0,
                    toward: 0,
                    ..wall
                },
                false,
            ),
            (
                JumpInput {
                    grounded: true,
                    ..wall
                },
                false,
            ),
        ] {
            let most = Jump::default().update(&rules(), &input, DT).most_fall;
            assert_eq!(most == 60.0, slides, "{input:?}: {most}");
        }
    }

    #[test]
    fn a_hang_begins_below_its_speed() {
        let at = |speed| {
            let top = JumpInput {
                speed,
                held: true,
                ..FALLS
            };
            Jump::default().update(&rules(), &top, DT).gravity
        };
        assert_eq!([at(-40.0), at(-39.0), at(39.0), at(40.0)], [1.0, 0.5, 0.5, 1.0]);
    }
}
