/*
 * The hooks of reentrancy.c and what they may do: each hook does its default and then calls act(),
 * which runs the action under test.
 */

#ifndef ACTIONS_H
#define ACTIONS_H

#include <stdlib.h>

#include <akgl/game.h>

#include "stage.h"

enum { IN_LOGIC, IN_GRAVITY, IN_MOVE, IN_COLLIDE, IN_CONTACT, IN_VISIT, IN_UPDATE, HOOKS };

static const char *const HOOK_NAMES[HOOKS] = { "movementlogicfunc", "gravity", "move", "collide", "collidefunc",
                                               "query visitor", "updatefunc" };

static void (*action)(akgl_Actor *self);
static int hook, calls, depth, geometry_count;
static long live_change;
static akgl_CollisionProxy proxies[64];
static int proxy_count;
static akgl_CollisionWorld *world; /* malloc'ed, so that a look at one that is gone is caught */
static akgl_CollisionWorld second_world;
static akgl_Actor own_pool[24];

static long live(void)
{
    long count = 0;

    for (size_t i = 0; i < akgl_heap_actor_count(); i++) {
        count += akgl_heap_actor_at(i)->refcount != 0;
    }
    return count;
}

/* Called by every hook: acts for the first few times, and not from within what it does itself. */
static void act(int from, akgl_Actor *self)
{
    long before;

    if (from != hook || depth > 0 || calls >= 6) {
        return;
    }
    calls++;
    depth++;
    before = live();
    action(self);
    live_change += live() - before;
    depth--;
}

static akerr_ErrorContext AKERR_NOIGNORE *logic(akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_actor_logic_movement(actor, dt));
    act(IN_LOGIC, actor);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *gravity(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_physics_arcade_gravity(self, actor, dt));
    act(IN_GRAVITY, actor);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *move(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_physics_arcade_move(self, actor, dt));
    act(IN_MOVE, actor);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *collide(akgl_PhysicsBackend *self, akgl_Actor *actor, float32_t dt)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_physics_arcade_collide(self, actor, dt));
    act(IN_COLLIDE, actor);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *contact(akgl_Actor *actor, const akgl_CollisionContact *told)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_actor_collide_block(actor, told));
    act(IN_CONTACT, actor);
    SUCCEED_RETURN(e);
}

static int visited_actors, visited_geometry;

static akerr_ErrorContext AKERR_NOIGNORE *visit(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    (void)userdata;
    (void)stop;
    CHECK(info->actor == NULL || info->actor->refcount != 0);
    visited_actors += info->actor != NULL;
    visited_geometry += info->actor == NULL;
    act(IN_VISIT, info->actor != NULL ? info->actor : akgl_heap_actor_at(0));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *update(akgl_Actor *actor)
{
    PREPARE_ERROR(e);
    PASS(e, akgl_actor_update(actor));
    act(IN_UPDATE, actor);
    SUCCEED_RETURN(e);
}

static void dress(akgl_Actor *actor, int i)
{
    SDL_FRect rect = { 0.0f, 0.0f, 12.0f, 12.0f };

    CHECK_OK(akgl_actor_initialize(actor, "one"));
    CHECK_OK(akgl_actor_set_character(actor, stage_character));
    if (i % 2) {
        CHECK_OK(akgl_collision_shape_circle(&actor->shape, 6.0f, 6.0f, 6.0f, 0.0f));
    } else {
        CHECK_OK(akgl_collision_shape_box(&actor->shape, &rect, 0.0f));
    }
    if (i % 5 == 4) {
        actor->shape.flags |= AKGL_COLLISION_FLAG_SENSOR;
    }
    actor->shape.collidemask |= AKGL_COLLISION_LAYER_ACTOR;
    actor->x = 20.0f + 11.0f * (float32_t)i;
    actor->y = 18.0f + (float32_t)(i % 3);
    actor->ex = i % 2 ? 400.0f : -400.0f;
    actor->movementlogicfunc = logic;
    actor->collidefunc = contact;
    actor->updatefunc = update;
}

static akgl_Actor *spawn_one(void)
{
    akgl_Actor *actor = NULL;

    CHECK_OK(akgl_heap_next_actor(&actor));
    dress(actor, 3);
    return actor;
}

static akgl_Actor *other(akgl_Actor *self)
{
    for (size_t i = akgl_heap_actor_count(); i-- > 0;) {
        akgl_Actor *actor = akgl_heap_actor_at(i);
        if (actor != self && actor->refcount != 0) {
            return actor;
        }
    }
    return NULL;
}

static void release(akgl_Actor *actor)
{
    if (actor != NULL && actor->refcount != 0) {
        CHECK_OK(akgl_heap_release_actor(actor));
    }
}

/* What a hook may do. */
static void nothing(akgl_Actor *self) { (void)self; }
static void release_self(akgl_Actor *self) { release(self); }
static void release_other(akgl_Actor *self) { release(other(self)); }
static void release_all(akgl_Actor *self)
{
    (void)self;
    for (size_t i = 0; i < akgl_heap_actor_count(); i++) {
        release(akgl_heap_actor_at(i));
    }
}
static void empty_pools(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_heap_init());
}
static void release_character(akgl_Actor *self)
{
    (void)self;
    if (stage_character->refcount != 0) {
        CHECK_OK(akgl_heap_release_character(stage_character));
    }
}
static void spawn(akgl_Actor *self)
{
    (void)self;
    if (stage_character->refcount != 0) {
        spawn_one();
    }
}
static void replace_self(akgl_Actor *self)
{
    release(self);
    spawn_one()->ex = 64.0f;
}
static void initialize_self(akgl_Actor *self)
{
    CHECK_OK(akgl_actor_initialize(self, "newborn"));
}
static void shape_self(akgl_Actor *self) { CHECK_OK(akgl_collision_shape_circle(&self->shape, 4.0f, 4.0f, 40.0f, 0.0f)); }
static void shape_of_none(akgl_Actor *self) { CHECK_OK(akgl_collision_shape_none(&self->shape)); }
static void shape_other(akgl_Actor *self)
{
    SDL_FRect rect = { -50.0f, -50.0f, 100.0f, 100.0f };
    akgl_Actor *victim = other(self);

    if (victim != NULL) {
        CHECK_OK(akgl_collision_shape_box(&victim->shape, &rect, 0.0f));
    }
}
static void mask_self(akgl_Actor *self) { self->shape.collidemask ^= 0xffffffffu; }
static void mask_other(akgl_Actor *self)
{
    akgl_Actor *victim = other(self);

    if (victim != NULL) {
        victim->shape.layermask ^= 0xffffffffu;
        victim->shape.flags ^= AKGL_COLLISION_FLAG_STATIC | AKGL_COLLISION_FLAG_SENSOR;
    }
}
static void teleport_self(akgl_Actor *self)
{
    self->x = -3000.0f;
    self->y = 1e6f;
}
static void teleport_into_a_wall(akgl_Actor *self)
{
    self->x = 33.0f;
    self->y = 50.0f;
}
static void teleport_other(akgl_Actor *self)
{
    akgl_Actor *victim = other(self);

    if (victim != NULL) {
        victim->x = self->x;
        victim->y = self->y;
    }
}
static void adopt(akgl_Actor *self)
{
    akgl_Actor *victim = other(self);

    if (victim != NULL && self->parent == NULL && victim->parent == NULL) {
        self->parent = victim;
    }
}
static akgl_CollisionWorld *current(void)
{
    return stage_physics.collision;
}
static void add_proxy(akgl_Actor *self)
{
    SDL_FRect rect = { -8.0f, -8.0f, 20.0f, 20.0f };
    akgl_CollisionShape shape;

    if (proxy_count < 64) {
        CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
        shape.flags |= AKGL_COLLISION_FLAG_STATIC;
        CHECK_OK(akgl_collision_proxy_add(current(), &shape, self->x, self->y, 0.0f, NULL, &proxies[proxy_count]));
        proxy_count++;
        geometry_count++;
    }
}
static void move_proxies(akgl_Actor *self)
{
    for (int i = 0; i < proxy_count; i++) {
        CHECK_OK(akgl_collision_proxy_move(current(), proxies[i], self->x + (float32_t)i, self->y, 0.0f));
    }
}
static void remove_proxies(akgl_Actor *self)
{
    (void)self;
    while (proxy_count > 0) {
        CHECK_OK(akgl_collision_proxy_remove(current(), proxies[--proxy_count]));
        geometry_count--;
    }
}
static void edit_tiles(akgl_Actor *self)
{
    (void)self;
    for (int i = 0; i < stage_map.width * stage_map.height; i++) {
        stage_map.layers[0].data[i] = stage_map.layers[0].data[i] == 0 ? 5 : 0;
    }
}
static void shrink_map(akgl_Actor *self)
{
    (void)self;
    stage_map.width = stage_map.width == 1 ? 20 : 1;
    stage_map.height = 1;
    stage_map.tilewidth = 8;
}
static void unbind(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_collision_bind_tilemap(current(), NULL));
}
static void rebind(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_collision_bind_tilemap(current(), NULL));
    CHECK_OK(akgl_collision_bind_tilemap(current(), &stage_map));
}
static void other_partitioner(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_collision_world_set_partitioner(current(), NULL));
}
static void destroy_world(akgl_Actor *self)
{
    (void)self;
    proxy_count = geometry_count = 0;
    CHECK_OK(akgl_collision_world_destroy(current()));
}
static void recreate_world(akgl_Actor *self)
{
    (void)self;
    proxy_count = geometry_count = 0;
    CHECK_OK(akgl_collision_world_destroy(current()));
    CHECK_OK(akgl_collision_world_init(current(), "bsp", 16.0f, 16.0f));
    CHECK_OK(akgl_collision_bind_tilemap(current(), &stage_map));
}
static void free_world(akgl_Actor *self)
{
    (void)self;
    if (world != NULL) {
        stage_physics.collision = NULL;
        CHECK_OK(akgl_collision_world_destroy(world));
        free(world);
        world = NULL;
    }
}
static void no_world(akgl_Actor *self)
{
    (void)self;
    stage_physics.collision = NULL;
}
static void switch_world(akgl_Actor *self)
{
    (void)self;
    stage_physics.collision = current() == world ? &second_world : world;
}
static void step_within(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_physics_step(&stage_physics, NULL, STEP));
}
static void resolve_within(akgl_Actor *self)
{
    CHECK_OK(akgl_physics_arcade_collide(&stage_physics, self, STEP));
}
static void ask_within(akgl_Actor *self)
{
    SDL_FRect rect = { 0.0f, 0.0f, 400.0f, 100.0f };
    SDL_FPoint place;
    bool answer;
    akerr_ErrorContext *error;

    CHECK_OK(akgl_collision_box_blocked(current(), &rect, AKGL_COLLISION_LAYER_ALL, &answer));
    CHECK_OK(akgl_collision_query_box(current(), &rect, AKGL_COLLISION_LAYER_ALL, visit, NULL));
    error = akgl_collision_settle(current(), &self->shape, self->x, self->y, &place);
    CHECK(error == NULL || error->status == AKERR_OUTOFBOUNDS);
    RELEASE_ERROR(error);
}
static void swap_pool(akgl_Actor *self)
{
    (void)self;
    memset(own_pool, 0, sizeof own_pool);
    CHECK_OK(akgl_heap_set_actors(own_pool, 24));
    for (int i = 0; i < 12; i++) {
        akgl_Actor *actor = NULL;
        CHECK_OK(akgl_heap_next_actor(&actor));
        dress(actor, i);
    }
}
static void shrink_pool(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_heap_set_actors(AKGL_HEAP_ACTOR, 3));
}
static void swap_pool_and_back(akgl_Actor *self)
{
    (void)self;
    CHECK_OK(akgl_heap_set_actors(own_pool, 24));
    CHECK_OK(akgl_heap_set_actors(NULL, 0));
}
static void no_move(akgl_Actor *self)
{
    (void)self;
    stage_physics.move = NULL;
}
static void not_finite(akgl_Actor *self) { self->ex = self->x = NAN; }
static void bad_shape(akgl_Actor *self) { self->shape.w = -1.0f; }

static const struct {
    const char *name;
    void (*act)(akgl_Actor *self);
    int allowed; /* a status that the step may raise, beside none at all */
} ACTIONS[] = {
    { "nothing", nothing, 0 },
    { "release self", release_self, 0 },
    { "release other", release_other, 0 },
    { "release all", release_all, 0 },
    { "empty the pools", empty_pools, 0 },
    { "release the character", release_character, 0 },
    { "spawn", spawn, 0 },
    { "release self, spawn in its slot", replace_self, 0 },
    { "initialize self anew", initialize_self, 0 },
    { "re-shape self", shape_self, 0 },
    { "no shape", shape_of_none, 0 },
    { "re-shape other", shape_other, 0 },
    { "re-mask self", mask_self, 0 },
    { "re-mask other", mask_other, 0 },
    { "teleport self", teleport_self, 0 },
    { "teleport into a wall", teleport_into_a_wall, 0 },
    { "teleport other", teleport_other, 0 },
    { "become a child", adopt, 0 },
    { "add a proxy", add_proxy, 0 },
    { "move proxies", move_proxies, 0 },
    { "remove proxies", remove_proxies, 0 },
    { "edit tiles", edit_tiles, 0 },
    { "change the map's size", shrink_map, 0 },
    { "unbind the map", unbind, 0 },
    { "rebind the map", rebind, 0 },
    { "change the partitioner", other_partitioner, 0 },
    { "destroy the world", destroy_world, AKERR_NULLPOINTER },
    { "destroy and re-create the world", recreate_world, 0 },
    { "destroy and free the world", free_world, 0 },
    { "take the world away", no_world, 0 },
    { "another world", switch_world, 0 },
    { "step within", step_within, 0 },
    { "resolve within", resolve_within, 0 },
    { "ask within", ask_within, 0 },
    { "swap the pool", swap_pool, 0 },
    { "shrink the pool", shrink_pool, 0 },
    { "swap the pool and back", swap_pool_and_back, 0 },
    { "take move away", no_move, AKERR_NULLPOINTER },
    { "numbers that are none", not_finite, AKERR_VALUE },
    { "a shape that is none", bad_shape, AKERR_VALUE },
};

#endif /* ACTIONS_H */
