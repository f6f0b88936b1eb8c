/*
 * How a character feels: every setting of akgl/feel.h and the jump helper, against closed forms that
 * are worked out beside each check.
 */
#include <errno.h>
#include <float.h>
#include <string.h>

#include <SDL3/SDL.h>

#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/collision.h>
#include <akgl/feel.h>
#include <akgl/heap.h>
#include <akgl/jump.h>
#include <akgl/physics.h>
#include <akgl/registry.h>
#include <akgl/tilemap.h>

#include "check.h"
#include "files.h"

static const float32_t HZ60 = 1.0f / 60.0f;
static const float32_t RATES[] = { 20.0f, 30.0f, 60.0f, 144.0f, 1000.0f, 0.0f };

static akgl_PhysicsBackend physics;
static akgl_CollisionWorld world;
static akgl_Tilemap map;
static akgl_Character *character;
static akgl_Actor *hero;

static void begin(float32_t gravity, float32_t drag)
{
    CHECK_OK(akgl_heap_init());
    CHECK_OK(akgl_physics_init_arcade(&physics));
    physics.gravity_y = gravity;
    physics.drag_x = physics.drag_y = drag;
    CHECK_OK(akgl_heap_next_character(&character));
    CHECK_OK(akgl_character_initialize(character, "hero"));
    character->sx = character->sy = 220.0f;
    character->ax = character->ay = 900.0f;
    CHECK_OK(akgl_heap_next_actor(&hero));
    CHECK_OK(akgl_actor_initialize(hero, "hero"));
    CHECK_OK(akgl_actor_set_character(hero, character));
}

static void exact(void)
{
    CHECK_OK(akgl_feel_set(&physics.feel, "integrator", AKGL_INTEGRATOR_EXACT));
}

static void step(float32_t dt)
{
    CHECK_OK(akgl_physics_step(&physics, NULL, dt));
}

/* The step of a rate; for a rate of 0, irregular steps between 1 and 60 ms. */
static float32_t pace(float32_t rate)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return rate > 0.0f ? 1.0f / rate : 0.001f + 0.059f * (float32_t)(state >> 8) / (float32_t)(1 << 24);
}

/* A floor whose top is at y = 144, a wall at the right from x = 480. */
static void build_level(void)
{
    SDL_FRect box = { 0.0f, 0.0f, 12.0f, 14.0f };

    memset(&map, 0, sizeof map);
    map.width = 64;
    map.height = 12;
    map.tilewidth = map.tileheight = 16;
    map.numlayers = 1;
    map.layers[0].collidable = true;
    for (int i = 0; i < 64; i++) {
        map.layers[0].data[9 * 64 + i] = 1;
    }
    for (int i = 0; i < 9; i++) {
        map.layers[0].data[i * 64 + 30] = 1;
    }
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_bind_tilemap(&world, &map));
    physics.collision = &world;
    CHECK_OK(akgl_collision_shape_box(&hero->shape, &box, 0.0f));
    hero->x = 100.0f;
    hero->y = 130.0f;
}

/* 0.5 was taken as 0, which stands for 5, and 2^24 + 1 was rounded to a float. */
static void catch_up_is_a_whole_number(void)
{
    const struct { const char *text; int status; uint32_t count; } cases[] = {
        { "0.5", AKERR_VALUE, 0 },    { "2.5", AKERR_VALUE, 0 },  { "-1", AKERR_VALUE, 0 },
        { "4294967296", ERANGE, 0 },  { "1e-50", AKERR_VALUE, 0 }, { "0", 0, 0 },
        { " 7.0 ", 0, 7 },            { "16777217", 0, 16777217 }, { "4294967295", 0, UINT32_MAX },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(&physics, 0, sizeof physics);
        physics.catch_up = 3;
        CHECK_OK(akgl_set_property("physics.catch_up", cases[i].text));
        if (cases[i].status != 0) {
            CHECK_SAYS(akgl_physics_init_arcade(&physics), cases[i].status, "physics.catch_up");
            CHECK(physics.catch_up == 3);
        } else {
            CHECK_OK(akgl_physics_init_arcade(&physics));
            CHECK(physics.catch_up == cases[i].count);
        }
    }
    CHECK_OK(akgl_registry_destroy());
    CHECK_OK(akgl_registry_init());
    memset(&physics, 0, sizeof physics);
}

static void properties(void)
{
    const struct { const char *name, *good, *bad; int status; } cases[] = {
        { "physics.integrator", "exact", "runge", AKERR_VALUE },
        { "physics.terminal.y", "500", "-1", AKERR_VALUE },
        { "physics.terminal.x.negative", "300", "fast", AKERR_VALUE },
        { "physics.deceleration.x", "800", "1e400", ERANGE },
        { "physics.time_scale", "0.5", "nan", AKERR_VALUE },
        { "physics.conveyor.x", "-30", "", AKERR_VALUE },
        { "physics.fixed_step", "0.01", "-0.01", AKERR_VALUE },
        { "physics.catch_up", "3", "inf", AKERR_VALUE },
    };
    static akgl_PhysicsBackend before;

    CHECK_OK(akgl_physics_init_arcade(&physics));
    CHECK(physics.feel.set == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_OK(akgl_set_property(cases[i].name, cases[i].good));
    }
    CHECK_OK(akgl_physics_init_arcade(&physics));
    CHECK(physics.feel.integrator == AKGL_INTEGRATOR_EXACT);
    CHECK_NEAR(physics.feel.terminal_down, 500, 0);
    CHECK_NEAR(physics.feel.terminal_up, 500, 0);
    CHECK_NEAR(physics.feel.terminal_left, 300, 0);
    CHECK((physics.feel.set & AKGL_FEEL_TERMINAL_RIGHT) == 0);
    CHECK_NEAR(physics.feel.deceleration_x, 800, 0);
    CHECK_NEAR(physics.feel.time_scale, 0.5, 0);
    CHECK_NEAR(physics.feel.conveyor_x, -30, 0);
    CHECK_NEAR(physics.fixed_step, 0.01f, 0);
    CHECK(physics.catch_up == 3);
    memcpy(&before, &physics, sizeof before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_OK(akgl_set_property(cases[i].name, cases[i].bad));
        CHECK_STATUS(akgl_physics_init_arcade(&physics), cases[i].status);
        CHECK(memcmp(&before, &physics, sizeof before) == 0);
        CHECK_OK(akgl_set_property(cases[i].name, cases[i].good));
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(SDL_ClearProperty(AKGL_REGISTRY_PROPERTIES, cases[i].name));
    }
    CHECK_OK(akgl_physics_init_arcade(&physics));
    CHECK(physics.feel.set == 0);
}

static void by_name_and_by_file(const char *program)
{
    akgl_Feel feel;
    akgl_Character read;
    const struct { const char *feel; int status; } bad[] = {
        { "{\"friction\": -1}", AKERR_VALUE }, { "{\"friction\": \"low\"}", AKERR_TYPE },
        { "{\"integrator\": \"rk4\"}", AKERR_VALUE }, { "{\"frction\": 1}", AKERR_KEY }, { "7", AKERR_TYPE },
    };
    char text[256];

    memset(&feel, 0, sizeof feel);
    CHECK_OK(akgl_feel_set(&feel, "terminal.y", 500.0f));
    CHECK(feel.set == (AKGL_FEEL_TERMINAL_UP | AKGL_FEEL_TERMINAL_DOWN));
    CHECK_NEAR(feel.terminal_down, 500, 0);
    CHECK_STATUS(akgl_feel_set(&feel, "terminal.w", 500.0f), AKERR_KEY);
    CHECK_STATUS(akgl_feel_set(&feel, "friction", -1.0f), AKERR_VALUE);
    CHECK_STATUS(akgl_feel_set(&feel, "gravity_scale", INFINITY), AKERR_VALUE);
    CHECK_STATUS(akgl_feel_set(NULL, "friction", 1.0f), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_feel_set(&feel, NULL, 1.0f), AKERR_NULLPOINTER);
    CHECK_OK(akgl_feel_set(&feel, "gravity_scale", -1.0f));

    CHECK_OK(akgl_character_load(
        file_with(program, "{\"character\": {\"name\": \"hero\", \"ax\": 900, \"sx\": 220, \"feel\": "
                           "{\"integrator\": \"exact\", \"deceleration.x\": 880, \"terminal.y.positive\": 500}}}"),
        &read));
    CHECK(read.feel.set == (AKGL_FEEL_INTEGRATOR | AKGL_FEEL_DECELERATION_X | AKGL_FEEL_TERMINAL_DOWN));
    CHECK_NEAR(read.feel.deceleration_x, 880, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{\"character\": {\"name\": \"hero\", \"feel\": %s}}", bad[i].feel);
        CHECK_STATUS(akgl_character_load(file_with(program, text), &read), bad[i].status);
    }
}

static void terminal_speed(void)
{
    for (int mode = 0; mode < 2; mode++) {
        begin(1600.0f, 0.0f);
        if (mode == 1) {
            exact();
        }
        CHECK_OK(akgl_feel_set(&hero->feel, "terminal.y.positive", 500.0f));
        hero->ey = -560.0f;
        for (int i = 0; i < 120; i++) {
            step(HZ60);
            CHECK(hero->ey <= 500.0f);
        }
        CHECK_NEAR(hero->ey, 500.0, 0.0);
        if (mode == 1) {
            /* 1060 / 1600 = 0.6625 s to 500 px/s, -19.875 px on the way; 1.3375 s at 500 px/s. */
            CHECK_NEAR(hero->y, -19.875 + 668.75, 0.001);
        }
    }
    /* The actor's own counts over the character's, and that over the backend's. */
    begin(1600.0f, 0.0f);
    CHECK_OK(akgl_feel_set(&physics.feel, "terminal.y", 900.0f));
    CHECK_OK(akgl_feel_set(&character->feel, "terminal.y", 500.0f));
    for (int i = 0; i < 120; i++) {
        step(HZ60);
    }
    CHECK_NEAR(hero->ey, 500.0, 0.0);
    CHECK_OK(akgl_feel_set(&hero->feel, "terminal.y", 80.0f));
    step(HZ60);
    CHECK_NEAR(hero->ey, 80.0, 0.0);
}

static void letting_go(void)
{
    for (int mode = 0; mode < 2; mode++) {
        for (int r = 0; r < 6; r++) {
            float32_t x;
            begin(0.0f, 0.0f);
            if (mode == 1) {
                exact();
            }
            CHECK_OK(akgl_feel_set(&character->feel, "deceleration.x", 880.0f));
            CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL));
            for (float32_t t = 0.0f; t < 1.0f;) {
                float32_t dt = pace(RATES[r]);
                step(dt);
                t += dt;
            }
            CHECK_NEAR(hero->tx, 220.0, 1e-4);
            CHECK_OK(akgl_actor_cmhf_right_off(hero, NULL));
            x = hero->x;
            for (float32_t t = 0.0f; t < 0.5f;) {
                float32_t dt = pace(RATES[r]);
                step(dt);
                t += dt;
            }
            /* 220 squared over 2 * 880 */
            CHECK_NEAR(hero->x - x, 27.5, mode == 1 ? 0.001 : 220.0 * 0.06);
            CHECK_NEAR(hero->tx, 0.0, 0.0);
        }
    }
    /* Ice: a tenth of it on the ground, ten times the drift. */
    begin(0.0f, 0.0f);
    exact();
    CHECK_OK(akgl_feel_set(&hero->feel, "deceleration.x", 880.0f));
    CHECK_OK(akgl_feel_set(&hero->feel, "friction", 0.1f));
    CHECK_OK(akgl_feel_set(&hero->feel, "air.deceleration", 0.5f));
    hero->sx = hero->tx = 220.0f;
    hero->felt.touching = AKGL_TOUCH_GROUND;
    for (int i = 0; i < 240; i++) {
        step(HZ60);
    }
    CHECK_NEAR(hero->x, 275.0, 0.01);
    hero->x = 0.0f;
    hero->tx = 220.0f;
    hero->felt.touching = 0;
    for (int i = 0; i < 240; i++) {
        step(HZ60);
    }
    CHECK_NEAR(hero->x, 55.0, 0.01);
}

static void reversal(void)
{
    for (int r = 0; r < 6; r++) {
        float32_t t = 0.0f;
        float32_t place[3];

        begin(0.0f, 0.0f);
        exact();
        hero->sx = hero->tx = 220.0f;
        CHECK_OK(akgl_actor_cmhf_left_on(hero, NULL));
        while (t < 0.9f) {
            float32_t dt = pace(RATES[r]);
            step(dt);
            t += dt;
        }
        CHECK_NEAR(hero->tx, -220.0, 0.0);
        /* 440 / 900 = 0.48889 s without a way, then 220 px/s. */
        CHECK_NEAR(hero->x, -220.0 * (t - 440.0 / 900.0), 0.01);
        CHECK_OK(akgl_physics_flight(&physics, hero, 1.0f, place, NULL));
        CHECK_NEAR(place[0], hero->x - 220.0f, 0.001);
    }
}

static void the_same_jump_at_every_rate(void)
{
    for (int r = 0; r < 6; r++) {
        double clock = 0.0;
        double top_time = -1.0, top = 0.0, landing = -1.0, landing_x = 0.0;

        begin(1600.0f, 0.0f);
        exact();
        hero->x = 3000.0f;
        hero->y = 500.0f;
        hero->ey = -560.0f;
        hero->sx = hero->tx = character->sx = 150.0f;
        CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL));
        hero->ax = 900.0f;
        while (landing < 0.0) {
            float32_t dt = pace(RATES[r]);
            float32_t time, y, place[3];
            CHECK_OK(akgl_physics_flight_top(&physics, hero, dt, &time, &y));
            if (time >= 0.0f) {
                top_time = clock + time;
                top = 500.0 - y;
            }
            CHECK_OK(akgl_physics_flight_down_to(&physics, hero, 500.0f, dt, &time));
            if (time >= 0.0f && clock > 0.1) {
                landing = clock + time;
                CHECK_OK(akgl_physics_flight(&physics, hero, time, place, NULL));
                landing_x = place[0] - 3000.0;
            }
            step(dt);
            clock += dt;
        }
        printf("exact jump at %4.0f Hz: top %.4f px after %.5f s, down after %.5f s, %.4f px on\n", RATES[r],
               top, top_time, landing, landing_x);
        /* 560^2 / 3200, 560 / 1600, twice that, 150 px/s of it */
        CHECK_NEAR(top, 98.0, 0.01);
        CHECK_NEAR(top_time, 0.35, 1e-4);
        CHECK_NEAR(landing, 0.7, 1e-4);
        CHECK_NEAR(landing_x, 105.0, 0.01);
    }
}

static void landing_on_tiles(void)
{
    for (int r = 0; r < 6; r++) {
        double clock = 0.0;
        bool landed = false;

        begin(1600.0f, 0.0f);
        exact();
        build_level();
        CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL));
        hero->sx = hero->tx = character->sx = 150.0f;
        hero->ey = -560.0f;
        while (clock < 1.0) {
            float32_t dt = pace(RATES[r]);
            step(dt);
            clock += dt;
            if (clock < 0.69) {
                /* Still on the closed form. */
                CHECK_NEAR(hero->y, 130.0 - 560.0 * clock + 800.0 * clock * clock, 0.01);
            }
            landed = landed || (hero->felt.touching & AKGL_TOUCH_GROUND) != 0;
            if (clock > 0.76) {
                CHECK_NEAR(hero->y, 130.0, 0.0);
                CHECK_NEAR(hero->ey, 0.0, 0.0);
                CHECK(hero->felt.touching == AKGL_TOUCH_GROUND);
            }
        }
        CHECK(landed);
        CHECK_NEAR(hero->x, 100.0 + 150.0 * clock, 0.01);
        CHECK_OK(akgl_collision_world_destroy(&world));
    }
}

static void large_drag(void)
{
    for (int r = 0; r < 5; r++) {
        double clock = 0.0;
        begin(0.0f, 60.0f);
        exact();
        hero->ex = 500.0f;
        while (clock < 0.2) {
            float32_t dt = pace(RATES[r]);
            step(dt);
            clock += dt;
            CHECK(hero->ex > 0.0f);
            CHECK_NEAR(hero->ex, 500.0 * exp(-60.0 * clock), 1e-3);
            CHECK_NEAR(hero->x, 500.0 / 60.0 * (1.0 - exp(-60.0 * clock)), 1e-3);
        }
    }
}

static int logic_calls;

static akerr_ErrorContext AKERR_NOIGNORE *count_logic(akgl_Actor *actor, float32_t dt)
{
    logic_calls++;
    return akgl_actor_logic_movement(actor, dt);
}

static void time_scales(void)
{
    akgl_Actor before;

    begin(1600.0f, 0.0f);
    hero->movementlogicfunc = count_logic;
    hero->ey = -100.0f;
    CHECK_OK(akgl_feel_set(&physics.feel, "time_scale", 0.0f));
    memcpy(&before, hero, sizeof before);
    logic_calls = 0;
    step(HZ60);
    CHECK(logic_calls == 0 && memcmp(&before, hero, sizeof before) == 0);
    CHECK_OK(akgl_feel_set(&physics.feel, "time_scale", 3.0f));
    step(0.01f);
    CHECK(logic_calls == 3);
    /* -100 px/s under 1600 px/s^2: three steps of 0.01 s. */
    CHECK_NEAR(hero->ey, -52.0, 1e-3);
    physics.feel.set = 0;
    CHECK_OK(akgl_feel_set(&hero->feel, "time_scale", 0.0f));
    memcpy(&before, hero, sizeof before);
    step(HZ60);
    CHECK(logic_calls == 3 && memcmp(&before, hero, sizeof before) == 0);
    CHECK_OK(akgl_feel_set(&hero->feel, "time_scale", 0.5f));
    step(0.02f);
    CHECK(logic_calls == 4);
    CHECK_NEAR(hero->ey, -36.0, 1e-3);
}

static void advance_and_pose(void)
{
    float32_t x, y, z;

    begin(0.0f, 0.0f);
    physics.fixed_step = 0.01f;
    hero->movementlogicfunc = count_logic;
    hero->ex = 100.0f;
    logic_calls = 0;
    CHECK_OK(akgl_physics_advance(&physics, NULL, 0.025f));
    CHECK(logic_calls == 2);
    CHECK_NEAR(physics.alpha, 0.5, 1e-4);
    CHECK_NEAR(hero->x, 2.0, 1e-4);
    CHECK_OK(akgl_actor_pose(hero, physics.alpha, &x, &y, &z));
    CHECK_NEAR(x, 1.5, 1e-4);
    /* Poses at 144 Hz rise evenly whatever the steps do. */
    for (int i = 1; i < 100; i++) {
        float32_t last = x;
        CHECK_OK(akgl_physics_advance(&physics, NULL, 1.0f / 144.0f));
        CHECK_OK(akgl_actor_pose(hero, physics.alpha, &x, &y, NULL));
        CHECK_NEAR(x - last, 100.0 / 144.0, 1e-3);
    }
    /* A stall takes five steps, and the rest is let go. */
    logic_calls = 0;
    CHECK_OK(akgl_physics_advance(&physics, NULL, 2.0f));
    CHECK(logic_calls == 5);
    CHECK_NEAR(physics.alpha, 0.0, 0.0);
    CHECK_NEAR(physics.behind, 0.0, 0.0);
    /* Put elsewhere: drawn there, not on the way. */
    CHECK_OK(akgl_physics_advance(&physics, NULL, 0.015f));
    hero->x = 5000.0f;
    CHECK_OK(akgl_actor_pose(hero, 0.5f, &x, &y, &z));
    CHECK_NEAR(x, 5000.0, 0.0);
    CHECK_OK(akgl_actor_teleport(hero, 7000.0f, 1.0f, 2.0f));
    CHECK_OK(akgl_actor_pose(hero, 0.5f, &x, &y, &z));
    CHECK(x == 7000.0f && y == 1.0f && z == 2.0f);
    /* Half speed: as many frames, half the steps. */
    CHECK_OK(akgl_feel_set(&physics.feel, "time_scale", 0.5f));
    logic_calls = 0;
    for (int i = 0; i < 100; i++) {
        CHECK_OK(akgl_physics_advance(&physics, NULL, 0.01f));
    }
    CHECK(logic_calls == 50);
    CHECK_STATUS(akgl_physics_advance(&physics, NULL, -1.0f), AKERR_VALUE);
    CHECK_STATUS(akgl_physics_advance(&physics, NULL, NAN), AKERR_VALUE);
    CHECK_STATUS(akgl_physics_advance(NULL, NULL, 0.1f), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_pose(hero, 2.0f, &x, &y, &z), AKERR_VALUE);
    CHECK_STATUS(akgl_actor_pose(NULL, 0.5f, &x, &y, &z), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_pose(hero, 0.5f, NULL, &y, &z), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_pose(hero, 0.5f, &x, NULL, &z), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_teleport(NULL, 0.0f, 0.0f, 0.0f), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_teleport(hero, NAN, 0.0f, 0.0f), AKERR_VALUE);
}

static void gravity_zones_and_climbing(void)
{
    akgl_FeelZone zones[2];

    memset(zones, 0, sizeof zones);
    zones[0] = (akgl_FeelZone){ .x = -50.0f, .y = 100.0f, .w = 100.0f, .h = 200.0f };
    CHECK_OK(akgl_feel_set(&zones[0].feel, "gravity_scale", 0.25f));
    CHECK_OK(akgl_feel_set(&zones[0].feel, "terminal.y", 60.0f));
    zones[1] = (akgl_FeelZone){ .x = -50.0f, .y = 200.0f, .w = 100.0f, .h = 100.0f };
    CHECK_OK(akgl_feel_set(&zones[1].feel, "climbing", 1.0f));
    for (int mode = 0; mode < 2; mode++) {
        begin(1000.0f, 0.0f);
        if (mode == 1) {
            exact();
        }
        physics.zones = zones;
        physics.numzones = 2;
        step(0.01f);
        CHECK_NEAR(hero->ey, 10.0, 1e-4);
        hero->y = 150.0f;
        step(0.01f);
        CHECK_NEAR(hero->ey, 12.5, 1e-4);
        CHECK_OK(akgl_feel_set(&hero->feel, "gravity_scale", 2.0f));
        step(0.01f);
        CHECK_NEAR(hero->ey, 17.5, 1e-4);
        for (int i = 0; i < 20; i++) {
            step(0.01f);
        }
        CHECK_NEAR(hero->ey, 60.0, 0.0);
        hero->y = 250.0f;
        step(0.01f);
        CHECK_NEAR(hero->ey, 0.0, 0.0);
        CHECK_NEAR(hero->y, 250.0, 0.0);
        physics.zones = NULL;
        CHECK_STATUS(akgl_physics_step(&physics, NULL, 0.01f), AKERR_NULLPOINTER);
        physics.numzones = 0;
    }
}

static void impulses_and_belts(void)
{
    begin(0.0f, 0.0f);
    exact();
    CHECK_OK(akgl_feel_set(&hero->feel, "push_decay", 4.0f));
    CHECK_OK(akgl_actor_push(hero, 200.0f, 0.0f, 0.0f));
    CHECK_OK(akgl_actor_push(hero, 100.0f, 0.0f, 0.0f));
    CHECK_OK(akgl_actor_cmhf_left_on(hero, NULL));
    CHECK_OK(akgl_actor_cmhf_left_off(hero, NULL));
    for (int i = 0; i < 600; i++) {
        step(HZ60);
    }
    CHECK_NEAR(hero->x, 75.0, 0.01); /* 300 / 4 */
    CHECK_NEAR(hero->felt.pushx, 0.0, 0.0);
    CHECK_STATUS(akgl_actor_push(hero, NAN, 0.0f, 0.0f), AKERR_VALUE);
    CHECK_STATUS(akgl_actor_push(NULL, 0.0f, 0.0f, 0.0f), AKERR_NULLPOINTER);

    for (int mode = 0; mode < 2; mode++) {
        /* A wall takes what leads into it. */
        begin(1600.0f, 0.0f);
        if (mode == 1) {
            exact();
        }
        build_level();
        hero->x = 460.0f;
        CHECK_OK(akgl_actor_push(hero, 300.0f, 0.0f, 0.0f));
        for (int i = 0; i < 6; i++) {
            step(HZ60);
        }
        CHECK_NEAR(hero->x, 468.0, 0.0);
        CHECK_NEAR(hero->felt.pushx, 0.0, 0.0);
        /* A belt carries who stands on it. */
        CHECK_OK(akgl_feel_set(&hero->feel, "conveyor.x", -60.0f));
        for (int i = 0; i < 60; i++) {
            step(HZ60);
        }
        CHECK_NEAR(hero->x, 468.0 - 60.0, 1.1);
        CHECK_NEAR(hero->y, 130.0, 0.0);
        CHECK_OK(akgl_collision_world_destroy(&world));
    }
}

/* What a zone set is over with the zone: its belt, and its rate of letting go. */
static void a_belt_and_a_rate_of_letting_go_do_not_outlive_their_zone(void)
{
    akgl_FeelZone belt = { .x = 50.0f, .y = 0.0f, .w = 100.0f, .h = 200.0f };

    CHECK_OK(akgl_feel_set(&belt.feel, "conveyor.x", 64.0f));
    CHECK_OK(akgl_feel_set(&belt.feel, "deceleration.x", 32.0f));
    begin(512.0f, 0.0f);
    build_level();
    physics.zones = &belt;
    physics.numzones = 1;
    hero->x = 100.0f;
    hero->y = 130.0f;
    for (int i = 0; i < 3; i++) {
        step(1.0f / 64.0f); /* stands, then goes along at a pixel a step */
    }
    CHECK(hero->x == 102.0f && hero->vx == 64.0f && hero->felt.runsdown == 1);
    CHECK_OK(akgl_actor_teleport(hero, 300.0f, 130.0f, 0.0f));
    step(1.0f / 64.0f);
    CHECK(hero->x == 300.0f && hero->vx == 0.0f && hero->felt.carryx == 0.0f);
    hero->tx = 10.0f;
    CHECK_OK(akgl_actor_cmhf_right_off(hero, NULL));
    CHECK(hero->tx == 0.0f);
    CHECK_OK(akgl_collision_world_destroy(&world));
}

static akgl_Jump jump;
static akgl_JumpRules rules;
static akgl_JumpOutput told;
static bool pressed, held;

static akerr_ErrorContext AKERR_NOIGNORE *jump_logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(errctx);
    PASS(errctx, akgl_actor_logic_movement(actor, dt));
    PASS(errctx, akgl_actor_jump(actor, &jump, &rules, pressed, held, dt, &told));
    pressed = false;
    SUCCEED_RETURN(errctx);
}

static void jumps(void)
{
    float32_t gravity, speed, height, time;
    akgl_JumpInput input;

    CHECK_OK(akgl_jump_from_height(98.0f, 0.35f, &gravity, &speed));
    CHECK_NEAR(gravity, 1600.0, 1e-3);
    CHECK_NEAR(speed, 560.0, 1e-3);
    CHECK_OK(akgl_jump_to_height(gravity, speed, &height, &time));
    CHECK_NEAR(height, 98.0, 1e-3);
    CHECK_NEAR(time, 0.35, 1e-5);
    CHECK_STATUS(akgl_jump_from_height(0.0f, 0.35f, &gravity, &speed), AKERR_VALUE);
    CHECK_STATUS(akgl_jump_from_height(98.0f, 0.35f, NULL, &speed), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_from_height(98.0f, 0.35f, &gravity, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_to_height(-1.0f, 560.0f, &height, &time), AKERR_VALUE);
    CHECK_STATUS(akgl_jump_to_height(1600.0f, 560.0f, NULL, &time), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_to_height(1600.0f, 560.0f, &height, NULL), AKERR_NULLPOINTER);
    memset(&input, 0, sizeof input);
    CHECK_STATUS(akgl_jump_initialize(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_update(NULL, &rules, &input, 0.1f, &told), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_update(&jump, NULL, &input, 0.1f, &told), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_update(&jump, &rules, NULL, 0.1f, &told), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_update(&jump, &rules, &input, 0.1f, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_jump_update(&jump, &rules, &input, NAN, &told), AKERR_VALUE);
    CHECK_STATUS(akgl_actor_jump(NULL, &jump, &rules, true, true, 0.1f, NULL), AKERR_NULLPOINTER);
    {
        /* Rules that are no numbers: nothing is changed, and the same state then jumps by good ones. */
        memset(&rules, 0, sizeof rules);
        CHECK_OK(akgl_jump_initialize(&jump));
        input.grounded = input.pressed = input.held = true;
        rules.speed = NAN;
        told.kind = 77;
        CHECK_STATUS(akgl_jump_update(&jump, &rules, &input, 0.1f, &told), AKERR_VALUE);
        CHECK(told.kind == 77 && !jump.rising);
        rules.speed = 560.0f;
        CHECK_OK(akgl_jump_update(&jump, &rules, &input, 0.1f, &told));
        CHECK(told.kind == AKGL_JUMP_GROUND && told.speed == -560.0f);
        CHECK_OK(akgl_jump_initialize(&jump));
        memset(&input, 0, sizeof input);
    }

    for (int mode = 0; mode < 2; mode++) {
        float32_t top = 130.0f;
        begin(1600.0f, 0.0f);
        if (mode == 1) {
            exact();
        }
        build_level();
        memset(&rules, 0, sizeof rules);
        rules.speed = 560.0f;
        rules.coyote = 0.1f;
        rules.buffer = 0.1f;
        rules.air_jumps = 1;
        rules.air_speed = 200.0f;
        rules.wall_slide = 40.0f;
        rules.wall_speed = 400.0f;
        rules.wall_push = 150.0f;
        CHECK_OK(akgl_jump_initialize(&jump));
        hero->movementlogicfunc = jump_logic;
        step(HZ60);
        step(HZ60);
        CHECK((hero->felt.touching & AKGL_TOUCH_GROUND) != 0);
        pressed = held = true;
        step(HZ60);
        CHECK(told.kind == AKGL_JUMP_GROUND);
        for (int i = 0; i < 60; i++) {
            step(HZ60);
            CHECK(told.kind == AKGL_JUMP_NONE);
            top = hero->y < top ? hero->y : top;
        }
        /* Exact: 98 px, seen at whole steps of 60 Hz; euler: as in the document's jump, 93.3. */
        CHECK_NEAR(130.0f - top, mode == 1 ? 98.0 : 93.33, 0.3);
        CHECK_NEAR(hero->y, 130.0, 0.0);
        /* A second jump in the air, and no third. */
        pressed = true;
        step(HZ60);
        step(HZ60);
        pressed = true;
        step(HZ60);
        CHECK(told.kind == AKGL_JUMP_AIR);
        pressed = true;
        step(HZ60);
        CHECK(told.kind == AKGL_JUMP_NONE);
        rules.buffer = 0.0f;
        /* Along the wall at x = 480 it slides, and jumps off it to the left. */
        hero->x = 468.0f;
        hero->y = 20.0f;
        hero->ey = 0.0f;
        CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL));
        for (int i = 0; i < 30; i++) {
            step(HZ60);
        }
        CHECK((hero->felt.touching & AKGL_TOUCH_RIGHT) != 0);
        CHECK_NEAR(hero->ey, 40.0, 1e-3);
        pressed = true;
        step(HZ60);
        CHECK(told.kind == AKGL_JUMP_WALL);
        CHECK(hero->felt.pushx < -100.0f && hero->ey < -300.0f);
        CHECK_OK(akgl_actor_cmhf_right_off(hero, NULL));
        step(HZ60);
        CHECK(hero->vx < 0.0f && hero->x < 468.0f);
        CHECK_OK(akgl_collision_world_destroy(&world));
    }
}

static void bad_numbers(void)
{
    begin(1600.0f, 0.0f);
    hero->feel.set = AKGL_FEEL_FRICTION;
    hero->feel.friction = NAN;
    CHECK_STATUS(akgl_physics_step(&physics, NULL, HZ60), AKERR_VALUE);
    hero->feel.friction = -1.0f;
    CHECK_STATUS(akgl_physics_step(&physics, NULL, HZ60), AKERR_VALUE);
    hero->feel.set = 0;
    physics.feel.set = AKGL_FEEL_TIME_SCALE;
    physics.feel.time_scale = -1.0f;
    CHECK_STATUS(akgl_physics_step(&physics, NULL, HZ60), AKERR_VALUE);
    physics.feel.set = 0;
    exact();
    hero->x = NAN;
    CHECK_STATUS(akgl_physics_step(&physics, NULL, HZ60), AKERR_VALUE);
    hero->x = FLT_MAX;
    hero->ex = FLT_MAX;
    hero->felt.pushx = FLT_MAX;
    CHECK_STATUS(akgl_physics_step(&physics, NULL, HZ60), AKERR_VALUE);
    CHECK_STATUS(akgl_physics_flight(NULL, hero, 0.1f, NULL, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_physics_flight(&physics, NULL, 0.1f, NULL, NULL), AKERR_NULLPOINTER);
    hero->x = hero->ex = hero->felt.pushx = 0.0f;
    CHECK_STATUS(akgl_physics_flight(&physics, hero, -0.1f, NULL, NULL), AKERR_VALUE);
    CHECK_OK(akgl_physics_flight(&physics, hero, 0.1f, NULL, NULL));
    CHECK_STATUS(akgl_physics_flight_top(&physics, hero, 0.1f, NULL, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_physics_flight_down_to(&physics, hero, 0.0f, 0.1f, NULL), AKERR_NULLPOINTER);
}

int main(int argc, char **argv)
{
    (void)argc;
    CHECK(SDL_Init(0));
    CHECK_OK(akgl_registry_init());
    catch_up_is_a_whole_number();
    properties();
    by_name_and_by_file(argv[0]);
    terminal_speed();
    letting_go();
    reversal();
    the_same_jump_at_every_rate();
    landing_on_tiles();
    large_drag();
    time_scales();
    advance_and_pose();
    gravity_zones_and_climbing();
    impulses_and_belts();
    a_belt_and_a_rate_of_letting_go_do_not_outlive_their_zone();
    jumps();
    bad_numbers();
    return check_result();
}
