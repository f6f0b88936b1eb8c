/*
 * akgl/heap.h: the pools, their order, their ends, and a game's own array.
 */
#include <stdlib.h>
#include <string.h>

#include <akgl/heap.h>

#include "check.h"
#include "files.h"

static void test_order(void)
{
    akgl_Actor *a = NULL, *b = NULL, *c = NULL, *d = NULL;

    CHECK_OK(akgl_heap_next_actor(&a));
    CHECK_OK(akgl_heap_next_actor(&b));
    CHECK_OK(akgl_heap_next_actor(&c));
    CHECK(a == &AKGL_HEAP_ACTOR[0] && b == &AKGL_HEAP_ACTOR[1] && c == &AKGL_HEAP_ACTOR[2]);
    CHECK(a->refcount == 1 && a->basechar == NULL && a->state == 0);

    /* The lowest free slot comes first, and comes back empty. */
    a->x = 7.0f;
    CHECK_OK(akgl_heap_release_actor(b));
    CHECK_OK(akgl_heap_release_actor(a));
    CHECK(a->refcount == 0 && a->x == 0.0f);
    CHECK_OK(akgl_heap_next_actor(&d));
    CHECK(d == a && d->refcount == 1 && d->x == 0.0f);
    CHECK_OK(akgl_heap_next_actor(&d));
    CHECK(d == b);
    CHECK_OK(akgl_heap_next_actor(&d));
    CHECK(d == &AKGL_HEAP_ACTOR[3]);

    CHECK(akgl_heap_actor_at(0) == a && akgl_heap_actor_at(AKGL_MAX_HEAP_ACTOR - 1) != NULL);
    CHECK(akgl_heap_actor_at(AKGL_MAX_HEAP_ACTOR) == NULL && akgl_heap_actor_at((size_t)-1) == NULL);
    CHECK(akgl_heap_actor_count() == AKGL_MAX_HEAP_ACTOR);
    CHECK_OK(akgl_heap_init());
    CHECK(a->refcount == 0 && d->refcount == 0);
}

static void test_release(void)
{
    akgl_Actor *a = NULL, *child = NULL, *grandchild = NULL, local;
    akgl_Character *character = NULL;
    akgl_String *string = NULL;

    CHECK_OK(akgl_heap_next_actor(&a));
    a->refcount++;
    CHECK_OK(akgl_heap_release_actor(a));
    CHECK(a->refcount == 1);
    CHECK_OK(akgl_heap_release_actor(a));
    CHECK_SAYS(akgl_heap_release_actor(a), AKERR_HEAP, "actor 0 is free already");
    CHECK_STATUS(akgl_heap_release_actor(NULL), AKERR_NULLPOINTER);
    memset(&local, 0, sizeof local);
    CHECK_SAYS(akgl_heap_release_actor(&local), AKERR_HEAP, "no slot");
    CHECK_STATUS(akgl_heap_release_actor((akgl_Actor *)((char *)a + 8)), AKERR_HEAP);
    CHECK_STATUS(akgl_heap_release_actor(&AKGL_HEAP_ACTOR[AKGL_MAX_HEAP_ACTOR]), AKERR_HEAP);
    CHECK_STATUS(akgl_heap_release_character(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_heap_release_character(&AKGL_HEAP_CHARACTER[3]), AKERR_HEAP);
    CHECK_STATUS(akgl_heap_release_character((akgl_Character *)(void *)&local), AKERR_HEAP);
    CHECK_STATUS(akgl_heap_release_string(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_heap_release_string(&AKGL_HEAP_STRING[3]), AKERR_HEAP);
    CHECK_STATUS(akgl_heap_next_actor(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_heap_next_character(NULL), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_heap_next_string(NULL), AKERR_NULLPOINTER);

    /* Children of a released actor have no parent, grandchildren keep theirs. */
    CHECK_OK(akgl_heap_next_actor(&a));
    CHECK_OK(akgl_heap_next_actor(&child));
    CHECK_OK(akgl_heap_next_actor(&grandchild));
    child->parent = a;
    grandchild->parent = child;
    CHECK_OK(akgl_heap_release_actor(a));
    CHECK(child->parent == NULL && grandchild->parent == child);

    /* A released character is nobody's. */
    CHECK_OK(akgl_heap_next_character(&character));
    CHECK(character == &AKGL_HEAP_CHARACTER[0]);
    child->basechar = character;
    CHECK_OK(akgl_heap_release_character(character));
    CHECK(child->basechar == NULL);
    CHECK_OK(akgl_heap_next_string(&string));
    strcpy(string->data, "text");
    CHECK_OK(akgl_heap_release_string(string));
    CHECK(string->refcount == 0 && string->data[0] == '\0');
    CHECK_OK(akgl_heap_init());
}

static void test_full(void)
{
    akgl_Actor *actor = NULL;
    akgl_Character *character = NULL;
    akgl_String *string = NULL;

    for (int i = 0; i < AKGL_MAX_HEAP_ACTOR; i++) {
        CHECK_OK(akgl_heap_next_actor(&actor));
    }
    CHECK(actor == &AKGL_HEAP_ACTOR[AKGL_MAX_HEAP_ACTOR - 1]);
    CHECK_SAYS(akgl_heap_next_actor(&actor), AKERR_HEAP, "1024");
    CHECK(actor == &AKGL_HEAP_ACTOR[AKGL_MAX_HEAP_ACTOR - 1]);
    /* A slot that the game freed by hand is found, too. */
    AKGL_HEAP_ACTOR[5].refcount = 0;
    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK(actor == &AKGL_HEAP_ACTOR[5]);
    CHECK_STATUS(akgl_heap_next_actor(&actor), AKERR_HEAP);

    for (int i = 0; i < AKGL_MAX_HEAP_CHARACTER; i++) {
        CHECK_OK(akgl_heap_next_character(&character));
    }
    CHECK_SAYS(akgl_heap_next_character(&character), AKERR_HEAP, "AKGL_MAX_HEAP_CHARACTER");
    for (int i = 0; i < AKGL_MAX_HEAP_STRING; i++) {
        CHECK_OK(akgl_heap_next_string(&string));
    }
    CHECK_SAYS(akgl_heap_next_string(&string), AKERR_HEAP, "AKGL_MAX_HEAP_STRING");
    CHECK_OK(akgl_heap_init());
    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK(actor == &AKGL_HEAP_ACTOR[0]);
    CHECK_OK(akgl_heap_init());
}

static void test_own_array(void)
{
    enum { COUNT = 3000 };
    akgl_Actor *own = calloc(COUNT, sizeof *own);
    akgl_Actor *built_in = NULL, *left = NULL, *actor = NULL;

    CHECK(own != NULL);
    CHECK_OK(akgl_heap_next_actor(&built_in));
    CHECK_OK(akgl_heap_next_actor(&left));
    CHECK_STATUS(akgl_heap_set_actors(own, 0), AKERR_VALUE);
    CHECK_STATUS(akgl_heap_set_actors(own, (size_t)-1), AKERR_VALUE);
    CHECK_STATUS(akgl_heap_set_actors((akgl_Actor *)(void *)((char *)own + 1), 2), AKERR_VALUE);
    CHECK(akgl_heap_actor_at(0) == &AKGL_HEAP_ACTOR[0]);

    own[1].refcount = 1;
    CHECK_OK(akgl_heap_set_actors(own, COUNT));
    CHECK(akgl_heap_actor_count() == COUNT && akgl_heap_actor_at(COUNT - 1) == &own[COUNT - 1]);
    for (int i = 0; i < COUNT - 1; i++) {
        CHECK_OK(akgl_heap_next_actor(&actor));
        CHECK(actor == &own[i == 0 ? 0 : i + 1]);
    }
    CHECK_SAYS(akgl_heap_next_actor(&actor), AKERR_HEAP, "3000");
    CHECK_OK(akgl_heap_release_actor(&own[2000]));
    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK(actor == &own[2000]);

    /* Actors of either pool can be released at any time, and orphans are found in both. */
    own[7].parent = built_in;
    CHECK_OK(akgl_heap_release_actor(built_in));
    CHECK(own[7].parent == NULL);
    left->parent = &own[8];
    CHECK_OK(akgl_heap_release_actor(&own[8]));
    CHECK(left->parent == NULL && left->refcount == 1);
    CHECK_OK(akgl_heap_init());
    CHECK(own[7].refcount == 0 && left->refcount == 0);

    CHECK_OK(akgl_heap_set_actors(NULL, 0));
    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK(actor == &AKGL_HEAP_ACTOR[0]);
    CHECK_STATUS(akgl_heap_release_actor(&own[0]), AKERR_HEAP);
    CHECK_OK(akgl_heap_init());
    free(own);
}

int main(void)
{
    test_order();
    test_release();
    test_full();
    test_own_array();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
