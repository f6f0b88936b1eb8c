/*
 * The step when something raises: which status reaches the caller, who was stepped by then, what the
 * clock says, and that no error context is left behind.
 */
#include <stddef.h>

#include <SDL3/SDL.h>

#include "stage.h"

static int raised_status;
static akgl_Actor *raise_for;

static akerr_ErrorContext AKERR_NOIGNORE *raise_from_logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_actor_logic_movement(actor, dt));
    FAIL_RETURN(e, raised_status, "%s will not", actor->name);
}

static akerr_ErrorContext AKERR_NOIGNORE *raise_from_method(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    (void)self;
    (void)dt;
    FAIL_NONZERO_RETURN(e, actor == raise_for, raised_status, "%s cannot", actor->name);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *raise_from_contact(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, contact, AKERR_NULLPOINTER, "contact");
    FAIL_RETURN(e, raised_status, "%s was hit", actor->name);
}

static void an_interrupt_skips_its_actor_alone(void)
{
    akgl_Actor *a, *b, *c;

    stage_begin();
    a = stage_actor("a", 0.0f, 0.0f);
    b = stage_actor("b", 0.0f, 0.0f);
    c = stage_actor("c", 0.0f, 0.0f);
    stage_physics.gravity_y = 64.0f;
    a->ex = b->ex = c->ex = 64.0f;
    b->movementlogicfunc = raise_from_logic;
    raised_status = AKGL_ERR_LOGICINTERRUPT;
    stage_steps(1);
    CHECK(a->x == 1.0f && c->x == 1.0f && c->ey == 1.0f);
    CHECK(b->x == 0.0f && b->ey == 0.0f && b->vx == 0.0f);
    CHECK(contexts_in_use() == 0);

    /* Any other status aborts: a was stepped, c was not. */
    raised_status = AKERR_BEHAVIOR;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_BEHAVIOR, "b will not");
    CHECK(a->x == 2.0f && b->x == 0.0f && c->x == 1.0f);

    /* A million interrupts leave nothing behind. */
    raised_status = AKGL_ERR_LOGICINTERRUPT;
    CHECK_OK(akgl_heap_release_actor(a));
    CHECK_OK(akgl_heap_release_actor(c));
    CHECK_OK(akgl_heap_set_actors(b, 1)); /* one slot to walk */
    for (int i = 0; i < 1000000; i++) {
        akerr_ErrorContext *error = akgl_physics_step(&stage_physics, NULL, STEP);
        if (error != NULL) {
            CHECK_OK(error);
            break;
        }
    }
    CHECK(b->x == 0.0f);
    stage_end();
}

/* From gravity, move and collide every status aborts the step, the interrupt included. */
static void methods_abort(void)
{
    static const char *const floor[] = { "....", "####" };

    for (int which = 0; which < 3; which++) {
        for (int interrupt = 0; interrupt < 2; interrupt++) {
            uint64_t stamp = 12345;
            akgl_Actor *a, *b, *c;

            stage_begin();
            stage_tiles(floor, 2);
            a = stage_box("a", 0.0f, 0.0f, 8.0f, 8.0f);
            b = stage_box("b", 16.0f, 4.0f, 8.0f, 8.0f);
            c = stage_box("c", 32.0f, 0.0f, 8.0f, 8.0f);
            a->ex = b->ex = c->ex = 64.0f;
            raise_for = b;
            raised_status = interrupt ? AKGL_ERR_LOGICINTERRUPT : AKERR_IO;
            *(which == 0 ? &stage_physics.gravity : which == 1 ? &stage_physics.move : &stage_physics.collide) =
                raise_from_method;
            stage_physics.max_timestep = STEP;
            stage_physics.gravity_time = stamp;
            CHECK_SAYS(akgl_physics_simulate(&stage_physics, NULL), raised_status, "b cannot");
            CHECK(a->vx == 64.0f && c->vx == 0.0f && c->x == 32.0f);
            CHECK(stage_physics.gravity_time == stamp);
            /* Repaired, the next step goes on and stamps. */
            raise_for = NULL;
            CHECK_OK(akgl_physics_simulate(&stage_physics, NULL));
            CHECK(c->vx == 64.0f && stage_physics.gravity_time > stamp);
            stage_end();
        }
    }
}

static void a_contact_may_raise(void)
{
    static const char *const floor[] = { "....", "####" };
    akgl_Actor *a, *b;

    stage_begin();
    stage_tiles(floor, 2);
    a = stage_box("a", 0.0f, 8.0f, 8.0f, 8.0f);
    b = stage_box("b", 32.0f, 0.0f, 8.0f, 8.0f);
    a->ey = 64.0f;
    b->ex = 64.0f;
    a->collidefunc = raise_from_contact;
    raised_status = AKGL_ERR_LOGICINTERRUPT;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKGL_ERR_LOGICINTERRUPT, "a was hit");
    CHECK(b->x == 32.0f);
    a->collidefunc = akgl_actor_collide_block;
    stage_steps(1);
    CHECK(b->x == 33.0f);
    stage_end();
}

static void null_methods_and_hooks(void)
{
    static const char *const floor[] = { "....", "####" };
    akgl_PhysicsBackend zeroed;
    akgl_Actor *actor;

    memset(&zeroed, 0, sizeof zeroed);
    CHECK_SAYS(akgl_physics_simulate(NULL, NULL), AKERR_NULLPOINTER, "self");
    CHECK_SAYS(akgl_physics_step(NULL, NULL, STEP), AKERR_NULLPOINTER, "self");
    CHECK_SAYS(akgl_physics_simulate(&zeroed, NULL), AKERR_NULLPOINTER, "move");
    CHECK_SAYS(akgl_physics_step(&zeroed, NULL, STEP), AKERR_NULLPOINTER, "move");

    stage_begin();
    stage_tiles(floor, 2);
    actor = stage_box("hero", 0.0f, 7.0f, 8.0f, 8.0f);
    actor->ey = 128.0f;
    stage_physics.move = NULL;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER, "self->move");
    stage_physics.move = akgl_physics_arcade_move;
    stage_physics.gravity = NULL;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER, "self->gravity");
    stage_physics.gravity = akgl_physics_arcade_gravity;
    stage_physics.collide = NULL;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER, "self->collide");
    stage_physics.collision = NULL; /* which then is not asked */
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    stage_physics.collision = &stage_world;
    stage_physics.collide = akgl_physics_arcade_collide;
    actor->movementlogicfunc = NULL;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER, "movementlogicfunc");
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER, "hero");
    actor->movementlogicfunc = akgl_actor_logic_movement;
    actor->y = 7.0f;
    actor->collidefunc = NULL;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_NULLPOINTER, "hero");
    stage_end();
}

/* Every number of an actor that a step reads; NaN or infinite, it raises and names the actor. */
static void numbers_that_are_none(void)
{
    static const struct {
        const char *name;
        size_t offset;
        bool of_child; /* a child is placed by its v; other actors' v is overwritten */
        bool of_shape;
    } fields[] = {
        { "x", offsetof(akgl_Actor, x), false, false },   { "y", offsetof(akgl_Actor, y), false, false },
        { "z", offsetof(akgl_Actor, z), false, false },   { "ex", offsetof(akgl_Actor, ex), false, false },
        { "ey", offsetof(akgl_Actor, ey), false, false }, { "ez", offsetof(akgl_Actor, ez), false, false },
        { "tx", offsetof(akgl_Actor, tx), false, false }, { "ty", offsetof(akgl_Actor, ty), false, false },
        { "tz", offsetof(akgl_Actor, tz), false, false }, { "ax", offsetof(akgl_Actor, ax), false, false },
        { "ay", offsetof(akgl_Actor, ay), false, false }, { "az", offsetof(akgl_Actor, az), false, false },
        { "sx", offsetof(akgl_Actor, sx), false, false }, { "sy", offsetof(akgl_Actor, sy), false, false },
        { "sz", offsetof(akgl_Actor, sz), false, false }, { "vx", offsetof(akgl_Actor, vx), true, false },
        { "vy", offsetof(akgl_Actor, vy), true, false },  { "vz", offsetof(akgl_Actor, vz), true, false },
        { "shape.x", offsetof(akgl_Actor, shape.x), false, true },
        { "shape.y", offsetof(akgl_Actor, shape.y), false, true },
        { "shape.w", offsetof(akgl_Actor, shape.w), false, true },
        { "shape.h", offsetof(akgl_Actor, shape.h), false, true },
        { "shape.z", offsetof(akgl_Actor, shape.z), false, true },
        { "shape.depth", offsetof(akgl_Actor, shape.depth), false, true },
    };
    static const char *const floor[] = { "....", "####" };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        for (int kind = 0; kind < 3; kind++) {
            for (int with_world = fields[i].of_shape; with_world < 2; with_world++) {
                akgl_Actor *first, *bad, *last;
                akgl_Actor before;

                stage_begin();
                stage_character->sx = stage_character->sy = stage_character->sz = 100.0f;
                if (with_world) {
                    stage_tiles(floor, 2);
                }
                first = stage_box("first", 0.0f, 0.0f, 8.0f, 8.0f);
                bad = stage_box("the bad one", 16.0f, 0.0f, 8.0f, 8.0f);
                last = stage_box("last", 18.0f, 0.0f, 8.0f, 8.0f);
                last->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
                bad->sx = bad->sy = bad->sz = 100.0f;
                first->ex = last->ex = 64.0f;
                if (fields[i].of_child) {
                    bad->parent = first;
                }
                *(float32_t *)((char *)bad + fields[i].offset) = kind == 0 ? NAN : kind == 1 ? INFINITY : -INFINITY;
                before = *last;
                akerr_ErrorContext *raised = akgl_physics_step(&stage_physics, NULL, STEP);
                if (raised == NULL || raised->status != AKERR_VALUE ||
                    strstr(raised->message, "the bad one") == NULL) {
                    fprintf(stderr, "%s, kind %d, world %d: %s\n", fields[i].name, kind, with_world,
                            raised == NULL ? "nothing raised" : raised->message);
                    CHECK(!"a number that is none is refused");
                }
                RELEASE_ERROR(raised);
                CHECK(first->x == 1.0f);
                CHECK(memcmp(last, &before, sizeof before) == 0);
                /* Released, it is in nobody's way. */
                CHECK_OK(akgl_heap_release_actor(bad));
                stage_steps(1);
                CHECK(first->x == 2.0f && last->x == 19.0f && last->y == 0.0f);
                stage_end();
            }
        }
    }
}

/* A parent whose place is none refuses its child, and does not give it that place. */
static void a_child_does_not_follow_to_no_place(void)
{
    static const float32_t nowhere[] = { NAN, INFINITY, -INFINITY };

    for (int i = 0; i < 3; i++) {
        akgl_Actor *child, *parent;

        stage_begin();
        child = stage_actor("child", 1.0f, 2.0f);
        parent = stage_actor("parent", 10.0f, 20.0f);
        CHECK_OK(akgl_actor_add_child(parent, child));
        child->vx = 3.0f;
        parent->y = nowhere[i];
        CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_VALUE, "\"child\"");
        CHECK(child->x == 1.0f && child->y == 2.0f && child->z == 0.0f);
        parent->y = 20.0f;
        stage_steps(1);
        CHECK(child->x == 13.0f && child->y == 20.0f);
        stage_end();
    }
}

static void sums_that_overflow(void)
{
    akgl_Actor *actor;

    stage_begin();
    actor = stage_actor("hero", 0.0f, 0.0f);
    stage_character->sx = actor->sx = 3e38f;
    actor->ex = 3e38f;
    actor->tx = 3e38f;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_VALUE, "\"hero\": its e + t is");
    actor->ex = NAN;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_VALUE, "\"hero\": its e is");
    /* Gravity that is none is the backend's trouble, and reaches no actor. */
    actor->ex = actor->tx = 0.0f;
    stage_physics.gravity_y = NAN;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_VALUE, "gravity");
    CHECK(actor->x == 0.0f && actor->y == 0.0f && actor->ey == 0.0f);
    stage_physics.gravity_y = 3e38f;
    CHECK_SAYS(akgl_physics_step(&stage_physics, NULL, 2.0f), AKERR_VALUE, "gravity");
    CHECK(actor->x == 0.0f && actor->y == 0.0f && actor->ey == 0.0f);
    /* Past every number in one move: refused, at the latest by the next step. */
    stage_physics.gravity_y = 0.0f;
    actor->ey = 0.0f;
    actor->x = actor->ex = 3e38f;
    akerr_ErrorContext *raised = akgl_physics_step(&stage_physics, NULL, 1.0f);
    if (raised == NULL) {
        raised = akgl_physics_step(&stage_physics, NULL, 1.0f);
    }
    CHECK(raised != NULL && raised->status == AKERR_VALUE && strstr(raised->message, "\"hero\"") != NULL);
    RELEASE_ERROR(raised);
    stage_end();
}

int main(void)
{
    if (!SDL_Init(0)) {
        fprintf(stderr, "SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    an_interrupt_skips_its_actor_alone();
    methods_abort();
    a_contact_may_raise();
    null_methods_and_hooks();
    numbers_that_are_none();
    a_child_does_not_follow_to_no_place();
    sums_that_overflow();
    CHECK(contexts_in_use() == 0);
    SDL_Quit();
    return check_result();
}
