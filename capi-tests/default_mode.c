/*
 * The default mode of the arcade backend, bit for bit. What three scenes came to before there were
 * any settings of feel is in tests/golden/default_mode.txt; it must be what they come to now.
 * tests/feel_default.rs plays the same scenes in the World and asks for the same bits.
 *
 * With AKGL_ACCEPT set in the environment the file is written anew. Nothing that is opt-in is a
 * reason to do so.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <SDL3/SDL.h>

#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/collision.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
#include <akgl/registry.h>
#include <akgl/tilemap.h>

#include "check.h"

#define GOLDEN "tests/golden/default_mode.txt"

enum { HEROES = 6 };

static char played[65536];
static size_t length;
static akgl_PhysicsBackend physics;
static akgl_CollisionWorld world;
static akgl_Tilemap map;
static akgl_Character *character;
static akgl_Actor *heroes[HEROES];

static uint64_t hashed(uint64_t hash, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

/* The 18 numbers from x to sz and the state of every hero. */
static void note(const char *scene, int steps)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (int i = 0; i < HEROES; i++) {
        hash = hashed(hash, &heroes[i]->x, 18 * sizeof(float32_t));
        hash = hashed(hash, &heroes[i]->state, sizeof heroes[i]->state);
    }
    length += (size_t)snprintf(played + length, sizeof played - length, "%s: after %d steps %016llx\n", scene,
                               steps, (unsigned long long)hash);
}

static void begin(const char *gravity, const char *drag)
{
    SDL_FRect box = { 0.0f, 0.0f, 12.0f, 14.0f };

    CHECK_OK(akgl_heap_init());
    CHECK_OK(akgl_set_property("physics.gravity.y", gravity));
    CHECK_OK(akgl_set_property("physics.drag.y", drag));
    CHECK_OK(akgl_physics_init_arcade(&physics));
    CHECK_OK(akgl_heap_next_character(&character));
    CHECK_OK(akgl_character_initialize(character, "hero"));
    character->sx = 220.0f;
    character->sy = 150.0f;
    character->ax = 900.0f;
    character->ay = 700.0f;
    CHECK_OK(akgl_collision_shape_box(&character->shape, &box, 0.0f));
    for (int i = 0; i < HEROES; i++) {
        CHECK_OK(akgl_heap_next_actor(&heroes[i]));
        CHECK_OK(akgl_actor_initialize(heroes[i], "hero"));
        CHECK_OK(akgl_actor_set_character(heroes[i], character));
        heroes[i]->x = 40.0f + 31.25f * (float32_t)i;
        heroes[i]->y = 60.0f;
    }
}

/* Each hero presses, lets go, turns and jumps at its own times. */
static void play(const char *scene, bool sideways_only)
{
    static const float32_t steps[] = { 1.0f / 60.0f, 0.05f, 1.0f / 144.0f };

    for (int i = 0; i < 240; i++) {
        for (int h = 0; h < HEROES; h++) {
            akgl_Actor *hero = heroes[h];
            switch ((i + 7 * h) % 60) {
            case 3: CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL)); break;
            case 15: if (!sideways_only) { CHECK_OK(akgl_actor_cmhf_down_on(hero, NULL)); } break;
            case 20: hero->ey = -380.0f; break;
            case 27: CHECK_OK(akgl_actor_cmhf_right_off(hero, NULL)); break;
            case 30: CHECK_OK(akgl_actor_cmhf_left_on(hero, NULL)); break;
            case 44: CHECK_OK(akgl_actor_cmhf_down_off(hero, NULL)); break;
            case 52: CHECK_OK(akgl_actor_cmhf_left_off(hero, NULL)); break;
            default: break;
            }
        }
        CHECK_OK(akgl_physics_step(&physics, NULL, steps[i / 20 % 3]));
        if (i % 20 == 19) {
            note(scene, i + 1);
        }
    }
}

static void compare(void)
{
    static char golden[sizeof played];
    FILE *file;
    size_t read;

    if (getenv("AKGL_ACCEPT") != NULL) {
        file = fopen(GOLDEN, "w");
        CHECK(file != NULL && fwrite(played, 1, length, file) == length && fclose(file) == 0);
    }
    file = fopen(GOLDEN, "r");
    CHECK(file != NULL);
    if (file == NULL) {
        return;
    }
    read = fread(golden, 1, sizeof golden - 1, file);
    fclose(file);
    CHECK(read > 500);
    CHECK(strcmp(golden, played) == 0);
    if (strcmp(golden, played) != 0) {
        fprintf(stderr, "now:\n%s", played);
    }
}

int main(void)
{
    CHECK(SDL_Init(0));
    CHECK_OK(akgl_registry_init());

    begin("1600", "0");
    play("free fall", false);
    begin("0", "0");
    play("from above", false);

    begin("900", "1.8");
    map.width = 64;
    map.height = 12;
    map.tilewidth = map.tileheight = 16;
    map.numlayers = 1;
    map.layers[0].collidable = true;
    map.layers[0].width = map.width;
    map.layers[0].height = map.height;
    for (int i = 0; i < 64; i++) {
        map.layers[0].data[9 * 64 + i] = i % 13 == 12 ? 0 : 1;
        map.layers[0].data[11 * 64 + i] = 1;
    }
    map.layers[0].data[8 * 64 + 9] = map.layers[0].data[5 * 64 + 4] = 1;
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_bind_tilemap(&world, &map));
    physics.collision = &world;
    play("over tiles", true);
    CHECK_OK(akgl_collision_world_destroy(&world));

    compare();
    return check_result();
}
