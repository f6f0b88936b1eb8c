/*
 * What the headers say about threads: errors and properties from any thread, the state lock between an
 * input thread and a step thread, maps into records of their own. `make tsan` runs this under
 * ThreadSanitizer.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <akgl/game.h>

#include <SDL3/SDL_atomic.h>
#include <SDL3/SDL_timer.h>

#include "stage.h"

#define THREADS 4

static void side_by_side(void *(*run)(void *))
{
    pthread_t threads[THREADS];

    for (intptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, run, (void *)i) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *wrong = NULL;
        pthread_join(threads[i], &wrong);
        CHECK(wrong == NULL);
    }
    CHECK(contexts_in_use() == 0);
}

/* Errors: raised, handed up, handled, released; more at a time than the pool has, and names given. */

static akerr_ErrorContext AKERR_NOIGNORE *give(int status)
{
    PREPARE_ERROR(e);
    FAIL_RETURN(e, status, "given %d", status);
}

static akerr_ErrorContext AKERR_NOIGNORE *pass_up(int status)
{
    PREPARE_ERROR(e);
    PASS(e, give(status));
    SUCCEED_RETURN(e);
}

static int handle(int status)
{
    int seen = 0;
    PREPARE_ERROR(e);

    ATTEMPT {
        CATCH(e, pass_up(status));
    } CLEANUP {
    } PROCESS(e) {
    } HANDLE_DEFAULT(e) {
        char expected[32];
        snprintf(expected, sizeof expected, "given %d", status);
        seen = e->status == status && strcmp(e->message, expected) == 0;
    } FINISH_NORETURN(e);
    return seen;
}

static void *raise_many(void *number)
{
    intptr_t base = 1000 * ((intptr_t)number + 1), wrong = 0;
    akerr_ErrorContext *held[60];

    for (int round = 0; round < 200; round++) {
        int count = 1 + (round * 7) % 60; /* all threads together: up to 240 of 128 */

        for (int i = 0; i < count; i++) {
            held[i] = give((int)base + i);
        }
        for (int i = 0; i < count; i++) {
            wrong += held[i]->arrayid >= 0 && held[i]->status != (int)base + i;
            RELEASE_ERROR(held[i]);
        }
        wrong += handle((int)base + round) != 1;
    }
    akerr_name_for_status((int)base, "one of ours");
    wrong += strcmp(akerr_name_for_status((int)base, NULL), "one of ours") != 0;
    wrong += akerr_name_for_status(2, NULL)[0] == '\0';
    return (void *)wrong;
}

/* Properties: the first of them makes the registry, whichever thread it comes from. */

static void *set_and_read(void *number)
{
    char name[32], value[32];
    intptr_t wrong = 0;

    for (int i = 0; i < 200; i++) {
        akgl_String text = { .refcount = 1 }, *read = &text;
        akerr_ErrorContext *raised;

        snprintf(name, sizeof name, "thread.%d", (int)(intptr_t)number);
        snprintf(value, sizeof value, "%d", i);
        raised = akgl_set_property(name, value);
        wrong += raised != NULL;
        RELEASE_ERROR(raised);
        raised = akgl_get_property(name, &read, NULL);
        wrong += raised != NULL || strcmp(text.data, value) != 0;
        RELEASE_ERROR(raised);
    }
    return (void *)wrong;
}

/* The state lock: an input thread turns the hero round, a step thread moves it. */

#define TURNS 2000

static akgl_Actor *hero;
static int torn, logics; /* both under the state lock, like the pool */
static bool done;

static bool one_way(uint32_t state)
{
    uint32_t ways = state & (AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT);
    return ways == AKGL_ACTOR_STATE_MOVING_LEFT || ways == AKGL_ACTOR_STATE_MOVING_RIGHT;
}

static akerr_ErrorContext AKERR_NOIGNORE *logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_actor_logic_movement(actor, dt));
    logics++;
    torn += !one_way(actor->state);
    SUCCEED_RETURN(e);
}

static void *input(void *unused)
{
    for (int i = 0; i < TURNS; i++) {
        IGNORE(akgl_game_state_lock());
        /* Between these two the hero goes nowhere: nobody may see it like that. */
        hero->state &= ~(uint32_t)(AKGL_ACTOR_STATE_MOVING_LEFT | AKGL_ACTOR_STATE_MOVING_RIGHT);
        hero->state |= i % 2 ? AKGL_ACTOR_STATE_MOVING_LEFT : AKGL_ACTOR_STATE_MOVING_RIGHT;
        IGNORE(akgl_actor_cmhf_up_on(hero, NULL));
        IGNORE(akgl_actor_cmhf_up_off(hero, NULL));
        IGNORE(akgl_game_state_unlock());
    }
    IGNORE(akgl_game_state_lock());
    done = true;
    IGNORE(akgl_game_state_unlock());
    return unused;
}

static void *step(void *unused)
{
    intptr_t wrong = 0;

    for (bool last = false; !last;) {
        akerr_ErrorContext *raised;

        IGNORE(akgl_game_state_lock());
        last = done;
        stage_physics.max_timestep = STEP;
        stage_physics.gravity_time = 0;
        IGNORE(akgl_game_state_unlock());
        raised = akgl_game_update(NULL);
        wrong += raised != NULL;
        RELEASE_ERROR(raised);
    }
    (void)unused;
    return (void *)wrong;
}

static void input_and_step(void)
{
    static const char *const rows[] = { "#....#", "#....#", "######" };
    pthread_t threads[2];
    void *wrong[2] = { NULL, NULL };

    stage_begin();
    stage_tiles(rows, 3);
    akgl_physics = &stage_physics;
    stage_physics.gravity_y = 900.0f;
    stage_character->ax = stage_character->sx = 100.0f;
    hero = stage_box("hero", 24.0f, 0.0f, 12.0f, 12.0f);
    hero->state |= AKGL_ACTOR_STATE_MOVING_LEFT;
    hero->movementlogicfunc = logic;
    CHECK(pthread_create(&threads[0], NULL, input, NULL) == 0);
    CHECK(pthread_create(&threads[1], NULL, step, NULL) == 0);
    pthread_join(threads[0], &wrong[0]);
    pthread_join(threads[1], &wrong[1]);
    CHECK(wrong[0] == NULL && wrong[1] == NULL);
    CHECK(torn == 0 && logics > 0 && hero->x >= 16.0f && hero->x <= 68.0f && hero->y <= 20.0f);
    akgl_physics = &akgl_default_physics;
    stage_end();
}

/* Maps: any number of threads load into records of their own. */

static void *load_a_map(void *number)
{
    akgl_Tilemap *map = calloc(1, sizeof *map);
    intptr_t wrong = map == NULL;

    for (int i = 0; i < 3 && map != NULL; i++) {
        akerr_ErrorContext *raised = akgl_tilemap_load(
            (intptr_t)number % 2 ? "tests/maps/level-zstd.tmx" : "tests/maps/level-csv.tmj", map);
        wrong += raised != NULL || map->width != 7 || map->height != 4;
        RELEASE_ERROR(raised);
        raised = akgl_tilemap_load("tests/maps/none.tmj", map);
        wrong += raised == NULL || map->width != 7;
        RELEASE_ERROR(raised);
    }
    free(map);
    return (void *)wrong;
}

/* Taken three times, the lock is free after the third time that it is let go of, and not before. */

static SDL_AtomicInt held_by_another;

static void *take_the_lock(void *unused)
{
    (void)unused;
    if (akgl_game_state_lock() != NULL) {
        return &held_by_another; /* no CHECK here: it counts, and so does the main thread */
    }
    SDL_SetAtomicInt(&held_by_another, 1);
    return akgl_game_state_unlock();
}

static void a_lock_taken_again_is_let_go_of_as_often(void)
{
    pthread_t other;
    void *wrong = NULL;

    for (int i = 0; i < 3; i++) {
        CHECK_OK(akgl_game_state_lock());
    }
    CHECK(pthread_create(&other, NULL, take_the_lock, NULL) == 0);
    for (int i = 0; i < 3; i++) {
        SDL_Delay(20);
        CHECK(SDL_GetAtomicInt(&held_by_another) == 0);
        CHECK_OK(akgl_game_state_unlock());
    }
    CHECK(pthread_join(other, &wrong) == 0 && wrong == NULL);
    CHECK(SDL_GetAtomicInt(&held_by_another) == 1);
}

int main(void)
{
    side_by_side(raise_many);
    CHECK_OK(akgl_registry_destroy());
    side_by_side(set_and_read);
    input_and_step();
    a_lock_taken_again_is_let_go_of_as_often();
    side_by_side(load_a_map);
    CHECK_OK(akgl_registry_destroy());
    CHECK(contexts_in_use() == 0);
    return check_result();
}
