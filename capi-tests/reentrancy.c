/*
 * Whatever a hook does, the step that called it stays valid: every hook, with everything that one may
 * do to actors, proxies, tiles, the world, the pool and the step itself. Run under AddressSanitizer by
 * `make asan` and under valgrind by `make valgrind`.
 */
#include "actions.h"

static void set_up(const char *partitioner)
{
    static const char *const rows[] = { "#..................#", "#..................#", "####################",
                                        "####################" };

    stage_begin();
    stage_tiles(rows, 4);
    stage_physics.collision = world = malloc(sizeof *world);
    CHECK(world != NULL);
    CHECK_OK(akgl_collision_world_init(world, partitioner, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_bind_tilemap(world, &stage_map));
    CHECK_OK(akgl_collision_world_init(&second_world, partitioner, 16.0f, 16.0f));
    stage_physics.gravity = gravity;
    stage_physics.move = move;
    stage_physics.collide = collide;
    stage_physics.gravity_y = 900.0f;
    calls = depth = geometry_count = proxy_count = 0;
    live_change = 0;
    for (int i = 0; i < 12; i++) {
        akgl_Actor *actor = NULL;
        CHECK_OK(akgl_heap_next_actor(&actor));
        dress(actor, i);
    }
    akgl_heap_actor_at(5)->parent = akgl_heap_actor_at(8);
    akgl_heap_actor_at(6)->parent = akgl_heap_actor_at(2);
    for (int i = 0; i < 4; i++) {
        akgl_Actor at = { .x = 30.0f * (float32_t)i, .y = 40.0f };
        add_proxy(&at);
    }
}

static bool finite_actor(const akgl_Actor *a)
{
    const float32_t numbers[] = { a->x,  a->y,  a->z,  a->vx, a->vy, a->vz, a->ex, a->ey, a->ez,
                                  a->tx, a->ty, a->tz, a->ax, a->ay, a->az, a->sx, a->sy, a->sz };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!isfinite(numbers[i])) {
            return false;
        }
    }
    return true;
}

static void run(int steps, int allowed)
{
    SDL_FRect everywhere = { -1e7f, -1e7f, 2e7f, 2e7f };
    uint32_t all = AKGL_COLLISION_LAYER_ALL;

    for (int i = 0; i < steps; i++) {
        akerr_ErrorContext *error;

        if (hook == IN_UPDATE) {
            stage_physics.max_timestep = STEP;
            stage_physics.gravity_time = 0;
            error = akgl_game_update(NULL);
        } else {
            error = akgl_physics_step(&stage_physics, NULL, STEP);
        }
        if (hook == IN_VISIT && error == NULL && stage_physics.collision != NULL) {
            error = akgl_collision_query_box(stage_physics.collision, &everywhere, all, visit, NULL);
        }
        if (error != NULL && error->status != allowed) {
            CHECK_OK(error);
            error = NULL;
        }
        RELEASE_ERROR(error);
        CHECK(contexts_in_use() == 0);
    }
}

static void check_invariants(long expected)
{
    SDL_FRect everywhere = { -1e7f, -1e7f, 2e7f, 2e7f };
    int shaped = 0;

    CHECK(live() == expected);
    for (size_t i = 0; i < akgl_heap_actor_count(); i++) {
        akgl_Actor *actor = akgl_heap_actor_at(i);
        if (actor->refcount != 0) {
            CHECK(actor->refcount == 1 && finite_actor(actor));
            shaped += actor->shape.kind != AKGL_COLLISION_SHAPE_NONE && actor->shape.layermask != 0;
        }
    }
    if (stage_physics.collision != NULL) {
        visited_actors = visited_geometry = 0;
        CHECK_OK(akgl_collision_query_box(stage_physics.collision, &everywhere, AKGL_COLLISION_LAYER_ALL, visit, NULL));
        CHECK(visited_actors == shaped);
        CHECK(visited_geometry == (stage_physics.collision == &second_world ? 0 : geometry_count));
    }
    CHECK(contexts_in_use() == 0);
}

static void every_hook_with_every_action(void)
{
    static const char *const partitioners[] = { "grid", "bsp" };

    for (hook = 0; hook < HOOKS; hook++) {
        for (size_t a = 0; a < sizeof ACTIONS / sizeof *ACTIONS; a++) {
            for (int p = 0; p < 2; p++) {
                int failures = check_failures;

                set_up(partitioners[p]);
                akgl_physics = &stage_physics;
                action = ACTIONS[a].act;
                run(4, ACTIONS[a].allowed);
                CHECK(calls > 0);
                /* Put right what the action meant to break, and go on without it. */
                action = nothing;
                stage_physics.move = move;
                if (ACTIONS[a].act == destroy_world) {
                    stage_physics.collision = NULL;
                }
                if (ACTIONS[a].allowed == AKERR_VALUE) {
                    for (int i = 0; i < 12; i++) {
                        dress(akgl_heap_actor_at((size_t)i), i);
                    }
                }
                run(3, 0);
                check_invariants(12 + live_change);
                if (world != NULL) {
                    CHECK_OK(akgl_collision_world_destroy(world));
                    free(world);
                    world = NULL;
                }
                CHECK_OK(akgl_collision_world_destroy(&second_world));
                akgl_physics = &akgl_default_physics;
                stage_end();
                if (check_failures != failures) {
                    fprintf(stderr, "    ^ %s: %s (%s)\n", HOOK_NAMES[hook], ACTIONS[a].name, partitioners[p]);
                }
            }
        }
    }
}

/* A hook releases its actor and another comes to stand in its slot: it is not stepped in its stead. */
static akgl_Actor *newcomer;

static void replace_and_keep(akgl_Actor *self)
{
    release(self);
    CHECK_OK(akgl_heap_next_actor(&newcomer));
    CHECK(newcomer == self);
    CHECK_OK(akgl_actor_initialize(newcomer, "newcomer"));
    newcomer->ex = newcomer->vx = 64.0f;
}

static void a_newcomer_is_not_stepped_for_the_one_before(void)
{
    static const char *const rows[] = { "....", "####" };

    for (hook = IN_LOGIC; hook <= IN_CONTACT; hook++) {
        akgl_Actor *hero;

        stage_begin();
        stage_tiles(rows, 2);
        stage_physics.gravity = gravity;
        stage_physics.move = move;
        stage_physics.collide = collide;
        stage_physics.gravity_y = 512.0f;
        action = replace_and_keep;
        calls = 5; /* once */
        newcomer = NULL;
        hero = stage_box("hero", 8.0f, 7.0f, 8.0f, 8.0f);
        hero->ey = 1100.0f; /* three sub-steps */
        hero->movementlogicfunc = logic;
        hero->collidefunc = contact;
        stage_steps(1);
        CHECK(newcomer == hero && hero->x == 0.0f && hero->y == 0.0f && hero->ey == 0.0f && hero->vx == 64.0f);
        stage_end();
    }
}

/* A hook that gives the backend another world leaves nothing behind in the first one. */
static void another_world_forgets_the_first(void)
{
    static const char *const rows[] = { "....................", "....................", "####........#......." };
    akgl_Actor *hero;

    stage_begin();
    stage_tiles(rows, 3);
    CHECK_OK(akgl_collision_world_init(&second_world, NULL, 16.0f, 16.0f));
    world = &stage_world;
    hook = IN_CONTACT;
    action = switch_world;
    calls = 5;
    hero = stage_box("hero", 8.0f, 23.0f, 8.0f, 8.0f);
    hero->collidefunc = contact;
    hero->ey = 128.0f;
    stage_steps(1);
    CHECK(stage_physics.collision == &second_world && calls == 6);
    /* Asked by the game in the first world: the sub-step is the one that led here, straight down. */
    stage_physics.collision = &stage_world;
    hero->x = 196.0f; /* over the tile that stands alone */
    hero->y = 25.0f;
    hero->vx = 0.0f;
    hero->vy = hero->ey = 64.0f;
    CHECK_OK(akgl_physics_arcade_collide(&stage_physics, hero, STEP));
    CHECK(hero->x == 196.0f && hero->y == 24.0f && hero->ey == 0.0f);
    world = NULL;
    CHECK_OK(akgl_collision_world_destroy(&second_world));
    stage_end();
}

int main(void)
{
    every_hook_with_every_action();
    a_newcomer_is_not_stepped_for_the_one_before();
    another_world_forgets_the_first();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
