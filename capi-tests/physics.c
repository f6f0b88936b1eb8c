/*
 * akgl/physics.h: backends and their properties, the factory, the order of a step, who is skipped,
 * what is refused. The figures of a game are in physics_sim.c.
 */
#include <errno.h>

#include <SDL3/SDL.h>

#include "stage.h"

static const char *const PROPERTIES[] = {
    "physics.gravity.x", "physics.gravity.y", "physics.gravity.z",    "physics.drag.x",
    "physics.drag.y",    "physics.drag.z",    "physics.max_timestep",
};

static void init_null(void)
{
    akgl_PhysicsBackend backend;

    memset(&backend, 0xa5, sizeof backend);
    CHECK_OK(akgl_physics_init_null(&backend));
    CHECK(backend.gravity == akgl_physics_null_gravity && backend.move == akgl_physics_null_move);
    CHECK(backend.collide == akgl_physics_null_collide && backend.simulate == akgl_physics_simulate);
    CHECK(backend.collision == NULL && backend.gravity_y == 0.0f && backend.drag_x == 0.0f);
    CHECK(backend.gravity_time > 0 && backend.gravity_time <= SDL_GetTicksNS());
    CHECK(backend.max_timestep == AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP);
    CHECK_SAYS(akgl_physics_init_null(NULL), AKERR_NULLPOINTER, "self");

    /* It accepts every call and changes nothing. */
    stage_begin();
    akgl_Actor *actor = stage_actor("still", 1.0f, 2.0f);
    actor->ex = 64.0f;
    CHECK_OK(akgl_physics_step(&backend, NULL, STEP));
    CHECK(actor->x == 1.0f && actor->y == 2.0f && actor->ex == 64.0f);
    stage_end();
}

static void init_arcade(void)
{
    akgl_PhysicsBackend backend;

    /* The registry uninitialised: every read is its default. */
    CHECK_OK(akgl_registry_destroy());
    CHECK(AKGL_REGISTRY_PROPERTIES == 0);
    memset(&backend, 0xa5, sizeof backend);
    CHECK_OK(akgl_physics_init_arcade(&backend));
    CHECK(backend.gravity_x == 0.0f && backend.gravity_y == 0.0f && backend.gravity_z == 0.0f);
    CHECK(backend.drag_x == 0.0f && backend.drag_y == 0.0f && backend.drag_z == 0.0f);
    CHECK(backend.max_timestep == 0.05f && backend.collision == NULL);
    CHECK(backend.gravity == akgl_physics_arcade_gravity && backend.move == akgl_physics_arcade_move);
    CHECK(backend.collide == akgl_physics_arcade_collide && backend.simulate == akgl_physics_simulate);
    CHECK(backend.gravity_time > 0);
    CHECK(AKGL_REGISTRY_PROPERTIES == 0);

    CHECK_OK(akgl_registry_init());
    for (int i = 0; i < 7; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d.5", i + 1);
        CHECK_OK(akgl_set_property(PROPERTIES[i], text));
    }
    CHECK_OK(akgl_physics_init_arcade(&backend));
    CHECK(backend.gravity_x == 1.5f && backend.gravity_y == 2.5f && backend.gravity_z == 3.5f);
    CHECK(backend.drag_x == 4.5f && backend.drag_y == 5.5f && backend.drag_z == 6.5f);
    CHECK(backend.max_timestep == 7.5f);
    CHECK_SAYS(akgl_physics_init_arcade(NULL), AKERR_NULLPOINTER, "self");
}

/* Each of the seven, refused by name and value; the backend stays what it was. */
static void bad_properties(void)
{
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        { "fast", AKERR_VALUE }, { "", AKERR_VALUE },       { "nan", AKERR_VALUE },  { "-NAN", AKERR_VALUE },
        { "inf", AKERR_VALUE },  { "12px", AKERR_VALUE },   { "1e", AKERR_VALUE },   { "-infinity", AKERR_VALUE },
        { "1e400", ERANGE },     { "-1e400", ERANGE },      { "1 2", AKERR_VALUE },
    };
    akgl_PhysicsBackend backend, before;
    akgl_String name;

    CHECK_OK(akgl_string_initialize(&name, "arcade"));
    for (int i = 0; i < 7; i++) {
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            char quoted[64];

            CHECK_OK(akgl_registry_destroy());
            CHECK_OK(akgl_registry_init());
            CHECK_OK(akgl_set_property(PROPERTIES[i], cases[c].text));
            snprintf(quoted, sizeof quoted, "\"%s\"", cases[c].text);
            memset(&backend, 0x5a, sizeof backend);
            before = backend;
            CHECK_SAYS(akgl_physics_init_arcade(&backend), cases[c].status, PROPERTIES[i]);
            CHECK_SAYS(akgl_physics_init_arcade(&backend), cases[c].status, quoted);
            CHECK_SAYS(akgl_physics_factory(&backend, &name), cases[c].status, PROPERTIES[i]);
            CHECK(memcmp(&backend, &before, sizeof backend) == 0);
        }
    }
    CHECK_OK(akgl_registry_destroy());
}

static void factory(void)
{
    static const struct {
        const char *name;
        bool arcade;
    } known[] = { { "null", false }, { "nullify", false }, { "arcade", true }, { "arcadefire", true },
                  { "null arcade", false } };
    static const char *const unknown[] = { "", "nul", "Null", "arcad", "arcadia", " arcade", "box2d" };
    akgl_PhysicsBackend backend, before;
    akgl_String type;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        memset(&backend, 0, sizeof backend);
        CHECK_OK(akgl_string_initialize(&type, known[i].name));
        CHECK_OK(akgl_physics_factory(&backend, &type));
        CHECK(backend.gravity == (known[i].arcade ? akgl_physics_arcade_gravity : akgl_physics_null_gravity));
    }
    memset(&backend, 0x5a, sizeof backend);
    before = backend;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        char quoted[64];

        snprintf(quoted, sizeof quoted, "\"%s\"", unknown[i]);
        CHECK_OK(akgl_string_initialize(&type, unknown[i]));
        CHECK_SAYS(akgl_physics_factory(&backend, &type), AKERR_KEY, quoted);
    }
    CHECK(memcmp(&backend, &before, sizeof backend) == 0);
    /* Full to its last byte, without a terminator. */
    memset(type.data, 'x', sizeof type.data);
    CHECK_STATUS(akgl_physics_factory(&backend, &type), AKERR_KEY);
    CHECK_SAYS(akgl_physics_factory(NULL, &type), AKERR_NULLPOINTER, "self");
    CHECK_SAYS(akgl_physics_factory(&backend, NULL), AKERR_NULLPOINTER, "type");
}

/* What happened to one actor, in order. */
static char diary[256];
static akgl_PhysicsBackend *diary_backend;

static void note(const char *what, akgl_Actor *actor)
{
    snprintf(diary + strlen(diary), sizeof diary - strlen(diary), "%s:%s ", what, actor->name);
}

static akerr_ErrorContext AKERR_NOIGNORE *logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    CHECK(dt == STEP);
    note("logic", actor);
    /* Thrust came before, and used what the last step installed. */
    CHECK(actor->tx == 2.0f && actor->ty == -1.0f);
    actor->ax = 0.0f;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *gravity(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    CHECK(self == diary_backend && dt == STEP);
    note("gravity", actor);
    actor->ey += 64.0f;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *move(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    CHECK(self == diary_backend && dt == STEP);
    note("move", actor);
    /* Drag came in between: 64 - 64 * 16 / 64 = 48; v = e + t. */
    CHECK(actor->ey == 48.0f && actor->vy == 47.0f && actor->vx == 2.0f);
    actor->x += 1000.0f;
    SUCCEED_RETURN(e);
}

static void order_of_a_step(void)
{
    akgl_Actor *actor;

    stage_begin();
    diary[0] = '\0';
    diary_backend = &stage_physics;
    stage_physics.gravity = gravity;
    stage_physics.move = move;
    stage_physics.drag_y = 16.0f;
    actor = stage_actor("a", 0.0f, 0.0f);
    actor->movementlogicfunc = logic;
    actor->state |= AKGL_ACTOR_STATE_MOVING_RIGHT | AKGL_ACTOR_STATE_MOVING_UP | AKGL_ACTOR_STATE_MOVING_OUT;
    actor->ax = 128.0f;
    actor->ay = -64.0f;
    actor->az = 64.0f;
    actor->sx = actor->sy = actor->sz = 100.0f;
    actor->vx = actor->vy = 1e9f; /* recomputed, whatever was written here */
    stage_steps(1);
    CHECK(strcmp(diary, "logic:a gravity:a move:a ") == 0);
    CHECK(actor->x == 1000.0f && actor->tz == 0.0f && actor->vz == 0.0f);
    stage_end();
}

static int logics;

static akerr_ErrorContext AKERR_NOIGNORE *count_logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    (void)dt;
    FAIL_ZERO_RETURN(e, actor, AKERR_NULLPOINTER, "actor");
    logics++;
    SUCCEED_RETURN(e);
}

static void who_is_skipped(void)
{
    akgl_Iterator only = { AKGL_ITERATOR_OP_LAYERMASK, 3 };
    akgl_Iterator flagless = { 0, 3 };
    akgl_Actor *child, *parent, *adrift, *third, *late;

    stage_begin();
    /* The child comes before its parent in the pool: it follows where the parent was. */
    child = stage_actor("child", 500.0f, 500.0f);
    parent = stage_actor("parent", 10.0f, 20.0f);
    adrift = stage_actor("adrift", 7.0f, 8.0f);
    third = stage_actor("third", 0.0f, 0.0f);
    late = stage_actor("late child", 0.0f, 0.0f);
    CHECK_OK(akgl_actor_add_child(parent, child));
    CHECK_OK(akgl_actor_add_child(parent, late));
    child->movementlogicfunc = late->movementlogicfunc = count_logic;
    child->vx = late->vx = 1.0f;
    child->vy = late->vy = -2.0f;
    child->vz = late->vz = 3.0f;
    child->ex = 1000.0f;
    child->layer = 9; /* a child is placed whatever its layer is */
    parent->z = 5.0f;
    parent->ex = 64.0f;
    parent->layer = 3;
    adrift->basechar = NULL;
    adrift->ex = NAN;
    third->ex = 64.0f;
    third->layer = 4;
    AKGL_HEAP_ACTOR[100].x = NAN; /* a free slot is nobody's */
    AKGL_HEAP_ACTOR[100].movementlogicfunc = count_logic;

    CHECK_OK(akgl_physics_step(&stage_physics, &only, STEP));
    CHECK(child->x == 11.0f && child->y == 18.0f && child->z == 8.0f);
    CHECK(late->x == 12.0f && late->y == 18.0f && late->z == 8.0f);
    CHECK(child->vx == 1.0f && child->ex == 1000.0f);
    CHECK(parent->x == 11.0f && adrift->x == 7.0f && third->x == 0.0f);
    CHECK_OK(akgl_physics_step(&stage_physics, &flagless, STEP));
    CHECK(parent->x == 12.0f && third->x == 1.0f);
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    CHECK(parent->x == 13.0f && third->x == 2.0f && logics == 0);
    stage_end();
}

static void signs_and_depth(void)
{
    akgl_Actor *actor;

    stage_begin();
    actor = stage_actor("a", 0.0f, 0.0f);
    stage_physics.gravity_x = 64.0f;
    stage_physics.gravity_y = 128.0f;
    stage_physics.gravity_z = 256.0f;
    stage_steps(1);
    CHECK(actor->ex == -1.0f && actor->ey == 2.0f && actor->ez == -4.0f);
    CHECK(actor->x == -STEP && actor->y == 2.0f * STEP && actor->z == -4.0f * STEP);
    /* No axis has drag of another. */
    stage_physics.gravity_x = stage_physics.gravity_y = stage_physics.gravity_z = 0.0f;
    stage_physics.drag_z = 16.0f;
    actor->ex = actor->ey = actor->ez = 64.0f;
    stage_steps(1);
    CHECK(actor->ex == 64.0f && actor->ey == 64.0f && actor->ez == 48.0f);

    /* tz is scaled with the others, never added to: (3/1, 4/1) of a cap of 1 shrinks to a fifth. */
    stage_physics.drag_z = 0.0f;
    actor->ex = actor->ey = actor->ez = 0.0f;
    stage_character->sx = stage_character->sy = stage_character->sz = 1.0f;
    actor->sx = actor->sy = actor->sz = 1.0f;
    actor->tx = 0.0f;
    actor->ty = 3.0f;
    actor->tz = 4.0f;
    actor->az = 6400.0f;
    actor->state |= AKGL_ACTOR_STATE_MOVING_OUT;
    stage_steps(1);
    CHECK_NEAR(actor->ty, 0.6, 1e-6);
    CHECK_NEAR(actor->tz, 0.8, 1e-6);
    stage_end();
}

static void steps_that_are_none(void)
{
    akgl_Actor *actor;

    stage_begin();
    actor = stage_actor("a", 0.0f, 0.0f);
    actor->ex = 64.0f;
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, 0.0f));
    CHECK(actor->x == 0.0f && actor->vx == 64.0f);
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, -STEP), AKERR_VALUE, "dt");
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, NAN), AKERR_VALUE, "dt");
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, INFINITY), AKERR_VALUE, "dt");
    CHECK(actor->x == 0.0f);

    /* max_timestep of 0 and below bounds nothing; a clock that ran backwards gives no step. */
    for (int i = 0; i < 2; i++) {
        actor->x = 0.0f;
        stage_physics.max_timestep = i == 0 ? 0.0f : -1.0f;
        stage_physics.gravity_time = SDL_GetTicksNS() - SDL_MS_TO_NS(500);
        CHECK_OK(akgl_physics_simulate(&stage_physics, NULL));
        CHECK(actor->x >= 32.0f && actor->x < 32.0f + 64.0f * 60.0f);
    }
    actor->x = 0.0f;
    stage_physics.gravity_time = SDL_GetTicksNS() + SDL_MS_TO_NS(60000);
    CHECK_OK(akgl_physics_simulate(&stage_physics, NULL));
    CHECK(actor->x == 0.0f);
    stage_end();
}

int main(void)
{
    if (!SDL_Init(0)) {
        fprintf(stderr, "SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    init_null();
    init_arcade();
    bad_properties();
    factory();
    order_of_a_step();
    who_is_skipped();
    signs_and_depth();
    steps_that_are_none();
    CHECK(contexts_in_use() == 0);
    SDL_Quit();
    return check_result();
}
