/*
 * sidescroller_view.h: how sidescroller.c looks: the level, the runner, the picture of a whole game.
 * A part of that file, which includes it below the state that it shows. Nothing here changes the game.
 */
#ifndef AKGL_EXAMPLES_SIDESCROLLER_VIEW_H
#define AKGL_EXAMPLES_SIDESCROLLER_VIEW_H

/** A number from 0 to 1 that is always the same for the same two. */
static float speckle(int x, int y)
{
    Uint32 bits = (Uint32)x * 374761393u + (Uint32)y * 668265263u;

    bits = (bits ^ (bits >> 13)) * 1274126177u;
    return (float)((bits ^ (bits >> 16)) & 0xFFFF) / 65536.0f;
}

/** The colour of the sky or the hills at a place of the level: from morning to evening. */
static Uint32 daytime(float x, const Uint32 colors[4])
{
    const float at = 3 * x / (float)(akgl_gamemap->width * TILE);
    const int from = at < 0 ? 0 : at >= 2 ? 2 : (int)at;

    return demo_mix(colors[from], colors[from + 1], at - (float)from);
}

static void draw_hills(const demo_Canvas *canvas, float left, float width, float speed, float base, float height,
                       const Uint32 colors[4])
{
    /* A hill far away moves less than the view. */
    const float step = 8, shift = left * (1 - speed), bottom = VIEW_HEIGHT;

    for (float x = floorf(left / step) * step; x < left + width; x += step) {
        float y[2];
        for (int side = 0; side < 2; side++) {
            const float at = x + (float)side * step - shift;
            y[side] = base - height * (0.55f + 0.3f * sinf(at * 0.013f + speed * 9) + 0.15f * sinf(at * 0.041f));
        }
        const Uint32 color = daytime(x, colors), low = demo_mix(color, 0xFFFFFFFF, 0.18f);
        const SDL_Vertex corners[4] = {
            demo_vertex(canvas, x, y[0], color), demo_vertex(canvas, x + step, y[1], color),
            demo_vertex(canvas, x + step, bottom, low), demo_vertex(canvas, x, bottom, low)};
        const int order[6] = {0, 1, 2, 0, 2, 3};
        SDL_RenderGeometry(canvas->renderer, NULL, corners, 4, order, 6);
    }
}

static void draw_sky(const demo_Canvas *canvas, float left, float width)
{
    static const Uint32 high[4] = {0x8EC5E8FF, 0x6FB4ECFF, 0x7B9FE0FF, 0x6A63A8FF};
    static const Uint32 low[4] = {0xFDE9D0FF, 0xDDF1F9FF, 0xF6E3CDFF, 0xF9B27FFF};
    static const Uint32 cloud[4] = {0xFFFBF4FF, 0xFFFFFFFF, 0xFFF6ECFF, 0xF7D3CFFF};
    static const Uint32 far[4] = {0xAFC9DBFF, 0x9CC4DDFF, 0x9FB2D6FF, 0x8F79AEFF};
    static const Uint32 near[4] = {0x93BFA4FF, 0x84BE93FF, 0x86A690FF, 0x75688FFF};

    for (float x = left; x < left + width; x += TILE) {
        const Uint32 corners[4] = {daytime(x, high), daytime(x + TILE, high), daytime(x + TILE, low),
                                   daytime(x, low)};
        demo_shade(canvas, x, 0, TILE, VIEW_HEIGHT, corners);
    }
    for (int i = (int)(left * 0.4f / 150) - 2; i < (int)((left * 0.4f + width) / 150) + 2; i++) {
        const float x = (float)i * 150 + 90 * speckle(i, 1) + left * 0.6f, y = 22 + 62 * speckle(i, 2);
        const float size = 8 + 7 * speckle(i, 3);
        const Uint32 white = daytime(x, cloud);

        demo_disc(canvas, x, y, size, white);
        demo_disc(canvas, x + size * 1.2f, y - size * 0.45f, size * 1.25f, white);
        demo_disc(canvas, x + size * 2.5f, y, size, white);
        demo_rect(canvas, x, y, size * 2.5f, size, white);
    }
    draw_hills(canvas, left, width, 0.3f, 196, 92, far);
    draw_hills(canvas, left, width, 0.6f, 214, 66, near);
}

static bool is_earth(int column, int row)
{
    int tile = 0;
    akerr_ErrorContext *outside = akgl_tilemap_tile_at(akgl_gamemap, 0, column, row, &tile);

    if (outside != NULL) {
        RELEASE_ERROR(outside);
        return true;
    }
    return tile == TILE_GRASS || tile == TILE_EARTH;
}

static void draw_tile(const demo_Canvas *canvas, int tile, int column, int row)
{
    const float x = (float)(column * TILE), y = (float)(row * TILE);

    switch (tile) {
    case TILE_GRASS:
    case TILE_EARTH:
        demo_rect(canvas, x, y, TILE, TILE, demo_mix(0x8A5F3FFF, 0x6B4730FF, (float)row / 15));
        for (int i = 0; i < 3; i++) {
            demo_rect(canvas, x + floorf(13 * speckle(column * 3 + i, row)),
                      y + 3 + floorf(11 * speckle(column, row * 3 + i)), 2 + 2 * speckle(i, column), 2,
                      i == 0 ? 0x9C7350FF : 0x5A3B28FF);
        }
        if (!is_earth(column, row + 1)) {
            demo_rect(canvas, x, y + TILE - 2, TILE, 2, 0x4B3122FF);
        }
        if (!is_earth(column - 1, row)) {
            demo_rect(canvas, x, y, 1.5f, TILE, 0x543726FF);
        }
        if (!is_earth(column + 1, row)) {
            demo_rect(canvas, x + TILE - 1.5f, y, 1.5f, TILE, 0x543726FF);
        }
        if (tile == TILE_GRASS) {
            demo_rect(canvas, x, y, TILE, 5, 0x5FAE4BFF);
            for (int i = 0; i < 4; i++) {
                const float deep = 3 + 3 * speckle(column * 4 + i, 7);
                demo_triangle(canvas, x + 4 * (float)i, y + 5, x + 4 * (float)i + 4, y + 5, x + 4 * (float)i + 2,
                              y + 5 + deep, 0x5FAE4BFF);
            }
            demo_rect(canvas, x, y, TILE, 1.5f, 0x9BDC6BFF);
        }
        break;
    case TILE_PLANK:
        demo_rect(canvas, x, y, TILE, TILE, 0x7A4A28FF);
        demo_rect(canvas, x, y, TILE, 7, 0xC58A50FF);
        demo_rect(canvas, x, y, TILE, 2, 0xE2B27AFF);
        demo_rect(canvas, x, y + 8, TILE, 6, 0xA66F3DFF);
        demo_rect(canvas, x + 7, y, 1, 7, 0x7A4A28FF);
        demo_rect(canvas, x + 15, y + 8, 1, 6, 0x7A4A28FF);
        break;
    case TILE_BLOCK:
        demo_rect(canvas, x, y, TILE, TILE, 0x6D7285FF);
        demo_rect(canvas, x, y, TILE - 1, TILE - 1, 0xC3C8D6FF);
        demo_rect(canvas, x + 1.5f, y + 1.5f, TILE - 3, TILE - 3, 0x9DA3B5FF);
        break;
    case TILE_SPIKES:
        for (int i = 0; i < 4; i++) {
            const float left = x + 4 * (float)i;
            demo_triangle(canvas, left, y + TILE, left + 4, y + TILE, left + 2, y + 1, 0xE9EDF4FF);
            demo_triangle(canvas, left + 2, y + TILE, left + 4, y + TILE, left + 2, y + 1, 0x9CA5B8FF);
        }
        break;
    case TILE_TUFT:
    case TILE_FLOWER:
        for (int i = 0; i < 4; i++) {
            const float foot = x + 2 + 4 * (float)i, tip = foot + 4 * speckle(column, i) - 2;
            const float high = 7 - 3 * speckle(column, i + 4);
            demo_triangle(canvas, foot - 1, y + TILE, foot + 1.5f, y + TILE, tip, y + TILE - high, 0x4F9A44FF);
        }
        if (tile == TILE_FLOWER) {
            demo_line(canvas, x + 8, y + TILE, x + 8, y + 7, 1, 0x3F8038FF);
            for (int i = 0; i < 5; i++) {
                const float angle = (float)i * 2 * SDL_PI_F / 5;
                demo_disc(canvas, x + 8 + 2.4f * sinf(angle), y + 6 - 2.4f * cosf(angle), 1.8f, 0xF06C94FF);
            }
            demo_disc(canvas, x + 8, y + 6, 1.5f, 0xFFE08AFF);
        }
        break;
    default:
        break;
    }
}

static void draw_tiles(const demo_Canvas *canvas, float left, float width)
{
    const int first = (int)(left / TILE), last = (int)((left + width) / TILE);

    /* Plants first: grass stands in front of their feet. */
    for (int layer = akgl_gamemap->numlayers - 1; layer >= 0; layer--) {
        const akgl_TilemapLayer *tiles = &akgl_gamemap->layers[layer];

        for (int row = 0; tiles->kind == AKGL_TILEMAP_LAYER_TILES && row < akgl_gamemap->height; row++) {
            for (int column = first < 0 ? 0 : first; column <= last && column < akgl_gamemap->width; column++) {
                draw_tile(canvas, tiles->data[row * akgl_gamemap->width + column], column, row);
            }
        }
    }
}

static void draw_coin(const demo_Canvas *canvas, float x, float y, bool taken)
{
    if (taken) {
        demo_ring(canvas, x, y, 4, 5, 0xFFF6D0D0);
    } else {
        demo_disc(canvas, x, y, 6, 0x9A6412FF);
        demo_disc(canvas, x, y, 5, 0xF9C22EFF);
        demo_disc(canvas, x - 1, y - 1, 3.2f, 0xFFE38AFF);
        demo_rect(canvas, x - 0.8f, y - 3, 1.6f, 6, 0xC98A1BFF);
    }
}

static void draw_flag(const demo_Canvas *canvas)
{
    const float x = flag.x + flag.w / 2, top = flag.y, bottom = flag.y + flag.h;

    demo_rect(canvas, x - 1.5f, top, 3, bottom - top, 0xF4F6FAFF);
    demo_rect(canvas, x + 0.5f, top, 1, bottom - top, 0xA9B0C2FF);
    demo_disc(canvas, x, top, 3.5f, 0xF9C22EFF);
    demo_triangle(canvas, x + 1.5f, top + 6, x + 1.5f, top + 30, x + 32, top + 18, 0xD8344AFF);
    demo_triangle(canvas, x + 1.5f, top + 18, x + 1.5f, top + 30, x + 32, top + 18, 0xB3243BFF);
    demo_rect(canvas, x - 6, bottom - 4, 12, 4, 0x6D7285FF);
}

/** The runner with its middle at (x, y); `stride` turns its legs. */
static void draw_runner(const demo_Canvas *canvas, float x, float y, bool left, bool in_air, float stride,
                        float alpha)
{
    const float ahead = left ? -1 : 1, legs = in_air ? 2.5f : 3 * sinf(stride);
    const Uint32 opaque = (Uint32)(255 * alpha);
    const Uint32 ink = 0x2B2440FF & (0xFFFFFF00 | opaque), coat = 0xE0463CFF & (0xFFFFFF00 | opaque);
    const Uint32 skin = 0xFFD9B0FF & (0xFFFFFF00 | opaque), cloth = 0x3A5FB8FF & (0xFFFFFF00 | opaque);

    demo_rect(canvas, x - 4 + legs, y + 7, 3.5f, 5, ink);
    demo_rect(canvas, x + 0.5f - legs, y + 7, 3.5f, 5, ink);
    demo_rect(canvas, x - 5, y - 1, 10, 9, cloth);
    demo_rect(canvas, x - 5, y - 1, 10, 3.5f, coat);
    demo_rect(canvas, x - 1.2f - 2.5f * ahead, y + (in_air ? -4 : 1), 2.5f, 5, coat);
    demo_rect(canvas, x - 4.5f, y - 8, 9, 7, skin);
    demo_rect(canvas, x - 5, y - 11, 10, 4, coat);
    demo_rect(canvas, ahead > 0 ? x : x - 7, y - 8.5f, 7, 1.8f, coat);
    demo_rect(canvas, x + 2 * ahead - 0.8f, y - 6, 1.6f, 2.6f, ink);
}

/** A part of the level as it is now, without the runner. */
static void draw_level(const demo_Canvas *canvas, float left, float width)
{
    draw_sky(canvas, left, width);
    draw_tiles(canvas, left, width);
    draw_flag(canvas);
    for (int i = 0; i < coin_count; i++) {
        if (coins[i].actor != NULL && coins[i].x > left - 8 && coins[i].x < left + width + 8) {
            draw_coin(canvas, coins[i].x, coins[i].y, false);
        }
    }
}

static void draw_frame(SDL_Renderer *renderer)
{
    const float most = (float)(akgl_gamemap->width * TILE - VIEW_WIDTH), middle = runner->x - VIEW_WIDTH * 0.4f;
    const float left = middle < 0 ? 0 : middle > most ? most : middle;
    demo_Canvas canvas = {renderer, 1, -left, 0};

    draw_level(&canvas, left, VIEW_WIDTH);
    draw_runner(&canvas, runner->x + RUNNER_WIDTH / 2, runner->y + RUNNER_HEIGHT / 2,
                (runner->state & AKGL_ACTOR_STATE_FACE_LEFT) != 0, !now.on_ground, runner->x * 0.12f, 1);
    canvas.left = 0;
    demo_rect(&canvas, 0, 0, VIEW_WIDTH, 16, 0x1D1B2E90);
    demo_text(&canvas, 8, 4, 8, 0xFFFFFFFF, "coins %d/%d   time %.1f   falls %d%s", now.taken, coin_count,
              (double)seconds(now.step), now.falls, now.won ? "   THE FLAG! Esc to leave" : "");
    SDL_RenderPresent(renderer);
}

/* The picture: the level folded into three bands, the runner's way drawn over it. */

static const Uint32 WAY_GROUND = 0xFFFFFFFF, WAY_AIR = 0xFF4FA0FF, WAY_EDGE = 0x23183AFF;

static void draw_way(const demo_Canvas *canvas, float left, float width)
{
    /* A dark edge below, the colours above. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < now.step; i++) {
            const Sample *from = &path[i - 1], *to = &path[i];

            if (from->fell || to->x < left - 8 || to->x > left + width + 8) {
                continue;
            }
            demo_line(canvas, from->x, from->y, to->x, to->y, pass == 0 ? 4.0f : 2.4f,
                      pass == 0 ? WAY_EDGE : to->in_air ? WAY_AIR : WAY_GROUND);
        }
    }
    for (int i = 0; i < now.step; i++) {
        const Sample *at = &path[i];

        if (at->x < left || at->x > left + width) {
            continue;
        }
        if (at->apex) {
            demo_triangle(canvas, at->x - 5.5f, at->y - 5, at->x + 5.5f, at->y - 5, at->x, at->y - 13.5f, WAY_EDGE);
            demo_triangle(canvas, at->x - 3.7f, at->y - 6, at->x + 3.7f, at->y - 6, at->x, at->y - 11.7f,
                          0xFFE38AFF);
        }
        if (at->jumped) {
            demo_disc(canvas, at->x, at->y, 4.2f, WAY_EDGE);
            demo_disc(canvas, at->x, at->y, 3, 0x5CE0C6FF);
        }
    }
}

static void draw_legend(const demo_Canvas *canvas, float width)
{
    const Uint32 ink = 0xE9ECF5FF, faint = 0x9AA3BCFF;
    float x = width - 416;

    demo_text(canvas, 10, 7, 10, ink, "examples/sidescroller.c");
    demo_text(canvas, 10, 21, 6, faint,
              "%.2f s, %d steps at 60 Hz: %d jumps, %d of %d coins, one recorded input, the same to the bit every time",
              (double)seconds(now.step), now.step, now.jumps, now.taken, coin_count);
    demo_line(canvas, x, 12, x + 18, 12, 2.4f, WAY_GROUND);
    demo_text(canvas, x + 24, 9, 6, ink, "on the ground");
    x += 116;
    demo_line(canvas, x, 12, x + 18, 12, 2.4f, WAY_AIR);
    demo_text(canvas, x + 24, 9, 6, ink, "in the air");
    x += 98;
    demo_disc(canvas, x, 12, 3, 0x5CE0C6FF);
    demo_text(canvas, x + 8, 9, 6, ink, "jump");
    x += 48;
    demo_triangle(canvas, x - 4, 15, x + 4, 15, x, 9, 0xFFE38AFF);
    demo_text(canvas, x + 8, 9, 6, ink, "apex");
    x += 50;
    demo_ring(canvas, x, 12, 4, 5, 0xFFF6D0FF);
    demo_text(canvas, x + 10, 9, 6, ink, "coin taken");
}

static akerr_ErrorContext AKERR_NOIGNORE *draw_picture(void)
{
    enum { BANDS = 3, WIDTH = 1600, GAP = 10, HEAD = 62 };
    const float columns = (float)akgl_gamemap->width / BANDS, scale = WIDTH / (columns * TILE);
    const int band_height = (int)(scale * VIEW_HEIGHT);
    demo_Picture picture;
    demo_Canvas canvas;
    PREPARE_ERROR(e);

    PASS(e, demo_picture_begin(&picture, WIDTH, HEAD + BANDS * band_height + (BANDS - 1) * GAP));
    canvas = picture.canvas;
    demo_rect(&canvas, 0, 0, WIDTH, 4000, 0x1D1B2EFF);
    canvas.scale = picture.canvas.scale * scale;
    draw_legend(&canvas, columns * TILE);
    for (int band = 0; band < BANDS; band++) {
        const float left = (float)band * columns * TILE, width = columns * TILE;
        const SDL_Rect clip = {0, (int)picture.canvas.scale * (HEAD + band * (band_height + GAP)),
                               (int)picture.canvas.scale * WIDTH, (int)picture.canvas.scale * band_height};

        canvas.left = -left * canvas.scale;
        canvas.top = (float)clip.y;
        demo_clip(&canvas, &clip);
        draw_level(&canvas, left, width);
        for (int i = 0; i < coin_count; i++) {
            if (coins[i].actor == NULL) {
                draw_coin(&canvas, coins[i].x, coins[i].y, true);
            }
        }
        /* Where the runner was every third of a second. */
        for (int i = 0; i < now.step; i += DEMO_STEPS_PER_SECOND / 3) {
            draw_runner(&canvas, path[i].x, path[i].y, path[i].left, path[i].in_air, path[i].x * 0.12f, 0.5f);
        }
        draw_way(&canvas, left, width);
        draw_runner(&canvas, path[0].x, path[0].y, false, false, 0, 1);
        draw_runner(&canvas, path[now.step - 1].x, path[now.step - 1].y, false, false, 1, 1);
        demo_clip(&canvas, NULL);
    }
    PASS(e, demo_picture_end(&picture, PICTURE));
    printf("drawn: %s\n", PICTURE);
    SUCCEED_RETURN(e);
}

#endif
