//! The settings of a body once every level has had its say.

use glam::Vec3;

use super::{Feel, Setting};

/// How fast impulses run down unless told otherwise, 1/s: to a tenth in 0.29 s.
pub const DEFAULT_PUSH_DECAY: f32 = 8.0;

/// What a step asks of the settings, with nothing left open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Closed forms instead of the documented steps.
    pub exact: bool,
    /// The least environmental velocity per axis; minus infinity for none.
    pub least: Vec3,
    /// The most environmental velocity per axis; infinity for none.
    pub most: Vec3,
    /// How thrust along x and y runs down once let go, px/s²; `None`: it is left alone.
    pub deceleration: [Option<f32>; 2],
    /// How thrust along x and y is turned round, px/s²; `None`: by the acceleration.
    pub turning: [Option<f32>; 2],
    /// Factors of acceleration, deceleration and turning off the ground.
    pub air: [f32; 3],
    /// Factor of gravity.
    pub gravity: f32,
    /// Factor of time.
    pub time: f32,
    /// How fast impulses run down, 1/s.
    pub push_decay: f32,
    /// Factor of the three rates on the ground.
    pub friction: f32,
    /// Added to the velocity on the ground, px/s.
    pub conveyor: Vec3,
    /// No gravity, and none of what it left behind.
    pub climbing: bool,
}

/// The rules where nothing is set.
const NOTHING: Rules = Rules {
    exact: false,
    least: Vec3::NEG_INFINITY,
    most: Vec3::INFINITY,
    deceleration: [None; 2],
    turning: [None; 2],
    air: [1.0; 3],
    gravity: 1.0,
    time: 1.0,
    push_decay: DEFAULT_PUSH_DECAY,
    friction: 1.0,
    conveyor: Vec3::ZERO,
    climbing: false,
};

impl Default for Rules {
    fn default() -> Self {
        NOTHING
    }
}

impl Rules {
    /// The rules that a stack of settings amounts to.
    #[must_use]
    pub fn of(feel: &Feel) -> Self {
        use Setting as S;
        if feel.without(S::Integrator).is_empty() {
            return Self {
                exact: feel.get(S::Integrator).unwrap_or(0.0) != 0.0,
                ..NOTHING
            };
        }
        let or = |setting, default| feel.get(setting).unwrap_or(default);
        let terminal = |setting| match feel.get(setting) {
            Some(speed) if speed > 0.0 => speed,
            _ => f32::INFINITY,
        };
        Self {
            exact: or(S::Integrator, 0.0) != 0.0,
            least: -Vec3::new(
                terminal(S::TerminalLeft),
                terminal(S::TerminalUp),
                terminal(S::TerminalIn),
            ),
            most: Vec3::new(
                terminal(S::TerminalRight),
                terminal(S::TerminalDown),
                terminal(S::TerminalOut),
            ),
            deceleration: [feel.get(S::DecelerationX), feel.get(S::DecelerationY)],
            turning: [feel.get(S::TurningX), feel.get(S::TurningY)],
            air: [
                or(S::AirAcceleration, 1.0),
                or(S::AirDeceleration, 1.0),
                or(S::AirTurning, 1.0),
            ],
            gravity: or(S::GravityScale, 1.0),
            time: or(S::TimeScale, 1.0),
            push_decay: or(S::PushDecay, DEFAULT_PUSH_DECAY),
            friction: or(S::Friction, 1.0),
            conveyor: Vec3::new(or(S::ConveyorX, 0.0), or(S::ConveyorY, 0.0), 0.0),
            climbing: or(S::Climbing, 0.0) != 0.0,
        }
    }

    /// Factors of acceleration, deceleration and turning where the body is.
    #[must_use]
    pub fn factors(&self, grounded: bool) -> [f32; 3] {
        if grounded { [self.friction; 3] } else { self.air }
    }

    /// What the ground adds to the velocity where the body is.
    #[must_use]
    pub fn carried(&self, grounded: bool) -> Vec3 {
        if grounded { self.conveyor } else { Vec3::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_set_changes_nothing() {
        let rules = Rules::default();
        assert!(!rules.exact && !rules.climbing);
        assert_eq!(rules.most, Vec3::INFINITY);
        assert_eq!(rules.least, Vec3::NEG_INFINITY);
        assert_eq!(
            (
                rules.gravity,
                rules.time,
                rules.factors(true),
                rules.factors(false)
            ),
            (1.0, 1.0, [1.0; 3], [1.0; 3])
        );
        assert_eq!(rules.carried(true), Vec3::ZERO);
    }

    #[test]
    fn the_quick_answer_is_the_long_one() {
        // A setting at what it is when not set takes the long way.
        let long = Rules::of(&Feel::default().with(Setting::Friction, 1.0));
        assert_eq!(long, Rules::default());
        let exact = Feel::default().with(Setting::Integrator, 1.0);
        let long = Rules::of(&exact.with(Setting::Friction, 1.0));
        assert_eq!(Rules::of(&exact), long);
    }

    #[test]
    fn a_terminal_speed_of_zero_is_none() {
        let rules = Rules::of(&Feel::default().with(Setting::TerminalDown, 0.0));
        assert_eq!(rules.most.y, f32::INFINITY);
    }
}
