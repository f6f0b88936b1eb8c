/*
 * akgl/character.h: characters made by hand and read from files.
 */
#include <stddef.h>
#include <string.h>

#include <akgl/character.h>
#include <akgl/heap.h>

#include "check.h"
#include "files.h"

#define CHARACTER(fields) "{\"character\": {" fields "}}"
#define SHAPE(fields) CHARACTER("\"name\": \"n\", \"shape\": {" fields "}")

static void test_initialize(void)
{
    char name[200];
    akgl_Character character;
    akgl_Character *pooled = NULL;

    memset(&character, 0xff, sizeof character);
    CHECK_OK(akgl_character_initialize(&character, "hero"));
    CHECK(strcmp(character.name, "hero") == 0 && character.refcount == 1);
    CHECK(character.ax == 0.0f && character.sx == 0.0f && character.userdata == NULL);
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_NONE);

    memset(name, 'x', sizeof name);
    name[128] = '\0';
    CHECK_SAYS(akgl_character_initialize(&character, name), AKERR_OUTOFBOUNDS, "127");
    CHECK(strcmp(character.name, "hero") == 0);
    name[127] = '\0';
    CHECK_OK(akgl_character_initialize(&character, name));
    CHECK(strlen(character.name) == 127);
    CHECK_SAYS(akgl_character_initialize(NULL, "x"), AKERR_NULLPOINTER, "character");
    CHECK_SAYS(akgl_character_initialize(&character, NULL), AKERR_NULLPOINTER, "name");

    CHECK_OK(akgl_heap_next_character(&pooled));
    pooled->refcount = 3;
    CHECK_OK(akgl_character_initialize(pooled, "shared"));
    CHECK(pooled->refcount == 3);
    CHECK_OK(akgl_heap_init());
}

static void test_load(const char *program)
{
    akgl_Character character;

    memset(&character, 0xff, sizeof character);
    CHECK_OK(akgl_character_load(
        file_with(program, "{\"comment\": 1, \"character\": {\"name\": \"hero\", \"ax\": 900, \"ay\": 1.5, \"az\": 2, "
                           "\"sx\": 220, \"sy\": 110.25, \"sz\": 3, \"shape\": {\"kind\": \"box\", \"x\": 8, \"y\": 1, "
                           "\"w\": 16, \"h\": 32}}}"),
        &character));
    CHECK(strcmp(character.name, "hero") == 0 && character.refcount == 1 && character.userdata == NULL);
    CHECK(character.ax == 900.0f && character.ay == 1.5f && character.az == 2.0f);
    CHECK(character.sx == 220.0f && character.sy == 110.25f && character.sz == 3.0f);
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_BOX);
    CHECK(character.shape.layermask == AKGL_COLLISION_LAYER_ACTOR);
    CHECK(character.shape.collidemask == AKGL_COLLISION_LAYER_STATIC && character.shape.flags == 0);
    CHECK(character.shape.x == 8.0f && character.shape.y == 1.0f);
    CHECK(character.shape.w == 16.0f && character.shape.h == 32.0f);
    /* Twice the largest planar half-extent. */
    CHECK(character.shape.depth == 32.0f && character.shape.z == 0.0f);

    CHECK_OK(akgl_character_load(
        file_with(program, SHAPE("\"kind\": \"circle\", \"w\": 6, \"h\": 6, \"z\": -2, \"depth\": 9, "
                                 "\"layermask\": [\"enemy\", \"pickup\"], \"collidemask\": 5, "
                                 "\"flags\": [\"sensor\"]")),
        &character));
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_CIRCLE && character.ax == 0.0f && character.sx == 0.0f);
    CHECK(character.shape.layermask == (AKGL_COLLISION_LAYER_ENEMY | AKGL_COLLISION_LAYER_PICKUP));
    CHECK(character.shape.collidemask == 5 && character.shape.flags == AKGL_COLLISION_FLAG_SENSOR);
    CHECK(character.shape.z == -2.0f && character.shape.depth == 9.0f);

    CHECK_OK(akgl_character_load(file_with(program, SHAPE("\"kind\": \"capsule_x\", \"w\": 9, \"h\": 6")), &character));
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_CAPSULE_X && character.shape.depth == 9.0f);
    CHECK_OK(akgl_character_load(file_with(program, SHAPE("\"kind\": \"capsule_y\", \"w\": 6, \"h\": 9")), &character));
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_CAPSULE_Y);
    CHECK_OK(akgl_character_load(file_with(program, SHAPE("\"kind\": \"none\"")), &character));
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_NONE);
    CHECK_OK(akgl_character_load(file_with(program, CHARACTER("\"name\": \"bare\"")), &character));
    CHECK(character.shape.kind == AKGL_COLLISION_SHAPE_NONE);
}

/* Every field; the bytes between two fields are nobody's. */
static int same(const akgl_Character *a, const akgl_Character *b)
{
    return memcmp(a, b, offsetof(akgl_Character, shape) + sizeof a->shape) == 0 && a->userdata == b->userdata
           && memcmp(a->reserved, b->reserved, sizeof a->reserved) == 0;
}

static void test_wrong(const char *program)
{
    static const struct {
        const char *text;
        int status;
        const char *says;
    } wrong[] = {
        { "", AKERR_FORMAT, "not JSON: the file is empty" },
        { "{\"character\": {\"name\":", AKERR_FORMAT, "cut short, it ends within a value at line 1 column 22" },
        { "{\"character\": {]", AKERR_FORMAT, "line 1 column 16" },
        { "{\"charcter\": {}}", AKERR_FORMAT, "\"character\"" },
        { "{\"character\": []}", AKERR_FORMAT, "[]" },
        { CHARACTER(""), AKERR_KEY, "character.name" },
        { CHARACTER("\"name\": 5"), AKERR_TYPE, "5" },
        { CHARACTER("\"name\": \"a\\u0000b\""), AKERR_VALUE, "name" },
        { CHARACTER("\"name\": \"n\", \"ax\": \"900\""), AKERR_TYPE, "character.ax" },
        { CHARACTER("\"name\": \"n\", \"ax\": null"), AKERR_TYPE, "null" },
        { CHARACTER("\"name\": \"n\", \"ax\": 1e39"), AKERR_VALUE, "character.ax" },
        { CHARACTER("\"name\": \"n\", \"ax\": 1e400"), AKERR_FORMAT, "not JSON" },
        { CHARACTER("\"name\": \"n\", \"ax\": NaN"), AKERR_FORMAT, "not JSON" },
        { CHARACTER("\"name\": \"n\", \"sy\": -1"), AKERR_VALUE, "character.sy" },
        { CHARACTER("\"name\": \"n\", \"speed\": 4"), AKERR_KEY, "character.speed" },
        { CHARACTER("\"name\": \"n\", \"shape\": 4"), AKERR_TYPE, "character.shape" },
        { SHAPE(""), AKERR_KEY, "character.shape.kind" },
        { SHAPE("\"kind\": \"hexagon\""), AKERR_VALUE, "hexagon" },
        { SHAPE("\"kind\": \"box\""), AKERR_KEY, "character.shape.w is missing" },
        { SHAPE("\"kind\": \"box\", \"w\": 4"), AKERR_KEY, "character.shape.h is missing" },
        { SHAPE("\"kind\": \"circle\", \"h\": 4"), AKERR_KEY, "character.shape.w is missing" },
        { SHAPE("\"kind\": \"box\", \"width\": 4, \"h\": 4"), AKERR_KEY, "character.shape.width is not known" },
        { SHAPE("\"kind\": \"box\", \"w\": 0, \"h\": 4"), AKERR_VALUE, "positive" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": -4"), AKERR_VALUE, "-4" },
        { SHAPE("\"kind\": \"box\", \"w\": true, \"h\": 4"), AKERR_TYPE, "character.shape.w" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"depth\": -1"), AKERR_VALUE, "depth" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"width\": 1"), AKERR_KEY, "character.shape.width" },
        { SHAPE("\"kind\": \"circle\", \"w\": 4, \"h\": 5"), AKERR_VALUE, "circle" },
        { SHAPE("\"kind\": \"capsule_x\", \"w\": 4, \"h\": 5"), AKERR_VALUE, "capsule" },
        { SHAPE("\"kind\": \"capsule_y\", \"w\": 5, \"h\": 4"), AKERR_VALUE, "capsule" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"layermask\": [\"water\"]"), AKERR_VALUE, "water" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"layermask\": [1]"), AKERR_VALUE, "layermask" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"collidemask\": \"actor\""), AKERR_TYPE, "collidemask" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"collidemask\": -1"), AKERR_TYPE, "collidemask" },
        { SHAPE("\"kind\": \"box\", \"w\": 4, \"h\": 4, \"flags\": 4294967296"), AKERR_VALUE, "flags" },
    };
    char longname[400];
    char name[200];
    akgl_Character character, before;

    CHECK_OK(akgl_character_initialize(&character, "before"));
    character.ax = 5.0f;
    before = character;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *path = file_with(program, wrong[i].text);

        CHECK_SAYS(akgl_character_load(path, &character), wrong[i].status, wrong[i].says);
        CHECK_SAYS(akgl_character_load(path, &character), wrong[i].status, path);
        /* All or nothing. */
        CHECK(same(&character, &before));
    }
    memset(name, 'x', 128);
    name[128] = '\0';
    snprintf(longname, sizeof longname, "{\"character\": {\"name\": \"%s\"}}", name);
    CHECK_SAYS(akgl_character_load(file_with(program, longname), &character), AKERR_OUTOFBOUNDS, "127");
    CHECK_SAYS(akgl_character_load("no/such.json", &character), AKERR_IO, "no/such.json");
    CHECK_SAYS(akgl_character_load(NULL, &character), AKERR_NULLPOINTER, "path");
    CHECK_SAYS(akgl_character_load("no/such.json", NULL), AKERR_NULLPOINTER, "dest");
    CHECK(same(&character, &before));
    remove(file_with(program, ""));
}

int main(int argc, char **argv)
{
    (void)argc;
    test_initialize();
    test_load(argv[0]);
    test_wrong(argv[0]);
    CHECK(contexts_in_use() == 0);
    return check_result();
}
