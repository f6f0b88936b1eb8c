/*
 * Actors, crates, coins and geometry: masks and their asymmetry, sensors, what a contact tells, the
 * planar test.
 */
#include "stage.h"

#define LAYER_CRATE 0x100u

static akgl_CollisionContact told[64];
static akgl_Actor *told_to[64];
static int contacts;

static akerr_ErrorContext AKERR_NOIGNORE *record(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, contact, AKERR_NULLPOINTER, "contact");
    if (contacts < 64) {
        told_to[contacts] = actor;
        told[contacts++] = *contact;
    }
    PASS(e, akgl_actor_collide_block(actor, contact));
    SUCCEED_RETURN(e);
}

static void open_space(const char *partitioner)
{
    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, partitioner, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    contacts = 0;
}

static void by_default_actors_ignore_actors(void)
{
    akgl_Actor *a, *b;

    open_space(NULL);
    a = stage_box("a", 0.0f, 0.0f, 16.0f, 16.0f);
    b = stage_box("b", 8.0f, 0.0f, 16.0f, 16.0f);
    a->collidefunc = b->collidefunc = record;
    a->ex = 64.0f;
    b->ex = -64.0f;
    stage_steps(8);
    CHECK(contacts == 0 && a->x == 8.0f && b->x == 0.0f);
    stage_end();
}

/* The player is blocked by the crate; the crate ignores the player. */
static void a_crate_blocks_and_ignores(void)
{
    for (int crate_first = 0; crate_first < 2; crate_first++) {
        akgl_Actor *player = NULL, *crate;

        open_space(crate_first ? "bsp" : "grid");
        if (!crate_first) {
            player = stage_box("player", 0.0f, 0.0f, 16.0f, 16.0f);
        }
        crate = stage_box("crate", 18.0f, 0.0f, 16.0f, 16.0f);
        if (crate_first) {
            player = stage_box("player", 0.0f, 0.0f, 16.0f, 16.0f);
        }
        player->collidefunc = crate->collidefunc = record;
        crate->shape.layermask = LAYER_CRATE;
        crate->shape.collidemask = 0;
        player->shape.collidemask |= LAYER_CRATE;
        player->ex = 64.0f;
        stage_steps(8);
        CHECK(player->x == 2.0f && player->ex == 0.0f && crate->x == 18.0f);
        CHECK(contacts >= 1 && told_to[0] == player && told[0].other == crate);
        CHECK(same_bits(told[0].nx, -1.0f) && same_bits(told[0].ny, 0.0f));
        CHECK(told[0].tile == 0 && told[0].layer == -1 && told[0].cellx == -1 && told[0].celly == -1);
        CHECK(told[0].proxy != 0 && told[0].userdata == NULL && told[0].layermask == LAYER_CRATE);
        /* Pushed from outside, the crate goes through the player and is told nothing. */
        contacts = 0;
        crate->ex = -64.0f;
        player->shape.collidemask = AKGL_COLLISION_LAYER_STATIC;
        stage_steps(8);
        CHECK(crate->x == 10.0f && contacts == 0 && player->x == 2.0f);
        stage_end();
    }
}

/* Each of two that respond to one another is told on its own turn, its normal the way it must go. */
static void each_is_told_its_own_normal(void)
{
    akgl_Actor *a, *b;

    open_space(NULL);
    a = stage_box("a", 0.0f, 0.0f, 16.0f, 16.0f);
    b = stage_box("b", 17.0f, 0.0f, 16.0f, 16.0f);
    a->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
    b->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
    a->collidefunc = b->collidefunc = record;
    a->ex = 128.0f;
    b->ex = -128.0f;
    stage_steps(1);
    /* a goes 2 and is put back to 1; b goes 2 and is put back to 17. */
    CHECK(contacts == 2 && told_to[0] == a && told_to[1] == b);
    CHECK(told[0].nx == -1.0f && told[1].nx == 1.0f && told[0].other == b && told[1].other == a);
    CHECK(a->x == 1.0f && b->x == 17.0f && a->ex == 0.0f && b->ex == 0.0f);
    stage_end();
}

static void sensors_report_and_never_push(void)
{
    for (int mine = 0; mine < 2; mine++) {
        akgl_Actor *player, *coin;
        int first;

        open_space(NULL);
        player = stage_box("player", 0.0f, 0.0f, 16.0f, 16.0f);
        coin = stage_box("coin", 18.0f, 0.0f, 8.0f, 8.0f);
        player->shape.collidemask |= AKGL_COLLISION_LAYER_PICKUP;
        coin->shape.layermask = AKGL_COLLISION_LAYER_PICKUP;
        (mine ? player : coin)->shape.flags |= AKGL_COLLISION_FLAG_SENSOR;
        player->collidefunc = record;
        player->ex = 64.0f;
        stage_steps(2);
        CHECK(contacts == 0 && player->x == 2.0f);
        stage_steps(1);
        first = contacts;
        CHECK(first == 1 && told[0].sensor && told[0].other == coin);
        stage_steps(20);
        CHECK(player->x == 23.0f && player->ex == 64.0f && coin->x == 18.0f);
        /* Told in each step that it lasts: 3 to 23, all of it. */
        CHECK(contacts == 21);
        for (int i = 0; i < contacts && i < 64; i++) {
            CHECK(told[i].sensor && told[i].layermask == AKGL_COLLISION_LAYER_PICKUP);
        }
        stage_end();
    }
}

static int tag;

/* Geometry by proxy: its userdata, its layer, its shape; blocking on STATIC by its flag. */
static void geometry_by_proxy(void)
{
    SDL_FRect rect = { 0.0f, 0.0f, 40.0f, 10.0f };
    akgl_CollisionShape shape;
    akgl_CollisionProxy slab = 0;
    akgl_Actor *player;

    open_space(NULL);
    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    shape.flags |= AKGL_COLLISION_FLAG_STATIC;
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &shape, 10.5f, 40.25f, 0.0f, &tag, &slab));
    CHECK(slab != 0);
    player = stage_box("player", 20.0f, 20.0f, 16.0f, 16.0f);
    player->collidefunc = record;
    player->ey = 64.0f;
    stage_steps(10);
    CHECK(player->y == 24.25f && player->ey == 0.0f);
    CHECK(contacts == 1 && told[0].proxy == slab && told[0].userdata == &tag && told[0].other == NULL);
    CHECK(same_bits(told[0].nx, 0.0f) && same_bits(told[0].ny, -1.0f) && told[0].tile == 0 && told[0].layer == -1);
    CHECK((told[0].layermask & AKGL_COLLISION_LAYER_STATIC) != 0);
    /* Moved away, the floor is gone. */
    CHECK_OK(akgl_collision_proxy_move(&stage_world, slab, 1000.0f, 40.25f, 0.0f));
    player->ey = 64.0f;
    stage_steps(1);
    CHECK(player->y == 25.25f);
    stage_end();
}

/* TEST_PLANAR: z is no matter. Without it two must share depth too, and may part along z. */
static void planar_or_not(void)
{
    akgl_Actor *a, *b;

    open_space(NULL);
    a = stage_box("a", 0.0f, 0.0f, 16.0f, 16.0f);
    b = stage_box("b", 17.0f, 0.0f, 16.0f, 16.0f);
    a->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
    a->collidefunc = record;
    b->z = 1000.0f;
    a->ex = 128.0f;
    stage_steps(1);
    CHECK(contacts == 1 && a->x == 1.0f && told[0].nz == 0.0f);
    contacts = 0;
    stage_world.flags &= ~(uint32_t)AKGL_COLLISION_TEST_PLANAR;
    a->ex = 128.0f;
    stage_steps(1);
    CHECK(contacts == 0 && a->x == 3.0f);

    /* Automatic depth: sunk 2 px, parting in the plane is shorter than 16 along z. */
    a->x = 0.0f;
    b->z = 0.0f;
    a->ex = 128.0f;
    stage_steps(1);
    CHECK(contacts == 1 && told[0].nx == -1.0f && told[0].nz == 0.0f && a->x == 1.0f && a->z == 0.0f);

    /* A thin slab by hand, 1 px deep, come upon along z: the way out is z. */
    contacts = 0;
    a->shape.depth = b->shape.depth = 1.0f;
    a->x = 17.0f;
    a->z = -1.5f;
    a->ex = 0.0f;
    a->ez = 64.0f; /* to -0.5: half a pixel deep */
    stage_steps(1);
    CHECK(contacts == 1 && told[0].nz == -1.0f && told[0].nx == 0.0f && a->z == -1.0f && a->ez == 0.0f);
    stage_end();
}

/* STATIC by flag: never moved by a response of its own, wherever it stands. */
static void round_shapes_rest_too(void)
{
    static const char *const rows[] = { "........", "........", "########" };
    static const uint32_t kinds[] = { AKGL_COLLISION_SHAPE_CIRCLE, AKGL_COLLISION_SHAPE_CAPSULE_X,
                                      AKGL_COLLISION_SHAPE_CAPSULE_Y };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        SDL_FRect lying = { 0.0f, 0.0f, 16.0f, 8.0f }, standing = { 0.0f, 0.0f, 8.0f, 16.0f };
        akgl_Actor *actor;
        float32_t height = kinds[i] == AKGL_COLLISION_SHAPE_CAPSULE_Y ? 16.0f : 8.0f;

        stage_begin();
        stage_tiles(rows, 3);
        contacts = 0;
        actor = stage_actor("ball", 21.3f, 5.0f);
        actor->collidefunc = record;
        if (kinds[i] == AKGL_COLLISION_SHAPE_CIRCLE) {
            CHECK_OK(akgl_collision_shape_circle(&actor->shape, 4.0f, 4.0f, 4.0f, 0.0f));
        } else {
            CHECK_OK(akgl_collision_shape_capsule(&actor->shape, kinds[i],
                                                  kinds[i] == AKGL_COLLISION_SHAPE_CAPSULE_X ? &lying : &standing,
                                                  0.0f));
        }
        stage_physics.gravity_y = 1024.0f;
        stage_steps(60);
        CHECK(contacts >= 1 && same_bits(told[0].nx, 0.0f) && same_bits(told[0].ny, -1.0f));
        CHECK(actor->y == 32.0f - height && same_bits(actor->x, 21.3f));
        actor->ex = 64.0f;
        stage_steps(64);
        CHECK(same_bits(actor->ex, 64.0f) && actor->y == 32.0f - height);
        CHECK_NEAR(actor->x, 85.3, 1e-3);
        stage_end();
    }
}

int main(void)
{
    by_default_actors_ignore_actors();
    a_crate_blocks_and_ignores();
    each_is_told_its_own_normal();
    sensors_report_and_never_push();
    geometry_by_proxy();
    planar_or_not();
    round_shapes_rest_too();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
