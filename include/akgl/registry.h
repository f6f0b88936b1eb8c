/*
 * `akgl/registry.h`: properties by name.
 *
 * A property is a pair of strings, such as "physics.gravity.y" and "900.0". The physics backends read
 * theirs when they are initialized, so a game sets properties first. Any thread may set and read.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_REGISTRY_H
#define AKGL_REGISTRY_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/staticstring.h>
#include <SDL3/SDL_properties.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The properties, as SDL keeps them; 0 while the registry is uninitialized. SDL's own functions work
 * on it too.
 */
extern SDL_PropertiesID AKGL_REGISTRY_PROPERTIES;

/**
 * Makes the registry, empty, where it is not there yet; else changes nothing. `akgl_game_init` and
 * `akgl_set_property` call it. After `SDL_Quit`, which destroys SDL's properties, it makes a new one.
 *
 * Raises `AKERR_REGISTRY` when SDL cannot make it.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_registry_init(void);

/**
 * Forgets all properties; `AKGL_REGISTRY_PROPERTIES` is 0 then, and every read returns its default.
 * Allowed where there is no registry. Raises nothing.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_registry_destroy(void);

/**
 * Sets a property; both strings are copied. Makes the registry where it is not there yet.
 *
 * The value is text whatever it means: what reads it decides whether it is a number.
 * Raises `AKERR_NULLPOINTER`, `AKERR_KEY` for an empty name, `AKERR_REGISTRY` when SDL cannot.
 *
 * Safety: Each pointer is NULL or a terminated string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_set_property(const char *name, const char *value);

/**
 * Reads a property into `*dest`; where it is not set or the registry is uninitialized, `def`.
 *
 * With `*dest` NULL, a string out of the pool is claimed and put there, which the caller gives back
 * with `akgl_heap_release_string`; else the string that is there is overwritten. After an error
 * `*dest` is what it was.
 * Raises `AKERR_NULLPOINTER` for `name` or `dest`, `AKERR_KEY` where the property is not set and
 * `def` is NULL, `AKERR_OUTOFBOUNDS` for a value that does not fit, `AKERR_HEAP` for a full pool.
 *
 * Safety: The strings are NULL or terminated; `dest` is NULL or points to NULL or to a string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_get_property(const char *name, akgl_String **dest, const char *def);

/**
 * Reads properties from a JSON file, `{"properties": {"physics.gravity.y": "1024.0"}}`, and sets them
 * all, or none where anything in the file is wrong.
 *
 * Numbers and booleans are taken as their JSON text. Raises `AKERR_NULLPOINTER`, `AKERR_IO` for a file
 * that cannot be read, `AKERR_FORMAT` for one that is not JSON or has no such object, `AKERR_TYPE` for a
 * value of another kind, `AKERR_KEY` for an empty name, `AKERR_VALUE` for text with a NUL inside;
 * messages name file, key and value.
 *
 * Safety: `path` is NULL or a terminated string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_registry_load_properties(const char *path);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_REGISTRY_H */
