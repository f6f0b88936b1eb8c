/*
 * `akgl/staticstring.h`: pooled strings of fixed size.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_STATICSTRING_H
#define AKGL_STATICSTRING_H

#include <akgl/error.h>
#include <akgl/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes in an `akgl_String`, terminator included. */
#define AKGL_MAX_STRING_LENGTH 4096

/** A string of fixed size from the string pool (or the game's own). */
struct akgl_String {
    /** 0 for a free slot. */
    uint32_t refcount;
    /** The text, NUL-terminated. */
    char data[AKGL_MAX_STRING_LENGTH];
};

#ifdef __cplusplus
}
#endif

#endif /* AKGL_STATICSTRING_H */
