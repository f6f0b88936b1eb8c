/*
 * `akgl/heap.h`: the static pools of actors, characters and strings.
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

#ifdef __cplusplus
}
#endif

#endif /* AKGL_HEAP_H */
