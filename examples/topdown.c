/*
 * topdown.c: rooms seen from above: walls, crates, coins, lava, bullets. The second game on libakgl;
 * sidescroller.c explains the start of a game, this one shows who collides with whom.
 *
 *     make play GAME=topdown        in a window: arrows to walk, space to shoot, Esc to leave
 *     make demo                     without one: plays the recorded input and draws the picture
 *     topdown --record FILE         plays in a window and writes your input to FILE
 *
 * Every shape is on some layers (layermask) and responds to some (collidemask). The two are asked
 * for separately, and each side for itself:
 *
 *               is on        responds to                      so it
 *     walls     STATIC       -                                block
 *     explorer  ACTOR        STATIC CRATE PICKUP ZONE         is stopped by walls and crates
 *     crate     CRATE        -                                blocks, and never gives way
 *     bullet    BULLET       STATIC CRATE                     hits walls and crates, and nobody hits it
 *     coin      PICKUP       -          (sensor)              is noticed by the explorer alone
 *     lava      ZONE         -          (sensor)              hurts without being in the way
 */
#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/collision.h>
#include <akgl/error.h>
#include <akgl/game.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
#include <akgl/tilemap.h>

#include "demo.h"
#include "demo_draw.h"

#define ASSETS "examples/assets/"
#define PICTURE "target/demo/topdown.png"

/* Layers beside the library's own: a game may use every bit that has no name there. */
#define LAYER_CRATE 16u
#define LAYER_BULLET 32u
#define LAYER_ZONE 64u

#define BULLET_SPEED 420.0f
#define RELOAD_STEPS 12
#define CRATE_STRENGTH 3
/** Health lost in lava, 1/s; there are 100. */
#define LAVA_PER_SECOND 24.0f

enum { TILE_FLOOR = 8, TILE_WALL = 9 };
enum { TILE = 16, VIEW_WIDTH = 640, VIEW_HEIGHT = 368, MAX_THINGS = 128, MAX_SHOTS = 512 };

/** A coin or a crate. */
typedef struct Thing {
    /** NULL once it has been taken or shot to pieces. */
    akgl_Actor *actor;
    float x, y;
    int strength;
} Thing;

/** A bullet's way, for the picture. */
typedef struct Shot {
    /** NULL once it has hit something. */
    akgl_Actor *actor;
    float from_x, from_y, to_x, to_y;
    bool hit_crate;
} Shot;

typedef struct Sample {
    float x, y;
    bool in_lava;
} Sample;

static akgl_CollisionWorld world;
static akgl_Character explorer_character, bullet_character;
static akgl_Actor *explorer;
static Thing coins[MAX_THINGS], crates[MAX_THINGS];
static SDL_FRect lava[MAX_THINGS], door;
static Shot shots[MAX_SHOTS];
static int coin_count, crate_count, lava_count, shot_count;

static demo_Recording input;
static Sample path[DEMO_MAX_STEPS];

/** The game, as it stands after `step` steps. */
static struct {
    int step;
    unsigned buttons;
    int reload, taken, broken;
    float health, lava_time;
    bool in_lava, out;
} now;

static float seconds(int steps)
{
    return (float)steps * DEMO_STEP;
}

/** The thing that an actor is, or NULL. */
static Thing *thing_of(Thing *things, int count, const akgl_Actor *actor)
{
    for (int i = 0; i < count; i++) {
        if (actor != NULL && things[i].actor == actor) {
            return &things[i];
        }
    }
    return NULL;
}

/* The explorer */

/** The explorer's collidefunc. */
static akerr_ErrorContext AKERR_NOIGNORE *explorer_touches(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    Thing *coin = thing_of(coins, coin_count, contact->other);
    PREPARE_ERROR(e);

    if (coin != NULL) {
        coin->actor = NULL;
        now.taken++;
        PASS(e, akgl_heap_release_actor(contact->other));
    } else if (contact->sensor) {
        /* Geometry says what it is by the pointer that it was added with. */
        now.in_lava = now.in_lava || contact->layermask == LAYER_ZONE;
        now.out = now.out || contact->userdata == &door;
    } else {
        /* Walls and crates alike; along them the explorer slides on. */
        PASS(e, akgl_actor_collide_block(actor, contact));
    }
    SUCCEED_RETURN(e);
}

/** A bullet's collidefunc: the bullet is gone, and so is a crate that has taken enough of them. */
static akerr_ErrorContext AKERR_NOIGNORE *bullet_touches(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    Thing *crate = thing_of(crates, crate_count, contact->other);
    PREPARE_ERROR(e);

    if (crate != NULL && --crate->strength == 0) {
        printf("%6.2f s  a crate is shot to pieces in column %d, row %d\n", (double)seconds(now.step),
               (int)(crate->x / TILE), (int)(crate->y / TILE));
        crate->actor = NULL;
        now.broken++;
        PASS(e, akgl_heap_release_actor(contact->other));
    }
    for (int i = 0; i < shot_count; i++) {
        if (shots[i].actor == actor) {
            shots[i].actor = NULL;
            /* Where the bullet just touched, not where it had got to inside of the wall. */
            shots[i].to_x = contact->x;
            shots[i].to_y = contact->y;
            shots[i].hit_crate = contact->other != NULL;
        }
    }
    /* An actor may be released at any time, from its own hooks too. Do not touch it any more. */
    PASS(e, akgl_heap_release_actor(actor));
    SUCCEED_RETURN(e);
}

/** 1 where the explorer looks that way, else 0. */
static float facing(Uint32 way)
{
    return explorer->state & way ? 1.0f : 0.0f;
}

static akerr_ErrorContext AKERR_NOIGNORE *shoot(void)
{
    Shot *shot = &shots[shot_count];
    akgl_Actor *bullet = NULL;
    float x = 0, y = 0;
    PREPARE_ERROR(e);

    if (now.reload > 0 || shot_count == MAX_SHOTS) {
        SUCCEED_RETURN(e);
    }
    now.reload = RELOAD_STEPS;
    x = facing(AKGL_ACTOR_STATE_FACE_RIGHT) - facing(AKGL_ACTOR_STATE_FACE_LEFT);
    y = facing(AKGL_ACTOR_STATE_FACE_DOWN) - facing(AKGL_ACTOR_STATE_FACE_UP);

    PASS(e, akgl_heap_next_actor(&bullet));
    PASS(e, akgl_actor_initialize(bullet, "bullet"));
    PASS(e, akgl_actor_set_character(bullet, &bullet_character));
    bullet->collidefunc = bullet_touches;
    bullet->x = explorer->x;
    bullet->y = explorer->y;
    /* Environmental velocity stays what it is where there is neither gravity nor drag. v would not do:
     * every step sets it to e + t. */
    bullet->ex = BULLET_SPEED * x;
    bullet->ey = BULLET_SPEED * y;
    *shot = (Shot){bullet, bullet->x + 8 * x, bullet->y + 8 * y, bullet->x, bullet->y, false};
    shot_count++;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *explorer_control(unsigned buttons)
{
    /* The library's own handlers: hold to walk, let go to stop dead, as it should be seen from above. */
    static const struct {
        unsigned button;
        akerr_ErrorContext *(*on)(akgl_Actor *, SDL_Event *), *(*off)(akgl_Actor *, SDL_Event *);
    } controls[] = {
        {DEMO_LEFT, akgl_actor_cmhf_left_on, akgl_actor_cmhf_left_off},
        {DEMO_RIGHT, akgl_actor_cmhf_right_on, akgl_actor_cmhf_right_off},
        {DEMO_UP, akgl_actor_cmhf_up_on, akgl_actor_cmhf_up_off},
        {DEMO_DOWN, akgl_actor_cmhf_down_on, akgl_actor_cmhf_down_off},
    };
    PREPARE_ERROR(e);

    for (size_t i = 0; i < SDL_arraysize(controls); i++) {
        if ((buttons & ~now.buttons) & controls[i].button) {
            PASS(e, controls[i].on(explorer, NULL));
        }
        if ((now.buttons & ~buttons) & controls[i].button) {
            PASS(e, controls[i].off(explorer, NULL));
        }
    }
    if (buttons & DEMO_SPACE) {
        PASS(e, shoot());
    }
    now.reload -= now.reload > 0;
    now.buttons = buttons;
    SUCCEED_RETURN(e);
}

/* The game */

static akerr_ErrorContext AKERR_NOIGNORE *add_thing(Thing *things, int *count, const char *name, float x, float y)
{
    Thing *thing = &things[*count];
    PREPARE_ERROR(e);

    FAIL_NONZERO_RETURN(e, *count >= MAX_THINGS, AKERR_OUTOFBOUNDS, "more than %d things: %s", MAX_THINGS, name);
    PASS(e, akgl_heap_next_actor(&thing->actor));
    PASS(e, akgl_actor_initialize(thing->actor, name));
    thing->actor->x = thing->x = x;
    thing->actor->y = thing->y = y;
    thing->actor->shape_override = true;
    (*count)++;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *add_coin(float x, float y)
{
    akgl_CollisionShape *shape = NULL;
    PREPARE_ERROR(e);

    PASS(e, add_thing(coins, &coin_count, "coin", x, y));
    shape = &coins[coin_count - 1].actor->shape;
    PASS(e, akgl_collision_shape_circle(shape, 0, 0, 5, 0));
    shape->layermask = AKGL_COLLISION_LAYER_PICKUP;
    shape->collidemask = 0;
    shape->flags = AKGL_COLLISION_FLAG_SENSOR;
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *add_crate(float x, float y)
{
    akgl_CollisionShape *shape = NULL;
    PREPARE_ERROR(e);

    PASS(e, add_thing(crates, &crate_count, "crate", x, y));
    crates[crate_count - 1].strength = CRATE_STRENGTH;
    shape = &crates[crate_count - 1].actor->shape;
    PASS(e, akgl_collision_shape_box(shape, &(SDL_FRect){-8, -8, 16, 16}, 0));
    shape->layermask = LAYER_CRATE;
    shape->collidemask = 0;
    SUCCEED_RETURN(e);
}

/** A sensor that is not an actor. */
static akerr_ErrorContext AKERR_NOIGNORE *add_zone(SDL_FRect *area, const akgl_TilemapObject *object, Uint32 layer)
{
    akgl_CollisionProxy proxy = 0;
    akgl_CollisionShape shape;
    PREPARE_ERROR(e);

    *area = (SDL_FRect){object->x, object->y, object->width, object->height};
    PASS(e, akgl_collision_shape_box(&shape, &(SDL_FRect){0, 0, area->w, area->h}, 0));
    shape.layermask = layer;
    shape.collidemask = 0;
    shape.flags = AKGL_COLLISION_FLAG_SENSOR;
    PASS(e, akgl_collision_proxy_add(&world, &shape, area->x, area->y, 0, area, &proxy));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *place_objects(void)
{
    PREPARE_ERROR(e);

    for (int i = 0; i < akgl_gamemap->numobjects; i++) {
        const akgl_TilemapObject *object = &akgl_gamemap->objects[i];

        if (strcmp(object->type, "start") == 0) {
            explorer->x = object->x;
            explorer->y = object->y;
        } else if (strcmp(object->type, "coin") == 0) {
            PASS(e, add_coin(object->x, object->y));
        } else if (strcmp(object->type, "crate") == 0) {
            PASS(e, add_crate(object->x, object->y));
        } else if (strcmp(object->type, "lava") == 0 && lava_count < MAX_THINGS) {
            PASS(e, add_zone(&lava[lava_count++], object, LAYER_ZONE));
        } else if (strcmp(object->type, "exit") == 0) {
            PASS(e, add_zone(&door, object, AKGL_COLLISION_LAYER_PICKUP));
        }
    }
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *game_start(void)
{
    PREPARE_ERROR(e);

    SDL_strlcpy(akgl_game.name, "Topdown", sizeof akgl_game.name);
    SDL_strlcpy(akgl_game.version, "1.0", sizeof akgl_game.version);
    SDL_strlcpy(akgl_game.uri, "libakgl.example.topdown", sizeof akgl_game.uri);
    PASS(e, akgl_game_init());

    /* The map asks for the arcade backend and sets no gravity. */
    PASS(e, akgl_tilemap_load(ASSETS "topdown.tmj", akgl_gamemap));
    PASS(e, akgl_tilemap_load_physics(akgl_gamemap, akgl_physics));
    akgl_physics->max_timestep = DEMO_STEP;
    PASS(e, akgl_collision_world_init(&world, NULL, TILE, TILE));
    PASS(e, akgl_collision_bind_tilemap(&world, akgl_gamemap));
    akgl_physics->collision = &world;

    PASS(e, akgl_character_load(ASSETS "topdown.json", &explorer_character));
    PASS(e, akgl_heap_next_actor(&explorer));
    PASS(e, akgl_actor_initialize(explorer, "explorer"));
    PASS(e, akgl_actor_set_character(explorer, &explorer_character));
    explorer->collidefunc = explorer_touches;
    explorer->state |= AKGL_ACTOR_STATE_FACE_RIGHT;
    /* The file knows the library's layers by name; the game's own are added here. */
    explorer->shape.collidemask |= LAYER_CRATE | LAYER_ZONE;

    PASS(e, akgl_character_initialize(&bullet_character, "bullet"));
    PASS(e, akgl_collision_shape_circle(&bullet_character.shape, 0, 0, 2, 0));
    bullet_character.shape.layermask = LAYER_BULLET;
    bullet_character.shape.collidemask = AKGL_COLLISION_LAYER_STATIC | LAYER_CRATE;

    PASS(e, place_objects());
    now.health = 100;
    SUCCEED_RETURN(e);
}

/** One step with the given buttons down. */
static akerr_ErrorContext AKERR_NOIGNORE *game_step(unsigned buttons)
{
    const bool was_in_lava = now.in_lava;
    PREPARE_ERROR(e);

    PASS(e, explorer_control(buttons));
    now.in_lava = false;
    /* Exactly max_timestep, whatever the clock says; sidescroller.c has more on it. */
    akgl_physics->gravity_time = 0;
    PASS(e, akgl_game_update(NULL));

    if (now.in_lava) {
        now.health -= LAVA_PER_SECOND * DEMO_STEP;
        now.lava_time += DEMO_STEP;
    } else if (was_in_lava) {
        printf("%6.2f s  out of the lava, health %.0f\n", (double)seconds(now.step), (double)now.health);
    }
    for (int i = 0; i < shot_count; i++) {
        if (shots[i].actor != NULL) {
            shots[i].to_x = shots[i].actor->x;
            shots[i].to_y = shots[i].actor->y;
            if (shots[i].to_x > VIEW_WIDTH) { /* out of the door */
                PASS(e, akgl_heap_release_actor(shots[i].actor));
                shots[i].actor = NULL;
            }
        }
    }
    path[now.step++] = (Sample){explorer->x, explorer->y, now.in_lava};
    SUCCEED_RETURN(e);
}

static bool game_over(void)
{
    return now.out || now.health <= 0;
}

static void report(void)
{
    printf("%6.2f s  %s: %d of %d coins, %d shots, %d of %d crates broken, %.2f s in lava, health %.0f\n",
           (double)seconds(now.step), now.out ? "out of the door" : now.health <= 0 ? "burnt" : "still inside",
           now.taken, coin_count, shot_count, now.broken, crate_count, (double)now.lava_time, (double)now.health);
}

#include "topdown_view.h"

/* The two ways to play */

static akerr_ErrorContext AKERR_NOIGNORE *play_recording(const demo_Options *options)
{
    PREPARE_ERROR(e);

    PASS(e, demo_recording_load(&input, options->play));
    while (now.step < input.steps && !game_over()) {
        PASS(e, game_step(input.buttons[now.step]));
        const float numbers[] = {explorer->x, explorer->y, explorer->vx, explorer->vy, explorer->ex, explorer->ey, explorer->tx, explorer->ty};
        demo_write_bits(options, numbers, 8);
    }
    report();
    PASS(e, draw_picture());
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *play_in_window(const char *record)
{
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    Uint64 clock = 0;
    PREPARE_ERROR(e);

    PASS(e, demo_window("libakgl: topdown (arrows, space, Esc)", VIEW_WIDTH, VIEW_HEIGHT, &window, &renderer));
    ATTEMPT {
        while (e == NULL && demo_events()) {
            int due = demo_steps_due(&clock);

            for (; due > 0 && !game_over() && now.step < DEMO_MAX_STEPS; due--) {
                input.buttons[now.step] = (unsigned char)demo_buttons();
                CATCH(e, game_step(input.buttons[now.step]));
                if (game_over()) {
                    report();
                }
            }
            draw_frame(renderer);
        }
        input.steps = now.step;
        if (record != NULL) {
            CATCH(e, demo_recording_save(&input, record));
        }
    } CLEANUP {
        SDL_DestroyRenderer(renderer);
        SDL_DestroyWindow(window);
    } PROCESS(e) {
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *play(const demo_Options *options)
{
    PREPARE_ERROR(e);

    PASS(e, game_start());
    if (options->headless || !demo_has_display()) {
        PASS(e, play_recording(options));
        FAIL_ZERO_RETURN(e, now.out, AKERR_BEHAVIOR, "the recorded input does not reach the door");
    } else {
        PASS(e, play_in_window(options->record));
    }
    SUCCEED_RETURN(e);
}

int main(int argc, char **argv)
{
    demo_Options options = {false, NULL, ASSETS "topdown.rec", NULL};
    int status = 0;
    PREPARE_ERROR(e);

    if (!demo_options(argc, argv, &options)) {
        return 2;
    }
    ATTEMPT {
        CATCH(e, play(&options));
    } CLEANUP {
        akgl_physics->collision = NULL;
        IGNORE(akgl_collision_world_destroy(&world));
        SDL_Quit();
    } PROCESS(e) {
    } HANDLE_DEFAULT(e) {
        LOG_ERROR(e);
        status = 1;
    } FINISH_NORETURN(e);
    return status;
}
