/*
 * `akgl/feel.h`: how a character feels: what the documented step leaves out, each part off until a
 * game asks for it.
 *
 * A record of settings (`akgl_Feel`) stands in the backend, in every character and in every actor, and
 * in zones of the level; zeroed, it sets nothing. What is set nearer to the actor counts: the actor's
 * own over a zone's over its character's over the backend's; scales of gravity and of time multiply.
 * With nothing set anywhere a step is the documented one, to the bit.
 *
 * To set a field, write it and set its bit: `actor->feel.friction = 0.1f; actor->feel.set |=
 * AKGL_FEEL_FRICTION;`, or call `akgl_feel_set(&actor->feel, "friction", 0.1f)`. A character's file has
 * the same names in an object "feel", and the properties `physics.` and a name set the backend's.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_FEEL_H
#define AKGL_FEEL_H

#include <akgl/error.h>
#include <akgl/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** `akgl_Feel.integrator`: the documented steps. */
#define AKGL_INTEGRATOR_EULER 0

/**
 * `akgl_Feel.integrator`: closed forms, so that a free course does not depend on the step. The movement
 * logic runs first in such a step, and the thrust it asks for begins at once.
 */
#define AKGL_INTEGRATOR_EXACT 1

/** Bit of `akgl_Feel.set` for `integrator`. */
#define AKGL_FEEL_INTEGRATOR (1 << 0)

/** Bit of `akgl_Feel.set` for `terminal_right`. */
#define AKGL_FEEL_TERMINAL_RIGHT (1 << 1)

/** Bit of `akgl_Feel.set` for `terminal_down`. */
#define AKGL_FEEL_TERMINAL_DOWN (1 << 2)

/** Bit of `akgl_Feel.set` for `terminal_out`. */
#define AKGL_FEEL_TERMINAL_OUT (1 << 3)

/** Bit of `akgl_Feel.set` for `terminal_left`. */
#define AKGL_FEEL_TERMINAL_LEFT (1 << 4)

/** Bit of `akgl_Feel.set` for `terminal_up`. */
#define AKGL_FEEL_TERMINAL_UP (1 << 5)

/** Bit of `akgl_Feel.set` for `terminal_in`. */
#define AKGL_FEEL_TERMINAL_IN (1 << 6)

/** Bit of `akgl_Feel.set` for `deceleration_x`. */
#define AKGL_FEEL_DECELERATION_X (1 << 7)

/** Bit of `akgl_Feel.set` for `deceleration_y`. */
#define AKGL_FEEL_DECELERATION_Y (1 << 8)

/** Bit of `akgl_Feel.set` for `turning_x`. */
#define AKGL_FEEL_TURNING_X (1 << 9)

/** Bit of `akgl_Feel.set` for `turning_y`. */
#define AKGL_FEEL_TURNING_Y (1 << 10)

/** Bit of `akgl_Feel.set` for `air_acceleration`. */
#define AKGL_FEEL_AIR_ACCELERATION (1 << 11)

/** Bit of `akgl_Feel.set` for `air_deceleration`. */
#define AKGL_FEEL_AIR_DECELERATION (1 << 12)

/** Bit of `akgl_Feel.set` for `air_turning`. */
#define AKGL_FEEL_AIR_TURNING (1 << 13)

/** Bit of `akgl_Feel.set` for `gravity_scale`. */
#define AKGL_FEEL_GRAVITY_SCALE (1 << 14)

/** Bit of `akgl_Feel.set` for `time_scale`. */
#define AKGL_FEEL_TIME_SCALE (1 << 15)

/** Bit of `akgl_Feel.set` for `push_decay`. */
#define AKGL_FEEL_PUSH_DECAY (1 << 16)

/** Bit of `akgl_Feel.set` for `friction`. */
#define AKGL_FEEL_FRICTION (1 << 17)

/** Bit of `akgl_Feel.set` for `conveyor_x`. */
#define AKGL_FEEL_CONVEYOR_X (1 << 18)

/** Bit of `akgl_Feel.set` for `conveyor_y`. */
#define AKGL_FEEL_CONVEYOR_Y (1 << 19)

/** Bit of `akgl_Feel.set` for `climbing`. */
#define AKGL_FEEL_CLIMBING (1 << 20)

/** Bit of `akgl_FeelState.touching`: the actor stands on something. */
#define AKGL_TOUCH_GROUND 1

/** Bit of `akgl_FeelState.touching`: something above stopped the actor. */
#define AKGL_TOUCH_CEILING 2

/** Bit of `akgl_FeelState.touching`: a wall is at the actor's left. */
#define AKGL_TOUCH_LEFT 4

/** Bit of `akgl_FeelState.touching`: a wall is at the actor's right. */
#define AKGL_TOUCH_RIGHT 8

/** The most steps of one `akgl_physics_advance` unless `physics.catch_up` says otherwise. */
#define AKGL_PHYSICS_DEFAULT_CATCH_UP 5

/** The settings of one level. A field counts where its bit of `set` is set; zeroed, nothing does. */
struct akgl_Feel {
    /** `AKGL_FEEL_*` bits: which fields count. */
    uint32_t set;
    /** `AKGL_INTEGRATOR_*`. Named "integrator", in texts "euler" or "exact". */
    uint32_t integrator;
    /**
     * The most environmental velocity toward larger x, in px/s; 0 is no limit. "terminal.x.positive";
     * "terminal.x" is both signs.
     */
    float32_t terminal_right;
    /** Toward larger y: a fall. "terminal.y.positive"; "terminal.y" is both signs. */
    float32_t terminal_down;
    /** Toward larger z. "terminal.z.positive"; "terminal.z" is both signs. */
    float32_t terminal_out;
    /** Toward smaller x. "terminal.x.negative". */
    float32_t terminal_left;
    /** Toward smaller y. "terminal.y.negative". */
    float32_t terminal_up;
    /** Toward smaller z. "terminal.z.negative". */
    float32_t terminal_in;
    /**
     * How fast `tx` runs down once the direction is let go, in px/s². Not set: it is cleared at once;
     * 0: it never runs down. "deceleration.x".
     */
    float32_t deceleration_x;
    /** The same for `ty`. "deceleration.y". */
    float32_t deceleration_y;
    /**
     * How fast `tx` is turned round, in px/s², until it is 0; not set: by the character's `ax`.
     * "turning.x".
     */
    float32_t turning_x;
    /** The same for `ty`. "turning.y". */
    float32_t turning_y;
    /** Off the ground, accelerations are multiplied by this; not set: 1. "air.acceleration". */
    float32_t air_acceleration;
    /** Off the ground, decelerations are. "air.deceleration". */
    float32_t air_deceleration;
    /** Off the ground, turning is. "air.turning". */
    float32_t air_turning;
    /** Gravity is multiplied by this; may be negative. Levels multiply. "gravity_scale". */
    float32_t gravity_scale;
    /**
     * Time is multiplied by this; 0 freezes, above 1 there are more steps, not longer ones. Levels
     * multiply. "time_scale".
     */
    float32_t time_scale;
    /** How fast impulses run down, in 1/s; not set: 8. "push_decay". */
    float32_t push_decay;
    /** On the ground, the three rates are multiplied by this: ice is 0.1. Not set: 1. "friction". */
    float32_t friction;
    /** On the ground, added to the velocity along x, in px/s. "conveyor.x". */
    float32_t conveyor_x;
    /** The same along y. "conveyor.y". */
    float32_t conveyor_y;
    /** Not 0: neither gravity nor what it left behind acts on the actor. "climbing". */
    uint32_t climbing;
};

/** What the steps keep about an actor beside its numbers. Zero at first. */
struct akgl_FeelState {
    /**
     * `AKGL_TOUCH_*` bits: what the last step of a collision world met. Without such a world the
     * library leaves it alone, and a game that keeps its actors on a floor by itself may say so here.
     */
    uint32_t touching;
    /**
     * The impulse along x, in px/s: part of the velocity, runs down by `push_decay`. See
     * `akgl_actor_push`.
     */
    float32_t pushx;
    /** The impulse along y. */
    float32_t pushy;
    /** The impulse along z. */
    float32_t pushz;
    /** What the ground adds to the velocity in this step, in px/s. Written by the step. */
    float32_t carryx;
    /** The same along y. */
    float32_t carryy;
    /** For the next step only, the part of gravity that is taken away, 0 to 1. Cleared by the step. */
    float32_t lighter;
    /** For the next step only, the most fall in px/s; 0 is no limit. Cleared by the step. */
    float32_t mostfall;
    /** Bit 0: `tx` runs down when let go, bit 1: `ty` does. Written by the step. */
    uint32_t runsdown;
    /** Where the actor was before the last step of `akgl_physics_advance`. */
    float32_t fromx;
    /** See `fromx`. */
    float32_t fromy;
    /** See `fromx`. */
    float32_t fromz;
    /** Where that step left it; `akgl_actor_pose` draws it there where it has been put elsewhere since. */
    float32_t tox;
    /** See `tox`. */
    float32_t toy;
    /** See `tox`. */
    float32_t toz;
    /** Not 0: the actor was put elsewhere in the running step. */
    uint32_t teleported;
    /** What is finer than `x y z`, kept by the exact integrator. */
    float32_t finex;
    /** See `finex`. */
    float32_t finey;
    /** See `finex`. */
    float32_t finez;
    /** What is finer than `ex ey ez`. */
    float32_t fineex;
    /** See `fineex`. */
    float32_t fineey;
    /** See `fineex`. */
    float32_t fineez;
};

/** A part of the level with settings of its own: water, a ladder, ice, a belt, a slow field. */
struct akgl_FeelZone {
    /** Left edge, in pixels. */
    float32_t x;
    /** Upper edge. */
    float32_t y;
    /** Width. */
    float32_t w;
    /** Height. */
    float32_t h;
    /** What it sets, for actors the middle of whose shape (their origin where they have none) is in it. */
    struct akgl_Feel feel;
};

/**
 * Sets a field by its name ("terminal.y", "friction", ...; see `akgl_Feel`) and its bit with it.
 * "integrator" takes `AKGL_INTEGRATOR_*`.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_KEY` for a name that is none, `AKERR_VALUE` for a value that is not
 * finite, or negative where that means nothing; the record is then unchanged.
 *
 * Safety: Each pointer is NULL or valid; `name` is terminated.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_feel_set(struct akgl_Feel *feel,
                                                 const char *name,
                                                 float32_t value);

/**
 * Gives an actor an impulse, in px/s: a velocity beside its own that runs down by `push_decay` and that
 * no movement logic overwrites. A wall takes the part that leads into it. Impulses add up.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, `AKERR_VALUE` for what is not
 * finite.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_push(akgl_Actor *actor,
                                                   float32_t x,
                                                   float32_t y,
                                                   float32_t z);

/**
 * Puts an actor elsewhere, so that it is not drawn on a way that it did not go: see `akgl_actor_pose`.
 * Its velocities stay. Within a step the others meet it there at once, with the shape that it has now; an
 * actor of the pool that is moved or re-shaped by writing to its fields is met as it is from its own turn on, or from the
 * next step.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, `AKERR_VALUE` for what is not
 * finite, and what a partitioner of the game's own raises.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_teleport(akgl_Actor *actor,
                                                       float32_t x,
                                                       float32_t y,
                                                       float32_t z);

/**
 * Where an actor is and how fast after `time` seconds of free flight from now on, by the closed forms:
 * `self`'s gravity and drag, the settings of feel that reach the actor, the directions it holds (its
 * `ax ay` and its MOVING bits). This is what an exact integrator does until a contact; nothing is
 * changed. Arrays of three numbers, x y z; each may be NULL.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, `AKERR_VALUE` for a `time` that is
 * negative or not finite.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_flight(akgl_PhysicsBackend *self,
                                                       akgl_Actor *actor,
                                                       float32_t time,
                                                       float32_t *place,
                                                       float32_t *velocity);

/**
 * When an actor in free flight stops rising within the next `until` seconds, and its y then: the top of
 * a jump, also where it lies inside a step. `time` is -1 where it does not.
 *
 * Raises as `akgl_physics_flight`.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_flight_top(akgl_PhysicsBackend *self,
                                                           akgl_Actor *actor,
                                                           float32_t until,
                                                           float32_t *time,
                                                           float32_t *y);

/**
 * When an actor in free flight comes down to the height `y` within the next `until` seconds: the landing
 * on a floor, also where it lies inside a step. `time` is -1 where it does not, or is below already.
 *
 * Raises as `akgl_physics_flight`.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_flight_down_to(akgl_PhysicsBackend *self,
                                                               akgl_Actor *actor,
                                                               float32_t y,
                                                               float32_t until,
                                                               float32_t *time);

/**
 * Steps the pool by as many fixed steps as are due after `elapsed` more seconds, and keeps the rest for
 * the next call. A step is `self->fixed_step` seconds long (the property `physics.fixed_step`; 0: a
 * sixtieth), at most `self->catch_up` (`physics.catch_up`; 0: 5) are taken in one call, and the time past
 * them is let go: after a stall the game lags instead of leaping. The backend's time scale multiplies
 * `elapsed`: slow motion takes fewer steps, fast motion more, up to as many times more.
 *
 * `self->alpha` is then how far the frame lies from the last step toward the next, 0 to 1, for
 * `akgl_actor_pose`. `gravity_time` and `max_timestep` are not looked at.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_VALUE` for an `elapsed` that is negative or not finite, and what
 * `akgl_physics_step` raises; the steps before it are then taken and those after it let go.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_physics_advance(akgl_PhysicsBackend *self,
                                                        akgl_Iterator *opflags,
                                                        float32_t elapsed);

/**
 * Where to draw an actor: between where it was before the last step of `akgl_physics_advance` and where
 * that step left it, `alpha` of the way (give it the backend's `alpha`). An actor that has been put
 * elsewhere since, or by `akgl_actor_teleport` at any time, is drawn where it is; so is one that was
 * never stepped like that. `z` may be NULL.
 *
 * Raises `AKERR_NULLPOINTER` for the other pointers, `AKERR_HEAP` for a free slot of a pool,
 * `AKERR_VALUE` for an `alpha` that is not between 0 and 1.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_pose(akgl_Actor *actor,
                                                   float32_t alpha,
                                                   float32_t *x,
                                                   float32_t *y,
                                                   float32_t *z);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_FEEL_H */
