/*
 * `akgl/pipeline.h`: explicit physics steps over plain values, in pixels per frame.
 *
 * The second way to do the job of `akgl/physics.h`, and independent of it: no pool, no backend, no
 * world, no clock. An entity is a record that the game keeps where it likes; every step takes one by
 * value and returns a new one, and the game calls the steps it wants in the order it wants. The usual
 * order of a frame is: apply_jump, apply_acceleration, apply_gravity, apply_velocity_x,
 * resolve_tile_collisions_x, apply_velocity_y, resolve_tile_collisions_y, detect_ground for each
 * entity, then resolve_entity_collisions for all.
 *
 * Units: pixels and frames, y grows downward. Numbers are doubles, and the steps only add, subtract,
 * compare and halve: whole numbers stay exact up to 2^53, halves included.
 *
 * An entity covers x .. x + width by y .. y + height. Touching is not overlapping. A zero size is a
 * point or a line and overlaps what it lies strictly inside; a box with a negative size, or with a NaN
 * or an infinity in its place or size, overlaps nothing.
 *
 * Threads: nothing here has state; any thread may call anything, as long as nobody writes to what a
 * call reads.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_PIPELINE_H
#define AKGL_PIPELINE_H

#include <akgl/error.h>
#include <akgl/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What akgl_pipeline_apply_gravity adds, in pixels per frame per frame. */
#define AKGL_PIPELINE_GRAVITY 1.0

/** The jump force of an entity unless told otherwise, in pixels per frame per frame. */
#define AKGL_PIPELINE_JUMP_FORCE 15.0

/** A step that needs no tiles, such as akgl_pipeline_apply_gravity. */
typedef struct akgl_PipelineEntity (*akgl_PipelineFunc)(struct akgl_PipelineEntity entity);

/** A step that needs tiles, such as akgl_pipeline_detect_ground. */
typedef struct akgl_PipelineEntity (*akgl_PipelineTileFunc)(struct akgl_PipelineEntity entity,
                                                            const struct akgl_PipelineTiles *tiles);

/** A step of the game's own, with a pointer of the game's own. */
typedef struct akgl_PipelineEntity (*akgl_PipelineUserFunc)(struct akgl_PipelineEntity entity,
                                                            const struct akgl_PipelineTiles *tiles,
                                                            void *userdata);

/**
 * One thing in a game: a plain value.
 *
 * akgl_pipeline_entity returns one with the defaults; a zeroed record differs from it in having a
 * jump force of 0.
 */
struct akgl_PipelineEntity {
    /** Left edge in pixels. */
    double x;
    /** Top edge in pixels. */
    double y;
    /** Width in pixels, at least 0. */
    double width;
    /** Height in pixels, at least 0. */
    double height;
    /** Pixels per frame to the right. */
    double vx;
    /** Pixels per frame downward. */
    double vy;
    /** One-shot vertical acceleration in pixels per frame per frame. */
    double ay;
    /** How hard akgl_pipeline_apply_jump kicks off. */
    double jumpforce;
    /** Yours: no step reads or changes it. */
    uint64_t tag;
    /** Whether acceleration, gravity and the ground probe concern this entity. */
    bool gravity;
    /** Whether the last akgl_pipeline_detect_ground found a tile under the feet. */
    bool onground;
    /** Whether akgl_pipeline_resolve_entity_collisions pushes it. */
    bool solid;
};

/**
 * Which tiles are solid: a loaded map, or a grid of the game's own. Borrowed, and read anew by every
 * call: a tile may change between two calls. Outside the grid nothing is solid.
 *
 * Made by akgl_pipeline_tiles_map or akgl_pipeline_tiles_cells; `solid` may be filled in afterwards.
 */
struct akgl_PipelineTiles {
    /** A map, or NULL to use `cells`. */
    const akgl_Tilemap *map;
    /** Row-major cells, `columns` a row: global tile ids, 0 is empty. Tiled's flip bits are ignored. */
    const uint32_t *cells;
    /** Cells a row. */
    uint32_t columns;
    /** Rows. */
    uint32_t rows;
    /** Width of a cell in pixels, above 0. */
    double tilewidth;
    /** Height of a cell in pixels, above 0. */
    double tileheight;
    /**
     * By global tile id, whether tiles with that id are solid; `numsolid` entries, ids beyond are not.
     * It is asked about the tiles of every tile layer. NULL: every tile of `cells` is solid, and of
     * a map every tile of the layers marked `collidable`.
     */
    const bool *solid;
    /** Entries of `solid`. */
    size_t numsolid;
};

/** Entities over the tiles they live among. Borrowed. */
struct akgl_PipelineScene {
    /** `count` entities, in the order in which they are resolved; NULL only with a count of 0. */
    const struct akgl_PipelineEntity *entities;
    /** How many entities there are. */
    size_t count;
    /** The tiles, or NULL for none. */
    const struct akgl_PipelineTiles *tiles;
};

/** One step for akgl_pipeline_scene_update_entities: the first of its functions that is not NULL. */
struct akgl_PipelineStep {
    /** Called with the entity. */
    akgl_PipelineFunc func;
    /** Called with the entity and the scene's tiles. */
    akgl_PipelineTileFunc tilefunc;
    /** Called with the entity, the scene's tiles and `userdata`. */
    akgl_PipelineUserFunc userfunc;
    /** Handed to `userfunc`. */
    void *userdata;
};

/** An entity with every default: all zero and false, but a jump force of AKGL_PIPELINE_JUMP_FORCE. */
struct akgl_PipelineEntity akgl_pipeline_entity(void);

/** The tiles of a map: those of its layers marked `collidable`. The map is borrowed; NULL: no tiles. */
struct akgl_PipelineTiles akgl_pipeline_tiles_map(const akgl_Tilemap *map);

/**
 * The tiles of a grid of the game's own, upper left corner at (0, 0): every cell that is not 0.
 *
 * `cells` holds `columns * rows` cells, row-major, and is borrowed; NULL: no tiles. `tilewidth` and
 * `tileheight` are the size of a cell in pixels; not above 0: no tiles.
 */
struct akgl_PipelineTiles akgl_pipeline_tiles_cells(const uint32_t *cells,
                                                    uint32_t columns,
                                                    uint32_t rows,
                                                    double tilewidth,
                                                    double tileheight);

/**
 * Sets `ay` to `-jumpforce` when `pressed` and `onground`, and leaves it alone otherwise.
 *
 * `pressed` is whether the button went down in this frame, not whether it is held.
 */
struct akgl_PipelineEntity akgl_pipeline_apply_jump(struct akgl_PipelineEntity entity,
                                                    bool pressed);

/** Adds `ay` to `vy` and resets `ay` to 0. Does nothing to an entity without `gravity`. */
struct akgl_PipelineEntity akgl_pipeline_apply_acceleration(struct akgl_PipelineEntity entity);

/** Adds AKGL_PIPELINE_GRAVITY to `vy`. Does nothing to an entity without `gravity`. */
struct akgl_PipelineEntity akgl_pipeline_apply_gravity(struct akgl_PipelineEntity entity);

/** As akgl_pipeline_apply_gravity, with a gravity of your own in pixels per frame per frame. */
struct akgl_PipelineEntity akgl_pipeline_apply_gravity_of(struct akgl_PipelineEntity entity,
                                                          double gravity);

/** Adds `vx` to `x`. A `vx` that is NaN moves nothing. */
struct akgl_PipelineEntity akgl_pipeline_apply_velocity_x(struct akgl_PipelineEntity entity);

/** Adds `vy` to `y`. A `vy` that is NaN moves nothing. */
struct akgl_PipelineEntity akgl_pipeline_apply_velocity_y(struct akgl_PipelineEntity entity);

/**
 * Snaps an entity that moved along x off the solid tiles it overlaps, and zeroes `vx`. Call it
 * directly after akgl_pipeline_apply_velocity_x.
 *
 * Moving right, the right edge goes to the left edge of the tile; moving left, the left edge goes to
 * the right edge of the tile; of several tiles the first met along the way. With a `vx` of 0 or NaN
 * nothing happens, even inside a tile. Only where the entity ended is looked at, so a thin wall can be
 * jumped over (akgl_pipeline_apply_velocity_x_swept does not); where it ended inside a thick one it
 * is snapped back until it is free, but not past where the move began.
 *
 * `tiles` may be NULL: no tiles.
 *
 * Safety: `tiles` is NULL or points to a record whose pointers are as its fields say.
 */
struct akgl_PipelineEntity akgl_pipeline_resolve_tile_collisions_x(struct akgl_PipelineEntity entity,
                                                                   const struct akgl_PipelineTiles *tiles);

/**
 * Snaps an entity that moved along y off the solid tiles it overlaps, and zeroes `vy`. Call it
 * directly after akgl_pipeline_apply_velocity_y. As akgl_pipeline_resolve_tile_collisions_x.
 *
 * Safety: `tiles` is NULL or points to a record whose pointers are as its fields say.
 */
struct akgl_PipelineEntity akgl_pipeline_resolve_tile_collisions_y(struct akgl_PipelineEntity entity,
                                                                   const struct akgl_PipelineTiles *tiles);

/**
 * Moves by `vx`, but no further than the first solid tile on the way; stopped there, zeroes `vx`.
 *
 * In place of akgl_pipeline_apply_velocity_x and akgl_pipeline_resolve_tile_collisions_x, for what is
 * fast: no speed passes through a wall. Arriving exactly at a face counts as stopped. A tile that the
 * entity is already inside is not in its way. `tiles` may be NULL: no tiles.
 *
 * Safety: `tiles` is NULL or points to a record whose pointers are as its fields say.
 */
struct akgl_PipelineEntity akgl_pipeline_apply_velocity_x_swept(struct akgl_PipelineEntity entity,
                                                                const struct akgl_PipelineTiles *tiles);

/**
 * Moves by `vy`, but no further than the first solid tile on the way; stopped there, zeroes `vy`. As
 * akgl_pipeline_apply_velocity_x_swept.
 *
 * Safety: `tiles` is NULL or points to a record whose pointers are as its fields say.
 */
struct akgl_PipelineEntity akgl_pipeline_apply_velocity_y_swept(struct akgl_PipelineEntity entity,
                                                                const struct akgl_PipelineTiles *tiles);

/**
 * Sets `onground` to whether a solid tile lies one pixel below the bottom edge, under the left or the
 * right corner. Does nothing to an entity without `gravity`. `tiles` may be NULL: no tiles.
 *
 * Safety: `tiles` is NULL or points to a record whose pointers are as its fields say.
 */
struct akgl_PipelineEntity akgl_pipeline_detect_ground(struct akgl_PipelineEntity entity,
                                                       const struct akgl_PipelineTiles *tiles);

/** Whether two boxes, each x, y, width and height in pixels, overlap. Touching is not overlapping. */
bool akgl_pipeline_aabb_overlap(double x1,
                                double y1,
                                double w1,
                                double h1,
                                double x2,
                                double y2,
                                double w2,
                                double h2);

/**
 * Pushes overlapping solid entities apart; `dest` gets `count` entities in the same order.
 *
 * Pairs are taken in the order (0, 1), (0, 2), ... (1, 2), ..., each at the places that earlier pushes
 * left. Where both are `solid` and overlap, each moves by half the overlap along the axis of the smaller
 * overlap (x where they are equal), away from the other, and its velocity along that axis becomes 1
 * in that direction. On the very same spot the earlier one goes left. The cost grows with the number of
 * entities and of overlaps, not with the square.
 *
 * `entities` is not changed unless `dest` is the same array; otherwise the two may not overlap. Either may
 * be NULL only with a count of 0: otherwise `AKERR_NULLPOINTER`.
 *
 * Safety: `entities` points to `count` entities that can be read, and `dest` to as many that can be written.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_pipeline_resolve_entity_collisions(const struct akgl_PipelineEntity *entities,
                                                                           size_t count,
                                                                           struct akgl_PipelineEntity *dest);

/**
 * As `akgl_pipeline_resolve_entity_collisions`, for the entities of a scene. `dest` may be the scene's own
 * array, so that the scene itself is updated.
 *
 * Safety: The scene's pointers are as its fields say, and `dest` points to as many entities that can be written.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_pipeline_scene_resolve_collisions(struct akgl_PipelineScene scene,
                                                                          struct akgl_PipelineEntity *dest);

/**
 * Applies every step to every entity of a scene: the first step to all of them, then the second, and so
 * on. `dest` gets the entities in the same order, and may be the scene's own array, so that the scene
 * itself is updated; otherwise the two may not overlap. A step may call anything of this header, and
 * read `dest`, which holds what is done so far.
 *
 * `AKERR_NULLPOINTER`: an array is NULL with a count above 0, or a step has no function. `dest` is then
 * unchanged.
 *
 * Safety: The scene's pointers are as its fields say, `dest` points to as many entities that can be written, and
 * `steps` to `numsteps` steps.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_pipeline_scene_update_entities(struct akgl_PipelineScene scene,
                                                                       const struct akgl_PipelineStep *steps,
                                                                       size_t numsteps,
                                                                       struct akgl_PipelineEntity *dest);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_PIPELINE_H */
