/*
 * `akgl/character.h`: what many actors share.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_CHARACTER_H
#define AKGL_CHARACTER_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/collision.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The settings many actors share: accelerations, top speeds, a default shape. */
struct akgl_Character {
    /** Name in the character registry. */
    char name[AKGL_MAX_NAME];
    /** 0 for a free slot. */
    uint32_t refcount;
    float32_t ax;
    float32_t ay;
    float32_t az;
    float32_t sx;
    float32_t sy;
    float32_t sz;
    akgl_CollisionShape shape;
    void *userdata;
    uint32_t reserved[16];
};

#ifdef __cplusplus
}
#endif

#endif /* AKGL_CHARACTER_H */
