/*
 * `akgl/partitioner.h`: the broad phase as a record of functions.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_PARTITIONER_H
#define AKGL_PARTITIONER_H

#include <akgl/error.h>
#include <akgl/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Puts an id at a rectangle; one that is there already is moved. */
typedef akerr_ErrorContext *(*akgl_PartitionerPutFunc)(struct akgl_Partitioner *self,
                                                       uint32_t id,
                                                       const struct akgl_PartitionerBounds *bounds);

/** Takes an id out; one that is not there is no error. */
typedef akerr_ErrorContext *(*akgl_PartitionerRemoveFunc)(struct akgl_Partitioner *self,
                                                          uint32_t id);

/** Takes one id that a query found. Not to be called but during the query that was given it. */
typedef void (*akgl_PartitionerFoundFunc)(void *found, uint32_t id);

/** Tells `each(found, id)` every id whose rectangle may overlap `area`. */
typedef akerr_ErrorContext *(*akgl_PartitionerQueryFunc)(struct akgl_Partitioner *self,
                                                         const struct akgl_PartitionerBounds *area,
                                                         akgl_PartitionerFoundFunc each,
                                                         void *found);

/** Takes everything out, or gives up the partitioner's storage. */
typedef akerr_ErrorContext *(*akgl_PartitionerFunc)(struct akgl_Partitioner *self);

/** A rectangle in pixels, as a partitioner is given it. */
struct akgl_PartitionerBounds {
    /** Left edge. */
    float32_t minx;
    /** Top edge. */
    float32_t miny;
    /** Right edge, not less than the left. */
    float32_t maxx;
    /** Bottom edge, not less than the top. */
    float32_t maxy;
};

/**
 * A broad phase: which numbered rectangles may overlap another.
 *
 * Ids are small numbers, dense enough to index an array. A query must tell every id whose rectangle
 * overlaps the area, and may tell more: the library compares exactly, and does not mind an id told
 * twice or one that is not there. Its functions must not call the library with the world that uses
 * them; `AKERR_BEHAVIOR` where they do.
 */
struct akgl_Partitioner {
    /** The record's own storage. */
    void *state;
    /** Adds an id. */
    akgl_PartitionerPutFunc insert;
    /** Moves an id. */
    akgl_PartitionerPutFunc update;
    /** Takes an id out. */
    akgl_PartitionerRemoveFunc remove;
    /** Finds ids. */
    akgl_PartitionerQueryFunc query;
    /** Takes everything out. */
    akgl_PartitionerFunc clear;
    /** Gives up `state`. Called by `akgl_partitioner_destroy`, never by a world. */
    akgl_PartitionerFunc destroy;
};

/**
 * Fills a record with one of the library's own broad phases, "grid" or "bsp", NULL for the default,
 * for cells of the given size in pixels. Give it up with `akgl_partitioner_destroy`.
 *
 * `AKERR_NULLPOINTER` for a NULL `self`, `AKERR_KEY` for a name that is not known, `AKERR_VALUE` for
 * a cell size that is not a positive number.
 *
 * Safety: `self` is NULL or valid; `name` is NULL or a terminated string.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_partitioner_init(struct akgl_Partitioner *self,
                                                         const char *name,
                                                         float32_t cell_w,
                                                         float32_t cell_h);

/**
 * Gives up a record's storage and zeroes it. No world may use it any more. `AKERR_NULLPOINTER` for
 * NULL; a zeroed record is no error.
 *
 * Safety: `self` is NULL or a valid record that no world uses.
 */
akerr_ErrorContext AKERR_NOIGNORE *akgl_partitioner_destroy(struct akgl_Partitioner *self);

#ifdef __cplusplus
}
#endif

#endif /* AKGL_PARTITIONER_H */
