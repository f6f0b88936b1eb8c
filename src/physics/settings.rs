//! What a world is like: gravity, drag, the bound on the step; read from named text properties.

use glam::Vec3;
use thiserror::Error;

use super::DEFAULT_MAX_TIMESTEP;

/// The settings of a physics backend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Pixels per second squared; x pulls left, y down, z away from the camera.
    pub gravity: Vec3,
    /// Linear drag per axis, 1/s; 0 is none.
    pub drag: Vec3,
    /// The longest step in seconds; zero or less leaves steps unbounded.
    pub max_timestep: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: Vec3::ZERO,
            drag: Vec3::ZERO,
            max_timestep: DEFAULT_MAX_TIMESTEP,
        }
    }
}

/// A property whose text is no usable number.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SettingError {
    /// Empty, text, NaN or a spelled-out infinity.
    #[error("property {key}: \"{value}\" is not a number")]
    NotANumber {
        /// The property's name.
        key: String,
        /// Its text.
        value: String,
    },
    /// A text or a number that means nothing there.
    #[error("property {key}: \"{value}\" must be {want}")]
    Unusable {
        /// The property's name.
        key: String,
        /// Its text.
        value: String,
        /// What it may be.
        want: &'static str,
    },
    /// A number that does not fit the field it is for.
    #[error("property {key}: \"{value}\" is out of range")]
    OutOfRange {
        /// The property's name.
        key: String,
        /// Its text.
        value: String,
    },
}

impl Settings {
    /// The names that [`read`](Self::read) looks up, in its order.
    pub const PROPERTIES: [&str; 7] = [
        "physics.gravity.x",
        "physics.gravity.y",
        "physics.gravity.z",
        "physics.drag.x",
        "physics.drag.y",
        "physics.drag.z",
        "physics.max_timestep",
    ];

    /// These settings with every property that `lookup` knows put in.
    ///
    /// # Errors
    /// The first property whose text is no number or does not fit; nothing is half changed.
    pub fn read(mut self, lookup: impl Fn(&str) -> Option<String>) -> Result<Self, SettingError> {
        let [mut gx, mut gy, mut gz] = self.gravity.to_array();
        let [mut dx, mut dy, mut dz] = self.drag.to_array();
        let fields = [
            &mut gx,
            &mut gy,
            &mut gz,
            &mut dx,
            &mut dy,
            &mut dz,
            &mut self.max_timestep,
        ];
        for (key, field) in Self::PROPERTIES.into_iter().zip(fields) {
            if let Some(value) = lookup(key) {
                *field = parse_number(key, &value)?;
            }
        }
        self.gravity = Vec3::new(gx, gy, gz);
        self.drag = Vec3::new(dx, dy, dz);
        Ok(self)
    }
}

/// A finite decimal number, blanks around it allowed.
///
/// # Errors
/// [`SettingError::NotANumber`] for anything else that is not digits (NaN and infinities included),
/// [`SettingError::OutOfRange`] for a number past what an `f32` holds.
pub fn parse_number(key: &str, value: &str) -> Result<f32, SettingError> {
    let not_a_number = || SettingError::NotANumber {
        key: key.into(),
        value: value.into(),
    };
    let text = value.trim();
    if text
        .chars()
        .any(|c| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'))
    {
        return Err(not_a_number());
    }
    let number: f64 = text.parse().map_err(|_| not_a_number())?;
    let narrow = number as f32;
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    let vanished = number == 0.0 && digits.contains(|c| matches!(c, '1'..='9'));
    if narrow.is_finite() && !vanished {
        Ok(narrow)
    } else {
        Err(SettingError::OutOfRange {
            key: key.into(),
            value: value.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_set_is_the_default() {
        assert_eq!(Settings::default().read(|_| None), Ok(Settings::default()));
        assert_eq!(Settings::default().max_timestep, 0.05);
    }

    #[test]
    fn every_property_reaches_its_field() {
        let settings = Settings::default()
            .read(|key| {
                let at = Settings::PROPERTIES.iter().position(|name| *name == key)?;
                Some(format!(" {}.5 ", at + 1))
            })
            .unwrap();
        assert_eq!(settings.gravity, Vec3::new(1.5, 2.5, 3.5));
        assert_eq!(settings.drag, Vec3::new(4.5, 5.5, 6.5));
        assert_eq!(settings.max_timestep, 7.5);
    }

    #[test]
    fn what_is_no_number_is_refused_by_name() {
        for text in [
            "",
            " ",
            "fast",
            "nan",
            "NaN",
            "inf",
            "-infinity",
            "12px",
            "1e",
            "--1",
            "0x10",
        ] {
            let error = parse_number("physics.gravity.y", text).unwrap_err();
            assert!(
                matches!(error, SettingError::NotANumber { .. }),
                "{text}: {error}"
            );
            assert!(error.to_string().contains("physics.gravity.y"), "{error}");
        }
    }

    #[test]
    fn what_does_not_fit_is_out_of_range() {
        for text in ["1e400", "-1e400", "1e39", "1e-400"] {
            let error = parse_number("physics.drag.x", text).unwrap_err();
            assert!(
                matches!(error, SettingError::OutOfRange { .. }),
                "{text}: {error}"
            );
        }
        assert_eq!(parse_number("k", "-1.5e2"), Ok(-150.0));
    }
}
