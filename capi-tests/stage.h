/*
 * A stage for the C tests of physics and collision: one backend, one world, one map filled by hand,
 * and actors that need no more than a line.
 */

#ifndef STAGE_H
#define STAGE_H

#include <string.h>

#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/collision.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
#include <akgl/registry.h>
#include <akgl/tilemap.h>

#include "check.h"
#include "files.h"

/* A step of this length, and speeds that are multiples of it, keep every sum exact. */
#define STEP (1.0f / 64.0f)

static akgl_PhysicsBackend stage_physics;
static akgl_CollisionWorld stage_world;
static akgl_Tilemap stage_map; /* 17 MB: never on the stack */
static akgl_Character *stage_character;

/* Two floats that are equal to the bit: signed zeros differ, a NaN equals itself. */
static inline bool same_bits(float32_t a, float32_t b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Empty pools, an arcade backend without gravity or drag, no world, a character without speed. */
static inline void stage_begin(void)
{
    CHECK_OK(akgl_heap_set_actors(NULL, 0));
    CHECK_OK(akgl_heap_init());
    CHECK_OK(akgl_registry_destroy());
    CHECK_OK(akgl_registry_init());
    CHECK_OK(akgl_physics_init_arcade(&stage_physics));
    CHECK_OK(akgl_heap_next_character(&stage_character));
    CHECK_OK(akgl_character_initialize(stage_character, "character"));
}

/* An actor at a place, with the stage's character and no shape. */
static inline akgl_Actor *stage_actor(const char *name, float32_t x, float32_t y)
{
    akgl_Actor *actor = NULL;

    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK_OK(akgl_actor_initialize(actor, name));
    CHECK_OK(akgl_actor_set_character(actor, stage_character));
    actor->x = x;
    actor->y = y;
    return actor;
}

/* An actor that is a box of this size, its origin at the top left. */
static inline akgl_Actor *stage_box(const char *name, float32_t x, float32_t y, float32_t w, float32_t h)
{
    akgl_Actor *actor = stage_actor(name, x, y);
    SDL_FRect rect = { 0.0f, 0.0f, w, h };

    CHECK_OK(akgl_collision_shape_box(&actor->shape, &rect, 0.0f));
    return actor;
}

/*
 * A map of 16 px tiles from rows of text, and a world bound to it: '.' is empty, any other character
 * is a solid tile with the character's code as its id.
 */
static inline void stage_tiles(const char *const *rows, int height)
{
    int width = (int)strlen(rows[0]);

    CHECK_OK(akgl_tilemap_initialize(&stage_map));
    stage_map.width = width;
    stage_map.height = height;
    stage_map.tilewidth = stage_map.tileheight = 16;
    stage_map.numlayers = 1;
    stage_map.layers[0].collidable = true;
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            char tile = rows[row][column];
            stage_map.layers[0].data[row * width + column] = tile == '.' ? 0 : tile;
        }
    }
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 32.0f, 32.0f));
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    stage_physics.collision = &stage_world;
}

static inline void stage_steps(int count)
{
    for (int i = 0; i < count; i++) {
        CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    }
}

/* Nothing leaked, and the next program part finds an empty stage. */
static inline void stage_end(void)
{
    CHECK(contexts_in_use() == 0);
    CHECK_OK(akgl_collision_world_destroy(&stage_world));
    stage_physics.collision = NULL;
    CHECK_OK(akgl_heap_set_actors(NULL, 0));
    CHECK_OK(akgl_heap_init());
}

#endif /* STAGE_H */
