/*
 * Nothing goes on for ever: what one step, one frame and one question do at most, whatever the game's hooks
 * do and whatever its numbers are. And what a map has room for.
 */
#include <akgl/feel.h>

#include "stage.h"

static int moves, logics, contacts;

static akerr_ErrorContext AKERR_NOIGNORE *count_move(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    moves++;
    PASS(e, akgl_physics_arcade_move(self, actor, dt));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *count_logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    logics++;
    PASS(e, akgl_actor_logic_movement(actor, dt));
    SUCCEED_RETURN(e);
}

/* Answers a contact by nothing: it stays. */
static akerr_ErrorContext AKERR_NOIGNORE *count_contact(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, actor, AKERR_NULLPOINTER, "actor");
    FAIL_ZERO_RETURN(e, contact, AKERR_NULLPOINTER, "contact");
    contacts++;
    SUCCEED_RETURN(e);
}

/* Answers a contact by going deeper into it. */
static akerr_ErrorContext AKERR_NOIGNORE *press_on(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, contact, AKERR_NULLPOINTER, "contact");
    contacts++;
    actor->x -= contact->nx;
    actor->y -= contact->ny;
    SUCCEED_RETURN(e);
}

/* A hero of 100 x 100 px over `count` boxes of 4 x 4. */
static akgl_Actor *hero_over_boxes(int count, uint32_t flags)
{
    SDL_FRect rect = { 0.0f, 0.0f, 4.0f, 4.0f };
    akgl_CollisionShape shape;
    akgl_CollisionProxy proxy;
    akgl_Actor *hero;

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    stage_physics.move = count_move;
    hero = stage_box("hero", 0.0f, 0.0f, 100.0f, 100.0f);
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    shape.flags = flags;
    for (int i = 0; i < count; i++) {
        CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 5.0f * (float32_t)(i % 20), 5.0f * (float32_t)(i / 20),
                                          0.0f, NULL, &proxy));
    }
    moves = logics = contacts = 0;
    return hero;
}

static void at_most_64_contacts_a_substep(void)
{
    static const akgl_ActorCollideFunc responses[] = { count_contact, press_on };

    for (int i = 0; i < 2; i++) {
        akgl_Actor *hero = hero_over_boxes(100, AKGL_COLLISION_FLAG_STATIC);

        hero->collidefunc = responses[i];
        /* Eight sub-steps of 101 px: the first leads over all the boxes at once. */
        hero->x = -101.0f;
        hero->ex = 8.0f * 101.0f / STEP;
        stage_steps(1);
        CHECK(moves == 8 && (i == 0 ? contacts == 64 : contacts > 0 && contacts <= 8 * 64));
        stage_end();
    }
}

static void at_most_256_sensors_a_step(void)
{
    akgl_Actor *hero = hero_over_boxes(300, AKGL_COLLISION_FLAG_STATIC | AKGL_COLLISION_FLAG_SENSOR);

    hero->collidefunc = count_contact;
    stage_steps(1);
    CHECK(contacts == 256);
    stage_steps(1);
    CHECK(contacts == 512);
    stage_end();
}

static void at_most_64_pieces_of_time(void)
{
    akgl_Actor *hero;

    stage_begin();
    hero = stage_actor("hero", 0.0f, 0.0f);
    hero->movementlogicfunc = count_logic;
    logics = 0;
    CHECK_OK(akgl_feel_set(&stage_physics.feel, "time_scale", 1e30f));
    stage_steps(1);
    CHECK(logics == 64);
    CHECK_OK(akgl_feel_set(&hero->feel, "time_scale", 1e30f));
    logics = 0;
    stage_steps(1);
    CHECK(logics == 64 * 64);
    stage_end();
}

static void at_most_five_steps_a_frame(void)
{
    akgl_Actor *hero;

    stage_begin();
    hero = stage_actor("hero", 0.0f, 0.0f);
    hero->movementlogicfunc = count_logic;
    logics = 0;
    CHECK_OK(akgl_physics_advance(&stage_physics, NULL, 3600.0f));
    CHECK(logics == AKGL_PHYSICS_DEFAULT_CATCH_UP);
    stage_physics.fixed_step = 1e-30f;
    logics = 0;
    CHECK_OK(akgl_physics_advance(&stage_physics, NULL, 3e38f));
    CHECK(logics == AKGL_PHYSICS_DEFAULT_CATCH_UP);
    stage_end();
}

/* Each actor that is stepped spawns one more, which is stepped too: the pool ends it. */
static akerr_ErrorContext AKERR_NOIGNORE *multiply(akgl_Actor *actor, float32_t dt)
{
    akgl_Actor *next = NULL;
    PREPARE_ERROR(e);

    (void)dt;
    logics++;
    PASS(e, akgl_heap_next_actor(&next));
    PASS(e, akgl_actor_initialize(next, "one more"));
    PASS(e, akgl_actor_set_character(next, stage_character));
    next->movementlogicfunc = actor->movementlogicfunc;
    SUCCEED_RETURN(e);
}

/* Takes its own place anew, again and again: once a step. */
static akerr_ErrorContext AKERR_NOIGNORE *phoenix(akgl_Actor *actor, float32_t dt)
{
    akgl_ActorMovementFunc own = actor->movementlogicfunc;
    akgl_Actor *next = NULL;
    PREPARE_ERROR(e);

    (void)dt;
    logics++;
    PASS(e, akgl_heap_release_actor(actor));
    PASS(e, akgl_heap_next_actor(&next));
    PASS(e, akgl_actor_initialize(next, "phoenix"));
    PASS(e, akgl_actor_set_character(next, stage_character));
    next->movementlogicfunc = own;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *step_again(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    logics++;
    PASS(e, akgl_actor_logic_movement(actor, dt));
    PASS(e, akgl_physics_step(&stage_physics, NULL, dt));
    SUCCEED_RETURN(e);
}

/* A hook that always takes a step: 16 within one another and no stack that overflows. Afterwards all is well. */
static void at_most_16_steps_within_one_another(void)
{
    akgl_Actor *hero;

    stage_begin();
    hero = stage_actor("hero", 0.0f, 0.0f);
    hero->movementlogicfunc = step_again;
    for (int round = 0; round < 2; round++) {
        logics = 0;
        CHECK_STATUS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_OUTOFBOUNDS);
        CHECK(logics == 16);
    }
    hero->movementlogicfunc = count_logic;
    logics = 0;
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
    CHECK(logics == 1);
    stage_end();
}

static void spawning_ends_with_the_pool(void)
{
    stage_begin();
    stage_actor("first", 0.0f, 0.0f)->movementlogicfunc = multiply;
    logics = 0;
    CHECK_STATUS(akgl_physics_step(&stage_physics, NULL, STEP), AKERR_HEAP);
    CHECK(logics == AKGL_MAX_HEAP_ACTOR);
    stage_end();

    stage_begin();
    stage_actor("phoenix", 0.0f, 0.0f)->movementlogicfunc = phoenix;
    logics = 0;
    stage_steps(3);
    CHECK(logics == 3);
    stage_end();
}

static void a_ring_of_parents(void)
{
    akgl_Actor *a, *b;

    stage_begin();
    a = stage_actor("a", 1.0f, 0.0f);
    b = stage_actor("b", 2.0f, 0.0f);
    a->parent = b;
    b->parent = a;
    stage_steps(1);
    CHECK(a->x == 2.0f && b->x == 2.0f); /* each once, in pool order */
    stage_end();
}

/*
 * A map file with as many of each as is asked for: tilesets, layers, objects, points of one polygon, properties of
 * the map, bytes of text of one property.
 */
static const char *map_with(int tilesets, int layers, int objects, int points, int properties, int bytes)
{
    static char text[1 << 20];
    char *at = text;

    at += sprintf(at, "{\"orientation\":\"orthogonal\",\"width\":1,\"height\":1,\"tilewidth\":16,\"tileheight\":16,"
                      "\"tilesets\":[");
    for (int i = 0; i < tilesets; i++) {
        at += sprintf(at, "%s{\"firstgid\":%d,\"tilewidth\":16,\"tileheight\":16,\"tilecount\":1}", i ? "," : "", i + 1);
    }
    at += sprintf(at, "],\"properties\":[{\"name\":\"p\",\"value\":\"");
    /* The text begins with an empty one; "p" and what follows end with a NUL each. */
    memset(at, 'x', (size_t)bytes);
    at += sprintf(at + bytes, "\"}") + bytes;
    for (int i = 1; i < properties; i++) {
        at += sprintf(at, ",{\"name\":\"p\",\"value\":\"\"}");
    }
    at += sprintf(at, "],\"layers\":[{\"type\":\"objectgroup\",\"objects\":[{\"x\":0,\"y\":0,\"polygon\":[");
    for (int i = 0; i < points; i++) {
        at += sprintf(at, "%s{\"x\":%d,\"y\":0}", i ? "," : "", i);
    }
    at += sprintf(at, "]}");
    for (int i = 1; i < objects; i++) {
        at += sprintf(at, ",{\"x\":0,\"y\":0}");
    }
    at += sprintf(at, "]}");
    for (int i = 1; i < layers; i++) {
        at += sprintf(at, ",{\"type\":\"imagelayer\"}");
    }
    strcpy(at, "]}");
    return text;
}

/* Each of the record's arrays may be full to the last place; with one more, the record is as it was. */
static void what_a_map_has_room_for(const char *program)
{
    static const int most[6] = { AKGL_TILEMAP_MAX_TILESETS, AKGL_TILEMAP_MAX_LAYERS,     AKGL_TILEMAP_MAX_OBJECTS,
                                 AKGL_TILEMAP_MAX_POINTS,   AKGL_TILEMAP_MAX_PROPERTIES, AKGL_TILEMAP_MAX_TEXT - 4 };
    static const char *const names[6] = { "tilesets", "layers", "objects", "points", "properties", "bytes" };

    for (int i = 0; i < 6; i++) {
        int n[6] = { 1, 1, 1, 3, 1, 1 };

        n[i] = most[i];
        CHECK_OK(akgl_tilemap_load(file_with(program, map_with(n[0], n[1], n[2], n[3], n[4], n[5])), &stage_map));
        CHECK(stage_map.numtilesets == n[0] && stage_map.numlayers == n[1] && stage_map.numobjects == n[2]);
        CHECK(stage_map.numpoints == n[3] && stage_map.numproperties == n[4]);
        n[i]++;
        CHECK_SAYS(akgl_tilemap_load(file_with(program, map_with(n[0], n[1], n[2], n[3], n[4], n[5])), &stage_map),
                   AKERR_OUTOFBOUNDS, names[i]);
        n[i]--;
        CHECK(stage_map.numtilesets == n[0] && stage_map.numlayers == n[1] && stage_map.numobjects == n[2]);
        CHECK(stage_map.numpoints == n[3] && stage_map.numproperties == n[4] && contexts_in_use() == 0);
    }
}

int main(int argc, char **argv)
{
    CHECK(argc > 0);
    at_most_64_contacts_a_substep();
    at_most_256_sensors_a_step();
    at_most_64_pieces_of_time();
    at_most_five_steps_a_frame();
    at_most_16_steps_within_one_another();
    spawning_ends_with_the_pool();
    a_ring_of_parents();
    what_a_map_has_room_for(argv[0]);
    return check_result();
}
