// The default `collidefunc`.

use glam::Vec3;

use super::*;
use crate::capi::actor::akgl_Actor;
use crate::capi::error::{akerr_ErrorContext, check, ffi};
use crate::collision::{self, ProxyId};
use crate::physics::Motion;

/// The default `collidefunc`: blocks. Puts the actor where it just touches, along the normal, and
/// removes the part of its motion that goes into the surface, from `e` and `t` each; the part along
/// the surface stays, and `v` is not written. A contact with a sensor, and one of an actor that did not
/// come into it in this sub-step and is on its way out, change nothing.
///
/// `AKERR_NULLPOINTER` for NULL.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_actor_collide_block(
    actor: *mut akgl_Actor,
    contact: *const akgl_CollisionContact,
) -> *mut akerr_ErrorContext {
    ffi("akgl_actor_collide_block", || {
        let actor = check(actor, "actor")?.as_ptr();
        let contact = check(contact.cast_mut(), "contact")?.as_ptr();
        // SAFETY: both not NULL, so valid for the caller promises it; nothing is called meanwhile.
        unsafe {
            let told = &*contact;
            let contact = collision::Contact {
                thing: collision::Thing::Proxy(ProxyId::from_bits(told.proxy)),
                normal: Vec3::new(told.nx, told.ny, told.nz),
                depth: told.depth,
                place: Vec3::new(told.x, told.y, told.z),
                entered: told.entered,
                sensor: told.sensor,
                layers: told.layermask,
            };
            let mut motion: Motion = crate::capi::physics::motion_of(actor);
            if collision::block(&mut motion, &contact) {
                crate::capi::feel::step::stop_push(actor, contact.normal);
                crate::capi::physics::put_motion(actor, &motion);
            }
        }
        Ok(())
    })
}
