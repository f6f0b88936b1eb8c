/*
 * `akgl/game.h`: start-up, the frame, the lock.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_GAME_H
#define AKGL_GAME_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/actor.h>
#include <akgl/collision.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
#include <akgl/tilemap.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a game says about itself. Each text is NUL-terminated; empty is allowed. */
struct akgl_Game {
    /** The game's name, as a player reads it. */
    char name[256];
    /** Its version. */
    char version[32];
    /** What identifies it, such as "org.example.game". */
    char uri[256];
    /** The library's own: leave it alone. */
    uint32_t reserved[16];
};

/** The game. Fill in its texts before `akgl_game_init`, which hands them to SDL. */
extern struct akgl_Game akgl_game;

/** Storage for a map, empty at first. */
extern akgl_Tilemap akgl_default_gamemap;

/**
 * The current map; at first, and after `akgl_game_init`, the storage above. A game may point it at a map
 * of its own.
 */
extern akgl_Tilemap *akgl_gamemap;

/**
 * Starts SDL and the library: SDL's events, and its video where there is a display; the property
 * registry; `akgl_physics` at `akgl_default_physics` and `akgl_gamemap` at `akgl_default_gamemap`.
 *
 * A machine without a display is no error: everything but drawing works there. Audio and gamepads are
 * the game's to start. No physics backend is initialized: set properties, then call an initializer or
 * `akgl_physics_factory`. Properties, actors and characters made before this call are kept. Call it on
 * the main thread; a second call is harmless. Ending SDL, with `SDL_Quit`, is the game's to do.
 * Raises `AKGL_ERR_SDL` when SDL cannot start, `AKERR_REGISTRY` when the registry cannot be made.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_game_init(void);

/**
 * One frame, with the state lock held: calls the `updatefunc` of every actor in pool order, then
 * `akgl_physics->simulate`.
 *
 * `opflags` NULL means every actor; an iterator with `AKGL_ITERATOR_OP_LAYERMASK` restricts both parts to
 * the actors of its layer. The first error ends the frame and is handed up. Raises `AKERR_NULLPOINTER`,
 * before anything is called, where `akgl_physics` or its `simulate` is NULL.
 *
 * Safety: `opflags` is NULL or valid.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_game_update(akgl_Iterator *opflags);

/**
 * Waits for the state lock and takes it: the lock for everything that threads share here, the pools
 * above all. `akgl_game_update` holds it for its frame. The thread that holds it may take it again, and
 * lets go of it as often. Works before `akgl_game_init` too. Raises nothing.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_game_state_lock(void);

/** Lets go of the state lock once. Raises `AKERR_BEHAVIOR` where this thread does not hold it. */
akerr_ErrorContext AKERR_NOIGNORE *akgl_game_state_unlock(void);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_GAME_H */
