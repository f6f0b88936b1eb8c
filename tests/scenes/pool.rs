//! The driver over the C pool, used as its headers say. There is one pool in a process: a scene keeps it
//! from the next until it is dropped.
#![allow(clippy::undocumented_unsafe_blocks)] // All of it is about the C side, used as its headers say.

use core::ffi::c_int;
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use std::alloc::{Layout, alloc_zeroed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use akgl::capi::actor::{akgl_Actor, akgl_actor_initialize, akgl_actor_set_character};
use akgl::capi::character::{akgl_Character, akgl_character_initialize};
use akgl::capi::collision::{
    AKGL_COLLISION_FLAG_SENSOR, AKGL_COLLISION_FLAG_STATIC, AKGL_COLLISION_TEST_PLANAR, akgl_CollisionProxy,
    akgl_CollisionShape, akgl_CollisionWorld, akgl_collision_bind_tilemap, akgl_collision_proxy_add,
    akgl_collision_world_destroy, akgl_collision_world_init,
};
use akgl::capi::error::akerr_ErrorContext;
use akgl::capi::heap::{
    AKGL_MAX_HEAP_ACTOR, akgl_heap_init, akgl_heap_next_actor, akgl_heap_next_character, akgl_heap_set_actors,
};
use akgl::capi::physics::{akgl_PhysicsBackend, akgl_physics_init_arcade, akgl_physics_step};
use akgl::capi::tilemap::{AKGL_TILEMAP_LAYER_TILES, akgl_Tilemap};
use akgl::collision::{Kind, Shape, Space};
use akgl::physics::Motion;
use akgl::world::State;
use glam::Vec3;

use super::{Driver, Scene, Wish};

/// The pool is one for the whole process.
static POOL: Mutex<()> = Mutex::new(());

pub fn ok(error: *mut akerr_ErrorContext) {
    if !error.is_null() {
        let message = unsafe { core::ffi::CStr::from_ptr((*error).message.as_ptr()) };
        panic!("{}", message.to_string_lossy());
    }
}

pub fn shape(shape: Option<&Shape>) -> akgl_CollisionShape {
    let Some(shape) = shape else {
        return akgl_CollisionShape::default();
    };
    akgl_CollisionShape {
        kind: match shape.kind {
            Kind::Box => 1,
            Kind::Circle => 2,
            Kind::CapsuleX => 3,
            Kind::CapsuleY => 4,
        },
        layermask: shape.layers,
        collidemask: shape.collides,
        flags: if shape.sensor {
            AKGL_COLLISION_FLAG_SENSOR
        } else {
            0
        } | if shape.fixed {
            AKGL_COLLISION_FLAG_STATIC
        } else {
            0
        },
        x: shape.offset[0],
        y: shape.offset[1],
        w: shape.size[0],
        h: shape.size[1],
        z: shape.z,
        depth: shape.depth,
    }
}

fn zeroed<T>() -> Box<T> {
    // Far too large for the stack, where it is a map.
    unsafe { Box::from_raw(alloc_zeroed(Layout::new::<T>()).cast::<T>()) }
}

pub struct InPool {
    pub backend: Box<akgl_PhysicsBackend>,
    pub world: Box<akgl_CollisionWorld>,
    pub actors: Vec<*mut akgl_Actor>,
    /// In place of the built-in pool, where that is too small.
    _own: Vec<akgl_Actor>,
    pub map: Box<akgl_Tilemap>,
    /// The handles of the scene's geometry, in its order.
    pub geometry: Vec<akgl_CollisionProxy>,
    _only: MutexGuard<'static, ()>,
}

impl Drop for InPool {
    fn drop(&mut self) {
        ok(unsafe { akgl_collision_world_destroy(&raw mut *self.world) });
        ok(akgl_heap_init());
        ok(unsafe { akgl_heap_set_actors(null_mut(), 0) });
    }
}

fn bind(scene: &Scene, world: &mut akgl_CollisionWorld, map: &mut akgl_Tilemap) {
    let Some(first) = scene.layers.first() else {
        return;
    };
    [map.width, map.height] = [first.cols() as c_int, first.rows() as c_int];
    [map.tilewidth, map.tileheight] = scene.tile.map(|side| side as c_int);
    for ours in &scene.layers {
        let layer = &mut map.layers[ours.index()];
        map.numlayers = map.numlayers.max(ours.index() as c_int + 1);
        layer.kind = AKGL_TILEMAP_LAYER_TILES;
        layer.collidable = true;
        [layer.x, layer.y] = ours.offset();
        [layer.width, layer.height] = [ours.cols() as c_int, ours.rows() as c_int];
        for (cell, ours) in layer.data.iter_mut().zip(ours.cells()) {
            *cell = *ours as c_int;
        }
    }
    ok(unsafe { akgl_collision_bind_tilemap(world, map) });
}

impl Driver for InPool {
    fn build(scene: &Scene) -> Self {
        let only = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        ok(akgl_heap_init());
        let mut own: Vec<akgl_Actor> = Vec::new();
        if scene.actors.len() > AKGL_MAX_HEAP_ACTOR {
            own.resize_with(scene.actors.len(), || unsafe {
                MaybeUninit::zeroed().assume_init()
            });
            ok(unsafe { akgl_heap_set_actors(own.as_mut_ptr(), own.len()) });
        }
        let mut backend: Box<akgl_PhysicsBackend> = zeroed();
        let mut world: Box<akgl_CollisionWorld> = zeroed();
        let mut map: Box<akgl_Tilemap> = zeroed();
        ok(unsafe { akgl_physics_init_arcade(&raw mut *backend) });
        let settings = &scene.settings;
        [backend.gravity_x, backend.gravity_y, backend.gravity_z] = settings.gravity.to_array();
        [backend.drag_x, backend.drag_y, backend.drag_z] = settings.drag.to_array();
        let [w, h] = scene.tile;
        ok(unsafe { akgl_collision_world_init(&raw mut *world, null(), w, h) });
        if scene.space == Space::Solid {
            world.flags &= !AKGL_COLLISION_TEST_PLANAR;
        }
        bind(scene, &mut world, &mut map);
        backend.collision = &raw mut *world;

        let mut geometry = Vec::new();
        for piece in &scene.statics {
            let mut fixed = shape(Some(&piece.shape));
            fixed.flags |= AKGL_COLLISION_FLAG_STATIC;
            let at = piece.position;
            let mut handle = 0;
            ok(unsafe {
                akgl_collision_proxy_add(
                    &raw mut *world,
                    &fixed,
                    at.x,
                    at.y,
                    at.z,
                    null_mut(),
                    &raw mut handle,
                )
            });
            geometry.push(handle);
        }
        let characters: Vec<*mut akgl_Character> = scene
            .characters
            .iter()
            .map(|character| {
                let mut made = null_mut();
                ok(unsafe { akgl_heap_next_character(&raw mut made) });
                ok(unsafe { akgl_character_initialize(made, c"character".as_ptr()) });
                unsafe {
                    [(*made).ax, (*made).ay, (*made).az] = character.acceleration.to_array();
                    [(*made).sx, (*made).sy, (*made).sz] = character.top_speed.to_array();
                    (*made).shape = shape(character.shape.as_ref());
                }
                made
            })
            .collect();
        let mut actors: Vec<*mut akgl_Actor> = Vec::new();
        for actor in &scene.actors {
            let mut made = null_mut();
            ok(unsafe { akgl_heap_next_actor(&raw mut made) });
            ok(unsafe { akgl_actor_initialize(made, c"actor".as_ptr()) });
            unsafe {
                if actor.shape.is_some() {
                    (*made).shape = shape(actor.shape.as_ref());
                    (*made).shape_override = true;
                }
            }
            ok(unsafe { akgl_actor_set_character(made, characters[actor.character]) });
            unsafe {
                let motion = &actor.motion;
                [(*made).x, (*made).y, (*made).z] = motion.position.to_array();
                [(*made).vx, (*made).vy, (*made).vz] = motion.velocity.to_array();
                [(*made).ex, (*made).ey, (*made).ez] = motion.environment.to_array();
                [(*made).tx, (*made).ty, (*made).tz] = motion.thrust.to_array();
                [(*made).ax, (*made).ay, (*made).az] = motion.acceleration.to_array();
                [(*made).sx, (*made).sy, (*made).sz] = motion.top_speed.to_array();
                (*made).state = actor.state.0;
            }
            actors.push(made);
        }
        for (at, actor) in scene.actors.iter().enumerate() {
            if let Some(parent) = actor.parent {
                unsafe { (*actors[at]).parent = actors[parent] };
            }
        }
        Self {
            backend,
            world,
            actors,
            _own: own,
            map,
            geometry,
            _only: only,
        }
    }

    fn wish(&mut self, actor: usize, wish: &Wish) {
        let actor = self.actors[actor];
        unsafe {
            if let Some(state) = wish.state {
                (*actor).state = state.0;
            }
            if let Some(jump) = wish.jump {
                (*actor).ey = jump;
            }
            if let Some(place) = wish.teleport {
                [(*actor).x, (*actor).y, (*actor).z] = place.to_array();
            }
        }
    }

    fn step(&mut self, dt: f32) {
        ok(unsafe { akgl_physics_step(&raw mut *self.backend, null_mut(), dt) });
    }

    fn read(&self, actor: usize) -> (Motion, State) {
        unsafe {
            let actor = &*self.actors[actor];
            let motion = Motion {
                position: Vec3::new(actor.x, actor.y, actor.z),
                velocity: Vec3::new(actor.vx, actor.vy, actor.vz),
                environment: Vec3::new(actor.ex, actor.ey, actor.ez),
                thrust: Vec3::new(actor.tx, actor.ty, actor.tz),
                acceleration: Vec3::new(actor.ax, actor.ay, actor.az),
                top_speed: Vec3::new(actor.sx, actor.sy, actor.sz),
            };
            (motion, State(actor.state))
        }
    }
}
