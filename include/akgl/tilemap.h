/*
 * `akgl/tilemap.h`: the map record, its loader, its custom properties.
 *
 * A map is one record without pointers. Loading is all or nothing: a file is read and checked whole
 * before the first byte of the caller's record is touched.
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

/** Most columns of a map. */
#define AKGL_TILEMAP_MAX_WIDTH 512

/** Most rows of a map. */
#define AKGL_TILEMAP_MAX_HEIGHT 512

/** Cells that a layer has room for. */
#define AKGL_TILEMAP_MAX_CELLS (AKGL_TILEMAP_MAX_WIDTH * AKGL_TILEMAP_MAX_HEIGHT)

/** Most layers of a map; groups are not counted. */
#define AKGL_TILEMAP_MAX_LAYERS 16

/** Most objects of all layers of a map together. */
#define AKGL_TILEMAP_MAX_OBJECTS 1024

/** Most tilesets of a map. */
#define AKGL_TILEMAP_MAX_TILESETS 64

/** Most points of all polygons and polylines of a map together. */
#define AKGL_TILEMAP_MAX_POINTS 8192

/** Most custom properties of a map, its layers and its objects together. */
#define AKGL_TILEMAP_MAX_PROPERTIES 4096

/** Bytes for the names and values of all custom properties, terminators included. */
#define AKGL_TILEMAP_MAX_TEXT 131072

/** A layer of cells. */
#define AKGL_TILEMAP_LAYER_TILES 1

/** A layer of objects. */
#define AKGL_TILEMAP_LAYER_OBJECTS 2

/** An image layer, or a kind of layer that this library does not know. */
#define AKGL_TILEMAP_LAYER_OTHER 3

/** The bits of a cell that are its global tile id; the three bits above say how it is flipped. */
#define AKGL_TILEMAP_GID_MASK 536870911

/** A rectangle: `x y` is its top left corner. */
#define AKGL_TILEMAP_OBJECT_RECTANGLE 1

/** A point. */
#define AKGL_TILEMAP_OBJECT_POINT 2

/** An ellipse within its rectangle. */
#define AKGL_TILEMAP_OBJECT_ELLIPSE 3

/** A capsule within its rectangle. */
#define AKGL_TILEMAP_OBJECT_CAPSULE 4

/** A closed outline of `numpoints` points. */
#define AKGL_TILEMAP_OBJECT_POLYGON 5

/** An open line of `numpoints` points. */
#define AKGL_TILEMAP_OBJECT_POLYLINE 6

/** Text within its rectangle. */
#define AKGL_TILEMAP_OBJECT_TEXT 7

/** A tile: `gid` with its flip bits; `x y` is its bottom left corner. */
#define AKGL_TILEMAP_OBJECT_TILE 8

/** Text, of an enum too. */
#define AKGL_TILEMAP_PROPERTY_TEXT 1

/** `true` or `false`. */
#define AKGL_TILEMAP_PROPERTY_BOOL 2

/** A whole number. */
#define AKGL_TILEMAP_PROPERTY_INT 3

/** A number. */
#define AKGL_TILEMAP_PROPERTY_FLOAT 4

/** A colour, `#AARRGGBB`; may be empty. */
#define AKGL_TILEMAP_PROPERTY_COLOR 5

/** A path, relative to the file that has the property. */
#define AKGL_TILEMAP_PROPERTY_FILE 6

/** The id of an object; 0 for none. */
#define AKGL_TILEMAP_PROPERTY_OBJECT 7

/** One tileset of a map: which global tile ids are its own. */
struct akgl_TilemapTileset {
    /** Its name, NUL-terminated, cut to fit. */
    char name[AKGL_MAX_NAME];
    /** The global tile id of its tile 0. */
    int firstgid;
    /** How many tile ids it covers. */
    int tilecount;
    /** The width of a tile in pixels. */
    int tilewidth;
    /** The height of a tile in pixels. */
    int tileheight;
};

/** One object of an object layer. */
struct akgl_TilemapObject {
    /** Its name, NUL-terminated, cut to fit. */
    char name[AKGL_MAX_NAME];
    /** Its class, NUL-terminated, cut to fit. */
    char type[AKGL_MAX_NAME];
    /** The editor's id of it. */
    int id;
    /** Index of its layer in `layers`. */
    int layer;
    /** `AKGL_TILEMAP_OBJECT_*`. */
    int kind;
    /** The global tile id with its flip bits of a TILE, else 0. */
    uint32_t gid;
    /** Pixels of the world; its layer's offset is included. */
    float32_t x;
    /** Pixels of the world, growing downward; its layer's offset is included. */
    float32_t y;
    /** Pixels. */
    float32_t width;
    /** Pixels. */
    float32_t height;
    /** Degrees clockwise about `x y`. */
    float32_t rotation;
    /** Whether the editor shows it. */
    bool visible;
    /** Its first point in the map's `points`. */
    int firstpoint;
    /** How many points a POLYGON or a POLYLINE has, else 0. */
    int numpoints;
    /** Where the text of a TEXT begins in the map's `text`, else 0. */
    int text;
    /** Its first custom property in the map's `properties`. */
    int firstproperty;
    /** How many custom properties it has. */
    int numproperties;
};

/** A point of a polygon or a polyline, in pixels from the object's `x y`. */
struct akgl_TilemapPoint {
    /** Pixels to the right. */
    float32_t x;
    /** Pixels down. */
    float32_t y;
};

/**
 * A custom property. A member of a class is a property of its own, named `class.member`; lists
 * are left out.
 */
struct akgl_TilemapProperty {
    /** `AKGL_TILEMAP_PROPERTY_*`: what the editor calls it. Its value is text all the same. */
    int kind;
    /** Where its name begins in the map's `text`. */
    int name;
    /** Where its value begins in the map's `text`: numbers in decimal, `true` or `false`. */
    int value;
};

/** One layer of a map. Groups are flattened: their offset, opacity and visibility are in here. */
struct akgl_TilemapLayer {
    /** Its name, NUL-terminated, cut to fit. */
    char name[AKGL_MAX_NAME];
    /** `AKGL_TILEMAP_LAYER_*`. 0, as in a zeroed record that a game fills by hand, counts as TILES. */
    int kind;
    /** The editor's id of it. */
    int id;
    /**
     * Columns, for information: rows of `data` are as long as the map's `width`, which a loaded map has
     * here too.
     */
    int width;
    /** Rows, for information: there are as many as the map's `height`. */
    int height;
    /**
     * Where cell (0, 0) begins in the world, in pixels. An infinite map's first column and row are
     * in here too, so that world coordinates are those of the editor.
     */
    float32_t x;
    /** As `x`, down. */
    float32_t y;
    /** How opaque it is, 0 to 1. */
    float32_t opacity;
    /** False where the editor hides it or a group that it is in. */
    bool visible;
    /** The layer's boolean property `collidable`: its tiles are solid. A group's does not count. */
    bool collidable;
    /** Its first custom property in the map's `properties`. */
    int firstproperty;
    /** How many custom properties it has. */
    int numproperties;
    /**
     * Global tile ids with Tiled's flip bits, 0 for an empty cell, row-major without gaps:
     * `data[row * width + column]`. May be edited at any time.
     */
    int data[AKGL_TILEMAP_MAX_CELLS];
};

/**
 * A map: dense row-major layers, at most 512 x 512 cells and 16 layers, all inline.
 *
 * About 17 MB: make it `static` or allocate it; it does not fit a stack. It has no pointers, so
 * it may be copied as bytes. A zeroed record is an empty map; a game may fill one by hand, and
 * needs no more for it than `width height tilewidth tileheight numlayers` and, for each layer,
 * `collidable` and `data`.
 */
struct akgl_Tilemap {
    /** Columns of every layer. */
    int width;
    /** Rows of every layer. */
    int height;
    /** The width of a cell in pixels. */
    int tilewidth;
    /** The height of a cell in pixels. */
    int tileheight;
    /** How many of `layers` are in use, the rearmost first. */
    int numlayers;
    /** How many of `tilesets` are in use. */
    int numtilesets;
    /** How many of `objects` are in use. */
    int numobjects;
    /** How many of `points` are in use. */
    int numpoints;
    /** How many of the first `properties` are the map's own. */
    int numproperties;
    /** The map's tilesets, in file order. */
    struct akgl_TilemapTileset tilesets[AKGL_TILEMAP_MAX_TILESETS];
    /** The objects of all layers, layer by layer in file order. */
    struct akgl_TilemapObject objects[AKGL_TILEMAP_MAX_OBJECTS];
    /** The points of polygons and polylines; see `firstpoint`. */
    struct akgl_TilemapPoint points[AKGL_TILEMAP_MAX_POINTS];
    /** Custom properties, the map's own first; `akgl_tilemap_property` and its like look them up. */
    struct akgl_TilemapProperty properties[AKGL_TILEMAP_MAX_PROPERTIES];
    /** Names and values of the custom properties, each NUL-terminated; it begins with an empty one. */
    char text[AKGL_TILEMAP_MAX_TEXT];
    /** The layers. */
    struct akgl_TilemapLayer layers[AKGL_TILEMAP_MAX_LAYERS];
};

/**
 * Makes a record an empty map, whatever was in it. A record that is zeroed already needs no call.
 *
 * NULL: `AKERR_NULLPOINTER`. Not while another thread uses the map.
 *
 * Safety: `map` is NULL or points to an `akgl_Tilemap` that may be written.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_initialize(struct akgl_Tilemap *map);

/**
 * Empties a map: the same as `akgl_tilemap_initialize`, for the end of a level. A map owns no
 * memory beyond its record. A collision world that is bound to it sees an empty map from then on.
 *
 * Safety: `map` is NULL or points to an `akgl_Tilemap` that may be written.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_clear(struct akgl_Tilemap *map);

/**
 * Loads a map file of the Tiled editor into `dest`, whatever was in it: JSON (`.tmj`, `.json`) or
 * XML (`.tmx`), told apart by what is in the file. Files that it names are sought from its folder.
 *
 * All or nothing: where it fails, `dest` is as it was, to the byte. Statuses, each with a message
 * that names the file, the key and the value:
 * - `AKERR_NULLPOINTER`: `path` or `dest` is NULL;
 * - an errno value such as `ENOENT`, or `AKERR_IO`: a file cannot be read;
 * - `AKERR_FORMAT`: neither JSON nor XML, cut short, layer data that does not decode, is not as
 *   long as the layer, or unpacks to more than it;
 * - `AKERR_KEY`: a key is missing; `AKERR_TYPE`: a value is of the wrong type;
 * - `AKERR_VALUE`: a value makes no sense, such as an orientation other than `orthogonal` or a tile
 *   size of 0;
 * - `AKERR_INDEX`: a tile id that no tileset has;
 * - `AKERR_OUTOFBOUNDS`: more columns, layers or anything else than the record has room for.
 *
 * Not while another thread uses `dest`. Any number of threads may load into records of their own.
 * A collision world that is bound to `dest` must be bound anew: it keeps the old tile size.
 *
 * Safety: `path` is NULL or a NUL-terminated string; `dest` is NULL or points to an `akgl_Tilemap` that
 * may be written.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_load(const char *path, struct akgl_Tilemap *dest);

/**
 * The cell of a layer at a column and a row, as in `layers[layer].data`: a global tile id with its
 * flip bits, 0 where it is empty.
 *
 * Statuses: `AKERR_NULLPOINTER` for a NULL `map` or `dest`; `AKERR_INDEX` for a layer that the map
 * does not have; `AKERR_OUTOFBOUNDS` for a cell outside of it. `dest` is then as it was.
 *
 * Safety: Each pointer is NULL or points to what its type says.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_tile_at(struct akgl_Tilemap *map,
                                                        int layer,
                                                        int column,
                                                        int row,
                                                        int *dest);

/**
 * Writes the value of the map's own custom property `name` to `dest`, or `def` (which may be NULL)
 * where it has none of that name.
 *
 * The text belongs to the map, and lives until the map is loaded anew or cleared. Numbers are in
 * decimal, a truth value is `true` or `false`. A member of a class has the name `class.member`.
 *
 * Statuses: `AKERR_NULLPOINTER` for a NULL `map`, `name` or `dest`.
 *
 * Safety: `map` and `dest` are NULL or point to what their types say; `name` is NULL or a NUL-terminated
 * string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_property(struct akgl_Tilemap *map,
                                                         const char *name,
                                                         const char **dest,
                                                         const char *def);

/**
 * As `akgl_tilemap_property`, for the custom properties of the layer with index `layer`.
 *
 * Statuses: `AKERR_NULLPOINTER` for a NULL `map`, `name` or `dest`; `AKERR_INDEX` for a layer that
 * the map does not have.
 *
 * Safety: As for `akgl_tilemap_property`.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_layer_property(struct akgl_Tilemap *map,
                                                               int layer,
                                                               const char *name,
                                                               const char **dest,
                                                               const char *def);

/**
 * As `akgl_tilemap_property`, for the custom properties of the object with index `object`.
 *
 * Statuses: `AKERR_NULLPOINTER` for a NULL `map`, `name` or `dest`; `AKERR_INDEX` for an object that
 * the map does not have.
 *
 * Safety: As for `akgl_tilemap_property`.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_object_property(struct akgl_Tilemap *map,
                                                                int object,
                                                                const char *name,
                                                                const char **dest,
                                                                const char *def);

/**
 * Makes the physics backend that a map asks for. The map's custom property `physics.model` is handed
 * to `akgl_physics_factory`; then every property that `akgl_physics_init_arcade` reads from the
 * registry, such as `physics.gravity.y`, is read from the map in the same way, and counts instead of
 * the registry's. A map may also have a class property `physics` with a member `model` and so on.
 *
 * A map without `physics.model` changes nothing, and that is no failure. Where it fails, `self` is
 * as it was. Statuses: `AKERR_NULLPOINTER` for NULL; `AKERR_KEY` for a model that is not known;
 * `AKERR_VALUE` for a property that is not a number and `ERANGE` for one that does not fit.
 *
 * Safety: Each pointer is NULL or points to what its type says.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_tilemap_load_physics(struct akgl_Tilemap *map,
                                                             akgl_PhysicsBackend *self);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_TILEMAP_H */
