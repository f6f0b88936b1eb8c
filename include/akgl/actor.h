/*
 * `akgl/actor.h`: the bodies of a game.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_ACTOR_H
#define AKGL_ACTOR_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/character.h>
#include <akgl/collision.h>
#include <SDL3/SDL_events.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AKGL_ACTOR_STATE_FACE_DOWN 1
#define AKGL_ACTOR_STATE_FACE_LEFT 2
#define AKGL_ACTOR_STATE_FACE_RIGHT 4
#define AKGL_ACTOR_STATE_FACE_UP 8
#define AKGL_ACTOR_STATE_ALIVE 16
#define AKGL_ACTOR_STATE_DYING 32
#define AKGL_ACTOR_STATE_DEAD 64
#define AKGL_ACTOR_STATE_MOVING_LEFT 128
#define AKGL_ACTOR_STATE_MOVING_RIGHT 256
#define AKGL_ACTOR_STATE_MOVING_UP 512
#define AKGL_ACTOR_STATE_MOVING_DOWN 1024
#define AKGL_ACTOR_STATE_MOVING_IN 2048
#define AKGL_ACTOR_STATE_MOVING_OUT 4096

/** A hook that is given the actor and the step's `dt` in seconds. */
typedef akerr_ErrorContext *(*akgl_ActorMovementFunc)(struct akgl_Actor *actor, float32_t dt);

/** A hook that is given the actor and another. */
typedef akerr_ErrorContext *(*akgl_ActorChildFunc)(struct akgl_Actor *actor,
                                                   struct akgl_Actor *child);

/** A hook that is given the actor and a contact to respond to. */
typedef akerr_ErrorContext *(*akgl_ActorCollideFunc)(struct akgl_Actor *actor,
                                                     const akgl_CollisionContact *contact);

/** A hook that is given the actor alone. */
typedef akerr_ErrorContext *(*akgl_ActorFunc)(struct akgl_Actor *actor);

/** One body of a game. */
struct akgl_Actor {
    char name[AKGL_MAX_NAME];
    uint32_t refcount;
    uint32_t state;
    uint32_t layer;
    float32_t x;
    float32_t y;
    float32_t z;
    float32_t vx;
    float32_t vy;
    float32_t vz;
    float32_t ex;
    float32_t ey;
    float32_t ez;
    float32_t tx;
    float32_t ty;
    float32_t tz;
    float32_t ax;
    float32_t ay;
    float32_t az;
    float32_t sx;
    float32_t sy;
    float32_t sz;
    akgl_CollisionShape shape;
    bool shape_override;
    struct akgl_Actor *parent;
    akgl_Character *basechar;
    akgl_ActorFunc updatefunc;
    akgl_ActorFunc renderfunc;
    akgl_ActorFunc facefunc;
    akgl_ActorMovementFunc movementlogicfunc;
    akgl_ActorFunc changeframefunc;
    akgl_ActorChildFunc addchild;
    akgl_ActorCollideFunc collidefunc;
    void *userdata;
    uint32_t reserved[16];
};

#ifdef __cplusplus
}
#endif

#endif /* AKGL_ACTOR_H */
