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


#ifdef __cplusplus
}
#endif

#endif /* AKGL_GAME_H */
