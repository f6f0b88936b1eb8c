//! `akgl/registry.h`: properties by name.
//!
//! A property is a pair of strings, such as "physics.gravity.y" and "900.0". The physics backends read
//! theirs when they are initialized, so a game sets properties first. Any thread may set and read.

use core::ffi::{CStr, c_char};
use core::ptr::null;
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

use sdl3_sys::error::SDL_GetError;
use sdl3_sys::properties::{
    SDL_CreateProperties, SDL_DestroyProperties, SDL_GetStringProperty, SDL_LockProperties, SDL_PropertiesID,
    SDL_SetStringProperty, SDL_UnlockProperties,
};
use serde_json::Value;

use super::error::{
    AKERR_KEY, AKERR_NULLPOINTER, AKERR_REGISTRY, AKERR_TYPE, AKERR_VALUE, Outcome, akerr_ErrorContext, ffi,
};
use super::json::{Section, c_text, shown};
use super::staticstring::{akgl_String, fill};
use crate::fault;

/// The properties, as SDL keeps them; 0 while the registry is uninitialized. SDL's own functions work
/// on it too.
#[unsafe(no_mangle)]
pub static mut AKGL_REGISTRY_PROPERTIES: SDL_PropertiesID = SDL_PropertiesID(0);

/// Held while the registry is made or destroyed.
static MAKING: Mutex<()> = Mutex::new(());

/// What SDL says about its last failure on this thread.
pub(crate) fn sdl_error() -> String {
    // SAFETY: SDL returns a terminated string of this thread, never NULL.
    unsafe { CStr::from_ptr(SDL_GetError()) }
        .to_string_lossy()
        .into_owned()
}

const _: () = assert!(size_of::<SDL_PropertiesID>() == size_of::<AtomicU32>());

/// The variable as an atomic: one thread may read it while another makes the registry.
fn shared() -> &'static AtomicU32 {
    // SAFETY: a static integer, aligned as one; the library looks at it in no other way.
    unsafe { AtomicU32::from_ptr((&raw mut AKGL_REGISTRY_PROPERTIES).cast()) }
}

/// The registry as it is, 0 included.
fn current() -> SDL_PropertiesID {
    SDL_PropertiesID(shared().load(Acquire))
}

/// Runs `body` while no other thread can change the properties; `None` where there are none. `SDL_Quit`
/// destroys all properties, so an id alone says nothing.
fn locked<T>(body: impl FnOnce(SDL_PropertiesID) -> T) -> Option<T> {
    let registry = current();
    // SAFETY: SDL refuses an id that it does not know.
    if registry.0 == 0 || !unsafe { SDL_LockProperties(registry) } {
        return None;
    }
    let result = body(registry);
    // SAFETY: locked above, by this thread.
    unsafe { SDL_UnlockProperties(registry) };
    Some(result)
}

/// The registry, made if need be.
pub(crate) fn ready() -> Outcome<SDL_PropertiesID> {
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(registry) = locked(|registry| registry) {
        return Ok(registry);
    }
    // SAFETY: no precondition.
    let made = unsafe { SDL_CreateProperties() };
    if made.0 == 0 {
        return fault!(
            AKERR_REGISTRY,
            "the property registry cannot be made: {}",
            sdl_error()
        );
    }
    shared().store(made.0, Release);
    Ok(made)
}

/// The value of a property, or `None` where it is not set or the registry is uninitialized.
pub(crate) fn property(name: &CStr) -> Option<String> {
    locked(|registry| {
        // SAFETY: the name is terminated; the answer stays valid while the registry is locked.
        unsafe {
            let value = SDL_GetStringProperty(registry, name.as_ptr(), null());
            (!value.is_null()).then(|| CStr::from_ptr(value).to_string_lossy().into_owned())
        }
    })
    .flatten()
}

/// Sets one property in a registry that is there.
fn set(registry: SDL_PropertiesID, name: &CStr, value: &CStr) -> Outcome {
    // SAFETY: terminated strings, which SDL copies.
    if unsafe { SDL_SetStringProperty(registry, name.as_ptr(), value.as_ptr()) } {
        return Ok(());
    }
    fault!(
        AKERR_REGISTRY,
        "property {name:?} cannot be set to {value:?}: {}",
        sdl_error()
    )
}

/// Makes the registry, empty, where it is not there yet; else changes nothing. `akgl_game_init` and
/// `akgl_set_property` call it. After `SDL_Quit`, which destroys SDL's properties, it makes a new one.
///
/// Raises `AKERR_REGISTRY` when SDL cannot make it.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_registry_init() -> *mut akerr_ErrorContext {
    ffi("akgl_registry_init", || ready().map(|_| ()))
}

/// Forgets all properties; `AKGL_REGISTRY_PROPERTIES` is 0 then, and every read returns its default.
/// Allowed where there is no registry. Raises nothing.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_registry_destroy() -> *mut akerr_ErrorContext {
    ffi("akgl_registry_destroy", || {
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let registry = SDL_PropertiesID(shared().swap(0, AcqRel));
        // SAFETY: SDL ignores an id that it does not know.
        unsafe { SDL_DestroyProperties(registry) };
        Ok(())
    })
}

/// Sets a property; both strings are copied. Makes the registry where it is not there yet.
///
/// The value is text whatever it means: what reads it decides whether it is a number.
/// Raises `AKERR_NULLPOINTER`, `AKERR_KEY` for an empty name, `AKERR_REGISTRY` when SDL cannot.
///
/// # Safety
/// Each pointer is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_set_property(
    name: *const c_char,
    value: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_set_property", || {
        // SAFETY: by the caller's promise.
        let (name, value) = unsafe { (c_text(name, "name")?, c_text(value, "value")?) };
        if name.is_empty() {
            return fault!(
                AKERR_KEY,
                "a property needs a name (its value was to be {value:?})"
            );
        }
        set(ready()?, name, value)
    })
}

/// Reads a property into `*dest`; where it is not set or the registry is uninitialized, `def`.
///
/// With `*dest` NULL, a string out of the pool is claimed and put there, which the caller gives back
/// with `akgl_heap_release_string`; else the string that is there is overwritten. After an error
/// `*dest` is what it was.
/// Raises `AKERR_NULLPOINTER` for `name` or `dest`, `AKERR_KEY` where the property is not set and
/// `def` is NULL, `AKERR_OUTOFBOUNDS` for a value that does not fit, `AKERR_HEAP` for a full pool.
///
/// # Safety
/// The strings are NULL or terminated; `dest` is NULL or points to NULL or to a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_get_property(
    name: *const c_char,
    dest: *mut *mut akgl_String,
    def: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_get_property", || {
        // SAFETY: by the caller's promise.
        let name = unsafe { c_text(name, "name") }?;
        if dest.is_null() {
            return fault!(AKERR_NULLPOINTER, "dest is NULL");
        }
        let value = match property(name) {
            Some(value) => value,
            None if def.is_null() => {
                return fault!(AKERR_KEY, "property {name:?} is not set and has no default");
            }
            // SAFETY: by the caller's promise.
            None => unsafe { CStr::from_ptr(def) }.to_string_lossy().into_owned(),
        };
        // SAFETY: by the caller's promise; a claimed string is a whole one.
        unsafe {
            if !(*dest).is_null() {
                return fill(*dest, value.as_bytes());
            }
            let claimed = super::heap::claim_string()?;
            if let Err(fault) = fill(claimed, value.as_bytes()) {
                super::heap::give_back_string(claimed);
                return Err(fault);
            }
            *dest = claimed;
        }
        Ok(())
    })
}

/// Reads properties from a JSON file, `{"properties": {"physics.gravity.y": "1024.0"}}`, and sets them
/// all, or none where anything in the file is wrong.
///
/// Numbers and booleans are taken as their JSON text. Raises `AKERR_NULLPOINTER`, `AKERR_IO` for a file
/// that cannot be read, `AKERR_FORMAT` for one that is not JSON or has no such object, `AKERR_TYPE` for a
/// value of another kind, `AKERR_KEY` for an empty name, `AKERR_VALUE` for text with a NUL inside;
/// messages name file, key and value.
///
/// # Safety
/// `path` is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_registry_load_properties(path: *const c_char) -> *mut akerr_ErrorContext {
    ffi("akgl_registry_load_properties", || {
        // SAFETY: by the caller's promise.
        let section = Section::read(unsafe { c_text(path, "path") }?, "properties")?;
        let file = &section.file;
        let mut pairs = Vec::with_capacity(section.entries.len());
        for (key, value) in &section.entries {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                _ => {
                    return fault!(
                        AKERR_TYPE,
                        "{file}: property {key:?} is no text but {}",
                        shown(value)
                    );
                }
            };
            if key.is_empty() {
                return fault!(
                    AKERR_KEY,
                    "{file}: a property needs a name (its value is {})",
                    shown(value)
                );
            }
            let (Ok(name), Ok(text)) = (CString::new(key.as_str()), CString::new(text)) else {
                return fault!(
                    AKERR_VALUE,
                    "{file}: property {key:?} has a NUL inside: {}",
                    shown(value)
                );
            };
            pairs.push((name, text));
        }
        let registry = ready()?;
        pairs
            .iter()
            .try_for_each(|(name, text)| set(registry, name, text))
    })
}
