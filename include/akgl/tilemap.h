/*
 * `akgl/tilemap.h`: the map struct and its loader.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_TILEMAP_H
#define AKGL_TILEMAP_H

#include <akgl/error.h>
#include <akgl/types.h>
#include <akgl/physics.h>
#include <akgl/staticstring.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AKGL_TILEMAP_MAX_WIDTH 512
#define AKGL_TILEMAP_MAX_HEIGHT 512

/** Cells that a layer has room for. */
#define AKGL_TILEMAP_MAX_CELLS (AKGL_TILEMAP_MAX_WIDTH * AKGL_TILEMAP_MAX_HEIGHT)

#define AKGL_TILEMAP_MAX_LAYERS 16
#define AKGL_TILEMAP_MAX_OBJECTS 1024

/** What a layer holds. */
#define AKGL_TILEMAP_LAYER_TILES 1

#define AKGL_TILEMAP_LAYER_OBJECTS 2
#define AKGL_TILEMAP_LAYER_OTHER 3

/** One layer of a map. */
struct akgl_TilemapLayer {
    /** `AKGL_TILEMAP_LAYER_*`. */
    int kind;
    int id;
    int width;
    int height;
    /** The layer's offset in pixels. */
    float32_t x;
    float32_t y;
    float32_t opacity;
    bool visible;
    /** The layer's `collidable` property. */
    bool collidable;
    /** Global tile ids with Tiled's flip bits, row-major, `width` cells a row: `data[y * width + x]`. */
    int data[AKGL_TILEMAP_MAX_CELLS];
};

/** One object of an object layer. */
struct akgl_TilemapObject {
    char name[AKGL_MAX_NAME];
    char type[AKGL_MAX_NAME];
    int id;
    /** Index of its layer in `layers`. */
    int layer;
    /** `AKGL_TILEMAP_OBJECT_*`. */
    int kind;
    uint32_t gid;
    float32_t x;
    float32_t y;
    float32_t width;
    float32_t height;
    float32_t rotation;
    bool visible;
};

/** One tileset of a map: which global tile ids are its own. */
struct akgl_TilemapTileset {
    char name[AKGL_MAX_NAME];
    int firstgid;
    int tilecount;
    int tilewidth;
    int tileheight;
};

/** A map: dense row-major layers, at most 512 x 512 cells and 16 layers, all inline. */
struct akgl_Tilemap {
    int width;
    int height;
    int tilewidth;
    int tileheight;
    int numlayers;
    int numtilesets;
    int numobjects;
    struct akgl_TilemapTileset tilesets[64];
    struct akgl_TilemapObject objects[AKGL_TILEMAP_MAX_OBJECTS];
    struct akgl_TilemapLayer layers[AKGL_TILEMAP_MAX_LAYERS];
};

#ifdef __cplusplus
}
#endif

#endif /* AKGL_TILEMAP_H */
