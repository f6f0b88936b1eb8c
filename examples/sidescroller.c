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
 * Everything below these is drawing.
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
    float left_ground_y, apex_y;
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
    if (contact->ny < -0.5f) {
        now.on_ground = true;
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
            printf("%6.2f s  jump %2d: apex %2.0f px after %.2f s, %.2f s in the air, landed in column %3d; %2d coins\n",
                   seconds(now.step), now.jumps, (double)(now.left_ground_y - now.apex_y),
                   (double)seconds(now.apex_at - now.left_ground_at), (double)air, column, now.taken);
        } else {
            printf("%6.2f s  dropped %.0f px in %.2f s, landed in column %3d; %2d coins\n", (double)seconds(now.step),
                   (double)(sample->y - now.left_ground_y), (double)air, column, now.taken);
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

/* Drawing: the level, seen through a view that begins at `left` pixels of it. */

/** A number from 0 to 1 that is always the same for the same two. */
static float speckle(int x, int y)
{
    Uint32 bits = (Uint32)x * 374761393u + (Uint32)y * 668265263u;

    bits = (bits ^ (bits >> 13)) * 1274126177u;
    return (float)((bits ^ (bits >> 16)) & 0xFFFF) / 65536.0f;
}

/** The colour of the sky or the hills at a place of the level: from morning to evening. */
static Uint32 daytime(float x, const Uint32 colors[4])
{
    const float at = 3 * x / (float)(akgl_gamemap->width * TILE);
    const int from = at < 0 ? 0 : at >= 2 ? 2 : (int)at;

    return demo_mix(colors[from], colors[from + 1], at - (float)from);
}

static void draw_hills(const demo_Canvas *canvas, float left, float width, float speed, float base, float height,
                       const Uint32 colors[4])
{
    /* A hill far away moves less than the view. */
    const float step = 8, shift = left * (1 - speed), bottom = VIEW_HEIGHT;

    for (float x = floorf(left / step) * step; x < left + width; x += step) {
        float y[2];
        for (int side = 0; side < 2; side++) {
            const float at = x + (float)side * step - shift;
            y[side] = base - height * (0.55f + 0.3f * sinf(at * 0.013f + speed * 9) + 0.15f * sinf(at * 0.041f));
        }
        const Uint32 color = daytime(x, colors), low = demo_mix(color, 0xFFFFFFFF, 0.18f);
        const SDL_Vertex corners[4] = {
            demo_vertex(canvas, x, y[0], color), demo_vertex(canvas, x + step, y[1], color),
            demo_vertex(canvas, x + step, bottom, low), demo_vertex(canvas, x, bottom, low)};
        const int order[6] = {0, 1, 2, 0, 2, 3};
        SDL_RenderGeometry(canvas->renderer, NULL, corners, 4, order, 6);
    }
}

static void draw_sky(const demo_Canvas *canvas, float left, float width)
{
    static const Uint32 high[4] = {0x8EC5E8FF, 0x6FB4ECFF, 0x7B9FE0FF, 0x6A63A8FF};
    static const Uint32 low[4] = {0xFDE9D0FF, 0xDDF1F9FF, 0xF6E3CDFF, 0xF9B27FFF};
    static const Uint32 cloud[4] = {0xFFFBF4FF, 0xFFFFFFFF, 0xFFF6ECFF, 0xF7D3CFFF};
    static const Uint32 far[4] = {0xAFC9DBFF, 0x9CC4DDFF, 0x9FB2D6FF, 0x8F79AEFF};
    static const Uint32 near[4] = {0x93BFA4FF, 0x84BE93FF, 0x86A690FF, 0x75688FFF};

    for (float x = left; x < left + width; x += TILE) {
        const Uint32 corners[4] = {daytime(x, high), daytime(x + TILE, high), daytime(x + TILE, low),
                                   daytime(x, low)};
        demo_shade(canvas, x, 0, TILE, VIEW_HEIGHT, corners);
    }
    for (int i = (int)(left * 0.4f / 150) - 2; i < (int)((left * 0.4f + width) / 150) + 2; i++) {
        const float x = (float)i * 150 + 90 * speckle(i, 1) + left * 0.6f, y = 22 + 62 * speckle(i, 2);
        const float size = 8 + 7 * speckle(i, 3);
        const Uint32 white = daytime(x, cloud);

        demo_disc(canvas, x, y, size, white);
        demo_disc(canvas, x + size * 1.2f, y - size * 0.45f, size * 1.25f, white);
        demo_disc(canvas, x + size * 2.5f, y, size, white);
        demo_rect(canvas, x, y, size * 2.5f, size, white);
    }
    draw_hills(canvas, left, width, 0.3f, 196, 92, far);
    draw_hills(canvas, left, width, 0.6f, 214, 66, near);
}

static bool is_earth(int column, int row)
{
    int tile = 0;
    akerr_ErrorContext *outside = akgl_tilemap_tile_at(akgl_gamemap, 0, column, row, &tile);

    if (outside != NULL) {
        RELEASE_ERROR(outside);
        return true;
    }
    return tile == TILE_GRASS || tile == TILE_EARTH;
}

static void draw_tile(const demo_Canvas *canvas, int tile, int column, int row)
{
    const float x = (float)(column * TILE), y = (float)(row * TILE);

    switch (tile) {
    case TILE_GRASS:
    case TILE_EARTH:
        demo_rect(canvas, x, y, TILE, TILE, demo_mix(0x8A5F3FFF, 0x6B4730FF, (float)row / 15));
        for (int i = 0; i < 3; i++) {
            demo_rect(canvas, x + floorf(13 * speckle(column * 3 + i, row)), y + 3 + floorf(11 * speckle(column, row * 3 + i)),
                      2 + 2 * speckle(i, column), 2, i == 0 ? 0x9C7350FF : 0x5A3B28FF);
        }
        if (!is_earth(column, row + 1)) {
            demo_rect(canvas, x, y + TILE - 2, TILE, 2, 0x4B3122FF);
        }
        if (!is_earth(column - 1, row)) {
            demo_rect(canvas, x, y, 1.5f, TILE, 0x543726FF);
        }
        if (!is_earth(column + 1, row)) {
            demo_rect(canvas, x + TILE - 1.5f, y, 1.5f, TILE, 0x543726FF);
        }
        if (tile == TILE_GRASS) {
            demo_rect(canvas, x, y, TILE, 5, 0x5FAE4BFF);
            for (int i = 0; i < 4; i++) {
                const float deep = 3 + 3 * speckle(column * 4 + i, 7);
                demo_triangle(canvas, x + 4 * (float)i, y + 5, x + 4 * (float)i + 4, y + 5, x + 4 * (float)i + 2,
                              y + 5 + deep, 0x5FAE4BFF);
            }
            demo_rect(canvas, x, y, TILE, 1.5f, 0x9BDC6BFF);
        }
        break;
    case TILE_PLANK:
        demo_rect(canvas, x, y, TILE, TILE, 0x7A4A28FF);
        demo_rect(canvas, x, y, TILE, 7, 0xC58A50FF);
        demo_rect(canvas, x, y, TILE, 2, 0xE2B27AFF);
        demo_rect(canvas, x, y + 8, TILE, 6, 0xA66F3DFF);
        demo_rect(canvas, x + 7, y, 1, 7, 0x7A4A28FF);
        demo_rect(canvas, x + 15, y + 8, 1, 6, 0x7A4A28FF);
        break;
    case TILE_BLOCK:
        demo_rect(canvas, x, y, TILE, TILE, 0x6D7285FF);
        demo_rect(canvas, x, y, TILE - 1, TILE - 1, 0xC3C8D6FF);
        demo_rect(canvas, x + 1.5f, y + 1.5f, TILE - 3, TILE - 3, 0x9DA3B5FF);
        break;
    case TILE_SPIKES:
        for (int i = 0; i < 4; i++) {
            const float left = x + 4 * (float)i;
            demo_triangle(canvas, left, y + TILE, left + 4, y + TILE, left + 2, y + 1, 0xE9EDF4FF);
            demo_triangle(canvas, left + 2, y + TILE, left + 4, y + TILE, left + 2, y + 1, 0x9CA5B8FF);
        }
        break;
    case TILE_TUFT:
    case TILE_FLOWER:
        for (int i = 0; i < 4; i++) {
            const float foot = x + 2 + 4 * (float)i, tip = foot + 4 * speckle(column, i) - 2;
            demo_triangle(canvas, foot - 1, y + TILE, foot + 1.5f, y + TILE, tip, y + 9 + 3 * speckle(column, i + 4),
                          0x4F9A44FF);
        }
        if (tile == TILE_FLOWER) {
            demo_line(canvas, x + 8, y + TILE, x + 8, y + 7, 1, 0x3F8038FF);
            for (int i = 0; i < 5; i++) {
                const float angle = (float)i * 2 * SDL_PI_F / 5;
                demo_disc(canvas, x + 8 + 2.4f * sinf(angle), y + 6 - 2.4f * cosf(angle), 1.8f, 0xF06C94FF);
            }
            demo_disc(canvas, x + 8, y + 6, 1.5f, 0xFFE08AFF);
        }
        break;
    default:
        break;
    }
}

static void draw_tiles(const demo_Canvas *canvas, float left, float width)
{
    const int first = (int)(left / TILE), last = (int)((left + width) / TILE);

    /* Plants first: grass stands in front of their feet. */
    for (int layer = akgl_gamemap->numlayers - 1; layer >= 0; layer--) {
        for (int row = 0; akgl_gamemap->layers[layer].kind == AKGL_TILEMAP_LAYER_TILES && row < akgl_gamemap->height; row++) {
            for (int column = first < 0 ? 0 : first; column <= last && column < akgl_gamemap->width; column++) {
                draw_tile(canvas, akgl_gamemap->layers[layer].data[row * akgl_gamemap->width + column], column, row);
            }
        }
    }
}

static void draw_coin(const demo_Canvas *canvas, float x, float y, bool taken)
{
    if (taken) {
        demo_ring(canvas, x, y, 4, 5, 0xFFF6D0D0);
    } else {
        demo_disc(canvas, x, y, 6, 0x9A6412FF);
        demo_disc(canvas, x, y, 5, 0xF9C22EFF);
        demo_disc(canvas, x - 1, y - 1, 3.2f, 0xFFE38AFF);
        demo_rect(canvas, x - 0.8f, y - 3, 1.6f, 6, 0xC98A1BFF);
    }
}

static void draw_flag(const demo_Canvas *canvas)
{
    const float x = flag.x + flag.w / 2, top = flag.y, bottom = flag.y + flag.h;

    demo_rect(canvas, x - 1.5f, top, 3, bottom - top, 0xF4F6FAFF);
    demo_rect(canvas, x + 0.5f, top, 1, bottom - top, 0xA9B0C2FF);
    demo_disc(canvas, x, top, 3.5f, 0xF9C22EFF);
    demo_triangle(canvas, x + 1.5f, top + 6, x + 1.5f, top + 30, x + 32, top + 18, 0xD8344AFF);
    demo_triangle(canvas, x + 1.5f, top + 18, x + 1.5f, top + 30, x + 32, top + 18, 0xB3243BFF);
    demo_rect(canvas, x - 6, bottom - 4, 12, 4, 0x6D7285FF);
}

/** The runner with its middle at (x, y); `stride` turns its legs. */
static void draw_runner(const demo_Canvas *canvas, float x, float y, bool left, bool in_air, float stride, float alpha)
{
    const float ahead = left ? -1 : 1, legs = in_air ? 2.5f : 3 * sinf(stride);
    const Uint32 opaque = (Uint32)(255 * alpha);
    const Uint32 ink = 0x2B2440FF & (0xFFFFFF00 | opaque), coat = 0xE0463CFF & (0xFFFFFF00 | opaque);
    const Uint32 skin = 0xFFD9B0FF & (0xFFFFFF00 | opaque), cloth = 0x3A5FB8FF & (0xFFFFFF00 | opaque);

    demo_rect(canvas, x - 4 + legs, y + 7, 3.5f, 5, ink);
    demo_rect(canvas, x + 0.5f - legs, y + 7, 3.5f, 5, ink);
    demo_rect(canvas, x - 5, y - 1, 10, 9, cloth);
    demo_rect(canvas, x - 5, y - 1, 10, 3.5f, coat);
    demo_rect(canvas, x - 1.2f - 2.5f * ahead, y + (in_air ? -4 : 1), 2.5f, 5, coat);
    demo_rect(canvas, x - 4.5f, y - 8, 9, 7, skin);
    demo_rect(canvas, x - 5, y - 11, 10, 4, coat);
    demo_rect(canvas, ahead > 0 ? x : x - 7, y - 8.5f, 7, 1.8f, coat);
    demo_rect(canvas, x + 2 * ahead - 0.8f, y - 6, 1.6f, 2.6f, ink);
}

/** A part of the level as it is now, without the runner. */
static void draw_level(const demo_Canvas *canvas, float left, float width)
{
    draw_sky(canvas, left, width);
    draw_tiles(canvas, left, width);
    draw_flag(canvas);
    for (int i = 0; i < coin_count; i++) {
        if (coins[i].actor != NULL && coins[i].x > left - 8 && coins[i].x < left + width + 8) {
            draw_coin(canvas, coins[i].x, coins[i].y, false);
        }
    }
}

/* The picture: the level folded into three bands, the runner's way drawn over it. */

static const Uint32 WAY_GROUND = 0xFFFFFFFF, WAY_AIR = 0xFF4FA0FF, WAY_EDGE = 0x23183AFF;

static void draw_way(const demo_Canvas *canvas, float left, float width)
{
    /* A dark edge below, the colours above. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < now.step; i++) {
            const Sample *from = &path[i - 1], *to = &path[i];

            if (from->fell || to->x < left - 8 || to->x > left + width + 8) {
                continue;
            }
            demo_line(canvas, from->x, from->y, to->x, to->y, pass == 0 ? 4.0f : 2.4f,
                      pass == 0 ? WAY_EDGE : to->in_air ? WAY_AIR : WAY_GROUND);
        }
    }
    for (int i = 0; i < now.step; i++) {
        const Sample *at = &path[i];

        if (at->x < left || at->x > left + width) {
            continue;
        }
        if (at->apex) {
            demo_triangle(canvas, at->x - 5.5f, at->y - 5, at->x + 5.5f, at->y - 5, at->x, at->y - 13.5f, WAY_EDGE);
            demo_triangle(canvas, at->x - 3.7f, at->y - 6, at->x + 3.7f, at->y - 6, at->x, at->y - 11.7f, 0xFFE38AFF);
        }
        if (at->jumped) {
            demo_disc(canvas, at->x, at->y, 4.2f, WAY_EDGE);
            demo_disc(canvas, at->x, at->y, 3, 0x5CE0C6FF);
        }
    }
}

static void draw_legend(const demo_Canvas *canvas, float width)
{
    const Uint32 ink = 0xE9ECF5FF, faint = 0x9AA3BCFF;
    float x = width - 416;

    demo_text(canvas, 10, 7, 10, ink, "examples/sidescroller.c");
    demo_text(canvas, 10, 21, 6, faint, "%.2f s, %d steps at 60 Hz: %d jumps, %d of %d coins, one recorded input, the same to the bit every time",
              (double)seconds(now.step), now.step, now.jumps, now.taken, coin_count);
    demo_line(canvas, x, 12, x + 18, 12, 2.4f, WAY_GROUND);
    demo_text(canvas, x + 24, 9, 6, ink, "on the ground");
    x += 116;
    demo_line(canvas, x, 12, x + 18, 12, 2.4f, WAY_AIR);
    demo_text(canvas, x + 24, 9, 6, ink, "in the air");
    x += 98;
    demo_disc(canvas, x, 12, 3, 0x5CE0C6FF);
    demo_text(canvas, x + 8, 9, 6, ink, "jump");
    x += 48;
    demo_triangle(canvas, x - 4, 15, x + 4, 15, x, 9, 0xFFE38AFF);
    demo_text(canvas, x + 8, 9, 6, ink, "apex");
    x += 50;
    demo_ring(canvas, x, 12, 4, 5, 0xFFF6D0FF);
    demo_text(canvas, x + 10, 9, 6, ink, "coin taken");
}

static akerr_ErrorContext AKERR_NOIGNORE *draw_picture(void)
{
    enum { BANDS = 3, WIDTH = 1600, GAP = 10, HEAD = 62 };
    const float columns = (float)akgl_gamemap->width / BANDS, scale = WIDTH / (columns * TILE);
    const int band_height = (int)(scale * VIEW_HEIGHT);
    demo_Picture picture;
    demo_Canvas canvas;
    PREPARE_ERROR(e);

    PASS(e, demo_picture_begin(&picture, WIDTH, HEAD + BANDS * band_height + (BANDS - 1) * GAP));
    canvas = picture.canvas;
    demo_rect(&canvas, 0, 0, WIDTH, 4000, 0x1D1B2EFF);
    canvas.scale = picture.canvas.scale * scale;
    draw_legend(&canvas, columns * TILE);
    for (int band = 0; band < BANDS; band++) {
        const float left = (float)band * columns * TILE, width = columns * TILE;
        const SDL_Rect clip = {0, (int)picture.canvas.scale * (HEAD + band * (band_height + GAP)),
                               (int)picture.canvas.scale * WIDTH, (int)picture.canvas.scale * band_height};

        canvas.left = -left * canvas.scale;
        canvas.top = (float)clip.y;
        demo_clip(&canvas, &clip);
        draw_level(&canvas, left, width);
        for (int i = 0; i < coin_count; i++) {
            if (coins[i].actor == NULL) {
                draw_coin(&canvas, coins[i].x, coins[i].y, true);
            }
        }
        /* Where the runner was every third of a second. */
        for (int i = 0; i < now.step; i += DEMO_STEPS_PER_SECOND / 3) {
            draw_runner(&canvas, path[i].x, path[i].y, path[i].left, path[i].in_air, path[i].x * 0.12f, 0.5f);
        }
        draw_way(&canvas, left, width);
        draw_runner(&canvas, path[0].x, path[0].y, false, false, 0, 1);
        draw_runner(&canvas, path[now.step - 1].x, path[now.step - 1].y, false, false, 1, 1);
        demo_clip(&canvas, NULL);
    }
    PASS(e, demo_picture_end(&picture, PICTURE));
    printf("drawn: %s\n", PICTURE);
    SUCCEED_RETURN(e);
}

/* The two ways to play */

static akerr_ErrorContext AKERR_NOIGNORE *play_recording(const char *file)
{
    PREPARE_ERROR(e);

    PASS(e, demo_recording_load(&input, file));
    while (now.step < input.steps && !now.won) {
        PASS(e, game_step(input.buttons[now.step]));
    }
    report();
    PASS(e, draw_picture());
    SUCCEED_RETURN(e);
}

static void draw_frame(SDL_Renderer *renderer)
{
    const float most = (float)(akgl_gamemap->width * TILE - VIEW_WIDTH), middle = runner->x - VIEW_WIDTH * 0.4f;
    const float left = middle < 0 ? 0 : middle > most ? most : middle;
    demo_Canvas canvas = {renderer, 1, -left, 0};

    draw_level(&canvas, left, VIEW_WIDTH);
    draw_runner(&canvas, runner->x + RUNNER_WIDTH / 2, runner->y + RUNNER_HEIGHT / 2,
                (runner->state & AKGL_ACTOR_STATE_FACE_LEFT) != 0, !now.on_ground, runner->x * 0.12f, 1);
    canvas.left = 0;
    demo_rect(&canvas, 0, 0, VIEW_WIDTH, 16, 0x1D1B2E90);
    demo_text(&canvas, 8, 4, 8, 0xFFFFFFFF, "coins %d/%d   time %.1f   falls %d%s", now.taken, coin_count,
              (double)seconds(now.step), now.falls, now.won ? "   THE FLAG! Esc to leave" : "");
    SDL_RenderPresent(renderer);
}

static akerr_ErrorContext AKERR_NOIGNORE *play_in_window(const char *record)
{
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    Uint64 clock = 0;
    PREPARE_ERROR(e);

    PASS(e, demo_window("libakgl: sidescroller (arrows, space, Esc)", VIEW_WIDTH, VIEW_HEIGHT, &window, &renderer));
    ATTEMPT {
        while (demo_events()) {
            int due = demo_steps_due(&clock);

            for (; due > 0 && !now.won && now.step < DEMO_MAX_STEPS; due--) {
                input.buttons[now.step] = (unsigned char)demo_buttons();
                CATCH(e, game_step(input.buttons[now.step]));
                if (now.won) {
                    report();
                }
            }
            if (e != NULL) {
                break;
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
        PASS(e, play_recording(options->play));
        FAIL_ZERO_RETURN(e, now.won, AKERR_BEHAVIOR, "the recorded input does not reach the flag");
    } else {
        PASS(e, play_in_window(options->record));
    }
    SUCCEED_RETURN(e);
}

int main(int argc, char **argv)
{
    demo_Options options = {false, NULL, ASSETS "sidescroller.rec"};
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
