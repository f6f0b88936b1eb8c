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
#include <akgl/feel.h>
#include <SDL3/SDL_events.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The actor looks down. */
#define AKGL_ACTOR_STATE_FACE_DOWN 1

/** The actor looks left. */
#define AKGL_ACTOR_STATE_FACE_LEFT 2

/** The actor looks right. */
#define AKGL_ACTOR_STATE_FACE_RIGHT 4

/** The actor looks up. */
#define AKGL_ACTOR_STATE_FACE_UP 8

/** The actor is alive. Only the game reads this bit and the next two. */
#define AKGL_ACTOR_STATE_ALIVE 16

/** The actor is about to be dead. */
#define AKGL_ACTOR_STATE_DYING 32

/** The actor is dead. */
#define AKGL_ACTOR_STATE_DEAD 64

/** The actor thrusts left, toward smaller x. */
#define AKGL_ACTOR_STATE_MOVING_LEFT 128

/** The actor thrusts right, toward larger x. */
#define AKGL_ACTOR_STATE_MOVING_RIGHT 256

/** The actor thrusts up, toward smaller y. */
#define AKGL_ACTOR_STATE_MOVING_UP 512

/** The actor thrusts down, toward larger y. */
#define AKGL_ACTOR_STATE_MOVING_DOWN 1024

/**
 * The actor goes into the screen, away from the camera, toward smaller z. No step reads this bit or the
 * next: they only give `az` its sign.
 */
#define AKGL_ACTOR_STATE_MOVING_IN 2048

/** The actor comes out of the screen, toward the camera, toward larger z. */
#define AKGL_ACTOR_STATE_MOVING_OUT 4096

/** A hook that is given the actor alone. */
typedef akerr_ErrorContext *(*akgl_ActorFunc)(struct akgl_Actor *actor);

/** A hook that is given the actor and the step's `dt` in seconds. */
typedef akerr_ErrorContext *(*akgl_ActorMovementFunc)(struct akgl_Actor *actor, float32_t dt);

/** A hook that is given the actor and another. */
typedef akerr_ErrorContext *(*akgl_ActorChildFunc)(struct akgl_Actor *actor,
                                                   struct akgl_Actor *child);

/** A hook that is given the actor and a contact to respond to. */
typedef akerr_ErrorContext *(*akgl_ActorCollideFunc)(struct akgl_Actor *actor,
                                                     const akgl_CollisionContact *contact);

/**
 * One body of a game: a place, what drives it, and what it does.
 *
 * Positions are in pixels, y growing downward and z toward the camera; speeds are in pixels per second.
 * Hooks may release, spawn and change any actor. `movementlogicfunc` and `collidefunc` must not be NULL
 * when a step needs them; where another hook is NULL, nothing is done in its place.
 */
struct akgl_Actor {
    /** What the game calls it, NUL-terminated. */
    char name[AKGL_MAX_NAME];
    /** How many holders the actor has; 0 for a free slot. */
    uint32_t refcount;
    /** `AKGL_ACTOR_STATE_*` bits. */
    uint32_t state;
    /**
     * What an iterator with `AKGL_ITERATOR_OP_LAYERMASK` compares; 0 at first. Collision has masks of
     * its own.
     */
    uint32_t layer;
    /** The place of the actor's origin. */
    float32_t x;
    /** The place of the actor's origin. */
    float32_t y;
    /** The place of the actor's origin. */
    float32_t z;
    /**
     * The speed that the last step moved the actor with, `e + t`: what is written here is overwritten.
     * For a child it is the fixed offset from its parent instead.
     */
    float32_t vx;
    /** See `vx`. */
    float32_t vy;
    /** See `vx`. */
    float32_t vz;
    /**
     * The part of the speed that comes from the environment: gravity, less drag. It stays from step to
     * step and has no limit; a jump is a negative `ey`.
     */
    float32_t ex;
    /** See `ex`. */
    float32_t ey;
    /** See `ex`. */
    float32_t ez;
    /**
     * The part of the speed that is the actor's own effort. It grows by `a` while a direction is held and
     * stays within the ellipse of `s`.
     */
    float32_t tx;
    /** See `tx`. */
    float32_t ty;
    /** See `tx`. No step adds to it. */
    float32_t tz;
    /**
     * The acceleration of thrust, in pixels per second squared and with the sign of the direction of
     * travel. The movement logic installs it; the next step uses it.
     */
    float32_t ax;
    /** See `ax`. */
    float32_t ay;
    /** See `ax`. */
    float32_t az;
    /** The most that thrust can reach along x; 0 means no thrust along x. Installed by the movement logic. */
    float32_t sx;
    /** See `sx`. */
    float32_t sy;
    /** See `sx`. */
    float32_t sz;
    /** What others touch, relative to the origin. */
    akgl_CollisionShape shape;
    /** True where `shape` is this actor's own: `akgl_actor_set_character` then leaves it alone. */
    bool shape_override;
    /**
     * The actor that carries this one, or NULL. A child is placed at its parent's position plus its own
     * `vx vy vz` and never simulates.
     */
    struct akgl_Actor *parent;
    /** The character, borrowed; NULL for an actor that no step moves. */
    akgl_Character *basechar;
    /** Called once a frame by `akgl_game_update`, before the step. */
    akgl_ActorFunc updatefunc;
    /** For the game to call when it draws. The library draws nothing. */
    akgl_ActorFunc renderfunc;
    /** Turns the FACE bits. Called by `akgl_actor_update`. */
    akgl_ActorFunc facefunc;
    /** Decides where the actor wants to go. Called by every step after thrust and before gravity. */
    akgl_ActorMovementFunc movementlogicfunc;
    /** Chooses the picture to show. Called by `akgl_actor_update`. */
    akgl_ActorFunc changeframefunc;
    /** Makes another actor a child of this one. For the game to call. */
    akgl_ActorChildFunc addchild;
    /** Responds to a contact. Called by the step, one contact at a time. */
    akgl_ActorCollideFunc collidefunc;
    /** The game's own. The library never looks at it. */
    void *userdata;
    /** How this actor feels, over its character and the backend. Zeroed: nothing of its own. */
    akgl_Feel feel;
    /** What the steps keep about the actor; see `akgl/feel.h`. */
    akgl_FeelState felt;
    /** The library's own: leave it alone. */
    uint32_t reserved[16];
};

/**
 * Makes an actor ready for use: its name, the seven default hooks, state ALIVE, everything else zero. It
 * has no character yet.
 *
 * A used slot of a pool keeps its `refcount`; anything else has 1 then, so that initializing a slot of
 * the pool by hand claims it. Raises `AKERR_NULLPOINTER`, and `AKERR_OUTOFBOUNDS` for a name of 128 bytes
 * or more; the actor is then unchanged.
 *
 * Safety: `actor` is NULL or writable; `name` is NULL or a terminated string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_initialize(struct akgl_Actor *actor,
                                                         const char *name);

/**
 * Gives an actor a character, and the character's shape unless `shape_override` is set. Accelerations
 * and top speeds follow with the next step's movement logic.
 *
 * The character is borrowed: keep it as long as the actor uses it. Within a step the others meet the actor
 * as it is now at once; see `akgl_actor_teleport`. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot
 * of a pool, and what a partitioner of the game's own raises.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_set_character(struct akgl_Actor *actor,
                                                            akgl_Character *character);

/**
 * The default `movementlogicfunc`: installs the character's top speeds, and its accelerations with the
 * sign of the direction of travel. Left, up and in (away from the camera) are negative; where both
 * directions of an axis are held, or none, the acceleration is 0. `dt` is not used.
 *
 * Raises `AKERR_NULLPOINTER` for the actor and for an actor without a character, `AKERR_HEAP` for a free
 * slot of a pool.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_logic_movement(struct akgl_Actor *actor,
                                                             float32_t dt);

/**
 * The default `updatefunc`: calls the actor's `facefunc` and then its `changeframefunc`, each where it is
 * not NULL, and hands up what they raise. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_update(struct akgl_Actor *actor);

/**
 * The default `renderfunc`: draws nothing, because this library has no renderer. A game that draws puts
 * its own in place. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_render(struct akgl_Actor *actor);

/**
 * The default `facefunc`: an actor looks where it moves, sideways before up and down, and goes on looking
 * there when it stops. Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_automatic_face(struct akgl_Actor *actor);

/**
 * The default `changeframefunc`: changes nothing, because this library has no sprites. Raises
 * `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_logic_changeframe(struct akgl_Actor *actor);

/**
 * The default `addchild`: makes `child` a child of `actor`. From the next step on it is placed at the
 * parent's position plus its own `vx vy vz` and does not simulate. To let it go, set its `parent` to NULL.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot, and `AKERR_RELATIONSHIP` for an actor that
 * would carry itself, at once or through others, or that another actor carries already.
 *
 * Safety: Each pointer is NULL or valid, and so are their parents.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_add_child(struct akgl_Actor *actor,
                                                        struct akgl_Actor *child);

/**
 * Control handler: starts moving left and looks there. Thrust grows from the second step on, because the
 * movement logic installs the acceleration. `event` may be NULL and is not used.
 *
 * Raises `AKERR_NULLPOINTER` for the actor, `AKERR_HEAP` for a free slot; the seven below too.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_left_on(struct akgl_Actor *actor,
                                                           SDL_Event *event);

/**
 * Control handler: stops moving left at once. Clears `ax`, `tx` and the MOVING_LEFT bit, nothing else:
 * what the environment does to the actor goes on. Where the last step found a deceleration set
 * (`akgl/feel.h`), `tx` stays and runs down instead. NULL and statuses as for `akgl_actor_cmhf_left_on`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_left_off(struct akgl_Actor *actor,
                                                            SDL_Event *event);

/**
 * Control handler: starts moving right and looks there. See `akgl_actor_cmhf_left_on`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_right_on(struct akgl_Actor *actor, SDL_Event *event);

/**
 * Control handler: stops moving right at once. Clears `ax`, `tx` and the MOVING_RIGHT bit, nothing else;
 * `tx`, NULL and statuses as for `akgl_actor_cmhf_left_off`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_right_off(struct akgl_Actor *actor,
                                                             SDL_Event *event);

/**
 * Control handler: starts moving up and looks there. See `akgl_actor_cmhf_left_on`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_up_on(struct akgl_Actor *actor, SDL_Event *event);

/**
 * Control handler: stops moving up at once. Clears `ay`, `ty` and the MOVING_UP bit, nothing else;
 * `ty`, NULL and statuses as for `akgl_actor_cmhf_left_off`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_up_off(struct akgl_Actor *actor, SDL_Event *event);

/**
 * Control handler: starts moving down and looks there. See `akgl_actor_cmhf_left_on`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_down_on(struct akgl_Actor *actor, SDL_Event *event);

/**
 * Control handler: stops moving down at once. Clears `ay`, `ty` and the MOVING_DOWN bit, nothing else:
 * letting go of down in a jump does not stop the fall. `ty`, NULL and statuses as for
 * `akgl_actor_cmhf_left_off`.
 *
 * Safety: `actor` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_cmhf_down_off(struct akgl_Actor *actor,
                                                            SDL_Event *event);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_ACTOR_H */
