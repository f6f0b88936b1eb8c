/*
 * akgl/actor.h: actors, their default hooks, their characters, their children, the control handlers.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include <akgl/actor.h>
#include <akgl/heap.h>

#include "check.h"
#include "files.h"

#define MOVING (AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT | AKGL_ACTOR_STATE_MOVING_UP |     \
                AKGL_ACTOR_STATE_MOVING_DOWN | AKGL_ACTOR_STATE_MOVING_IN | AKGL_ACTOR_STATE_MOVING_OUT)
#define FACE (AKGL_ACTOR_STATE_FACE_DOWN | AKGL_ACTOR_STATE_FACE_LEFT | AKGL_ACTOR_STATE_FACE_RIGHT |           \
              AKGL_ACTOR_STATE_FACE_UP)

typedef akerr_ErrorContext *(*Handler)(akgl_Actor *, SDL_Event *);

/* In the order of the header, each direction with its sign along its axis. */
static const struct {
    const char *name;
    Handler on, off;
    uint32_t moving, face;
    bool along_x;
    float sign;
} directions[] = {
    { "left", akgl_actor_cmhf_left_on, akgl_actor_cmhf_left_off, AKGL_ACTOR_STATE_MOVING_LEFT,
      AKGL_ACTOR_STATE_FACE_LEFT, true, -1.0f },
    { "right", akgl_actor_cmhf_right_on, akgl_actor_cmhf_right_off, AKGL_ACTOR_STATE_MOVING_RIGHT,
      AKGL_ACTOR_STATE_FACE_RIGHT, true, 1.0f },
    { "up", akgl_actor_cmhf_up_on, akgl_actor_cmhf_up_off, AKGL_ACTOR_STATE_MOVING_UP, AKGL_ACTOR_STATE_FACE_UP,
      false, -1.0f },
    { "down", akgl_actor_cmhf_down_on, akgl_actor_cmhf_down_off, AKGL_ACTOR_STATE_MOVING_DOWN,
      AKGL_ACTOR_STATE_FACE_DOWN, false, 1.0f },
};

static akgl_Character *new_character(void)
{
    akgl_Character *character = NULL;

    CHECK_OK(akgl_heap_next_character(&character));
    CHECK_OK(akgl_character_initialize(character, "hero"));
    character->ax = 900.0f;
    character->ay = 800.0f;
    character->az = 700.0f;
    character->sx = 220.0f;
    character->sy = 210.0f;
    character->sz = 200.0f;
    return character;
}

static akgl_Actor *new_actor(const char *name)
{
    akgl_Actor *actor = NULL;

    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK_OK(akgl_actor_initialize(actor, name));
    return actor;
}

static void test_initialize(void)
{
    static char name[200];
    akgl_Actor actor;

    memset(&actor, 0xff, sizeof actor);
    CHECK_OK(akgl_actor_initialize(&actor, "hero"));
    CHECK(strcmp(actor.name, "hero") == 0 && actor.refcount == 1 && actor.state == AKGL_ACTOR_STATE_ALIVE);
    CHECK(actor.x == 0.0f && actor.ez == 0.0f && actor.sz == 0.0f && actor.layer == 0);
    CHECK(actor.parent == NULL && actor.basechar == NULL && actor.userdata == NULL && !actor.shape_override);
    CHECK(actor.shape.kind == AKGL_COLLISION_SHAPE_NONE);
    CHECK(actor.updatefunc == akgl_actor_update && actor.renderfunc == akgl_actor_render);
    CHECK(actor.facefunc == akgl_actor_automatic_face && actor.movementlogicfunc == akgl_actor_logic_movement);
    CHECK(actor.changeframefunc == akgl_actor_logic_changeframe && actor.addchild == akgl_actor_add_child);
    CHECK(actor.collidefunc == akgl_actor_collide_block);

    memset(name, 'x', 128);
    CHECK_SAYS(akgl_actor_initialize(&actor, name), AKERR_OUTOFBOUNDS, "127");
    CHECK(strcmp(actor.name, "hero") == 0);
    CHECK_SAYS(akgl_actor_initialize(NULL, "x"), AKERR_NULLPOINTER, "actor");
    CHECK_SAYS(akgl_actor_initialize(&actor, NULL), AKERR_NULLPOINTER, "name");

    /* By hand, a slot of the pool is claimed; a used one keeps its references. */
    CHECK_OK(akgl_actor_initialize(&AKGL_HEAP_ACTOR[9], "nine"));
    CHECK(AKGL_HEAP_ACTOR[9].refcount == 1);
    AKGL_HEAP_ACTOR[9].refcount = 2;
    CHECK_OK(akgl_actor_initialize(&AKGL_HEAP_ACTOR[9], "nine"));
    CHECK(AKGL_HEAP_ACTOR[9].refcount == 2);
    CHECK_OK(akgl_heap_init());
}

static void test_character(void)
{
    akgl_Character *character = new_character();
    akgl_Actor *actor = new_actor("hero");

    character->shape.kind = AKGL_COLLISION_SHAPE_BOX;
    character->shape.w = 16.0f;
    CHECK_OK(akgl_actor_set_character(actor, character));
    CHECK(actor->basechar == character && actor->shape.w == 16.0f);
    /* Speeds follow with the movement logic, not before. */
    CHECK(actor->sx == 0.0f && actor->ax == 0.0f);

    actor->shape.w = 5.0f;
    actor->shape_override = true;
    CHECK_OK(akgl_actor_set_character(actor, character));
    CHECK(actor->shape.w == 5.0f);

    CHECK_SAYS(akgl_actor_set_character(NULL, character), AKERR_NULLPOINTER, "actor");
    CHECK_SAYS(akgl_actor_set_character(actor, NULL), AKERR_NULLPOINTER, "character");
    CHECK_SAYS(akgl_actor_set_character(&AKGL_HEAP_ACTOR[7], character), AKERR_HEAP, "actor 7");
    CHECK_SAYS(akgl_actor_set_character(actor, &AKGL_HEAP_CHARACTER[7]), AKERR_HEAP, "character 7");
    CHECK(actor->basechar == character);
    CHECK_OK(akgl_heap_init());
}

static void test_movement(void)
{
    static const struct {
        uint32_t state;
        float ax, ay, az;
    } cases[] = {
        { 0, 0.0f, 0.0f, 0.0f },
        { AKGL_ACTOR_STATE_MOVING_LEFT, -900.0f, 0.0f, 0.0f },
        { AKGL_ACTOR_STATE_MOVING_RIGHT, 900.0f, 0.0f, 0.0f },
        { AKGL_ACTOR_STATE_MOVING_UP, 0.0f, -800.0f, 0.0f },
        { AKGL_ACTOR_STATE_MOVING_DOWN, 0.0f, 800.0f, 0.0f },
        { AKGL_ACTOR_STATE_MOVING_IN, 0.0f, 0.0f, -700.0f },
        { AKGL_ACTOR_STATE_MOVING_OUT, 0.0f, 0.0f, 700.0f },
        { AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT | AKGL_ACTOR_STATE_MOVING_DOWN, 0.0f, 800.0f,
          0.0f },
        { MOVING, 0.0f, 0.0f, 0.0f },
        { AKGL_ACTOR_STATE_ALIVE | AKGL_ACTOR_STATE_FACE_LEFT, 0.0f, 0.0f, 0.0f },
    };
    akgl_Character *character = new_character();
    akgl_Actor *actor = new_actor("hero");

    CHECK_SAYS(akgl_actor_logic_movement(actor, 0.1f), AKERR_NULLPOINTER, "basechar");
    CHECK_OK(akgl_actor_set_character(actor, character));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        actor->state = cases[i].state;
        actor->ax = actor->ay = actor->az = actor->sx = actor->sy = actor->sz = 1.0f;
        CHECK_OK(akgl_actor_logic_movement(actor, i % 2 ? 0.1f : NAN));
        CHECK(actor->ax == cases[i].ax && actor->ay == cases[i].ay && actor->az == cases[i].az);
        CHECK(actor->sx == 220.0f && actor->sy == 210.0f && actor->sz == 200.0f);
        CHECK(actor->state == cases[i].state && actor->tx == 0.0f);
    }
    character->ax = INFINITY;
    actor->state = 0;
    CHECK_OK(akgl_actor_logic_movement(actor, 0.1f));
    CHECK(actor->ax == 0.0f);
    CHECK_STATUS(akgl_actor_logic_movement(NULL, 0.1f), AKERR_NULLPOINTER);
    CHECK_SAYS(akgl_actor_logic_movement(&AKGL_HEAP_ACTOR[3], 0.1f), AKERR_HEAP, "actor 3");

    /* An actor of the game's own, outside of every pool, needs no refcount. */
    akgl_Actor own;
    memset(&own, 0, sizeof own);
    own.basechar = character;
    own.state = AKGL_ACTOR_STATE_MOVING_UP;
    CHECK_OK(akgl_actor_logic_movement(&own, 0.1f));
    CHECK(own.ay == -800.0f);
    CHECK_OK(akgl_heap_init());
}

static void test_controls(void)
{
    akgl_Character *character = new_character();
    akgl_Actor *actor = new_actor("hero");
    SDL_Event event;

    memset(&event, 0, sizeof event);
    CHECK_OK(akgl_actor_set_character(actor, character));
    for (int i = 0; i < 4; i++) {
        akgl_Actor before;

        actor->state = AKGL_ACTOR_STATE_ALIVE | AKGL_ACTOR_STATE_FACE_DOWN | AKGL_ACTOR_STATE_MOVING_IN;
        actor->ax = 1.0f;
        actor->ay = 2.0f;
        actor->tx = 3.0f;
        actor->ty = 4.0f;
        actor->ex = 5.0f;
        actor->ey = 6.0f;
        actor->vx = 7.0f;
        actor->vy = 8.0f;
        before = *actor;
        CHECK_OK(directions[i].on(actor, i % 2 ? &event : NULL));
        before.state = AKGL_ACTOR_STATE_ALIVE | AKGL_ACTOR_STATE_MOVING_IN | directions[i].moving | directions[i].face;
        CHECK(memcmp(actor, &before, sizeof before) == 0);

        /* Its own bit, its own axis, nothing else. */
        actor->state |= MOVING;
        before = *actor;
        CHECK_OK(directions[i].off(actor, i % 2 ? &event : NULL));
        before.state &= ~directions[i].moving;
        if (directions[i].along_x) {
            before.ax = before.tx = 0.0f;
        } else {
            before.ay = before.ty = 0.0f;
        }
        CHECK(memcmp(actor, &before, sizeof before) == 0);

        /* With the movement logic in between, the sign is the direction's. */
        actor->state = 0;
        CHECK_OK(directions[i].on(actor, NULL));
        CHECK_OK(akgl_actor_logic_movement(actor, 0.1f));
        CHECK(actor->ax == (directions[i].along_x ? directions[i].sign * 900.0f : 0.0f));
        CHECK(actor->ay == (directions[i].along_x ? 0.0f : directions[i].sign * 800.0f));

        CHECK_STATUS(directions[i].on(NULL, &event), AKERR_NULLPOINTER);
        CHECK_STATUS(directions[i].off(NULL, &event), AKERR_NULLPOINTER);
        CHECK_STATUS(directions[i].on(&AKGL_HEAP_ACTOR[3], &event), AKERR_HEAP);
        CHECK_STATUS(directions[i].off(&AKGL_HEAP_ACTOR[3], &event), AKERR_HEAP);
    }
    CHECK_OK(akgl_heap_init());
}

static void test_face(void)
{
    static const struct {
        uint32_t moving, face;
    } cases[] = {
        { AKGL_ACTOR_STATE_MOVING_LEFT, AKGL_ACTOR_STATE_FACE_LEFT },
        { 0, AKGL_ACTOR_STATE_FACE_LEFT },
        { AKGL_ACTOR_STATE_MOVING_UP, AKGL_ACTOR_STATE_FACE_UP },
        { AKGL_ACTOR_STATE_MOVING_UP | AKGL_ACTOR_STATE_MOVING_RIGHT, AKGL_ACTOR_STATE_FACE_RIGHT },
        { AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT | AKGL_ACTOR_STATE_MOVING_DOWN,
          AKGL_ACTOR_STATE_FACE_DOWN },
        { AKGL_ACTOR_STATE_MOVING_IN, AKGL_ACTOR_STATE_FACE_DOWN },
    };
    akgl_Actor *actor = new_actor("hero");

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        actor->state = (actor->state & FACE) | cases[i].moving | AKGL_ACTOR_STATE_ALIVE;
        /* Through the default update, which calls it. */
        CHECK_OK(akgl_actor_update(actor));
        CHECK(actor->state == (cases[i].moving | cases[i].face | AKGL_ACTOR_STATE_ALIVE));
    }
    CHECK_STATUS(akgl_actor_automatic_face(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_automatic_face(&AKGL_HEAP_ACTOR[3]), AKERR_HEAP);
    CHECK_OK(akgl_heap_init());
}

static int frames;

static akerr_ErrorContext AKERR_NOIGNORE *count_frame(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, actor, AKERR_NULLPOINTER, "actor");
    frames++;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *fail_to_face(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    FAIL_RETURN(e, AKERR_BEHAVIOR, "%s will not turn", actor->name);
}

static akerr_ErrorContext AKERR_NOIGNORE *vanish(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_heap_release_actor(actor));
    SUCCEED_RETURN(e);
}

static void test_update(void)
{
    akgl_Actor *actor = new_actor("hero");

    actor->changeframefunc = count_frame;
    CHECK_OK(akgl_actor_update(actor));
    CHECK(frames == 1);
    actor->facefunc = fail_to_face;
    CHECK_SAYS(akgl_actor_update(actor), AKERR_BEHAVIOR, "hero will not turn");
    CHECK(frames == 1);
    actor->facefunc = NULL;
    CHECK_OK(akgl_actor_update(actor));
    CHECK(frames == 2);
    actor->changeframefunc = NULL;
    CHECK_OK(akgl_actor_update(actor));

    CHECK_OK(akgl_actor_render(actor));
    CHECK_OK(akgl_actor_logic_changeframe(actor));
    CHECK_STATUS(akgl_actor_update(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_render(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_actor_logic_changeframe(NULL), AKERR_NULLPOINTER);

    /* A hook that releases its own actor. */
    actor->facefunc = vanish;
    actor->changeframefunc = count_frame;
    CHECK_OK(akgl_actor_update(actor));
    CHECK(frames == 2 && actor->refcount == 0);
    CHECK_STATUS(akgl_actor_update(actor), AKERR_HEAP);
    CHECK_STATUS(akgl_actor_render(actor), AKERR_HEAP);
    CHECK_STATUS(akgl_actor_logic_changeframe(actor), AKERR_HEAP);
    CHECK_OK(akgl_heap_init());
}

static void test_children(void)
{
    akgl_Actor *a = new_actor("a"), *b = new_actor("b"), *c = new_actor("c");

    CHECK_OK(a->addchild(a, b));
    CHECK(b->parent == a);
    CHECK_OK(akgl_actor_add_child(a, b));
    CHECK_OK(akgl_actor_add_child(b, c));
    CHECK(c->parent == b);

    /* No actor carries itself, at once or through others. */
    CHECK_SAYS(akgl_actor_add_child(a, a), AKERR_RELATIONSHIP, "\"a\"");
    CHECK_SAYS(akgl_actor_add_child(c, a), AKERR_RELATIONSHIP, "\"a\"");
    CHECK_STATUS(akgl_actor_add_child(b, a), AKERR_RELATIONSHIP);
    CHECK(a->parent == NULL);
    /* Nor do two carry one. */
    CHECK_SAYS(akgl_actor_add_child(a, c), AKERR_RELATIONSHIP, "already");
    CHECK(c->parent == b);
    c->parent = NULL;
    CHECK_OK(akgl_actor_add_child(a, c));

    /* A ring that the game made by hand is no endless loop. */
    a->parent = b;
    akgl_Actor *d = new_actor("d");
    CHECK_SAYS(akgl_actor_add_child(a, d), AKERR_RELATIONSHIP, "ring");
    a->parent = a;
    CHECK_STATUS(akgl_actor_add_child(a, d), AKERR_RELATIONSHIP);

    CHECK_SAYS(akgl_actor_add_child(NULL, b), AKERR_NULLPOINTER, "actor");
    CHECK_SAYS(akgl_actor_add_child(a, NULL), AKERR_NULLPOINTER, "child");
    CHECK_STATUS(akgl_actor_add_child(&AKGL_HEAP_ACTOR[9], b), AKERR_HEAP);
    CHECK_STATUS(akgl_actor_add_child(a, &AKGL_HEAP_ACTOR[9]), AKERR_HEAP);
    CHECK_OK(akgl_heap_init());
}

int main(void)
{
    test_initialize();
    test_character();
    test_movement();
    test_controls();
    test_face();
    test_update();
    test_children();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
