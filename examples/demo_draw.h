/*
 * demo_draw.h: what the example games draw with: a few calls over SDL_Renderer, and pictures as PNG
 * files.
 */
#ifndef AKGL_EXAMPLES_DEMO_DRAW_H
#define AKGL_EXAMPLES_DEMO_DRAW_H

#include <SDL3/SDL.h>
#include <akgl/error.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Drawing. Colours are 0xRRGGBBAA; places are in pixels of the game. */

/** Where drawing goes, and how the game's pixels become the target's. */
typedef struct demo_Canvas {
    SDL_Renderer *renderer;
    /** The target's pixels for one of the game's. */
    float scale;
    /** The place of the game's (0, 0) on the target. */
    float left, top;
} demo_Canvas;

static inline SDL_FColor demo_color(Uint32 rgba)
{
    return (SDL_FColor){(float)(rgba >> 24) / 255, (float)(rgba >> 16 & 255) / 255, (float)(rgba >> 8 & 255) / 255,
                        (float)(rgba & 255) / 255};
}

/** A colour between two. */
static inline Uint32 demo_mix(Uint32 a, Uint32 b, float part)
{
    Uint32 mixed = 0;

    part = part < 0 ? 0 : part > 1 ? 1 : part;
    for (int shift = 0; shift < 32; shift += 8) {
        const float from = (float)(a >> shift & 255), to = (float)(b >> shift & 255);
        mixed |= (Uint32)(from + (to - from) * part + 0.5f) << shift;
    }
    return mixed;
}

static inline SDL_Vertex demo_vertex(const demo_Canvas *canvas, float x, float y, Uint32 rgba)
{
    return (SDL_Vertex){
        {canvas->left + x * canvas->scale, canvas->top + y * canvas->scale}, demo_color(rgba), {0, 0}};
}

static inline void demo_triangle(const demo_Canvas *canvas, float x0, float y0, float x1, float y1, float x2,
                                 float y2, Uint32 rgba)
{
    const SDL_Vertex corners[3] = {demo_vertex(canvas, x0, y0, rgba), demo_vertex(canvas, x1, y1, rgba),
                                   demo_vertex(canvas, x2, y2, rgba)};

    SDL_RenderGeometry(canvas->renderer, NULL, corners, 3, NULL, 0);
}

static inline void demo_rect(const demo_Canvas *canvas, float x, float y, float w, float h, Uint32 rgba)
{
    const SDL_FRect rect = {canvas->left + x * canvas->scale, canvas->top + y * canvas->scale, w * canvas->scale,
                            h * canvas->scale};
    const SDL_FColor color = demo_color(rgba);

    SDL_SetRenderDrawBlendMode(canvas->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColorFloat(canvas->renderer, color.r, color.g, color.b, color.a);
    SDL_RenderFillRect(canvas->renderer, &rect);
}

/** A rectangle whose corners have colours of their own: top left, top right, bottom right, bottom left. */
static inline void demo_shade(const demo_Canvas *canvas, float x, float y, float w, float h, const Uint32 rgba[4])
{
    const SDL_Vertex corners[4] = {
        demo_vertex(canvas, x, y, rgba[0]), demo_vertex(canvas, x + w, y, rgba[1]),
        demo_vertex(canvas, x + w, y + h, rgba[2]), demo_vertex(canvas, x, y + h, rgba[3])};
    const int order[6] = {0, 1, 2, 0, 2, 3};

    SDL_RenderGeometry(canvas->renderer, NULL, corners, 4, order, 6);
}

/** A ring between two radii; a disc where the inner one is 0. */
static inline void demo_ring(const demo_Canvas *canvas, float x, float y, float inner, float outer, Uint32 rgba)
{
    enum { SIDES = 24 };
    SDL_Vertex corners[2 * SIDES];
    int order[6 * SIDES];

    for (int i = 0; i < SIDES; i++) {
        const float angle = (float)i * 2 * SDL_PI_F / SIDES, c = cosf(angle), s = sinf(angle);
        const int next = (i + 1) % SIDES;

        corners[2 * i] = demo_vertex(canvas, x + inner * c, y + inner * s, rgba);
        corners[2 * i + 1] = demo_vertex(canvas, x + outer * c, y + outer * s, rgba);
        order[6 * i] = 2 * i;
        order[6 * i + 1] = order[6 * i + 3] = 2 * i + 1;
        order[6 * i + 2] = order[6 * i + 5] = 2 * next;
        order[6 * i + 4] = 2 * next + 1;
    }
    SDL_RenderGeometry(canvas->renderer, NULL, corners, 2 * SIDES, order, 6 * SIDES);
}

static inline void demo_disc(const demo_Canvas *canvas, float x, float y, float radius, Uint32 rgba)
{
    demo_ring(canvas, x, y, 0, radius, rgba);
}

/** A line with round ends. */
static inline void demo_line(const demo_Canvas *canvas, float x0, float y0, float x1, float y1, float width,
                             Uint32 rgba)
{
    const float dx = x1 - x0, dy = y1 - y0, length = sqrtf(dx * dx + dy * dy), half = width / 2;

    if (length > 0) {
        const float nx = -dy / length * half, ny = dx / length * half;
        demo_triangle(canvas, x0 + nx, y0 + ny, x1 + nx, y1 + ny, x1 - nx, y1 - ny, rgba);
        demo_triangle(canvas, x0 + nx, y0 + ny, x1 - nx, y1 - ny, x0 - nx, y0 - ny, rgba);
    }
    demo_disc(canvas, x1, y1, half, rgba);
}

/** Text of SDL's own 8 x 8 font, `size` pixels of the game high. */
static inline void demo_text(const demo_Canvas *canvas, float x, float y, float size, Uint32 rgba,
                             const char *format, ...)
{
    const float zoom = size * canvas->scale / SDL_DEBUG_TEXT_FONT_CHARACTER_SIZE;
    const SDL_FColor color = demo_color(rgba);
    char text[256];
    float before_x, before_y;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    SDL_GetRenderScale(canvas->renderer, &before_x, &before_y);
    SDL_SetRenderScale(canvas->renderer, before_x * zoom, before_y * zoom);
    SDL_SetRenderDrawColorFloat(canvas->renderer, color.r, color.g, color.b, color.a);
    SDL_RenderDebugText(canvas->renderer, (canvas->left + x * canvas->scale) / zoom,
                        (canvas->top + y * canvas->scale) / zoom, text);
    SDL_SetRenderScale(canvas->renderer, before_x, before_y);
}

/** Keeps drawing within a rectangle of the target; NULL: no more. */
static inline void demo_clip(const demo_Canvas *canvas, const SDL_Rect *rect)
{
    SDL_SetRenderClipRect(canvas->renderer, rect);
}

/* Pictures are drawn twice as large and then halved, which smooths every edge. */

typedef struct demo_Picture {
    SDL_Surface *surface;
    /** Draw here: one of its pixels is one of the picture's. */
    demo_Canvas canvas;
} demo_Picture;

static inline akerr_ErrorContext AKERR_NOIGNORE *demo_picture_begin(demo_Picture *picture, int width, int height)
{
    PREPARE_ERROR(e);

    memset(picture, 0, sizeof *picture);
    picture->surface = SDL_CreateSurface(2 * width, 2 * height, SDL_PIXELFORMAT_RGBA32);
    FAIL_ZERO_RETURN(e, picture->surface, AKGL_ERR_SDL, "no surface: %s", SDL_GetError());
    picture->canvas.scale = 2;
    picture->canvas.renderer = SDL_CreateSoftwareRenderer(picture->surface);
    if (picture->canvas.renderer == NULL) {
        SDL_DestroySurface(picture->surface);
        FAIL_RETURN(e, AKGL_ERR_SDL, "no renderer: %s", SDL_GetError());
    }
    SUCCEED_RETURN(e);
}

/** Halves what was drawn: each pixel becomes the mean of four. */
static inline SDL_Surface *demo_halved(const SDL_Surface *large)
{
    SDL_Surface *small = SDL_CreateSurface(large->w / 2, large->h / 2, SDL_PIXELFORMAT_RGB24);

    if (small == NULL) {
        return NULL;
    }
    for (int y = 0; y < small->h; y++) {
        const Uint8 *from = (const Uint8 *)large->pixels + (size_t)(2 * y) * (size_t)large->pitch;
        Uint8 *to = (Uint8 *)small->pixels + (size_t)y * (size_t)small->pitch;

        for (int x = 0; x < small->w; x++, from += 8, to += 3) {
            for (int channel = 0; channel < 3; channel++) {
                to[channel] = (Uint8)((from[channel] + from[channel + 4] + from[channel + large->pitch] +
                                       from[channel + large->pitch + 4] + 2) / 4);
            }
        }
    }
    return small;
}

#if SDL_VERSION_ATLEAST(3, 4, 0)
static inline bool demo_write_png(SDL_Surface *surface, const char *path)
{
    return SDL_SavePNG(surface, path);
}
#else
/* An older SDL writes no PNG. This one is not compressed, and every viewer reads it. */

typedef struct demo_Png {
    FILE *file;
    Uint32 crc;
    Uint32 a, b;
} demo_Png;

static inline void demo_png_put(demo_Png *png, const Uint8 *bytes, size_t count)
{
    png->crc = SDL_crc32(png->crc, bytes, count);
    fwrite(bytes, 1, count, png->file);
}

static inline void demo_png_number(demo_Png *png, Uint32 number)
{
    const Uint8 bytes[4] = {(Uint8)(number >> 24), (Uint8)(number >> 16), (Uint8)(number >> 8), (Uint8)number};

    demo_png_put(png, bytes, 4);
}

static inline void demo_png_begin(demo_Png *png, const char *kind, Uint32 length)
{
    demo_png_number(png, length);
    png->crc = 0;
    demo_png_put(png, (const Uint8 *)kind, 4);
}

static inline bool demo_write_png(SDL_Surface *surface, const char *path)
{
    demo_Png png = {fopen(path, "wb"), 0, 1, 0};
    const Uint8 rest[5] = {8, 2, 0, 0, 0};
    const Uint32 row = (Uint32)surface->w * 3 + 1; /* a filter byte, then the pixels */
    bool written;

    if (png.file == NULL) {
        return false;
    }
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, png.file);
    demo_png_begin(&png, "IHDR", 13);
    demo_png_number(&png, (Uint32)surface->w);
    demo_png_number(&png, (Uint32)surface->h);
    demo_png_put(&png, rest, 5);
    demo_png_number(&png, png.crc);
    demo_png_begin(&png, "IDAT", 2 + (Uint32)surface->h * (5 + row) + 4);
    demo_png_put(&png, (const Uint8 *)"\x78\x01", 2);
    for (int y = 0; y < surface->h; y++) {
        const Uint8 *pixels = (const Uint8 *)surface->pixels + (size_t)y * (size_t)surface->pitch;
        const Uint8 head[6] = {y == surface->h - 1, (Uint8)row, (Uint8)(row >> 8), (Uint8)~row,
                               (Uint8)(~row >> 8), 0};

        demo_png_put(&png, head, 6);
        demo_png_put(&png, pixels, row - 1);
        png.b = (png.b + png.a) % 65521;
        for (Uint32 i = 0; i < row - 1; i++) {
            png.a = (png.a + pixels[i]) % 65521;
            png.b = (png.b + png.a) % 65521;
        }
    }
    demo_png_number(&png, png.b << 16 | png.a);
    demo_png_number(&png, png.crc);
    demo_png_begin(&png, "IEND", 0);
    demo_png_number(&png, png.crc);
    written = ferror(png.file) == 0;
    return fclose(png.file) == 0 && written;
}
#endif

/** Writes the picture and gives up its storage. */
static inline akerr_ErrorContext AKERR_NOIGNORE *demo_picture_end(demo_Picture *picture, const char *path)
{
    SDL_Surface *small;
    bool written;
    PREPARE_ERROR(e);

    SDL_RenderPresent(picture->canvas.renderer);
    small = demo_halved(picture->surface);
    SDL_DestroyRenderer(picture->canvas.renderer);
    SDL_DestroySurface(picture->surface);
    memset(picture, 0, sizeof *picture);
    FAIL_ZERO_RETURN(e, small, AKGL_ERR_SDL, "no surface: %s", SDL_GetError());
    SDL_CreateDirectory("target/demo");
    written = demo_write_png(small, path);
    SDL_DestroySurface(small);
    FAIL_ZERO_RETURN(e, written, AKERR_IO, "%s cannot be written", path);
    SUCCEED_RETURN(e);
}

#endif
