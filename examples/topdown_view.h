/*
 * topdown_view.h: how topdown.c looks: the rooms, the things in them, the picture of a whole game.
 * A part of that file, which includes it below the state that it shows. Nothing here changes the game.
 */
#ifndef AKGL_EXAMPLES_TOPDOWN_VIEW_H
#define AKGL_EXAMPLES_TOPDOWN_VIEW_H

static bool is_wall(int column, int row)
{
    return column < 0 || row < 0 || column >= akgl_gamemap->width || row >= akgl_gamemap->height ||
           akgl_gamemap->layers[1].data[row * akgl_gamemap->width + column] == TILE_WALL;
}

static void draw_cell(const demo_Canvas *canvas, int column, int row)
{
    const float x = (float)(column * TILE), y = (float)(row * TILE);

    if (!is_wall(column, row)) {
        demo_rect(canvas, x, y, TILE, TILE, (column + row) % 2 ? 0x3B3F52FF : 0x404559FF);
        if (is_wall(column, row - 1)) {
            const Uint32 shadow[4] = {0x00000070, 0x00000070, 0x00000000, 0x00000000};
            demo_shade(canvas, x, y, TILE, 8, shadow);
        }
        return;
    }
    demo_rect(canvas, x, y, TILE, TILE, 0x8C93ACFF);
    if (!is_wall(column, row + 1)) { /* the side that faces the viewer */
        demo_rect(canvas, x, y + 6, TILE, 10, 0x5B627DFF);
        demo_rect(canvas, x, y + 6, TILE, 1, 0x484E66FF);
        demo_rect(canvas, x, y + 11, TILE, 0.7f, 0x484E66FF);
        demo_rect(canvas, x + 5, y + 7, 0.7f, 4, 0x484E66FF);
        demo_rect(canvas, x + 12, y + 11, 0.7f, 5, 0x484E66FF);
    }
    if (!is_wall(column, row - 1)) {
        demo_rect(canvas, x, y, TILE, 1.2f, 0xB7BDD2FF);
    }
    if (!is_wall(column - 1, row)) {
        demo_rect(canvas, x, y, 1.2f, TILE, 0xA3A9C0FF);
    }
    if (!is_wall(column + 1, row)) {
        demo_rect(canvas, x + TILE - 1.2f, y, 1.2f, TILE, 0x6A718CFF);
    }
}

static void draw_lava(const demo_Canvas *canvas, const SDL_FRect *area)
{
    const Uint32 glow[4] = {0xF0603AFF, 0xE2472EFF, 0xF0603AFF, 0xFF8A3CFF};

    demo_rect(canvas, area->x, area->y, area->w, area->h, 0x8E2A24FF);
    demo_shade(canvas, area->x + 1.5f, area->y + 1.5f, area->w - 3, area->h - 3, glow);
    for (float y = area->y + 6; y < area->y + area->h - 3; y += 8) {
        for (float x = area->x + 6 + fmodf(y * 0.7f, 9); x < area->x + area->w - 5; x += 13) {
            const float size = fabsf(sinf(x * 12.9f + y * 78.2f));
            demo_ring(canvas, x, y, 1.9f * size, 0.6f + 2.3f * size, 0xFFC25AB0);
        }
    }
}

static void draw_crate(const demo_Canvas *canvas, const Thing *crate)
{
    const float x = crate->x - 8, y = crate->y - 8;

    if (crate->actor == NULL) { /* splinters */
        for (int i = 0; i < 9; i++) {
            const float angle = (float)i * 2.4f, far = 2 + 0.6f * (float)i;
            const float px = crate->x + far * cosf(angle), py = crate->y + far * sinf(angle);
            demo_line(canvas, px, py, px + 3 * cosf(angle * 3), py + 3 * sinf(angle * 3), 1.3f,
                      i % 2 ? 0xB07A42FF : 0x7A4E28FF);
        }
        return;
    }
    demo_rect(canvas, x, y, 16, 16, 0x5E3A1DFF);
    demo_rect(canvas, x + 1, y + 1, 14, 14, 0xB98247FF);
    for (float line = 4; line < 14; line += 4) {
        demo_rect(canvas, x + 1, y + line, 14, 0.8f, 0x8A5C30FF);
    }
    demo_line(canvas, x + 3, y + 13, x + 13, y + 3, 2, 0x8A5C30FF);
    demo_rect(canvas, x + 1, y + 1, 14, 2, 0xD9A468FF);
    demo_rect(canvas, x + 1, y + 13, 14, 2, 0x9C6B38FF);
}

static void draw_coin(const demo_Canvas *canvas, const Thing *coin)
{
    if (coin->actor == NULL) {
        demo_ring(canvas, coin->x, coin->y, 3.4f, 4.2f, 0xFFF0B0A0);
    } else {
        demo_disc(canvas, coin->x, coin->y + 1, 5, 0x00000060);
        demo_disc(canvas, coin->x, coin->y, 5, 0x9A6412FF);
        demo_disc(canvas, coin->x, coin->y, 4.2f, 0xF9C22EFF);
        demo_disc(canvas, coin->x - 0.8f, coin->y - 0.8f, 2.6f, 0xFFE38AFF);
    }
}

static void draw_door(const demo_Canvas *canvas)
{
    const Uint32 glow[4] = {0x3BE0A000, 0x3BE0A0FF, 0x3BE0A0FF, 0x3BE0A000};

    demo_shade(canvas, door.x - 24, door.y, door.w + 24, door.h, glow);
    demo_text(canvas, door.x - 38, door.y - 9, 6, 0x7CF5C8FF, "EXIT");
}

static void draw_explorer(const demo_Canvas *canvas, float x, float y, Uint32 facing, float alpha)
{
    const Uint32 opaque = 0xFFFFFF00 | (Uint32)(255 * alpha);
    const float ahead_x = facing & AKGL_ACTOR_STATE_FACE_LEFT ? -1 : facing & AKGL_ACTOR_STATE_FACE_RIGHT ? 1 : 0;
    const float ahead_y = facing & AKGL_ACTOR_STATE_FACE_UP ? -1 : facing & AKGL_ACTOR_STATE_FACE_DOWN ? 1 : 0;

    demo_disc(canvas, x, y + 1.5f, 6.2f, 0x00000050 & opaque);
    demo_disc(canvas, x, y, 6, 0x1E2A4AFF & opaque);
    demo_disc(canvas, x, y, 5, 0x4C8DF0FF & opaque);
    demo_disc(canvas, x + 2.5f * ahead_x, y + 2.5f * ahead_y, 2.6f, 0xFFE1BEFF & opaque);
}

static void draw_rooms(const demo_Canvas *canvas)
{
    for (int row = 0; row < akgl_gamemap->height; row++) {
        for (int column = 0; column < akgl_gamemap->width; column++) {
            draw_cell(canvas, column, row);
        }
    }
    for (int i = 0; i < lava_count; i++) {
        draw_lava(canvas, &lava[i]);
    }
    draw_door(canvas);
    for (int i = 0; i < coin_count; i++) {
        draw_coin(canvas, &coins[i]);
    }
    for (int i = 0; i < crate_count; i++) {
        draw_crate(canvas, &crates[i]);
    }
}

static const Uint32 WAY = 0xFFFFFFFF, WAY_LAVA = 0xFFD23FFF, WAY_EDGE = 0x1A1628FF;
static const Uint32 BULLETS = 0x7CF5C8FF, HIT = 0xFF6FB0FF;

static void draw_frame(SDL_Renderer *renderer)
{
    demo_Canvas canvas = {renderer, 1, 0, 0};

    draw_rooms(&canvas);
    for (int i = 0; i < shot_count; i++) {
        if (shots[i].actor != NULL) {
            demo_disc(&canvas, shots[i].actor->x, shots[i].actor->y, 2, BULLETS);
        }
    }
    draw_explorer(&canvas, explorer->x, explorer->y, explorer->state, 1);
    if (now.in_lava) {
        demo_rect(&canvas, 0, 0, VIEW_WIDTH, VIEW_HEIGHT, 0xFF402030);
    }
    demo_rect(&canvas, 0, 0, VIEW_WIDTH, 14, 0x1D1B2EB0);
    demo_text(&canvas, 8, 3, 8, 0xFFFFFFFF, "health %.0f   coins %d/%d   time %.1f%s", (double)now.health, now.taken,
              coin_count, (double)seconds(now.step),
              now.out ? "   OUT! Esc to leave" : now.health <= 0 ? "   burnt. Esc to leave" : "");
    SDL_RenderPresent(renderer);
}

static void draw_way(const demo_Canvas *canvas)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < now.step; i++) {
            demo_line(canvas, path[i - 1].x, path[i - 1].y, path[i].x, path[i].y, pass == 0 ? 3.2f : 1.8f,
                      pass == 0 ? WAY_EDGE : path[i].in_lava ? WAY_LAVA : WAY);
        }
    }
    for (int i = 0; i < shot_count; i++) {
        const Shot *shot = &shots[i];
        const float dx = shot->to_x - shot->from_x, dy = shot->to_y - shot->from_y;
        const float length = sqrtf(dx * dx + dy * dy);

        for (float at = 0; at < length; at += 7) {
            const float end = at + 4 < length ? at + 4 : length;
            demo_line(canvas, shot->from_x + dx * at / length, shot->from_y + dy * at / length,
                      shot->from_x + dx * end / length, shot->from_y + dy * end / length, 1, BULLETS);
        }
        for (int ray = 0; ray < 4; ray++) {
            const float angle = (float)ray * SDL_PI_F / 4;
            demo_line(canvas, shot->to_x - 3.5f * cosf(angle), shot->to_y - 3.5f * sinf(angle),
                      shot->to_x + 3.5f * cosf(angle), shot->to_y + 3.5f * sinf(angle), 0.9f,
                      shot->hit_crate ? HIT : BULLETS);
        }
    }
}

static void draw_legend(const demo_Canvas *canvas)
{
    const Uint32 ink = 0xE9ECF5FF, faint = 0x9AA3BCFF;
    float x = 200;

    demo_text(canvas, 6, 5, 7, ink, "examples/topdown.c");
    demo_text(canvas, 6, 15, 4.5f, faint,
              "%.2f s, %d steps at 60 Hz: %d of %d coins, %d shots, %d of %d crates broken, %.2f s in lava",
              (double)seconds(now.step), now.step, now.taken, coin_count, shot_count, now.broken, crate_count,
              (double)now.lava_time);
    demo_line(canvas, x, 8, x + 12, 8, 1.8f, WAY);
    demo_text(canvas, x + 16, 6, 4.5f, ink, "way");
    x += 46;
    demo_line(canvas, x, 8, x + 12, 8, 1.8f, WAY_LAVA);
    demo_text(canvas, x + 16, 6, 4.5f, ink, "in lava");
    x += 64;
    demo_line(canvas, x, 8, x + 4, 8, 1, BULLETS);
    demo_line(canvas, x + 7, 8, x + 11, 8, 1, BULLETS);
    demo_text(canvas, x + 16, 6, 4.5f, ink, "bullet, hit on a");
    demo_disc(canvas, x + 111, 8, 2.5f, BULLETS);
    demo_text(canvas, x + 117, 6, 4.5f, ink, "wall");
    demo_disc(canvas, x + 146, 8, 2.5f, HIT);
    demo_text(canvas, x + 152, 6, 4.5f, ink, "crate");
    x += 188;
    demo_ring(canvas, x, 8, 3.2f, 4, 0xFFF0B0FF);
    demo_text(canvas, x + 7, 6, 4.5f, ink, "coin taken");
}

static akerr_ErrorContext AKERR_NOIGNORE *draw_picture(void)
{
    enum { WIDTH = 1600, HEAD = 60 };
    const float scale = (float)WIDTH / VIEW_WIDTH;
    demo_Picture picture;
    demo_Canvas canvas;
    PREPARE_ERROR(e);

    PASS(e, demo_picture_begin(&picture, WIDTH, HEAD + (int)(VIEW_HEIGHT * scale)));
    canvas = picture.canvas;
    demo_rect(&canvas, 0, 0, WIDTH, HEAD, 0x1D1B2EFF);
    canvas.scale = picture.canvas.scale * scale;
    draw_legend(&canvas);
    canvas.top = HEAD * picture.canvas.scale;
    draw_rooms(&canvas);
    draw_way(&canvas);
    draw_explorer(&canvas, path[0].x, path[0].y, AKGL_ACTOR_STATE_FACE_RIGHT, 1);
    draw_explorer(&canvas, explorer->x, explorer->y, explorer->state, 1);
    PASS(e, demo_picture_end(&picture, PICTURE));
    printf("drawn: %s\n", PICTURE);
    SUCCEED_RETURN(e);
}

#endif
