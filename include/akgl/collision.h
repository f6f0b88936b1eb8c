/*
 * `akgl/collision.h`: worlds, shapes, contacts, proxies, queries.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_COLLISION_H
#define AKGL_COLLISION_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/partitioner.h>
#include <SDL3/SDL_rect.h>

#ifdef __cplusplus
extern "C" {
#endif

/** No collider: the actor is not part of any collision. */
#define AKGL_COLLISION_SHAPE_NONE 0

/** A rectangle. */
#define AKGL_COLLISION_SHAPE_BOX 1

/** A circle. */
#define AKGL_COLLISION_SHAPE_CIRCLE 2

/** A capsule that lies: two half-circles left and right of a rectangle. */
#define AKGL_COLLISION_SHAPE_CAPSULE_X 3

/** A capsule that stands. */
#define AKGL_COLLISION_SHAPE_CAPSULE_Y 4

/** The layer of map geometry; what a new shape responds to. */
#define AKGL_COLLISION_LAYER_STATIC 1

/** The layer that a new shape is on. */
#define AKGL_COLLISION_LAYER_ACTOR 2

/** A layer for enemies. */
#define AKGL_COLLISION_LAYER_ENEMY 4

/** A layer for things to pick up. */
#define AKGL_COLLISION_LAYER_PICKUP 8

/** Every layer; the bits that have no name here are the game's own. */
#define AKGL_COLLISION_LAYER_ALL 0xFFFFFFFFu

/**
 * Geometry that never gives way. Such a shape is on `AKGL_COLLISION_LAYER_STATIC` as well,
 * whatever its layermask says.
 */
#define AKGL_COLLISION_FLAG_STATIC 1

/** Reports contacts and never pushes, nor is pushed. */
#define AKGL_COLLISION_FLAG_SENSOR 2

/** Reserved for a swept test; does nothing today. */
#define AKGL_COLLISION_FLAG_BULLET 4

/**
 * A world flag, on after `akgl_collision_world_init`: shapes are compared in x and y only. Without
 * it they must overlap along z too, and z is one of the ways out.
 */
#define AKGL_COLLISION_TEST_PLANAR 1

/** How many tiles `akgl_collision_settle` lifts a shape before it refuses. */
#define AKGL_COLLISION_SETTLE_MAX_TILES 64

/**
 * A shape's thickness along z, as a multiple of its largest planar half-extent, where a setter is
 * given a depth of 0.
 *
 * The least with which separating two shapes along z never is shorter than separating them in the
 * plane: along z it takes half of both thicknesses, mA + mB at this ratio, where m is a shape's
 * largest planar half-extent; in the plane it takes the sum of the half-extents on one axis, which
 * is at most mA + mB.
 */
#define AKGL_COLLISION_DEPTH_RATIO 2.0f

/**
 * A handle to a proxy of a collision world; 0 is none. It is never given out again, so a stale one
 * is always recognised.
 */
typedef uint64_t akgl_CollisionProxy;

/**
 * Is told of one proxy. It may change anything: release actors, remove proxies, destroy the world.
 * Setting `*stop` ends the visit; an error it raises ends the visit too and is handed up.
 */
typedef akerr_ErrorContext *(*akgl_CollisionVisitFunc)(void *userdata,
                                                       const struct akgl_CollisionProxyInfo *info,
                                                       bool *stop);

/**
 * A collision world: the game's own storage, usually static, not to be copied. Zeroed until
 * `akgl_collision_world_init`.
 *
 * Threads: a world, like the pool whose actors it sees, is used by one thread at a time.
 */
struct akgl_CollisionWorld {
    /** `AKGL_COLLISION_TEST_*` bits; may be changed at any time. */
    uint32_t flags;
    /** Width of a cell in pixels; read only. With a map bound, that of its tiles. */
    float32_t cellwidth;
    /** Height of a cell in pixels; read only. */
    float32_t cellheight;
    /** The bound map, borrowed and read live; NULL for none. Clear it to let the map go. */
    akgl_Tilemap *tilemap;
    /** The library's own. */
    void *state;
    /** The library's own; zero. */
    uint32_t reserved[16];
};

/** What one actor touched, told to that actor. */
struct akgl_CollisionContact {
    /** The other actor; NULL for a tile and for geometry. */
    akgl_Actor *other;
    /** The other side's proxy; 0 for a tile. */
    akgl_CollisionProxy proxy;
    /** What `akgl_collision_proxy_add` was given for it; NULL for a tile and for an actor. */
    void *userdata;
    /**
     * The way this actor must move to be free: nx, ny, nz together have length 1. Of a box on a
     * floor exactly (0, -1, 0).
     */
    float32_t nx;
    /** See `nx`. */
    float32_t ny;
    /** See `nx`. 0 while the world has `AKGL_COLLISION_TEST_PLANAR`. */
    float32_t nz;
    /** How far along the normal this actor must move to be free, in pixels. */
    float32_t depth;
    /** Where this actor's origin just touches: the place the default response puts it. */
    float32_t x;
    /** See `x`. */
    float32_t y;
    /** See `x`. */
    float32_t z;
    /** True where either side is a sensor: the default response changes nothing. */
    bool sensor;
    /**
     * True where this actor came into it in this sub-step: the default response puts it right even
     * where other contacts have turned its motion outward since. False where it was inside before.
     */
    bool entered;
    /** The layers the other side is on. */
    uint32_t layermask;
    /** The global tile id with the flip bits removed; 0 where the other side is no tile. */
    uint32_t tile;
    /** The tile's index in the map's layers; -1 where the other side is no tile. */
    int32_t layer;
    /** The tile's column; -1 where the other side is no tile. */
    int32_t cellx;
    /** The tile's row; -1 where the other side is no tile. */
    int32_t celly;
};

/**
 * A convex, axis-aligned volume placed relative to an actor's origin, with its masks.
 *
 * Every kind is described by its bounding box, in pixels. A circle's radius is half of `w`, a
 * capsule's half of its smaller side. Use the setters: they check, and fill in the defaults. The
 * masks and flags may be changed freely afterwards.
 */
struct akgl_CollisionShape {
    /** `AKGL_COLLISION_SHAPE_*`. */
    uint32_t kind;
    /** The layers this shape is on: what others test against. */
    uint32_t layermask;
    /** The layers this shape responds to. */
    uint32_t collidemask;
    /** `AKGL_COLLISION_FLAG_*` bits. */
    uint32_t flags;
    /** Left edge of the bounding box, from the actor's x. */
    float32_t x;
    /** Top edge of the bounding box, from the actor's y. */
    float32_t y;
    /** Width of the bounding box, positive. */
    float32_t w;
    /** Height of the bounding box, positive. */
    float32_t h;
    /** Middle of the shape along z, from the actor's z. */
    float32_t z;
    /** Full thickness along z, positive. */
    float32_t depth;
};

/** What a visitor is told of a proxy. */
struct akgl_CollisionProxyInfo {
    /** Its handle. */
    akgl_CollisionProxy proxy;
    /** The actor whose shape it is; NULL for geometry. */
    akgl_Actor *actor;
    /** What `akgl_collision_proxy_add` was given; NULL for an actor. */
    void *userdata;
    /** Its shape. */
    struct akgl_CollisionShape shape;
    /** Where the shape's origin is. */
    float32_t x;
    /** See `x`. */
    float32_t y;
    /** See `x`. */
    float32_t z;
};

/**
 * Initialises a world, with `AKGL_COLLISION_TEST_PLANAR` on and no map. A world that is in use is
 * destroyed first.
 *
 * `partitioner` names the broad phase, "grid" or "bsp"; NULL is the default, "grid". The cell size
 * in pixels must be positive; a map that is bound later replaces it by that of its tiles.
 *
 * `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a name that is not known, `AKERR_VALUE` for
 * a cell size that is not a positive number, `AKERR_HEAP` where there are too many worlds.
 *
 * Safety: `world` is NULL or valid; `partitioner` is NULL or a terminated string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_world_init(struct akgl_CollisionWorld *world,
                                                             const char *partitioner,
                                                             float32_t cell_w,
                                                             float32_t cell_h);

/**
 * Destroys a world and zeroes it; its proxies' handles are stale from then on. Also allowed while a
 * step that uses it is under way, and on a world that is zeroed or already destroyed.
 * `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: `world` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_world_destroy(struct akgl_CollisionWorld *world);

/**
 * Binds a map: its tile layers with the boolean property `collidable` are solid from now on, and
 * the objects of object layers with that property become geometry. The cell size becomes that of
 * the tiles. Another map's objects leave; proxies that the game added stay.
 *
 * The map is borrowed, and its tiles are read live: an edit of `layers[i].data` counts at once. Its
 * objects are read here, once. Bind NULL to let a map go.
 *
 * Rectangles and points become boxes (a point one of 1 x 1 px around it), ellipses that are round
 * become circles. `AKERR_VALUE` names an object that can be no proxy: a polygon, a polyline, an oval,
 * anything rotated, a rectangle without a size; nothing is bound then. `AKERR_NULLPOINTER` for a NULL
 * world, `AKERR_VALUE` for a map without a tile size or one that is not initialised.
 *
 * Safety: `world` is NULL or valid; `map` is NULL or valid for as long as it is bound.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_bind_tilemap(struct akgl_CollisionWorld *world,
                                                               akgl_Tilemap *map);

/**
 * Puts a broad phase of the game's own in place of the world's. The record is copied; its `state`
 * stays the game's. Every proxy is inserted into it. NULL brings the default back.
 *
 * `AKERR_NULLPOINTER` for a NULL world or a record without one of its functions, and what one of its
 * functions raises; the world then keeps the broad phase it had.
 *
 * Safety: `world` is NULL or valid; `partitioner` is NULL or a valid record that keeps its promises for as
 * long as the world uses it.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_world_set_partitioner(struct akgl_CollisionWorld *world,
                                                                        const akgl_Partitioner *partitioner);

/**
 * The default `collidefunc`: blocks. Puts the actor where it just touches, along the normal, and
 * removes the part of its motion that goes into the surface, from `e` and `t` each; the part along
 * the surface stays, and `v` is not written. A contact with a sensor, and one of an actor that did not
 * come into it in this sub-step and is on its way out, change nothing.
 *
 * `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_collide_block(akgl_Actor *actor,
                                                            const struct akgl_CollisionContact *contact);

/**
 * Adds a proxy: geometry that is not on the tile grid, at (x, y, z). Give its shape
 * `AKGL_COLLISION_FLAG_STATIC` where it never gives way. The shape is copied; `userdata` is kept and
 * handed back. Writes the handle to `*dest`.
 *
 * `AKERR_NULLPOINTER` for NULL (`userdata` may be), `AKERR_VALUE` for a shape that is none or wrong
 * and a place that is not finite; what a partitioner of the game's own raises. Nothing is added then.
 *
 * Safety: Each pointer is NULL or valid; `userdata` is not followed.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_proxy_add(struct akgl_CollisionWorld *world,
                                                            const struct akgl_CollisionShape *shape,
                                                            float32_t x,
                                                            float32_t y,
                                                            float32_t z,
                                                            void *userdata,
                                                            akgl_CollisionProxy *dest);

/**
 * Moves a proxy that the game added. `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a stale
 * handle or an actor's, `AKERR_VALUE` for a place that is not finite.
 *
 * Safety: `world` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_proxy_move(struct akgl_CollisionWorld *world,
                                                             akgl_CollisionProxy proxy,
                                                             float32_t x,
                                                             float32_t y,
                                                             float32_t z);

/**
 * Removes a proxy that the game added. `AKERR_NULLPOINTER` for a NULL world, `AKERR_KEY` for a stale
 * handle or an actor's (set its shape to none instead).
 *
 * Safety: `world` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_proxy_remove(struct akgl_CollisionWorld *world,
                                                               akgl_CollisionProxy proxy);

/**
 * Tells what a handle stands for. `AKERR_NULLPOINTER` for NULL, `AKERR_KEY` for a stale handle;
 * `*dest` is then left as it was.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_proxy_get(struct akgl_CollisionWorld *world,
                                                            akgl_CollisionProxy proxy,
                                                            struct akgl_CollisionProxyInfo *dest);

/**
 * Whether the tile under a point is solid; `*dest` says. A point on an edge belongs to the cell to
 * the right and below; outside of the map nothing is solid. Tiles are on
 * `AKGL_COLLISION_LAYER_STATIC`, so a `mask` without it finds none.
 *
 * `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a point that is not finite.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_solid_at(struct akgl_CollisionWorld *world,
                                                           float32_t x,
                                                           float32_t y,
                                                           uint32_t mask,
                                                           bool *dest);

/**
 * Whether a rectangle overlaps anything solid on the layers of `mask`: tiles, geometry and actors'
 * shapes that are no sensors. `*dest` says. Touching is not overlapping.
 *
 * `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a number that is not finite or a size that is not
 * positive.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_box_blocked(struct akgl_CollisionWorld *world,
                                                              const SDL_FRect *rect,
                                                              uint32_t mask,
                                                              bool *dest);

/**
 * Visits every proxy on the layers of `mask` whose bounding box overlaps a rectangle: geometry and
 * actors' shapes, sensors too, each once. Tiles have no proxies.
 *
 * The visitor may change anything; a proxy that it removes, or whose actor it releases, before its
 * turn is not visited.
 *
 * `AKERR_NULLPOINTER` for NULL (`userdata` may be), `AKERR_VALUE` for a number that is not finite or
 * a size that is not positive; what the visitor raises is handed up.
 *
 * Safety: Each pointer is NULL or valid; `userdata` is not followed.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_query_box(struct akgl_CollisionWorld *world,
                                                            const SDL_FRect *rect,
                                                            uint32_t mask,
                                                            akgl_CollisionVisitFunc visit,
                                                            void *userdata);

/**
 * Lifts a shape out of geometry it was placed inside: straight up, first to the next line between
 * two rows of tiles, then a tile at a time, until it overlaps nothing that it responds to. Writes
 * the place to `*dest`: (x, y) itself where the shape is free there. Nothing is moved; put the actor
 * there yourself.
 *
 * `AKERR_OUTOFBOUNDS` where it is not free within `AKGL_COLLISION_SETTLE_MAX_TILES` tiles,
 * `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a shape that is wrong or none and for a place that
 * is not finite; `*dest` is then left as it was.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_settle(struct akgl_CollisionWorld *world,
                                                         const struct akgl_CollisionShape *shape,
                                                         float32_t x,
                                                         float32_t y,
                                                         SDL_FPoint *dest);

/**
 * Makes a shape a box. It is then on `AKGL_COLLISION_LAYER_ACTOR` and responds to
 * `AKGL_COLLISION_LAYER_STATIC`, with no flags.
 *
 * `rect` is the box from the actor's origin, in pixels. `depth` is its thickness along z, 0 for
 * `AKGL_COLLISION_DEPTH_RATIO` times the larger half of the box.
 *
 * `AKERR_NULLPOINTER` for a NULL argument, `AKERR_VALUE` for a number that is not finite, a size
 * that is not positive or a negative depth; the shape then is what it was.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_shape_box(struct akgl_CollisionShape *shape,
                                                            const SDL_FRect *rect,
                                                            float32_t depth);

/**
 * Makes a shape a circle around (x, y) from the actor's origin, in pixels. Masks, depth and
 * statuses as `akgl_collision_shape_box`.
 *
 * Safety: `shape` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_shape_circle(struct akgl_CollisionShape *shape,
                                                               float32_t x,
                                                               float32_t y,
                                                               float32_t radius,
                                                               float32_t depth);

/**
 * Makes a shape a capsule that fills a rectangle from the actor's origin, in pixels: a rectangle
 * whose two ends along the axis are half-circles. Masks, depth and statuses as
 * `akgl_collision_shape_box`; a rectangle that is shorter along the axis than across it is refused
 * with `AKERR_VALUE`.
 *
 * `kind` is `AKGL_COLLISION_SHAPE_CAPSULE_X` for one that lies or `AKGL_COLLISION_SHAPE_CAPSULE_Y`
 * for one that stands, else `AKERR_KEY`.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_shape_capsule(struct akgl_CollisionShape *shape,
                                                                uint32_t kind,
                                                                const SDL_FRect *rect,
                                                                float32_t depth);

/**
 * Makes a shape no collider at all. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: `shape` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_collision_shape_none(struct akgl_CollisionShape *shape);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_COLLISION_H */
