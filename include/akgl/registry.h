/*
 * `akgl/registry.h`: properties by name.
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


#ifdef __cplusplus
}
#endif

#endif /* AKGL_REGISTRY_H */
