/*
 * What an actor's own record says to a step that feels, number by number: the middle of its shape in a
 * zone, each part of an impulse, what a jump helper asks for, walls on either side, gravities and moves
 * of a game's own under the exact integrator.
 */
#include <akgl/feel.h>
#include <akgl/jump.h>

#include "stage.h"

static akgl_Actor *hero;

static void begin(float32_t integrator)
{
    stage_begin();
    hero = stage_actor("hero", 0.0f, 0.0f);
    if (integrator != 0.0f) {
        CHECK_OK(akgl_feel_set(&stage_physics.feel, "integrator", integrator));
    }
}

static void step(void)
{
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
}

static void a_zone_has_whoever_has_the_middle_in_it(void)
{
    akgl_FeelZone zone;
    static const struct {
        float32_t x, y; /* where the middle of the shape is */
        bool inside;
    } CASES[] = {
        { 100.0f, 200.0f, true },  { 149.75f, 229.75f, true }, { 125.0f, 215.0f, true },
        { 99.75f, 215.0f, false }, { 150.0f, 215.0f, false },  { 125.0f, 199.75f, false },
        { 125.0f, 230.0f, false }, { 0.0f, 215.0f, false },    { 125.0f, 0.0f, false },
    };

    memset(&zone, 0, sizeof zone);
    zone.x = 100.0f;
    zone.y = 200.0f;
    zone.w = 50.0f;
    zone.h = 30.0f;
    CHECK_OK(akgl_feel_set(&zone.feel, "gravity_scale", 0.5f));
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        SDL_FRect box = { 4.0f, 6.0f, 10.0f, 20.0f };

        begin(0.0f);
        CHECK_OK(akgl_collision_shape_box(&hero->shape, &box, 0.0f));
        stage_physics.gravity_y = 640.0f;
        stage_physics.zones = &zone;
        stage_physics.numzones = 1;
        hero->x = CASES[i].x - 9.0f;
        hero->y = CASES[i].y - 16.0f;
        step();
        CHECK(hero->ey == (CASES[i].inside ? 5.0f : 10.0f));
    }
}

static void impulses_add_up_on_each_axis(void)
{
    begin(0.0f);
    CHECK_OK(akgl_actor_push(hero, 1.0f, 20.0f, 300.0f));
    CHECK_OK(akgl_actor_push(hero, 2.0f, 40.0f, 600.0f));
    CHECK(hero->felt.pushx == 3.0f && hero->felt.pushy == 60.0f && hero->felt.pushz == 900.0f);
}

static void what_runs_down_is_noted_by_axis(void)
{
    static const char *const NAMES[] = { "deceleration.x", "deceleration.y" };

    for (uint32_t set = 1; set < 4; set++) {
        begin(0.0f);
        for (uint32_t axis = 0; axis < 2; axis++) {
            if ((set & 1u << axis) != 0) {
                CHECK_OK(akgl_feel_set(&hero->feel, NAMES[axis], 100.0f));
            }
        }
        step();
        CHECK(hero->felt.runsdown == set);
    }
}

static void what_a_jump_asks_for_lasts_a_step(void)
{
    begin(0.0f);
    stage_physics.gravity_y = 640.0f;
    hero->felt.lighter = 0.75f;
    step();
    CHECK(hero->ey == 2.5f);
    step();
    CHECK(hero->ey == 12.5f);
    hero->felt.mostfall = 4.0f;
    step();
    CHECK(hero->ey == 4.0f);
    step();
    CHECK(hero->ey == 14.0f);
}

static void a_jump_knows_left_from_right(void)
{
    static const struct {
        uint32_t wall;
        bool left; /* who steers left */
        float32_t push;
        bool slides;
    } CASES[] = {
        { AKGL_TOUCH_LEFT, true, 150.0f, true },
        { AKGL_TOUCH_LEFT, false, 150.0f, false },
        { AKGL_TOUCH_RIGHT, false, -150.0f, true },
        { AKGL_TOUCH_RIGHT, true, -150.0f, false },
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        akgl_Jump jump;
        akgl_JumpRules rules;
        akgl_JumpOutput told;

        begin(0.0f);
        memset(&rules, 0, sizeof rules);
        rules.speed = 500.0f;
        rules.wall_slide = 40.0f;
        rules.wall_speed = 400.0f;
        rules.wall_push = 150.0f;
        CHECK_OK(akgl_jump_initialize(&jump));
        CHECK_OK(CASES[i].left ? akgl_actor_cmhf_left_on(hero, NULL) : akgl_actor_cmhf_right_on(hero, NULL));
        hero->felt.touching = CASES[i].wall;
        hero->ey = 100.0f;
        CHECK_OK(akgl_actor_jump(hero, &jump, &rules, false, false, STEP, &told));
        CHECK(hero->felt.mostfall == (CASES[i].slides ? 40.0f : 0.0f));
        hero->felt.pushx = 10.0f;
        CHECK_OK(akgl_actor_jump(hero, &jump, &rules, true, true, STEP, &told));
        CHECK(told.kind == AKGL_JUMP_WALL && told.push == CASES[i].push && hero->ey == -400.0f);
        CHECK(hero->felt.pushx == 10.0f + CASES[i].push);
        /* Both sides at once are no side. */
        hero->felt.touching = AKGL_TOUCH_LEFT | AKGL_TOUCH_RIGHT;
        hero->ey = 100.0f;
        CHECK_OK(akgl_jump_initialize(&jump));
        CHECK_OK(akgl_actor_jump(hero, &jump, &rules, true, true, STEP, &told));
        CHECK(told.kind == AKGL_JUMP_NONE);
        CHECK_STATUS(akgl_actor_jump(hero, &jump, &rules, true, true, -1.0f, &told), AKERR_VALUE);
        hero->ey = NAN;
        CHECK_STATUS(akgl_actor_jump(hero, &jump, &rules, true, true, STEP, &told), AKERR_VALUE);
    }
}

static int gravities;

/* A wind: 640 px/s² to the right, and it ends in mid-air. */
static akerr_ErrorContext AKERR_NOIGNORE *wind(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    (void)self;
    gravities++;
    actor->ex += 640.0f * dt;
    SUCCEED_RETURN(e);
}

static float32_t moved_by;

/* A move that a game writes itself: along x it leads elsewhere, along y it does as the library's. */
static akerr_ErrorContext AKERR_NOIGNORE *slide(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    (void)self;
    moved_by = actor->vx;
    actor->x = 7.0f;
    actor->y += actor->vy * dt;
    SUCCEED_RETURN(e);
}

static void the_exact_integrator_takes_gravity_on_every_axis(void)
{
    float32_t place[3], velocity[3];

    begin(AKGL_INTEGRATOR_EXACT);
    stage_physics.gravity_x = 64.0f;
    stage_physics.gravity_y = 640.0f;
    stage_physics.gravity_z = 128.0f;
    /* A whole step ahead: half a step's speed is the mean. x to the left, z away from the camera. */
    CHECK_OK(akgl_physics_flight(&stage_physics, hero, STEP, place, velocity));
    step();
    CHECK_NEAR(hero->ex, -1.0, 1e-6);
    CHECK_NEAR(hero->ey, 10.0, 1e-6);
    CHECK_NEAR(hero->ez, -2.0, 1e-6);
    CHECK_NEAR(hero->x, -0.5 / 64.0, 1e-6);
    CHECK_NEAR(hero->y, 5.0 / 64.0, 1e-6);
    CHECK_NEAR(hero->z, -1.0 / 64.0, 1e-6);
    CHECK_NEAR(place[0], hero->x, 1e-6);
    CHECK_NEAR(place[2], hero->z, 1e-6);
    CHECK_NEAR(velocity[0], hero->ex, 1e-6);
    CHECK_NEAR(velocity[2], hero->ez, 1e-6);
}

static void the_exact_integrator_takes_a_gravity_and_a_move_of_the_games_own(void)
{
    begin(AKGL_INTEGRATOR_EXACT);
    stage_physics.gravity = wind;
    gravities = 0;
    step();
    CHECK(gravities == 1);
    CHECK_NEAR(hero->ex, 10.0, 1e-5);
    CHECK_NEAR(hero->x, 5.0 / 64.0, 1e-6);
    /* A step of no time: nothing is added, and nothing is divided by it. */
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, 0.0f));
    CHECK_NEAR(hero->ex, 10.0, 1e-5);
    CHECK_NEAR(hero->x, 5.0 / 64.0, 1e-6);

    begin(AKGL_INTEGRATOR_EXACT);
    stage_physics.gravity_y = 640.0f;
    hero->ex = 32.0f;
    stage_physics.move = slide;
    step();
    CHECK_NEAR(moved_by, 32.0, 1e-6);
    CHECK(hero->x == 7.0f);
    CHECK_NEAR(hero->y, 5.0 / 64.0, 1e-6);
    CHECK_NEAR(hero->vy, 10.0, 1e-5);
}

int main(void)
{
    a_zone_has_whoever_has_the_middle_in_it();
    impulses_add_up_on_each_axis();
    what_runs_down_is_noted_by_axis();
    what_a_jump_asks_for_lasts_a_step();
    a_jump_knows_left_from_right();
    the_exact_integrator_takes_gravity_on_every_axis();
    the_exact_integrator_takes_a_gravity_and_a_move_of_the_games_own();
    return check_result();
}
