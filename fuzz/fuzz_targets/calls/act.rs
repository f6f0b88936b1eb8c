//! One op: the call, the statuses that it may have, and what the game knows afterwards.

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};

use akgl::capi::actor::*;
use akgl::capi::collision::*;
use akgl::capi::error::*;
use akgl::capi::feel::pace::*;
use akgl::capi::feel::*;
use akgl::capi::game::*;
use akgl::capi::heap::*;
use akgl::capi::partitioner::*;
use akgl::capi::physics::*;
use akgl::capi::registry::*;
use akgl::capi::staticstring::*;
use akgl::capi::types::{AKGL_ITERATOR_OP_LAYERMASK, akgl_Iterator};
use akgl::collision::{Kind, Shape};
use akgl::physics::feel::Feel;
use sdl3_sys::rect::{SDL_FPoint, SDL_FRect};

use crate::hooks;
use crate::op::{Form, Op};
use crate::stage::{COLUMNS, OWN, POOL, Proxy, ROWS, Stage, ZONES, backend, map, record, status, world};

/// A status of the game's own, which hooks raise.
pub const OURS: i32 = 1000;
const ERANGE: i32 = 34;
const DT: [f32; 8] = [1.0 / 60.0, 1.0 / 64.0, 0.0, 0.05, 0.25, 1.0, -1.0, f32::NAN];

/// Checks a status and hands it on.
fn among(status: i32, allowed: &[i32]) -> i32 {
    assert!(
        status == 0 || allowed.contains(&status),
        "status {status}, none of {allowed:?}"
    );
    status
}

/// What a call that runs hooks may raise: what they raise, and what is wrong with what they left.
const HOOKED: [i32; 6] = [
    AKERR_NULLPOINTER,
    AKERR_VALUE,
    AKERR_HEAP,
    AKERR_BEHAVIOR,
    AKGL_ERR_LOGICINTERRUPT,
    OURS,
];
/// What a call that looks at a world may raise: that it is not there, that a partitioner made it, and what
/// a partitioner raised.
const WORLDLY: [i32; 4] = [AKERR_NULLPOINTER, AKERR_VALUE, AKERR_BEHAVIOR, OURS];

/// The shape of a form, with a size of a body in a game.
pub fn shape(form: &Form) -> akgl_CollisionShape {
    let (w, h) = (f32::from(form.w % 40 + 1), f32::from(form.h % 40 + 1));
    let (w, h) = match form.kind % 5 {
        2 => (w, w),
        3 => (w.max(h), w.min(h)),
        4 => (w.min(h), w.max(h)),
        _ => (w, h),
    };
    akgl_CollisionShape {
        kind: u32::from(form.kind % 5),
        layermask: u32::from(form.layers),
        collidemask: u32::from(form.collides),
        flags: u32::from(form.flags % 8),
        x: f32::from(form.x),
        y: f32::from(form.y),
        w,
        h,
        z: 0.0,
        depth: w.max(h),
    }
}

/// A shape of C's as the core's, where it is one.
pub fn core(shape: &akgl_CollisionShape) -> Option<Shape> {
    let kind = match shape.kind {
        1 => Kind::Box,
        2 => Kind::Circle,
        3 => Kind::CapsuleX,
        4 => Kind::CapsuleY,
        _ => return None,
    };
    let core = Shape::new(kind, [shape.x, shape.y], [shape.w, shape.h], shape.z, shape.depth).ok()?;
    let layers = shape.layermask | u32::from(shape.flags & AKGL_COLLISION_FLAG_STATIC != 0);
    Some(core.on(layers))
}

fn place(number: i16) -> f32 {
    f32::from(number) / 64.0
}

/// An op on an actor that is in use; nothing where there is none.
fn on(stage: &Stage, who: u8, act: impl FnOnce(*mut akgl_Actor) -> i32) -> i32 {
    stage.actor(who).map_or(0, act)
}

fn character(stage: &Stage, which: u8) -> Option<*mut akgl::capi::character::akgl_Character> {
    let characters = stage.characters.borrow();
    characters
        .get(usize::from(which) % characters.len().max(1))
        .copied()
}

pub fn act(stage: &Stage, op: &Op) -> i32 {
    // SAFETY: records of the stage, which live for ever; actors are asked for at each op, and nothing
    // holds a reference over a call.
    unsafe {
        match *op {
            Op::Spawn { form, x, y, hooks } => spawn(stage, &form, x, y, hooks),
            Op::Release(who) => release(stage, who),
            Op::Retain(who) => on(stage, who, |actor| {
                (*actor).refcount += 1;
                *stage.held.borrow_mut().get_mut(&actor).unwrap() += 1;
                0
            }),
            Op::Initialize(who) => {
                let actor = akgl_heap_actor_at(usize::from(who) % akgl_heap_actor_count().min(OWN));
                let raised = among(status(akgl_actor_initialize(actor, c"anew".as_ptr())), &[]);
                stage.wild.borrow_mut().remove(&actor);
                stage.held.borrow_mut().entry(actor).or_insert(1);
                raised
            }
            Op::Reshape { who, form } => on(stage, who, |actor| {
                (*actor).shape = shape(&form);
                0
            }),
            Op::Mask {
                who,
                layers,
                collides,
                flags,
            } => on(stage, who, |actor| {
                (*actor).shape.layermask = u32::from(layers);
                (*actor).shape.collidemask = u32::from(collides);
                (*actor).shape.flags = u32::from(flags);
                0
            }),
            Op::Place { who, x, y } => on(stage, who, |actor| {
                ((*actor).x, (*actor).y) = (place(x), place(y));
                0
            }),
            Op::Throw { who, x, y } => on(stage, who, |actor| {
                ((*actor).ex, (*actor).ey) = (place(x) * 4.0, place(y) * 4.0);
                0
            }),
            Op::Wild { who, field, value } => on(stage, who, |actor| {
                if stage.make_wild(actor) {
                    spoil(actor, field, value.0);
                }
                0
            }),
            Op::Hold { who, way } => on(stage, who, |actor| {
                let handler = [
                    akgl_actor_cmhf_left_on,
                    akgl_actor_cmhf_left_off,
                    akgl_actor_cmhf_right_on,
                    akgl_actor_cmhf_right_off,
                    akgl_actor_cmhf_up_on,
                    akgl_actor_cmhf_up_off,
                    akgl_actor_cmhf_down_on,
                    akgl_actor_cmhf_down_off,
                ][usize::from(way % 8)];
                among(status(handler(actor, null_mut())), &[])
            }),
            Op::Hooks { who, which } => on(stage, who, |actor| {
                dress(actor, which);
                0
            }),
            Op::NoHook { who, which } => on(stage, who, |actor| {
                match which % 4 {
                    0 => (*actor).movementlogicfunc = None,
                    1 => (*actor).collidefunc = None,
                    2 => (*actor).updatefunc = None,
                    _ => (*actor).facefunc = None,
                }
                0
            }),
            Op::Parent {
                child,
                parent,
                by_hand,
            } => on(stage, child, |child| {
                let Some(parent) = stage.actor(parent) else {
                    return 0;
                };
                if by_hand {
                    (*child).parent = parent;
                    return 0;
                }
                among(status(akgl_actor_add_child(parent, child)), &[AKERR_RELATIONSHIP])
            }),
            Op::Orphan(who) => on(stage, who, |actor| {
                (*actor).parent = null_mut();
                0
            }),
            Op::Push { who, x, y } => on(stage, who, |actor| {
                among(
                    status(akgl_actor_push(actor, place(x), place(y), 0.0)),
                    &[AKERR_VALUE],
                )
            }),
            Op::Teleport { who, x, y } => on(stage, who, |actor| {
                // A partitioner of the game's own may raise when it is told.
                among(
                    status(akgl_actor_teleport(actor, place(x), place(y), 0.0)),
                    &[OURS],
                )
            }),
            Op::Layer { who, layer } => on(stage, who, |actor| {
                (*actor).layer = u32::from(layer % 4);
                0
            }),
            Op::Character { who, which } => on(stage, who, |actor| {
                let Some(character) = character(stage, which) else {
                    return 0;
                };
                among(status(akgl_actor_set_character(actor, character)), &[])
            }),
            Op::NewCharacter(speed) => among(stage.new_character(300, speed), &[AKERR_HEAP]),
            Op::ReleaseCharacter(which) => {
                let Some(character) = character(stage, which) else {
                    return 0;
                };
                stage.characters.borrow_mut().retain(|other| *other != character);
                let raised = among(status(akgl_heap_release_character(character)), &[]);
                for index in 0..akgl_heap_actor_count() {
                    assert_ne!((*akgl_heap_actor_at(index)).basechar, character);
                }
                raised
            }
            Op::Speeds { which, a, s } => {
                let Some(character) = character(stage, which) else {
                    return 0;
                };
                ((*character).ax, (*character).ay) = (f32::from(a), f32::from(a / 2));
                ((*character).sx, (*character).sy) = (f32::from(s), f32::from(s / 2));
                0
            }
            Op::Text { release, which } => text(stage, release, which),
            Op::Pool(which) => {
                let own = (&raw mut POOL).cast();
                // Seldom the large one: what looks at all of it takes fifty times as long.
                let built_in = which == 255;
                let (pool, count) = match which % 4 {
                    _ if built_in => (null_mut(), 0),
                    0 => (own, 0),
                    1 => (own, 8),
                    _ => (own, OWN),
                };
                let raised = status(akgl_heap_set_actors(pool, count));
                assert_eq!(
                    raised,
                    if !built_in && which % 4 == 0 {
                        AKERR_VALUE
                    } else {
                        0
                    }
                );
                stage.built_in.set(stage.built_in.get() || built_in);
                raised
            }
            Op::EmptyPools => {
                let kept: Vec<_> = stage
                    .held
                    .borrow()
                    .keys()
                    .copied()
                    .filter(|actor| !in_pools(*actor))
                    .collect();
                let raised = among(status(akgl_heap_init()), &[]);
                stage.held.borrow_mut().retain(|actor, _| kept.contains(actor));
                stage.wild.borrow_mut().retain(|actor| kept.contains(actor));
                stage.characters.borrow_mut().clear();
                stage.texts.borrow_mut().clear();
                raised
            }
            Op::Feel { whose, name, value } => feel(stage, whose, name, value),
            Op::FeelWild { whose, name, value } => on(stage, whose, |actor| {
                if stage.make_wild(actor) {
                    let field = u32::from(name) % Feel::COUNT as u32;
                    (&raw mut (*actor).feel)
                        .cast::<f32>()
                        .add(field as usize + 1)
                        .write(value.0);
                    (*actor).feel.set |= 1 << field;
                }
                0
            }),
            Op::Zone {
                which,
                x,
                y,
                w,
                h,
                name,
                value,
            } => {
                let zone = (&raw mut ZONES)
                    .cast::<akgl_FeelZone>()
                    .add(usize::from(which % 2));
                ((*zone).x, (*zone).y) = (f32::from(x) * 4.0, f32::from(y) * 4.0);
                ((*zone).w, (*zone).h) = (f32::from(w), f32::from(h));
                set_feel(&raw mut (*zone).feel, name, value)
            }
            Op::Zones(count) => {
                (*backend()).numzones = u32::from(count % 3);
                (*backend()).zones = (&raw mut ZONES).cast();
                0
            }
            Op::Backend { field, value } => set_backend(field, value),
            Op::Init(which) => init(stage, which),
            Op::Property { name, value } => {
                let name = [
                    c"physics.gravity.x",
                    c"physics.gravity.y",
                    c"physics.max_timestep",
                    c"physics.terminal.y",
                    c"physics.friction",
                    c"physics.integrator",
                    c"physics.fixed_step",
                    c"physics.catch_up",
                ][usize::from(name % 8)];
                let value = [
                    c"0", c"600", c"nan", c"1e39", c"", c"abc", c"-5", c"0.5", c"euler", c"exact",
                ][usize::from(value % 10)];
                among(status(akgl_set_property(name.as_ptr(), value.as_ptr())), &[])
            }
            Op::Tile { layer, cell, gid } => {
                let cell = usize::from(cell) % (COLUMNS * ROWS);
                let gid = [0_u32, 1, 7, 0x8000_0001, 0xE000_0000, 0xFFFF_FFFF][usize::from(gid % 6)];
                (*map()).layers[usize::from(layer % 2)].data[cell] = gid as i32;
                0
            }
            Op::Map { field, value } => set_map(field, value),
            Op::Bind {
                world: which,
                map: bound,
            } => {
                let map = if bound { map() } else { null_mut() };
                among(status(akgl_collision_bind_tilemap(world(which), map)), &WORLDLY)
            }
            Op::Attach(which) => {
                (*backend()).collision = [null_mut(), world(0), world(1)][usize::from(which % 3)];
                0
            }
            Op::World {
                world: which,
                partitioner,
                cell,
            } => {
                let name = if partitioner == 255 {
                    c"octree".as_ptr()
                } else {
                    stage.partitioner(partitioner)
                };
                let cell = [16.0, 32.0, 1.0, 0.001, 1e30, 0.0, f32::NAN, -1.0][usize::from(cell % 8)];
                let raised = status(akgl_collision_world_init(world(which), name, cell, 16.0));
                among(raised, &[AKERR_VALUE, AKERR_KEY, AKERR_BEHAVIOR]);
                if raised == 0 {
                    forget_world(stage, which);
                    stage.there[usize::from(which % 2)].set(true);
                }
                raised
            }
            Op::Destroy(which) => {
                let raised = among(
                    status(akgl_collision_world_destroy(world(which))),
                    &[AKERR_BEHAVIOR],
                );
                if raised == 0 {
                    forget_world(stage, which);
                    stage.there[usize::from(which % 2)].set(false);
                }
                raised
            }
            Op::Partitioner {
                world: which,
                which: kind,
            } => set_partitioner(stage, which % 2, kind),
            Op::Planar { world: which, planar } => {
                (*world(which)).flags = u32::from(planar);
                0
            }
            Op::Add {
                world: which,
                form,
                x,
                y,
            } => {
                let shape = shape(&form);
                let mut handle = 0;
                let (x, y) = (place(x), place(y));
                let raised = status(akgl_collision_proxy_add(
                    world(which),
                    &shape,
                    x,
                    y,
                    0.0,
                    null_mut(),
                    &mut handle,
                ));
                among(raised, &WORLDLY);
                assert_eq!(handle != 0, raised == 0);
                if let Some(shape) = core(&shape).filter(|_| raised == 0) {
                    stage.geometry.borrow_mut().push(Proxy {
                        world: which % 2,
                        handle,
                        x,
                        y,
                        shape,
                    });
                }
                raised
            }
            Op::Move { which, x, y } => {
                let Some(proxy) = geometry(stage, which) else {
                    return 0;
                };
                let (x, y) = (place(x), place(y));
                let raised = status(akgl_collision_proxy_move(
                    world(proxy.world),
                    proxy.handle,
                    x,
                    y,
                    0.0,
                ));
                // What a partitioner raises comes after the move.
                if among(raised, &[AKERR_BEHAVIOR, OURS]) != AKERR_BEHAVIOR {
                    let mut geometry = stage.geometry.borrow_mut();
                    let own = geometry.iter_mut().find(|other| **other == proxy).unwrap();
                    (own.x, own.y) = (x, y);
                }
                raised
            }
            Op::Remove(which) => {
                let Some(proxy) = geometry(stage, which) else {
                    return 0;
                };
                let raised = status(akgl_collision_proxy_remove(world(proxy.world), proxy.handle));
                if among(raised, &[AKERR_BEHAVIOR, OURS]) != AKERR_BEHAVIOR {
                    stage.geometry.borrow_mut().retain(|other| *other != proxy);
                    stage.stale.borrow_mut().push((proxy.world, proxy.handle));
                }
                raised
            }
            Op::Stale(which) => {
                let stale = stage.stale.borrow().get(usize::from(which)).copied();
                let Some((of, handle)) = stale else { return 0 };
                let allowed = [AKERR_KEY, AKERR_NULLPOINTER, AKERR_BEHAVIOR, OURS];
                let mut info = std::mem::zeroed();
                for raised in [
                    akgl_collision_proxy_move(world(of), handle, 0.0, 0.0, 0.0),
                    akgl_collision_proxy_remove(world(of), handle),
                    akgl_collision_proxy_get(world(of), handle, &mut info),
                ] {
                    let raised = status(raised);
                    assert!(allowed.contains(&raised), "a stale handle answers: {raised}");
                }
                0
            }
            Op::Step { dt, layer } => {
                let mut only = akgl_Iterator {
                    flags: AKGL_ITERATOR_OP_LAYERMASK,
                    layerid: layer / 2 % 4,
                };
                let only = if layer % 2 == 1 { &raw mut only } else { null_mut() };
                among(
                    status(akgl_physics_step(backend(), only, DT[usize::from(dt % 8)])),
                    &HOOKED,
                )
            }
            Op::Simulate(dt) => {
                clock(DT[usize::from(dt % 6)]);
                among(status(akgl_physics_simulate(backend(), null_mut())), &HOOKED)
            }
            Op::Advance(elapsed) => among(
                status(akgl_physics_advance(
                    backend(),
                    null_mut(),
                    f32::from(elapsed) / 512.0,
                )),
                &HOOKED,
            ),
            Op::Update => {
                clock(DT[0]);
                among(status(akgl_game_update(null_mut())), &HOOKED)
            }
            Op::Collide(who) => on(stage, who, |actor| {
                among(
                    status(akgl_physics_arcade_collide(backend(), actor, DT[0])),
                    &HOOKED,
                )
            }),
            Op::Query {
                world: which,
                x,
                y,
                w,
                h,
                mask,
            } => {
                let rect = SDL_FRect {
                    x: place(x),
                    y: place(y),
                    w: f32::from(w),
                    h: f32::from(h),
                };
                let (mut blocked, mut solid) = (false, false);
                let mask = u32::from(mask);
                let asked = status(akgl_collision_box_blocked(
                    world(which),
                    &rect,
                    mask,
                    &mut blocked,
                ));
                among(asked, &WORLDLY);
                among(
                    status(akgl_collision_solid_at(
                        world(which),
                        rect.x,
                        rect.y,
                        mask,
                        &mut solid,
                    )),
                    &WORLDLY,
                );
                stage.note(u64::from(blocked) * 2 + u64::from(solid));
                let visited =
                    akgl_collision_query_box(world(which), &rect, mask, Some(hooks::visit), null_mut());
                among(status(visited), &HOOKED)
            }
            Op::Settle { world: which, who } => on(stage, who, |actor| {
                let mut to = SDL_FPoint { x: -1.0, y: -1.0 };
                let (x, y) = ((*actor).x, (*actor).y);
                let raised = status(akgl_collision_settle(
                    world(which),
                    &raw const (*actor).shape,
                    x,
                    y,
                    &mut to,
                ));
                among(
                    raised,
                    &[
                        AKERR_NULLPOINTER,
                        AKERR_VALUE,
                        AKERR_BEHAVIOR,
                        AKERR_OUTOFBOUNDS,
                        OURS,
                    ],
                );
                assert!(if raised == 0 {
                    to.x == x && to.y.is_finite()
                } else {
                    to.x == -1.0 && to.y == -1.0
                });
                raised
            }),
            Op::Lock(lock) => {
                if lock {
                    stage.locks.set(stage.locks.get() + 1);
                    return among(status(akgl_game_state_lock()), &[]);
                }
                if stage.locks.get() > 0 {
                    stage.locks.set(stage.locks.get() - 1);
                    return among(status(akgl_game_state_unlock()), &[]);
                }
                // Within a frame the library itself holds the lock.
                if stage.depth.get() == 0 {
                    assert_eq!(status(akgl_game_state_unlock()), AKERR_BEHAVIOR);
                }
                0
            }
            // Between steps only.
            Op::Keep if stage.depth.get() == 0 => keep(stage),
            Op::GoBack { flip } if stage.depth.get() == 0 => go_back(stage, flip),
            Op::Keep | Op::GoBack { .. } => 0,
            Op::Arm { hook, times } => {
                stage.arm(usize::from(hook) % hooks::COUNT, times % 8 + 1);
                stage.fresh.set(stage.depth.get() == 0);
                0
            }
            Op::Raise { hook, status } => {
                let status = [AKGL_ERR_LOGICINTERRUPT, OURS][usize::from(status % 2)];
                let hook = usize::from(hook) % hooks::COUNT;
                // A partitioner has no ticks to skip.
                stage.raise(hook, if hook == hooks::BROAD { OURS } else { status });
                stage.fresh.set(stage.depth.get() == 0);
                0
            }
        }
    }
}

/// The actors in use of the current pool.
fn present(stage: &Stage) -> Vec<*mut akgl_Actor> {
    let held = stage.held.borrow();
    (0..akgl_heap_actor_count())
        .map(|index| akgl_heap_actor_at(index))
        .filter(|a| held.contains_key(a))
        .collect()
}

unsafe fn keep(stage: &Stage) -> i32 {
    // SAFETY: the stage's backend; a buffer of the size that is asked for.
    unsafe {
        let (mut size, mut written) = (0, 0);
        among(status(akgl_physics_snapshot_size(backend(), &mut size)), &[]);
        let mut bytes = vec![0xAA_u8; size];
        let raised = status(akgl_physics_snapshot(
            backend(),
            bytes.as_mut_ptr().cast(),
            size,
            &mut written,
        ));
        if among(raised, &[AKERR_VALUE]) != 0 {
            assert!(
                bytes.iter().all(|byte| *byte == 0xAA),
                "written to, and then an error"
            );
            return raised;
        }
        assert_eq!(written, size);
        stage.kept.replace(Some((bytes, present(stage))));
        0
    }
}

/// Goes back to what was kept, or, with one bit of it flipped, does not.
unsafe fn go_back(stage: &Stage, flip: u16) -> i32 {
    let Some((mut bytes, then)) = stage.kept.borrow().clone() else {
        return 0;
    };
    let spoilt = flip != 0;
    if spoilt {
        let bit = usize::from(flip) % (bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    // SAFETY: the stage's backend; readable bytes.
    let raised = status(unsafe { akgl_physics_restore(backend(), bytes.as_ptr().cast(), bytes.len()) });
    among(raised, &[AKERR_FORMAT, AKERR_VALUE, AKERR_RELATIONSHIP]);
    assert!(!spoilt || raised != 0, "a snapshot with a flipped bit is taken");
    if raised == 0 {
        for actor in present(stage) {
            if !then.contains(&actor) {
                stage.forget_actor(actor);
            }
        }
        let again = // SAFETY: as above.
        unsafe { keep(stage) };
        assert_eq!(
            (again, &stage.kept.borrow().as_ref().unwrap().0),
            (0, &bytes),
            "not the state that was kept"
        );
    }
    raised
}

/// The next `simulate` takes exactly this step, whatever the clock says.
pub fn clock(dt: f32) {
    // SAFETY: the stage's backend.
    unsafe { ((*backend()).max_timestep, (*backend()).gravity_time) = (dt.max(0.001), 0) };
}

unsafe fn dress(actor: *mut akgl_Actor, hooks: u8) {
    // SAFETY: an actor in use.
    unsafe {
        (*actor).movementlogicfunc = Some(if hooks & 1 != 0 {
            hooks::logic
        } else {
            akgl_actor_logic_movement
        });
        (*actor).collidefunc = Some(if hooks & 2 != 0 {
            hooks::contact
        } else {
            akgl_actor_collide_block
        });
        (*actor).updatefunc = Some(if hooks & 4 != 0 {
            hooks::update
        } else {
            akgl_actor_update
        });
    }
}

unsafe fn spawn(stage: &Stage, form: &Form, x: i16, y: i16, hooks: u8) -> i32 {
    // SAFETY: an actor that was claimed just now.
    unsafe {
        let count = akgl_heap_actor_count();
        let free = (0..count)
            .map(|at| akgl_heap_actor_at(at))
            .find(|a| !stage.held.borrow().contains_key(a));
        let mut actor = null_mut();
        let raised = among(status(akgl_heap_next_actor(&mut actor)), &[AKERR_HEAP]);
        assert_eq!(
            free.unwrap_or(null_mut()),
            actor,
            "not the free actor of the lowest index"
        );
        if raised != 0 {
            return raised;
        }
        stage.held.borrow_mut().insert(actor, 1);
        assert!((*actor).x == 0.0 && (*actor).parent.is_null() && (*actor).shape.kind == 0);
        among(status(akgl_actor_initialize(actor, c"one".as_ptr())), &[]);
        if let Some(character) = character(stage, hooks >> 4) {
            among(status(akgl_actor_set_character(actor, character)), &[]);
        }
        (*actor).shape = shape(form);
        ((*actor).x, (*actor).y) = (place(x), place(y));
        dress(actor, hooks);
        0
    }
}

unsafe fn release(stage: &Stage, who: u8) -> i32 {
    // SAFETY: a slot of the pool.
    unsafe {
        let actor = akgl_heap_actor_at(usize::from(who) % akgl_heap_actor_count().min(OWN));
        let held = stage.held.borrow().get(&actor).copied().unwrap_or(0);
        let raised = status(akgl_heap_release_actor(actor));
        assert_eq!(raised, if held == 0 { AKERR_HEAP } else { 0 });
        if held == 1 {
            stage.forget_actor(actor);
            for index in 0..akgl_heap_actor_count() {
                assert_ne!((*akgl_heap_actor_at(index)).parent, actor);
            }
        } else if held > 1 {
            stage.held.borrow_mut().insert(actor, held - 1);
        }
        raised
    }
}

/// Whether `akgl_heap_init` sees an actor: it is of the current or of the built-in pool.
fn in_pools(actor: *mut akgl_Actor) -> bool {
    let own = (&raw mut POOL).cast::<akgl_Actor>();
    let index = (actor as usize).wrapping_sub(own as usize) / size_of::<akgl_Actor>();
    let current = akgl_heap_actor_at(0) == own;
    index >= OWN || current && index < akgl_heap_actor_count()
}

/// Any field of an actor that the library computes with.
unsafe fn spoil(actor: *mut akgl_Actor, field: u8, value: f32) {
    // SAFETY: an actor in use; fields of numbers, which may be any.
    unsafe {
        let (shape, felt) = (&raw mut (*actor).shape, &raw mut (*actor).felt);
        let fields = [
            &raw mut (*actor).x,
            &raw mut (*actor).y,
            &raw mut (*actor).z,
            &raw mut (*actor).vx,
            &raw mut (*actor).vy,
            &raw mut (*actor).vz,
            &raw mut (*actor).ex,
            &raw mut (*actor).ey,
            &raw mut (*actor).ez,
            &raw mut (*actor).tx,
            &raw mut (*actor).ty,
            &raw mut (*actor).tz,
            &raw mut (*actor).ax,
            &raw mut (*actor).ay,
            &raw mut (*actor).az,
            &raw mut (*actor).sx,
            &raw mut (*actor).sy,
            &raw mut (*actor).sz,
            &raw mut (*shape).x,
            &raw mut (*shape).y,
            &raw mut (*shape).w,
            &raw mut (*shape).h,
            &raw mut (*shape).z,
            &raw mut (*shape).depth,
            &raw mut (*felt).pushx,
            &raw mut (*felt).pushy,
            &raw mut (*felt).lighter,
            &raw mut (*felt).mostfall,
            &raw mut (*felt).finex,
            &raw mut (*felt).fineey,
            &raw mut (*felt).carryx,
            &raw mut (*felt).fromx,
            &raw mut (*felt).tox,
            (&raw mut (*shape).kind).cast(),
        ];
        fields[usize::from(field) % fields.len()].write(value);
    }
}

unsafe fn text(stage: &Stage, release: bool, which: u8) -> i32 {
    // SAFETY: writable; strings of the pool.
    unsafe {
        let mut texts = stage.texts.borrow_mut();
        if release && !texts.is_empty() {
            let index = usize::from(which) % texts.len();
            return among(status(akgl_heap_release_string(texts.swap_remove(index))), &[]);
        }
        let mut text = null_mut();
        let raised = among(status(akgl_heap_next_string(&mut text)), &[AKERR_HEAP]);
        if raised == 0 {
            assert!((*text).refcount == 1 && (*text).data[0] == 0);
            texts.push(text);
        }
        raised
    }
}

/// Sets by name, with a value that a game may have.
unsafe fn set_feel(feel: *mut akgl_Feel, name: u8, value: i16) -> i32 {
    let names: Vec<&str> = Feel::names().collect();
    let name = names[usize::from(name) % names.len()];
    let value = match name {
        "time_scale" => f32::from(value % 4) / 2.0,
        "integrator" | "climbing" => f32::from(value % 2),
        "gravity_scale" | "friction" | "air.acceleration" | "air.deceleration" | "air.turning" => {
            f32::from(value % 64) / 8.0
        }
        _ => f32::from(value) / 8.0,
    };
    let name = CString::new(name).unwrap();
    // SAFETY: terminated; a record of the stage's.
    among(
        status(unsafe { akgl_feel_set(feel, name.as_ptr(), value) }),
        &[AKERR_VALUE],
    )
}

unsafe fn feel(stage: &Stage, whose: u8, name: u8, value: i16) -> i32 {
    // SAFETY: records of the stage's.
    unsafe {
        match whose % 8 {
            0 => set_feel(&raw mut (*backend()).feel, name, value),
            1 => character(stage, whose / 8).map_or(0, |c| set_feel(&raw mut (*c).feel, name, value)),
            _ => on(stage, whose, |actor| {
                set_feel(&raw mut (*actor).feel, name, value)
            }),
        }
    }
}

unsafe fn set_backend(field: u8, value: i16) -> i32 {
    let b = backend();
    let drag = f32::from(value & 63) / 64.0;
    // SAFETY: the stage's backend.
    unsafe {
        match field % 11 {
            0 => (*b).gravity_x = f32::from(value) / 8.0,
            1 => (*b).gravity_y = f32::from(value) / 8.0,
            2 => (*b).gravity_z = f32::from(value) / 8.0,
            3 => (*b).drag_x = drag,
            4 => (*b).drag_y = drag,
            5 => (*b).drag_z = drag,
            6 => (*b).fixed_step = [0.0, 1.0 / 50.0, -1.0, f32::NAN, 1e-30][usize::from(value as u16 % 5)],
            7 => (*b).catch_up = (value & 7) as u32,
            8 => {
                (*b).gravity = [
                    Some(hooks::gravity as _),
                    Some(akgl_physics_arcade_gravity as _),
                    None,
                ][usize::from(value as u16 % 3)]
            }
            9 => {
                (*b).r#move = [
                    Some(hooks::motion as _),
                    Some(akgl_physics_arcade_move as _),
                    None,
                ][usize::from(value as u16 % 3)]
            }
            _ => {
                (*b).collide = [
                    Some(hooks::collide as _),
                    Some(akgl_physics_arcade_collide as _),
                    None,
                ][usize::from(value as u16 % 3)]
            }
        }
    }
    0
}

unsafe fn init(stage: &Stage, which: u8) -> i32 {
    // SAFETY: the stage's backend and a string of the pool.
    unsafe {
        let allowed = [AKERR_VALUE, ERANGE, AKERR_KEY, AKERR_HEAP];
        let raised = match which % 3 {
            0 => among(status(akgl_physics_init_arcade(backend())), &allowed),
            1 => among(status(akgl_physics_init_null(backend())), &[]),
            _ => {
                let mut name: *mut akgl_String = null_mut();
                let name_of: &CStr = [c"arcade", c"null", c"verlet"][usize::from(which / 3 % 3)];
                let claimed = among(status(akgl_heap_next_string(&mut name)), &[AKERR_HEAP]);
                if claimed != 0 {
                    return claimed;
                }
                among(status(akgl_string_initialize(name, name_of.as_ptr())), &[]);
                let made = among(status(akgl_physics_factory(backend(), name)), &allowed);
                among(status(akgl_heap_release_string(name)), &[]);
                made
            }
        };
        stage.note(u64::from(raised == 0));
        raised
    }
}

unsafe fn set_map(field: u8, value: u8) -> i32 {
    let sides = [16, 0, -1, 512, 513, i32::MAX, 1, 12];
    let tiles = [16, 8, 1, 0, -1, 64, i32::MAX, 16];
    let layers = [2, 0, 1, 16, 17, -1, i32::MAX, i32::MIN];
    let offsets = [0.0, 8.0, -100.0, 0.5, f32::NAN, f32::INFINITY, 1e30, -1e9];
    let at = usize::from(value % 8);
    let layer = usize::from(value / 8 % 2);
    // SAFETY: the stage's map.
    unsafe {
        let map = map();
        match field % 8 {
            0 => (*map).width = sides[at],
            1 => (*map).height = sides[at],
            2 => (*map).numlayers = layers[at],
            3 => (*map).tilewidth = tiles[at],
            4 => (*map).tileheight = tiles[at],
            5 => (*map).layers[layer].x = offsets[at],
            6 => (*map).layers[layer].y = offsets[at],
            _ => (*map).layers[layer].collidable = at % 2 == 0,
        }
    }
    0
}

fn forget_world(stage: &Stage, which: u8) {
    let mut stale = stage.stale.borrow_mut();
    stage.geometry.borrow_mut().retain(|proxy| {
        let gone = proxy.world == which % 2;
        if gone {
            stale.push((proxy.world, proxy.handle));
        }
        !gone
    });
}

fn geometry(stage: &Stage, which: u8) -> Option<Proxy> {
    let geometry = stage.geometry.borrow();
    geometry.get(usize::from(which) % geometry.len().max(1)).copied()
}

/// The default; the library's grid or bsp as a record of the game's; a list that is the game's.
unsafe fn set_partitioner(stage: &Stage, which: u8, kind: u8) -> i32 {
    // SAFETY: the stage's worlds and records: a record is not given up while a world uses it.
    unsafe {
        let raised = among(
            status(akgl_collision_world_set_partitioner(world(which), null())),
            &WORLDLY,
        );
        if raised != 0 || kind.is_multiple_of(4) {
            return raised;
        }
        if kind % 4 == 3 {
            let list = hooks::listed(which);
            return among(
                status(akgl_collision_world_set_partitioner(world(which), &list)),
                &WORLDLY,
            );
        }
        among(status(akgl_partitioner_destroy(record(which))), &[]);
        let name = stage.partitioner(kind);
        among(
            status(akgl_partitioner_init(record(which), name, 16.0, 16.0)),
            &[],
        );
        among(
            status(akgl_collision_world_set_partitioner(world(which), record(which))),
            &WORLDLY,
        )
    }
}
