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
#include <akgl/feel.h>
#include <akgl/staticstring.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The longest step in seconds unless `physics.max_timestep` says otherwise: three frames at 60 Hz. */
#define AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP 0.05f

/** A method of a backend that concerns one actor; `dt` in seconds. */
typedef akerr_ErrorContext *(*akgl_PhysicsActorFunc)(struct akgl_PhysicsBackend *self,
                                                     akgl_Actor *actor,
                                                     float32_t dt);

/** The method of a backend that steps the pool; `opflags` may be NULL. */
typedef akerr_ErrorContext *(*akgl_PhysicsSimulateFunc)(struct akgl_PhysicsBackend *self,
                                                        akgl_Iterator *opflags);

/**
 * A physics backend: four methods and their data. Zeroed until an initializer fills it in; a game
 * may put methods of its own in their place.
 *
 * Threads: stepped by one thread at a time, as the pool is.
 */
struct akgl_PhysicsBackend {
    /** Changes an actor's environmental velocity. Whatever it raises aborts the step. */
    akgl_PhysicsActorFunc gravity;
    /**
     * Moves an actor by its velocity; called once for each sub-step, whose lengths add up to the
     * step. Whatever it raises aborts the step.
     */
    akgl_PhysicsActorFunc move;
    /**
     * Resolves an actor after each sub-step, where `collision` is not NULL. Whatever it raises aborts
     * the step.
     */
    akgl_PhysicsActorFunc collide;
    /** Steps the pool by the time since `gravity_time`. */
    akgl_PhysicsSimulateFunc simulate;
    /** Gravity in px/s², positive toward the left of the screen. */
    float32_t gravity_x;
    /** Gravity in px/s², positive downward. */
    float32_t gravity_y;
    /** Gravity in px/s², positive away from the camera. */
    float32_t gravity_z;
    /** Linear drag in 1/s; 0 is none. Keep drag times the longest step below 1. */
    float32_t drag_x;
    /** See `drag_x`. */
    float32_t drag_y;
    /** See `drag_x`. */
    float32_t drag_z;
    /** The longest step in seconds; zero or less leaves steps unbounded. */
    float32_t max_timestep;
    /**
     * When the last step ended, by `SDL_GetTicksNS`. Set it to 0 and `max_timestep` to a step for the
     * next `simulate` to take exactly that step.
     */
    uint64_t gravity_time;
    /** The collision world, borrowed; NULL for none. */
    akgl_CollisionWorld *collision;
    /** How actors feel unless their character or they themselves say otherwise. Zeroed: as documented. */
    akgl_Feel feel;
    /** The zones of the level, borrowed; NULL for none. Later ones count over earlier ones. */
    akgl_FeelZone *zones;
    /** How many there are. */
    uint32_t numzones;
    /** The length of a step of `akgl_physics_advance` in seconds; 0: a sixtieth. */
    float32_t fixed_step;
    /** The most steps of one `akgl_physics_advance`; 0: `AKGL_PHYSICS_DEFAULT_CATCH_UP`. */
    uint32_t catch_up;
    /**
     * How far the frame lies from the last step toward the next, 0 to 1. Written by
     * `akgl_physics_advance`.
     */
    float32_t alpha;
    /** The time that waits for the next `akgl_physics_advance`, in seconds. */
    double behind;
    /** Zero. */
    uint32_t reserved[16];
};

/** Storage for the game's backend: all zero until an initializer runs. */
extern struct akgl_PhysicsBackend akgl_default_physics;

/** The backend that `akgl_game_update` steps; at first `&akgl_default_physics`. */
extern struct akgl_PhysicsBackend *akgl_physics;

/**
 * Makes a backend one that accepts every call and changes nothing: `gravity`, `move` and `collide`
 * do nothing. Seeds `gravity_time` with the time now. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: `self` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_init_null(struct akgl_PhysicsBackend *self);

/**
 * Makes a backend one with gravity, drag, thrust and a speed cap. Reads the properties
 * `physics.gravity.{x,y,z}` (px/s²), `physics.drag.{x,y,z}` (1/s), all 0 by default, and
 * `physics.max_timestep` (s), `AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP` by default: set them first. So too
 * `physics.` and each name of a setting in `akgl_Feel`, `physics.fixed_step` and `physics.catch_up`, none
 * of them set by default. With the registry uninitialised all are their defaults. Seeds `gravity_time`
 * with the time now.
 *
 * `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a property that is no number (NaN and infinities
 * are none), `ERANGE` for one that does not fit; the backend is then what it was.
 *
 * Safety: `self` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_init_arcade(struct akgl_PhysicsBackend *self);

/**
 * Runs the initializer that a name asks for: "null" and "arcade" by their leading characters, so
 * "arcade2" is arcade too; else `AKERR_KEY` quoting the name. `AKERR_NULLPOINTER` for NULL, and
 * whatever the initializer raises.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_factory(struct akgl_PhysicsBackend *self, akgl_String *type);

/**
 * Steps the pool by the time since `self->gravity_time`, at most `max_timestep` where that is
 * positive, and stamps `gravity_time` when the step is done; see `akgl_physics_step` for the step.
 * A step that raises does not stamp.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_simulate(struct akgl_PhysicsBackend *self,
                                                         akgl_Iterator *opflags);

/**
 * Steps the pool by exactly `dt` seconds, whatever the clock says; `gravity_time` and
 * `max_timestep` are not looked at. Walks the pool in index order. A free slot is skipped; an actor
 * with a parent is put at the parent's place plus its own v, and skipped; one without a basechar is
 * skipped, and so is one on another layer than `opflags->layerid` where `opflags` is not NULL and
 * carries `AKGL_ITERATOR_OP_LAYERMASK`. Of the others, each
 *
 * 1. gains thrust by ax and ay while it is moving along that axis, capped to the ellipse of sx, sy,
 *    sz;
 * 2. runs its `movementlogicfunc`; `AKGL_ERR_LOGICINTERRUPT` from there skips the rest for it;
 * 3. is given gravity and drag, and v = e + t;
 * 4. is moved, in sub-steps where it could touch something, and resolved after each.
 *
 * A hook may take a step of its own within the step. `AKERR_OUTOFBOUNDS` within 16 of them;
 * `AKERR_NULLPOINTER` for a NULL `self`, method or hook; `AKERR_VALUE` for a `dt` that is negative or
 * not finite and for an actor one of whose numbers is not finite, which it names; whatever a hook or
 * method raises. The first error aborts the step: the actors before it are stepped, the rest not.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_step(struct akgl_PhysicsBackend *self,
                                                     akgl_Iterator *opflags,
                                                     float32_t dt);

/**
 * The arcade backend's `gravity`: e gains gravity times `dt`, toward screen left, down and away from
 * the camera. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_arcade_gravity(struct akgl_PhysicsBackend *self,
                                                               akgl_Actor *actor,
                                                               float32_t dt);

/**
 * The arcade backend's `move`: the place gains v times `dt`. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_arcade_move(struct akgl_PhysicsBackend *self,
                                                            akgl_Actor *actor,
                                                            float32_t dt);

/**
 * The arcade backend's `collide`: tells the actor's `collidefunc` each contact it has where it is
 * now. `dt` is the length of the move that led there. Nothing happens without a collision world or
 * without a shape.
 *
 * `AKERR_NULLPOINTER` for NULL, `AKERR_VALUE` for a shape or a place that is not finite; whatever the
 * hook raises.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_arcade_collide(struct akgl_PhysicsBackend *self,
                                                               akgl_Actor *actor,
                                                               float32_t dt);

/**
 * The null backend's `gravity`: nothing. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_null_gravity(struct akgl_PhysicsBackend *self,
                                                             akgl_Actor *actor,
                                                             float32_t _dt);

/**
 * The null backend's `move`: nothing. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_null_move(struct akgl_PhysicsBackend *self,
                                                          akgl_Actor *actor,
                                                          float32_t _dt);

/**
 * The null backend's `collide`: nothing. `AKERR_NULLPOINTER` for NULL.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_null_collide(struct akgl_PhysicsBackend *self,
                                                             akgl_Actor *actor,
                                                             float32_t _dt);

/**
 * How many bytes `akgl_physics_snapshot` writes as the pool is now: the same number for as many actors.
 *
 * Raises `AKERR_NULLPOINTER`.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_snapshot_size(struct akgl_PhysicsBackend *self,
                                                              size_t *dest);

/**
 * Writes the state of the pool and of a backend to `buffer`, which has room for `size` bytes, and how
 * many it wrote to `*written`, which may be NULL. The bytes mean the same on every machine. Nothing is
 * allocated.
 *
 * In them are, of every actor of the pool: `state`, `layer`, the numbers `x y z v e t a s`, `shape`,
 * `shape_override`, `feel`, `felt`, and its parent by its slot; of the backend: gravity, drag,
 * `max_timestep`, `gravity_time`, `feel`, `fixed_step`, `catch_up`, `alpha`, `behind`.
 *
 * Not in them are pointers (`basechar`, the hooks, `userdata`, the backend's methods, its world and its
 * zones) and what they point to, `name` and `refcount`; nor characters, zones, the map, proxies that the
 * game added, the flags of a world, and what hooks keep to themselves (an `akgl_Jump` among it): where
 * such things change during play, keep them beside the snapshot.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_OUTOFBOUNDS` where `size` is less than `akgl_physics_snapshot_size`
 * says, `AKERR_VALUE` for a number, a shape or a setting that no step would take, of an actor by its name.
 * Nothing is written then.
 *
 * Safety: `self` is NULL or valid, `buffer` NULL or writable for `size` bytes, `written` NULL or writable.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_snapshot(struct akgl_PhysicsBackend *self,
                                                         void *buffer,
                                                         size_t size,
                                                         size_t *written);

/**
 * Goes back to a state that `akgl_physics_snapshot` wrote: of this pool, or of one on another machine
 * with the same actors in the same slots. What is not in the bytes stays as it is; see there.
 *
 * Every actor of the snapshot must still be in its slot, by its name: one that was released since cannot be
 * made again without its pointers. So, while frames may be taken back, let an actor that is gone have no
 * shape and no place of interest rather than release it. An actor that has been spawned since is
 * released, whoever holds it: the steps that are played again spawn it again, in the same slot. Call it
 * between steps.
 *
 * Raises `AKERR_NULLPOINTER`; `AKERR_FORMAT` for bytes that are no snapshot, of another version, cut off or
 * changed; `AKERR_VALUE` for a pool of another size and for what no snapshot says; `AKERR_RELATIONSHIP` for
 * an actor that is not there any more. Nothing is changed then.
 *
 * Safety: `self` is NULL or valid, `buffer` NULL or readable for `size` bytes.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_restore(struct akgl_PhysicsBackend *self,
                                                        const void *buffer,
                                                        size_t size);

/**
 * A number made of what the next steps depend on of a snapshot: two machines that agree in it agree in
 * the bits of every actor. The clock (`gravity_time`), `alpha`, `behind` and the poses are left out.
 *
 * Raises `AKERR_NULLPOINTER`.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_hash(struct akgl_PhysicsBackend *self,
                                                     uint64_t *dest);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_PHYSICS_H */
