/*
 * `akgl/physics.h`: the two backends and the step.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_PHYSICS_H
#define AKGL_PHYSICS_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/actor.h>
#include <akgl/collision.h>
#include <akgl/staticstring.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A method of a backend that concerns one actor. */
typedef akerr_ErrorContext *(*akgl_PhysicsActorFunc)(struct akgl_PhysicsBackend *self,
                                                     akgl_Actor *actor,
                                                     float32_t dt);

/** The method of a backend that steps the pool. */
typedef akerr_ErrorContext *(*akgl_PhysicsSimulateFunc)(struct akgl_PhysicsBackend *self,
                                                        akgl_Iterator *opflags);

/** A physics backend: four methods and their data. */
struct akgl_PhysicsBackend {
    akgl_PhysicsActorFunc gravity;
    akgl_PhysicsActorFunc move;
    akgl_PhysicsActorFunc collide;
    akgl_PhysicsSimulateFunc simulate;
    float32_t gravity_x;
    float32_t gravity_y;
    float32_t gravity_z;
    float32_t drag_x;
    float32_t drag_y;
    float32_t drag_z;
    float32_t max_timestep;
    uint64_t gravity_time;
    akgl_CollisionWorld *collision;
    uint32_t reserved[16];
};

/** Storage for a backend: zero until an initializer runs. */
extern struct akgl_PhysicsBackend akgl_default_physics;

/** The current backend. */
extern struct akgl_PhysicsBackend *akgl_physics;

#ifdef __cplusplus
}
#endif

#endif /* AKGL_PHYSICS_H */
