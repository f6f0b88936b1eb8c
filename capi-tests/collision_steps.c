/*
 * How a move is cut up: how often the backend's `move` is called, with which lengths, and who is
 * resolved after it.
 */
#include "stage.h"

static float32_t lengths[64];
static int moves, collides;

static akerr_ErrorContext AKERR_NOIGNORE *count_move(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    if (moves < 64) {
        lengths[moves++] = dt;
    }
    PASS(e, akgl_physics_arcade_move(self, actor, dt));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *count_collide(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    CHECK(moves > 0 && dt == lengths[moves - 1]);
    collides++;
    PASS(e, akgl_physics_arcade_collide(self, actor, dt));
    SUCCEED_RETURN(e);
}

/* An actor on a stage with a floor of tiles whose top is at y = 16. */
static akgl_Actor *on_stage(float32_t x, float32_t y)
{
    static const char *const rows[] = { "................", "################" };

    stage_begin();
    stage_tiles(rows, 2);
    stage_physics.move = count_move;
    stage_physics.collide = count_collide;
    moves = collides = 0;
    return stage_box("runner", x, y, 8.0f, 8.0f);
}

static void count(float32_t dt)
{
    moves = collides = 0;
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, dt));
}

/* ceil(displacement / half a cell), 1 to 8: here with something solid in the swept box. */
static void as_many_as_the_contract_says(void)
{
    static const struct {
        float32_t speed;
        int moves;
    } cases[] = {
        { 0.0f, 1 },     { 1.0f, 1 },     { 512.0f, 1 },   { 513.0f, 2 },   { -512.0f, 1 },  { -513.0f, 2 },
        { 1024.0f, 2 },  { 1025.0f, 3 },  { 4095.0f, 8 },  { 4096.0f, 8 },  { 4097.0f, 8 },  { 100000.0f, 8 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        akgl_Actor *actor = on_stage(100.0f, 8.5f); /* half a pixel in the floor's row: it is near at any rate */
        SDL_FRect tall = { 0.0f, 0.0f, 8.0f, 8.0f };
        float32_t sum = 0.0f;

        CHECK_OK(akgl_collision_shape_box(&actor->shape, &tall, 0.0f));
        actor->ex = cases[i].speed;
        count(STEP);
        CHECK(moves == cases[i].moves);
        if (moves != cases[i].moves) {
            fprintf(stderr, "    %g px/s: %d moves\n", (double)cases[i].speed, moves);
        }
        CHECK(collides == moves);
        for (int m = 0; m < moves; m++) {
            sum += lengths[m];
            CHECK(lengths[m] > 0.0f && (m == 0 || m == moves - 1 || lengths[m] == lengths[0]));
        }
        CHECK(same_bits(sum, STEP));
        stage_end();
    }
}

/* Lengths whose eighths and thirds are no floats: added in turn they are dt all the same. */
static void lengths_sum_to_dt(void)
{
    akgl_Actor *actor = on_stage(8.0f, 8.5f);
    unsigned seed = 1;

    for (int i = 0; i < 2000; i++) {
        float32_t dt, sum = 0.0f;

        seed = seed * 1664525u + 1013904223u;
        dt = (float32_t)((seed >> 8) % 1000000 + 1) * 1.1e-7f;
        actor->x = 100.0f;
        actor->y = 8.5f;
        actor->ex = 8.0f * (float32_t)(1 + i % 9) / dt * 0.99f;
        count(dt);
        CHECK(moves == (1 + i % 9 > 8 ? 8 : 1 + i % 9));
        for (int m = 0; m < moves; m++) {
            sum += lengths[m];
        }
        CHECK(same_bits(sum, dt));
    }
    stage_end();
}

/* The axis with the most half-cells counts, cells may be oblong. */
static void the_longest_axis_counts(void)
{
    akgl_Actor *actor = on_stage(100.0f, 8.5f);

    stage_map.tilewidth = 64;
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    actor->ex = 64.0f * 64.0f; /* 64 px: two halves of 32 */
    count(STEP);
    CHECK(moves == 2);
    actor->x = 100.0f;
    actor->y = 8.5f;
    actor->ex = 64.0f * 64.0f;
    actor->ey = -64.0f * 24.0f; /* 24 px up: three halves of 8 */
    count(STEP);
    CHECK(moves == 3);
    stage_end();
}

/* Exactly one move of exactly dt, however fast. */
static void one_move_where_there_is_nothing_to_meet(void)
{
    const float32_t dt = 0.0123f;
    akgl_Actor *actor;

    for (int which = 0; which < 7; which++) {
        actor = on_stage(100.0f, 8.5f);
        actor->ex = 5000.0f;
        switch (which) {
        case 0:
            stage_physics.collision = NULL;
            break;
        case 1:
            CHECK_OK(akgl_collision_shape_none(&actor->shape));
            break;
        case 2:
            actor->shape.collidemask = 0;
            break;
        case 3:
            actor->y = 8.0f; /* touches the floor: touching is not overlapping */
            break;
        case 4:
            actor->y = -1000.0f;
            break;
        case 5:
            actor->shape.collidemask = 0x100; /* a layer that nothing is on */
            break;
        default: /* somebody is near, whom it does not respond to */
            actor->y = -1000.0f;
            stage_box("other", 120.0f, -1000.0f, 8.0f, 8.0f)->basechar = NULL;
            break;
        }
        count(dt);
        CHECK(moves == 1 && same_bits(lengths[0], dt));
        if (moves != 1) {
            fprintf(stderr, "    case %d: %d moves\n", which, moves);
        }
        CHECK(same_bits(actor->x, 100.0f + 5000.0f * dt));
        CHECK(which == 0 ? collides == 0 : collides <= 1);
        stage_end();
    }
}

static void a_map_with_no_world_is_walked_through(void)
{
    akgl_Actor *actor = on_stage(100.0f, 0.0f);

    stage_physics.collision = NULL;
    actor->ey = 640.0f;
    stage_steps(10);
    CHECK(actor->y == 100.0f && actor->ey == 640.0f);
    stage_end();
}

static int hits;

static akerr_ErrorContext AKERR_NOIGNORE *count_hits(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    hits++;
    PASS(e, akgl_actor_collide_block(actor, contact));
    SUCCEED_RETURN(e);
}

/* After a sub-step that blocked, v is e + t anew: the rest of the move goes along the surface. */
static void v_is_recomputed_after_a_block(void)
{
    akgl_Actor *actor = on_stage(0.0f, 2.0f);

    actor->collidefunc = count_hits;
    hits = 0;
    actor->ex = 256.0f;
    actor->ey = 2048.0f; /* 32 px: 4 sub-steps of 8 down and 1 along; the first meets the floor */
    count(STEP);
    CHECK(moves == 4 && hits == 1);
    CHECK(actor->x == 4.0f && actor->y == 8.0f);
    CHECK(actor->vx == 256.0f && actor->vy == 0.0f && actor->ey == 0.0f);
    stage_end();
}

/* 1280 px/s on 16 px tiles at 0.05 s: 8 sub-steps of half a tile; no wall is passed. */
static void the_documented_bound(void)
{
    static const char *const rows[] = { "........#.......", "................" };

    for (int offset = 0; offset < 64; offset++) {
        akgl_Actor *actor;

        stage_begin();
        stage_tiles(rows, 2);
        actor = stage_box("runner", (float32_t)offset, 4.0f, 8.0f, 8.0f);
        actor->ex = 1280.0f;
        for (int i = 0; i < 4; i++) {
            CHECK_OK(akgl_physics_step(&stage_physics, NULL, 0.05f));
        }
        CHECK(actor->x == 120.0f && actor->ex == 0.0f);
        stage_end();
    }
}

/* A floor goes on in flush boxes: a body so narrow that it leaves one within a sub-step is not caught by
 * the side of the next, which it meets only because gravity has sunk it a little on its way. */
static void narrow_bodies_run_over_flush_boxes(void)
{
    static const char *const rows[] = { "....", "....", "####" };

    for (int phase = 0; phase < 40; phase++) {
        akgl_Actor *actor;

        stage_begin();
        stage_tiles(rows, 3);
        for (int i = 0; i < 10; i++) {
            SDL_FRect plank = { 0.0f, 0.0f, 16.0f, 16.0f };
            akgl_CollisionShape shape;
            akgl_CollisionProxy proxy;

            CHECK_OK(akgl_collision_shape_box(&shape, &plank, 0.0f));
            shape.flags = AKGL_COLLISION_FLAG_STATIC;
            CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 64.0f + 16.0f * (float32_t)i, 32.0f, 0.0f,
                                              NULL, &proxy));
        }
        actor = stage_box("runner", 10.0f + 0.2f * (float32_t)phase, 28.0f, 4.0f, 4.0f);
        actor->ex = 470.0f;
        stage_physics.gravity_y = 1200.0f;
        for (int i = 0; i < 15; i++) {
            CHECK_OK(akgl_physics_step(&stage_physics, NULL, 1.0f / 60.0f));
        }
        CHECK(actor->ex == 470.0f && actor->y == 28.0f);
        CHECK_NEAR(actor->x, 10.0 + 0.2 * phase + 117.5, 0.01);
        stage_end();
    }
}

/* Thrust against gravity under a ceiling: held there, not thrown off it again and again. */
static void a_flyer_stays_at_the_ceiling(void)
{
    static const char *const rows[] = { "#####", ".....", ".....", ".....", ".....", ".....", "....." };
    akgl_Actor *actor;

    stage_begin();
    stage_tiles(rows, 7);
    stage_physics.gravity_y = 900.0f;
    stage_physics.drag_y = 1.8f;
    stage_character->ay = 3000.0f;
    stage_character->sy = 600.0f;
    actor = stage_box("flyer", 30.0f, 40.0f, 12.0f, 12.0f);
    actor->state |= AKGL_ACTOR_STATE_MOVING_UP;
    stage_steps(600);
    for (int i = 0; i < 600; i++) {
        stage_steps(1);
        CHECK(actor->y == 16.0f);
    }
    stage_end();
}

/* A ball that cuts a corner by a hair is put right by a hair. */
static void a_ball_is_not_thrown_up_by_a_lip(void)
{
    static const char *const rows[] = { "........", "........", "...#####" };

    for (int i = 1; i <= 5; i++) {
        float32_t lip = 0.02f * (float32_t)i;
        akgl_Actor *actor;

        stage_begin();
        stage_tiles(rows, 3);
        actor = stage_actor("ball", 0.0f, 0.0f);
        CHECK_OK(akgl_collision_shape_circle(&actor->shape, 0.0f, 0.0f, 8.0f, 0.0f));
        actor->y = 24.0f + lip;
        actor->x = 47.0f - SDL_sqrtf(64.0f - (8.0f - lip) * (8.0f - lip)); /* the corner is at (48, 32) */
        actor->ex = 480.0f;
        CHECK_OK(akgl_physics_step(&stage_physics, NULL, 1.0f / 60.0f));
        CHECK_NEAR(actor->y, 24.0, 0.01);
        CHECK(actor->ey == 0.0f && actor->ex == 480.0f);
        stage_end();
    }
}

int main(void)
{
    as_many_as_the_contract_says();
    lengths_sum_to_dt();
    the_longest_axis_counts();
    one_move_where_there_is_nothing_to_meet();
    a_map_with_no_world_is_walked_through();
    v_is_recomputed_after_a_block();
    the_documented_bound();
    narrow_bodies_run_over_flush_boxes();
    a_flyer_stays_at_the_ceiling();
    a_ball_is_not_thrown_up_by_a_lip();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
