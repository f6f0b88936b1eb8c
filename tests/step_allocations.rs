//! A step takes no memory from the allocator once its lists have grown: 1,000 actors on tiles, among
//! geometry, sensors, children and one another, with either of the library's partitioners.

mod counting;

use std::ffi::{CStr, c_char};

use akgl::capi::actor::{akgl_Actor, akgl_actor_initialize, akgl_actor_set_character};
use akgl::capi::character::akgl_character_initialize;
use akgl::capi::collision::{
    AKGL_COLLISION_FLAG_SENSOR, AKGL_COLLISION_FLAG_STATIC, AKGL_COLLISION_LAYER_ACTOR, akgl_CollisionProxy,
    akgl_CollisionShape, akgl_CollisionWorld, akgl_collision_bind_tilemap, akgl_collision_box_blocked,
    akgl_collision_proxy_add, akgl_collision_proxy_move, akgl_collision_shape_box,
    akgl_collision_shape_circle, akgl_collision_world_destroy, akgl_collision_world_init,
};
use akgl::capi::error::akerr_ErrorContext;
use akgl::capi::game::akgl_gamemap;
use akgl::capi::heap::{akgl_heap_init, akgl_heap_next_actor, akgl_heap_next_character};
use akgl::capi::physics::{akgl_PhysicsBackend, akgl_physics_init_arcade, akgl_physics_step};
use akgl::capi::tilemap::{AKGL_TILEMAP_GID_MASK, akgl_tilemap_initialize};
use sdl3_sys::rect::SDL_FRect;

const ACTORS: usize = 1000;
const COLUMNS: usize = 512;
const ROWS: usize = 8;
const STEP: f32 = 1.0 / 64.0;

#[track_caller]
fn ok(raised: *mut akerr_ErrorContext) {
    if !raised.is_null() {
        // SAFETY: a raised context, whose message is terminated.
        let message = unsafe { CStr::from_ptr((*raised).message.as_ptr().cast::<c_char>()) };
        panic!("{}", message.to_string_lossy());
    }
}

struct Stage {
    world: Box<akgl_CollisionWorld>,
    physics: Box<akgl_PhysicsBackend>,
    actors: Vec<*mut akgl_Actor>,
    platforms: Vec<akgl_CollisionProxy>,
}

/// A floor with steps in it, actors shoulder to shoulder on it, platforms above.
///
/// # Safety
/// Called by one thread at a time: the pools and the map are the library's own.
unsafe fn stage(partitioner: &CStr) -> Stage {
    // SAFETY: zero is what an uninitialised record of either kind is.
    let (mut world, mut physics): (Box<akgl_CollisionWorld>, Box<akgl_PhysicsBackend>) =
        unsafe { (Box::new(std::mem::zeroed()), Box::new(std::mem::zeroed())) };
    let mut actors = Vec::new();
    let mut platforms = Vec::new();
    // SAFETY: every pointer is of something that lives on; the map is static.
    unsafe {
        ok(akgl_heap_init());
        let map = (&raw const akgl_gamemap).read();
        ok(akgl_tilemap_initialize(map));
        (*map).width = COLUMNS as i32;
        (*map).height = ROWS as i32;
        (*map).tilewidth = 16;
        (*map).tileheight = 16;
        (*map).numlayers = 1;
        (*map).layers[0].collidable = true;
        for column in 0..COLUMNS {
            let top = if column % 40 == 39 { 4 } else { 6 };
            for row in top..ROWS {
                (*map).layers[0].data[row * COLUMNS + column] =
                    1 + (column as u32 & AKGL_TILEMAP_GID_MASK) as i32;
            }
        }
        ok(akgl_collision_world_init(
            &mut *world,
            partitioner.as_ptr(),
            16.0,
            16.0,
        ));
        ok(akgl_collision_bind_tilemap(&mut *world, map));
        ok(akgl_physics_init_arcade(&mut *physics));
        physics.gravity_y = 900.0;
        physics.collision = &mut *world;

        let mut character = std::ptr::null_mut();
        ok(akgl_heap_next_character(&mut character));
        ok(akgl_character_initialize(character, c"walker".as_ptr()));
        let body = SDL_FRect {
            x: 1.0,
            y: 0.0,
            w: 10.0,
            h: 14.0,
        };
        for nth in 0..ACTORS {
            let mut actor: *mut akgl_Actor = std::ptr::null_mut();
            ok(akgl_heap_next_actor(&mut actor));
            ok(akgl_actor_initialize(actor, c"walker".as_ptr()));
            ok(akgl_actor_set_character(actor, character));
            if nth % 3 == 0 {
                ok(akgl_collision_shape_circle(
                    &mut (*actor).shape,
                    6.0,
                    7.0,
                    7.0,
                    0.0,
                ));
            } else {
                ok(akgl_collision_shape_box(&mut (*actor).shape, &body, 0.0));
            }
            (*actor).shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
            if nth % 20 == 7 {
                (*actor).shape.flags |= AKGL_COLLISION_FLAG_SENSOR;
            }
            (*actor).x = 8.0 * nth as f32;
            (*actor).y = if nth % 2 == 0 { 60.0 } else { 30.0 };
            if nth % 25 == 13 {
                (*actor).parent = actors[nth - 1];
                (*actor).vy = -16.0;
            }
            actors.push(actor);
        }
        let mut slab: akgl_CollisionShape = std::mem::zeroed();
        let rect = SDL_FRect {
            x: 0.0,
            y: 0.0,
            w: 40.0,
            h: 6.0,
        };
        ok(akgl_collision_shape_box(&mut slab, &rect, 0.0));
        slab.flags |= AKGL_COLLISION_FLAG_STATIC;
        for nth in 0..100 {
            let mut proxy = 0;
            ok(akgl_collision_proxy_add(
                &mut *world,
                &slab,
                80.0 * nth as f32,
                50.0,
                0.0,
                std::ptr::null_mut(),
                &mut proxy,
            ));
            platforms.push(proxy);
        }
    }
    Stage {
        world,
        physics,
        actors,
        platforms,
    }
}

/// One frame: everybody runs one way for half a second and the other way for the next, some jump, the
/// platforms go to and fro, somebody looks ahead.
fn frame(stage: &mut Stage, nth: usize) {
    let beat = nth % 64;
    let way = if beat < 32 { 1.0 } else { -1.0 };
    // SAFETY: actors and proxies of the stage, which nothing released.
    unsafe {
        for (index, actor) in stage.actors.iter().enumerate() {
            if (**actor).parent.is_null() {
                (**actor).ex = if index % 2 == 0 { 90.0 * way } else { -60.0 * way };
                if index % 7 == 0 && beat % 32 == 5 {
                    (**actor).ey = -300.0;
                }
            }
        }
        for (index, platform) in stage.platforms.iter().enumerate() {
            let out = if beat < 32 { beat } else { 64 - beat };
            ok(akgl_collision_proxy_move(
                &mut *stage.world,
                *platform,
                80.0 * index as f32 + out as f32,
                50.0,
                0.0,
            ));
        }
        let ahead = SDL_FRect {
            x: 200.0,
            y: 0.0,
            w: 400.0,
            h: 90.0,
        };
        let mut blocked = false;
        ok(akgl_collision_box_blocked(
            &mut *stage.world,
            &ahead,
            u32::MAX,
            &mut blocked,
        ));
        assert!(blocked);
        ok(akgl_physics_step(&mut *stage.physics, std::ptr::null_mut(), STEP));
    }
}

#[test]
fn a_step_of_1000_actors_takes_no_memory_once_warm() {
    for partitioner in [c"grid", c"bsp"] {
        // SAFETY: the only test of this program.
        let mut stage = unsafe { stage(partitioner) };
        for nth in 0..128 {
            frame(&mut stage, nth);
        }
        let before = counting::taken();
        for nth in 128..192 {
            frame(&mut stage, nth);
            let taken = counting::taken() - before;
            assert_eq!(taken, 0, "{partitioner:?}: step {nth} took memory {taken} times");
        }
        // They did what they were to do: some stand on the floor, some are moving.
        // SAFETY: actors of the pool.
        let (low, moving) = unsafe {
            (
                stage.actors.iter().filter(|actor| (***actor).y > 70.0).count(),
                stage.actors.iter().filter(|actor| (***actor).ex != 0.0).count(),
            )
        };
        println!("{partitioner:?}: {low} actors are down on the floor, {moving} are moving");
        assert!(low > ACTORS / 4 && moving > ACTORS / 20);
        // SAFETY: the stage's own world.
        unsafe { ok(akgl_collision_world_destroy(&mut *stage.world)) };
    }
}
