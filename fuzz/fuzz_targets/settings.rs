//! The files of settings: properties and characters. What loads is used: a backend is initialised by the
//! properties, an actor of the character is stepped.
#![no_main]

use std::ffi::{CStr, CString, c_char};
use std::fs;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::ptr::null;
use std::sync::OnceLock;

use akgl::capi::actor::{akgl_Actor, akgl_actor_initialize, akgl_actor_set_character};
use akgl::capi::character::{akgl_Character, akgl_character_load};
use akgl::capi::error::pool::{AKERR_ARRAY_ERROR, akerr_release_error};
use akgl::capi::error::{
    AKERR_FORMAT, AKERR_KEY, AKERR_OUTOFBOUNDS, AKERR_TYPE, AKERR_VALUE, akerr_ErrorContext,
};
use akgl::capi::heap::{akgl_heap_next_actor, akgl_heap_release_actor};
use akgl::capi::physics::{akgl_PhysicsBackend, akgl_physics_init_arcade, akgl_physics_step};
use akgl::capi::registry::{
    AKGL_REGISTRY_PROPERTIES, akgl_registry_destroy, akgl_registry_load_properties, akgl_set_property,
};
use sdl3_sys::properties::SDL_GetStringProperty;

const ERANGE: i32 = 34;

/// What a call raised, released; 0 for nothing.
fn status(raised: *mut akerr_ErrorContext) -> i32 {
    if raised.is_null() {
        return 0;
    }
    // SAFETY: a raised context is alive until it is released; its message is terminated.
    unsafe {
        let status = (*raised).status;
        assert!((*raised).message[0] != 0, "{status} without a message");
        assert!(akerr_release_error(raised).is_null());
        status
    }
}

fn ok(raised: *mut akerr_ErrorContext) {
    assert_eq!(status(raised), 0);
}

fn file() -> &'static PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| std::env::temp_dir().join(format!("akgl-fuzz-{}.json", std::process::id())))
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fs::write(file(), bytes).unwrap();
    let path = CString::new(file().as_os_str().as_bytes()).unwrap();
    properties(&path, bytes);
    character(&path);
    // SAFETY: one thread.
    let held = unsafe { (&raw const AKERR_ARRAY_ERROR).as_ref() }.unwrap();
    assert!(held.iter().all(|context| context.refcount == 0));
});

/// The text of a property as SDL has it.
fn read(name: &CStr) -> Option<Vec<u8>> {
    // SAFETY: the registry is there or 0, which SDL knows; the answer is good until the next change.
    unsafe {
        let value: *const c_char = SDL_GetStringProperty(AKGL_REGISTRY_PROPERTIES, name.as_ptr(), null());
        (!value.is_null()).then(|| CStr::from_ptr(value).to_bytes().to_owned())
    }
}

fn properties(path: &CStr, bytes: &[u8]) {
    ok(akgl_registry_destroy());
    // SAFETY: terminated strings.
    ok(unsafe { akgl_set_property(c"physics.gravity.y".as_ptr(), c"before".as_ptr()) });
    // SAFETY: as above.
    let loaded = status(unsafe { akgl_registry_load_properties(path.as_ptr()) });
    assert!(
        [0, AKERR_FORMAT, AKERR_TYPE, AKERR_KEY, AKERR_VALUE].contains(&loaded),
        "status {loaded}"
    );
    if loaded != 0 {
        assert_eq!(read(c"physics.gravity.y").as_deref(), Some(&b"before"[..]));
        assert_eq!(read(c"physics.drag.y"), None);
    } else {
        agrees(bytes);
    }
    let mut backend = MaybeUninit::<akgl_PhysicsBackend>::zeroed();
    // SAFETY: a zeroed backend is a valid one.
    let made = status(unsafe { akgl_physics_init_arcade(backend.as_mut_ptr()) });
    assert!([0, AKERR_VALUE, ERANGE].contains(&made), "status {made}");
    // SAFETY: zeroed, or filled by the library.
    let backend = unsafe { backend.assume_init() };
    if made == 0 {
        for number in [
            backend.gravity_x,
            backend.gravity_y,
            backend.gravity_z,
            backend.drag_x,
            backend.drag_y,
            backend.drag_z,
            backend.max_timestep,
        ] {
            assert!(number.is_finite());
        }
    } else {
        assert!(
            backend.simulate.is_none() && backend.gravity_y == 0.0,
            "an error, and yet changed"
        );
    }
}

/// Every property of the file is set, to what another reader of the same file finds there.
fn agrees(bytes: &[u8]) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let root: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    for (name, value) in root["properties"].as_object().unwrap() {
        let expected = match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let name = CString::new(name.as_str()).unwrap();
        assert_eq!(read(&name).as_deref(), Some(expected.as_bytes()), "{name:?}");
    }
}

fn character(path: &CStr) {
    // SAFETY: zero is a valid character of the game's own.
    let mut character: akgl_Character = unsafe { std::mem::zeroed() };
    character.sx = 77.0;
    // SAFETY: terminated and writable.
    let loaded = status(unsafe { akgl_character_load(path.as_ptr(), &mut character) });
    assert!(
        [
            0,
            AKERR_FORMAT,
            AKERR_TYPE,
            AKERR_KEY,
            AKERR_VALUE,
            AKERR_OUTOFBOUNDS
        ]
        .contains(&loaded),
        "status {loaded}"
    );
    if loaded != 0 {
        assert!(character.sx == 77.0 && character.refcount == 0 && character.name[0] == 0);
        return;
    }
    assert!(character.refcount == 1 && character.name.contains(&0));
    let (c, s) = (&character, &character.shape);
    for number in [c.ax, c.ay, c.az, s.x, s.y, s.z] {
        assert!(number.is_finite());
    }
    for number in [c.sx, c.sy, c.sz] {
        assert!(number.is_finite() && number >= 0.0);
    }
    if s.kind != 0 {
        assert!(
            s.w > 0.0
                && s.h > 0.0
                && s.depth > 0.0
                && (s.w + s.h + s.depth).is_finite() | (s.w > 1e30) | (s.h > 1e30) | (s.depth > 1e30)
        );
    }
    step(&mut character);
}

/// An actor of the character lives through a step, or is told what is wrong with it.
fn step(character: &mut akgl_Character) {
    // SAFETY: one thread; all pointers are to live records.
    unsafe {
        ok(akgl_registry_destroy());
        let mut backend = MaybeUninit::<akgl_PhysicsBackend>::zeroed();
        ok(akgl_physics_init_arcade(backend.as_mut_ptr()));
        let mut actor: *mut akgl_Actor = std::ptr::null_mut();
        ok(akgl_heap_next_actor(&mut actor));
        ok(akgl_actor_initialize(actor, c"actor".as_ptr()));
        ok(akgl_actor_set_character(actor, character));
        (*actor).state |= 0b1010 << 7; // right and down
        for _ in 0..3 {
            let stepped = status(akgl_physics_step(
                backend.as_mut_ptr(),
                std::ptr::null_mut(),
                1.0 / 60.0,
            ));
            assert!([0, AKERR_VALUE].contains(&stepped), "status {stepped}");
            if stepped == 0 {
                let a = &*actor;
                for number in [
                    a.x, a.y, a.z, a.vx, a.vy, a.vz, a.ex, a.ey, a.ez, a.tx, a.ty, a.tz,
                ] {
                    assert!(number.is_finite());
                }
            }
        }
        ok(akgl_heap_release_actor(actor));
    }
}
