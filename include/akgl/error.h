/*
 * `akgl/error.h` and the functions behind `akerror.h`: error contexts for C.
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

#define AKGL_ERR_BASE 256
#define AKGL_ERR_SDL 256
#define AKGL_ERR_LOGICINTERRUPT 257

#ifdef __cplusplus
}
#endif

#endif /* AKGL_ERROR_H */
