/*
 * What one actor's hook changes is there for the actors after it in the same step. Each part is named after
 * a fault that the comparison with the World in Rust brought up (tests/one_truth.rs).
 */
#include "stage.h"

static akgl_Actor *first, *walker, *box;
static int calls;
static akgl_CollisionProxy told[8];
static int told_count;

static akerr_ErrorContext AKERR_NOIGNORE *teleports_the_box(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    (void)actor;
    (void)dt;
    PASS(e, akgl_actor_teleport(box, 8.5f, 0.0f, 0.0f));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *shapes_the_box(akgl_Actor *actor, float32_t dt)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };

    PREPARE_ERROR(e);
    (void)actor;
    (void)dt;
    PASS(e, akgl_collision_shape_box(&box->shape, &rect, 0.0f));
    PASS(e, akgl_actor_teleport(box, box->x, box->y, box->z));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *spawns_a_box(akgl_Actor *actor, float32_t dt)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };

    PREPARE_ERROR(e);
    (void)actor;
    (void)dt;
    if (calls++ == 0) {
        PASS(e, akgl_heap_next_actor(&box));
        PASS(e, akgl_actor_initialize(box, "box"));
        PASS(e, akgl_collision_shape_box(&box->shape, &rect, 0.0f));
        box->shape_override = true;
        box->x = 8.5f;
        PASS(e, akgl_actor_set_character(box, stage_character));
    }
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *goes_by_hand_and_stays_out(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    (void)dt;
    actor->x = 8.5f;
    FAIL_RETURN(e, AKGL_ERR_LOGICINTERRUPT, "no more in this step");
}

static akerr_ErrorContext AKERR_NOIGNORE *notes(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    PREPARE_ERROR(e);
    if (told_count < 8) {
        told[told_count++] = contact->proxy;
    }
    PASS(e, akgl_actor_collide_block(actor, contact));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *replaces_the_first(akgl_Actor *actor, const akgl_CollisionContact *contact)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };

    PREPARE_ERROR(e);
    if (calls++ > 0) {
        PASS(e, akgl_actor_collide_block(actor, contact));
        SUCCEED_RETURN(e);
    }
    PASS(e, akgl_heap_release_actor(contact->other));
    PASS(e, akgl_heap_next_actor(&box));
    PASS(e, akgl_actor_initialize(box, "newcomer"));
    PASS(e, akgl_collision_shape_box(&box->shape, &rect, 0.0f));
    box->shape_override = true;
    box->x = 8.25f;
    PASS(e, akgl_actor_set_character(box, stage_character));
    SUCCEED_RETURN(e);
}

/*
 * The first actor's hook acts, then the walker goes one pixel to the right, and responds to actors. A box
 * 8 px wide at x = 8.5 lets it come to 0.5.
 */
static void begin(void)
{
    stage_begin();
    CHECK_OK(akgl_collision_world_init(&stage_world, NULL, 16.0f, 16.0f));
    stage_physics.collision = &stage_world;
    calls = told_count = 0;
    box = NULL;
    first = stage_box("first", 0.0f, 100.0f, 8.0f, 8.0f);
    walker = stage_box("walker", 0.0f, 0.0f, 8.0f, 8.0f);
    walker->shape.collidemask = AKGL_COLLISION_LAYER_ACTOR;
    walker->ex = 64.0f;
}

static void an_actor_that_a_hook_teleports_is_met_at_once(void)
{
    begin();
    box = stage_box("box", 300.0f, 0.0f, 8.0f, 8.0f);
    first->movementlogicfunc = teleports_the_box;
    stage_steps(1);
    CHECK(walker->x == 0.5f && walker->ex == 0.0f);
    stage_end();
}

static void an_actor_that_a_hook_shapes_and_tells_of_is_met_at_once(void)
{
    begin();
    box = stage_actor("box", 8.5f, 0.0f);
    first->movementlogicfunc = shapes_the_box;
    stage_steps(1);
    CHECK(walker->x == 0.5f && walker->ex == 0.0f);
    stage_end();
}

static void an_actor_that_a_hook_spawns_is_met_at_once(void)
{
    begin();
    first->movementlogicfunc = spawns_a_box;
    stage_steps(1);
    CHECK(box != NULL && walker->x == 0.5f && walker->ex == 0.0f);
    stage_end();
}

static void an_actor_that_moves_itself_and_interrupts_is_met_there(void)
{
    begin();
    first->y = 0.0f;
    first->x = 300.0f;
    first->movementlogicfunc = goes_by_hand_and_stays_out;
    stage_steps(1);
    CHECK(first->x == 8.5f && walker->x == 0.5f && walker->ex == 0.0f);
    stage_end();
}

static void a_newcomer_in_the_slot_of_one_that_was_told_is_told_too(void)
{
    akgl_Actor *old;

    begin();
    old = stage_box("box", 8.5f, 0.0f, 8.0f, 8.0f);
    walker->collidefunc = replaces_the_first;
    stage_steps(1);
    CHECK(box == old && calls == 2 && walker->x == 0.25f && walker->ex == 0.0f);
    stage_end();
}

/* Two alike on one spot: the one in the lower slot gives way, upward, whoever had a shape first. */
static void two_on_one_spot_part_by_their_slots(void)
{
    for (int late = 0; late < 2; late++) {
        akgl_CollisionShape shape;
        akgl_Actor *two[2];

        begin();
        walker->x = 500.0f;
        walker->ex = 0.0f;
        for (int i = 0; i < 2; i++) {
            two[i] = stage_box("twin", 40.0f, 40.0f, 8.0f, 8.0f);
            two[i]->shape.collidemask = AKGL_COLLISION_LAYER_ACTOR;
        }
        shape = two[0]->shape;
        if (late == 1) {
            /* Its proxy is made last. */
            two[0]->shape.kind = AKGL_COLLISION_SHAPE_NONE;
            two[1]->x = 200.0f;
            stage_steps(1);
            two[0]->shape = shape;
            two[1]->x = 40.0f;
        }
        stage_steps(1);
        CHECK(two[0]->x == 40.0f && two[0]->y == 32.0f && two[1]->x == 40.0f && two[1]->y == 40.0f);
        stage_end();
    }
}

/* Of two pieces alike, that with the lower number is told first; a new one has the lowest that is free. */
static void geometry_is_told_in_the_order_of_its_numbers(void)
{
    akgl_CollisionProxy gone, second, third;
    akgl_CollisionShape slab;
    SDL_FRect rect = { 0.0f, 0.0f, 32.0f, 8.0f };

    begin();
    CHECK_OK(akgl_collision_shape_box(&slab, &rect, 0.0f));
    slab.flags |= AKGL_COLLISION_FLAG_STATIC | AKGL_COLLISION_FLAG_SENSOR;
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &slab, 900.0f, 0.0f, 0.0f, NULL, &gone));
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &slab, 200.0f, 0.0f, 0.0f, NULL, &second));
    CHECK_OK(akgl_collision_proxy_remove(&stage_world, gone));
    stage_steps(1); /* the actors get proxies */
    CHECK_OK(akgl_collision_proxy_add(&stage_world, &slab, 200.0f, 0.0f, 0.0f, NULL, &third));
    walker->x = 204.0f;
    walker->shape.collidemask = AKGL_COLLISION_LAYER_STATIC;
    walker->collidefunc = notes;
    stage_steps(1);
    CHECK(told_count == 2 && told[0] == third && told[1] == second);
    stage_end();
}

int main(void)
{
    an_actor_that_a_hook_teleports_is_met_at_once();
    an_actor_that_a_hook_shapes_and_tells_of_is_met_at_once();
    an_actor_that_a_hook_spawns_is_met_at_once();
    an_actor_that_moves_itself_and_interrupts_is_met_there();
    a_newcomer_in_the_slot_of_one_that_was_told_is_told_too();
    two_on_one_spot_part_by_their_slots();
    geometry_is_told_in_the_order_of_its_numbers();
    CHECK(contexts_in_use() == 0);
    return check_result();
}
