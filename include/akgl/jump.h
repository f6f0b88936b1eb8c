/*
 * `akgl/jump.h`: jumps as a designer thinks of them: height and time; coyote time, a buffer, variable
 * height, air jumps, wall slide and jump, apex hang.
 *
 * The helper has no input system: a game says what is pressed, and does, or lets
 * `akgl_actor_jump` do, what it answers. The numbers are the game's (`akgl_JumpRules`, which many
 * actors may share), the state is one record for each actor (`akgl_Jump`), kept by the game.
 *
 * Threads: nothing here has state of its own.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_JUMP_H
#define AKGL_JUMP_H

#include <akgl/error.h>
#include <akgl/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** `akgl_JumpOutput.kind`: no jump begins. */
#define AKGL_JUMP_NONE 0

/** `akgl_JumpOutput.kind`: from the ground, or within coyote time of it. */
#define AKGL_JUMP_GROUND 1

/** `akgl_JumpOutput.kind`: in the air. */
#define AKGL_JUMP_AIR 2

/** `akgl_JumpOutput.kind`: off a wall. */
#define AKGL_JUMP_WALL 3

/** The state of one actor's jumps; `akgl_jump_initialize` makes it ready. May be copied and restored. */
struct akgl_Jump {
    /** Seconds since the actor stood; infinity where it has jumped since or never stood. */
    float32_t since_ground;
    /** Seconds since it was at a wall; infinity likewise. */
    float32_t since_wall;
    /** Where that wall was: -1 left, 1 right. */
    int32_t wall;
    /** Seconds since a press that no jump has answered; infinity for none. */
    float32_t since_press;
    /** Jumps in the air that it has made. */
    uint32_t air_jumps;
    /** It rises by a jump that may still be cut short. */
    bool rising;
};

/** What a character's jumps are like. Zeroed, only `speed` is missing for a plain jump. */
struct akgl_JumpRules {
    /** Upward speed at take-off, in px/s, positive. */
    float32_t speed;
    /** A jump still counts as one from the ground this long after leaving it, in seconds. */
    float32_t coyote;
    /** A press still counts this long after it was made, in seconds. */
    float32_t buffer;
    /** The part of the upward speed that goes when the button is let go while rising, 0 to 1. */
    float32_t cut;
    /** Jumps in the air before the ground or a wall is touched again. */
    uint32_t air_jumps;
    /** Their upward speed, in px/s; 0: `speed`. */
    float32_t air_speed;
    /** The most fall along a wall that the actor presses into, in px/s; 0: no sliding. */
    float32_t wall_slide;
    /** Upward speed of a jump off a wall, in px/s; 0: none. */
    float32_t wall_speed;
    /** Sideways impulse away from that wall, in px/s. */
    float32_t wall_push;
    /** A jump still counts as one off the wall this long after leaving it, in seconds. */
    float32_t wall_coyote;
    /**
     * Slower than this, in px/s, around the top of a jump, gravity is less while the button is held;
     * 0: no hang.
     */
    float32_t hang_speed;
    /** The part of gravity that goes there, 0 to 1. */
    float32_t hang;
};

/** What the helper is told in a step. */
struct akgl_JumpInput {
    /** The actor stands. */
    bool grounded;
    /** The button went down since the last step. */
    bool pressed;
    /** The button is down. */
    bool held;
    /** -1 for a wall at its left, 1 for one at its right, 0 for none. */
    int32_t wall;
    /** Where the player steers: -1 left, 1 right, 0 nowhere. */
    int32_t toward;
    /** The actor's `ey`, in px/s. */
    float32_t speed;
};

/** What the helper answers. */
struct akgl_JumpOutput {
    /** `AKGL_JUMP_*`: which jump begins. */
    uint32_t kind;
    /** `speed` is to be the actor's `ey`. */
    bool sets_speed;
    /** The `ey` to set, in px/s. */
    float32_t speed;
    /** A sideways impulse to give, in px/s; 0 for none. */
    float32_t push;
    /** What to multiply gravity by in this step. */
    float32_t gravity;
    /** The most fall in this step, in px/s; 0 for no limit. */
    float32_t most_fall;
};

/**
 * The gravity (px/s²) and the upward speed at take-off (px/s) of a jump that rises `height` pixels in
 * `time` seconds.
 *
 * Raises `AKERR_NULLPOINTER`, and `AKERR_VALUE` unless both are positive and finite and so is what comes
 * out.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_jump_from_height(float32_t height,
                                                         float32_t time,
                                                         float32_t *gravity,
                                                         float32_t *speed);

/**
 * The other way: the height (px) and the time to the top (s) of a jump of that gravity (px/s²) and speed
 * (px/s).
 *
 * Raises as `akgl_jump_from_height`.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_jump_to_height(float32_t gravity,
                                                       float32_t speed,
                                                       float32_t *height,
                                                       float32_t *time);

/**
 * Makes a state that of an actor which never stood, jumped or pressed. Raises `AKERR_NULLPOINTER`.
 *
 * Safety: `jump` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_jump_initialize(struct akgl_Jump *jump);

/**
 * One step of `dt` seconds of a jump's state: call it once in each step, before gravity, and do what
 * `dest` says. Raises `AKERR_NULLPOINTER`, and `AKERR_VALUE` for a `dt` or a speed that is not finite, a
 * `dt` that is negative, and rules that make a number which is not finite; nothing is changed then.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_jump_update(struct akgl_Jump *jump,
                                                    const struct akgl_JumpRules *rules,
                                                    const struct akgl_JumpInput *input,
                                                    float32_t dt,
                                                    struct akgl_JumpOutput *dest);

/**
 * A step of an actor's jumps, read from the actor and done to it; for its `movementlogicfunc`. Ground and
 * walls are those of `actor->felt.touching`, the direction is that of its MOVING bits; a jump sets `ey`
 * and gives an impulse off a wall, hanging and sliding act on this step's gravity and fall. `dest` is
 * told what happened and may be NULL.
 *
 * Raises `AKERR_NULLPOINTER`, `AKERR_HEAP` for a free slot of a pool, and what `akgl_jump_update` raises.
 *
 * Safety: Each pointer is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_actor_jump(akgl_Actor *actor,
                                                   struct akgl_Jump *jump,
                                                   const struct akgl_JumpRules *rules,
                                                   bool pressed,
                                                   bool held,
                                                   float32_t dt,
                                                   struct akgl_JumpOutput *dest);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_JUMP_H */
