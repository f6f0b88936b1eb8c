/*
 * akgl/partitioner.h: a broad phase of the game's own, brute force in C, gives the same results as
 * the library's two; what it raises is handed up; it may not call back into the world that uses it.
 * And the library's own as records, called directly.
 */
#include "stage.h"

#define MOST 4096

typedef struct Brute {
    akgl_PartitionerBounds bounds[MOST];
    bool there[MOST];
    int calls, fail_at; /* fails from the nth call on, where not 0 */
    akgl_CollisionWorld *meddle; /* the world to call back into */
    int meddlings;
} Brute;

static Brute brute;

static akerr_ErrorContext AKERR_NOIGNORE *ignore_visit(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    (void)userdata;
    (void)info;
    (void)stop;
    CHECK(!"no visitor runs from within a partitioner");
    SUCCEED_RETURN(e);
}

/* Everything that the world could be asked or told; each must be refused with AKERR_BEHAVIOR. */
static void meddle(akgl_CollisionWorld *world)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };
    akgl_CollisionShape shape;
    akgl_CollisionProxyInfo info;
    akgl_CollisionProxy proxy = 0;
    SDL_FPoint point;
    bool answer;

    brute.meddlings++;
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    CHECK_STATUS(akgl_collision_world_init(world, NULL, 16.0f, 16.0f), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_world_destroy(world), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_bind_tilemap(world, NULL), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_world_set_partitioner(world, NULL), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_proxy_add(world, &shape, 0.0f, 0.0f, 0.0f, NULL, &proxy), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_proxy_move(world, 1, 0.0f, 0.0f, 0.0f), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_proxy_remove(world, 1), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_proxy_get(world, 1, &info), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_solid_at(world, 0.0f, 0.0f, 1, &answer), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_box_blocked(world, &rect, 1, &answer), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_query_box(world, &rect, 1, ignore_visit, NULL), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_collision_settle(world, &shape, 0.0f, 0.0f, &point), AKERR_BEHAVIOR);
    CHECK_STATUS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_BEHAVIOR);
    /* Where the game passes such an error up, it reaches the game. */
}

static akerr_ErrorContext AKERR_NOIGNORE *called(akgl_Partitioner *self)
{
    PREPARE_ERROR(e);
    Brute *state = self->state;

    CHECK(state == &brute);
    state->calls++;
    FAIL_NONZERO_RETURN(e, state->fail_at != 0 && state->calls >= state->fail_at, AKERR_IO, "brute force failed");
    if (state->meddle != NULL) {
        akgl_CollisionWorld *world = state->meddle;
        state->meddle = NULL;
        meddle(world);
        PASS(e, akgl_collision_world_destroy(world));
    }
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *put(akgl_Partitioner *self, uint32_t id, const akgl_PartitionerBounds *bounds)
{
    PREPARE_ERROR(e);
    PASS(e, called(self));
    CHECK(id < MOST && bounds->minx <= bounds->maxx && bounds->miny <= bounds->maxy);
    brute.bounds[id] = *bounds;
    brute.there[id] = true;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *take(akgl_Partitioner *self, uint32_t id)
{
    PREPARE_ERROR(e);
    PASS(e, called(self));
    brute.there[id] = false;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *find(akgl_Partitioner *self, const akgl_PartitionerBounds *area,
                                              akgl_PartitionerFoundFunc each, void *found)
{
    PREPARE_ERROR(e);
    PASS(e, called(self));
    for (uint32_t pass = 0; pass < 2; pass++) { /* everything twice: it is not minded */
        for (uint32_t id = MOST; id-- > 0;) {
            const akgl_PartitionerBounds *b = &brute.bounds[id];
            if (brute.there[id] && b->minx <= area->maxx && area->minx <= b->maxx && b->miny <= area->maxy &&
                area->miny <= b->maxy) {
                each(found, id);
            }
        }
    }
    each(found, MOST + 5); /* nor one that is not there */
    each(found, UINT32_MAX);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *clear(akgl_Partitioner *self)
{
    PREPARE_ERROR(e);
    PASS(e, called(self));
    memset(brute.there, 0, sizeof brute.there);
    SUCCEED_RETURN(e);
}

static akgl_Partitioner record(void)
{
    akgl_Partitioner made = { &brute, put, put, take, find, clear, NULL };

    memset(&brute, 0, sizeof brute);
    return made;
}

/* A crowd of boxes, circles and capsules among geometry, bouncing off one another for a while. */
static void play_crowd(int which, float32_t *end, int *end_count)
{
    static const char *const rows[] = { "....................", "....................", "...##.......#.......",
                                        "....................", "########....########" };
    akgl_Partitioner own = record();
    unsigned seed = 12345;
    int n = 0;

    stage_begin();
    stage_tiles(rows, 5);
    CHECK_OK(akgl_collision_world_init(&stage_world, which == 1 ? "bsp" : NULL, 16.0f, 16.0f));
    if (which == 2) {
        CHECK_OK(akgl_collision_world_set_partitioner(&stage_world, &own));
    }
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    for (int i = 0; i < 40; i++) {
        SDL_FRect rect = { 0.0f, 0.0f, 6.0f + (float32_t)(i % 5), 6.0f };
        akgl_Actor *actor;

        seed = seed * 1664525u + 1013904223u;
        actor = stage_actor("one", (float32_t)(seed >> 8 & 0xff), (float32_t)(seed >> 16 & 0x3f));
        if (i % 3 == 0) {
            CHECK_OK(akgl_collision_shape_circle(&actor->shape, 3.0f, 3.0f, 3.0f, 0.0f));
        } else if (i % 3 == 1) {
            CHECK_OK(akgl_collision_shape_capsule(&actor->shape, AKGL_COLLISION_SHAPE_CAPSULE_X, &rect, 0.0f));
        } else {
            CHECK_OK(akgl_collision_shape_box(&actor->shape, &rect, 0.0f));
        }
        actor->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
        actor->ex = (float32_t)(seed >> 4 & 0xff) - 128.0f;
    }
    for (int i = 0; i < 10; i++) {
        SDL_FRect rect = { 0.0f, 0.0f, 20.0f, 3.0f };
        akgl_CollisionShape shape;
        akgl_CollisionProxy proxy = 0;

        CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
        shape.flags |= AKGL_COLLISION_FLAG_STATIC;
        CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, (float32_t)(i * 31), (float32_t)(i * 37 % 60), 0.0f, NULL, &proxy));
    }
    stage_physics.gravity_y = 512.0f;
    for (int i = 0; i < 200; i++) {
        stage_steps(1);
        if (i % 17 == 0) {
            CHECK_OK(akgl_heap_release_actor(&AKGL_HEAP_ACTOR[i / 17]));
        }
    }
    for (int i = 0; i < 40; i++) {
        if (AKGL_HEAP_ACTOR[i].refcount != 0) {
            end[n++] = AKGL_HEAP_ACTOR[i].x;
            end[n++] = AKGL_HEAP_ACTOR[i].y;
            end[n++] = AKGL_HEAP_ACTOR[i].ex;
            end[n++] = AKGL_HEAP_ACTOR[i].ey;
        }
    }
    *end_count = n;
    if (which == 2) {
        CHECK(brute.calls > 200);
    }
    stage_end();
}

static void all_three_give_the_same_bits(void)
{
    static float32_t ends[3][256];
    int counts[3];

    for (int which = 0; which < 3; which++) {
        play_crowd(which, ends[which], &counts[which]);
    }
    CHECK(counts[0] == 28 * 4 && counts[1] == counts[0] && counts[2] == counts[0]);
    CHECK(memcmp(ends[0], ends[1], sizeof ends[0]) == 0);
    CHECK(memcmp(ends[0], ends[2], sizeof ends[0]) == 0);
}

static int visited;

static akerr_ErrorContext AKERR_NOIGNORE *count_visit(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    (void)userdata;
    (void)stop;
    FAIL_ZERO_RETURN(e, info, AKERR_NULLPOINTER, "info");
    visited++;
    SUCCEED_RETURN(e);
}

static int visit_all(void)
{
    SDL_FRect all = { -1000.0f, -1000.0f, 2000.0f, 2000.0f };

    visited = 0;
    CHECK_OK(akgl_collision_query_box(&stage_world, &all, AKGL_COLLISION_LAYER_ALL, count_visit, NULL));
    return visited;
}

/* What it raises is handed up by the call that needed it, and the world is in order afterwards. */
static void its_errors_are_handed_up(void)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };
    akgl_Partitioner own = record();
    akgl_CollisionShape shape;
    akgl_CollisionProxy proxy = 0, other = 0;
    akgl_CollisionProxyInfo info;
    SDL_FPoint point;
    akgl_Actor *actor;
    bool answer = true;

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &other));
    /* Refused while it is put in place: the world keeps what it had. */
    brute.fail_at = 1;
    CHECK_SAYS(akgl_collision_world_set_partitioner(&stage_world, &own), AKERR_IO, "brute force");
    brute.fail_at = brute.calls + 2;
    CHECK_SAYS(akgl_collision_world_set_partitioner(&stage_world, &own), AKERR_IO, "brute force");
    CHECK(visit_all() == 1);
    brute.fail_at = 0;
    CHECK_OK(akgl_collision_world_set_partitioner(&stage_world, &own));
    CHECK(visit_all() == 1);

    brute.fail_at = 1;
    CHECK_SAYS(akgl_collision_proxy_add(&stage_world, &shape, 0.0f, 0.0f, 0.0f, NULL, &proxy), AKERR_IO, "brute force");
    CHECK(proxy == 0);
    brute.fail_at = 0;
    CHECK(visit_all() == 1); /* nothing was added */
    brute.fail_at = 1;
    CHECK_STATUS(akgl_collision_proxy_move(&stage_world, other, 50.0f, 0.0f, 0.0f), AKERR_IO);
    CHECK_STATUS(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_ALL, &answer), AKERR_IO);
    CHECK_STATUS(akgl_collision_query_box(&stage_world, &rect, AKGL_COLLISION_LAYER_ALL, ignore_visit, NULL), AKERR_IO);
    shape.collidemask = AKGL_COLLISION_LAYER_ALL;
    CHECK_STATUS(akgl_collision_settle(&stage_world, &shape, 0.0f, 0.0f, &point), AKERR_IO);
    CHECK(answer);
    actor = stage_box("hero", 0.0f, 0.0f, 8.0f, 8.0f);
    actor->ex = 64.0f;
    CHECK_STATUS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_IO);
    CHECK_STATUS(akgl_collision_proxy_remove(&stage_world, other), AKERR_IO);
    /* It failed, but is not remembered: what was right goes on being right. */
    brute.fail_at = 0;
    CHECK_STATUS(akgl_collision_proxy_get(&stage_world, other, &info), AKERR_KEY);
    CHECK_OK(akgl_collision_world_set_partitioner(&stage_world, NULL));
    CHECK(visit_all() == 1);
    stage_steps(1);
    CHECK(actor->x == 1.0f);
    CHECK(contexts_in_use() == 0);

    own.query = NULL;
    CHECK_SAYS(akgl_collision_world_set_partitioner(&stage_world, &own), AKERR_NULLPOINTER, "query");
    stage_end();
}

static void it_may_not_call_back(void)
{
    akgl_Partitioner own = record();
    akgl_Actor *actor;
    bool answer = false;
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    CHECK_OK(akgl_collision_world_set_partitioner(&stage_world, &own));
    actor = stage_box("hero", 0.0f, 0.0f, 8.0f, 8.0f);
    actor->shape.collidemask = AKGL_COLLISION_LAYER_ALL;
    stage_steps(1);
    brute.meddle = &stage_world;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_BEHAVIOR, "partitioner");
    brute.meddle = &stage_world;
    CHECK_SAYS(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_ALL, &answer), AKERR_BEHAVIOR,
               "partitioner");
    CHECK(brute.meddlings == 2);
    /* The world is whole. */
    stage_steps(1);
    CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_ALL, &answer));
    CHECK(answer);
    stage_end();
}

static void collect(void *found, uint32_t id)
{
    ((int *)found)[id]++;
}

/* The library's own, filled into a record and called as a game's own broad phase might. */
static void records_of_the_library(void)
{
    static const char *const names[] = { "grid", "bsp", NULL };
    akgl_Partitioner own, zeroed;

    for (int i = 0; i < 3; i++) {
        akgl_PartitionerBounds here = { 0.0f, 0.0f, 10.0f, 10.0f }, far_away = { 1e6f, -1e6f, 1e6f, -1e6f };
        akgl_PartitionerBounds wrong = { 1.0f, 0.0f, 0.0f, 1.0f }, nan = { NAN, 0.0f, 1.0f, 1.0f };
        akgl_PartitionerBounds everywhere = { -1e7f, -1e7f, 1e7f, 1e7f };
        int found[8] = { 0 };

        memset(&own, 0x5a, sizeof own);
        CHECK_OK(akgl_partitioner_init(&own, names[i], 16.0f, 16.0f));
        CHECK_OK(own.insert(&own, 0, &here));
        CHECK_OK(own.insert(&own, 1, &far_away));
        CHECK_OK(own.insert(&own, 2, &everywhere));
        CHECK_OK(own.query(&own, &here, collect, found));
        CHECK(found[0] == 1 && found[1] == 0 && found[2] == 1);
        CHECK_OK(own.update(&own, 1, &here));
        CHECK_OK(own.update(&own, 4, &here)); /* one that is not there is put there */
        CHECK_OK(own.remove(&own, 0));
        CHECK_OK(own.remove(&own, 0));
        CHECK_OK(own.remove(&own, 4000));
        memset(found, 0, sizeof found);
        CHECK_OK(own.query(&own, &here, collect, found));
        CHECK(found[0] == 0 && found[1] == 1 && found[2] == 1 && found[4] == 1);
        CHECK_STATUS(own.insert(&own, 3, &wrong), AKERR_VALUE);
        CHECK_STATUS(own.insert(&own, 3, &nan), AKERR_VALUE);
        CHECK_STATUS(own.query(&own, &nan, collect, found), AKERR_VALUE);
        CHECK_STATUS(own.insert(&own, UINT32_MAX, &here), AKERR_VALUE);
        CHECK_STATUS(own.insert(&own, 3, NULL), AKERR_NULLPOINTER);
        CHECK_STATUS(own.insert(NULL, 3, &here), AKERR_NULLPOINTER);
        CHECK_STATUS(own.update(NULL, 3, &here), AKERR_NULLPOINTER);
        CHECK_STATUS(own.remove(NULL, 3), AKERR_NULLPOINTER);
        CHECK_STATUS(own.query(NULL, &here, collect, found), AKERR_NULLPOINTER);
        CHECK_STATUS(own.query(&own, NULL, collect, found), AKERR_NULLPOINTER);
        CHECK_STATUS(own.query(&own, &here, NULL, found), AKERR_NULLPOINTER);
        CHECK_STATUS(own.clear(NULL), AKERR_NULLPOINTER);
        CHECK_STATUS(own.destroy(NULL), AKERR_NULLPOINTER);
        CHECK_OK(own.clear(&own));
        memset(found, 0, sizeof found);
        CHECK_OK(own.query(&own, &everywhere, collect, found));
        CHECK(found[1] == 0 && found[2] == 0);
        /* It serves a world like any other record. */
        stage_begin();
        CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
        CHECK_OK(akgl_collision_world_set_partitioner(&stage_world, &own));
        stage_box("hero", 0.0f, 0.0f, 8.0f, 8.0f);
        CHECK(visit_all() == 1);
        stage_end();
        CHECK_OK(akgl_partitioner_destroy(&own));
        CHECK(own.state == NULL && own.insert == NULL);
        CHECK_OK(akgl_partitioner_destroy(&own));
    }
    CHECK_SAYS(akgl_partitioner_init(&own, "octree", 16.0f, 16.0f), AKERR_KEY, "octree");
    CHECK_STATUS(akgl_partitioner_init(&own, NULL, 0.0f, 16.0f), AKERR_VALUE);
    CHECK_STATUS(akgl_partitioner_init(&own, NULL, 16.0f, NAN), AKERR_VALUE);
    memset(&zeroed, 0, sizeof zeroed);
    CHECK_OK(akgl_partitioner_destroy(&zeroed));
}

int main(void)
{
    all_three_give_the_same_bits();
    its_errors_are_handed_up();
    it_may_not_call_back();
    records_of_the_library();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
