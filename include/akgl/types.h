/*
 * `akgl/types.h`: the plain types every other header uses.
 *
 * Generated from src/capi/ by `make headers`: edits here are lost.
 */

#ifndef AKGL_TYPES_H
#define AKGL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Longest name of an actor or a character, terminator included. */
#define AKGL_MAX_NAME 128

/** Set in `akgl_Iterator.flags`: only actors whose `layer` equals `layerid` are visited. */
#define AKGL_ITERATOR_OP_LAYERMASK 1

typedef struct akgl_Actor akgl_Actor;
typedef struct akgl_Character akgl_Character;
typedef struct akgl_CollisionShape akgl_CollisionShape;
typedef struct akgl_CollisionContact akgl_CollisionContact;
typedef struct akgl_CollisionProxyInfo akgl_CollisionProxyInfo;
typedef struct akgl_CollisionWorld akgl_CollisionWorld;
typedef struct akgl_Feel akgl_Feel;
typedef struct akgl_FeelState akgl_FeelState;
typedef struct akgl_FeelZone akgl_FeelZone;
typedef struct akgl_Game akgl_Game;
typedef struct akgl_JumpRules akgl_JumpRules;
typedef struct akgl_Jump akgl_Jump;
typedef struct akgl_JumpInput akgl_JumpInput;
typedef struct akgl_JumpOutput akgl_JumpOutput;
typedef struct akgl_PartitionerBounds akgl_PartitionerBounds;
typedef struct akgl_Partitioner akgl_Partitioner;
typedef struct akgl_PhysicsBackend akgl_PhysicsBackend;
typedef struct akgl_PipelineEntity akgl_PipelineEntity;
typedef struct akgl_PipelineTiles akgl_PipelineTiles;
typedef struct akgl_PipelineStep akgl_PipelineStep;
typedef struct akgl_PipelineScene akgl_PipelineScene;
typedef struct akgl_String akgl_String;
typedef struct akgl_TilemapProperty akgl_TilemapProperty;
typedef struct akgl_TilemapPoint akgl_TilemapPoint;
typedef struct akgl_TilemapLayer akgl_TilemapLayer;
typedef struct akgl_TilemapObject akgl_TilemapObject;
typedef struct akgl_TilemapTileset akgl_TilemapTileset;
typedef struct akgl_Tilemap akgl_Tilemap;
typedef struct akgl_Iterator akgl_Iterator;

/** A 32-bit float, the type of every position, speed and rate. */
typedef float float32_t;

/** Restricts which actors an operation visits. */
struct akgl_Iterator {
    /** `AKGL_ITERATOR_OP_*` bits. */
    uint32_t flags;
    /** The layer meant by `AKGL_ITERATOR_OP_LAYERMASK`. */
    uint8_t layerid;
};

#ifdef __cplusplus
}
#endif

#endif /* AKGL_TYPES_H */
