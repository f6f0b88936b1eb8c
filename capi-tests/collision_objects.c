/*
 * The objects of a map's collidable object layers become geometry when the map is bound: rectangles,
 * points, capsules and round ellipses; whatever no shape can be is refused by its name.
 */
#include "stage.h"

static const char *program;

/* A map of 4 x 4 empty tiles and one object layer with this offset and these objects. */
static const char *map_file(const char *collidable, const char *offset, const char *objects)
{
    static char text[4096];

    snprintf(text, sizeof text,
             "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":16,"
             "\"tileheight\":16,\"tilesets\":[],\"layers\":["
             "{\"type\":\"tilelayer\",\"data\":[0,0,0,0]},"
             "{\"type\":\"objectgroup\",\"name\":\"Walls\"%s,\"objects\":[%s],\"properties\":"
             "[{\"name\":\"collidable\",\"type\":\"bool\",\"value\":%s}]}]}",
             offset, objects, collidable);
    return file_with(program, text);
}

static bool blocked(float32_t x, float32_t y, float32_t w, float32_t h)
{
    SDL_FRect rect = { x, y, w, h };
    bool answer = false;

    CHECK_OK(akgl_collision_box_blocked(&stage_world, &rect, AKGL_COLLISION_LAYER_STATIC, &answer));
    return answer;
}

/* Exactly this rectangle is solid: just inside of each edge it is, just outside it is not. */
static void solid_exactly(float32_t x, float32_t y, float32_t w, float32_t h)
{
    const float32_t d = 0.0625f; /* exact, as its sums with the places here are */

    CHECK(blocked(x + w / 2.0f, y, 0.015625f, d) && !blocked(x + w / 2.0f, y - d, 0.015625f, d));
    CHECK(blocked(x + w / 2.0f, y + h - d, 0.015625f, d) && !blocked(x + w / 2.0f, y + h, 0.015625f, d));
    CHECK(blocked(x, y + h / 2.0f, d, 0.015625f) && !blocked(x - d, y + h / 2.0f, d, 0.015625f));
    CHECK(blocked(x + w - d, y + h / 2.0f, d, 0.015625f) && !blocked(x + w, y + h / 2.0f, d, 0.015625f));
}

static const char *const OBJECTS =
    "{\"id\":1,\"name\":\"platform\",\"x\":100,\"y\":200,\"width\":50,\"height\":10},"
    "{\"id\":2,\"name\":\"peg\",\"x\":300,\"y\":200,\"point\":true},"
    "{\"id\":3,\"name\":\"drum\",\"x\":400,\"y\":200,\"width\":20,\"height\":20,\"ellipse\":true},"
    "{\"id\":4,\"name\":\"log\",\"x\":500,\"y\":200,\"width\":40,\"height\":16,\"capsule\":true}";

static void objects_are_solid(void)
{
    static const char *const offsets[] = { "", ",\"offsetx\":1000,\"offsety\":-500" };

    for (int i = 0; i < 2; i++) {
        float32_t dx = i == 0 ? 0.0f : 1000.0f, dy = i == 0 ? 0.0f : -500.0f;

        stage_begin();
        CHECK_OK(akgl_collision_world_init(&stage_world, i == 0 ? "grid" : "bsp", 32.0f, 32.0f));
        CHECK_OK(akgl_tilemap_load(map_file("true", offsets[i], OBJECTS), &stage_map));
        CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
        solid_exactly(100.0f + dx, 200.0f + dy, 50.0f, 10.0f);
        solid_exactly(299.5f + dx, 199.5f + dy, 1.0f, 1.0f);
        solid_exactly(400.0f + dx, 200.0f + dy, 20.0f, 20.0f);
        /* The drum is round: the corner of its box is air. */
        CHECK(!blocked(400.0f + dx, 200.0f + dy, 2.5f, 2.5f) && blocked(400.0f + dx, 200.0f + dy, 3.5f, 3.5f));
        solid_exactly(500.0f + dx, 200.0f + dy, 40.0f, 16.0f);
        /* The log lies: round at its ends only. */
        CHECK(!blocked(500.0f + dx, 200.0f + dy, 2.0f, 2.0f) && blocked(508.0f + dx, 200.0f + dy, 2.0f, 2.0f));
        /* An actor stands on the platform. */
        akgl_Actor *actor = stage_box("hero", 120.0f + dx, 180.0f + dy, 8.0f, 8.0f);
        stage_physics.collision = &stage_world;
        stage_physics.gravity_y = 1024.0f;
        stage_steps(60);
        CHECK(actor->y == 192.0f + dy);
        /* Bound again, they are there once; let go, they are gone. */
        CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
        stage_steps(1);
        CHECK(actor->y == 192.0f + dy);
        CHECK_OK(akgl_collision_bind_tilemap(&stage_world, NULL));
        CHECK(!blocked(120.0f + dx, 205.0f + dy, 1.0f, 1.0f));
        stage_steps(1);
        CHECK(actor->y > 192.0f + dy);
        stage_end();
    }
}

static int counted;

static akerr_ErrorContext AKERR_NOIGNORE *count(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    (void)stop;
    CHECK(userdata == &counted && info->userdata == NULL);
    CHECK((info->shape.flags & AKGL_COLLISION_FLAG_STATIC) != 0 && info->shape.collidemask == 0);
    counted++;
    SUCCEED_RETURN(e);
}

static int count_all(void)
{
    SDL_FRect everywhere = { -1e5f, -1e5f, 2e5f, 2e5f };

    counted = 0;
    CHECK_OK(akgl_collision_query_box(&stage_world, &everywhere, AKGL_COLLISION_LAYER_ALL, count, &counted));
    return counted;
}

static void only_collidable_layers_count(void)
{
    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 32.0f, 32.0f));
    CHECK_OK(akgl_tilemap_load(map_file("false", "", OBJECTS), &stage_map));
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    CHECK(count_all() == 0);
    CHECK_OK(akgl_tilemap_load(map_file("true", "", OBJECTS), &stage_map));
    CHECK(count_all() == 0); /* objects are read when the map is bound */
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    CHECK(count_all() == 4);
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    CHECK(count_all() == 4);
    stage_end();
}

static void what_cannot_be_is_refused_by_name(void)
{
    static const struct {
        const char *object, *why;
    } cases[] = {
        { "{\"id\":7,\"name\":\"ramp\",\"x\":1,\"y\":2,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":9,\"y\":0},{\"x\":9,\"y\":9}]}",
          "only rectangles" },
        { "{\"id\":7,\"name\":\"ramp\",\"x\":1,\"y\":2,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":9,\"y\":0}]}", "only rectangles" },
        { "{\"id\":7,\"name\":\"ramp\",\"x\":1,\"y\":2,\"width\":8,\"height\":4,\"rotation\":30}", "rotated" },
        { "{\"id\":7,\"name\":\"ramp\",\"x\":1,\"y\":2,\"width\":8,\"height\":4,\"ellipse\":true}", "oval" },
        { "{\"id\":7,\"name\":\"ramp\",\"x\":1,\"y\":2,\"width\":0,\"height\":4}", "width" },
        { "{\"id\":7,\"name\":\"ramp\",\"x\":1,\"y\":2,\"width\":8,\"height\":4,\"text\":{\"text\":\"hi\"}}", "only rectangles" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char objects[1024];

        stage_begin();
        CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 32.0f, 32.0f));
        snprintf(objects, sizeof objects, "%s,%s", OBJECTS, cases[i].object);
        CHECK_OK(akgl_tilemap_load(map_file("true", "", objects), &stage_map));
        CHECK_SAYS(akgl_collision_bind_tilemap(&stage_world, &stage_map), AKERR_VALUE, "ramp");
        CHECK_SAYS(akgl_collision_bind_tilemap(&stage_world, &stage_map), AKERR_VALUE, cases[i].why);
        CHECK(stage_world.tilemap == NULL && stage_world.cellwidth == 32.0f && count_all() == 0);
        /* The same object in a layer that is not collidable is nobody's business. */
        CHECK_OK(akgl_tilemap_load(map_file("false", "", objects), &stage_map));
        CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
        stage_end();
    }
}

/* A refused map leaves the one that was bound, objects and all. */
static void a_refusal_keeps_the_map_before(void)
{
    static akgl_Tilemap second;

    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 32.0f, 32.0f));
    CHECK_OK(akgl_tilemap_load(map_file("true", "", OBJECTS), &stage_map));
    CHECK_OK(akgl_collision_bind_tilemap(&stage_world, &stage_map));
    CHECK_OK(akgl_tilemap_load(map_file("true", "", "{\"id\":1,\"name\":\"flat\",\"x\":0,\"y\":0}"), &second));
    CHECK_SAYS(akgl_collision_bind_tilemap(&stage_world, &second), AKERR_VALUE, "flat");
    CHECK(stage_world.tilemap == &stage_map && count_all() == 4 && blocked(120.0f, 205.0f, 1.0f, 1.0f));
    stage_end();
}

int main(int argc, char **argv)
{
    (void)argc;
    program = argv[0];
    objects_are_solid();
    only_collidable_layers_count();
    what_cannot_be_is_refused_by_name();
    a_refusal_keeps_the_map_before();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
