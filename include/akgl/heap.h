/*
 * `akgl/heap.h`: the static pools of actors, characters and strings.
 *
 * Nothing is allocated: a slot with `refcount == 0` is free. Slots are handed out lowest index first,
 * and an actor's index is its place in the order of every step. The pools are not guarded: where more
 * than one thread uses them, hold `akgl_game_state_lock`.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_HEAP_H
#define AKGL_HEAP_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/staticstring.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Slots in `AKGL_HEAP_ACTOR`. */
#define AKGL_MAX_HEAP_ACTOR 1024

/** Slots in `AKGL_HEAP_CHARACTER`. */
#define AKGL_MAX_HEAP_CHARACTER 256

/** Slots in `AKGL_HEAP_STRING`. */
#define AKGL_MAX_HEAP_STRING 256

/** The built-in actors: the current pool until `akgl_heap_set_actors` names another. */
extern akgl_Actor AKGL_HEAP_ACTOR[AKGL_MAX_HEAP_ACTOR];

/** The characters. */
extern akgl_Character AKGL_HEAP_CHARACTER[AKGL_MAX_HEAP_CHARACTER];

/** The strings. */
extern akgl_String AKGL_HEAP_STRING[AKGL_MAX_HEAP_STRING];

/**
 * Empties all pools: every slot of the current and of the built-in actors, every character and every
 * string is free then, whoever holds them. Needed at no start: the pools begin empty. Raises nothing.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_init(void);

/**
 * Makes an array of the game's own the current pool of actors, for a game that outgrows the built-in
 * one: from now on it is what is claimed from, walked and stepped. `array` NULL goes back to the
 * built-in pool, whatever `count` is.
 *
 * The array is borrowed until another call replaces it, and until the step has ended during which that
 * happens. It is taken as it is: set it to zero for an
 * empty pool. Actors of the pool that was current stay where they are and take part in nothing.
 * Raises `AKERR_VALUE` for an array of no slots, and for one that is not aligned.
 *
 * Safety: `array` is NULL or `count` actors that stay valid while they are the pool.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_set_actors(akgl_Actor *array,
                                                        size_t count);

/** The actor at an index of the current pool, in use or not; NULL past its end. */
akgl_Actor *akgl_heap_actor_at(size_t index);

/** How many slots the current pool of actors has. */
size_t akgl_heap_actor_count(void);

/**
 * Claims the free actor of the lowest index: all zero, `refcount` 1. Initialize it next, with
 * `akgl_actor_initialize`.
 *
 * Raises `AKERR_NULLPOINTER`, and `AKERR_HEAP` naming the limit where all are in use; `*dest` is
 * unchanged then.
 *
 * Safety: `dest` is NULL or writable.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_next_actor(akgl_Actor **dest);

/**
 * Claims the free character of the lowest index: all zero, `refcount` 1. Raises as
 * `akgl_heap_next_actor` does.
 *
 * Safety: `dest` is NULL or writable.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_next_character(akgl_Character **dest);

/**
 * Claims the free string of the lowest index: empty, `refcount` 1. Raises as `akgl_heap_next_actor`
 * does.
 *
 * Safety: `dest` is NULL or writable.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_next_string(akgl_String **dest);

/**
 * Gives up one reference to an actor. With the last one the slot is set to zero and free, and the
 * actors whose `parent` it was have none then: they simulate on their own again.
 *
 * Allowed at any moment, from an actor's own hook too. Raises `AKERR_NULLPOINTER`, and `AKERR_HEAP` for
 * an actor that is free already or lies in no pool.
 *
 * Safety: `actor` is any pointer.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_release_actor(akgl_Actor *actor);

/**
 * Gives up one reference to a character. With the last one the slot is set to zero and free, and the
 * actors whose `basechar` it was have none then: no step moves them until they are given another.
 *
 * Raises as `akgl_heap_release_actor` does.
 *
 * Safety: `character` is any pointer.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_release_character(akgl_Character *character);

/**
 * Gives up one reference to a string; with the last one the slot is empty and free.
 *
 * Raises as `akgl_heap_release_actor` does.
 *
 * Safety: `string` is any pointer.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_heap_release_string(akgl_String *string);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_HEAP_H */
