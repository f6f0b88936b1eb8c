/*
 * `akgl/character.h`: what many actors share.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_CHARACTER_H
#define AKGL_CHARACTER_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/collision.h>
#include <akgl/feel.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The settings many actors share: accelerations, top speeds, a default shape.
 *
 * A change takes effect with the next step, for every actor of the character; a change to `shape` only
 * for actors that are given the character afterwards.
 */
struct akgl_Character {
    /** What the game calls it, NUL-terminated. */
    char name[AKGL_MAX_NAME];
    /** 0 for a free slot. */
    uint32_t refcount;
    /**
     * How fast thrust along x grows while an actor moves left or right, in pixels per second squared.
     * Not negative in an ordinary character; the direction of travel gives it its sign.
     */
    float32_t ax;
    /** The same along y, for up and down. */
    float32_t ay;
    /** The same along z, for in and out. */
    float32_t az;
    /** The most that thrust along x can reach, in pixels per second; 0 means no thrust along x at all. */
    float32_t sx;
    /** The same along y. */
    float32_t sy;
    /** The same along z. */
    float32_t sz;
    /** The shape that `akgl_actor_set_character` gives an actor. */
    akgl_CollisionShape shape;
    /** The game's own. The library never looks at it. */
    void *userdata;
    /** How every actor of the character feels. Zeroed: nothing of its own. See `akgl/feel.h`. */
    akgl_Feel feel;
    /** The library's own: leave it alone. */
    uint32_t reserved[16];
};

/**
 * Gives a character its name and sets everything else to zero: no speeds, no shape.
 *
 * A used slot of the pool keeps its `refcount`; anything else has 1 then. Raises `AKERR_NULLPOINTER`,
 * and `AKERR_OUTOFBOUNDS` for a name of 128 bytes or more; the character is then unchanged.
 *
 * Safety: `character` is NULL or writable; `name` is NULL or a terminated string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_character_initialize(struct akgl_Character *character,
                                                             const char *name);

/**
 * Reads a character from a JSON file into `dest`, or changes nothing where anything in the file is wrong.
 *
 * The file holds `{"character": {"name": "hero", "ax": 900, "sx": 220, "shape": {"kind": "box", "x": 8,
 * "y": 0, "w": 16, "h": 32}}}`. Only `name` is required; `ax ay az sx sy sz` are 0 where absent, and
 * without a `shape` there is none. A shape has `kind` ("box", "circle", "capsule_x", "capsule_y" or
 * "none") and its bounding box in pixels from the actor's origin: `w` and `h`, which only "none" can do
 * without, and `x` and `y`, 0 where absent. Optional are `z`, `depth` (0 or absent: derived),
 * `layermask`, `collidemask` (lists of "static", "actor", "enemy", "pickup", or a number) and `flags`
 * (a list of "static", "sensor", "bullet", or a number). An object "feel" in the character has the names
 * of `akgl_Feel`, such as `{"terminal.y": 500, "deceleration.x": 800, "integrator": "exact"}`. Further objects of the game's own may stand
 * beside "character".
 *
 * `dest` is initialized as by `akgl_character_initialize`. Raises `AKERR_NULLPOINTER`, `AKERR_IO` for a
 * file that cannot be read, `AKERR_FORMAT` for one that is not JSON or has no character, `AKERR_KEY` for
 * a missing or unknown key, `AKERR_TYPE` and `AKERR_VALUE` for a wrong value; messages name file, key and
 * value.
 *
 * Safety: `path` is NULL or a terminated string; `dest` is NULL or writable.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_character_load(const char *path,
                                                       struct akgl_Character *dest);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_CHARACTER_H */
