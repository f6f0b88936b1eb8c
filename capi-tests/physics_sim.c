/*
 * Plays the arcade backend the way a game does: a jump and its fall, walking seen from above, and a
 * run reversed at full speed. Prints what the actor did, and asserts every figure of the
 * compatibility contract.
 *
 * Steps are exact whatever the machine is doing: a gravity_time of 0 means "never", which is always past
 * the bound, so that the step taken is max_timestep and nothing else.
 */
#include <SDL3/SDL.h>

#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/game.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
#include <akgl/registry.h>

#include "check.h"

static const float32_t HZ60 = 1.0f / 60.0f;
static akgl_PhysicsBackend physics;
static akgl_Character *hero_character;
static akgl_Actor *hero;

/* A backend with the given gravity and drag along y, and a hero with the given caps. */
static void begin(const char *gravity, const char *drag, float32_t speed, float32_t acceleration)
{
    CHECK_OK(akgl_heap_init());
    CHECK_OK(akgl_set_property("physics.gravity.y", gravity));
    CHECK_OK(akgl_set_property("physics.drag.y", drag));
    CHECK_OK(akgl_physics_init_arcade(&physics));
    CHECK_OK(akgl_heap_next_character(&hero_character));
    CHECK_OK(akgl_character_initialize(hero_character, "hero"));
    hero_character->sx = hero_character->sy = speed;
    hero_character->ax = hero_character->ay = acceleration;
    CHECK_OK(akgl_heap_next_actor(&hero));
    CHECK_OK(akgl_actor_initialize(hero, "hero"));
    CHECK_OK(akgl_actor_set_character(hero, hero_character));
}

/* One step of exactly dt seconds. */
static void step(float32_t dt)
{
    physics.max_timestep = dt;
    physics.gravity_time = 0;
    CHECK_OK(physics.simulate(&physics, NULL));
}

static void jump_and_fall(void)
{
    float32_t apex = 0.0f;
    int apex_step = 0;

    begin("1600", "0", 220.0f, 900.0f);
    hero->ey = -560.0f;
    for (int i = 1; i <= 42; i++) {
        step(HZ60);
        if (hero->y < apex) {
            apex = hero->y;
            apex_step = i;
        }
    }
    printf("jump: apex %.3f px after %d steps, ey %.3f px/s after 42 steps, back at y = %.3f\n",
           -apex, apex_step, hero->ey, hero->y);
    CHECK_NEAR(hero->ey, 560.0, 0.01);
    CHECK_NEAR(hero->vy, hero->ey, 0.0);
    /* Semi-implicit sums: y after n steps is -560 n/60 + 1600 n(n+1)/2/3600, least at n = 20 and 21
     * minus a step of the same size: n = 20 gives -93.333, n = 21 gives -93.333 as well. */
    CHECK_NEAR(apex, -93.333, 0.01);
    CHECK(apex_step == 20 || apex_step == 21);
    /* n = 42: -392 + 401.333 */
    CHECK_NEAR(hero->y, 9.333, 0.01);
    step(HZ60);
    printf("jump: one step later ey is %.3f px/s, faster than the top speed of 220 and still growing\n", hero->ey);
    CHECK_NEAR(hero->ey, 586.667, 0.01);
}

static void one_long_step(void)
{
    begin("1600", "0", 220.0f, 900.0f);
    physics.max_timestep = 0.0f;
    physics.gravity_time = SDL_GetTicksNS() - 250000000;
    CHECK_OK(physics.simulate(&physics, NULL));
    printf("unbounded: a stall of a quarter second falls %.2f px in one step\n", hero->y);
    CHECK(hero->y >= 100.0f); /* the clock may have run on */
    begin("1600", "0", 220.0f, 900.0f);
    CHECK_OK(akgl_physics_step(&physics, NULL, 0.25f));
    printf("unbounded: exactly 0.25 s falls %.2f px\n", hero->y);
    CHECK_NEAR(hero->y, 100.0, 0.0);
    CHECK_NEAR(hero->ey, 400.0, 0.0);
}

static void stall_at_the_default_bound(void)
{
    begin("1600", "0", 220.0f, 900.0f);
    CHECK_NEAR(physics.max_timestep, 0.05, 1e-8);
    physics.gravity_time = SDL_GetTicksNS() - 250000000;
    CHECK_OK(physics.simulate(&physics, NULL));
    printf("bounded: the same stall falls %.2f px, a step of %.3f s\n", hero->y, hero->ey / 1600.0f);
    CHECK_NEAR(hero->ey, 80.0, 0.0);
    CHECK_NEAR(hero->y, 4.0, 1e-5);
    CHECK(physics.gravity_time > 0);
}

static void walking_seen_from_above(void)
{
    float32_t straight;
    float32_t diagonal;
    float32_t x;
    float32_t y;

    begin("0", "0", 220.0f, 900.0f);
    CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL));
    step(HZ60);
    CHECK_NEAR(hero->tx, 0.0, 0.0);
    CHECK_NEAR(hero->ax, 900.0, 0.0);
    printf("walk: the first step after pressing leaves tx at %.1f px/s\n", hero->tx);
    for (int i = 0; i < 60; i++) {
        step(HZ60);
    }
    straight = hero->vx;
    CHECK_NEAR(straight, 220.0, 0.001);
    CHECK_OK(akgl_actor_cmhf_down_on(hero, NULL));
    for (int i = 0; i < 240; i++) {
        step(HZ60);
    }
    diagonal = SDL_sqrtf(hero->vx * hero->vx + hero->vy * hero->vy);
    printf("walk: straight %.3f px/s, diagonal %.3f px/s\n", straight, diagonal);
    CHECK_NEAR(diagonal, straight, 0.01);

    CHECK_OK(akgl_actor_cmhf_down_off(hero, NULL));
    CHECK_OK(akgl_actor_cmhf_right_off(hero, NULL));
    x = hero->x;
    y = hero->y;
    for (int i = 0; i < 60; i++) {
        step(HZ60);
    }
    printf("walk: drift in the second after releasing: %.1f px\n", SDL_fabsf(hero->x - x) + SDL_fabsf(hero->y - y));
    CHECK_NEAR(hero->x - x, 0.0, 0.0);
    CHECK_NEAR(hero->y - y, 0.0, 0.0);
}

static void reversal(void)
{
    int steps = 0;

    begin("0", "0", 220.0f, 900.0f);
    CHECK_OK(akgl_actor_cmhf_right_on(hero, NULL));
    for (int i = 0; i < 60; i++) {
        step(HZ60);
    }
    CHECK_NEAR(hero->tx, 220.0, 0.001);
    /* The other direction, without letting the speed go first. */
    hero->state &= ~AKGL_ACTOR_STATE_MOVING_RIGHT;
    hero->state |= AKGL_ACTOR_STATE_MOVING_LEFT;
    CHECK_OK(akgl_actor_logic_movement(hero, HZ60));
    while (hero->vx > -219.99f && steps < 120) {
        step(HZ60);
        steps++;
    }
    printf("reversal: %.3f s, where the closed form says %.3f s\n", steps / 60.0, 440.0 / 900.0);
    CHECK(steps == 30);
}

static void falling_against_drag(void)
{
    begin("900", "1.8", 220.0f, 900.0f);
    for (int i = 0; i < 1200; i++) {
        step(HZ60);
    }
    printf("drag: gravity 900 against drag 1.8 falls at %.2f px/s at 60 Hz", hero->ey);
    CHECK_NEAR(hero->ey, 485.0, 0.01);
    hero->ey = 0.0f;
    for (int i = 0; i < 20000; i++) {
        step(0.001f);
    }
    printf(", at %.2f px/s at 1000 Hz\n", hero->ey);
    CHECK_NEAR(hero->ey, 500.0 * (1.0 - 0.0018), 0.05);

    begin("0", "24", 220.0f, 900.0f);
    hero->ey = 100.0f;
    step(0.0625f); /* drag * dt is 1.5 */
    CHECK_NEAR(hero->ey, -50.0, 0.0);
    hero->ey = 100.0f;
    step(0.125f); /* drag * dt is 3 */
    CHECK_NEAR(hero->ey, -200.0, 0.0);
    step(0.125f);
    CHECK_NEAR(hero->ey, 400.0, 0.0);
    printf("drag: drag * dt of 1.5 turns 100 px/s into -50, of 3 into -200 and then 400\n");
}

static void exact_steps(void)
{
    begin("1600", "0", 220.0f, 900.0f);
    step(0.03125f);
    CHECK_NEAR(hero->ey, 50.0, 0.0);
    CHECK_NEAR(hero->y, 1.5625, 0.0);
    step(0.03125f);
    CHECK_NEAR(hero->ey, 100.0, 0.0);
    CHECK_NEAR(hero->y, 4.6875, 0.0);
    printf("exact: two steps of 1/32 s fall %.4f px\n", hero->y);
}

int main(void)
{
    /* Without this SDL's clock starts at its first use, and no interval is what it seems. */
    if (!SDL_Init(0)) {
        fprintf(stderr, "SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    CHECK_OK(akgl_registry_init());
    jump_and_fall();
    one_long_step();
    stall_at_the_default_bound();
    walking_seen_from_above();
    reversal();
    falling_against_drag();
    exact_steps();
    SDL_Quit();
    return check_result();
}
