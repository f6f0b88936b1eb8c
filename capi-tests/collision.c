/*
 * Chapter 15 as a game sees it: what an actor does on a map of solid tiles. Steps are 1/64 s and
 * speeds are multiples of 64 px/s, so that every place is exact and compared to the bit.
 */
#include "stage.h"

/* What the last step told, in order. */
static akgl_CollisionContact told[64];
static int contacts;

static akerr_ErrorContext AKERR_NOIGNORE *record(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, contact, AKERR_NULLPOINTER, "contact");
    if (contacts < 64) {
        told[contacts++] = *contact;
    }
    PASS(e, akgl_actor_collide_block(actor, contact));
    SUCCEED_RETURN(e);
}

/* The only contact of the step; {-99} where there was not exactly one. */
static akgl_CollisionContact only_contact(void)
{
    akgl_CollisionContact none;

    CHECK(contacts == 1);
    if (contacts == 1) {
        contacts = 0;
        return told[0];
    }
    contacts = 0;
    memset(&none, 0x9d, sizeof none);
    return none;
}

static void bind_takes_the_cell_size(void)
{
    static const char *const rows[] = { "....", "####" };

    stage_begin();
    stage_tiles(rows, 2);
    CHECK(stage_world.cellwidth == 16.0f && stage_world.cellheight == 16.0f && stage_world.tilemap == &stage_map);
    stage_map.tilewidth = 24;
    stage_map.tileheight = 8;
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    CHECK(stage_world.cellwidth == 24.0f && stage_world.cellheight == 8.0f);
    stage_map.tilewidth = 0;
    CHECK_STATUS(akgl_collision_bind_tilemap(&stage_world, &stage_map), AKERR_VALUE);
    CHECK(stage_world.cellwidth == 24.0f && stage_world.tilemap == &stage_map);
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, NULL));
    CHECK(stage_world.tilemap == NULL);
    stage_end();
}

static void lands_and_rests(void)
{
    static const char *const rows[] = { "....", "....", "....", "####" };
    akgl_CollisionContact hit;
    akgl_Actor *actor;

    stage_begin();
    stage_tiles(rows, 4);
    stage_physics.gravity_y = 1024.0f;
    actor = stage_box("hero", 13.3f, 3.7f, 16.0f, 16.0f);
    actor->collidefunc = record;
    for (int i = 0; i < 64 && contacts == 0; i++) {
        stage_steps(1);
    }
    /* Between columns 0 and 1, the larger share with column 1 (3 px on 0, 13 on 1). */
    hit = told[0];
    CHECK(contacts == 1);
    CHECK(same_bits(hit.nx, 0.0f) && same_bits(hit.ny, -1.0f) && same_bits(hit.nz, 0.0f));
    CHECK(hit.tile == '#' && hit.layer == 0 && hit.cellx == 1 && hit.celly == 3);
    CHECK(hit.other == NULL && hit.proxy == 0 && hit.userdata == NULL && !hit.sensor);
    CHECK(hit.layermask == AKGL_COLLISION_LAYER_STATIC && hit.depth > 0.0f && hit.depth <= 8.0f);
    CHECK(actor->y == 32.0f && actor->ey == 0.0f && same_bits(actor->x, 13.3f));
    CHECK(same_bits(hit.x, 13.3f) && hit.y == 32.0f);
    actor->collidefunc = akgl_actor_collide_block;
    CHECK_OK(akgl_heap_set_actors(actor, 1)); /* the others are free: one slot to walk */
    for (int i = 0; i < 100000; i++) {
        akerr_ErrorContext *error = akgl_physics_step(&stage_physics, NULL, STEP);
        if (error != NULL || !same_bits(actor->x, 13.3f) || !same_bits(actor->y, 32.0f)) {
            CHECK_OK(error);
            CHECK(!"a resting actor stays where it is");
            break;
        }
    }
    stage_end();
}

/* One wall each way, hit at 2 px a step from 1 px away, sliding along it at 64 px/s. */
static void walls_and_sliding(void)
{
    static const char *const room[] = { "#####", "#...#", "#...#", "#...#", "#####" };
    static const struct {
        float32_t x, y, ex, ey, nx, ny, end_x, end_y;
        int column, row;
    } cases[] = {
        { 17.0f, 33.0f, -128.0f, 64.0f, 1.0f, 0.0f, 16.0f, 34.0f, 0, 2 },  /* left wall */
        { 47.0f, 33.0f, 128.0f, 64.0f, -1.0f, 0.0f, 48.0f, 34.0f, 4, 2 },  /* right wall */
        { 33.0f, 17.0f, 64.0f, -128.0f, 0.0f, 1.0f, 34.0f, 16.0f, 2, 0 },  /* ceiling */
        { 33.0f, 47.0f, 64.0f, 128.0f, 0.0f, -1.0f, 34.0f, 48.0f, 2, 4 },  /* floor */
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int by_thrust = 0; by_thrust < 2; by_thrust++) {
            akgl_CollisionContact hit;
            akgl_Actor *actor;
            float32_t *x, *y;

            stage_begin();
            stage_tiles(room, 5);
            stage_character->sx = stage_character->sy = 1000.0f;
            actor = stage_box("hero", cases[i].x, cases[i].y, 16.0f, 14.0f);
            actor->sx = actor->sy = 1000.0f;
            actor->shape.h = 16.0f;
            actor->collidefunc = record;
            contacts = 0;
            x = by_thrust ? &actor->tx : &actor->ex;
            y = by_thrust ? &actor->ty : &actor->ey;
            *x = cases[i].ex;
            *y = cases[i].ey;
            stage_steps(1);
            hit = told[0];
            CHECK(contacts >= 1);
            CHECK(same_bits(hit.nx, cases[i].nx) && same_bits(hit.ny, cases[i].ny));
            CHECK(hit.cellx == cases[i].column && (hit.celly == cases[i].row || hit.celly == cases[i].row + 1 ||
                                                   hit.cellx == 4 || hit.cellx == 0));
            CHECK(hit.depth == 1.0f);
            CHECK(actor->x == cases[i].end_x && actor->y == cases[i].end_y);
            /* The part into the surface is gone, the part along it is whole. */
            CHECK(*x == (cases[i].nx != 0.0f ? 0.0f : cases[i].ex));
            CHECK(*y == (cases[i].ny != 0.0f ? 0.0f : cases[i].ey));
            stage_end();
        }
    }
}

static void a_concave_corner_stops_both(void)
{
    static const char *const room[] = { "....", "...#", "...#", "####" };
    akgl_Actor *actor;

    stage_begin();
    stage_tiles(room, 4);
    actor = stage_box("hero", 31.0f, 31.0f, 16.0f, 16.0f);
    actor->ex = actor->ey = 128.0f;
    stage_steps(1);
    CHECK(actor->x == 32.0f && actor->y == 32.0f && actor->ex == 0.0f && actor->ey == 0.0f);
    stage_end();
}

/* Straight along a diagonal into the corner of a single tile: never inside it afterwards. */
static void a_convex_corner_is_not_entered(void)
{
    static const char *const room[] = { "......", "......", "..#...", "......" };

    for (int dx = -3; dx <= 3; dx++) {
        for (int dy = -3; dy <= 3; dy++) {
            akgl_Actor *actor;

            stage_begin();
            stage_tiles(room, 4);
            actor = stage_box("hero", 32.0f - 16.0f + (float32_t)dx * 0.5f - 2.0f, 32.0f - 16.0f + (float32_t)dy * 0.5f - 2.0f,
                              16.0f, 16.0f);
            actor->ex = actor->ey = 64.0f;
            for (int i = 0; i < 8; i++) {
                stage_steps(1);
                CHECK(actor->x + 16.0f <= 32.0f || actor->y + 16.0f <= 32.0f || actor->x >= 48.0f || actor->y >= 48.0f);
            }
            CHECK(actor->ex == 64.0f || actor->ey == 64.0f); /* it slides along one of the two sides */
            stage_end();
        }
    }
}

static void leaves_a_separating_contact_alone(void)
{
    akgl_CollisionContact contact;
    static akgl_Actor actor, before; /* static, so that padding has a value to compare */

    memset(&contact, 0, sizeof contact);
    contact.ny = -1.0f;
    contact.depth = 3.0f;
    contact.y = 32.0f;
    contact.x = 5.0f;
    contact.layer = contact.cellx = contact.celly = -1;
    CHECK_OK(akgl_actor_initialize(&actor, "jumper"));
    actor.x = 5.0f;
    actor.y = 35.0f;
    actor.vx = 11.0f;
    actor.vy = 12.0f;
    actor.ey = -100.0f;
    actor.ty = 20.0f;
    before = actor;
    CHECK_OK(akgl_actor_collide_block(&actor, &contact));
    CHECK(memcmp(&actor, &before, sizeof actor) == 0);

    /* On its way in: e and t lose what goes into the surface, each; v is not written. */
    actor.ey = 100.0f;
    actor.ex = 7.0f;
    actor.tx = 8.0f;
    CHECK_OK(akgl_actor_collide_block(&actor, &contact));
    CHECK(actor.y == 32.0f && actor.x == 5.0f && actor.ey == 0.0f && actor.ty == 0.0f);
    CHECK(actor.ex == 7.0f && actor.tx == 8.0f && actor.vx == 11.0f && actor.vy == 12.0f);
    /* Pressed in by t against e: t keeps what balances e, so that the two hold the actor at the surface. */
    actor.y = 35.0f;
    actor.ey = -10.0f;
    actor.ty = 30.0f;
    CHECK_OK(akgl_actor_collide_block(&actor, &contact));
    CHECK(actor.y == 32.0f && actor.ey == -10.0f && actor.ty == 10.0f);
    /* A sensor changes nothing. */
    actor.y = 35.0f;
    actor.ey = 100.0f;
    contact.sensor = true;
    before = actor;
    CHECK_OK(akgl_actor_collide_block(&actor, &contact));
    CHECK(memcmp(&actor, &before, sizeof actor) == 0);

    /* Aslant, 3-4-5: only the part along the normal goes. */
    contact.sensor = false;
    contact.nx = 0.6f;
    contact.ny = -0.8f;
    contact.x = 6.0f;
    contact.y = 33.0f;
    actor.ex = 0.0f;
    actor.ey = 50.0f;
    actor.tx = actor.ty = 0.0f;
    CHECK_OK(akgl_actor_collide_block(&actor, &contact));
    /* 50 down, into (0.6, -0.8) by 40: what is left is (24, 18). */
    CHECK_NEAR(actor.ex, 24.0, 1e-4);
    CHECK_NEAR(actor.ey, 18.0, 1e-4);
    CHECK(actor.x == 6.0f && actor.y == 33.0f);
}

static void tiles_in_detail(void)
{
    static const char *const rows[] = { "........", "........", "#######." };
    akgl_CollisionContact hit;
    akgl_Actor *actor;
    int *data = stage_map.layers[0].data;

    stage_begin();
    stage_tiles(rows, 3);
    /* Flip bits are no part of the id, and a cell of flip bits alone is empty. */
    data[2 * 8 + 1] = (int)0xe0000007u;
    data[2 * 8 + 3] = (int)0xe0000000u;
    actor = stage_box("hero", 17.0f, 17.0f, 14.0f, 14.0f);
    actor->collidefunc = record;
    actor->ey = 128.0f;
    contacts = 0;
    stage_steps(1);
    hit = only_contact();
    CHECK(hit.tile == 7 && hit.cellx == 1 && hit.celly == 2);
    actor->x = 49.0f;
    actor->y = 17.0f;
    actor->ey = 128.0f;
    stage_steps(1);
    CHECK(contacts == 0 && actor->y == 19.0f);

    /* Edited at run time: the next step sees it. */
    actor->y = 17.0f;
    data[2 * 8 + 3] = 9;
    stage_steps(1);
    hit = only_contact();
    CHECK(hit.tile == 9 && hit.cellx == 3 && actor->y == 18.0f);
    data[2 * 8 + 3] = 0;
    actor->ey = 64.0f;
    stage_steps(1);
    CHECK(actor->y == 19.0f && contacts == 0);
    /* A layer that is not collidable, or of objects, is air; one that becomes so is not. */
    data[2 * 8 + 3] = 9;
    actor->y = 17.0f;
    stage_map.layers[0].collidable = false;
    stage_steps(2);
    CHECK(actor->y == 19.0f && contacts == 0);
    actor->y = 17.0f;
    stage_map.layers[0].collidable = true;
    stage_map.layers[0].kind = AKGL_TILEMAP_LAYER_OBJECTS;
    stage_steps(2);
    CHECK(actor->y == 19.0f && contacts == 0);
    stage_end();
}

/* A layer with an offset, to where coordinates are negative; a layer that is not the first. */
static void offsets_and_negative_coordinates(void)
{
    static const char *const rows[] = { "..", "##" };
    akgl_CollisionContact hit;
    akgl_Actor *actor;
    bool solid;

    stage_begin();
    stage_tiles(rows, 2);
    stage_map.layers[2] = stage_map.layers[0];
    stage_map.layers[0].collidable = false;
    stage_map.numlayers = 3;
    stage_map.layers[2].x = -1003.5f;
    stage_map.layers[2].y = -500.25f;
    actor = stage_box("hero", -1000.0f, -502.0f, 16.0f, 16.0f);
    actor->collidefunc = record;
    actor->ey = 128.0f;
    contacts = 0;
    stage_steps(3);
    /* The floor's top is at -500.25 + 16; the actor's bottom stays there. */
    CHECK(actor->y == -500.25f);
    hit = told[0];
    CHECK(hit.layer == 2 && hit.cellx == 0 && hit.celly == 1);
    CHECK_OK(akgl_collision_solid_at(&stage_world, -1003.5f, -484.25f, 1, &solid));
    CHECK(solid);
    CHECK_OK(akgl_collision_solid_at(&stage_world, -1003.75f, -484.25f, 1, &solid));
    CHECK(!solid);
    CHECK_OK(akgl_collision_solid_at(&stage_world, -1003.5f, -484.5f, 1, &solid));
    CHECK(!solid);
    stage_end();

    /* A layer's own width and height are for information: rows are as long as the map's. */
    static const char *const stairs[] = { "....", "...#", "..##", ".###" };
    stage_begin();
    stage_tiles(stairs, 4);
    stage_map.layers[0].width = 3;
    stage_map.layers[0].height = 2;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
            CHECK_OK(akgl_collision_solid_at(&stage_world, (float32_t)column * 16.0f + 8.0f,
                                             (float32_t)row * 16.0f + 8.0f, 1, &solid));
            CHECK(solid == (stairs[row][column] == '#'));
        }
    }
    stage_end();
}

static void an_exact_gap_is_passed(void)
{
    static const char *const shaft[] = { "#.#", "#.#", "#.#", "#.#", "#.#", "#.#" };
    static const char *const tunnel[] = { "######", "......", "......", "######" };
    akgl_Actor *actor;

    stage_begin();
    stage_tiles(shaft, 6);
    actor = stage_box("hero", 16.0f, -16.0f, 16.0f, 16.0f);
    actor->ey = 64.0f;
    stage_steps(96);
    CHECK(actor->y == 80.0f && actor->x == 16.0f && actor->ey == 64.0f);
    stage_end();
    stage_begin();
    stage_tiles(tunnel, 4);
    actor = stage_box("hero", -32.0f, 16.0f, 32.0f, 32.0f);
    actor->ex = 64.0f;
    stage_physics.gravity_y = 1024.0f; /* pressed on the floor all the way */
    actor->x = 0.0f;
    stage_steps(64);
    CHECK(actor->x == 64.0f && actor->y == 16.0f && actor->ex == 64.0f);
    stage_end();
}

static void spawned_in_a_wall(void)
{
    static const char *const rows[] = { "......", "......", "######", "######", "######", "######", "######" };
    akgl_Actor *actor;
    SDL_FPoint free_place;

    stage_begin();
    stage_tiles(rows, 7);
    actor = stage_box("hero", 33.0f, 67.0f, 14.0f, 14.0f);
    stage_physics.gravity_y = 1024.0f;
    actor->ex = 64.0f;
    stage_steps(30);
    CHECK(actor->x == 33.0f && actor->y == 67.0f); /* stuck, not thrown out */
    CHECK_OK(akgl_collision_settle(&stage_world, &actor->shape, actor->x, actor->y, &free_place));
    CHECK(free_place.x == 33.0f && free_place.y == 18.0f); /* its bottom on the surface at 32 */
    CHECK(actor->y == 67.0f);
    actor->x = free_place.x;
    actor->y = free_place.y;
    actor->ex = 64.0f;
    actor->ey = 0.0f;
    stage_steps(16);
    CHECK(actor->x == 49.0f && actor->y == 18.0f);
    stage_end();
}

int main(void)
{
    bind_takes_the_cell_size();
    lands_and_rests();
    walls_and_sliding();
    a_concave_corner_stops_both();
    a_convex_corner_is_not_entered();
    leaves_a_separating_contact_alone();
    tiles_in_detail();
    offsets_and_negative_coordinates();
    an_exact_gap_is_passed();
    spawned_in_a_wall();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
