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

/**
 * Gives a string its first text. A string out of the pool keeps its `refcount`, any other has 1 then.
 *
 * `init` NULL is the empty text. Raises `AKERR_NULLPOINTER` for `string`, `AKERR_OUTOFBOUNDS` for a
 * text of 4096 bytes or more; the string is then unchanged.
 *
 * Safety: `string` is NULL or writable; `init` is NULL or a terminated string that is not in `string`.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_string_initialize(struct akgl_String *string,
                                                          const char *init);

/**
 * Copies the text of `src` into `dest`, at most `count` bytes of it; 0 means all. `dest` keeps its
 * `refcount`, and the two may be the same string.
 *
 * Raises `AKERR_NULLPOINTER`, and `AKERR_OUTOFBOUNDS` for a negative `count`.
 *
 * Safety: Each pointer is NULL or points to a string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_string_copy(const struct akgl_String *src,
                                                    struct akgl_String *dest,
                                                    int count);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_STATICSTRING_H */
