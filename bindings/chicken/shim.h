/*
 * Between the egg and libakgl.so: numbers in an array of doubles, flags in an int.
 */
#include <stdlib.h>
#include <string.h>

#include <akgl/pipeline.h>
#include <akgl/tilemap.h>

/* The order of the numbers in an entity's array. */
enum { SHIM_X, SHIM_Y, SHIM_WIDTH, SHIM_HEIGHT, SHIM_VX, SHIM_VY, SHIM_AY, SHIM_JUMPFORCE };
enum { SHIM_GRAVITY = 1, SHIM_ONGROUND = 2, SHIM_SOLID = 4, SHIM_PRESSED = 8 };

/* Runs one step on `e` in place; returns the flags afterwards. */
static int shim_step(int step, double *e, int flags, double gravity, const akgl_PipelineTiles *tiles)
{
    akgl_PipelineEntity v = akgl_pipeline_entity();

    v.x = e[SHIM_X];
    v.y = e[SHIM_Y];
    v.width = e[SHIM_WIDTH];
    v.height = e[SHIM_HEIGHT];
    v.vx = e[SHIM_VX];
    v.vy = e[SHIM_VY];
    v.ay = e[SHIM_AY];
    v.jumpforce = e[SHIM_JUMPFORCE];
    v.gravity = (flags & SHIM_GRAVITY) != 0;
    v.onground = (flags & SHIM_ONGROUND) != 0;
    switch (step) {
    case 0: v = akgl_pipeline_apply_jump(v, (flags & SHIM_PRESSED) != 0); break;
    case 1: v = akgl_pipeline_apply_acceleration(v); break;
    case 2: v = akgl_pipeline_apply_gravity_of(v, gravity); break;
    case 3: v = akgl_pipeline_apply_velocity_x(v); break;
    case 4: v = akgl_pipeline_apply_velocity_y(v); break;
    case 5: v = akgl_pipeline_resolve_tile_collisions_x(v, tiles); break;
    case 6: v = akgl_pipeline_resolve_tile_collisions_y(v, tiles); break;
    case 7: v = akgl_pipeline_detect_ground(v, tiles); break;
    case 8: v = akgl_pipeline_apply_velocity_x_swept(v, tiles); break;
    case 9: v = akgl_pipeline_apply_velocity_y_swept(v, tiles); break;
    }
    e[SHIM_X] = v.x;
    e[SHIM_Y] = v.y;
    e[SHIM_VX] = v.vx;
    e[SHIM_VY] = v.vy;
    e[SHIM_AY] = v.ay;
    return (v.gravity ? SHIM_GRAVITY : 0) | (v.onground ? SHIM_ONGROUND : 0);
}

/* Copies an error's message out and gives the error back; 1 when there was one. */
static int shim_failed(akerr_ErrorContext *raised, char *message, int size)
{
    if (raised == NULL) {
        return 0;
    }
    strncpy(message, raised->message, (size_t)size - 1);
    message[size - 1] = '\0';
    RELEASE_ERROR(raised);
    return 1;
}

/*
 * Pushes entities apart. `numbers` holds x, y, width and height of each and is overwritten; `pushes`
 * gets the two velocities that a push set, 0 where there was none. 1 when it failed.
 */
static int shim_resolve(int count, double *numbers, const unsigned char *solid, double *pushes,
                        char *message, int size)
{
    akgl_PipelineEntity *list = calloc((size_t)count + 1, sizeof *list);
    int failed;

    if (list == NULL) {
        strncpy(message, "out of memory", (size_t)size);
        return 1;
    }
    for (int at = 0; at < count; at++) {
        list[at].x = numbers[4 * at];
        list[at].y = numbers[4 * at + 1];
        list[at].width = numbers[4 * at + 2];
        list[at].height = numbers[4 * at + 3];
        list[at].solid = solid[at] != 0;
    }
    failed = shim_failed(akgl_pipeline_resolve_entity_collisions(list, (size_t)count, list), message, size);
    for (int at = 0; at < count && !failed; at++) {
        numbers[4 * at] = list[at].x;
        numbers[4 * at + 1] = list[at].y;
        pushes[2 * at] = list[at].vx;
        pushes[2 * at + 1] = list[at].vy;
    }
    free(list);
    return failed;
}

/* Loads a map of the Tiled editor; NULL and a message when it failed. */
static void *shim_load(const char *path, char *message, int size)
{
    akgl_Tilemap *map = calloc(1, sizeof *map);

    if (map == NULL) {
        strncpy(message, "out of memory", (size_t)size);
        return NULL;
    }
    if (shim_failed(akgl_tilemap_load(path, map), message, size)) {
        free(map);
        return NULL;
    }
    return map;
}
