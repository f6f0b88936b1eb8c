//! Looking up custom properties in a C record, which a game may have filled with anything.

use core::ffi::{CStr, c_char, c_int};

use super::super::error::{Outcome, check};
use super::{AKGL_TILEMAP_MAX_PROPERTIES, AKGL_TILEMAP_MAX_TEXT, akgl_Tilemap};

/// The value among an owner's properties: where it begins in the map's text, and its text.
///
/// # Safety
/// `map` points to an `akgl_Tilemap`.
pub(super) unsafe fn find(
    map: *const akgl_Tilemap,
    (first, count): (c_int, c_int),
    name: &CStr,
) -> Option<(usize, String)> {
    let last = i64::from(first) + i64::from(count);
    let (first, last) = (usize::try_from(first).ok()?, usize::try_from(last).ok()?);
    for index in (first..last.min(AKGL_TILEMAP_MAX_PROPERTIES)).rev() {
        // SAFETY: the caller vouches for the map; the index is below the array's length.
        let property = unsafe { (&raw const (*map).properties[index]).read() };
        // SAFETY: the caller vouches for the map.
        if unsafe { text(map, property.name) }.is_some_and(|own| own == name.to_bytes()) {
            // SAFETY: as above.
            let value = unsafe { text(map, property.value)? };
            return Some((
                property.value as usize,
                String::from_utf8_lossy(&value).into_owned(),
            ));
        }
    }
    None
}

/// The text at a place of the map's text.
///
/// # Safety
/// `map` points to an `akgl_Tilemap`.
unsafe fn text(map: *const akgl_Tilemap, place: c_int) -> Option<Vec<u8>> {
    let place = usize::try_from(place)
        .ok()
        .filter(|&place| place < AKGL_TILEMAP_MAX_TEXT)?;
    let mut bytes = Vec::new();
    for at in place..AKGL_TILEMAP_MAX_TEXT {
        // SAFETY: the caller vouches for the map; the place is below the array's length.
        match unsafe { (&raw const (*map).text[at]).read() } {
            0 => return Some(bytes),
            byte => bytes.push(byte as u8),
        }
    }
    None
}

/// Writes the value of an owner's property, or the default, to `dest`.
///
/// # Safety
/// `map` points to an `akgl_Tilemap`; `name` is NULL or a NUL-terminated string; `dest` is NULL or may
/// be written.
pub(super) unsafe fn answer(
    map: *mut akgl_Tilemap,
    owner: (c_int, c_int),
    name: *const c_char,
    dest: *mut *const c_char,
    def: *const c_char,
) -> Outcome {
    let name = check(name.cast_mut(), "name")?;
    let dest = check(dest, "dest")?;
    // SAFETY: the caller vouches for the pointers; a place that was found is inside the text.
    unsafe {
        let name = CStr::from_ptr(name.as_ptr());
        let value = match find(map, owner, name) {
            Some((place, _)) => (&raw const (*map).text).cast::<c_char>().add(place),
            None => def,
        };
        dest.write(value);
    }
    Ok(())
}
