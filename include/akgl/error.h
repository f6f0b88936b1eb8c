/*
 * `akgl/error.h`: the statuses of libakgl; everything else about errors is in `akerror.h`.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_ERROR_H
#define AKGL_ERROR_H

#include <akerror.h>
#include <akgl/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The first of libakgl's own statuses. */
#define AKGL_ERR_BASE 256

/** A call that SDL refused; the message carries SDL's own. */
#define AKGL_ERR_SDL 256

/** Raised from an actor's `movementlogicfunc`: skip the rest of this tick for me. No failure. */
#define AKGL_ERR_LOGICINTERRUPT 257

#ifdef __cplusplus
}
#endif

#endif /* AKGL_ERROR_H */
