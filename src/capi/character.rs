//! `akgl/character.h`: what many actors share.

use core::ffi::{c_char, c_void};

use super::collision::akgl_CollisionShape;
use super::types::{AKGL_MAX_NAME, float32_t};

/// The settings many actors share: accelerations, top speeds, a default shape.
#[repr(C)]
pub struct akgl_Character {
    /// Name in the character registry.
    pub name: [c_char; AKGL_MAX_NAME],
    /// 0 for a free slot.
    pub refcount: u32,
    pub ax: float32_t,
    pub ay: float32_t,
    pub az: float32_t,
    pub sx: float32_t,
    pub sy: float32_t,
    pub sz: float32_t,
    pub shape: akgl_CollisionShape,
    pub userdata: *mut c_void,
    pub reserved: [u32; 16],
}
