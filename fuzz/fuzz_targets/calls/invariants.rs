//! What holds after each call of the loop.

use std::collections::BTreeMap;
use std::ffi::c_void;

use akgl::capi::actor::akgl_Actor;
use akgl::capi::collision::{AKGL_COLLISION_LAYER_ALL, akgl_CollisionProxyInfo, akgl_collision_query_box};
use akgl::capi::error::akerr_ErrorContext;
use akgl::capi::error::pool::AKERR_ARRAY_ERROR;
use akgl::capi::heap::{AKGL_HEAP_CHARACTER, AKGL_HEAP_STRING, akgl_heap_actor_at, akgl_heap_actor_count};
use akgl::collision::Bounds;
use akgl::glam::Vec3;
use sdl3_sys::rect::SDL_FRect;

use crate::act::core;
use crate::stage::{Stage, ok, world};

pub fn check(stage: &Stage) {
    stage.quiet.set(true);
    pools(stage);
    for which in 0..2 {
        if stage.there[usize::from(which)].get() {
            for (x, size) in [(-1e30, 2e30), (40.0, 64.0)] {
                partition(
                    stage,
                    which,
                    &SDL_FRect {
                        x,
                        y: x,
                        w: size,
                        h: size,
                    },
                );
            }
        }
    }
    stage.quiet.set(false);
}

/// More slots than a script claims; the lowest are handed out first.
const SCRIPT: usize = 128;

/// Counts are what the game's own are, contexts are back, and numbers are numbers but where the game put
/// others.
fn pools(stage: &Stage) {
    let held = stage.held.borrow();
    let wild = stage.wild.borrow();
    for actor in stage.slots() {
        // SAFETY: slots of the pools; read only.
        let a = unsafe { &*actor };
        let expected = held.get(&actor).copied().unwrap_or(0);
        assert_eq!(a.refcount, expected, "refcount");
        if expected == 0 {
            continue;
        }
        let numbers = numbers(a);
        if !wild.contains(&actor) {
            assert!(
                numbers.iter().all(|number| number.is_finite()),
                "a number that is none: {numbers:?}"
            );
        }
        // What a NaN is made of is not promised.
        numbers
            .iter()
            .for_each(|n| stage.note(u64::from(if n.is_nan() { 1 } else { n.to_bits() })));
    }
    // SAFETY: one thread; read only.
    unsafe {
        let contexts = &*(&raw const AKERR_ARRAY_ERROR);
        assert!(
            contexts.iter().all(|context| context.refcount == 0),
            "a context is not back"
        );
        let characters = &*(&raw const AKGL_HEAP_CHARACTER);
        let used = characters[..SCRIPT]
            .iter()
            .filter(|character| character.refcount != 0)
            .count();
        assert_eq!(used, stage.characters.borrow().len());
        let texts = &*(&raw const AKGL_HEAP_STRING);
        let used = texts[..SCRIPT].iter().filter(|text| text.refcount != 0).count();
        assert_eq!(used, stage.texts.borrow().len());
    }
}

/// What an actor has that a step computes with or leaves behind.
fn numbers(a: &akgl_Actor) -> [f32; 38] {
    let (s, f) = (&a.shape, &a.felt);
    [
        a.x, a.y, a.z, a.vx, a.vy, a.vz, a.ex, a.ey, a.ez, a.tx, a.ty, a.tz, a.ax, a.ay, a.az, a.sx, a.sy,
        a.sz, s.x, s.y, s.w, s.h, s.z, s.depth, f.pushx, f.pushy, f.pushz, f.carryx, f.carryy, f.fromx,
        f.fromy, f.tox, f.toy, f.finex, f.finey, f.fineex, f.fineey, f.mostfall,
    ]
}

/// What a visitor was told: actors by address, geometry by handle, and how often.
type Seen = BTreeMap<(usize, u64), u32>;

unsafe extern "C" fn see(
    seen: *mut c_void,
    info: *const akgl_CollisionProxyInfo,
    _: *mut bool,
) -> *mut akerr_ErrorContext {
    // SAFETY: the map that `partition` handed over; both are valid for the length of this call.
    unsafe {
        let handle = if (*info).actor.is_null() { (*info).proxy } else { 0 };
        *(*seen.cast::<Seen>())
            .entry(((*info).actor as usize, handle))
            .or_default() += 1;
    }
    std::ptr::null_mut()
}

/// The broad phase has exactly the live actors with a shape and the geometry that was added, where they
/// are now.
fn partition(stage: &Stage, which: u8, rect: &SDL_FRect) {
    let mut seen = Seen::new();
    // SAFETY: a world that is there; the map outlives the call.
    ok(unsafe {
        akgl_collision_query_box(
            world(which),
            rect,
            AKGL_COLLISION_LAYER_ALL,
            Some(see),
            (&raw mut seen).cast(),
        )
    });
    let area = Bounds::new(
        f64::from(rect.x),
        f64::from(rect.y),
        f64::from(rect.w),
        f64::from(rect.h),
    );
    let mut expected = Seen::new();
    for index in 0..akgl_heap_actor_count() {
        let actor = akgl_heap_actor_at(index);
        // SAFETY: a slot of the pool; read only.
        let a = unsafe { &*actor };
        let at = Vec3::new(a.x, a.y, a.z);
        if let Some(shape) = core(&a.shape)
            && a.refcount != 0
            && at.is_finite()
            && shape.layers != 0
            && shape.at(at).bounds().overlaps(&area)
        {
            expected.insert((actor as usize, 0), 1);
        }
    }
    for proxy in stage
        .geometry
        .borrow()
        .iter()
        .filter(|proxy| proxy.world == which)
    {
        let at = Vec3::new(proxy.x, proxy.y, 0.0);
        if proxy.shape.layers != 0 && proxy.shape.at(at).bounds().overlaps(&area) {
            expected.insert((0, proxy.handle), 1);
        }
    }
    assert_eq!(seen, expected, "world {which}, {:?}", (rect.x, rect.w));
}
