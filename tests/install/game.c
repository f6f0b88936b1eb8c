/*
 * A game outside of the tree, against the installed library: a box falls onto a floor of tiles.
 * Compiled as C and, by game.cpp, as C++.
 */

#include <stdio.h>

#include <SDL3/SDL.h>
#include <akgl/actor.h>
#include <akgl/character.h>
#include <akgl/collision.h>
#include <akgl/game.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
#include <akgl/registry.h>

static akgl_CollisionWorld world;
static akgl_Character character;

static akerr_ErrorContext AKERR_NOIGNORE *play(akgl_Actor **box)
{
    const SDL_FRect rect = { 0.0f, 0.0f, 12.0f, 12.0f };
    PREPARE_ERROR(e);

    PASS(e, akgl_game_init());
    PASS(e, akgl_set_property("physics.gravity.y", "600"));
    PASS(e, akgl_physics_init_arcade(akgl_physics));
    akgl_gamemap->width = akgl_gamemap->height = 8;
    akgl_gamemap->tilewidth = akgl_gamemap->tileheight = 16;
    akgl_gamemap->numlayers = 1;
    akgl_gamemap->layers[0].collidable = true;
    for (int column = 0; column < 8; column++) {
        akgl_gamemap->layers[0].data[7 * 8 + column] = 1;
    }
    PASS(e, akgl_collision_world_init(&world, NULL, 16.0f, 16.0f));
    PASS(e, akgl_collision_bind_tilemap(&world, akgl_gamemap));
    akgl_physics->collision = &world;
    PASS(e, akgl_character_initialize(&character, "box"));
    PASS(e, akgl_heap_next_actor(box));
    PASS(e, akgl_actor_initialize(*box, "box"));
    PASS(e, akgl_actor_set_character(*box, &character));
    PASS(e, akgl_collision_shape_box(&(*box)->shape, &rect, 0.0f));
    (*box)->x = 20.0f;
    for (int step = 0; step < 120; step++) {
        PASS(e, akgl_physics_step(akgl_physics, NULL, 1.0f / 60.0f));
    }
    SUCCEED_RETURN(e);
}

int main(int argc, char **argv)
{
    akgl_Actor *box = NULL;
    PREPARE_ERROR(e);

    (void)argc;
    (void)argv;
    ATTEMPT {
        CATCH(e, play(&box));
    } CLEANUP {
    } PROCESS(e) {
    } FINISH_NORETURN(e);
    /* The floor's upper edge is at 7 * 16, the box 12 high. */
    if (box == NULL || box->x != 20.0f || box->y != 100.0f) {
        return 1;
    }
    printf("the box rests at (%g, %g)\n", (double)box->x, (double)box->y);
    SDL_Quit();
    return 0;
}
