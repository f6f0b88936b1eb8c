//! Hooks that act, in the C pool: callbacks.
#![allow(clippy::undocumented_unsafe_blocks)] // All of it is about the C side, used as its headers say.

use core::ptr::null_mut;
use std::cell::RefCell;
use std::ffi::CString;

use akgl::capi::actor::{
    akgl_Actor, akgl_actor_initialize, akgl_actor_logic_movement, akgl_actor_set_character,
};
use akgl::capi::character::akgl_Character;
use akgl::capi::collision::{
    AKGL_COLLISION_FLAG_SENSOR, AKGL_COLLISION_FLAG_STATIC, AKGL_COLLISION_TEST_PLANAR,
    akgl_CollisionContact, akgl_CollisionProxy, akgl_CollisionShape, akgl_CollisionWorld,
    akgl_actor_collide_block, akgl_collision_proxy_add, akgl_collision_proxy_move,
    akgl_collision_proxy_remove,
};
use akgl::capi::error::{AKGL_ERR_LOGICINTERRUPT, Fault, akerr_ErrorContext, ffi};
use akgl::capi::feel::{akgl_actor_push, akgl_actor_teleport, akgl_feel_set};
use akgl::capi::heap::{akgl_heap_actor_at, akgl_heap_next_actor, akgl_heap_release_actor};
use akgl::capi::physics::akgl_PhysicsBackend;
use akgl::capi::tilemap::akgl_Tilemap;
use akgl::collision::{Kind, LAYER_STATIC, Shape, Space};
use akgl::physics::Motion;
use akgl::world::{State, TileLayer};
use glam::Vec3;

use super::acts::{Act, Acting, Call, Deed, FEEL, MOST, Moment, Script, Standing, Touch, With};
use super::pool::{InPool, ok, shape};
use super::{Driver, Scene};

struct Shared {
    script: Script,
    seed: u64,
    count: u64,
    calls: Vec<Call>,
    backend: *mut akgl_PhysicsBackend,
    world: *mut akgl_CollisionWorld,
    map: *mut akgl_Tilemap,
    kind: *mut akgl_Character,
    /// The number of the first solid layer.
    first: usize,
    geometry: Vec<akgl_CollisionProxy>,
    /// Whose turn it is.
    me: *mut akgl_Actor,
}

thread_local! {
    /// Callbacks have no room for it.
    static SHARED: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

fn with<T>(act: impl FnOnce(&mut Shared) -> T) -> T {
    SHARED.with(|shared| act(shared.borrow_mut().as_mut().expect("a scene is being played")))
}

/// The actor in a slot; none where it is free.
fn at(slot: usize) -> Option<*mut akgl_Actor> {
    let actor = akgl_heap_actor_at(slot);
    unsafe { (*actor).refcount != 0 }.then_some(actor)
}

fn slot(actor: *const akgl_Actor) -> usize {
    (0..MOST + 16)
        .find(|slot| akgl_heap_actor_at(*slot).cast_const() == actor)
        .expect("an actor of the pool")
}

/// Told anew where it is, with the shape it has now.
unsafe fn tell(actor: *mut akgl_Actor) {
    unsafe { ok(akgl_actor_teleport(actor, (*actor).x, (*actor).y, (*actor).z)) };
}

unsafe extern "C" fn logic(actor: *mut akgl_Actor, dt: f32) -> *mut akerr_ErrorContext {
    let deed = with(|shared| shared.deed(Moment::Logic, actor, None));
    unsafe {
        let generation = (*actor).reserved[0];
        with(|shared| deed.before.iter().for_each(|act| shared.act(act)));
        // Where the actor is gone, or another stands in its slot, there is nothing to decide.
        if deed.default && (*actor).refcount != 0 && (*actor).reserved[0] == generation {
            ok(akgl_actor_logic_movement(actor, dt));
        }
        with(|shared| deed.after.iter().for_each(|act| shared.act(act)));
    }
    if deed.default {
        null_mut()
    } else {
        ffi("logic", || {
            Err(Fault::new(AKGL_ERR_LOGICINTERRUPT, "no more in this step"))
        })
    }
}

unsafe extern "C" fn response(
    actor: *mut akgl_Actor,
    contact: *const akgl_CollisionContact,
) -> *mut akerr_ErrorContext {
    unsafe {
        let told = *contact;
        let touch = with(|shared| shared.touch(&told));
        let deed = with(|shared| shared.deed(Moment::Response, actor, Some(touch)));
        let generation = (*actor).reserved[0];
        with(|shared| deed.before.iter().for_each(|act| shared.act(act)));
        if deed.default && (*actor).refcount != 0 && (*actor).reserved[0] == generation {
            ok(akgl_actor_collide_block(actor, contact));
        }
        with(|shared| deed.after.iter().for_each(|act| shared.act(act)));
    }
    null_mut()
}

impl Shared {
    fn deed(&mut self, moment: Moment, actor: *mut akgl_Actor, touch: Option<Touch>) -> Deed {
        self.me = actor;
        let slot = slot(actor);
        self.calls.push(Call { moment, slot, touch });
        self.count += 1;
        (self.script)(self.seed, self.count - 1, moment, slot)
    }

    unsafe fn spawn(&self, own: Option<&Shape>, position: Vec3, state: State) {
        unsafe {
            let mut made = null_mut();
            ok(akgl_heap_next_actor(&raw mut made));
            ok(akgl_actor_initialize(made, c"newcomer".as_ptr()));
            dress(made);
            (*made).state = state.0;
            (*made).shape = shape(own);
            (*made).shape_override = true;
            [(*made).x, (*made).y, (*made).z] = position.to_array();
            ok(akgl_actor_set_character(made, self.kind));
        }
    }

    fn act(&mut self, act: &Act) {
        unsafe {
            match act {
                Act::Spawn {
                    shape,
                    position,
                    state,
                } => {
                    if (0..MOST).filter(|slot| at(*slot).is_some()).count() < MOST {
                        self.spawn(shape.as_ref(), *position, *state);
                    }
                }
                Act::Remove(slot) => {
                    if let Some(actor) = at(*slot) {
                        ok(akgl_heap_release_actor(actor));
                    }
                }
                Act::Teleport(slot, position) => {
                    if let Some(actor) = at(*slot) {
                        ok(akgl_actor_teleport(actor, position.x, position.y, position.z));
                    }
                }
                Act::Hurl(slot, environment, thrust) => {
                    if let Some(actor) = at(*slot) {
                        [(*actor).ex, (*actor).ey, (*actor).ez] = environment.to_array();
                        [(*actor).tx, (*actor).ty, (*actor).tz] = thrust.to_array();
                    }
                }
                Act::Reshape(slot, own) => {
                    if let Some(actor) = at(*slot) {
                        (*actor).shape = shape(own.as_ref());
                        (*actor).shape_override = true;
                        tell(actor);
                    }
                }
                Act::State(slot, state) => {
                    if let Some(actor) = at(*slot) {
                        (*actor).state = state.0;
                    }
                }
                Act::Attach(slot, parent) => {
                    let carrier = parent.map(at);
                    if let Some(actor) = at(*slot)
                        && carrier != Some(None)
                        && carrier != Some(Some(actor))
                    {
                        (*actor).parent = carrier.flatten().unwrap_or(null_mut());
                    }
                }
                Act::Settings(gravity, drag) => {
                    let backend = &mut *self.backend;
                    [backend.gravity_x, backend.gravity_y, backend.gravity_z] = gravity.to_array();
                    [backend.drag_x, backend.drag_y, backend.drag_z] = drag.to_array();
                }
                Act::Space(Space::Planar) => (*self.world).flags |= AKGL_COLLISION_TEST_PLANAR,
                Act::Space(Space::Solid) => (*self.world).flags &= !AKGL_COLLISION_TEST_PLANAR,
                Act::Character(character) => {
                    let kind = &mut *self.kind;
                    [kind.ax, kind.ay, kind.az] = character.acceleration.to_array();
                    [kind.sx, kind.sy, kind.sz] = character.top_speed.to_array();
                    kind.shape = shape(character.shape.as_ref());
                }
                Act::Tile(col, row, cell) => {
                    let map = &mut *self.map;
                    if (*col as i32) < map.width && (*row as i32) < map.height {
                        map.layers[self.first].data[*row as usize * map.width as usize + *col as usize] =
                            *cell as i32;
                    }
                }
                Act::AddGeometry(own, position) => {
                    let mut fixed = shape(Some(own));
                    fixed.flags |= AKGL_COLLISION_FLAG_STATIC;
                    let (at, mut handle) = (*position, 0);
                    ok(akgl_collision_proxy_add(
                        self.world,
                        &raw const fixed,
                        at.x,
                        at.y,
                        at.z,
                        null_mut(),
                        &raw mut handle,
                    ));
                    self.geometry.push(handle);
                }
                Act::MoveGeometry(nth, position) => {
                    if let Some(handle) = self.there(*nth) {
                        let at = *position;
                        ok(akgl_collision_proxy_move(self.world, handle, at.x, at.y, at.z));
                    }
                }
                Act::Felt => {}
                Act::Feel(slot, setting) => {
                    if let Some(actor) = at(*slot) {
                        let (name, value) = FEEL[*setting];
                        let name = CString::new(name).expect("a name");
                        ok(akgl_feel_set(&raw mut (*actor).feel, name.as_ptr(), value));
                    }
                }
                Act::Push(slot, impulse) => {
                    if let Some(actor) = at(*slot).filter(|actor| *actor == self.me) {
                        ok(akgl_actor_push(actor, impulse.x, impulse.y, impulse.z));
                    }
                }
                Act::RemoveGeometry(nth) => {
                    if let Some(handle) = self.there(*nth) {
                        ok(akgl_collision_proxy_remove(self.world, handle));
                        self.geometry[*nth] = 0;
                    }
                }
            }
        }
    }

    /// The handle of a piece that has not been removed.
    fn there(&self, nth: usize) -> Option<akgl_CollisionProxy> {
        self.geometry.get(nth).copied().filter(|handle| *handle != 0)
    }

    fn touch(&self, told: &akgl_CollisionContact) -> Touch {
        let numbers = [told.nx, told.ny, told.nz, told.depth, told.x, told.y, told.z];
        let with = if told.tile != 0 {
            With::Tile {
                gid: told.tile,
                layer: told.layer,
                col: told.cellx,
                row: told.celly,
            }
        } else if told.other.is_null() {
            let nth = self.geometry.iter().position(|handle| *handle == told.proxy);
            With::Geometry(nth.expect("geometry that was added"))
        } else {
            With::Body(slot(told.other))
        };
        Touch {
            with,
            numbers: numbers.map(f32::to_bits),
            sensor: told.sensor,
            entered: told.entered,
            layers: told.layermask,
        }
    }
}

unsafe fn dress(actor: *mut akgl_Actor) {
    unsafe {
        (*actor).movementlogicfunc = Some(logic);
        (*actor).collidefunc = Some(response);
    }
}

/// A shape as the core has it.
fn core(told: &akgl_CollisionShape) -> Option<Shape> {
    let kind = match told.kind {
        1 => Kind::Box,
        2 => Kind::Circle,
        3 => Kind::CapsuleX,
        4 => Kind::CapsuleY,
        _ => return None,
    };
    let fixed = told.flags & AKGL_COLLISION_FLAG_STATIC != 0;
    Some(Shape {
        kind,
        offset: [told.x, told.y],
        size: [told.w, told.h],
        z: told.z,
        depth: told.depth,
        layers: told.layermask | if fixed { LAYER_STATIC } else { 0 },
        collides: told.collidemask,
        sensor: told.flags & AKGL_COLLISION_FLAG_SENSOR != 0,
        fixed,
    })
}

pub struct ActsInPool {
    game: InPool,
}

impl Drop for ActsInPool {
    fn drop(&mut self) {
        SHARED.with(|shared| shared.borrow_mut().take());
    }
}

impl Acting for ActsInPool {
    fn begin(scene: &Scene, script: Script, seed: u64) -> Self {
        let mut game = InPool::build(scene);
        for actor in &game.actors {
            unsafe { dress(*actor) };
        }
        let shared = Shared {
            script,
            seed,
            count: 0,
            calls: Vec::new(),
            backend: &raw mut *game.backend,
            world: &raw mut *game.world,
            map: &raw mut *game.map,
            kind: unsafe { (*game.actors[0]).basechar },
            first: scene.layers.first().map_or(0, TileLayer::index),
            geometry: game.geometry.clone(),
            me: null_mut(),
        };
        SHARED.with(|place| place.borrow_mut().replace(shared));
        Self { game }
    }

    fn step(&mut self, dt: f32) {
        self.game.step(dt);
    }

    fn bodies(&self) -> Vec<Option<Standing>> {
        let mut bodies: Vec<Option<Standing>> = (0..MOST)
            .map(|slot| {
                let actor = unsafe { &*at(slot)? };
                Some(Standing {
                    motion: Motion {
                        position: Vec3::new(actor.x, actor.y, actor.z),
                        velocity: Vec3::new(actor.vx, actor.vy, actor.vz),
                        environment: Vec3::new(actor.ex, actor.ey, actor.ez),
                        thrust: Vec3::new(actor.tx, actor.ty, actor.tz),
                        acceleration: Vec3::new(actor.ax, actor.ay, actor.az),
                        top_speed: Vec3::new(actor.sx, actor.sy, actor.sz),
                    },
                    state: State(actor.state),
                    shape: core(&actor.shape),
                    parent: (!actor.parent.is_null()).then(|| self::slot(actor.parent)),
                })
            })
            .collect();
        let taken = bodies
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        bodies.truncate(taken);
        bodies
    }

    fn calls(&mut self) -> Vec<Call> {
        with(|shared| core::mem::take(&mut shared.calls))
    }
}
