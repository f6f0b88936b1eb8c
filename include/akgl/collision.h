/*
 * `akgl/collision.h`: worlds, shapes, contacts, proxies, queries.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_COLLISION_H
#define AKGL_COLLISION_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <SDL3/SDL_rect.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AKGL_COLLISION_SHAPE_NONE 0
#define AKGL_COLLISION_SHAPE_BOX 1
#define AKGL_COLLISION_SHAPE_CIRCLE 2
#define AKGL_COLLISION_SHAPE_CAPSULE_X 3
#define AKGL_COLLISION_SHAPE_CAPSULE_Y 4
#define AKGL_COLLISION_LAYER_STATIC 1
#define AKGL_COLLISION_LAYER_ACTOR 2
#define AKGL_COLLISION_LAYER_ENEMY 4
#define AKGL_COLLISION_LAYER_PICKUP 8
#define AKGL_COLLISION_FLAG_STATIC 1
#define AKGL_COLLISION_FLAG_SENSOR 2
#define AKGL_COLLISION_FLAG_BULLET 4

/** Set in `akgl_CollisionWorld.flags`: the narrowphase compares x and y only. */
#define AKGL_COLLISION_TEST_PLANAR 1

/** A proxy of a collision world; 0 is no proxy. A handle is never reused. */
typedef uint64_t akgl_CollisionProxy;

/** What one actor touched, told to that actor. */
struct akgl_CollisionContact {
    /** The other actor, or NULL for a tile or static geometry. */
    akgl_Actor *other;
    /** The other side's proxy, or 0 for a tile. */
    akgl_CollisionProxy proxy;
    /** The other side's `userdata` where it is static geometry, else NULL. */
    void *userdata;
    /** The way this actor must move to be free, of length 1. */
    float32_t nx;
    float32_t ny;
    float32_t nz;
    /** How far along the normal this actor must move to be free, in pixels. */
    float32_t depth;
    /** Where this actor's origin just touches the surface. */
    float32_t x;
    float32_t y;
    float32_t z;
    /** True where either side is a sensor: the default response changes nothing. */
    bool sensor;
    /** The other side's layer mask. */
    uint32_t layermask;
    /** The global tile id, flip bits removed; 0 where the other side is no tile. */
    uint32_t tile;
    /** The tile's layer, or -1. */
    int32_t layer;
    /** The tile's column, or -1. */
    int32_t cellx;
    /** The tile's row, or -1. */
    int32_t celly;
};

/**
 * A convex volume placed relative to an actor's origin, with its masks.
 *
 * Every kind is described by its bounding box: `x y` is the top left corner relative to the
 * actor's origin, `w h` its size, `z` the middle of its depth and `depth` its full thickness.
 * A circle has `w == h`; a capsule's radius is half of its smaller side.
 */
struct akgl_CollisionShape {
    /** `AKGL_COLLISION_SHAPE_*`; NONE means no collider. */
    uint32_t kind;
    /** The layers this shape is on. */
    uint32_t layermask;
    /** The layers this shape responds to. */
    uint32_t collidemask;
    /** `AKGL_COLLISION_FLAG_*` bits. */
    uint32_t flags;
    float32_t x;
    float32_t y;
    float32_t w;
    float32_t h;
    float32_t z;
    float32_t depth;
};

/** A collision world. Zeroed storage until `akgl_collision_world_init`. */
struct akgl_CollisionWorld {
    /** `AKGL_COLLISION_TEST_*` bits. */
    uint32_t flags;
    float32_t cellwidth;
    float32_t cellheight;
    /** Borrowed; NULL where no map is bound. */
    akgl_Tilemap *tilemap;
    /** The library's own state. */
    void *state;
    uint32_t reserved[16];
};

/**
 * The default `collidefunc`; the collision room brings its body.
 *
 * # Safety
 * Nothing is read.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_collide_block(akgl_Actor *_actor,
                                             const struct akgl_CollisionContact *_contact);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_COLLISION_H */
