/*
 * akgl/collision.h: worlds and what is done to them in the wrong order, shapes and their setters,
 * shapes on characters and children.
 */
#include <stdlib.h>

#include "stage.h"

static bool is_planar(const akgl_CollisionWorld *world)
{
    return (world->flags & AKGL_COLLISION_TEST_PLANAR) != 0;
}

static void init_and_destroy(void)
{
    akgl_CollisionWorld world;
    bool solid = true;

    memset(&world, 0xa5, sizeof world); /* whatever was there before */
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 24.0f));
    CHECK(is_planar(&world) && world.cellwidth == 16.0f && world.cellheight == 24.0f && world.tilemap == NULL);
    CHECK_OK(akgl_collision_solid_at(&world, 0.0f, 0.0f, AKGL_COLLISION_LAYER_ALL, &solid));
    CHECK(!solid);
    /* Again, without destroying it first. */
    CHECK_OK(akgl_collision_world_init(&world, "bsp", 8.0f, 8.0f));
    CHECK_OK(akgl_collision_world_init(&world, "grid", 8.0f, 8.0f));
    CHECK_OK(akgl_collision_world_destroy(&world));
    CHECK(world.state == NULL && world.flags == 0);
    CHECK_OK(akgl_collision_world_destroy(&world));

    CHECK_SAYS(akgl_collision_world_init(&world, "quadtree", 8.0f, 8.0f), AKERR_KEY, "quadtree");
    CHECK_SAYS(akgl_collision_world_init(&world, "", 8.0f, 8.0f), AKERR_KEY, "\"\"");
    CHECK_SAYS(akgl_collision_world_init(&world, NULL, 0.0f, 8.0f), AKERR_VALUE, "cell_w");
    CHECK_SAYS(akgl_collision_world_init(&world, NULL, 8.0f, -1.0f), AKERR_VALUE, "cell_h");
    CHECK_SAYS(akgl_collision_world_init(&world, NULL, NAN, 8.0f), AKERR_VALUE, "cell_w");
    CHECK_SAYS(akgl_collision_world_init(&world, NULL, 8.0f, INFINITY), AKERR_VALUE, "cell_h");
    CHECK_STATUS(akgl_collision_world_init(NULL, NULL, 8.0f, 8.0f), AKERR_NULLPOINTER);

    /* A refusal leaves a world in use as it was. */
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    CHECK_STATUS(akgl_collision_world_init(&world, "quadtree", 8.0f, 8.0f), AKERR_KEY);
    CHECK(world.cellwidth == 16.0f);
    CHECK_OK(akgl_collision_solid_at(&world, 0.0f, 0.0f, AKGL_COLLISION_LAYER_ALL, &solid));
    CHECK_OK(akgl_collision_world_destroy(&world));
}

static akerr_ErrorContext AKERR_NOIGNORE *visit(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    (void)stop;
    FAIL_ZERO_RETURN(e, info, AKERR_NULLPOINTER, "info");
    ++*(int *)userdata;
    SUCCEED_RETURN(e);
}

/* Every call with a world that is none raises this status, and crashes nothing. */
static void no_world(akgl_CollisionWorld *world, int status)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };
    akgl_CollisionShape shape;
    akgl_CollisionProxy proxy = 7;
    akgl_CollisionProxyInfo info;
    SDL_FPoint point = { 1.0f, 2.0f };
    akgl_Actor *actor = stage_box("walker", 0.0f, 0.0f, 8.0f, 8.0f);
    bool answer = false;
    int visits = 0;

    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    CHECK_STATUS(akgl_collision_bind_tilemap(world, &stage_map), status);
    CHECK_STATUS(akgl_collision_bind_tilemap(world, NULL), status);
    CHECK_STATUS(akgl_collision_world_set_partitioner(world, NULL), status);
    CHECK_STATUS(akgl_collision_proxy_add(world, &shape, 0.0f, 0.0f, 0.0f, NULL, &proxy), status);
    CHECK_STATUS(akgl_collision_proxy_move(world, 1, 0.0f, 0.0f, 0.0f), status);
    CHECK_STATUS(akgl_collision_proxy_remove(world, 1), status);
    CHECK_STATUS(akgl_collision_proxy_get(world, 1, &info), status);
    CHECK_STATUS(akgl_collision_solid_at(world, 0.0f, 0.0f, 1, &answer), status);
    CHECK_STATUS(akgl_collision_box_blocked(world, &rect, 1, &answer), status);
    CHECK_STATUS(akgl_collision_query_box(world, &rect, 1, visit, &visits), status);
    CHECK_STATUS(akgl_collision_settle(world, &shape, 0.0f, 0.0f, &point), status);
    CHECK(proxy == 7 && !answer && visits == 0 && point.x == 1.0f && point.y == 2.0f);
    stage_physics.collision = world;
    CHECK_STATUS(akgl_physics_step(&stage_physics, NULL, STEP), status);
    CHECK_STATUS(akgl_physics_arcade_collide(&stage_physics, actor, STEP), status);
    stage_physics.collision = NULL;
    CHECK_OK(akgl_heap_release_actor(actor));
}

static void worlds_that_are_none(void)
{
    static const char *const rows[] = { "....", "####" };
    akgl_CollisionWorld world, copy;
    bool solid = false;

    stage_begin();
    stage_tiles(rows, 2);
    memset(&world, 0, sizeof world);
    no_world(&world, AKERR_NULLPOINTER);
    for (int fill = 1; fill < 256; fill += 2) {
        memset(&world, fill, sizeof world);
        no_world(&world, AKERR_VALUE);
    }
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    copy = world;
    CHECK_OK(akgl_collision_world_destroy(&world));
    no_world(&world, AKERR_NULLPOINTER);
    no_world(&copy, AKERR_VALUE);
    /* The next world does not answer for the copy of the last. */
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    no_world(&copy, AKERR_VALUE);
    CHECK_OK(akgl_collision_world_destroy(&copy));
    copy = world;
    no_world(&copy, AKERR_VALUE);
    CHECK_OK(akgl_collision_world_init(&copy, NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_world_destroy(&copy));
    /* Whatever was done to copies, the world itself is as it was. */
    CHECK_OK(akgl_collision_bind_tilemap(&world, &stage_map));
    CHECK_OK(akgl_collision_solid_at(&world, 8.0f, 24.0f, AKGL_COLLISION_LAYER_STATIC, &solid));
    CHECK(solid);
    CHECK_OK(akgl_collision_world_destroy(&world));
    stage_end();
}

static void too_many_worlds(void)
{
    static akgl_CollisionWorld worlds[300];
    int made = 0;
    akerr_ErrorContext *error = NULL;

    while (made < 300 && error == NULL) {
        error = akgl_collision_world_init(&worlds[made], NULL, 16.0f, 16.0f);
        made += error == NULL;
    }
    CHECK(made >= 64 && made < 300);
    CHECK(error != NULL && error->status == AKERR_HEAP);
    RELEASE_ERROR(error);
    CHECK(worlds[made].state == NULL);
    for (int i = 0; i < made; i++) {
        CHECK_OK(akgl_collision_world_destroy(&worlds[i]));
    }
    CHECK_OK(akgl_collision_world_init(&worlds[0], NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_world_destroy(&worlds[0]));
}

/* A refused shape is what it was, to the last byte. */
#define REFUSED(shape, before, call, status)                                                    \
    do {                                                                                        \
        CHECK_STATUS(call, status);                                                             \
        CHECK(memcmp(&(shape), &(before), sizeof(before)) == 0);                                \
    } while (0)

static void setters(void)
{
    static const float32_t bad[] = { 0.0f, -1.0f, NAN, INFINITY, -INFINITY };
    static const float32_t not_finite[] = { NAN, INFINITY, -INFINITY };
    SDL_FRect good = { 2.0f, 3.0f, 10.0f, 4.0f };
    SDL_FRect tall = { -2.0f, -3.0f, 4.0f, 10.0f };
    akgl_CollisionShape shape, before;

    CHECK_OK(akgl_collision_shape_box(&shape, &good, 0.0f));
    CHECK(shape.kind == AKGL_COLLISION_SHAPE_BOX && shape.x == 2.0f && shape.y == 3.0f && shape.w == 10.0f);
    CHECK(shape.h == 4.0f && shape.z == 0.0f && shape.depth == AKGL_COLLISION_DEPTH_RATIO * 5.0f);
    CHECK(shape.layermask == AKGL_COLLISION_LAYER_ACTOR && shape.collidemask == AKGL_COLLISION_LAYER_STATIC);
    CHECK(shape.flags == 0);
    CHECK_OK(akgl_collision_shape_box(&shape, &good, 7.0f));
    CHECK(shape.depth == 7.0f);
    CHECK_OK(akgl_collision_shape_circle(&shape, 5.0f, 6.0f, 4.0f, 0.0f));
    CHECK(shape.kind == AKGL_COLLISION_SHAPE_CIRCLE && shape.x == 1.0f && shape.y == 2.0f && shape.w == 8.0f);
    CHECK(shape.h == 8.0f && shape.depth == 8.0f);
    CHECK_OK(akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_X, &good, 0.0f));
    CHECK(shape.kind == AKGL_COLLISION_SHAPE_CAPSULE_X && shape.w == 10.0f && shape.h == 4.0f);
    CHECK_OK(akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_Y, &tall, 0.0f));
    CHECK(shape.kind == AKGL_COLLISION_SHAPE_CAPSULE_Y && shape.x == -2.0f && shape.depth == 10.0f);

    memset(&shape, 0x3c, sizeof shape);
    before = shape;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        SDL_FRect w = good, h = good;
        w.w = bad[i];
        h.h = bad[i];
        REFUSED(shape, before, akgl_collision_shape_box(&shape, &w, 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_box(&shape, &h, 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_circle(&shape, 0.0f, 0.0f, bad[i], 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_X, &w, 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_X, &h, 0.0f), AKERR_VALUE);
        if (bad[i] != 0.0f) {
            REFUSED(shape, before, akgl_collision_shape_box(&shape, &good, bad[i]), AKERR_VALUE);
            REFUSED(shape, before, akgl_collision_shape_circle(&shape, 0.0f, 0.0f, 1.0f, bad[i]), AKERR_VALUE);
            REFUSED(shape, before, akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_X, &good, bad[i]),
                    AKERR_VALUE);
        }
    }
    for (size_t i = 0; i < sizeof not_finite / sizeof *not_finite; i++) {
        SDL_FRect x = good, y = good;
        x.x = not_finite[i];
        y.y = not_finite[i];
        REFUSED(shape, before, akgl_collision_shape_box(&shape, &x, 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_box(&shape, &y, 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_circle(&shape, not_finite[i], 0.0f, 1.0f, 0.0f), AKERR_VALUE);
        REFUSED(shape, before, akgl_collision_shape_circle(&shape, 0.0f, not_finite[i], 1.0f, 0.0f), AKERR_VALUE);
    }
    /* An edge past every number, a size that doubles past it. */
    SDL_FRect wide = { 3e38f, 0.0f, 3e38f, 1.0f };
    REFUSED(shape, before, akgl_collision_shape_box(&shape, &wide, 0.0f), AKERR_VALUE);
    REFUSED(shape, before, akgl_collision_shape_circle(&shape, 0.0f, 0.0f, 3e38f, 0.0f), AKERR_VALUE);
    REFUSED(shape, before, akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_Y, &good, 0.0f), AKERR_VALUE);
    REFUSED(shape, before, akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_CAPSULE_X, &tall, 0.0f), AKERR_VALUE);
    REFUSED(shape, before, akgl_collision_shape_capsule(&shape, AKGL_COLLISION_SHAPE_BOX, &good, 0.0f), AKERR_KEY);
    REFUSED(shape, before, akgl_collision_shape_capsule(&shape, 99, &good, 0.0f), AKERR_KEY);
    REFUSED(shape, before, akgl_collision_shape_box(&shape, NULL, 0.0f), AKERR_NULLPOINTER);
    CHECK_OK(akgl_collision_shape_none(&shape));
    CHECK(shape.kind == AKGL_COLLISION_SHAPE_NONE && shape.collidemask == 0);
}

static void shapes_of_characters_and_children(void)
{
    SDL_FRect own = { 0.0f, 0.0f, 5.0f, 5.0f };
    SDL_FRect probe = { 98.0f, 198.0f, 4.0f, 4.0f };
    akgl_Actor *actor, *parent, *child;
    bool blocked = false;

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    CHECK_OK(akgl_collision_shape_circle(&stage_character->shape, 8.0f, 8.0f, 8.0f, 0.0f));
    stage_character->shape.collidemask = 0x55;
    actor = stage_actor("goblin", 0.0f, 0.0f);
    CHECK(memcmp(&actor->shape, &stage_character->shape, sizeof actor->shape) == 0);
    CHECK_OK(akgl_collision_shape_box(&actor->shape, &own, 0.0f));
    actor->shape_override = true;
    CHECK_OK(akgl_actor_set_character(actor, stage_character));
    CHECK(actor->shape.kind == AKGL_COLLISION_SHAPE_BOX && actor->shape.w == 5.0f);
    /* Deliberately none is a shape too. */
    CHECK_OK(akgl_collision_shape_none(&actor->shape));
    CHECK_OK(akgl_actor_set_character(actor, stage_character));
    CHECK(actor->shape.kind == AKGL_COLLISION_SHAPE_NONE);
    actor->shape_override = false;
    CHECK_OK(akgl_actor_set_character(actor, stage_character));
    CHECK(actor->shape.kind == AKGL_COLLISION_SHAPE_CIRCLE);

    /* The shape of a child follows it, so that others can touch it. */
    parent = stage_actor("parent", 50.0f, 200.0f);
    CHECK_OK(akgl_collision_shape_none(&parent->shape));
    child = stage_box("child", 0.0f, 0.0f, 4.0f, 4.0f);
    CHECK_OK(akgl_actor_add_child(parent, child));
    child->vx = 48.0f;
    parent->ex = 64.0f;
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &probe, AKGL_COLLISION_LAYER_ACTOR, &blocked));
    CHECK(!blocked);
    stage_steps(1);
    CHECK(child->x == 99.0f);
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &probe, AKGL_COLLISION_LAYER_ACTOR, &blocked));
    CHECK(blocked);
    /* Another actor is stopped by it in the same world. */
    akgl_Actor *walker = stage_box("walker", 106.0f, 200.0f, 4.0f, 4.0f);
    walker->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
    walker->ex = -128.0f;
    parent->ex = 0.0f;
    stage_steps(4);
    CHECK(walker->x == 103.0f && walker->ex == 0.0f);
    CHECK_OK(akgl_heap_release_actor(child));
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &probe, AKGL_COLLISION_LAYER_ACTOR, &blocked));
    CHECK(!blocked);
    stage_end();
}

static akerr_ErrorContext AKERR_NOIGNORE *destroy_and_block(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_collision_world_destroy(&stage_world));
    PASS(e, akgl_actor_collide_block(actor, contact));
    SUCCEED_RETURN(e);
}

/* A hook destroys the world that is attached: that step goes on without one, the next one says so. */
static void destroyed_in_the_middle_of_a_step(void)
{
    static const char *const rows[] = { "....", "....", "####" };
    akgl_Actor *first;
    akgl_Actor *second;

    stage_begin();
    stage_tiles(rows, 3);
    first = stage_box("first", 0.0f, 24.0f, 8.0f, 8.0f);
    second = stage_box("second", 32.0f, 24.0f, 8.0f, 8.0f);
    first->ey = second->ey = 64.0f;
    first->collidefunc = destroy_and_block;
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    CHECK(first->y == 24.0f && first->ey == 0.0f);
    CHECK(second->y == 25.0f && second->ey == 64.0f);
    CHECK_STATUS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER);
    stage_physics.collision = NULL;
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    CHECK(second->y == 26.0f);
    stage_end();
}

/* A map's record is the game's to write: numbers that no map has make a layer without tiles. */
static void a_map_of_wild_numbers_has_no_tiles(void)
{
    static const char *const solid[] = { "##", "##" };

    for (int wild = 0; wild < 8; wild++) {
        SDL_FRect rect = { 4.0f, 4.0f, 8.0f, 8.0f };
        bool blocked = false;

        stage_begin();
        stage_tiles(solid, 2);
        switch (wild) {
        case 0: break;
        case 1: stage_map.width = -1; break;
        case 2: stage_map.height = -1; break;
        case 3: stage_map.width = AKGL_TILEMAP_MAX_WIDTH + 1; break;
        case 4: stage_map.height = AKGL_TILEMAP_MAX_HEIGHT + 1; break;
        case 5: stage_map.layers[0].x = NAN; break;
        case 6: stage_map.layers[0].x = INFINITY; break;
        default: stage_map.layers[0].y = NAN;
        }
        CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_STATIC, &blocked));
        CHECK(blocked == (wild == 0));
        stage_end();
    }
    /* The largest that a map may have is none of them. */
    stage_begin();
    stage_tiles(solid, 2);
    stage_map.width = AKGL_TILEMAP_MAX_WIDTH;
    stage_map.height = AKGL_TILEMAP_MAX_HEIGHT;
    SDL_FRect corner = { 4.0f, 4.0f, 8.0f, 8.0f };
    bool blocked = false;
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &corner, AKGL_COLLISION_LAYER_STATIC, &blocked));
    CHECK(blocked);
    stage_end();
}

/* Worlds made one after the other in one place: a handle of the first finds nothing in the next. */
static void handles_of_an_earlier_world_are_stale(void)
{
    SDL_FRect box = { 0.0f, 0.0f, 8.0f, 8.0f };
    akgl_CollisionShape shape;
    akgl_CollisionProxy first, second;

    stage_begin();
    CHECK_OK(akgl_collision_shape_box(&shape, &box, 0.0f));
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 32.0f, 32.0f));
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &first));
    CHECK_OK(akgl_collision_world_destroy(&stage_world));
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 32.0f, 32.0f));
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &second));
    CHECK(first != second);
    CHECK_STATUS(akgl_collision_proxy_remove(&stage_world, first), AKERR_KEY);
    CHECK_OK(akgl_collision_proxy_remove(&stage_world, second));
    stage_end();
}

int main(void)
{
    init_and_destroy();
    worlds_that_are_none();
    too_many_worlds();
    setters();
    shapes_of_characters_and_children();
    destroyed_in_the_middle_of_a_step();
    a_map_of_wild_numbers_has_no_tiles();
    handles_of_an_earlier_world_are_stale();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
