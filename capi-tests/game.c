/*
 * akgl/game.h: start-up, one frame, the state lock.
 */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include <akgl/game.h>
#include <akgl/registry.h>

#include <SDL3/SDL_init.h>
#include <SDL3/SDL_timer.h>

#include "check.h"
#include "files.h"

static char order[64];

static void note(char letter)
{
    size_t length = strlen(order);

    order[length] = letter;
    order[length + 1] = '\0';
}

static akerr_ErrorContext AKERR_NOIGNORE *update(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    note(actor->name[0]);
    /* The frame holds the lock, and the same thread may take it again. */
    PASS(e, akgl_game_state_lock());
    PASS(e, akgl_game_state_unlock());
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *fail(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    FAIL_RETURN(e, AKGL_ERR_LOGICINTERRUPT, "%s interrupts", actor->name);
}

/* Releases the actor after it and spawns one at the end of the pool. */
static akerr_ErrorContext AKERR_NOIGNORE *meddle(akgl_Actor *actor)
{
    akgl_Actor *other = NULL;
    PREPARE_ERROR(e);

    note('m');
    PASS(e, akgl_heap_release_actor(&actor[1]));
    PASS(e, akgl_heap_release_actor(actor));
    PASS(e, akgl_heap_next_actor(&other));
    PASS(e, akgl_actor_initialize(other, "new"));
    SUCCEED_RETURN(e);
}

/* A hook that lets go of the lock once too often must not lead to worse. */
static akerr_ErrorContext AKERR_NOIGNORE *let_go(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    (void)actor;
    PASS(e, akgl_game_state_unlock());
    SUCCEED_RETURN(e);
}

static akgl_Iterator *seen_flags;
static akgl_PhysicsBackend *seen_self;

static akerr_ErrorContext AKERR_NOIGNORE *simulate(akgl_PhysicsBackend *self, akgl_Iterator *opflags)
{
    PREPARE_ERROR(e);
    note('!');
    seen_self = self;
    seen_flags = opflags;
    SUCCEED_RETURN(e);
}

static akgl_Actor *new_actor(const char *name, uint32_t layer)
{
    akgl_Actor *actor = NULL;

    CHECK_OK(akgl_heap_next_actor(&actor));
    CHECK_OK(akgl_actor_initialize(actor, name));
    actor->layer = layer;
    actor->updatefunc = update;
    return actor;
}

static void test_init(void)
{
    static akgl_PhysicsBackend own;
    static akgl_Tilemap map;

    /* Valid before anything is called. */
    CHECK(akgl_physics == &akgl_default_physics && akgl_physics->simulate == NULL);
    CHECK(akgl_gamemap == &akgl_default_gamemap && akgl_gamemap->numlayers == 0);
    CHECK(sizeof akgl_game.name == 256 && sizeof akgl_game.version == 32 && sizeof akgl_game.uri == 256);
    CHECK_SAYS(akgl_game_update(NULL), AKERR_NULLPOINTER, "simulate");

    /* What a game set up before is kept; the pointers are set. */
    akgl_Actor *early = new_actor("early", 0);
    CHECK_OK(akgl_set_property("physics.gravity.y", "900"));
    akgl_physics = &own;
    akgl_gamemap = &map;
    memset(&akgl_game, 'x', offsetof(struct akgl_Game, reserved));
    CHECK_OK(akgl_game_init());
    CHECK_OK(akgl_game_init());
    CHECK(akgl_physics == &akgl_default_physics && akgl_physics->simulate == NULL);
    CHECK(akgl_gamemap == &akgl_default_gamemap);
    CHECK(early->refcount == 1);
    CHECK(strcmp(SDL_GetStringProperty(AKGL_REGISTRY_PROPERTIES, "physics.gravity.y", ""), "900") == 0);
    CHECK(SDL_WasInit(SDL_INIT_EVENTS) != 0);
    CHECK(SDL_GetTicksNS() > 0);
    memset(&akgl_game, 0, sizeof akgl_game);
    strcpy(akgl_game.name, "A game");
    strcpy(akgl_game.version, "1.0");
    CHECK_OK(akgl_game_init());
    CHECK(strcmp(SDL_GetAppMetadataProperty(SDL_PROP_APP_METADATA_NAME_STRING), "A game") == 0);
    /* One of the three is enough. */
    memset(&akgl_game, 0, sizeof akgl_game);
    strcpy(akgl_game.name, "Another");
    CHECK_OK(akgl_game_init());
    CHECK(strcmp(SDL_GetAppMetadataProperty(SDL_PROP_APP_METADATA_NAME_STRING), "Another") == 0);
    CHECK_OK(akgl_heap_init());
}

static void test_update(void)
{
    akgl_Iterator layer = { AKGL_ITERATOR_OP_LAYERMASK, 3 };
    akgl_Iterator plain = { 0, 3 };

    akgl_physics->simulate = simulate;
    akgl_Actor *a = new_actor("a", 0);
    akgl_Actor *b = new_actor("b", 3);
    akgl_Actor *c = new_actor("c", 259);
    (void)c;

    order[0] = '\0';
    CHECK_OK(akgl_game_update(NULL));
    CHECK(strcmp(order, "abc!") == 0 && seen_self == akgl_physics && seen_flags == NULL);
    order[0] = '\0';
    CHECK_OK(akgl_game_update(&layer));
    CHECK(strcmp(order, "b!") == 0 && seen_flags == &layer);
    order[0] = '\0';
    CHECK_OK(akgl_game_update(&plain));
    CHECK(strcmp(order, "abc!") == 0);

    /* An actor without the hook is left alone; an error ends the frame and lets go of the lock. */
    a->updatefunc = NULL;
    order[0] = '\0';
    CHECK_OK(akgl_game_update(NULL));
    CHECK(strcmp(order, "bc!") == 0);
    b->updatefunc = fail;
    order[0] = '\0';
    CHECK_SAYS(akgl_game_update(NULL), AKGL_ERR_LOGICINTERRUPT, "b interrupts");
    CHECK(order[0] == '\0');
    CHECK_STATUS(akgl_game_state_unlock(), AKERR_BEHAVIOR);

    /* Hooks that release and spawn. */
    a->updatefunc = meddle;
    order[0] = '\0';
    CHECK_OK(akgl_game_update(NULL));
    CHECK(strcmp(order, "mc!") == 0 && b->refcount == 0 && strcmp(a->name, "new") == 0);
    a->updatefunc = let_go;
    CHECK_OK(akgl_game_update(NULL));
    CHECK_STATUS(akgl_game_state_unlock(), AKERR_BEHAVIOR);

    akgl_physics->simulate = NULL;
    order[0] = '\0';
    CHECK_SAYS(akgl_game_update(NULL), AKERR_NULLPOINTER, "simulate");
    CHECK(order[0] == '\0');
    akgl_physics = NULL;
    CHECK_SAYS(akgl_game_update(NULL), AKERR_NULLPOINTER, "akgl_physics");
    akgl_physics = &akgl_default_physics;
    CHECK_OK(akgl_heap_init());
}

static int shared;

static void *count_up(void *unused)
{
    for (int i = 0; i < 2000; i++) {
        IGNORE(akgl_game_state_lock());
        IGNORE(akgl_game_state_lock());
        int seen = shared;
        IGNORE(akgl_game_state_unlock());
        shared = seen + 1;
        IGNORE(akgl_game_state_unlock());
    }
    return unused;
}

static void *unlock_from_elsewhere(void *unused)
{
    CHECK_SAYS(akgl_game_state_unlock(), AKERR_BEHAVIOR, "another thread");
    return unused;
}

static void test_lock(void)
{
    pthread_t threads[4];

    CHECK_SAYS(akgl_game_state_unlock(), AKERR_BEHAVIOR, "not locked");
    CHECK_OK(akgl_game_state_lock());
    CHECK(pthread_create(&threads[0], NULL, unlock_from_elsewhere, NULL) == 0);
    pthread_join(threads[0], NULL);
    CHECK_OK(akgl_game_state_unlock());

    for (int i = 0; i < 4; i++) {
        CHECK(pthread_create(&threads[i], NULL, count_up, NULL) == 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK(shared == 8000);
}

int main(void)
{
    test_init();
    test_update();
    test_lock();
    CHECK_OK(akgl_registry_destroy());
    SDL_Quit();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
