/*
 * akgl_physics_snapshot and its kin: the state of the pool kept as bytes and gone back to, bytes that are
 * none refused, what is in them and what is not.
 */
#include <stdlib.h>

#include <akgl/feel.h>

#include "stage.h"

enum { BACK = 8, WALKERS = 10, ROOM = 16384 };

typedef struct Frame {
    unsigned char bytes[ROOM];
    size_t size;
    uint64_t hash;
} Frame;

static Frame frames[BACK + 1];
static akgl_Actor pool[32]; /* a step walks all of its pool */
static akgl_Actor *walkers[WALKERS];
static akgl_Actor *bullet;
static akgl_FeelZone water;

static void keep(Frame *frame)
{
    size_t size = 0;

    frame->size = 0;
    CHECK_OK(akgl_physics_snapshot_size(&stage_physics, &size));
    CHECK_OK(akgl_physics_snapshot(&stage_physics, frame->bytes, sizeof frame->bytes, &frame->size));
    CHECK(size == frame->size && size <= sizeof frame->bytes);
    CHECK_OK(akgl_physics_hash(&stage_physics, &frame->hash));
}

static void back_to(const Frame *frame)
{
    CHECK_OK(akgl_physics_restore(&stage_physics, frame->bytes, frame->size));
}

/* The same bytes, and the same hash. */
static bool is(const Frame *frame)
{
    static Frame now;

    keep(&now);
    return now.size == frame->size && now.hash == frame->hash && memcmp(now.bytes, frame->bytes, now.size) == 0;
}

/* Walkers of every kind among tiles and each other: boxes and circles, a sensor, a child, some that feel. */
static void set_up(void)
{
    static const char *const rows[] = { "####################", "#..................#", "#.......##.........#",
                                        "#..................#", "####################" };

    stage_begin();
    memset(pool, 0, sizeof pool);
    CHECK_OK(akgl_heap_set_actors(pool, 32));
    stage_tiles(rows, 5);
    stage_physics.gravity_y = 900.0f;
    stage_physics.drag_x = 0.5f;
    stage_physics.feel.set = 0;
    water = (akgl_FeelZone){ .x = 200.0f, .y = 0.0f, .w = 60.0f, .h = 80.0f };
    CHECK_OK(akgl_feel_set(&water.feel, "gravity_scale", 0.25f));
    stage_physics.zones = &water;
    stage_physics.numzones = 1;
    stage_character->ax = 700.0f;
    stage_character->sx = 150.0f;
    bullet = NULL;
    for (int i = 0; i < WALKERS; i++) {
        walkers[i] = stage_box("walker", 24.0f + 27.0f * (float)i, 20.0f, 10.0f, 14.0f);
        if (i % 3 == 1) {
            CHECK_OK(akgl_collision_shape_circle(&walkers[i]->shape, 6.0f, 7.0f, 6.0f, 0.0f));
        }
        walkers[i]->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
        walkers[i]->shape_override = true;
    }
    walkers[3]->shape.flags |= AKGL_COLLISION_FLAG_SENSOR;
    walkers[6]->parent = walkers[2];
    walkers[6]->vx = 4.0f;
    walkers[6]->vy = -18.0f;
    CHECK_OK(akgl_feel_set(&walkers[4]->feel, "deceleration.x", 300.0f));
    CHECK_OK(akgl_feel_set(&walkers[5]->feel, "integrator", (float)AKGL_INTEGRATOR_EXACT));
    CHECK_OK(akgl_feel_set(&walkers[7]->feel, "terminal.y", 120.0f));
}

/* A rule that the frame's number alone decides: turns, jumps, impulses, a shape, gravity, a parent, a bullet. */
static void play(int frame)
{
    for (int i = 0; i < WALKERS; i++) {
        const int beat = frame + 13 * i;

        if (beat % 70 == 0) {
            walkers[i]->state &= ~(uint32_t)(AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT);
            walkers[i]->state |= beat % 140 == 0 ? AKGL_ACTOR_STATE_MOVING_LEFT : AKGL_ACTOR_STATE_MOVING_RIGHT;
        }
        if (beat % 90 == 45) {
            walkers[i]->ey = -260.0f;
        }
        if (beat % 110 == 7) {
            CHECK_OK(akgl_actor_push(walkers[i], i % 2 == 0 ? 90.0f : -90.0f, 0.0f, 0.0f));
        }
    }
    if (frame % 50 == 20) {
        walkers[1]->shape.collidemask ^= AKGL_COLLISION_LAYER_ACTOR;
        stage_physics.gravity_y = stage_physics.gravity_y == 900.0f ? 700.0f : 900.0f;
    }
    if (frame % 120 == 60) {
        walkers[6]->parent = walkers[6]->parent == NULL ? walkers[2] : NULL;
    }
    if (frame % 200 == 100) {
        CHECK_OK(akgl_actor_teleport(walkers[8], 100.0f, 20.0f, 0.0f));
    }
    CHECK_OK(akgl_physics_advance(&stage_physics, NULL, 1.0f / 60 + 0.001f * (float)(frame % 5)));
}

static void eight_frames_back_and_forth_in_every_frame(int count)
{
    uint64_t first;

    set_up();
    keep(&frames[0]);
    first = frames[0].hash;
    for (int frame = 0; frame < count && check_failures == 0; frame++) {
        const int kept = frame < BACK ? frame : BACK;

        /* frames[0..kept] are the last kept + 1 states, the newest last. */
        play(frame);
        if (kept == BACK) {
            memmove(&frames[0], &frames[1], BACK * sizeof frames[0]);
            keep(&frames[BACK]);
        } else {
            keep(&frames[kept + 1]);
        }
        const int newest = kept == BACK ? BACK : kept + 1;
        back_to(&frames[0]);
        CHECK(is(&frames[0]));
        for (int at = 1; at <= newest; at++) {
            play(frame - newest + at);
            CHECK(is(&frames[at]));
        }
    }
    CHECK(frames[BACK].hash != first);
    stage_end();
}

/* The state says all that a copy on another machine needs: the same actors, made anew. */
static void a_copy_that_was_made_anew_goes_on_alike(void)
{
    static Frame start, end;

    set_up();
    for (int frame = 0; frame < 300; frame++) {
        play(frame);
    }
    keep(&start);
    for (int frame = 300; frame < 600; frame++) {
        play(frame);
    }
    keep(&end);
    stage_end();
    set_up();
    CHECK(!is(&start));
    back_to(&start);
    CHECK(is(&start));
    for (int frame = 300; frame < 600; frame++) {
        play(frame);
    }
    CHECK(is(&end));
    stage_end();
}

static void pointers_names_and_counts_stay(void)
{
    Frame *frame = &frames[0];
    int mark = 0;

    set_up();
    keep(frame);
    walkers[0]->refcount = 2;
    walkers[0]->userdata = &mark;
    walkers[0]->x = 77.0f;
    walkers[0]->collidefunc = NULL;
    stage_physics.gravity_time = 5;
    back_to(frame);
    CHECK(walkers[0]->refcount == 2 && walkers[0]->userdata == &mark && walkers[0]->collidefunc == NULL);
    CHECK(walkers[0]->x == 24.0f && stage_physics.gravity_time != 5);
    CHECK(walkers[0]->basechar == stage_character && strcmp(walkers[0]->name, "walker") == 0);
    CHECK(stage_physics.zones == &water && stage_physics.collision == &stage_world);
    /* The hash knows nothing of clocks. */
    stage_physics.gravity_time = 99;
    keep(&frames[1]);
    CHECK(frames[1].hash == frame->hash && memcmp(frames[1].bytes, frame->bytes, frame->size) != 0);
    /* A parent that is no slot of the pool is a pointer like any other. */
    static akgl_Actor carrier;
    walkers[9]->parent = &carrier;
    keep(frame);
    back_to(frame);
    CHECK(walkers[9]->parent == &carrier);
    stage_end();
}

static void who_was_spawned_since_is_released_and_spawned_again(void)
{
    Frame *before = &frames[0], *after = &frames[1];

    set_up();
    keep(before);
    bullet = stage_box("bullet", 60.0f, 20.0f, 4.0f, 4.0f);
    walkers[0]->parent = bullet;
    keep(after);
    CHECK(after->size > before->size);
    back_to(before);
    CHECK(bullet->refcount == 0 && walkers[0]->parent == NULL && is(before));
    CHECK(stage_box("bullet", 60.0f, 20.0f, 4.0f, 4.0f) == bullet);
    walkers[0]->parent = bullet;
    CHECK(is(after));
    stage_end();
}

static void who_is_gone_cannot_be_gone_back_to(void)
{
    Frame *frame = &frames[0], *now = &frames[1];

    set_up();
    keep(frame);
    CHECK_OK(akgl_heap_release_actor(walkers[4]));
    walkers[1]->x = 50.0f;
    keep(now);
    CHECK_STATUS(akgl_physics_restore(&stage_physics, frame->bytes, frame->size), AKERR_RELATIONSHIP);
    CHECK(is(now));
    /* Another in its slot is another; one of the same name will do. */
    CHECK(stage_actor("crate", 0.0f, 0.0f) == walkers[4]);
    CHECK_STATUS(akgl_physics_restore(&stage_physics, frame->bytes, frame->size), AKERR_RELATIONSHIP);
    CHECK_OK(akgl_heap_release_actor(walkers[4]));
    CHECK(stage_actor("walker", 0.0f, 0.0f) == walkers[4]);
    CHECK_OK(akgl_physics_restore(&stage_physics, frame->bytes, frame->size));
    CHECK(is(frame));
    stage_end();
}

static void a_pool_of_another_size_is_another(void)
{
    static akgl_Actor own[32];
    Frame *frame = &frames[0];

    stage_begin();
    keep(frame);
    CHECK_OK(akgl_heap_set_actors(own, 32));
    CHECK_STATUS(akgl_physics_restore(&stage_physics, frame->bytes, frame->size), AKERR_VALUE);
    stage_end();
}

static void bytes_that_are_none_are_refused(void)
{
    Frame *frame = &frames[0], *bent = &frames[1];

    set_up();
    keep(frame);
    for (size_t at = 0; at < frame->size; at++) {
        akerr_ErrorContext *raised;

        memcpy(bent, frame, sizeof *bent);
        bent->bytes[at] ^= (unsigned char)(1u << (at % 8));
        raised = akgl_physics_restore(&stage_physics, bent->bytes, bent->size);
        CHECK(raised != NULL && raised->status == AKERR_FORMAT);
        RELEASE_ERROR(raised);
        CHECK_STATUS(akgl_physics_restore(&stage_physics, frame->bytes, at), AKERR_FORMAT);
    }
    CHECK(is(frame));
    CHECK_STATUS(akgl_physics_restore(&stage_physics, frame->bytes, 0), AKERR_FORMAT);
    stage_end();
}

static void a_state_that_no_step_takes_is_not_kept(void)
{
    Frame *frame = &frames[0];
    size_t written = 7;

    set_up();
    CHECK_OK(akgl_physics_snapshot_size(&stage_physics, &written));
    memset(frame->bytes, 0x5A, sizeof frame->bytes);
    CHECK_STATUS(akgl_physics_snapshot(&stage_physics, frame->bytes, written - 1, &written), AKERR_OUTOFBOUNDS);
    walkers[2]->ey = NAN;
    CHECK_STATUS(akgl_physics_snapshot(&stage_physics, frame->bytes, ROOM, NULL), AKERR_VALUE);
    walkers[2]->ey = 0.0f;
    walkers[2]->shape.w = -1.0f;
    CHECK_STATUS(akgl_physics_snapshot(&stage_physics, frame->bytes, ROOM, NULL), AKERR_VALUE);
    walkers[2]->shape.w = 10.0f;
    walkers[2]->feel.friction = -1.0f;
    walkers[2]->feel.set |= AKGL_FEEL_FRICTION;
    CHECK_STATUS(akgl_physics_snapshot(&stage_physics, frame->bytes, ROOM, NULL), AKERR_VALUE);
    walkers[2]->feel.set = 0;
    stage_physics.gravity_x = INFINITY;
    CHECK_STATUS(akgl_physics_snapshot(&stage_physics, frame->bytes, ROOM, NULL), AKERR_VALUE);
    stage_physics.gravity_x = 0.0f;
    for (size_t i = 0; i < sizeof frame->bytes; i++) {
        CHECK(frame->bytes[i] == 0x5A);
    }
    CHECK_OK(akgl_physics_snapshot(&stage_physics, frame->bytes, written, NULL));
    stage_end();
}

/* The hash is of what the next steps depend on: of all that an actor is and how it feels, not of where it is drawn. */
static void a_hash_is_of_the_state_not_of_the_pose(void)
{
    uint64_t first, now;
    akgl_FeelState *felt;

    set_up();
    felt = &walkers[5]->felt;
    CHECK_OK(akgl_physics_hash(&stage_physics, &first));
    felt->fromx = felt->fromy = felt->fromz = 3.5f;
    felt->tox = felt->toy = felt->toz = 7.25f;
    felt->teleported = 1;
    stage_physics.alpha = 0.5f;
    CHECK_OK(akgl_physics_hash(&stage_physics, &now));
    CHECK(now == first);

#define COUNTS(field, value)                                 \
    do {                                                     \
        const akgl_Actor was = *walkers[5];                  \
        walkers[5]->field = (value);                         \
        CHECK_OK(akgl_physics_hash(&stage_physics, &now));   \
        CHECK(now != first);                                 \
        *walkers[5] = was;                                   \
        CHECK_OK(akgl_physics_hash(&stage_physics, &now));   \
        CHECK(now == first);                                 \
    } while (0)
    COUNTS(felt.touching, AKGL_TOUCH_GROUND);
    COUNTS(felt.pushx, 1.0f);
    COUNTS(felt.carryy, 1.0f);
    COUNTS(felt.lighter, 0.5f);
    COUNTS(felt.mostfall, 10.0f);
    COUNTS(felt.runsdown, 1);
    COUNTS(felt.finex, 0.001f);
    COUNTS(felt.fineez, 0.001f);
    COUNTS(feel.set, AKGL_FEEL_FRICTION);
    COUNTS(feel.friction, 0.5f);
    COUNTS(shape.w, 11.0f);
    COUNTS(state, walkers[5]->state ^ AKGL_ACTOR_STATE_MOVING_LEFT);
    COUNTS(layer, walkers[5]->layer + 1);
    COUNTS(tz, 1.0f);
#undef COUNTS
    stage_end();
}

/* An actor that has another name is another actor, also where only its last letter is not the same. */
static void a_snapshot_is_of_actors_by_their_names(void)
{
    set_up();
    keep(&frames[0]);
    walkers[2]->name[5] = 's';
    CHECK_STATUS(akgl_physics_restore(&stage_physics, frames[0].bytes, frames[0].size), AKERR_RELATIONSHIP);
    walkers[2]->name[5] = 'r';
    back_to(&frames[0]);
    stage_end();
}

int main(void)
{
    /* Under valgrind a step takes many times as long. */
    eight_frames_back_and_forth_in_every_frame(getenv("AKGL_RUNNER") == NULL ? 10000 : 300);
    a_copy_that_was_made_anew_goes_on_alike();
    pointers_names_and_counts_stay();
    who_was_spawned_since_is_released_and_spawned_again();
    who_is_gone_cannot_be_gone_back_to();
    a_pool_of_another_size_is_another();
    bytes_that_are_none_are_refused();
    a_state_that_no_step_takes_is_not_kept();
    CHECK(contexts_in_use() == 0);
    a_hash_is_of_the_state_not_of_the_pose();
    a_snapshot_is_of_actors_by_their_names();
    return check_result();
}
