/*
 * Questions that push nothing: solid_at, box_blocked, query_box, settle; and proxies by handle.
 */
#include "stage.h"

#define ALL AKGL_COLLISION_LAYER_ALL
#define STATIC AKGL_COLLISION_LAYER_STATIC

static const char *const ROWS[] = { "......", "..#...", "####..", "####.." };

static bool solid(float32_t x, float32_t y, uint32_t mask)
{
    bool answer = false;

    CHECK_OK(akgl_collision_solid_at(&stage_world, x, y, mask, &answer));
    return answer;
}

static bool blocked(float32_t x, float32_t y, float32_t w, float32_t h, uint32_t mask)
{
    SDL_FRect rect = { x, y, w, h };
    bool answer = false;

    CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, mask, &answer));
    return answer;
}

static akgl_CollisionProxy geometry(float32_t x, float32_t y, float32_t w, float32_t h, uint32_t layers, uint32_t flags,
                                    void *userdata)
{
    SDL_FRect rect = { 0.0f, 0.0f, w, h };
    akgl_CollisionShape shape;
    akgl_CollisionProxy proxy = 0;

    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    shape.layermask = layers;
    shape.flags = flags;
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, x, y, 0.0f, userdata, &proxy));
    return proxy;
}

static void solid_at(void)
{
    bool answer = true;

    stage_begin();
    stage_tiles(ROWS, 4);
    CHECK(solid(32.0f, 16.0f, STATIC) && solid(47.9f, 31.9f, STATIC) && solid(40.0f, 20.0f, ALL));
    CHECK(!solid(31.999f, 16.0f, STATIC) && !solid(48.0f, 16.0f, STATIC) && !solid(32.0f, 15.999f, STATIC));
    CHECK(!solid(40.0f, 20.0f, AKGL_COLLISION_LAYER_ACTOR) && !solid(40.0f, 20.0f, 0));
    CHECK(!solid(-0.5f, 40.0f, ALL) && !solid(0.0f, 64.0f, ALL) && !solid(1e30f, -1e30f, ALL));
    /* Proxies are no tiles. */
    geometry(80.0f, 0.0f, 16.0f, 16.0f, STATIC, AKGL_COLLISION_FLAG_STATIC, NULL);
    CHECK(!solid(88.0f, 8.0f, ALL));
    CHECK_SAYS(akgl_collision_solid_at(&stage_world, NAN, 0.0f, 1, &answer), AKERR_VALUE, "finite");
    CHECK_STATUS(akgl_collision_solid_at(&stage_world, 0.0f, INFINITY, 1, &answer), AKERR_VALUE);
    CHECK(answer);
    stage_end();
}

static void box_blocked(void)
{
    akgl_Actor *guard;
    bool answer = true;
    SDL_FRect bad[] = { { 0, 0, 0, 8 }, { 0, 0, 8, -8 }, { NAN, 0, 8, 8 }, { 0, 0, INFINITY, 8 }, { 0, -INFINITY, 8, 8 } };

    stage_begin();
    stage_tiles(ROWS, 4);
    CHECK(blocked(31.0f, 15.0f, 2.0f, 2.0f, STATIC) && blocked(0.0f, 63.0f, 1.0f, 9.0f, ALL));
    /* Touching is not overlapping. */
    CHECK(!blocked(16.0f, 16.0f, 16.0f, 16.0f, STATIC) && !blocked(48.0f, 0.0f, 16.0f, 32.0f, ALL));
    CHECK(!blocked(31.0f, 15.0f, 2.0f, 2.0f, AKGL_COLLISION_LAYER_ACTOR | AKGL_COLLISION_LAYER_PICKUP));
    /* Geometry on a layer of its own; STATIC by flag is on STATIC as well; a sensor is not solid. */
    geometry(80.0f, 0.0f, 16.0f, 16.0f, 0x40, AKGL_COLLISION_FLAG_STATIC, NULL);
    geometry(80.0f, 32.0f, 16.0f, 16.0f, 0x40, AKGL_COLLISION_FLAG_STATIC | AKGL_COLLISION_FLAG_SENSOR, NULL);
    geometry(80.0f, 64.0f, 16.0f, 16.0f, 0x40, 0, NULL);
    CHECK(blocked(79.0f, 4.0f, 2.0f, 2.0f, 0x40) && blocked(79.0f, 4.0f, 2.0f, 2.0f, STATIC));
    CHECK(!blocked(79.0f, 36.0f, 2.0f, 2.0f, ALL));
    CHECK(blocked(79.0f, 68.0f, 2.0f, 2.0f, 0x40) && !blocked(79.0f, 68.0f, 2.0f, 2.0f, STATIC));
    /* Actors are seen where they are now, without a step in between. */
    guard = stage_box("guard", 200.0f, 0.0f, 16.0f, 16.0f);
    CHECK(blocked(208.0f, 8.0f, 1.0f, 1.0f, AKGL_COLLISION_LAYER_ACTOR) && !blocked(208.0f, 8.0f, 1.0f, 1.0f, STATIC));
    guard->x = 300.0f;
    CHECK(!blocked(208.0f, 8.0f, 1.0f, 1.0f, ALL) && blocked(308.0f, 8.0f, 1.0f, 1.0f, ALL));
    guard->shape.layermask = AKGL_COLLISION_LAYER_ENEMY;
    CHECK(!blocked(308.0f, 8.0f, 1.0f, 1.0f, AKGL_COLLISION_LAYER_ACTOR) && blocked(308.0f, 8.0f, 1.0f, 1.0f, AKGL_COLLISION_LAYER_ENEMY));
    /* A circle's bounding box is not the circle. */
    CHECK_OK(akgl_collision_shape_circle(&guard->shape, 8.0f, 8.0f, 8.0f, 0.0f));
    CHECK(!blocked(300.0f, 0.0f, 2.0f, 2.0f, ALL) && blocked(300.0f, 0.0f, 3.0f, 3.0f, ALL));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_STATUS(akgl_collision_box_blocked(&stage_world, &bad[i], ALL, &answer), AKERR_VALUE);
        CHECK_STATUS(akgl_collision_query_box(&stage_world, &bad[i], ALL, NULL, NULL), AKERR_NULLPOINTER);
    }
    CHECK(answer);
    stage_end();
}

static int seen[64];
static int visits, stop_after, fail_after;

static akerr_ErrorContext AKERR_NOIGNORE *visit(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    CHECK(userdata == seen && !*stop && info->proxy != 0);
    CHECK((info->actor == NULL) == (info->userdata != NULL));
    ++*(int *)(info->actor != NULL ? info->actor->userdata : info->userdata);
    visits++;
    *stop = visits == stop_after;
    FAIL_NONZERO_RETURN(e, visits == fail_after, AKERR_IO, "visitor");
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *query(float32_t x, float32_t y, float32_t w, float32_t h, uint32_t mask)
{
    SDL_FRect rect = { x, y, w, h };

    memset(seen, 0, sizeof seen);
    visits = 0;
    return akgl_collision_query_box(&stage_world, &rect, mask, visit, seen);
}

static void query_box(void)
{
    for (int tree = 0; tree < 2; tree++) {
        stage_begin();
        CHECK_OK(akgl_collision_world_init(&stage_world, tree ? "bsp" : "grid", 16.0f, 16.0f));
        /* A row of 16, each 16 wide and spread over cells; a sensor and an actor beyond. */
        for (int i = 0; i < 16; i++) {
            geometry(8.0f + 16.0f * (float32_t)i, 8.0f, 16.0f, 16.0f, i % 2 ? 0x40 : 0x80, 0, &seen[i]);
        }
        geometry(8.0f, 40.0f, 16.0f, 16.0f, 0x40, AKGL_COLLISION_FLAG_SENSOR, &seen[16]);
        akgl_Actor *actor = stage_box("actor", 40.0f, 40.0f, 16.0f, 16.0f);
        actor->userdata = &seen[17];
        stop_after = fail_after = 0;
        CHECK_OK(query(0.0f, 0.0f, 1000.0f, 1000.0f, ALL));
        CHECK(visits == 18);
        for (int i = 0; i < 18; i++) {
            CHECK(seen[i] == 1);
        }
        CHECK_OK(query(30.0f, 0.0f, 20.0f, 100.0f, ALL)); /* 30 to 50: items 1 and 2, the actor */
        CHECK(visits == 3 && seen[1] == 1 && seen[2] == 1 && seen[17] == 1);
        CHECK_OK(query(24.0f, 8.0f, 16.0f, 16.0f, ALL)); /* item 1 and its neighbours only touch */
        CHECK(visits == 1 && seen[1] == 1);
        CHECK_OK(query(0.0f, 0.0f, 1000.0f, 1000.0f, 0x40));
        CHECK(visits == 9 && seen[16] == 1 && seen[0] == 0 && seen[17] == 0);
        CHECK_OK(query(0.0f, 0.0f, 1000.0f, 1000.0f, AKGL_COLLISION_LAYER_ACTOR));
        CHECK(visits == 1 && seen[17] == 1);
        CHECK_OK(query(0.0f, 0.0f, 1000.0f, 1000.0f, 0));
        CHECK(visits == 0);
        CHECK_OK(query(-1e9f, -1e9f, 2e9f, 2e9f, ALL));
        CHECK(visits == 18);
        stop_after = 5;
        CHECK_OK(query(0.0f, 0.0f, 1000.0f, 1000.0f, ALL));
        CHECK(visits == 5);
        stop_after = 0;
        fail_after = 3;
        CHECK_SAYS(query(0.0f, 0.0f, 1000.0f, 1000.0f, ALL), AKERR_IO, "visitor");
        CHECK(visits == 3);
        /* Stopped and failed at once: the error is not lost. */
        stop_after = 3;
        CHECK_SAYS(query(0.0f, 0.0f, 1000.0f, 1000.0f, ALL), AKERR_IO, "visitor");
        stop_after = fail_after = 0;
        CHECK_OK(query(0.0f, 0.0f, 1000.0f, 1000.0f, ALL));
        CHECK(visits == 18);
        stage_end();
    }
}

static void settle(void)
{
    static const char *const tower[] = { "#" };
    SDL_FRect rect = { 1.0f, 2.0f, 14.0f, 14.0f };
    akgl_CollisionShape shape;
    SDL_FPoint at;

    stage_begin();
    stage_tiles(ROWS, 4);
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    /* Free where it is: the very same place, even off the lines. */
    CHECK_OK(akgl_collision_settle(&stage_world, &shape, 70.3f, 20.7f, &at));
    CHECK(same_bits(at.x, 70.3f) && same_bits(at.y, 20.7f));
    /* One row deep: its bottom edge goes to the surface at 32, so its origin to 16. */
    CHECK_OK(akgl_collision_settle(&stage_world, &shape, 0.0f, 20.0f, &at));
    CHECK(at.x == 0.0f && at.y == 16.0f);
    /* Two rows deep and the block above: up to 16. */
    CHECK_OK(akgl_collision_settle(&stage_world, &shape, 32.0f, 40.0f, &at));
    CHECK(at.x == 32.0f && at.y == 0.0f);
    /* Only what the shape responds to is in its way. */
    shape.collidemask = 0x40;
    CHECK_OK(akgl_collision_settle(&stage_world, &shape, 32.0f, 40.0f, &at));
    CHECK(at.y == 40.0f);
    geometry(32.0f, 30.0f, 16.0f, 20.0f, 0x40, 0, NULL);
    CHECK_OK(akgl_collision_settle(&stage_world, &shape, 32.0f, 40.0f, &at));
    CHECK(at.y == 0.0f); /* bottom on the line at 16: that at 32 is still 2 px inside */

    /* A tower higher than it looks: refused, and told where. */
    stage_tiles(tower, 1);
    stage_map.height = 200;
    for (int row = 0; row < 200; row++) {
        stage_map.layers[0].data[row] = 1;
    }
    shape.collidemask = STATIC;
    at.x = 5.0f;
    at.y = 6.0f;
    CHECK_SAYS(akgl_collision_settle(&stage_world, &shape, 0.0f, 3000.0f, &at), AKERR_OUTOFBOUNDS, "3000");
    CHECK(at.x == 5.0f && at.y == 6.0f);
    CHECK_OK(akgl_collision_settle(&stage_world, &shape, 0.0f, 16.0f * 62.0f, &at));
    CHECK(at.y == -16.0f);
    CHECK_STATUS(akgl_collision_settle(&stage_world, &shape, NAN, 0.0f, &at), AKERR_VALUE);
    CHECK_STATUS(akgl_collision_settle(&stage_world, &shape, 0.0f, -INFINITY, &at), AKERR_VALUE);
    shape.w = NAN;
    CHECK_STATUS(akgl_collision_settle(&stage_world, &shape, 0.0f, 0.0f, &at), AKERR_VALUE);
    CHECK_OK(akgl_collision_shape_none(&shape));
    CHECK_STATUS(akgl_collision_settle(&stage_world, &shape, 0.0f, 0.0f, &at), AKERR_VALUE);

    /* Far from the origin a row is less than a float can tell: it ends, whatever it says. */
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    stage_map.layers[0].y = 3e8f;
    akerr_ErrorContext *error = akgl_collision_settle(&stage_world, &shape, 0.0f, 3e8f, &at);
    CHECK(error == NULL || error->status == AKERR_OUTOFBOUNDS);
    RELEASE_ERROR(error);
    stage_end();
}

static void proxies(void)
{
    SDL_FRect rect = { -2.0f, -3.0f, 4.0f, 6.0f };
    static akgl_CollisionWorld other;
    akgl_CollisionShape shape;
    akgl_CollisionProxyInfo info, before;
    akgl_CollisionProxy a = 0, b = 0, again = 0, foreign = 0;
    akgl_Actor *actor;
    int one, two;

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_world_init(&other, NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    shape.layermask = 0x30;
    shape.collidemask = 0x50;
    shape.flags = AKGL_COLLISION_FLAG_SENSOR;
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 10.0f, 20.0f, 30.0f, &one, &a));
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 10.0f, 20.0f, 30.0f, NULL, &b));
    CHECK(a != 0 && b != 0 && a != b);
    CHECK_OK(akgl_collision_proxy_get(&stage_world, a, &info));
    CHECK(info.proxy == a && info.actor == NULL && info.userdata == &one);
    CHECK(info.x == 10.0f && info.y == 20.0f && info.z == 30.0f);
    CHECK(info.shape.kind == AKGL_COLLISION_SHAPE_BOX && info.shape.x == -2.0f && info.shape.w == 4.0f);
    CHECK(info.shape.layermask == 0x30 && info.shape.collidemask == 0x50);
    CHECK(info.shape.flags == AKGL_COLLISION_FLAG_SENSOR);
    CHECK_OK(akgl_collision_proxy_move(&stage_world, a, -5.0f, -6.0f, -7.0f));
    CHECK_OK(akgl_collision_proxy_get(&stage_world, a, &info));
    CHECK(info.x == -5.0f && info.y == -6.0f && info.z == -7.0f && info.userdata == &one);
    CHECK_STATUS(akgl_collision_proxy_move(&stage_world, a, NAN, 0.0f, 0.0f), AKERR_VALUE);
    CHECK_STATUS(akgl_collision_proxy_move(&stage_world, a, 0.0f, 0.0f, INFINITY), AKERR_VALUE);
    CHECK_OK(akgl_collision_proxy_get(&stage_world, a, &info));
    CHECK(info.x == -5.0f && info.z == -7.0f);

    /* Stale: removed, of another world, never given out, 0. What comes in its place is another. */
    CHECK_OK(akgl_collision_proxy_remove(&stage_world, a));
    before = info;
    CHECK_SAYS(akgl_collision_proxy_remove(&stage_world, a), AKERR_KEY, "stale");
    CHECK_STATUS(akgl_collision_proxy_move(&stage_world, a, 0.0f, 0.0f, 0.0f), AKERR_KEY);
    CHECK_STATUS(akgl_collision_proxy_get(&stage_world, a, &info), AKERR_KEY);
    CHECK(info.proxy == before.proxy && info.x == before.x && info.userdata == before.userdata);
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, &two, &again));
    CHECK(again != a);
    CHECK_STATUS(akgl_collision_proxy_get(&stage_world, a, &info), AKERR_KEY);
    CHECK_OK(akgl_collision_proxy_add(&other, &shape, 0.0f, 0.0f, 0.0f, NULL, &foreign));
    CHECK_STATUS(akgl_collision_proxy_remove(&stage_world, foreign), AKERR_KEY);
    CHECK_STATUS(akgl_collision_proxy_remove(&other, b), AKERR_KEY);
    CHECK_STATUS(akgl_collision_proxy_remove(&stage_world, 0), AKERR_KEY);
    CHECK_STATUS(akgl_collision_proxy_remove(&stage_world, UINT64_MAX), AKERR_KEY);
    CHECK_STATUS(akgl_collision_proxy_get(&stage_world, b + 1, &info), AKERR_KEY);

    /* An actor's is its own: to be seen, not to be moved. */
    actor = stage_box("actor", 100.0f, 200.0f, 8.0f, 8.0f);
    visits = stop_after = fail_after = 0;
    actor->userdata = &seen[0];
    CHECK_OK(query(100.0f, 200.0f, 4.0f, 4.0f, AKGL_COLLISION_LAYER_ACTOR));
    CHECK(visits == 1);
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &actor->shape, 0.0f, 0.0f, 0.0f, NULL, &a));
    int found = 0;
    for (akgl_CollisionProxy guess = a - 4; guess < a + 4; guess++) {
        akerr_ErrorContext *error = akgl_collision_proxy_get(&stage_world, guess, &info);
        if (error == NULL && info.actor == actor) {
            found++;
            CHECK(info.x == 100.0f && info.y == 200.0f);
            CHECK_SAYS(akgl_collision_proxy_move(&stage_world, guess, 0.0f, 0.0f, 0.0f), AKERR_KEY, "actor");
            CHECK_SAYS(akgl_collision_proxy_remove(&stage_world, guess), AKERR_KEY, "actor");
            actor->x = 111.0f;
            CHECK_OK(akgl_collision_proxy_get(&stage_world, guess, &info));
            CHECK(info.x == 111.0f);
        }
        RELEASE_ERROR(error);
    }
    CHECK(found == 1);

    a = 77;
    shape.h = -1.0f;
    CHECK_STATUS(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &a), AKERR_VALUE);
    shape.h = 1.0f;
    shape.kind = 99;
    CHECK_STATUS(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &a), AKERR_VALUE);
    shape.kind = AKGL_COLLISION_SHAPE_NONE;
    CHECK_STATUS(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &a), AKERR_VALUE);
    shape.kind = AKGL_COLLISION_SHAPE_BOX;
    CHECK_STATUS(akgl_collision_proxy_add(&stage_world, &shape, NAN, 0.0f, 0.0f, NULL, &a), AKERR_VALUE);
    CHECK(a == 77);
    /* A world made anew knows no handle of the last, nor a proxy. */
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    CHECK_STATUS(akgl_collision_proxy_get(&stage_world, b, &info), AKERR_KEY);
    CHECK_STATUS(akgl_collision_proxy_get(&stage_world, again, &info), AKERR_KEY);
    CHECK_OK(akgl_collision_world_destroy(&other));
    stage_end();
}

int main(void)
{
    solid_at();
    box_blocked();
    query_box();
    settle();
    proxies();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
