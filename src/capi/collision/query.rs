// The questions of `akgl/collision.h` that push nothing.

use glam::Vec3;
use sdl3_sys::rect::{SDL_FPoint, SDL_FRect};

use super::shape::solid_shape;
use super::*;
use crate::capi::error::{
    AKERR_OUTOFBOUNDS, AKERR_VALUE, Fault, Outcome, akerr_ErrorContext, check, ffi, from_c,
};
use crate::collision::{self, Bounds, Volume};
use crate::fault;

/// Whether the tile under a point is solid; `*dest` says. A point on an edge belongs to the cell to
/// the right and below; outside of the map nothing is solid. Tiles are on
/// `AKGL_COLLISION_LAYER_STATIC`, so a `mask` without it finds none.
///
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a point that is not finite.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_solid_at(
    world: *mut akgl_CollisionWorld,
    x: float32_t,
    y: float32_t,
    mask: u32,
    dest: *mut bool,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_solid_at", || {
        let world = check(world, "world")?.as_ptr();
        let dest = check(dest, "dest")?;
        finite_place(x, y, 0.0)?;
        // SAFETY: the caller's world, whose map is valid while it is bound; no callback runs.
        let solid = unsafe {
            let scene = scene::PoolScene::of(world)?;
            mask & AKGL_COLLISION_LAYER_STATIC != 0
                && collision::Scene::tiles(&scene)
                    .at(f64::from(x), f64::from(y))
                    .is_some()
        };
        // SAFETY: not NULL.
        unsafe { dest.as_ptr().write(solid) };
        Ok(())
    })
}

/// Whether a rectangle overlaps anything solid on the layers of `mask`: tiles, geometry and actors'
/// shapes that are no sensors. `*dest` says. Touching is not overlapping.
///
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a number that is not finite or a size that is not
/// positive.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_box_blocked(
    world: *mut akgl_CollisionWorld,
    rect: *const SDL_FRect,
    mask: u32,
    dest: *mut bool,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_box_blocked", || {
        let world = check(world, "world")?.as_ptr();
        let rect = check(rect.cast_mut(), "rect")?;
        let dest = check(dest, "dest")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let area = unsafe { area(&*rect.as_ptr()) }?;
        // SAFETY: the caller's world and its map; no callback but a partitioner's runs.
        let blocked = unsafe {
            let state = state::of(world)?;
            (*state).sync();
            let mut near = core::mem::take(&mut (*state).near);
            let mut scene = scene::PoolScene::of(world)?;
            let space = state::space(world);
            let blocked = collision::blocked(&Volume::slab(&area), mask, space, &mut scene, &mut near);
            (*state).near = near;
            blocked
        };
        crate::capi::partitioner::take_fault()?;
        // SAFETY: not NULL.
        unsafe { dest.as_ptr().write(blocked) };
        Ok(())
    })
}

/// Visits every proxy on the layers of `mask` whose bounding box overlaps a rectangle: geometry and
/// actors' shapes, sensors too, each once. Tiles have no proxies.
///
/// The visitor may change anything; a proxy that it removes, or whose actor it releases, before its
/// turn is not visited.
///
/// `AKERR_NULLPOINTER` for NULL (`userdata` may be), `AKERR_VALUE` for a number that is not finite or
/// a size that is not positive; what the visitor raises is handed up.
///
/// # Safety
/// Each pointer is NULL or valid; `userdata` is not followed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_query_box(
    world: *mut akgl_CollisionWorld,
    rect: *const SDL_FRect,
    mask: u32,
    visit: akgl_CollisionVisitFunc,
    userdata: *mut c_void,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_query_box", || {
        let world = check(world, "world")?.as_ptr();
        let rect = check(rect.cast_mut(), "rect")?;
        let Some(visit) = visit else {
            return Err(Fault::new(crate::capi::error::AKERR_NULLPOINTER, "visit is NULL"));
        };
        // SAFETY: not NULL, so valid for the caller promises it.
        let area = unsafe { area(&*rect.as_ptr()) }?;
        // SAFETY: the caller's world; the borrow ends before the visitor runs, and the state is
        // looked up again after each call.
        unsafe {
            let (key, mut found) = {
                let state = &mut *state::of(world)?;
                state.sync();
                let mut found = state.take_list();
                state.proxies.near(&area, &mut found);
                (state.key(), found)
            };
            let mut outcome = crate::capi::partitioner::take_fault();
            for id in &found {
                if outcome.is_err() {
                    break;
                }
                // By its key: the visitor may have destroyed the world, and freed its record.
                let Some(state) = state::by_key(key) else { break };
                let Some(info) = (*state).info(*id) else { continue };
                if info.shape.layermask & mask == 0 {
                    continue;
                }
                let mut stop = false;
                outcome = from_c(visit(userdata, &info, &mut stop));
                if stop {
                    break;
                }
            }
            found.clear();
            if let Some(state) = state::by_key(key) {
                (*state).lists.push(found);
            }
            outcome
        }
    })
}

/// Lifts a shape out of geometry it was placed inside: straight up, first to the next line between
/// two rows of tiles, then a tile at a time, until it overlaps nothing that it responds to. Writes
/// the place to `*dest`: (x, y) itself where the shape is free there. Nothing is moved; put the actor
/// there yourself.
///
/// `AKERR_OUTOFBOUNDS` where it is not free within `AKGL_COLLISION_SETTLE_MAX_TILES` tiles,
/// `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a shape that is wrong or none and for a place that
/// is not finite; `*dest` is then left as it was.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_settle(
    world: *mut akgl_CollisionWorld,
    shape: *const akgl_CollisionShape,
    x: float32_t,
    y: float32_t,
    dest: *mut SDL_FPoint,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_settle", || {
        let world = check(world, "world")?.as_ptr();
        let shape = check(shape.cast_mut(), "shape")?;
        let dest = check(dest, "dest")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let core = unsafe { solid_shape(&*shape.as_ptr()) }?;
        let position = finite_place(x, y, 0.0)?;
        // SAFETY: the caller's world and its map; no callback but a partitioner's runs.
        let settled = unsafe {
            let state = state::of(world)?;
            (*state).sync();
            let mut near = core::mem::take(&mut (*state).near);
            let mut scene = scene::PoolScene::of(world)?;
            // An actor that asks about its own shape is not in its own way.
            scene.leave_out(shape.as_ptr());
            let cell = f64::from((*world).cellheight);
            let settled =
                collision::settle(&core, position, state::space(world), cell, &mut scene, &mut near);
            (*state).near = near;
            settled
        };
        crate::capi::partitioner::take_fault()?;
        match settled {
            Ok(place) => {
                // SAFETY: not NULL.
                unsafe {
                    dest.as_ptr().write(SDL_FPoint {
                        x: place.x,
                        y: place.y,
                    })
                };
                Ok(())
            }
            Err(error) => fault!(AKERR_OUTOFBOUNDS, "{error}"),
        }
    })
}

fn area(rect: &SDL_FRect) -> Outcome<Bounds> {
    let SDL_FRect { x, y, w, h } = *rect;
    if [x, y, w, h].iter().all(|edge| edge.is_finite()) && w > 0.0 && h > 0.0 {
        Ok(Bounds::new(
            f64::from(x),
            f64::from(y),
            f64::from(w),
            f64::from(h),
        ))
    } else {
        fault!(AKERR_VALUE, "the rectangle ({x}, {y}, {w}, {h}) has no area")
    }
}

pub(super) fn finite_place(x: f32, y: f32, z: f32) -> Outcome<Vec3> {
    let place = Vec3::new(x, y, z);
    if place.is_finite() {
        Ok(place)
    } else {
        fault!(AKERR_VALUE, "the place ({x}, {y}, {z}) is not finite")
    }
}
