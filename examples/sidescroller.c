/*
 * sidescroller.c: run, jump and collect coins through one level: a whole game on libakgl and SDL3.
 *
 *     make play                     in a window: arrows to run, space to jump, Esc to leave
 *     make demo                     without one: plays the recorded input and draws the picture
 *     sidescroller --record FILE    plays in a window and writes your input to FILE
 *
 * What to look at if you write a game of your own:
 *
 *   game_start       the library, the map, the physics, the collision world, the actors
 *   runner_logic     what the player wants, once a step: run, brake, jump
 *   runner_touches   what the player touches: floors, spikes, coins, the flag
 *   game_step        one step of the game
 *
 * How it looks is in sidescroller_view.h, and what is not about libakgl in demo.h and demo_draw.h.
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
#define PICTURE "target/demo/sidescroller.png"

/* How the runner feels; how fast it speeds up and runs is in its character file, gravity is in the map. */

/** Upward speed of a jump, px/s: under 1200 px/s² it rises 70 px. */
#define JUMP_SPEED 420.0f
/** What is left of the upward speed when the button is let go early. */
#define JUMP_CUT 150.0f
/** How fast the runner slows down by itself, px/s². */
#define BRAKE 900.0f
/** Steps after a ledge in which a jump still counts, and steps that a press too early is remembered. */
#define GRACE_STEPS 5

/* The tiles of the map that mean something. */
enum { TILE_GRASS = 1, TILE_EARTH, TILE_PLANK, TILE_BLOCK, TILE_SPIKES, TILE_TUFT, TILE_FLOWER };

enum { TILE = 16, RUNNER_WIDTH = 16, RUNNER_HEIGHT = 24, MAX_COINS = 128, VIEW_WIDTH = 640, VIEW_HEIGHT = 240 };

typedef struct Coin {
    /** NULL once it has been taken. */
    akgl_Actor *actor;
    float x, y;
} Coin;

/** Where the runner was after a step, for the picture. */
typedef struct Sample {
    float x, y;
    bool in_air, jumped, apex, left, fell;
} Sample;

static akgl_CollisionWorld world;
static akgl_Character runner_character;
static akgl_Actor *runner;
static float start_x, start_y;
static SDL_FRect flag;
static Coin coins[MAX_COINS];
static int coin_count;

static demo_Recording input;
static Sample path[DEMO_MAX_STEPS];

/** The game, as it stands after `step` steps. */
static struct {
    int step;
    unsigned buttons;
    bool on_ground, was_on_ground;
    int since_ground, since_press;
    /** The present flight: where and when it began, and whether by a jump. */
    bool jumping;
    int left_ground_at, apex_at;
    float left_ground_y, apex_y, landing_speed;
    int jumps, landings, taken, falls;
    bool hurt, won;
} now;

static float seconds(int steps)
{
    return (float)steps * DEMO_STEP;
}

/* The player */

/** The arrows. The library's control handlers set the direction; the movement logic does the rest. */
static akerr_ErrorContext AKERR_NOIGNORE *runner_control(unsigned buttons)
{
    const unsigned pressed = buttons & ~now.buttons, released = now.buttons & ~buttons;
    const float speed = runner->tx;
    PREPARE_ERROR(e);

    if (released & DEMO_LEFT) {
        PASS(e, akgl_actor_cmhf_left_off(runner, NULL));
    }
    if (released & DEMO_RIGHT) {
        PASS(e, akgl_actor_cmhf_right_off(runner, NULL));
    }
    /* Letting go of a direction stops an actor dead. This one slides to a stop: see runner_logic. */
    runner->tx = speed;
    if (pressed & DEMO_LEFT) {
        PASS(e, akgl_actor_cmhf_left_on(runner, NULL));
    }
    if (pressed & DEMO_RIGHT) {
        PASS(e, akgl_actor_cmhf_right_on(runner, NULL));
    }
    if (pressed & DEMO_SPACE) {
        now.since_press = 0;
    }
    now.buttons = buttons;
    SUCCEED_RETURN(e);
}

/**
 * The runner's movementlogicfunc: every step runs it after it has added the thrust of the step before,
 * and before gravity and the move.
 */
static akerr_ErrorContext AKERR_NOIGNORE *runner_logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);

    /* The default logic installs the character's top speed, and its acceleration with a sign. */
    PASS(e, akgl_actor_logic_movement(actor, dt));

    /* Thrust only ever grows by itself. Slow down when no direction is held, or the other one. */
    if (actor->ax * actor->tx <= 0) {
        const float less = BRAKE * dt;
        actor->tx = fabsf(actor->tx) <= less ? 0 : actor->tx - copysignf(less, actor->tx);
    }

    /* What happened since the last step is known now: the contacts came after its move. */
    now.was_on_ground = now.on_ground;
    now.on_ground = false;
    now.since_ground = now.was_on_ground ? 0 : now.since_ground + 1;
    if (now.since_press <= GRACE_STEPS && now.since_ground <= GRACE_STEPS && !now.jumping) {
        /* A jump is environmental velocity: gravity wears it off, and the cap on thrust is not in its way. */
        actor->ey = -JUMP_SPEED;
        now.jumping = true;
        now.since_press = GRACE_STEPS + 1;
        now.jumps++;
        path[now.step].jumped = true;
    }
    now.since_press++;
    if (now.jumping && !(now.buttons & DEMO_SPACE) && actor->ey < -JUMP_CUT) {
        actor->ey = -JUMP_CUT;
    }
    SUCCEED_RETURN(e);
}

/**
 * The runner's collidefunc. Contacts come one at a time, after each piece of the move, and their
 * normal always says which way this actor must go.
 */
static akerr_ErrorContext AKERR_NOIGNORE *runner_touches(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);

    /* A sensor only tells. Coins are actors; the flag is geometry, told apart by its user data. */
    if (contact->sensor) {
        if (contact->userdata == &flag) {
            now.won = true;
        }
        for (int i = 0; i < coin_count; i++) {
            if (coins[i].actor != NULL && coins[i].actor == contact->other) {
                coins[i].actor = NULL;
                now.taken++;
                PASS(e, akgl_heap_release_actor(contact->other));
                break;
            }
        }
        SUCCEED_RETURN(e);
    }

    /* The tile is in the contact, so no look-up is needed to know a spike from a floor. */
    if (contact->tile == TILE_SPIKES) {
        now.hurt = true;
    }
    /* Pushed up: this is a floor. y grows downward. */
    if (contact->ny < -0.5f && !now.on_ground) {
        now.on_ground = true;
        now.landing_speed = actor->ey;
    }
    /* The rest is the library's: out of the wall, and no further into it. */
    PASS(e, akgl_actor_collide_block(actor, contact));
    SUCCEED_RETURN(e);
}

static void runner_to_start(void)
{
    runner->x = start_x;
    runner->y = start_y;
    runner->ex = runner->ey = runner->tx = 0;
    now.on_ground = true;
    now.hurt = now.jumping = false;
}

/* The game */

static akerr_ErrorContext AKERR_NOIGNORE *add_coin(float x, float y)
{
    Coin *coin = &coins[coin_count];
    PREPARE_ERROR(e);

    FAIL_NONZERO_RETURN(e, coin_count >= MAX_COINS, AKERR_OUTOFBOUNDS, "more than %d coins", MAX_COINS);
    PASS(e, akgl_heap_next_actor(&coin->actor));
    PASS(e, akgl_actor_initialize(coin->actor, "coin"));
    coin->actor->x = coin->x = x;
    coin->actor->y = coin->y = y;
    /* No character: an actor without one is never moved, so this coin does not fall. It is there to be
     * touched by those who look for pickups, blocks nobody, and responds to nothing itself. */
    PASS(e, akgl_collision_shape_circle(&coin->actor->shape, 0, 0, 6, 0));
    coin->actor->shape.layermask = AKGL_COLLISION_LAYER_PICKUP;
    coin->actor->shape.collidemask = 0;
    coin->actor->shape.flags = AKGL_COLLISION_FLAG_SENSOR;
    coin_count++;
    SUCCEED_RETURN(e);
}

/** Puts the map's objects into the game. */
static akerr_ErrorContext AKERR_NOIGNORE *place_objects(void)
{
    bool has_start = false, has_flag = false;
    PREPARE_ERROR(e);

    for (int i = 0; i < akgl_gamemap->numobjects; i++) {
        const akgl_TilemapObject *object = &akgl_gamemap->objects[i];

        if (strcmp(object->type, "coin") == 0) {
            PASS(e, add_coin(object->x, object->y));
        } else if (strcmp(object->type, "start") == 0) {
            start_x = object->x - RUNNER_WIDTH / 2;
            start_y = object->y - RUNNER_HEIGHT;
            has_start = true;
        } else if (strcmp(object->type, "flag") == 0) {
            /* Geometry that is not on the tile grid is a proxy. This one is a sensor. */
            akgl_CollisionProxy proxy;
            akgl_CollisionShape shape;

            flag = (SDL_FRect){object->x, object->y, object->width, object->height};
            PASS(e, akgl_collision_shape_box(&shape, &(SDL_FRect){0, 0, flag.w, flag.h}, 0));
            shape.layermask = AKGL_COLLISION_LAYER_PICKUP;
            shape.flags = AKGL_COLLISION_FLAG_SENSOR;
            PASS(e, akgl_collision_proxy_add(&world, &shape, flag.x, flag.y, 0, &flag, &proxy));
            has_flag = true;
        }
    }
    FAIL_ZERO_RETURN(e, has_start && has_flag, AKERR_KEY, "the level needs a start and a flag");
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *game_start(void)
{
    PREPARE_ERROR(e);

    SDL_strlcpy(akgl_game.name, "Sidescroller", sizeof akgl_game.name);
    SDL_strlcpy(akgl_game.version, "1.0", sizeof akgl_game.version);
    SDL_strlcpy(akgl_game.uri, "libakgl.example.sidescroller", sizeof akgl_game.uri);
    PASS(e, akgl_game_init());

    /* The map names its physics: its properties say physics.model = arcade and physics.gravity.y = 1200. */
    PASS(e, akgl_tilemap_load(ASSETS "sidescroller.tmj", akgl_gamemap));
    PASS(e, akgl_tilemap_load_physics(akgl_gamemap, akgl_physics));
    akgl_physics->max_timestep = DEMO_STEP;

    /* Collision: a world, the map's collidable layers, and the backend told of it. */
    PASS(e, akgl_collision_world_init(&world, NULL, TILE, TILE));
    PASS(e, akgl_collision_bind_tilemap(&world, akgl_gamemap));
    akgl_physics->collision = &world;

    /* The runner takes its shape, acceleration and top speed from its character. */
    PASS(e, akgl_character_load(ASSETS "sidescroller.json", &runner_character));
    PASS(e, akgl_heap_next_actor(&runner));
    PASS(e, akgl_actor_initialize(runner, "runner"));
    PASS(e, akgl_actor_set_character(runner, &runner_character));
    runner->movementlogicfunc = runner_logic;
    runner->collidefunc = runner_touches;

    PASS(e, place_objects());
    runner_to_start();
    now.since_press = now.since_ground = GRACE_STEPS + 1;
    SUCCEED_RETURN(e);
}

/** Takes down what the step did, and says so at each landing. */
static void note_step(void)
{
    Sample *sample = &path[now.step];

    sample->x = runner->x + RUNNER_WIDTH / 2;
    sample->y = runner->y + RUNNER_HEIGHT / 2;
    sample->in_air = !now.on_ground;
    sample->left = (runner->state & AKGL_ACTOR_STATE_FACE_LEFT) != 0;
    if (now.was_on_ground && !now.on_ground) {
        now.left_ground_at = now.apex_at = now.step - 1;
        now.left_ground_y = now.apex_y = path[now.step > 0 ? now.step - 1 : 0].y;
    }
    if (!now.on_ground && sample->y < now.apex_y) {
        now.apex_y = sample->y;
        now.apex_at = now.step;
    }
    if (now.on_ground && !now.was_on_ground) {
        const float air = seconds(now.step - now.left_ground_at);
        const int column = (int)(sample->x / TILE);

        now.landings++;
        if (now.jumping) {
            path[now.apex_at].apex = true;
            printf("%6.2f s  jump %2d: apex %2.0f px after %.2f s, %.2f s in the air, "
                   "landed in column %3d at %3.0f px/s; %2d coins\n",
                   (double)seconds(now.step), now.jumps, (double)(now.left_ground_y - now.apex_y),
                   (double)seconds(now.apex_at - now.left_ground_at), (double)air, column, (double)now.landing_speed,
                   now.taken);
        } else {
            printf("%6.2f s  dropped %.0f px in %.2f s, landed in column %3d at %3.0f px/s; %2d coins\n",
                   (double)seconds(now.step), (double)(sample->y - now.left_ground_y), (double)air, column,
                   (double)now.landing_speed, now.taken);
        }
        now.jumping = false;
    }
}

/** One step with the given buttons down. */
static akerr_ErrorContext AKERR_NOIGNORE *game_step(unsigned buttons)
{
    PREPARE_ERROR(e);

    path[now.step] = (Sample){0};
    PASS(e, runner_control(buttons));
    /* Every actor's updatefunc, then akgl_physics->simulate. That would step by the time that has passed;
     * with gravity_time at 0 it steps by exactly max_timestep, so that each game is the same again. */
    akgl_physics->gravity_time = 0;
    PASS(e, akgl_game_update(NULL));
    note_step();
    if (now.hurt || runner->y > (float)(akgl_gamemap->height * TILE + 64)) {
        printf("%6.2f s  %s in column %d: back to the start\n", (double)seconds(now.step),
               now.hurt ? "spikes" : "fell", (int)(runner->x / TILE));
        path[now.step].fell = true;
        now.falls++;
        runner_to_start();
    }
    now.step++;
    SUCCEED_RETURN(e);
}

static void report(void)
{
    if (now.won) {
        printf("%6.2f s  the flag, with %d of %d coins, %d jumps, %d landings, %d times back to the start\n",
               (double)seconds(now.step), now.taken, coin_count, now.jumps, now.landings, now.falls);
    } else {
        printf("%6.2f s  the flag was not reached: the runner is in column %d\n", (double)seconds(now.step),
               (int)(runner->x / TILE));
    }
}

#include "sidescroller_view.h"

/* The two ways to play */

static akerr_ErrorContext AKERR_NOIGNORE *play_recording(const demo_Options *options)
{
    PREPARE_ERROR(e);

    PASS(e, demo_recording_load(&input, options->play));
    while (now.step < input.steps && !now.won) {
        PASS(e, game_step(input.buttons[now.step]));
        const float numbers[] = {runner->x, runner->y, runner->vx, runner->vy, runner->ex, runner->ey, runner->tx};
        demo_write_bits(options, numbers, 7);
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

    PASS(e, demo_window("libakgl: sidescroller (arrows, space, Esc)", VIEW_WIDTH, VIEW_HEIGHT, &window, &renderer));
    ATTEMPT {
        while (e == NULL && demo_events()) {
            int due = demo_steps_due(&clock);

            for (; due > 0 && !now.won && now.step < DEMO_MAX_STEPS; due--) {
                input.buttons[now.step] = (unsigned char)demo_buttons();
                CATCH(e, game_step(input.buttons[now.step]));
                if (now.won) {
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
        FAIL_ZERO_RETURN(e, now.won, AKERR_BEHAVIOR, "the recorded input does not reach the flag");
    } else {
        PASS(e, play_in_window(options->record));
    }
    SUCCEED_RETURN(e);
}

int main(int argc, char **argv)
{
    demo_Options options = {false, NULL, ASSETS "sidescroller.rec", NULL};
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
