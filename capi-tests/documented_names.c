/* Documented names that no chapter's own test needs: each does what its sentence says. */
#include "stage.h"

/* The status of an uninitialized registry: between IO and VALUE, with a name of its own. */
static void the_registry_status_has_its_place(void)
{
    char first[64];

    CHECK(AKERR_REGISTRY == 144);
    snprintf(first, sizeof first, "%s", akerr_name_for_status(AKERR_REGISTRY, NULL));
    CHECK(first[0] != '\0');
    CHECK(strcmp(first, akerr_name_for_status(AKERR_IO, NULL)) != 0);
    CHECK(strcmp(first, akerr_name_for_status(AKERR_VALUE, NULL)) != 0);
}

/* With the LAYERMASK flag only actors of that layer are stepped; without it `layerid` says nothing. */
static void layerid_chooses_who_is_stepped(void)
{
    akgl_Iterator one_layer;
    akgl_Actor *first;
    akgl_Actor *second;

    memset(&one_layer, 0, sizeof one_layer);
    stage_begin();
    stage_physics.gravity_y = 64.0f;
    first = stage_actor("first", 0.0f, 0.0f);
    second = stage_actor("second", 0.0f, 0.0f);
    first->layer = 1;
    second->layer = 2;
    one_layer.layerid = 2;
    one_layer.flags = AKGL_ITERATOR_OP_LAYERMASK;
    CHECK_OK(akgl_physics_step(&stage_physics, &one_layer, STEP));
    CHECK(first->ey == 0.0f);
    CHECK(second->ey == 1.0f);
    one_layer.flags = 0;
    CHECK_OK(akgl_physics_step(&stage_physics, &one_layer, STEP));
    CHECK(first->ey == 1.0f);
    CHECK(second->ey == 2.0f);
    stage_end();
}

/* Fills a map through a pointer to its layer, drops a box on it and gives its fall's end. */
static float32_t fall(uint32_t flags)
{
    static const char *const rows[] = { "....", "....", "....", "...." };
    akgl_TilemapLayer *layer = &stage_map.layers[0];
    akgl_Actor *box;
    float32_t end;

    stage_begin();
    stage_tiles(rows, 4);
    for (int column = 0; column < 4; column++) {
        layer->data[3 * 4 + column] = 1;
    }
    stage_physics.gravity_y = 512.0f;
    box = stage_box("box", 20.0f, 3.0f, 12.0f, 12.0f);
    box->shape.flags |= flags;
    stage_steps(64);
    end = box->y;
    stage_end();
    return end;
}

/* The bit is reserved: a body that has it rests on the floor at 48 as another does, 12 px tall. */
static void a_bullet_is_a_body_like_another(void)
{
    CHECK(fall(0) == 36.0f);
    CHECK(same_bits(fall(AKGL_COLLISION_FLAG_BULLET), fall(0)));
}

int main(void)
{
    the_registry_status_has_its_place();
    layerid_chooses_who_is_stepped();
    a_bullet_is_a_body_like_another();
    return check_result();
}
