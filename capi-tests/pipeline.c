/*
 * akgl/pipeline.h: the documented steps by value, over a map, over a grid, over a scene.
 */
#include <stdlib.h>
#include <string.h>

#include <akgl/pipeline.h>
#include <akgl/tilemap.h>

#include "check.h"

_Static_assert(offsetof(akgl_PipelineEntity, jumpforce) == 56, "eight doubles, x first");
_Static_assert(offsetof(akgl_PipelineEntity, tag) == 64, "then the tag");
_Static_assert(sizeof(akgl_PipelineEntity) == 80, "then three flags");

/* 16 px tiles: ten empty rows, then two rows of floor with its top at 160. */
enum { COLUMNS = 8, ROWS = 12 };
static uint32_t cells[COLUMNS * ROWS];

static void lay_floor(void)
{
    for (int at = 0; at < COLUMNS * ROWS; at++) {
        cells[at] = at >= 10 * COLUMNS ? 5 : 0;
    }
}

static akgl_PipelineEntity body(double x, double y)
{
    akgl_PipelineEntity e = akgl_pipeline_entity();

    e.x = x;
    e.y = y;
    e.width = 16;
    e.height = 16;
    e.gravity = true;
    return e;
}

static akgl_PipelineEntity frame(akgl_PipelineEntity e, bool pressed, const akgl_PipelineTiles *tiles)
{
    e = akgl_pipeline_apply_jump(e, pressed);
    e = akgl_pipeline_apply_acceleration(e);
    e = akgl_pipeline_apply_gravity(e);
    e = akgl_pipeline_apply_velocity_x(e);
    e = akgl_pipeline_resolve_tile_collisions_x(e, tiles);
    e = akgl_pipeline_apply_velocity_y(e);
    e = akgl_pipeline_resolve_tile_collisions_y(e, tiles);
    return akgl_pipeline_detect_ground(e, tiles);
}

static void test_defaults(void)
{
    akgl_PipelineEntity e = akgl_pipeline_entity();

    CHECK(e.jumpforce == AKGL_PIPELINE_JUMP_FORCE && e.jumpforce == 15);
    CHECK(AKGL_PIPELINE_GRAVITY == 1);
    CHECK(e.x == 0 && e.y == 0 && e.width == 0 && e.height == 0 && e.vx == 0 && e.vy == 0 && e.ay == 0);
    CHECK(!e.gravity && !e.onground && !e.solid && e.tag == 0);
}

/* 14 + 13 + ... + 1 = 105 px; the frames move by -14, -13, ..., so frame n has moved by n(n - 29)/2. */
static void test_jump(void)
{
    akgl_PipelineTiles tiles = akgl_pipeline_tiles_cells(cells, COLUMNS, ROWS, 16, 16);
    akgl_PipelineEntity e = body(32, 144);
    double apex = 0;

    e.onground = true;
    e.tag = 77;
    for (int n = 1; n <= 29; n++) {
        e = frame(e, n == 1, &tiles);
        CHECK(e.y == 144 + n * (n - 29) / 2);
        CHECK(e.onground == (n == 29));
        if (144 - e.y > apex) {
            apex = 144 - e.y;
        }
    }
    printf("default jump: %g px high, lands on frame 29\n", apex);
    CHECK(apex == 105);
    CHECK(e.tag == 77 && e.x == 32);
    e = frame(e, false, &tiles);
    CHECK(e.y == 144 && e.vy == 0);
}

static void test_steps_one_by_one(void)
{
    akgl_PipelineEntity e = body(0, 0), before;

    e.onground = true;
    e.jumpforce = 8;
    CHECK(akgl_pipeline_apply_jump(e, true).ay == -8);
    CHECK(akgl_pipeline_apply_jump(e, false).ay == 0);
    e.ay = -8;
    e.vy = 3;
    CHECK(akgl_pipeline_apply_acceleration(e).vy == -5);
    CHECK(akgl_pipeline_apply_acceleration(e).ay == 0);
    CHECK(akgl_pipeline_apply_gravity(e).vy == 4);
    CHECK(akgl_pipeline_apply_gravity_of(e, 0.25).vy == 3.25);
    e.vx = -2;
    CHECK(akgl_pipeline_apply_velocity_x(e).x == -2);
    CHECK(akgl_pipeline_apply_velocity_y(e).y == 3);
    before = e;
    e.gravity = false;
    CHECK(akgl_pipeline_apply_gravity(e).vy == 3);
    CHECK(akgl_pipeline_apply_acceleration(e).ay == -8);
    CHECK(before.x == 0 && before.y == 0 && before.vy == 3);
    e.vx = NAN;
    CHECK(akgl_pipeline_apply_velocity_x(e).x == 0);
    CHECK(akgl_pipeline_aabb_overlap(0, 0, 10, 10, 9, 9, 1, 1));
    CHECK(!akgl_pipeline_aabb_overlap(0, 0, 10, 10, 10, 0, 1, 1));
}

/* A 16 px body at 32 px a frame passes a 16 px floor, and does not when swept. */
static void test_swept(void)
{
    akgl_PipelineTiles tiles = akgl_pipeline_tiles_cells(cells, COLUMNS, 11, 16, 16);
    akgl_PipelineEntity e = body(32, 144), documented, swept;

    e.vy = 32;
    documented = akgl_pipeline_resolve_tile_collisions_y(akgl_pipeline_apply_velocity_y(e), &tiles);
    swept = akgl_pipeline_apply_velocity_y_swept(e, &tiles);
    CHECK(documented.y == 176 && documented.vy == 32);
    CHECK(swept.y == 144 && swept.vy == 0);
    e.vx = 1e9;
    e.y = 150;
    CHECK(akgl_pipeline_apply_velocity_x_swept(body(0, 150), &tiles).x == 0);
    e.x = -200;
    CHECK(akgl_pipeline_apply_velocity_x_swept(e, &tiles).x == -16);
}

/* Which tiles are solid: NULL, a table by tile id, flip bits, an edit between two calls. */
static void test_tiles(void)
{
    akgl_PipelineTiles tiles = akgl_pipeline_tiles_cells(cells, COLUMNS, ROWS, 16, 16);
    akgl_PipelineTiles none = akgl_pipeline_tiles_cells(NULL, COLUMNS, ROWS, 16, 16);
    akgl_PipelineTiles flat = akgl_pipeline_tiles_cells(cells, COLUMNS, ROWS, 16, 0);
    akgl_PipelineTiles no_map = akgl_pipeline_tiles_map(NULL);
    bool solid[6] = { false, false, false, false, false, true };
    akgl_PipelineEntity e = body(32, 150);

    e.vy = 6;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 144);
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, NULL).y == 150);
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &none).y == 150);
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &flat).y == 150);
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &no_map).y == 150);
    CHECK(akgl_pipeline_resolve_tile_collisions_x(e, NULL).x == 32);
    CHECK(akgl_pipeline_apply_velocity_y_swept(e, NULL).y == 156);
    CHECK(akgl_pipeline_apply_velocity_x_swept(e, NULL).x == 32);
    CHECK(!akgl_pipeline_detect_ground(e, NULL).onground);
    tiles.solid = solid;
    tiles.numsolid = 6;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 144);
    tiles.numsolid = 5;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    tiles.numsolid = 6;
    solid[5] = false;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    tiles.solid = NULL;
    cells[10 * COLUMNS + 2] = 0x80000005u;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 144);
    cells[10 * COLUMNS + 2] = 0x80000000u;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    lay_floor();
}

/* A map record: collidable layers, their offsets, the table, and nonsense in it. */
static void test_map(void)
{
    akgl_Tilemap *map = calloc(1, sizeof(akgl_Tilemap));
    akgl_PipelineTiles tiles = akgl_pipeline_tiles_map(map);
    bool solid[4] = { false, false, false, true };
    akgl_PipelineEntity e = body(32, 150);

    CHECK(map != NULL);
    if (map == NULL) {
        return;
    }
    e.vy = 6;
    map->width = COLUMNS;
    map->height = ROWS;
    map->tilewidth = 16;
    map->tileheight = 16;
    map->numlayers = 2;
    map->layers[1].data[10 * COLUMNS + 2] = 3;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    map->layers[1].collidable = true;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 144);
    map->layers[1].y = 2;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 146);
    map->layers[1].collidable = false;
    tiles.solid = solid;
    tiles.numsolid = 4;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 146);
    map->layers[1].kind = AKGL_TILEMAP_LAYER_OBJECTS;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    map->numlayers = -1;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    map->numlayers = 1000000;
    map->width = 1000000;
    map->height = -5;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(e, &tiles).y == 150);
    map->height = 1000000;
    CHECK(akgl_pipeline_resolve_tile_collisions_y(body(1e6, 1e6), &tiles).y == 1e6);
    free(map);
}

static akgl_PipelineEntity count_and_lift(akgl_PipelineEntity e, const akgl_PipelineTiles *tiles, void *count)
{
    CHECK(tiles != NULL);
    ++*(int *)count;
    e.y -= 1;
    return e;
}

static void test_scene(void)
{
    akgl_PipelineTiles tiles = akgl_pipeline_tiles_cells(cells, COLUMNS, ROWS, 16, 16);
    int count = 0;
    akgl_PipelineStep steps[] = {
        { .func = akgl_pipeline_apply_gravity },
        { .func = akgl_pipeline_apply_velocity_y },
        { .tilefunc = akgl_pipeline_resolve_tile_collisions_y },
        { .tilefunc = akgl_pipeline_detect_ground },
        { .userfunc = count_and_lift, .userdata = &count },
    };
    akgl_PipelineEntity boxes[3] = { body(0, 144), body(12, 144), body(60, 0) }, next[3];
    akgl_PipelineScene scene = { boxes, 3, &tiles };
    akgl_PipelineStep nothing;

    for (int at = 0; at < 3; at++) {
        boxes[at].solid = at < 2;
    }
    CHECK_OK(akgl_pipeline_scene_update_entities(scene, steps, 5, next));
    CHECK(count == 3);
    CHECK(boxes[0].y == 144 && boxes[0].vy == 0 && !boxes[0].onground);
    CHECK(next[0].y == 143 && next[0].vy == 0 && next[0].onground);
    CHECK(next[2].y == 0 && next[2].vy == 1 && !next[2].onground);
    CHECK_OK(akgl_pipeline_scene_resolve_collisions(scene, next));
    CHECK(boxes[0].x == 0 && next[0].x == -2 && next[0].vx == -1 && next[1].x == 14 && next[1].vx == 1);
    CHECK(next[2].x == 60);
    /* The scene's own array: the scene is updated. */
    CHECK_OK(akgl_pipeline_scene_resolve_collisions(scene, boxes));
    CHECK(boxes[0].x == -2 && boxes[1].x == 14);
    CHECK_OK(akgl_pipeline_scene_update_entities(scene, steps, 2, boxes));
    CHECK(boxes[2].y == 1);

    memset(&nothing, 0, sizeof nothing);
    CHECK_STATUS(akgl_pipeline_scene_update_entities(scene, NULL, 1, next), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_scene_update_entities(scene, &nothing, 1, next), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_scene_update_entities(scene, steps, 5, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_scene_resolve_collisions(scene, NULL), AKERR_NULLPOINTER);
    scene.entities = NULL;
    CHECK_STATUS(akgl_pipeline_scene_update_entities(scene, steps, 5, next), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_scene_resolve_collisions(scene, next), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_resolve_entity_collisions(NULL, 1, next), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_resolve_entity_collisions(boxes, 1, NULL), AKERR_NULLPOINTER);
    CHECK_OK(akgl_pipeline_resolve_entity_collisions(NULL, 0, NULL));
    scene.count = 0;
    CHECK_OK(akgl_pipeline_scene_update_entities(scene, NULL, 0, NULL));
    CHECK_OK(akgl_pipeline_scene_resolve_collisions(scene, NULL));
}

/* 10,000 entities through the C door: the order is kept and touching rows stay as they are. */
static void test_many(void)
{
    enum { MANY = 10000 };
    akgl_PipelineEntity *boxes = malloc(MANY * sizeof *boxes);
    int wrong = 0;

    CHECK(boxes != NULL);
    if (boxes == NULL) {
        return;
    }
    for (int at = 0; at < MANY; at++) {
        boxes[at] = body(at % 100 * 16, at / 100 * 16);
        boxes[at].solid = true;
        boxes[at].tag = (uint64_t)at;
    }
    boxes[MANY - 1].x -= 4;
    CHECK_OK(akgl_pipeline_resolve_entity_collisions(boxes, MANY, boxes));
    for (int at = 0; at < MANY; at++) {
        wrong += boxes[at].tag != (uint64_t)at;
        wrong += at < 9900 && (boxes[at].x != at % 100 * 16 || boxes[at].y != at / 100 * 16);
    }
    CHECK(wrong == 0);
    CHECK(boxes[MANY - 1].x == 1582 && boxes[MANY - 2].x == 1566);
    free(boxes);
}

int main(void)
{
    lay_floor();
    test_defaults();
    test_jump();
    test_steps_one_by_one();
    test_swept();
    test_tiles();
    test_map();
    test_scene();
    test_many();
    return check_result();
}
