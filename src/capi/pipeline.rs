//! `akgl/pipeline.h`: explicit physics steps over plain values, in pixels per frame.
//!
//! The second way to do the job of `akgl/physics.h`, and independent of it: no pool, no backend, no
//! world, no clock. An entity is a record that the game keeps where it likes; every step takes one by
//! value and returns a new one, and the game calls the steps it wants in the order it wants. The usual
//! order of a frame is: apply_jump, apply_acceleration, apply_gravity, apply_velocity_x,
//! resolve_tile_collisions_x, apply_velocity_y, resolve_tile_collisions_y, detect_ground for each
//! entity, then resolve_entity_collisions for all.
//!
//! Units: pixels and frames, y grows downward. Numbers are doubles, and the steps only add, subtract,
//! compare and halve: whole numbers stay exact up to 2^53, halves included.
//!
//! An entity covers x .. x + width by y .. y + height. Touching is not overlapping. A zero size is a
//! point or a line and overlaps what it lies strictly inside; a box with a negative size, or with a NaN
//! or an infinity in its place or size, overlaps nothing.
//!
//! Threads: nothing here has state; any thread may call anything, as long as nobody writes to what a
//! call reads.

use core::ffi::c_void;

use super::error::{AKERR_NULLPOINTER, Outcome, akerr_ErrorContext, check, ffi};
use super::tilemap::akgl_Tilemap;
use crate::fault;
use crate::pipeline::{self, Entity};

mod tiles;

use tiles::{Solid, unchanged_on_panic};

/// What akgl_pipeline_apply_gravity adds, in pixels per frame per frame.
pub const AKGL_PIPELINE_GRAVITY: f64 = 1.0;
/// The jump force of an entity unless told otherwise, in pixels per frame per frame.
pub const AKGL_PIPELINE_JUMP_FORCE: f64 = 15.0;

/// One thing in a game: a plain value.
///
/// akgl_pipeline_entity returns one with the defaults; a zeroed record differs from it in having a
/// jump force of 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_PipelineEntity {
    /// Left edge in pixels.
    pub x: f64,
    /// Top edge in pixels.
    pub y: f64,
    /// Width in pixels, at least 0.
    pub width: f64,
    /// Height in pixels, at least 0.
    pub height: f64,
    /// Pixels per frame to the right.
    pub vx: f64,
    /// Pixels per frame downward.
    pub vy: f64,
    /// One-shot vertical acceleration in pixels per frame per frame.
    pub ay: f64,
    /// How hard akgl_pipeline_apply_jump kicks off.
    pub jumpforce: f64,
    /// Yours: no step reads or changes it.
    pub tag: u64,
    /// Whether acceleration, gravity and the ground probe concern this entity.
    pub gravity: bool,
    /// Whether the last akgl_pipeline_detect_ground found a tile under the feet.
    pub onground: bool,
    /// Whether akgl_pipeline_resolve_entity_collisions pushes it.
    pub solid: bool,
}

/// Which tiles are solid: a loaded map, or a grid of the game's own. Borrowed, and read anew by every
/// call: a tile may change between two calls. Outside the grid nothing is solid.
///
/// Made by akgl_pipeline_tiles_map or akgl_pipeline_tiles_cells; `solid` may be filled in afterwards.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_PipelineTiles {
    /// A map, or NULL to use `cells`.
    pub map: *const akgl_Tilemap,
    /// Row-major cells, `columns` a row: global tile ids, 0 is empty. Tiled's flip bits are ignored.
    pub cells: *const u32,
    /// Cells a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// Width of a cell in pixels, above 0.
    pub tilewidth: f64,
    /// Height of a cell in pixels, above 0.
    pub tileheight: f64,
    /// By global tile id, whether tiles with that id are solid; `numsolid` entries, ids beyond are not.
    /// It is asked about the tiles of every tile layer. NULL: every tile of `cells` is solid, and of
    /// a map every tile of the layers marked `collidable`.
    pub solid: *const bool,
    /// Entries of `solid`.
    pub numsolid: usize,
}

/// A step that needs no tiles, such as akgl_pipeline_apply_gravity.
pub type akgl_PipelineFunc = Option<extern "C" fn(entity: akgl_PipelineEntity) -> akgl_PipelineEntity>;

/// A step that needs tiles, such as akgl_pipeline_detect_ground.
pub type akgl_PipelineTileFunc = Option<
    unsafe extern "C" fn(
        entity: akgl_PipelineEntity,
        tiles: *const akgl_PipelineTiles,
    ) -> akgl_PipelineEntity,
>;

/// A step of the game's own, with a pointer of the game's own.
pub type akgl_PipelineUserFunc = Option<
    unsafe extern "C" fn(
        entity: akgl_PipelineEntity,
        tiles: *const akgl_PipelineTiles,
        userdata: *mut c_void,
    ) -> akgl_PipelineEntity,
>;

/// One step for akgl_pipeline_scene_update_entities: the first of its functions that is not NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_PipelineStep {
    /// Called with the entity.
    pub func: akgl_PipelineFunc,
    /// Called with the entity and the scene's tiles.
    pub tilefunc: akgl_PipelineTileFunc,
    /// Called with the entity, the scene's tiles and `userdata`.
    pub userfunc: akgl_PipelineUserFunc,
    /// Handed to `userfunc`.
    pub userdata: *mut c_void,
}

/// Entities over the tiles they live among. Borrowed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct akgl_PipelineScene {
    /// `count` entities, in the order in which they are resolved; NULL only with a count of 0.
    pub entities: *const akgl_PipelineEntity,
    /// How many entities there are.
    pub count: usize,
    /// The tiles, or NULL for none.
    pub tiles: *const akgl_PipelineTiles,
}

const _: () = {
    use core::mem::offset_of;
    let pointer = size_of::<usize>();
    assert!(offset_of!(akgl_PipelineEntity, x) == 0);
    assert!(offset_of!(akgl_PipelineEntity, y) == 8);
    assert!(offset_of!(akgl_PipelineEntity, width) == 16);
    assert!(offset_of!(akgl_PipelineEntity, height) == 24);
    assert!(offset_of!(akgl_PipelineEntity, vx) == 32);
    assert!(offset_of!(akgl_PipelineEntity, vy) == 40);
    assert!(offset_of!(akgl_PipelineEntity, ay) == 48);
    assert!(offset_of!(akgl_PipelineEntity, jumpforce) == 56);
    assert!(offset_of!(akgl_PipelineEntity, tag) == 64);
    assert!(offset_of!(akgl_PipelineEntity, gravity) == 72);
    assert!(offset_of!(akgl_PipelineEntity, onground) == 73);
    assert!(offset_of!(akgl_PipelineEntity, solid) == 74);
    assert!(size_of::<akgl_PipelineEntity>() == 80);
    assert!(offset_of!(akgl_PipelineTiles, map) == 0);
    assert!(offset_of!(akgl_PipelineTiles, cells) == pointer);
    assert!(offset_of!(akgl_PipelineTiles, columns) == 2 * pointer);
    assert!(offset_of!(akgl_PipelineTiles, rows) == 2 * pointer + 4);
    assert!(offset_of!(akgl_PipelineTiles, tilewidth) == 2 * pointer + 8);
    assert!(offset_of!(akgl_PipelineTiles, tileheight) == 2 * pointer + 16);
    assert!(offset_of!(akgl_PipelineTiles, solid) == 2 * pointer + 24);
    assert!(offset_of!(akgl_PipelineTiles, numsolid) == 3 * pointer + 24);
    assert!(size_of::<akgl_PipelineTiles>() == 4 * pointer + 24);
    assert!(offset_of!(akgl_PipelineStep, func) == 0);
    assert!(offset_of!(akgl_PipelineStep, tilefunc) == pointer);
    assert!(offset_of!(akgl_PipelineStep, userfunc) == 2 * pointer);
    assert!(offset_of!(akgl_PipelineStep, userdata) == 3 * pointer);
    assert!(size_of::<akgl_PipelineStep>() == 4 * pointer);
    assert!(offset_of!(akgl_PipelineScene, entities) == 0);
    assert!(offset_of!(akgl_PipelineScene, count) == pointer);
    assert!(offset_of!(akgl_PipelineScene, tiles) == 2 * pointer);
    assert!(size_of::<akgl_PipelineScene>() == 3 * pointer);
};

/// An entity with every default: all zero and false, but a jump force of AKGL_PIPELINE_JUMP_FORCE.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_entity() -> akgl_PipelineEntity {
    Entity::default().into()
}

/// The tiles of a map: those of its layers marked `collidable`. The map is borrowed; NULL: no tiles.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_tiles_map(map: *const akgl_Tilemap) -> akgl_PipelineTiles {
    akgl_PipelineTiles { map, ..tiles::NONE }
}

/// The tiles of a grid of the game's own, upper left corner at (0, 0): every cell that is not 0.
///
/// `cells` holds `columns * rows` cells, row-major, and is borrowed; NULL: no tiles. `tilewidth` and
/// `tileheight` are the size of a cell in pixels; not above 0: no tiles.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_tiles_cells(
    cells: *const u32,
    columns: u32,
    rows: u32,
    tilewidth: f64,
    tileheight: f64,
) -> akgl_PipelineTiles {
    akgl_PipelineTiles {
        cells,
        columns,
        rows,
        tilewidth,
        tileheight,
        ..tiles::NONE
    }
}

/// Sets `ay` to `-jumpforce` when `pressed` and `onground`, and leaves it alone otherwise.
///
/// `pressed` is whether the button went down in this frame, not whether it is held.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_apply_jump(
    entity: akgl_PipelineEntity,
    pressed: bool,
) -> akgl_PipelineEntity {
    pipeline::apply_jump(entity.into(), pressed).into()
}

/// Adds `ay` to `vy` and resets `ay` to 0. Does nothing to an entity without `gravity`.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_apply_acceleration(entity: akgl_PipelineEntity) -> akgl_PipelineEntity {
    pipeline::apply_acceleration(entity.into()).into()
}

/// Adds AKGL_PIPELINE_GRAVITY to `vy`. Does nothing to an entity without `gravity`.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_apply_gravity(entity: akgl_PipelineEntity) -> akgl_PipelineEntity {
    pipeline::apply_gravity(entity.into()).into()
}

/// As akgl_pipeline_apply_gravity, with a gravity of your own in pixels per frame per frame.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_apply_gravity_of(
    entity: akgl_PipelineEntity,
    gravity: f64,
) -> akgl_PipelineEntity {
    pipeline::apply_gravity_of(entity.into(), gravity).into()
}

/// Adds `vx` to `x`. A `vx` that is NaN moves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_apply_velocity_x(entity: akgl_PipelineEntity) -> akgl_PipelineEntity {
    pipeline::apply_velocity_x(entity.into()).into()
}

/// Adds `vy` to `y`. A `vy` that is NaN moves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn akgl_pipeline_apply_velocity_y(entity: akgl_PipelineEntity) -> akgl_PipelineEntity {
    pipeline::apply_velocity_y(entity.into()).into()
}

/// Snaps an entity that moved along x off the solid tiles it overlaps, and zeroes `vx`. Call it
/// directly after akgl_pipeline_apply_velocity_x.
///
/// Moving right, the right edge goes to the left edge of the tile; moving left, the left edge goes to
/// the right edge of the tile; of several tiles the first met along the way. With a `vx` of 0 or NaN
/// nothing happens, even inside a tile. Only where the entity ended is looked at, so a thin wall can be
/// jumped over (akgl_pipeline_apply_velocity_x_swept does not); where it ended inside a thick one it
/// is snapped back until it is free, but not past where the move began.
///
/// `tiles` may be NULL: no tiles.
///
/// # Safety
/// `tiles` is NULL or points to a record whose pointers are as its fields say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_resolve_tile_collisions_x(
    entity: akgl_PipelineEntity,
    tiles: *const akgl_PipelineTiles,
) -> akgl_PipelineEntity {
    // SAFETY: the caller vouches for the tiles.
    let tiles = unsafe { Solid::read(tiles) };
    unchanged_on_panic(entity, |e| pipeline::resolve_tile_collisions_x(e, &tiles))
}

/// Snaps an entity that moved along y off the solid tiles it overlaps, and zeroes `vy`. Call it
/// directly after akgl_pipeline_apply_velocity_y. As akgl_pipeline_resolve_tile_collisions_x.
///
/// # Safety
/// `tiles` is NULL or points to a record whose pointers are as its fields say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_resolve_tile_collisions_y(
    entity: akgl_PipelineEntity,
    tiles: *const akgl_PipelineTiles,
) -> akgl_PipelineEntity {
    // SAFETY: the caller vouches for the tiles.
    let tiles = unsafe { Solid::read(tiles) };
    unchanged_on_panic(entity, |e| pipeline::resolve_tile_collisions_y(e, &tiles))
}

/// Moves by `vx`, but no further than the first solid tile on the way; stopped there, zeroes `vx`.
///
/// In place of akgl_pipeline_apply_velocity_x and akgl_pipeline_resolve_tile_collisions_x, for what is
/// fast: no speed passes through a wall. Arriving exactly at a face counts as stopped. A tile that the
/// entity is already inside is not in its way. `tiles` may be NULL: no tiles.
///
/// # Safety
/// `tiles` is NULL or points to a record whose pointers are as its fields say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_apply_velocity_x_swept(
    entity: akgl_PipelineEntity,
    tiles: *const akgl_PipelineTiles,
) -> akgl_PipelineEntity {
    // SAFETY: the caller vouches for the tiles.
    let tiles = unsafe { Solid::read(tiles) };
    unchanged_on_panic(entity, |e| pipeline::apply_velocity_x_swept(e, &tiles))
}

/// Moves by `vy`, but no further than the first solid tile on the way; stopped there, zeroes `vy`. As
/// akgl_pipeline_apply_velocity_x_swept.
///
/// # Safety
/// `tiles` is NULL or points to a record whose pointers are as its fields say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_apply_velocity_y_swept(
    entity: akgl_PipelineEntity,
    tiles: *const akgl_PipelineTiles,
) -> akgl_PipelineEntity {
    // SAFETY: the caller vouches for the tiles.
    let tiles = unsafe { Solid::read(tiles) };
    unchanged_on_panic(entity, |e| pipeline::apply_velocity_y_swept(e, &tiles))
}

/// Sets `onground` to whether a solid tile lies one pixel below the bottom edge, under the left or the
/// right corner. Does nothing to an entity without `gravity`. `tiles` may be NULL: no tiles.
///
/// # Safety
/// `tiles` is NULL or points to a record whose pointers are as its fields say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_detect_ground(
    entity: akgl_PipelineEntity,
    tiles: *const akgl_PipelineTiles,
) -> akgl_PipelineEntity {
    // SAFETY: the caller vouches for the tiles.
    let tiles = unsafe { Solid::read(tiles) };
    unchanged_on_panic(entity, |e| pipeline::detect_ground(e, &tiles))
}

/// Whether two boxes, each x, y, width and height in pixels, overlap. Touching is not overlapping.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // the document's own signature
pub extern "C" fn akgl_pipeline_aabb_overlap(
    x1: f64,
    y1: f64,
    w1: f64,
    h1: f64,
    x2: f64,
    y2: f64,
    w2: f64,
    h2: f64,
) -> bool {
    pipeline::aabb_overlap(x1, y1, w1, h1, x2, y2, w2, h2)
}

/// Pushes overlapping solid entities apart; `dest` gets `count` entities in the same order.
///
/// Pairs are taken in the order (0, 1), (0, 2), ... (1, 2), ..., each at the places that earlier pushes
/// left. Where both are `solid` and overlap, each moves by half the overlap along the axis of the smaller
/// overlap (x where they are equal), away from the other, and its velocity along that axis becomes 1
/// in that direction. On the very same spot the earlier one goes left. The cost grows with the number of
/// entities and of overlaps, not with the square.
///
/// `entities` is not changed unless `dest` is the same array; otherwise the two may not overlap. Either may
/// be NULL only with a count of 0: otherwise `AKERR_NULLPOINTER`.
///
/// # Safety
/// `entities` points to `count` entities that can be read, and `dest` to as many that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_resolve_entity_collisions(
    entities: *const akgl_PipelineEntity,
    count: usize,
    dest: *mut akgl_PipelineEntity,
) -> *mut akerr_ErrorContext {
    ffi("akgl_pipeline_resolve_entity_collisions", || {
        // SAFETY: the caller vouches for both arrays.
        unsafe { resolve(entities, count, dest) }
    })
}

/// As `akgl_pipeline_resolve_entity_collisions`, for the entities of a scene. `dest` may be the scene's own
/// array, so that the scene itself is updated.
///
/// # Safety
/// The scene's pointers are as its fields say, and `dest` points to as many entities that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_scene_resolve_collisions(
    scene: akgl_PipelineScene,
    dest: *mut akgl_PipelineEntity,
) -> *mut akerr_ErrorContext {
    ffi("akgl_pipeline_scene_resolve_collisions", || {
        // SAFETY: the caller vouches for both arrays.
        unsafe { resolve(scene.entities, scene.count, dest) }
    })
}

/// Applies every step to every entity of a scene: the first step to all of them, then the second, and so
/// on. `dest` gets the entities in the same order, and may be the scene's own array, so that the scene
/// itself is updated; otherwise the two may not overlap. A step may call anything of this header, and
/// read `dest`, which holds what is done so far.
///
/// `AKERR_NULLPOINTER`: an array is NULL with a count above 0, or a step has no function. `dest` is then
/// unchanged.
///
/// # Safety
/// The scene's pointers are as its fields say, `dest` points to as many entities that can be written, and
/// `steps` to `numsteps` steps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_pipeline_scene_update_entities(
    scene: akgl_PipelineScene,
    steps: *const akgl_PipelineStep,
    numsteps: usize,
    dest: *mut akgl_PipelineEntity,
) -> *mut akerr_ErrorContext {
    ffi("akgl_pipeline_scene_update_entities", || {
        if numsteps > 0 {
            check(steps.cast_mut(), "steps")?;
        }
        // SAFETY: the caller vouches for `numsteps` steps.
        let step = |at: usize| unsafe { steps.add(at).read() };
        for at in 0..numsteps {
            let step = step(at);
            if step.func.is_none() && step.tilefunc.is_none() && step.userfunc.is_none() {
                return fault!(AKERR_NULLPOINTER, "step {at} has no function");
            }
        }
        if scene.count == 0 {
            return Ok(());
        }
        check(scene.entities.cast_mut(), "scene.entities")?;
        check(dest, "dest")?;
        // SAFETY: the caller vouches for both arrays; they are the same one or apart.
        unsafe { core::ptr::copy(scene.entities, dest, scene.count) };
        for at in 0..numsteps {
            let step = step(at);
            for index in 0..scene.count {
                // A step is C code: no reference is held over it.
                // SAFETY: as above; the functions are the game's own.
                unsafe {
                    let entity = dest.add(index).read();
                    let next = match (step.func, step.tilefunc, step.userfunc) {
                        (Some(func), _, _) => func(entity),
                        (_, Some(func), _) => func(entity, scene.tiles),
                        (_, _, Some(func)) => func(entity, scene.tiles, step.userdata),
                        _ => entity,
                    };
                    dest.add(index).write(next);
                }
            }
        }
        Ok(())
    })
}

/// # Safety
/// `entities` points to `count` entities that can be read, and `dest` to as many that can be written.
unsafe fn resolve(
    entities: *const akgl_PipelineEntity,
    count: usize,
    dest: *mut akgl_PipelineEntity,
) -> Outcome {
    if count == 0 {
        return Ok(());
    }
    check(entities.cast_mut(), "entities")?;
    check(dest, "dest")?;
    // SAFETY: the caller vouches for the array.
    let list: Vec<Entity> = (0..count)
        .map(|at| unsafe { entities.add(at).read() }.into())
        .collect();
    for (at, entity) in pipeline::resolve_entity_collisions(&list).into_iter().enumerate() {
        // SAFETY: the caller vouches for the array.
        unsafe { dest.add(at).write(entity.into()) };
    }
    Ok(())
}
