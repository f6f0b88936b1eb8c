//! The settings by name, each set or not.

use crate::physics::{SettingError, parse_number};

/// One number of a [`Feel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Setting {
    /// 0: the documented steps (`euler`); 1: closed forms (`exact`).
    Integrator,
    /// The most environmental velocity toward larger x, px/s; 0 is no limit. The next five alike.
    TerminalRight,
    /// Toward larger y: a fall.
    TerminalDown,
    /// Toward larger z.
    TerminalOut,
    /// Toward smaller x.
    TerminalLeft,
    /// Toward smaller y.
    TerminalUp,
    /// Toward smaller z.
    TerminalIn,
    /// How fast thrust along x runs down once the direction is let go, px/s². Not set: it stops dead;
    /// 0: it never runs down.
    DecelerationX,
    /// The same along y.
    DecelerationY,
    /// How fast thrust along x is turned round, px/s², until it is 0. Not set: the acceleration.
    TurningX,
    /// The same along y.
    TurningY,
    /// Off the ground, acceleration is multiplied by this; not set: 1.
    AirAcceleration,
    /// Off the ground, deceleration is multiplied by this; not set: 1.
    AirDeceleration,
    /// Off the ground, turning is multiplied by this; not set: 1.
    AirTurning,
    /// Gravity is multiplied by this; levels multiply.
    GravityScale,
    /// Time is multiplied by this, 0 freezes; levels multiply. Not negative.
    TimeScale,
    /// How fast impulses run down, 1/s; not set: [`DEFAULT_PUSH_DECAY`](super::DEFAULT_PUSH_DECAY).
    PushDecay,
    /// On the ground, the three rates are multiplied by this; not set: 1. Ice is 0.1.
    Friction,
    /// On the ground, added to the velocity along x, px/s.
    ConveyorX,
    /// The same along y.
    ConveyorY,
    /// Not 0: neither gravity nor what it has left behind acts on the body.
    Climbing,
}

use Setting as S;

/// Every setting, in the order of their numbers.
const ALL: [Setting; Feel::COUNT] = [
    S::Integrator,
    S::TerminalRight,
    S::TerminalDown,
    S::TerminalOut,
    S::TerminalLeft,
    S::TerminalUp,
    S::TerminalIn,
    S::DecelerationX,
    S::DecelerationY,
    S::TurningX,
    S::TurningY,
    S::AirAcceleration,
    S::AirDeceleration,
    S::AirTurning,
    S::GravityScale,
    S::TimeScale,
    S::PushDecay,
    S::Friction,
    S::ConveyorX,
    S::ConveyorY,
    S::Climbing,
];

/// The names, each with what it sets: what is named later is narrower and wins.
const NAMES: &[(&str, &[Setting])] = &[
    ("integrator", &[S::Integrator]),
    ("terminal.x", &[S::TerminalLeft, S::TerminalRight]),
    ("terminal.y", &[S::TerminalUp, S::TerminalDown]),
    ("terminal.z", &[S::TerminalIn, S::TerminalOut]),
    ("terminal.x.negative", &[S::TerminalLeft]),
    ("terminal.x.positive", &[S::TerminalRight]),
    ("terminal.y.negative", &[S::TerminalUp]),
    ("terminal.y.positive", &[S::TerminalDown]),
    ("terminal.z.negative", &[S::TerminalIn]),
    ("terminal.z.positive", &[S::TerminalOut]),
    ("deceleration.x", &[S::DecelerationX]),
    ("deceleration.y", &[S::DecelerationY]),
    ("turning.x", &[S::TurningX]),
    ("turning.y", &[S::TurningY]),
    ("air.acceleration", &[S::AirAcceleration]),
    ("air.deceleration", &[S::AirDeceleration]),
    ("air.turning", &[S::AirTurning]),
    ("gravity_scale", &[S::GravityScale]),
    ("time_scale", &[S::TimeScale]),
    ("push_decay", &[S::PushDecay]),
    ("friction", &[S::Friction]),
    ("conveyor.x", &[S::ConveyorX]),
    ("conveyor.y", &[S::ConveyorY]),
    ("climbing", &[S::Climbing]),
];

/// The settings of one level: a world, a character, a zone or a body. Nothing is set at first.
///
/// ```
/// use akgl::physics::feel::{Feel, Setting};
/// let ice = Feel::default().with(Setting::Friction, 0.1);
/// assert_eq!(ice.get(Setting::Friction), Some(0.1));
/// assert_eq!(ice.get(Setting::TerminalDown), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feel {
    set: u32,
    values: [f32; Self::COUNT],
}

impl Feel {
    /// How many settings there are.
    pub const COUNT: usize = Setting::Climbing as usize + 1;

    /// A level from its bits (bit n is the setting of number n) and its numbers. What is not set
    /// counts for nothing.
    #[must_use]
    pub fn from_parts(set: u32, values: [f32; Self::COUNT]) -> Self {
        Self { set, values }
    }

    /// The bits and the numbers.
    #[must_use]
    pub fn to_parts(self) -> (u32, [f32; Self::COUNT]) {
        (self.set, self.values)
    }

    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// A setting; `None` where it is not set.
    #[must_use]
    pub fn get(&self, setting: Setting) -> Option<f32> {
        (self.set & 1 << setting as u32 != 0).then(|| self.values[setting as usize])
    }

    /// With a setting set.
    #[must_use]
    pub fn with(mut self, setting: Setting, value: f32) -> Self {
        self.set |= 1 << setting as u32;
        self.values[setting as usize] = value;
        self
    }

    /// With a setting not set.
    #[must_use]
    pub fn without(mut self, setting: Setting) -> Self {
        self.set &= !(1 << setting as u32);
        self
    }

    /// This level laid over another: what is set here counts, what is not comes from below. Scales of
    /// gravity and of time multiply.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        if self.set == 0 {
            return below;
        }
        if below.set == 0 {
            return self;
        }
        let mut made = below;
        for setting in ALL {
            if let Some(value) = self.get(setting) {
                let scale = matches!(setting, S::GravityScale | S::TimeScale);
                let under = below.get(setting).filter(|_| scale).unwrap_or(1.0);
                made = made.with(setting, if scale { value * under } else { value });
            }
        }
        made
    }

    /// The first number that is set and cannot be used: not finite, or negative where that means
    /// nothing.
    #[must_use]
    pub fn unusable(&self) -> Option<(&'static str, f32)> {
        ALL.into_iter().find_map(|setting| {
            let value = self.get(setting)?;
            (!usable(setting, value)).then(|| (name(setting), value))
        })
    }

    /// The names of all settings: properties are called `physics.` and one of these.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// Sets by name; false for a name that is none.
    pub fn set_named(&mut self, name: &str, value: f32) -> bool {
        let Some((_, settings)) = NAMES.iter().find(|(known, _)| *known == name) else {
            return false;
        };
        for setting in *settings {
            *self = self.with(*setting, value);
        }
        true
    }

    /// This level with every property that `lookup` knows put in; a property is called `prefix` and a
    /// name. The integrator's is `euler` or `exact`.
    ///
    /// # Errors
    /// The first property that is no usable number; nothing is half changed.
    pub fn read(
        mut self,
        prefix: &str,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, SettingError> {
        for (name, settings) in NAMES {
            let key = format!("{prefix}{name}");
            let Some(text) = lookup(&key) else { continue };
            let value = match (*name, text.trim()) {
                ("integrator", "euler") => 0.0,
                ("integrator", "exact") => 1.0,
                ("integrator", _) => {
                    return Err(SettingError::Unusable {
                        key,
                        value: text,
                        want: "euler or exact",
                    });
                }
                _ => parse_number(&key, &text)?,
            };
            if !settings.iter().all(|setting| usable(*setting, value)) {
                return Err(SettingError::Unusable {
                    key,
                    value: text,
                    want: "a number that is not negative",
                });
            }
            self.set_named(name, value);
        }
        Ok(self)
    }
}

fn usable(setting: Setting, value: f32) -> bool {
    let signed = matches!(setting, S::GravityScale | S::ConveyorX | S::ConveyorY);
    value.is_finite() && (signed || value >= 0.0)
}

fn name(setting: Setting) -> &'static str {
    NAMES
        .iter()
        .find(|(_, settings)| **settings == [setting])
        .map_or("", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree() {
        for (number, setting) in ALL.into_iter().enumerate() {
            assert_eq!(setting as usize, number);
            assert!(!name(setting).is_empty(), "{setting:?} has a name");
        }
    }

    #[test]
    fn a_level_over_another_replaces_and_scales_multiply() {
        let world = Feel::default()
            .with(S::TerminalDown, 500.0)
            .with(S::GravityScale, 0.5)
            .with(S::Friction, 0.25);
        let body = Feel::default()
            .with(S::TerminalDown, 80.0)
            .with(S::GravityScale, 0.5);
        let made = body.over(world);
        assert_eq!(made.get(S::TerminalDown), Some(80.0));
        assert_eq!(made.get(S::GravityScale), Some(0.25));
        assert_eq!(made.get(S::Friction), Some(0.25));
        assert_eq!(made.get(S::TimeScale), None);
        assert_eq!(Feel::default().over(Feel::default()), Feel::default());
    }

    #[test]
    fn properties_are_read_by_name_and_the_narrower_name_wins() {
        let feel = Feel::default()
            .read("physics.", |key| {
                let text = match key {
                    "physics.integrator" => "exact",
                    "physics.terminal.y" => "500",
                    "physics.terminal.y.negative" => "900",
                    "physics.conveyor.x" => "-30",
                    _ => return None,
                };
                Some(text.into())
            })
            .unwrap();
        assert_eq!(feel.get(S::Integrator), Some(1.0));
        assert_eq!(feel.get(S::TerminalDown), Some(500.0));
        assert_eq!(feel.get(S::TerminalUp), Some(900.0));
        assert_eq!(feel.get(S::ConveyorX), Some(-30.0));
        assert_eq!(feel.get(S::TerminalLeft), None);
    }

    #[test]
    fn what_cannot_be_used_is_refused_by_name() {
        let read = |key: &'static str, text: &'static str| {
            Feel::default().read("physics.", |asked| (asked == key).then(|| text.into()))
        };
        for (key, text) in [
            ("physics.integrator", "Exact"),
            ("physics.integrator", "1"),
            ("physics.terminal.y", "-5"),
            ("physics.time_scale", "-1"),
        ] {
            let error = read(key, text).unwrap_err();
            assert!(matches!(error, SettingError::Unusable { .. }), "{error}");
            assert!(error.to_string().contains(key) && error.to_string().contains(text));
        }
        let error = read("physics.friction", "slippery").unwrap_err();
        assert!(matches!(error, SettingError::NotANumber { .. }), "{error}");
        let error = read("physics.friction", "1e400").unwrap_err();
        assert!(matches!(error, SettingError::OutOfRange { .. }), "{error}");
        let bad = Feel::default().with(S::Friction, f32::NAN);
        assert_eq!(bad.unusable().unwrap().0, "friction");
    }

    #[test]
    fn a_narrower_level_can_ask_for_the_documented_steps_again() {
        let read = |text: &'static str| {
            Feel::default()
                .read("physics.", |key| {
                    (key == "physics.integrator").then(|| text.into())
                })
                .unwrap()
        };
        let made = read(" euler ").over(read("exact"));
        assert_eq!(made.get(S::Integrator), Some(0.0));
        assert!(!made.is_empty() && Feel::default().is_empty());
    }
}
