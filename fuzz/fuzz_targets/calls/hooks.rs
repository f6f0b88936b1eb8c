//! What the library calls back: each does what it is for, then what the script says.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use akgl::capi::actor::{akgl_Actor, akgl_actor_logic_movement, akgl_actor_update};
use akgl::capi::collision::{akgl_CollisionContact, akgl_CollisionProxyInfo, akgl_actor_collide_block};
use akgl::capi::error::akerr_ErrorContext;
use akgl::capi::error::pool::{akerr_next_error, akerr_stamp_error};
use akgl::capi::partitioner::{akgl_Partitioner, akgl_PartitionerBounds, akgl_PartitionerFoundFunc};
use akgl::capi::physics::{
    akgl_PhysicsBackend, akgl_physics_arcade_collide, akgl_physics_arcade_gravity, akgl_physics_arcade_move,
};

use crate::stage::Stage;

pub const LOGIC: usize = 0;
pub const CONTACT: usize = 1;
pub const UPDATE: usize = 2;
pub const GRAVITY: usize = 3;
pub const MOVE: usize = 4;
pub const COLLIDE: usize = 5;
pub const VISIT: usize = 6;
pub const BROAD: usize = 7;
pub const COUNT: usize = 8;

type Raised = *mut akerr_ErrorContext;

/// Does what the script says, and raises what it says.
fn hook(which: usize) -> Raised {
    let status = Stage::with(|stage| stage.hook(which));
    if status == 0 {
        return null_mut();
    }
    let context = akerr_next_error();
    // SAFETY: claimed just now; the texts are terminated.
    unsafe {
        for (to, from) in (*context).message.iter_mut().zip(b"as the script says\0") {
            *to = *from as c_char;
        }
        akerr_stamp_error(context, status, c"hooks.rs".as_ptr(), c"hook".as_ptr(), 1);
    }
    context
}

/// The default first; what it raises is handed up.
macro_rules! after {
    ($default:expr, $hook:expr) => {{
        // SAFETY: what the library gave is handed on.
        let raised = unsafe { $default };
        if raised.is_null() { hook($hook) } else { raised }
    }};
}

pub unsafe extern "C" fn logic(actor: *mut akgl_Actor, dt: f32) -> Raised {
    after!(akgl_actor_logic_movement(actor, dt), LOGIC)
}

pub unsafe extern "C" fn contact(actor: *mut akgl_Actor, told: *const akgl_CollisionContact) -> Raised {
    // SAFETY: valid for the length of this call.
    let c = unsafe { *told };
    let wild = Stage::with(|stage| {
        let wild = stage.wild.borrow();
        !wild.is_empty()
    });
    // SAFETY: an actor that is told of a contact is alive.
    assert!(unsafe { (*actor).refcount } != 0 && (c.other.is_null() || unsafe { (*c.other).refcount } != 0));
    assert!(
        wild || [c.x, c.y, c.z, c.depth].iter().all(|number| number.is_finite()),
        "{c:?}"
    );
    let length = f64::from(c.nx).hypot(f64::from(c.ny)).hypot(f64::from(c.nz));
    assert!((length - 1.0).abs() < 1e-5, "{c:?}");
    assert!(
        (c.tile == 0) == (c.layer == -1) && (c.tile == 0 || c.proxy == 0),
        "{c:?}"
    );
    after!(akgl_actor_collide_block(actor, told), CONTACT)
}

pub unsafe extern "C" fn update(actor: *mut akgl_Actor) -> Raised {
    after!(akgl_actor_update(actor), UPDATE)
}

pub unsafe extern "C" fn gravity(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
) -> Raised {
    after!(akgl_physics_arcade_gravity(backend, actor, dt), GRAVITY)
}

pub unsafe extern "C" fn motion(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
) -> Raised {
    after!(akgl_physics_arcade_move(backend, actor, dt), MOVE)
}

pub unsafe extern "C" fn collide(
    backend: *mut akgl_PhysicsBackend,
    actor: *mut akgl_Actor,
    dt: f32,
) -> Raised {
    after!(akgl_physics_arcade_collide(backend, actor, dt), COLLIDE)
}

pub unsafe extern "C" fn visit(
    _: *mut c_void,
    info: *const akgl_CollisionProxyInfo,
    stop: *mut bool,
) -> Raised {
    // SAFETY: valid for the length of this call.
    unsafe {
        let actor = (*info).actor;
        assert!(
            actor.is_null() || (*actor).refcount != 0,
            "a visitor is told of an actor that is gone"
        );
        let raised = hook(VISIT);
        *stop = raised.is_null() && (*info).x == 13.0;
        raised
    }
}

thread_local! {
    /// What the partitioners of the game's own hold, by what is in their `state`.
    static BOXES: RefCell<BTreeMap<usize, BTreeMap<u32, akgl_PartitionerBounds>>> =
        const { RefCell::new(BTreeMap::new()) };
}

pub fn forget() {
    BOXES.with_borrow_mut(BTreeMap::clear);
}

/// A list that is looked through: the simplest partitioner that keeps its promises. It tells each id
/// twice, and one that is not there.
pub fn listed(which: u8) -> akgl_Partitioner {
    BOXES.with_borrow_mut(|boxes| drop(boxes.insert(usize::from(which) + 1, BTreeMap::new())));
    akgl_Partitioner {
        state: std::ptr::without_provenance_mut(usize::from(which) + 1),
        insert: Some(put),
        update: Some(put),
        remove: Some(remove),
        query: Some(query),
        clear: Some(clear),
        destroy: None,
    }
}

fn with<T>(
    record: *mut akgl_Partitioner,
    body: impl FnOnce(&mut BTreeMap<u32, akgl_PartitionerBounds>) -> T,
) -> T {
    // SAFETY: the record that the library was given a copy of.
    let state = unsafe { (*record).state }.addr();
    BOXES.with_borrow_mut(|boxes| body(boxes.entry(state).or_default()))
}

unsafe extern "C" fn put(
    record: *mut akgl_Partitioner,
    id: u32,
    bounds: *const akgl_PartitionerBounds,
) -> Raised {
    // SAFETY: valid for the length of this call.
    let bounds = unsafe { *bounds };
    assert!(
        bounds.minx <= bounds.maxx && bounds.miny <= bounds.maxy,
        "{bounds:?}"
    );
    with(record, |boxes| boxes.insert(id, bounds));
    hook(BROAD)
}

unsafe extern "C" fn remove(record: *mut akgl_Partitioner, id: u32) -> Raised {
    with(record, |boxes| boxes.remove(&id));
    hook(BROAD)
}

unsafe extern "C" fn query(
    record: *mut akgl_Partitioner,
    area: *const akgl_PartitionerBounds,
    each: akgl_PartitionerFoundFunc,
    found: *mut c_void,
) -> Raised {
    // SAFETY: valid for the length of this call.
    let a = unsafe { *area };
    let ids: Vec<u32> = with(record, |boxes| {
        let near = boxes
            .iter()
            .filter(|(_, b)| b.minx <= a.maxx && a.minx <= b.maxx && b.miny <= a.maxy && a.miny <= b.maxy);
        near.map(|(id, _)| *id).collect()
    });
    for id in ids.iter().chain(&ids).chain(&[u32::MAX]) {
        // SAFETY: during the query that it was given for.
        unsafe { each.unwrap()(found, *id) };
    }
    hook(BROAD)
}

unsafe extern "C" fn clear(record: *mut akgl_Partitioner) -> Raised {
    with(record, BTreeMap::clear);
    hook(BROAD)
}
