/*
 * akgl/registry.h and akgl/staticstring.h: properties set, read and loaded, and pooled strings.
 */
#include <string.h>

#include <akgl/heap.h>
#include <akgl/registry.h>
#include <akgl/staticstring.h>

#include <SDL3/SDL_init.h>

#include "check.h"
#include "files.h"

/* The property's text, or "(default)". */
static const char *get(const char *name)
{
    static akgl_String held;
    akgl_String *dest = &held;

    CHECK_OK(akgl_get_property(name, &dest, "(default)"));
    CHECK(dest == &held);
    return held.data;
}

static void test_properties(void)
{
    akgl_String *dest = NULL;

    /* Uninitialized: every read is its default. */
    CHECK(AKGL_REGISTRY_PROPERTIES == 0);
    CHECK(strcmp(get("physics.gravity.y"), "(default)") == 0);
    CHECK_OK(akgl_registry_destroy());

    /* Setting makes the registry, and later initializations keep what is set. */
    CHECK_OK(akgl_set_property("physics.gravity.y", "900.0"));
    CHECK(AKGL_REGISTRY_PROPERTIES != 0);
    CHECK_OK(akgl_registry_init());
    CHECK_OK(akgl_registry_init());
    CHECK(strcmp(get("physics.gravity.y"), "900.0") == 0);
    CHECK(strcmp(get("physics.gravity.x"), "(default)") == 0);
    CHECK(strcmp(SDL_GetStringProperty(AKGL_REGISTRY_PROPERTIES, "physics.gravity.y", ""), "900.0") == 0);
    CHECK_OK(akgl_set_property("physics.gravity.y", ""));
    CHECK(strcmp(get("physics.gravity.y"), "") == 0);

    /* A string out of the pool where the caller has none. */
    CHECK_OK(akgl_get_property("physics.drag.y", &dest, "1.8"));
    CHECK(dest == &AKGL_HEAP_STRING[0] && dest->refcount == 1 && strcmp(dest->data, "1.8") == 0);
    CHECK_OK(akgl_heap_release_string(dest));

    CHECK_SAYS(akgl_set_property(NULL, "1"), AKERR_NULLPOINTER, "name");
    CHECK_SAYS(akgl_set_property("a", NULL), AKERR_NULLPOINTER, "value");
    CHECK_STATUS(akgl_set_property("", "1"), AKERR_KEY);
    CHECK_SAYS(akgl_get_property(NULL, &dest, "x"), AKERR_NULLPOINTER, "name");
    CHECK_SAYS(akgl_get_property("a", NULL, "x"), AKERR_NULLPOINTER, "dest");
    CHECK_SAYS(akgl_get_property("no.such", &dest, NULL), AKERR_KEY, "no.such");

    /* Too long for a string: refused, and nothing is claimed or changed. */
    static char longtext[5000];
    memset(longtext, 'x', sizeof longtext - 1);
    CHECK_OK(akgl_set_property("long", longtext));
    dest = NULL;
    CHECK_STATUS(akgl_get_property("long", &dest, ""), AKERR_OUTOFBOUNDS);
    CHECK(dest == NULL && AKGL_HEAP_STRING[0].refcount == 0);

    CHECK_OK(akgl_registry_destroy());
    CHECK(AKGL_REGISTRY_PROPERTIES == 0);
    CHECK(strcmp(get("physics.gravity.y"), "(default)") == 0);

    /* SDL_Quit takes the properties with it: reads are defaults, and a new registry can be made. */
    CHECK_OK(akgl_set_property("a", "1"));
    CHECK(SDL_Init(0));
    SDL_Quit();
    CHECK(strcmp(get("a"), "(default)") == 0);
    CHECK_OK(akgl_set_property("a", "2"));
    CHECK(strcmp(get("a"), "2") == 0);
    CHECK_OK(akgl_registry_destroy());
}

static void test_files(const char *program)
{
    static const struct {
        const char *text;
        int status;
        const char *says;
    } wrong[] = {
        { "", AKERR_FORMAT, "not JSON: the file is empty" },
        { "{\"properties\": {\"a\": \"1\"", AKERR_FORMAT, "not JSON: the file is cut short" },
        { "[]", AKERR_FORMAT, "[]" },
        { "{}", AKERR_FORMAT, "\"properties\"" },
        { "{\"properties\": 7}", AKERR_FORMAT, "7" },
        { "{\"properties\": {\"a\": \"new\", \"b\": {\"c\": \"1\"}}}", AKERR_TYPE, "\"b\"" },
        { "{\"properties\": {\"a\": \"new\", \"b\": [1]}}", AKERR_TYPE, "[1]" },
        { "{\"properties\": {\"a\": \"new\", \"b\": null}}", AKERR_TYPE, "null" },
        { "{\"properties\": {\"a\": \"new\", \"b\": 1e400}}", AKERR_FORMAT, "not JSON" },
        { "{\"properties\": {\"a\": \"new\", \"\": \"1\"}}", AKERR_KEY, "name" },
        { "{\"properties\": {\"a\": \"new\", \"b\": \"x\\u0000y\"}}", AKERR_VALUE, "\"b\"" },
    };

    CHECK_OK(akgl_set_property("a", "old"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *path = file_with(program, wrong[i].text);

        CHECK_SAYS(akgl_registry_load_properties(path), wrong[i].status, wrong[i].says);
        CHECK_SAYS(akgl_registry_load_properties(path), wrong[i].status, path);
        /* All or nothing. */
        CHECK(strcmp(get("a"), "old") == 0);
    }
    CHECK_STATUS(akgl_registry_load_properties(file_with_bytes(program, "\xff\xfe{\0}\0", 6)), AKERR_FORMAT);
    CHECK_SAYS(akgl_registry_load_properties("no/such/file.json"), AKERR_IO, "no/such/file.json");
    CHECK_STATUS(akgl_registry_load_properties("."), AKERR_IO);
    CHECK_STATUS(akgl_registry_load_properties(""), AKERR_IO);
    CHECK_SAYS(akgl_registry_load_properties(NULL), AKERR_NULLPOINTER, "path");

    CHECK_OK(akgl_registry_load_properties(
        file_with(program, "\xef\xbb\xbf{\"properties\": {\"physics.gravity.y\": \"1024.0\", \"n\": 1.5, \"i\": -3, "
                           "\"yes\": true}, \"other\": []}")));
    CHECK(strcmp(get("physics.gravity.y"), "1024.0") == 0);
    CHECK(strcmp(get("n"), "1.5") == 0);
    CHECK(strcmp(get("i"), "-3") == 0);
    CHECK(strcmp(get("yes"), "true") == 0);
    CHECK(strcmp(get("a"), "old") == 0);
    CHECK_OK(akgl_registry_load_properties(file_with(program, "{\"properties\": {}}")));
    CHECK_OK(akgl_registry_destroy());
    remove(file_with(program, ""));
}

static void test_strings(void)
{
    static char longtext[AKGL_MAX_STRING_LENGTH + 1];
    static akgl_String a, b;

    memset(&a, 0xff, sizeof a);
    CHECK_OK(akgl_string_initialize(&a, "arcade"));
    CHECK(a.refcount == 1 && strcmp(a.data, "arcade") == 0);
    CHECK_OK(akgl_string_initialize(&b, NULL));
    CHECK(b.data[0] == '\0');
    b.refcount = 5;
    CHECK_OK(akgl_string_copy(&a, &b, 0));
    CHECK(strcmp(b.data, "arcade") == 0 && b.refcount == 5);
    CHECK_OK(akgl_string_copy(&a, &b, 3));
    CHECK(strcmp(b.data, "arc") == 0);
    CHECK_OK(akgl_string_copy(&a, &b, 100000));
    CHECK(strcmp(b.data, "arcade") == 0);
    CHECK_OK(akgl_string_copy(&a, &a, 2));
    CHECK(strcmp(a.data, "ar") == 0);
    CHECK_STATUS(akgl_string_copy(&a, &b, -1), AKERR_OUTOFBOUNDS);
    CHECK_SAYS(akgl_string_copy(NULL, &b, 0), AKERR_NULLPOINTER, "src");
    CHECK_SAYS(akgl_string_copy(&a, NULL, 0), AKERR_NULLPOINTER, "dest");
    CHECK_SAYS(akgl_string_initialize(NULL, "x"), AKERR_NULLPOINTER, "string");

    memset(longtext, 'x', AKGL_MAX_STRING_LENGTH);
    CHECK_STATUS(akgl_string_initialize(&b, longtext), AKERR_OUTOFBOUNDS);
    CHECK(strcmp(b.data, "arcade") == 0);
    longtext[AKGL_MAX_STRING_LENGTH - 1] = '\0';
    CHECK_OK(akgl_string_initialize(&b, longtext));
    CHECK(strlen(b.data) == AKGL_MAX_STRING_LENGTH - 1);

    /* A string without its terminator is read to its end only. */
    memset(&a.data, 'y', sizeof a.data);
    CHECK_OK(akgl_string_copy(&a, &b, 0));
    CHECK(strlen(b.data) == AKGL_MAX_STRING_LENGTH - 1 && b.data[0] == 'y');

    /* A used slot keeps its references. */
    akgl_String *pooled = NULL;
    CHECK_OK(akgl_heap_next_string(&pooled));
    pooled->refcount = 2;
    CHECK_OK(akgl_string_initialize(pooled, "null"));
    CHECK(pooled->refcount == 2);
    CHECK_OK(akgl_heap_release_string(pooled));
    CHECK_OK(akgl_heap_release_string(pooled));
}

int main(int argc, char **argv)
{
    (void)argc;
    test_properties();
    test_files(argv[0]);
    test_strings();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
