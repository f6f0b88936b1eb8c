//! `akgl/game.h`: start-up, the frame, the lock.

use core::ffi::{CStr, c_char};
use core::mem::{MaybeUninit, offset_of};
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Condvar, Mutex, PoisonError};

use sdl3_sys::error::SDL_ClearError;
use sdl3_sys::init::{SDL_INIT_EVENTS, SDL_INIT_VIDEO, SDL_InitSubSystem, SDL_SetAppMetadata};

use super::error::{
    AKERR_BEHAVIOR, AKERR_NULLPOINTER, AKGL_ERR_SDL, Outcome, akerr_ErrorContext, ffi, from_c,
};
use super::heap::actors;
use super::physics::{akgl_default_physics, akgl_physics};
use super::registry::{self, sdl_error};
use super::tilemap::akgl_Tilemap;
use super::types::{AKGL_ITERATOR_OP_LAYERMASK, akgl_Iterator};
use crate::fault;

/// What a game says about itself. Each text is NUL-terminated; empty is allowed.
#[repr(C)]
pub struct akgl_Game {
    /// The game's name, as a player reads it.
    pub name: [c_char; 256],
    /// Its version.
    pub version: [c_char; 32],
    /// What identifies it, such as "org.example.game".
    pub uri: [c_char; 256],
    /// The library's own: leave it alone.
    pub reserved: [u32; 16],
}

const _: () = assert!(offset_of!(akgl_Game, name) == 0);
const _: () = assert!(offset_of!(akgl_Game, version) == 256);
const _: () = assert!(offset_of!(akgl_Game, uri) == 288);
const _: () = assert!(offset_of!(akgl_Game, reserved) == 544);
const _: () = assert!(size_of::<akgl_Game>() == 608);

/// The game. Fill in its texts before `akgl_game_init`, which hands them to SDL.
#[unsafe(no_mangle)]
pub static mut akgl_game: akgl_Game =
    // SAFETY: numbers, all of which may be zero.
    unsafe { MaybeUninit::zeroed().assume_init() };

/// Storage for a map, empty at first.
#[unsafe(no_mangle)]
pub static mut akgl_default_gamemap: akgl_Tilemap =
    // SAFETY: numbers and booleans, all of which may be zero.
    unsafe { MaybeUninit::zeroed().assume_init() };

/// The current map; at first, and after `akgl_game_init`, the storage above. A game may point it at a map
/// of its own.
#[unsafe(no_mangle)]
pub static mut akgl_gamemap: *mut akgl_Tilemap = &raw mut akgl_default_gamemap;

/// The thread that holds the state lock, as [`this_thread`] names it; 0 for none.
static OWNER: AtomicUsize = AtomicUsize::new(0);
/// How often the owner holds it. Only the owner looks at it.
static DEPTH: AtomicUsize = AtomicUsize::new(0);
/// Held by whoever waits for the lock, or wakes one who does.
static WAITING: Mutex<()> = Mutex::new(());
static FREED: Condvar = Condvar::new();

/// A number that no other running thread has. Never 0.
fn this_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| core::ptr::from_ref(place) as usize)
}

fn lock() {
    let me = this_thread();
    if OWNER.load(Relaxed) == me {
        DEPTH.store(DEPTH.load(Relaxed) + 1, Relaxed);
        return;
    }
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    while OWNER.compare_exchange(0, me, Acquire, Relaxed).is_err() {
        waiting = FREED.wait(waiting).unwrap_or_else(PoisonError::into_inner);
    }
    DEPTH.store(1, Relaxed);
}

fn unlock() -> Outcome {
    let owner = OWNER.load(Relaxed);
    if owner == 0 {
        return fault!(AKERR_BEHAVIOR, "the state lock is not locked");
    }
    if owner != this_thread() {
        return fault!(AKERR_BEHAVIOR, "the state lock is held by another thread");
    }
    let depth = DEPTH.load(Relaxed) - 1;
    DEPTH.store(depth, Relaxed);
    if depth == 0 {
        OWNER.store(0, Release);
        // One who has just found it taken and is about to wait must not miss this.
        drop(WAITING.lock().unwrap_or_else(PoisonError::into_inner));
        FREED.notify_one();
    }
    Ok(())
}

/// Holds the state lock; lets go of it on every way out.
struct Locked;

impl Locked {
    fn new() -> Self {
        lock();
        Self
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        // A hook that let go once too often has already been told.
        if let Err(fault) = unlock() {
            fault.release();
        }
    }
}

/// The text of a field, for SDL: `None` where it is empty.
///
/// # Safety
/// `field` is readable for `size` bytes.
unsafe fn text(field: *const c_char, size: usize) -> Option<std::ffi::CString> {
    // SAFETY: by the caller's promise.
    let bytes = unsafe { core::slice::from_raw_parts(field.cast::<u8>(), size) };
    match CStr::from_bytes_until_nul(bytes) {
        Ok(text) => (!text.is_empty()).then(|| text.to_owned()),
        // A field that is full to the last byte.
        Err(_) => std::ffi::CString::new(bytes).ok(),
    }
}

/// Starts SDL and the library: SDL's events, and its video where there is a display; the property
/// registry; `akgl_physics` at `akgl_default_physics` and `akgl_gamemap` at `akgl_default_gamemap`.
///
/// A machine without a display is no error: everything but drawing works there. Audio and gamepads are
/// the game's to start. No physics backend is initialized: set properties, then call an initializer or
/// `akgl_physics_factory`. Properties, actors and characters made before this call are kept. Call it on
/// the main thread; a second call is harmless. Ending SDL, with `SDL_Quit`, is the game's to do.
/// Raises `AKGL_ERR_SDL` when SDL cannot start, `AKERR_REGISTRY` when the registry cannot be made.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_game_init() -> *mut akerr_ErrorContext {
    ffi("akgl_game_init", || {
        let _locked = Locked::new();
        // SAFETY: fields of a static; SDL copies the texts.
        unsafe {
            let name = text((&raw const akgl_game.name).cast(), 256);
            let version = text((&raw const akgl_game.version).cast(), 32);
            let uri = text((&raw const akgl_game.uri).cast(), 256);
            if name.is_some() || version.is_some() || uri.is_some() {
                let pointer = |text: &Option<std::ffi::CString>| {
                    text.as_ref().map_or(core::ptr::null(), |text| text.as_ptr())
                };
                SDL_SetAppMetadata(pointer(&name), pointer(&version), pointer(&uri));
            }
        }
        // SAFETY: no precondition but the thread, by the caller's promise.
        if !unsafe { SDL_InitSubSystem(SDL_INIT_EVENTS) } {
            return fault!(AKGL_ERR_SDL, "SDL cannot start: {}", sdl_error());
        }
        // SAFETY: as above. Without a display this fails, and that is no error here.
        unsafe {
            if !SDL_InitSubSystem(SDL_INIT_VIDEO) {
                SDL_ClearError();
            }
        }
        registry::ready()?;
        // SAFETY: plain writes of pointers, under the state lock.
        unsafe {
            (&raw mut akgl_physics).write(&raw mut akgl_default_physics);
            (&raw mut akgl_gamemap).write(&raw mut akgl_default_gamemap);
        }
        Ok(())
    })
}

/// One frame, with the state lock held: calls the `updatefunc` of every actor in pool order, then
/// `akgl_physics->simulate`.
///
/// `opflags` NULL means every actor; an iterator with `AKGL_ITERATOR_OP_LAYERMASK` restricts both parts to
/// the actors of its layer. The first error ends the frame and is handed up. Raises `AKERR_NULLPOINTER`,
/// before anything is called, where `akgl_physics` or its `simulate` is NULL.
///
/// # Safety
/// `opflags` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_game_update(opflags: *mut akgl_Iterator) -> *mut akerr_ErrorContext {
    ffi("akgl_game_update", || {
        let _locked = Locked::new();
        simulator()?;
        // SAFETY: by the caller's promise.
        let layer = unsafe { opflags.as_ref() }
            .filter(|iterator| iterator.flags & AKGL_ITERATOR_OP_LAYERMASK != 0)
            .map(|iterator| u32::from(iterator.layerid));
        let mut index = 0;
        loop {
            // Read anew each time: a hook may put another pool in place.
            let (base, count) = actors();
            if index >= count {
                break;
            }
            // SAFETY: within the pool; no reference is held over the call.
            unsafe {
                let actor = base.add(index);
                if (*actor).refcount != 0
                    && layer.is_none_or(|layer| (*actor).layer == layer)
                    && let Some(update) = (*actor).updatefunc
                {
                    from_c(update(actor))?;
                }
            }
            index += 1;
        }
        // Again: a hook may have changed the backend.
        let (backend, simulate) = simulator()?;
        // SAFETY: the backend is the game's to keep valid.
        from_c(unsafe { simulate(backend, opflags) })
    })
}

/// The current backend and its `simulate`.
#[allow(
    clippy::type_complexity,
    reason = "the function type of one field, taken out of its Option"
)]
fn simulator() -> Outcome<(
    *mut super::physics::akgl_PhysicsBackend,
    unsafe extern "C" fn(
        *mut super::physics::akgl_PhysicsBackend,
        *mut akgl_Iterator,
    ) -> *mut akerr_ErrorContext,
)> {
    // SAFETY: a plain read of a pointer, which is NULL or the game's to keep valid.
    let backend = unsafe { (&raw const akgl_physics).read() };
    if backend.is_null() {
        return fault!(AKERR_NULLPOINTER, "akgl_physics is NULL");
    }
    // SAFETY: as above.
    match unsafe { (*backend).simulate } {
        Some(simulate) => Ok((backend, simulate)),
        None => fault!(
            AKERR_NULLPOINTER,
            "akgl_physics->simulate is NULL: call akgl_physics_init_arcade, akgl_physics_init_null or \
             akgl_physics_factory before the first frame"
        ),
    }
}

/// Waits for the state lock and takes it: the lock for everything that threads share here, the pools
/// above all. `akgl_game_update` holds it for its frame. The thread that holds it may take it again, and
/// lets go of it as often. Works before `akgl_game_init` too. Raises nothing.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_game_state_lock() -> *mut akerr_ErrorContext {
    ffi("akgl_game_state_lock", || {
        lock();
        Ok(())
    })
}

/// Lets go of the state lock once. Raises `AKERR_BEHAVIOR` where this thread does not hold it.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_game_state_unlock() -> *mut akerr_ErrorContext {
    ffi("akgl_game_state_unlock", unlock)
}
