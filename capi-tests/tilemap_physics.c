/* A map that brings its own physics. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <SDL3/SDL.h>

#include <akgl/error.h>
#include <akgl/physics.h>
#include <akgl/registry.h>
#include <akgl/tilemap.h>

#include "check.h"

/* 17 MB: never on the stack. */
static akgl_Tilemap map;
static char scratch[1024];

/* Loads a map of one empty cell with these custom properties. */
static void load_with(const char *properties)
{
    FILE *file = fopen(scratch, "w");

    CHECK(file != NULL);
    if (file == NULL) {
        return;
    }
    fprintf(file,
            "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":1,\"height\":1,"
            "\"tilewidth\":16,\"tileheight\":16,\"layers\":[],\"properties\":[%s]}",
            properties);
    fclose(file);
    CHECK_OK(akgl_tilemap_load(scratch, &map));
    remove(scratch);
}

#define TEXT(name, value) "{\"name\":\"" name "\",\"type\":\"string\",\"value\":\"" value "\"}"
#define FLOAT(name, value) "{\"name\":\"" name "\",\"type\":\"float\",\"value\":" value "}"
#define ARCADE TEXT("physics.model", "arcade")

static void the_map_counts_before_the_registry(void)
{
    akgl_PhysicsBackend backend;

    memset(&backend, 0, sizeof(backend));
    CHECK_OK(akgl_set_property("physics.gravity.y", "900"));
    CHECK_OK(akgl_set_property("physics.drag.y", "1.5"));
    load_with(ARCADE "," FLOAT("physics.gravity.y", "1600.5") "," TEXT("physics.gravity.x", "-20")
              ",{\"name\":\"physics.max_timestep\",\"type\":\"int\",\"value\":0}");
    CHECK_OK(akgl_tilemap_load_physics(&map, &backend));
    CHECK(backend.simulate != NULL && backend.move != NULL);
    CHECK(backend.gravity == akgl_physics_arcade_gravity);
    CHECK(backend.gravity_y == 1600.5f);
    CHECK(backend.gravity_x == -20.0f);
    CHECK(backend.drag_y == 1.5f); /* the registry's, for the map says nothing of it */
    CHECK(backend.drag_x == 0.0f);
    CHECK(backend.max_timestep == 0.0f);
    CHECK(backend.gravity_time != 0);

    /* A later map without gravity of its own has the registry's again. */
    load_with(ARCADE);
    CHECK_OK(akgl_tilemap_load_physics(&map, &backend));
    CHECK(backend.gravity_y == 900.0f && backend.gravity_x == 0.0f);
    CHECK(backend.max_timestep == (float32_t)AKGL_PHYSICS_DEFAULT_MAX_TIMESTEP);

    load_with("{\"name\":\"physics\",\"type\":\"class\",\"propertytype\":\"Physics\",\"value\":"
              "{\"model\":\"arcade\",\"gravity\":{\"y\":250}}}");
    CHECK_OK(akgl_tilemap_load_physics(&map, &backend));
    CHECK(backend.gravity_y == 250.0f);

    load_with(TEXT("physics.model", "null"));
    CHECK_OK(akgl_tilemap_load_physics(&map, &backend));
    CHECK(backend.gravity != akgl_physics_arcade_gravity && backend.simulate != NULL);
}

static void refused(const char *properties, int status, const char *text)
{
    akgl_PhysicsBackend backend;
    akgl_PhysicsBackend before;
    akerr_ErrorContext *raised;

    memset(&backend, 0x5a, sizeof(backend));
    memcpy(&before, &backend, sizeof(backend));
    load_with(properties);
    raised = akgl_tilemap_load_physics(&map, &backend);
    CHECK(raised != NULL && raised->status == status);
    CHECK(raised != NULL && strstr(raised->message, text) != NULL);
    if (raised != NULL) {
        printf("%d: %s\n", raised->status, raised->message);
        RELEASE_ERROR(raised);
    }
    CHECK(memcmp(&backend, &before, sizeof(backend)) == 0);
}

static void a_refusal_leaves_the_backend_as_it_was(void)
{
    akgl_PhysicsBackend backend;
    akgl_PhysicsBackend before;

    refused(TEXT("physics.model", "quantum"), AKERR_KEY, "quantum");
    refused(TEXT("physics.model", ""), AKERR_KEY, "physics.model");
    refused(ARCADE "," TEXT("physics.gravity.y", "heavy"), AKERR_VALUE, "physics.gravity.y");
    refused(ARCADE "," TEXT("physics.gravity.y", ""), AKERR_VALUE, "physics.gravity.y");
    refused(ARCADE "," TEXT("physics.gravity.y", "nan"), AKERR_VALUE, "physics.gravity.y");
    refused(ARCADE "," TEXT("physics.gravity.y", "inf"), AKERR_VALUE, "physics.gravity.y");
    refused(ARCADE "," TEXT("physics.drag.x", "1e400"), ERANGE, "1e400");
    refused(ARCADE "," FLOAT("physics.drag.x", "1e300"), ERANGE, "1e300");
    refused(ARCADE "," FLOAT("physics.gravity.y", "5") "," TEXT("physics.drag.z", "x"), AKERR_VALUE,
            "physics.drag.z");

    memset(&backend, 0x5a, sizeof(backend));
    memcpy(&before, &backend, sizeof(backend));
    load_with(FLOAT("physics.gravity.y", "5"));
    CHECK_OK(akgl_tilemap_load_physics(&map, &backend)); /* no physics.model: nothing changes */
    CHECK_STATUS(akgl_tilemap_load_physics(NULL, &backend), AKERR_NULLPOINTER);
    CHECK_STATUS(akgl_tilemap_load_physics(&map, NULL), AKERR_NULLPOINTER);
    CHECK(memcmp(&backend, &before, sizeof(backend)) == 0);
}

int main(int argc, char **argv)
{
    snprintf(scratch, sizeof(scratch), "%s.tmj", argc > 0 ? argv[0] : "tilemap_physics");
    CHECK(SDL_Init(0));
    the_map_counts_before_the_registry();
    a_refusal_leaves_the_backend_as_it_was();
    for (int i = 0; i < 1000; i++) { /* no context is kept: the pool has 128 */
        CHECK_STATUS(akgl_tilemap_load_physics(NULL, NULL), AKERR_NULLPOINTER);
    }
    SDL_Quit();
    return check_result();
}
