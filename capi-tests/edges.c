/*
 * At the edges of what is allowed: sizes of 0, the first number that is too many, records that a game filled
 * by hand, actors of its own that are in no pool.
 */
#include <akgl/partitioner.h>

#include "stage.h"

/* What an error says in its trace, after which it is released. */
static bool says(akerr_ErrorContext *raised, const char *part)
{
    bool found = raised != NULL && (strstr(raised->message, part) != NULL || strstr(raised->stacktracebuf, part) != NULL);

    if (raised != NULL) {
        RELEASE_ERROR(raised);
    }
    return found;
}

static akerr_ErrorContext AKERR_NOIGNORE *minus_five(void)
{
    PREPARE_ERROR(e);
    FAIL_RETURN(e, -5, "below zero");
    SUCCEED_RETURN(e);
}

/* Whoever keeps an error takes a reference, and gives it up: the last one frees it, the first in the pool too. */
static void references_to_errors(void)
{
    akerr_ErrorContext *raised[2];

    raised[0] = minus_five();
    raised[1] = minus_five();
    for (int i = 0; i < 2; i++) {
        CHECK(raised[i]->arrayid == i);
        raised[i]->refcount++;
        CHECK(akerr_release_error(raised[i]) == raised[i]);
        CHECK(raised[i]->refcount == 1);
    }
    for (int i = 0; i < 2; i++) {
        CHECK(akerr_release_error(raised[i]) == NULL);
    }
}

static void statuses_and_names(void)
{
    char name[101];

    CHECK(says(minus_five(), ": -5 ("));
    CHECK(strcmp(akerr_name_for_status(1000, NULL), "Unknown Error") == 0);
    memset(name, 'x', 100);
    name[100] = '\0';
    CHECK(strlen(akerr_name_for_status(9001, name)) == 63);
    CHECK(strcmp(akerr_name_for_status(9002, "short"), "short") == 0);
    CHECK(strlen(akerr_name_for_status(9001, NULL)) == 63);
}

/* The pool of four of eight actors: the fifth is no actor of it, though it lies where a fifth would. */
static void past_the_end_of_a_pool_of_ones_own(void)
{
    static akgl_Actor own[8];
    akgl_Actor *actor = NULL;
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };
    bool answer = true;

    stage_begin();
    for (int i = 0; i < AKGL_MAX_HEAP_ACTOR; i++) {
        CHECK_OK(akgl_heap_next_actor(&actor));
    }
    CHECK(says(akgl_heap_next_actor(&actor), "AKGL_MAX_HEAP_ACTOR"));
    CHECK_OK(akgl_heap_set_actors(own, 4));
    for (int i = 0; i < 4; i++) {
        CHECK_OK(akgl_heap_next_actor(&actor));
    }
    CHECK(says(akgl_heap_next_actor(&actor), "akgl_heap_set_actors"));
    own[4].refcount = own[5].refcount = 1;
    CHECK_STATUS(akgl_heap_release_actor(&own[4]), AKERR_HEAP);
    CHECK_STATUS(akgl_heap_release_actor((akgl_Actor *)((char *)&own[1] + 4)), AKERR_HEAP);
    /* Nor is it tracked: it has no proxy. */
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    for (int i = 4; i < 6; i++) {
        CHECK_OK(akgl_actor_initialize(&own[i], "own"));
        CHECK_OK(akgl_actor_set_character(&own[i], stage_character));
        CHECK_OK(akgl_collision_shape_box(&own[i].shape, &rect, 0.0f));
        CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_ACTOR, &answer));
        CHECK_OK(akgl_actor_teleport(&own[i], 100.0f, 0.0f, 0.0f));
        CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    }
    rect.x = 100.0f;
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_ACTOR, &answer));
    CHECK(!answer);
    memset(own, 0, sizeof own);
    stage_end();
}

static void rectangles_without_an_area(void)
{
    static const SDL_FRect rects[] = { { 1.0f, 1.0f, 0.0f, 5.0f }, { 1.0f, 1.0f, 5.0f, 0.0f }, { 1.0f, 1.0f, -1.0f, 5.0f } };
    akgl_Partitioner record;
    bool answer = true;

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(akgl_collision_box_blocked(&stage_world, &rects[i], 1, &answer), AKERR_VALUE);
        CHECK(answer);
    }
    memset(&record, 0, sizeof record);
    CHECK_STATUS(akgl_partitioner_init(&record, "grid", 0.0f, 16.0f), AKERR_VALUE);
    CHECK_STATUS(akgl_partitioner_init(&record, "grid", 16.0f, 0.0f), AKERR_VALUE);
    CHECK_OK(akgl_partitioner_init(&record, "grid", 16.0f, 16.0f));
    CHECK_OK(record.destroy(&record));
    CHECK_OK(record.destroy(&record));
    CHECK_OK(akgl_partitioner_destroy(&record));
    stage_end();
}

/* Width and height exchanged in the record: the same bits in other places are another shape. */
static void a_shape_turned_on_its_side(void)
{
    static const char *const empty[] = { "...." };
    akgl_Actor *actor;
    SDL_FRect above = { 1.0f, 20.0f, 2.0f, 2.0f }, beside = { 20.0f, 1.0f, 2.0f, 2.0f };
    bool answer;

    stage_begin();
    stage_tiles(empty, 1);
    actor = stage_box("turned", 0.0f, 0.0f, 8.0f, 24.0f);
    stage_steps(1);
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &above, AKGL_COLLISION_LAYER_ACTOR, &answer));
    CHECK(answer);
    actor->shape.w = 24.0f;
    actor->shape.h = 8.0f;
    stage_steps(1);
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &above, AKGL_COLLISION_LAYER_ACTOR, &answer));
    CHECK(!answer);
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &beside, AKGL_COLLISION_LAYER_ACTOR, &answer));
    CHECK(answer);
    stage_end();
}

/* Objects on layers that the map does not have, and more layers than there can be. */
static void a_map_filled_by_hand(void)
{
    static const char *const empty[] = { "...." };
    bool blocked = false;
    int cell = 7;

    stage_begin();
    stage_tiles(empty, 1);
    for (int i = 1; i < 3; i++) {
        stage_map.layers[i].kind = AKGL_TILEMAP_LAYER_OBJECTS;
        stage_map.layers[i].collidable = true;
    }
    stage_map.numlayers = 2;
    stage_map.numobjects = 3;
    for (int i = 0; i < 3; i++) {
        stage_map.objects[i].layer = i == 0 ? -1 : i;
        stage_map.objects[i].kind = AKGL_TILEMAP_OBJECT_RECTANGLE;
        stage_map.objects[i].x = 100.0f * (float32_t)i;
        stage_map.objects[i].width = stage_map.objects[i].height = 10.0f;
    }
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    for (int i = 0; i < 3; i++) {
        SDL_FRect rect = { 100.0f * (float32_t)i + 2.0f, 2.0f, 4.0f, 4.0f };

        CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_STATIC, &blocked));
        CHECK(blocked == (i == 1));
    }
    stage_map.numlayers = AKGL_TILEMAP_MAX_LAYERS + 9;
    CHECK_STATUS(akgl_tilemap_tile_at(&stage_map, AKGL_TILEMAP_MAX_LAYERS, 0, 0, &cell), AKERR_INDEX);
    CHECK_STATUS(akgl_tilemap_tile_at(&stage_map, -1, 0, 0, &cell), AKERR_INDEX);
    CHECK(cell == 7);
    CHECK_OK(akgl_tilemap_tile_at(&stage_map, 0, 0, 0, &cell));
    CHECK(cell == 0);
    stage_map.numlayers = 1;
    stage_map.numobjects = 0;
    stage_end();
}

/*
 * A game resolves an actor by itself. Without a world nothing is done. The move that led here is that of its
 * velocity and the time: 60 px/s for 1/64 s from within the block leave it within, so that only this move is
 * taken back; 1,280 px/s lead from above, and the block puts it on top.
 */
static void resolved_by_the_game(void)
{
    static const char *const block[] = { "....", ".##.", ".##." };
    akgl_Actor *actor;

    stage_begin();
    actor = stage_box("resolved", 20.0f, 20.0f, 8.0f, 8.0f);
    CHECK_OK(stage_physics.collide(&stage_physics, actor, STEP));
    CHECK(actor->x == 20.0f && actor->y == 20.0f);
    stage_tiles(block, 3);
    actor->vy = actor->ey = 64.0f;
    CHECK_OK(stage_physics.collide(&stage_physics, actor, STEP));
    CHECK(actor->x == 20.0f && actor->y == 19.0f);
    actor->y = 20.0f;
    actor->vy = actor->ey = 1280.0f;
    CHECK_OK(stage_physics.collide(&stage_physics, actor, STEP));
    CHECK(actor->x == 20.0f && actor->y == 8.0f);
    stage_end();
}

/* `akgl_registry_init` makes the registry at once. */
static void a_registry_that_was_destroyed(void)
{
    CHECK_OK(akgl_registry_destroy());
    CHECK(AKGL_REGISTRY_PROPERTIES == 0);
    CHECK_OK(akgl_registry_init());
    CHECK(AKGL_REGISTRY_PROPERTIES != 0);
}

/* A path that leads through a file is no missing one: the system's own words are told. */
static void a_map_inside_of_a_file(const char *program)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/inside.tmj", file_with(program, "{}"));
    CHECK(says(akgl_tilemap_load(path, &stage_map), "ot a directory"));
}

int main(int argc, char **argv)
{
    (void)argc;
    references_to_errors();
    statuses_and_names();
    past_the_end_of_a_pool_of_ones_own();
    rectangles_without_an_area();
    a_shape_turned_on_its_side();
    a_map_filled_by_hand();
    resolved_by_the_game();
    a_registry_that_was_destroyed();
    a_map_inside_of_a_file(argv[0]);
    CHECK(contexts_in_use() == 0);
    return check_result();
}
