/*
 * Tiled maps through the C library: what loads, what is refused, and that a refusal leaves the
 * caller's map as it was. Run from the repository's root.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <akgl/collision.h>
#include <akgl/error.h>
#include <akgl/tilemap.h>

#include "check.h"

#define MAPS "tests/maps/"

/* 17 MB each: never on the stack. */
static akgl_Tilemap map;
static akgl_Tilemap before;

/* A file of the test's own, beside the program. */
static char scratch[1024];

static int solid(int layer, int column, int row)
{
    int cell = -1;

    CHECK_OK(akgl_tilemap_tile_at(&map, layer, column, row, &cell));
    return cell;
}

/* The level that tests/maps/level.txt shows, in every encoding. */
static void loads_every_encoding(void)
{
    static const char *const names[] = {
        "level-array.tmj", "level-csv.tmj",  "level-base64.tmj", "level-zlib.tmj",
        "level-gzip.tmj",  "level-zstd.tmj", "level-array.tmx",  "level-csv.tmx",
        "level-base64.tmx", "level-zlib.tmx", "level-gzip.tmx",  "level-zstd.tmx",
    };
    /* The bottom row, and the row above it. */
    static const int ground[2][7] = {
        {1, 1, 1, 1, 1, 1, 7},
        {0, 0, 0, (int)0x60000003u, 0, 0, 1},
    };
    char path[256];

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(path, sizeof(path), MAPS "%s", names[i]);
        memset(&map, 0x5a, sizeof(map)); /* whatever was there before */
        CHECK_OK(akgl_tilemap_load(path, &map));
        CHECK(map.width == 7 && map.height == 4 && map.tilewidth == 16 && map.tileheight == 16);
        CHECK(map.numlayers == 4 && map.numtilesets == 2 && map.numobjects == 0);
        CHECK(memcmp(&map.layers[0].data[21], ground[0], sizeof(ground[0])) == 0);
        CHECK(memcmp(&map.layers[0].data[14], ground[1], sizeof(ground[1])) == 0);
        CHECK(map.layers[0].data[28] == 0);
        CHECK(map.layers[0].collidable && !map.layers[1].collidable && map.layers[2].collidable);
        CHECK(strcmp(map.layers[2].name, "Deep") == 0);
        CHECK(map.layers[2].x == 108.25f && map.layers[2].y == -2.0f);
        CHECK(!map.layers[2].visible && map.layers[2].opacity == 0.5f);
        CHECK(map.layers[0].kind == AKGL_TILEMAP_LAYER_TILES);
        CHECK(map.layers[3].kind == AKGL_TILEMAP_LAYER_OTHER);
        CHECK(map.tilesets[1].firstgid == 5 && map.tilesets[1].tilecount == 6);
        CHECK(strcmp(map.tilesets[1].name, "two") == 0);
        CHECK(solid(0, 5, 1) == (int)0x80000002u);
        CHECK((solid(0, 5, 1) & AKGL_TILEMAP_GID_MASK) == 2);
        CHECK(solid(0, 6, 3) == 7);
    }
}

static void keeps_world_coordinates_of_infinite_maps(void)
{
    CHECK_OK(akgl_tilemap_load(MAPS "infinite-zstd.tmj", &map));
    CHECK(map.width == 12 && map.height == 12 && map.numlayers == 2);
    /* Columns from -4, rows from -8, 16 px each. */
    CHECK(map.layers[0].x == -64.0f && map.layers[0].y == -128.0f);
    CHECK(map.layers[1].x == -59.0f && map.layers[1].y == -128.0f);
    CHECK(solid(0, 0, 4) == 1 && solid(0, 3, 7) == 2 && solid(0, 4, 8) == 7);
    CHECK(solid(1, 11, 0) == 3 && solid(1, 8, 3) == 1);
}

static const akgl_TilemapObject *object(const char *name)
{
    for (int i = 0; i < map.numobjects; i++) {
        if (strcmp(map.objects[i].name, name) == 0) {
            return &map.objects[i];
        }
    }
    fprintf(stderr, "no object %s\n", name);
    exit(1);
}

static void has_objects(void)
{
    const char *value = NULL;
    const akgl_TilemapObject *one;

    CHECK_OK(akgl_tilemap_load(MAPS "objects.tmx", &map));
    CHECK(map.numobjects == 10 && map.numlayers == 1);
    CHECK(map.layers[0].kind == AKGL_TILEMAP_LAYER_OBJECTS);
    one = object("door");
    CHECK(one->kind == AKGL_TILEMAP_OBJECT_RECTANGLE && one->id == 1 && one->layer == 0);
    CHECK(strcmp(one->type, "exit") == 0);
    CHECK(one->x == 109.0f && one->y == 26.0f && one->width == 32.0f && one->height == 48.0f);
    CHECK_OK(akgl_tilemap_object_property(&map, (int)(one - map.objects), "to", &value, NULL));
    CHECK(value != NULL && strcmp(value, "level 2") == 0);
    CHECK_OK(akgl_tilemap_object_property(&map, (int)(one - map.objects), "lock.tries", &value, NULL));
    CHECK(value != NULL && strcmp(value, "3") == 0);
    CHECK(object("start")->kind == AKGL_TILEMAP_OBJECT_POINT);
    CHECK(object("pond")->kind == AKGL_TILEMAP_OBJECT_ELLIPSE && object("pond")->rotation == 45.0f);
    CHECK(object("pill")->kind == AKGL_TILEMAP_OBJECT_CAPSULE);
    one = object("ramp");
    CHECK(one->kind == AKGL_TILEMAP_OBJECT_POLYGON && one->numpoints == 3);
    CHECK(map.points[one->firstpoint + 2].x == 16.0f && map.points[one->firstpoint + 2].y == -16.5f);
    one = object("rail");
    CHECK(one->kind == AKGL_TILEMAP_OBJECT_POLYLINE && one->numpoints == 2 && !one->visible);
    CHECK(map.points[one->firstpoint + 1].x == -8.0f);
    one = object("sign");
    CHECK(one->kind == AKGL_TILEMAP_OBJECT_TEXT);
    CHECK(strcmp(map.text + one->text, "Mind the gap") == 0);
    one = object("coin");
    CHECK(one->kind == AKGL_TILEMAP_OBJECT_TILE && one->gid == 0x80000007u);
    CHECK(object("crate")->gid == 0x40000006u);
}

static void has_properties(void)
{
    static const char missing[] = "missing";
    const char *value = NULL;

    CHECK_OK(akgl_tilemap_load(MAPS "level-csv.tmj", &map));
    CHECK(map.numproperties == 5);
    CHECK_OK(akgl_tilemap_property(&map, "physics.model", &value, NULL));
    CHECK(value != NULL && strcmp(value, "arcade") == 0);
    CHECK_OK(akgl_tilemap_property(&map, "physics.gravity.y", &value, NULL));
    CHECK(value != NULL && strcmp(value, "1600.5") == 0);
    CHECK_OK(akgl_tilemap_property(&map, "night", &value, NULL));
    CHECK(value != NULL && strcmp(value, "false") == 0);
    CHECK(map.properties[4].kind == AKGL_TILEMAP_PROPERTY_BOOL);
    CHECK_OK(akgl_tilemap_property(&map, "collidable", &value, missing));
    CHECK(value == missing); /* the layers have it, the map has not */
    CHECK_OK(akgl_tilemap_property(&map, "nothing", &value, NULL));
    CHECK(value == NULL);
    CHECK_OK(akgl_tilemap_layer_property(&map, 2, "music", &value, NULL));
    CHECK(value != NULL && strcmp(value, "cave.ogg") == 0);
    CHECK_OK(akgl_tilemap_layer_property(&map, 3, "music", &value, missing));
    CHECK(value == missing);
    CHECK_STATUS(akgl_tilemap_layer_property(&map, 4, "music", &value, NULL), AKERR_INDEX);
    CHECK_STATUS(akgl_tilemap_layer_property(&map, -1, "music", &value, NULL), AKERR_INDEX);
    CHECK_STATUS(akgl_tilemap_object_property(&map, 0, "music", &value, NULL), AKERR_INDEX);
    CHECK_STATUS(akgl_tilemap_property(NULL, "a", &value, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_property(&map, NULL, &value, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_property(&map, "a", NULL, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_layer_property(NULL, 0, "a", &value, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_layer_property(&map, 0, NULL, &value, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_layer_property(&map, 0, "a", NULL, NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_object_property(NULL, 0, "a", &value, NULL), AKERR_NULLPOINTER);
    CHECK(value == missing);
}

static void write_file(const char *text, size_t length)
{
    FILE *file = fopen(scratch, "wb");

    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
        perror(scratch);
        exit(1);
    }
}

/* The load is refused with this status, the message has this text, the map is as it was. */
static void refused(const char *path, int status, const char *text)
{
    akerr_ErrorContext *raised;

    raised = akgl_tilemap_load(path, &map);
    CHECK(raised != NULL);
    if (raised != NULL) {
        if (raised->status != status || strstr(raised->message, text) == NULL ||
            strstr(raised->message, path) == NULL) {
            fprintf(stderr, "%d, not %d; \"%s\" without \"%s\"\n", raised->status, status,
                    raised->message, text);
            check_failures++;
        }
        /* The library's own file, not one of the standard library's. */
        CHECK(strncmp(raised->fname, "src/capi/", 9) == 0);
        RELEASE_ERROR(raised);
    }
    CHECK(memcmp(&map, &before, sizeof(map)) == 0);
}

#define HEAD                                                                                    \
    "{\"type\":\"map\",\"orientation\":\"%s\",\"width\":%s,\"height\":%s,\"tilewidth\":%s,"        \
    "\"tileheight\":16,\"tilesets\":[{\"firstgid\":1,\"name\":\"t\",\"tilewidth\":16,"             \
    "\"tileheight\":16,\"tilecount\":4}],\"layers\":[{\"type\":\"tilelayer\",%s}]}"

#define OBJECT_MAP                                                                              \
    "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":1,\"height\":1,\"tilewidth\":16," \
    "\"tileheight\":16,\"layers\":[{\"type\":\"group\",\"offsetx\":100,\"layers\":[{"               \
    "\"type\":\"objectgroup\",\"offsetx\":30,\"properties\":[{\"name\":\"collidable\","          \
    "\"type\":\"bool\",\"value\":true}],\"objects\":[{\"x\":0,\"y\":200,\"width\":16,"           \
    "\"height\":16}]}]}]}"

static void refused_map(const char *orientation, const char *width, const char *height,
                        const char *tilewidth, const char *layer, int status, const char *text)
{
    static char file[1 << 20];
    int length = snprintf(file, sizeof(file), HEAD, orientation, width, height, tilewidth, layer);

    CHECK(length > 0 && (size_t)length < sizeof(file));
    write_file(file, (size_t)length);
    refused(scratch, status, text);
}

/* 128 KiB of zeroes, packed by zlib, for a layer of 16 bytes. */
static const char *bomb(void)
{
    return "\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\""
           "eNrtwTEBAAAAwqD1T+1hDaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
           "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
           "AAAAAAAAAAAAAAAAbgAeAAE="
           "\"";
}

/* A layer of many empty cells as a plain array. */
static const char *cells(int count)
{
    static char layer[1 << 19];
    char *at = layer;

    at += sprintf(at, "\"data\":[0");
    for (int i = 1; i < count; i++) {
        *at++ = ',';
        *at++ = '0';
    }
    strcpy(at, "]");
    return layer;
}

static void leaves_the_map_as_it_was(void)
{
    static const char good[] = "\"data\":[1,0,0,4]";
    static char many[1 << 16];
    char *at = many;
    akerr_ErrorContext *raised;

    CHECK_OK(akgl_tilemap_load(MAPS "level-csv.tmj", &map));
    memcpy(&before, &map, sizeof(map));

    refused("tests/maps/absent.tmj", ENOENT, "absent.tmj: cannot be read");
    raised = akgl_tilemap_load("tests/maps/absent.tmj", &map);
    /* The system's text is the status's already: not said twice. */
    CHECK(raised != NULL && strstr(raised->message, "No such file") == NULL);
    RELEASE_ERROR(raised);
    refused("tests/maps", EISDIR, "tests/maps: cannot be read");
    refused("", ENOENT, "cannot be read");
    refused("tests/maps/level.txt", AKERR_FORMAT, "not JSON");
    refused("tests/maps/one.tsj", AKERR_VALUE, "type is \"tileset\": this is no map");
    refused_map("isometric", "2", "2", "16", good, AKERR_VALUE, "orientation is \"isometric\"");
    refused_map("orthogonal", "2", "2", "0", good, AKERR_VALUE, "tilewidth is 0");
    refused_map("orthogonal", "0", "2", "16", good, AKERR_VALUE, "width is 0");
    refused_map("orthogonal", "-2", "2", "16", good, AKERR_VALUE, "width is -2");
    refused_map("orthogonal", "null", "2", "16", good, AKERR_KEY, "width is missing");
    refused_map("orthogonal", "\"2\"", "2", "16", good, AKERR_TYPE, "width is \"2\"");
    refused_map("orthogonal", "1e999", "2", "16", good, AKERR_FORMAT, "not JSON");
    refused_map("orthogonal", "2147483648", "2", "16", good, AKERR_OUTOFBOUNDS, "width is 2147483648");
    refused_map("orthogonal", "2", "2", "16", "\"data\":[1,0,0]", AKERR_FORMAT, "data has 3 cells, not the 4");
    refused_map("orthogonal", "2", "2", "16", "\"data\":[1,0,0,5]", AKERR_INDEX, "layers[0].data[3] is 5");
    refused_map("orthogonal", "2", "2", "16", "\"encoding\":\"base64\",\"data\":\"AQAA*AA=\"",
                AKERR_FORMAT, "AQAA*AA=\": not base64");
    refused_map("orthogonal", "2", "2", "16", "\"encoding\":\"base64\",\"data\":\"AQAAAA==\"",
                AKERR_FORMAT, "data has 4 bytes, not the 16 bytes");
    refused_map("orthogonal", "2", "2", "16", bomb(), AKERR_FORMAT, "data has more bytes, not the 16 bytes");
    refused_map("orthogonal", "2", "2", "16", "\"data\":[1,0", AKERR_FORMAT, "not JSON");
    write_file("{\"width\": 2,\n\"layers\": [", 24);
    refused(scratch, AKERR_FORMAT, "not JSON: the file is cut short, it ends within a value at line 2 column 11");
    refused_map("orthogonal", "513", "1", "16", cells(513), AKERR_OUTOFBOUNDS,
                "width is 513, over the limit of 512");
    refused_map("orthogonal", "1", "513", "16", cells(513), AKERR_OUTOFBOUNDS,
                "height is 513, over the limit of 512");
    at += sprintf(at, "\"data\":[0,0,0,0]");
    for (int i = 1; i < 17; i++) {
        at += sprintf(at, "},{\"type\":\"tilelayer\",\"data\":[0,0,0,0]");
    }
    refused_map("orthogonal", "2", "2", "16", many, AKERR_OUTOFBOUNDS,
                "the number of its layers is 17, over the limit of 16");
    at = many + sprintf(many, "\"data\":[0,0,0,0]},{\"type\":\"objectgroup\",\"objects\":[{\"x\":1,\"y\":1}");
    for (int i = 1; i < 1025; i++) {
        at += sprintf(at, ",{\"x\":1,\"y\":1}");
    }
    strcpy(at, "]");
    refused_map("orthogonal", "2", "2", "16", many, AKERR_OUTOFBOUNDS,
                "the number of its objects is 1025, over the limit of 1024");
    write_file("", 0);
    refused(scratch, AKERR_FORMAT, "not JSON: the file is empty");
    write_file("\xff\xfe<\0", 4);
    refused(scratch, AKERR_FORMAT, "not UTF-8");
    CHECK_STATUS(akgl_tilemap_load(NULL, &map), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_load(MAPS "level-csv.tmj", NULL), AKERR_NULLPOINTER);
    CHECK(memcmp(&map, &before, sizeof(map)) == 0);

    /* A name that is longer than its field is cut between characters, not refused. */
    at = many + sprintf(many, "\"data\":[0,0,0,0],\"name\":\"");
    for (int i = 0; i < 100; i++) {
        at += sprintf(at, "\xc3\xa9");
    }
    strcpy(at, "\"");
    {
        static char file[4096];
        int length = snprintf(file, sizeof(file), HEAD, "orthogonal", "2", "2", "16", many);
        write_file(file, (size_t)length);
    }
    CHECK_OK(akgl_tilemap_load(scratch, &map));
    CHECK(strlen(map.layers[0].name) == 126); /* 63 whole letters of two bytes */
    remove(scratch);
}

/* As large as the record: 512 x 512 cells. */
static void holds_the_largest_map(void)
{
    static char file[1 << 20];
    int length = snprintf(file, sizeof(file), HEAD, "orthogonal", "512", "512", "16",
                          "\"data\":[0],\"encoding\":\"csv\"");
    char *at = strstr(file, "\"data\":[0]") + 8;
    char tail[64];

    CHECK(length > 0);
    strcpy(tail, at + 2);
    for (int i = 0; i < 512 * 512; i++) {
        *at++ = i == 512 * 512 - 1 ? '4' : '0';
        *at++ = ',';
    }
    at[-1] = ']';
    strcpy(at, tail);
    write_file(file, strlen(file));
    CHECK_OK(akgl_tilemap_load(scratch, &map));
    CHECK(map.width == 512 && map.height == 512);
    CHECK(solid(0, 511, 511) == 4 && solid(0, 510, 511) == 0);
    remove(scratch);
}

static void works_on_a_map_filled_by_hand(void)
{
    int cell = 99;

    CHECK_OK(akgl_tilemap_initialize(&map));
    memset(&before, 0, sizeof(before));
    CHECK(memcmp(&map, &before, sizeof(map)) == 0);
    map.width = 3;
    map.height = 2;
    map.tilewidth = map.tileheight = 16;
    map.numlayers = 1;
    map.layers[0].data[1 * 3 + 2] = 5;
    CHECK(solid(0, 2, 1) == 5 && solid(0, 1, 1) == 0);
    map.layers[0].width = 4; /* for information: rows are as long as the map's, as for collision */
    CHECK(solid(0, 2, 1) == 5 && solid(0, 1, 1) == 0);
    map.layers[0].width = 0;
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 0, 3, 0, &cell), AKERR_OUTOFBOUNDS);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 0, -1, 0, &cell), AKERR_OUTOFBOUNDS);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 0, 0, 2, &cell), AKERR_OUTOFBOUNDS);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 0, 0, -1, &cell), AKERR_OUTOFBOUNDS);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 1, 0, 0, &cell), AKERR_INDEX);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, -1, 0, 0, &cell), AKERR_INDEX);
    CHECK_STATUS(akgl_tilemap_tile_at(NULL, 0, 0, 0, &cell), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 0, 0, 0, NULL), AKERR_NULLPOINTER);
    CHECK(cell == 99);

    /* Nonsense in the record is answered with an error, not with a read outside of it. */
    map.width = map.height = 2000000000;
    map.numlayers = 2000000000;
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 0, 1999999999, 1999999999, &cell), AKERR_OUTOFBOUNDS);
    CHECK_STATUS(akgl_tilemap_tile_at(&map, 1999999999, 0, 0, &cell), AKERR_INDEX);
    map.numproperties = 2000000000;
    map.properties[0].name = -5;
    map.properties[1].name = 2000000000;
    {
        const char *value = "";
        CHECK_OK(akgl_tilemap_property(&map, "a", &value, NULL));
        CHECK(value == NULL);
    }

    CHECK_OK(akgl_tilemap_clear(&map));
    CHECK(memcmp(&map, &before, sizeof(map)) == 0);
    CHECK_STATUS(akgl_tilemap_initialize(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_clear(NULL), AKERR_NULLPOINTER);
}

/* Objects are in world coordinates: their layer's offset counts once. */
static void collidable_objects_are_where_they_are_drawn(void)
{
    static akgl_CollisionWorld world;
    const SDL_FRect left = {128.0f, 200.0f, 2.0f, 2.0f}, right = {131.0f, 200.0f, 2.0f, 2.0f};
    bool blocked = true;

    /* The group's 100 and the layer's 30: a wall from (130, 200) to (146, 216). */
    write_file(OBJECT_MAP, strlen(OBJECT_MAP));
    CHECK_OK(akgl_tilemap_load(scratch, &map));
    remove(scratch);
    CHECK(map.layers[0].x == 130.0f && map.objects[0].x == 130.0f && map.objects[0].y == 200.0f);
    CHECK_OK(akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    CHECK_OK(akgl_collision_bind_tilemap(&world, &map));
    CHECK_OK(akgl_collision_box_blocked(&world, &left, AKGL_COLLISION_LAYER_STATIC, &blocked));
    CHECK(!blocked);
    CHECK_OK(akgl_collision_box_blocked(&world, &right, AKGL_COLLISION_LAYER_STATIC, &blocked));
    CHECK(blocked);
    CHECK_OK(akgl_collision_world_destroy(&world));
}

int main(int argc, char **argv)
{
    snprintf(scratch, sizeof(scratch), "%s.tmj", argc > 0 ? argv[0] : "tilemap");
    loads_every_encoding();
    keeps_world_coordinates_of_infinite_maps();
    has_objects();
    has_properties();
    leaves_the_map_as_it_was();
    holds_the_largest_map();
    works_on_a_map_filled_by_hand();
    collidable_objects_are_where_they_are_drawn();
    return check_result();
}
