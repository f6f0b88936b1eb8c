//! `akgl/physics.h`: the two backends and the step.

use super::actor::akgl_Actor;
use super::collision::akgl_CollisionWorld;
use super::error::akerr_ErrorContext;
use super::types::{akgl_Iterator, float32_t};

/// A method of a backend that concerns one actor.
pub type akgl_PhysicsActorFunc = Option<
    unsafe extern "C" fn(
        self_: *mut akgl_PhysicsBackend,
        actor: *mut akgl_Actor,
        dt: float32_t,
    ) -> *mut akerr_ErrorContext,
>;
/// The method of a backend that steps the pool.
pub type akgl_PhysicsSimulateFunc = Option<
    unsafe extern "C" fn(
        self_: *mut akgl_PhysicsBackend,
        opflags: *mut akgl_Iterator,
    ) -> *mut akerr_ErrorContext,
>;

/// A physics backend: four methods and their data.
#[repr(C)]
pub struct akgl_PhysicsBackend {
    pub gravity: akgl_PhysicsActorFunc,
    pub r#move: akgl_PhysicsActorFunc,
    pub collide: akgl_PhysicsActorFunc,
    pub simulate: akgl_PhysicsSimulateFunc,
    pub gravity_x: float32_t,
    pub gravity_y: float32_t,
    pub gravity_z: float32_t,
    pub drag_x: float32_t,
    pub drag_y: float32_t,
    pub drag_z: float32_t,
    pub max_timestep: float32_t,
    pub gravity_time: u64,
    pub collision: *mut akgl_CollisionWorld,
    pub reserved: [u32; 16],
}
/// Storage for a backend: zero until an initializer runs.
#[unsafe(no_mangle)]
pub static mut akgl_default_physics: akgl_PhysicsBackend =
    // SAFETY: numbers, pointers and optional functions, all of which may be zero.
    unsafe { core::mem::MaybeUninit::zeroed().assume_init() };

/// The current backend.
#[unsafe(no_mangle)]
pub static mut akgl_physics: *mut akgl_PhysicsBackend = &raw mut akgl_default_physics;
