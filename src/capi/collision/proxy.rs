// The proxies of `akgl/collision.h`: geometry that is not on the tile grid, by handle.

use super::query::finite_place;
use super::shape::solid_shape;
use super::*;
use crate::capi::error::{AKERR_KEY, Outcome, akerr_ErrorContext, check, ffi};
use crate::collision::{self, Owner, Proxy, ProxyId};
use crate::fault;

/// Adds a proxy: geometry that is not on the tile grid, at (x, y, z). Give its shape
/// `AKGL_COLLISION_FLAG_STATIC` where it never gives way. The shape is copied; `userdata` is kept and
/// handed back. Writes the handle to `*dest`.
///
/// `AKERR_NULLPOINTER` for NULL (`userdata` may be), `AKERR_VALUE` for a shape that is none or wrong
/// and a place that is not finite; what a partitioner of the game's own raises. Nothing is added then.
///
/// # Safety
/// Each pointer is NULL or valid; `userdata` is not followed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_add(
    world: *mut akgl_CollisionWorld,
    shape: *const akgl_CollisionShape,
    x: float32_t,
    y: float32_t,
    z: float32_t,
    userdata: *mut c_void,
    dest: *mut akgl_CollisionProxy,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_add", || {
        let world = check(world, "world")?.as_ptr();
        let shape = check(shape.cast_mut(), "shape")?;
        let dest = check(dest, "dest")?;
        // SAFETY: not NULL, so valid for the caller promises it.
        let shape = unsafe { solid_shape(&*shape.as_ptr()) }?;
        let position = finite_place(x, y, z)?;
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        let id = state.add_piece(shape, position, userdata as u64);
        if let Err(fault) = crate::capi::partitioner::take_fault() {
            state.remove_piece(id);
            if let Err(second) = crate::capi::partitioner::take_fault() {
                second.release();
            }
            return Err(fault);
        }
        // SAFETY: not NULL.
        unsafe { dest.as_ptr().write(id.to_bits()) };
        Ok(())
    })
}

/// Moves a proxy that the game added. `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a stale
/// handle or an actor's, `AKERR_VALUE` for a place that is not finite.
///
/// # Safety
/// `world` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_move(
    world: *mut akgl_CollisionWorld,
    proxy: akgl_CollisionProxy,
    x: float32_t,
    y: float32_t,
    z: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_move", || {
        let world = check(world, "world")?.as_ptr();
        let position = finite_place(x, y, z)?;
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        let (id, found) = geometry(&state.proxies, proxy)?;
        state.proxies.update(id, found.shape, position);
        crate::capi::partitioner::take_fault()
    })
}

/// Removes a proxy that the game added. `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a stale
/// handle or an actor's (set its shape to none instead).
///
/// # Safety
/// `world` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_remove(
    world: *mut akgl_CollisionWorld,
    proxy: akgl_CollisionProxy,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_remove", || {
        let world = check(world, "world")?.as_ptr();
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        let (id, _) = geometry(&state.proxies, proxy)?;
        state.remove_piece(id);
        crate::capi::partitioner::take_fault()
    })
}

/// Tells what a handle stands for. `AKERR_NULLPOINTER` for NULL, `AKERR_KEY` for a stale handle;
/// `*dest` is then left as it was.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_collision_proxy_get(
    world: *mut akgl_CollisionWorld,
    proxy: akgl_CollisionProxy,
    dest: *mut akgl_CollisionProxyInfo,
) -> *mut akerr_ErrorContext {
    ffi("akgl_collision_proxy_get", || {
        let world = check(world, "world")?.as_ptr();
        let dest = check(dest, "dest")?;
        // SAFETY: the caller's world; no callback but a partitioner's runs while it is borrowed.
        let state = unsafe { &mut *state::of(world)? };
        state.sync();
        crate::capi::partitioner::take_fault()?;
        match state.info(ProxyId::from_bits(proxy)) {
            // SAFETY: not NULL.
            Some(info) => unsafe { dest.as_ptr().write(info) },
            None => return stale(proxy),
        }
        Ok(())
    })
}

/// A proxy that the game added, by its handle.
fn geometry(proxies: &collision::Proxies, proxy: akgl_CollisionProxy) -> Outcome<(ProxyId, Proxy)> {
    let id = ProxyId::from_bits(proxy);
    match proxies.get(id) {
        Some(found) if matches!(found.owner, Owner::Geometry(_)) => Ok((id, *found)),
        Some(_) => fault!(AKERR_KEY, "proxy {proxy:#x} is an actor's"),
        None => stale(proxy),
    }
}

fn stale<T>(proxy: akgl_CollisionProxy) -> Outcome<T> {
    fault!(
        AKERR_KEY,
        "proxy {proxy:#x} is stale: it was removed, or is of another world"
    )
}
