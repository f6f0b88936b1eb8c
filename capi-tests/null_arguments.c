/*
 * Every exported function with NULL in every pointer argument, one at a time: where NULL means nothing,
 * AKERR_NULLPOINTER with the argument's name; where it means something, no error; never a crash, and
 * never an error context left over. The functions are those of abi/symbols.txt and their pointers those
 * of the headers, so that a new one without a case here fails. Run from the repository's root.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <akgl/feel.h>
#include <akgl/game.h>
#include <akgl/jump.h>
#include <akgl/partitioner.h>
#include <akgl/pipeline.h>

#include "exports.h"
#include "stage.h"

static void refused(const char *name, const char *argument, akerr_ErrorContext *raised)
{
    tried_one(name);
    if (raised == NULL || raised->status != AKERR_NULLPOINTER || strstr(raised->message, argument) == NULL) {
        fprintf(stderr, "%s with NULL for %s: %s\n", name, argument, raised == NULL ? "no error" : raised->message);
        CHECK(!"NULL is refused by the argument's name");
    }
    RELEASE_ERROR(raised);
    CHECK(contexts_in_use() == 0);
}

static void accepted(const char *name, akerr_ErrorContext *raised)
{
    tried_one(name);
    CHECK_OK(raised);
    CHECK(contexts_in_use() == 0);
}

/* NULL there is refused; means something; is harmless to a function that raises nothing. */
#define REFUSED(function, argument, ...) refused(#function, #argument, function(__VA_ARGS__))
#define ACCEPTED(function, ...) accepted(#function, function(__VA_ARGS__))
#define HARMLESS(function, ...) (tried_one(#function), (void)function(__VA_ARGS__))
#define NO_POINTERS(function) check_exists(#function, (void (*)(void))function)

static void check_exists(const char *name, void (*function)(void))
{
    (void)name;
    CHECK(function != NULL);
}

static void quiet(const char *format, ...)
{
    (void)format;
}

static void errors(void)
{
    akerr_ErrorContext *context = akerr_next_error();
    akerr_ErrorContext *other;
    int status = 0;
    pid_t child;

    akerr_log_method = quiet;
    NO_POINTERS(akerr_init);
    NO_POINTERS(akerr_next_error);
    HARMLESS(akerr_stamp_error, NULL, AKERR_IO, "file", "function", 1);
    HARMLESS(akerr_stamp_error, context, AKERR_IO, NULL, "function", 1);
    HARMLESS(akerr_stamp_error, context, AKERR_IO, "file", NULL, 1);
    HARMLESS(akerr_trace_error, NULL, "file", "function", 1);
    HARMLESS(akerr_trace_error, context, NULL, "function", 1);
    HARMLESS(akerr_trace_error, context, "file", NULL, 1);
    HARMLESS(akerr_log_error, NULL, "note", "file", "function", 1);
    HARMLESS(akerr_log_error, context, NULL, "file", "function", 1);
    HARMLESS(akerr_log_error, context, "note", NULL, "function", 1);
    HARMLESS(akerr_log_error, context, "note", "file", NULL, 1);
    tried_one("akerr_catch_error");
    context = akerr_catch_error(NULL, context, "file", "function", 1);
    tried_one("akerr_catch_error");
    context = akerr_catch_error(context, NULL, "file", "function", 1);
    CHECK(context != NULL && context->status == AKERR_IO);
    other = akerr_next_error();
    tried_one("akerr_catch_error");
    context = akerr_catch_error(context, other, NULL, "function", 1);
    other = akerr_next_error();
    tried_one("akerr_catch_error");
    context = akerr_catch_error(context, other, "file", NULL, 1);
    CHECK(context != NULL && contexts_in_use() == 1);
    RELEASE_ERROR(context);
    HARMLESS(akerr_release_error, NULL);
    HARMLESS(akerr_name_for_status, AKERR_IO, NULL);
    CHECK(strcmp(akerr_name_for_status(AKERR_IO, NULL), "") != 0);
    /* It ends the program, in an orderly way. */
    tried_one("akerr_default_handler_unhandled_error");
    fflush(NULL);
    child = fork();
    if (child == 0) {
        akerr_default_handler_unhandled_error(NULL);
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    tried_one("akerr_default_logger"); /* its format is checked by the compiler, which refuses a NULL in plain sight */
    {
        void (*volatile logger)(const char *, ...) = akerr_default_logger;
        logger(NULL);
    }
    akerr_log_method = akerr_default_logger;
    CHECK(contexts_in_use() == 0);
}

static void registry_and_strings(void)
{
    static akgl_String text;
    akgl_String *found = NULL;

    NO_POINTERS(akgl_registry_init);
    NO_POINTERS(akgl_registry_destroy);
    REFUSED(akgl_set_property, name, NULL, "1");
    REFUSED(akgl_set_property, value, "physics.drag.x", NULL);
    REFUSED(akgl_get_property, name, NULL, &found, "1");
    REFUSED(akgl_get_property, dest, "physics.drag.x", NULL, "1");
    CHECK_OK(akgl_set_property("no.default", "1"));
    ACCEPTED(akgl_get_property, "no.default", &found, NULL);
    CHECK_OK(akgl_heap_release_string(found));
    CHECK_STATUS(akgl_get_property("no.such.property", &found, NULL), AKERR_KEY);
    REFUSED(akgl_registry_load_properties, path, NULL);
    REFUSED(akgl_string_initialize, string, NULL, "text");
    ACCEPTED(akgl_string_initialize, &text, NULL);
    REFUSED(akgl_string_copy, src, NULL, &text, 3);
    REFUSED(akgl_string_copy, dest, &text, NULL, 3);
}

static void pools(void)
{
    NO_POINTERS(akgl_heap_init);
    NO_POINTERS(akgl_heap_actor_at);
    NO_POINTERS(akgl_heap_actor_count);
    REFUSED(akgl_heap_next_actor, dest, NULL);
    REFUSED(akgl_heap_next_character, dest, NULL);
    REFUSED(akgl_heap_next_string, dest, NULL);
    REFUSED(akgl_heap_release_actor, actor, NULL);
    REFUSED(akgl_heap_release_character, character, NULL);
    REFUSED(akgl_heap_release_string, string, NULL);
    ACCEPTED(akgl_heap_set_actors, NULL, 7);
}

static void actors(void)
{
    static akgl_Character character;
    static akgl_CollisionContact contact;
    akgl_Actor *actor = stage_actor("actor", 0.0f, 0.0f);

    contact.ny = -1.0f;
    REFUSED(akgl_actor_add_child, actor, NULL, actor);
    REFUSED(akgl_actor_add_child, child, actor, NULL);
    REFUSED(akgl_actor_automatic_face, actor, NULL);
    REFUSED(akgl_actor_cmhf_left_on, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_left_on, actor, NULL);
    REFUSED(akgl_actor_cmhf_left_off, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_left_off, actor, NULL);
    REFUSED(akgl_actor_cmhf_right_on, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_right_on, actor, NULL);
    REFUSED(akgl_actor_cmhf_right_off, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_right_off, actor, NULL);
    REFUSED(akgl_actor_cmhf_up_on, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_up_on, actor, NULL);
    REFUSED(akgl_actor_cmhf_up_off, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_up_off, actor, NULL);
    REFUSED(akgl_actor_cmhf_down_on, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_down_on, actor, NULL);
    REFUSED(akgl_actor_cmhf_down_off, actor, NULL, NULL);
    ACCEPTED(akgl_actor_cmhf_down_off, actor, NULL);
    REFUSED(akgl_actor_collide_block, actor, NULL, &contact);
    REFUSED(akgl_actor_collide_block, contact, actor, NULL);
    REFUSED(akgl_actor_initialize, actor, NULL, "name");
    REFUSED(akgl_actor_initialize, name, actor, NULL);
    REFUSED(akgl_actor_logic_changeframe, actor, NULL);
    REFUSED(akgl_actor_logic_movement, actor, NULL, STEP);
    REFUSED(akgl_actor_render, actor, NULL);
    REFUSED(akgl_actor_set_character, actor, NULL, stage_character);
    REFUSED(akgl_actor_set_character, character, actor, NULL);
    REFUSED(akgl_actor_update, actor, NULL);
    REFUSED(akgl_character_initialize, character, NULL, "name");
    REFUSED(akgl_character_initialize, name, &character, NULL);
    REFUSED(akgl_character_load, path, NULL, &character);
    REFUSED(akgl_character_load, dest, "no/such/file.json", NULL);
    CHECK(actor->basechar == stage_character && strcmp(actor->name, "actor") == 0);
}

static void physics(void)
{
    akgl_Actor *actor = stage_actor("actor", 0.0f, 0.0f);
    akgl_String null;

    CHECK_OK(akgl_string_initialize(&null, "null"));
    REFUSED(akgl_physics_arcade_collide, self, NULL, actor, STEP);
    REFUSED(akgl_physics_arcade_collide, actor, &stage_physics, NULL, STEP);
    REFUSED(akgl_physics_arcade_gravity, self, NULL, actor, STEP);
    REFUSED(akgl_physics_arcade_gravity, actor, &stage_physics, NULL, STEP);
    REFUSED(akgl_physics_arcade_move, self, NULL, actor, STEP);
    REFUSED(akgl_physics_arcade_move, actor, &stage_physics, NULL, STEP);
    REFUSED(akgl_physics_null_collide, self, NULL, actor, STEP);
    REFUSED(akgl_physics_null_collide, actor, &stage_physics, NULL, STEP);
    REFUSED(akgl_physics_null_gravity, self, NULL, actor, STEP);
    REFUSED(akgl_physics_null_gravity, actor, &stage_physics, NULL, STEP);
    REFUSED(akgl_physics_null_move, self, NULL, actor, STEP);
    REFUSED(akgl_physics_null_move, actor, &stage_physics, NULL, STEP);
    REFUSED(akgl_physics_factory, self, NULL, &null);
    REFUSED(akgl_physics_factory, type, &stage_physics, NULL);
    REFUSED(akgl_physics_init_arcade, self, NULL);
    REFUSED(akgl_physics_init_null, self, NULL);
    REFUSED(akgl_physics_simulate, self, NULL, NULL);
    ACCEPTED(akgl_physics_simulate, &stage_physics, NULL);
    REFUSED(akgl_physics_step, self, NULL, NULL, STEP);
    ACCEPTED(akgl_physics_step, &stage_physics, NULL, STEP);
}

static void snapshots(void)
{
    static unsigned char bytes[4096];
    uint64_t hash;
    size_t size;

    REFUSED(akgl_physics_snapshot_size, self, NULL, &size);
    REFUSED(akgl_physics_snapshot_size, dest, &stage_physics, NULL);
    REFUSED(akgl_physics_snapshot, self, NULL, bytes, sizeof bytes, &size);
    REFUSED(akgl_physics_snapshot, buffer, &stage_physics, NULL, sizeof bytes, &size);
    ACCEPTED(akgl_physics_snapshot, &stage_physics, bytes, sizeof bytes, NULL);
    REFUSED(akgl_physics_restore, self, NULL, bytes, sizeof bytes);
    REFUSED(akgl_physics_restore, buffer, &stage_physics, NULL, sizeof bytes);
    REFUSED(akgl_physics_hash, self, NULL, &hash);
    REFUSED(akgl_physics_hash, dest, &stage_physics, NULL);
}

static void feel(void)
{
    akgl_Actor *actor = stage_actor("actor", 0.0f, 0.0f);
    akgl_Feel settings;
    akgl_Jump jump;
    akgl_JumpRules rules;
    akgl_JumpInput input;
    akgl_JumpOutput output;
    float32_t a[3];
    float32_t b[3];

    memset(&settings, 0, sizeof settings);
    memset(&rules, 0, sizeof rules);
    memset(&input, 0, sizeof input);
    REFUSED(akgl_feel_set, feel, NULL, "friction", 1.0f);
    REFUSED(akgl_feel_set, name, &settings, NULL, 1.0f);
    REFUSED(akgl_actor_push, actor, NULL, 1.0f, 0.0f, 0.0f);
    REFUSED(akgl_actor_teleport, actor, NULL, 1.0f, 0.0f, 0.0f);
    REFUSED(akgl_actor_pose, actor, NULL, 0.5f, a, b, NULL);
    REFUSED(akgl_actor_pose, x, actor, 0.5f, NULL, b, NULL);
    REFUSED(akgl_actor_pose, y, actor, 0.5f, a, NULL, NULL);
    ACCEPTED(akgl_actor_pose, actor, 0.5f, a, b, NULL);
    REFUSED(akgl_physics_advance, self, NULL, NULL, STEP);
    ACCEPTED(akgl_physics_advance, &stage_physics, NULL, STEP);
    snapshots();
    REFUSED(akgl_physics_flight, self, NULL, actor, STEP, a, b);
    REFUSED(akgl_physics_flight, actor, &stage_physics, NULL, STEP, a, b);
    ACCEPTED(akgl_physics_flight, &stage_physics, actor, STEP, NULL, b);
    ACCEPTED(akgl_physics_flight, &stage_physics, actor, STEP, a, NULL);
    REFUSED(akgl_physics_flight_top, self, NULL, actor, STEP, a, b);
    REFUSED(akgl_physics_flight_top, actor, &stage_physics, NULL, STEP, a, b);
    REFUSED(akgl_physics_flight_top, time, &stage_physics, actor, STEP, NULL, b);
    REFUSED(akgl_physics_flight_top, y, &stage_physics, actor, STEP, a, NULL);
    REFUSED(akgl_physics_flight_down_to, self, NULL, actor, 9.0f, STEP, a);
    REFUSED(akgl_physics_flight_down_to, actor, &stage_physics, NULL, 9.0f, STEP, a);
    REFUSED(akgl_physics_flight_down_to, time, &stage_physics, actor, 9.0f, STEP, NULL);
    REFUSED(akgl_jump_from_height, gravity, 98.0f, 0.35f, NULL, b);
    REFUSED(akgl_jump_from_height, speed, 98.0f, 0.35f, a, NULL);
    REFUSED(akgl_jump_to_height, height, 1600.0f, 560.0f, NULL, b);
    REFUSED(akgl_jump_to_height, time, 1600.0f, 560.0f, a, NULL);
    REFUSED(akgl_jump_initialize, jump, NULL);
    CHECK_OK(akgl_jump_initialize(&jump));
    REFUSED(akgl_jump_update, jump, NULL, &rules, &input, STEP, &output);
    REFUSED(akgl_jump_update, rules, &jump, NULL, &input, STEP, &output);
    REFUSED(akgl_jump_update, input, &jump, &rules, NULL, STEP, &output);
    REFUSED(akgl_jump_update, dest, &jump, &rules, &input, STEP, NULL);
    REFUSED(akgl_actor_jump, actor, NULL, &jump, &rules, true, true, STEP, NULL);
    REFUSED(akgl_actor_jump, jump, actor, NULL, &rules, true, true, STEP, NULL);
    REFUSED(akgl_actor_jump, rules, actor, &jump, NULL, true, true, STEP, NULL);
    ACCEPTED(akgl_actor_jump, actor, &jump, &rules, true, true, STEP, NULL);
}

static akerr_ErrorContext AKERR_NOIGNORE *visit(void *userdata, const akgl_CollisionProxyInfo *info, bool *stop)
{
    PREPARE_ERROR(e);
    CHECK(userdata == NULL && info != NULL && stop != NULL);
    SUCCEED_RETURN(e);
}

static void collision(void)
{
    SDL_FRect rect = { 0.0f, 0.0f, 8.0f, 8.0f };
    akgl_CollisionWorld *world = &stage_world;
    akgl_CollisionShape shape;
    akgl_CollisionProxyInfo info;
    akgl_CollisionProxy proxy = 0;
    akgl_Partitioner partitioner;
    SDL_FPoint place;
    bool answer;

    CHECK_OK(akgl_collision_shape_box(&shape, &rect, 0.0f));
    REFUSED(akgl_collision_world_init, world, NULL, "grid", 16.0f, 16.0f);
    ACCEPTED(akgl_collision_world_init, world, NULL, 16.0f, 16.0f);
    REFUSED(akgl_collision_bind_tilemap, world, NULL, &stage_map);
    ACCEPTED(akgl_collision_bind_tilemap, world, NULL);
    REFUSED(akgl_collision_world_set_partitioner, world, NULL, NULL);
    ACCEPTED(akgl_collision_world_set_partitioner, world, NULL);
    REFUSED(akgl_collision_proxy_add, world, NULL, &shape, 0.0f, 0.0f, 0.0f, &rect, &proxy);
    REFUSED(akgl_collision_proxy_add, shape, world, NULL, 0.0f, 0.0f, 0.0f, &rect, &proxy);
    REFUSED(akgl_collision_proxy_add, dest, world, &shape, 0.0f, 0.0f, 0.0f, &rect, NULL);
    ACCEPTED(akgl_collision_proxy_add, world, &shape, 0.0f, 0.0f, 0.0f, NULL, &proxy);
    REFUSED(akgl_collision_proxy_get, world, NULL, proxy, &info);
    REFUSED(akgl_collision_proxy_get, dest, world, proxy, NULL);
    REFUSED(akgl_collision_proxy_move, world, NULL, proxy, 0.0f, 0.0f, 0.0f);
    REFUSED(akgl_collision_proxy_remove, world, NULL, proxy);
    REFUSED(akgl_collision_solid_at, world, NULL, 0.0f, 0.0f, 1, &answer);
    REFUSED(akgl_collision_solid_at, dest, world, 0.0f, 0.0f, 1, NULL);
    REFUSED(akgl_collision_box_blocked, world, NULL, &rect, 1, &answer);
    REFUSED(akgl_collision_box_blocked, rect, world, NULL, 1, &answer);
    REFUSED(akgl_collision_box_blocked, dest, world, &rect, 1, NULL);
    REFUSED(akgl_collision_query_box, world, NULL, &rect, 1, visit, NULL);
    REFUSED(akgl_collision_query_box, rect, world, NULL, 1, visit, NULL);
    REFUSED(akgl_collision_query_box, visit, world, &rect, 1, NULL, &rect);
    ACCEPTED(akgl_collision_query_box, world, &rect, AKGL_COLLISION_LAYER_ALL, visit, NULL);
    REFUSED(akgl_collision_settle, world, NULL, &shape, 0.0f, 0.0f, &place);
    REFUSED(akgl_collision_settle, shape, world, NULL, 0.0f, 0.0f, &place);
    REFUSED(akgl_collision_settle, dest, world, &shape, 0.0f, 0.0f, NULL);
    REFUSED(akgl_collision_shape_box, shape, NULL, &rect, 0.0f);
    REFUSED(akgl_collision_shape_box, rect, &shape, NULL, 0.0f);
    REFUSED(akgl_collision_shape_capsule, shape, NULL, AKGL_COLLISION_SHAPE_CAPSULE_X, &rect, 0.0f);
    REFUSED(akgl_collision_shape_capsule, rect, &shape, AKGL_COLLISION_SHAPE_CAPSULE_X, NULL, 0.0f);
    REFUSED(akgl_collision_shape_circle, shape, NULL, 0.0f, 0.0f, 1.0f, 0.0f);
    REFUSED(akgl_collision_shape_none, shape, NULL);
    REFUSED(akgl_collision_world_destroy, world, NULL);
    REFUSED(akgl_partitioner_init, self, NULL, "grid", 16.0f, 16.0f);
    ACCEPTED(akgl_partitioner_init, &partitioner, NULL, 16.0f, 16.0f);
    REFUSED(akgl_partitioner_destroy, self, NULL);
    CHECK_OK(akgl_partitioner_destroy(&partitioner));
    CHECK_OK(akgl_collision_world_destroy(world));
}

static void game_and_map(void)
{
    const char *value = NULL;
    int cell = 0;

    CHECK_OK(akgl_tilemap_initialize(&stage_map));
    stage_map.width = stage_map.height = stage_map.numlayers = stage_map.numobjects = 1;
    stage_map.tilewidth = stage_map.tileheight = 16;
    NO_POINTERS(akgl_game_init);
    NO_POINTERS(akgl_game_state_lock);
    NO_POINTERS(akgl_game_state_unlock);
    akgl_physics = &stage_physics;
    ACCEPTED(akgl_game_update, NULL);
    akgl_physics = NULL;
    CHECK_STATUS(akgl_game_update(NULL), AKERR_NULLPOINTER);
    akgl_physics = &akgl_default_physics;
    CHECK_STATUS(akgl_game_update(NULL), AKERR_NULLPOINTER); /* its simulate is NULL still */
    REFUSED(akgl_tilemap_clear, map, NULL);
    REFUSED(akgl_tilemap_initialize, map, NULL);
    REFUSED(akgl_tilemap_layer_property, map, NULL, 0, "name", &value, "def");
    REFUSED(akgl_tilemap_layer_property, name, &stage_map, 0, NULL, &value, "def");
    REFUSED(akgl_tilemap_layer_property, dest, &stage_map, 0, "name", NULL, "def");
    ACCEPTED(akgl_tilemap_layer_property, &stage_map, 0, "name", &value, NULL);
    REFUSED(akgl_tilemap_object_property, map, NULL, 0, "name", &value, "def");
    REFUSED(akgl_tilemap_object_property, name, &stage_map, 0, NULL, &value, "def");
    REFUSED(akgl_tilemap_object_property, dest, &stage_map, 0, "name", NULL, "def");
    ACCEPTED(akgl_tilemap_object_property, &stage_map, 0, "name", &value, NULL);
    REFUSED(akgl_tilemap_property, map, NULL, "name", &value, "def");
    REFUSED(akgl_tilemap_property, name, &stage_map, NULL, &value, "def");
    REFUSED(akgl_tilemap_property, dest, &stage_map, "name", NULL, "def");
    ACCEPTED(akgl_tilemap_property, &stage_map, "name", &value, NULL);
    REFUSED(akgl_tilemap_load, path, NULL, &stage_map);
    REFUSED(akgl_tilemap_load, dest, "tests/maps/level-csv.tmj", NULL);
    REFUSED(akgl_tilemap_load_physics, map, NULL, &stage_physics);
    REFUSED(akgl_tilemap_load_physics, self, &stage_map, NULL);
    REFUSED(akgl_tilemap_tile_at, map, NULL, 0, 0, 0, &cell);
    REFUSED(akgl_tilemap_tile_at, dest, &stage_map, 0, 0, 0, NULL);
}

static void pipeline(void)
{
    akgl_PipelineEntity entity = akgl_pipeline_entity(), moved;
    akgl_PipelineScene scene = { &entity, 1, NULL };
    akgl_PipelineScene nobody = { NULL, 1, NULL };
    akgl_PipelineTiles tiles;
    akgl_PipelineStep step;

    memset(&step, 0, sizeof step);
    NO_POINTERS(akgl_pipeline_aabb_overlap);
    NO_POINTERS(akgl_pipeline_apply_acceleration);
    NO_POINTERS(akgl_pipeline_apply_gravity);
    NO_POINTERS(akgl_pipeline_apply_gravity_of);
    NO_POINTERS(akgl_pipeline_apply_jump);
    NO_POINTERS(akgl_pipeline_apply_velocity_x);
    NO_POINTERS(akgl_pipeline_apply_velocity_y);
    NO_POINTERS(akgl_pipeline_entity);
    entity.width = entity.height = 16.0;
    entity.vx = 3.0;
    /* No tiles: nothing is solid. */
    tried_one("akgl_pipeline_apply_velocity_x_swept");
    moved = akgl_pipeline_apply_velocity_x_swept(entity, NULL);
    CHECK(moved.x == 3.0);
    HARMLESS(akgl_pipeline_apply_velocity_y_swept, entity, NULL);
    HARMLESS(akgl_pipeline_detect_ground, entity, NULL);
    HARMLESS(akgl_pipeline_resolve_tile_collisions_x, entity, NULL);
    HARMLESS(akgl_pipeline_resolve_tile_collisions_y, entity, NULL);
    HARMLESS(akgl_pipeline_tiles_map, NULL);
    tried_one("akgl_pipeline_tiles_cells");
    tiles = akgl_pipeline_tiles_cells(NULL, 4, 4, 16.0, 16.0);
    (void)akgl_pipeline_resolve_tile_collisions_x(entity, &tiles);
    tiles = akgl_pipeline_tiles_map(NULL);
    (void)akgl_pipeline_resolve_tile_collisions_y(entity, &tiles);
    REFUSED(akgl_pipeline_resolve_entity_collisions, entities, NULL, 1, &moved);
    REFUSED(akgl_pipeline_resolve_entity_collisions, dest, &entity, 1, NULL);
    REFUSED(akgl_pipeline_scene_resolve_collisions, dest, scene, NULL);
    REFUSED(akgl_pipeline_scene_update_entities, steps, scene, NULL, 1, &moved);
    REFUSED(akgl_pipeline_scene_update_entities, dest, scene, &step, 0, NULL);
    CHECK_STATUS(akgl_pipeline_scene_resolve_collisions(nobody, &moved), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_pipeline_scene_update_entities(nobody, &step, 0, &moved), AKERR_NULLPOINTER);
    CHECK(contexts_in_use() == 0);
}

int main(void)
{
    stage_begin();
    errors();
    registry_and_strings();
    pools();
    actors();
    physics();
    feel();
    collision();
    game_and_map();
    pipeline();
    nothing_is_left_out();
    stage_end();
    return check_result();
}
