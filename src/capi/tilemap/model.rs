//! A map's own physics: its `physics.*` properties over those of the registry.

use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;
use std::ffi::CString;

use super::super::error::{Fault, Outcome, from_c};
use super::super::physics::{akgl_PhysicsBackend, akgl_physics_factory, configure};
use super::super::staticstring::{AKGL_MAX_STRING_LENGTH, akgl_String};
use super::{akgl_Tilemap, property};

/// Makes the backend that the map asks for; where that fails, the backend is as it was.
///
/// # Safety
/// `map` and `backend` are valid.
pub(super) unsafe fn load(map: *const akgl_Tilemap, backend: *mut akgl_PhysicsBackend) -> Outcome {
    // SAFETY: as the caller promises.
    let owner: (c_int, c_int) = (0, unsafe { (*map).numproperties });
    let lookup = |name: &str| {
        let name = CString::new(name).ok()?;
        // SAFETY: as the caller promises.
        unsafe { property::find(map, owner, &name) }.map(|(_, text)| text)
    };
    let Some(model) = lookup("physics.model") else {
        return Ok(());
    };
    let mut name = pooled(&model);
    // SAFETY: as the caller promises; bytes are copied, whatever they mean.
    let before: MaybeUninit<akgl_PhysicsBackend> = unsafe { backend.cast::<MaybeUninit<_>>().read() };
    // SAFETY: as the caller promises; the name is a string of the library's own.
    let made = unsafe { from_c(akgl_physics_factory(backend, &raw mut *name)) }
        // SAFETY: as the caller promises.
        .and_then(|()| unsafe { configure(backend, &lookup) });
    made.map_err(|fault| {
        // SAFETY: as the caller promises; these are the bytes that were there.
        unsafe { backend.cast::<MaybeUninit<_>>().write(before) };
        let told = Fault::new(
            fault.status(),
            format!("physics.model of the map is \"{model}\": {}", fault.message()),
        );
        fault.release();
        told
    })
}

/// A string record, cut to fit; the pool is left alone.
fn pooled(text: &str) -> Box<akgl_String> {
    let mut record = Box::new(akgl_String {
        refcount: 1,
        data: [0; AKGL_MAX_STRING_LENGTH],
    });
    let room = &mut record.data[..AKGL_MAX_STRING_LENGTH - 1];
    for (to, &from) in room.iter_mut().zip(text.as_bytes()) {
        *to = from as c_char;
    }
    record
}
