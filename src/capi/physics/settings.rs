//! A backend's settings on their way between C, properties and the core.

use glam::Vec3;

use super::akgl_PhysicsBackend;
use crate::capi::error::{AKERR_VALUE, Fault, Outcome};
use crate::capi::feel::akgl_Feel;
use crate::capi::registry;
use crate::fault;
use crate::physics::feel::{Feel, Setting};
use crate::physics::{SettingError, Settings, parse_number};

impl From<SettingError> for Fault {
    fn from(error: SettingError) -> Self {
        let status = match error {
            SettingError::NotANumber { .. } | SettingError::Unusable { .. } => AKERR_VALUE,
            SettingError::OutOfRange { .. } => libc::ERANGE,
        };
        Self::new(status, error.to_string())
    }
}

/// A property of the registry, as [`Settings::read`] looks it up.
pub(super) fn property(name: &str) -> Option<String> {
    registry::property(&std::ffi::CString::new(name).ok()?)
}

/// Puts the `physics.*` properties that `lookup` knows into a backend, over what it has. All are
/// checked before one is written.
///
/// # Safety
/// `backend` is valid.
pub(in crate::capi) unsafe fn configure(
    backend: *mut akgl_PhysicsBackend,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe {
        let settings = settings_of(backend).read(lookup)?;
        let feel = Feelings::of(backend).read(lookup)?;
        put_settings(backend, &settings);
        feel.put(backend);
    }
    Ok(())
}

/// A whole number, written as any number is; an `f32` does not hold each of them.
fn parse_count(key: &str, value: String) -> Result<u32, SettingError> {
    let near = parse_number(key, &value)?;
    let number = value.trim().parse().unwrap_or(f64::from(near));
    let key = key.into();
    if number < 0.0 || number.fract() != 0.0 {
        let want = "a whole number that is not negative";
        Err(SettingError::Unusable { key, value, want })
    } else if number > f64::from(u32::MAX) {
        Err(SettingError::OutOfRange { key, value })
    } else {
        Ok(number as u32)
    }
}

/// The settings of feel that a backend holds.
#[derive(Default)]
pub(super) struct Feelings {
    feel: Feel,
    fixed_step: f32,
    catch_up: u32,
}

impl Feelings {
    pub(super) unsafe fn of(backend: *mut akgl_PhysicsBackend) -> Self {
        // SAFETY: a valid backend; copied out.
        unsafe {
            Self {
                feel: (*backend).feel.core(),
                fixed_step: (*backend).fixed_step,
                catch_up: (*backend).catch_up,
            }
        }
    }

    pub(super) fn read(mut self, lookup: &dyn Fn(&str) -> Option<String>) -> Outcome<Self> {
        self.feel = self.feel.read("physics.", lookup)?;
        let key = "physics.fixed_step";
        if let Some(value) = lookup(key) {
            self.fixed_step = parse_number(key, &value)?;
            if self.fixed_step < 0.0 {
                return fault!(AKERR_VALUE, "property {key}: \"{value}\" must not be negative");
            }
        }
        let key = "physics.catch_up";
        if let Some(value) = lookup(key) {
            self.catch_up = parse_count(key, value)?;
        }
        Ok(self)
    }

    pub(super) unsafe fn put(&self, backend: *mut akgl_PhysicsBackend) {
        // SAFETY: a valid backend.
        unsafe {
            (*backend).feel = akgl_Feel::from_core(self.feel);
            (*backend).fixed_step = self.fixed_step;
            (*backend).catch_up = self.catch_up;
        }
    }
}

/// A backend's scale of time.
///
/// # Safety
/// `backend` is valid.
pub(in crate::capi) unsafe fn time_scale(backend: *mut akgl_PhysicsBackend) -> Outcome<f32> {
    // SAFETY: by the caller's promise.
    let scale = unsafe { (*backend).feel.core() }
        .get(Setting::TimeScale)
        .unwrap_or(1.0);
    if scale.is_finite() && scale >= 0.0 {
        Ok(scale)
    } else {
        fault!(AKERR_VALUE, "self->feel.time_scale is {scale}")
    }
}

pub(in crate::capi) unsafe fn settings_of(backend: *mut akgl_PhysicsBackend) -> Settings {
    // SAFETY: a valid backend; copied out.
    unsafe {
        Settings {
            gravity: Vec3::new((*backend).gravity_x, (*backend).gravity_y, (*backend).gravity_z),
            drag: Vec3::new((*backend).drag_x, (*backend).drag_y, (*backend).drag_z),
            max_timestep: (*backend).max_timestep,
        }
    }
}

pub(in crate::capi) unsafe fn put_settings(backend: *mut akgl_PhysicsBackend, settings: &Settings) {
    // SAFETY: a valid backend.
    unsafe {
        [(*backend).gravity_x, (*backend).gravity_y, (*backend).gravity_z] = settings.gravity.to_array();
        [(*backend).drag_x, (*backend).drag_y, (*backend).drag_z] = settings.drag.to_array();
        (*backend).max_timestep = settings.max_timestep;
    }
}
