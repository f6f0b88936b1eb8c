//! Downstroke's pipeline: explicit steps, values in, new values out.
//!
//! The second way to do the same job. Nothing is registered and nothing is stepped for you: an
//! [`Entity`] is a small plain value, every step takes one and returns a new one, and the game
//! writes the order down in its own update function. A step a game does not want is a call it does
//! not make.
//!
//! ```
//! use akgl::pipeline::*;
//!
//! // One row of floor under an empty row, 16 px tiles.
//! let cells = [0, 0, 0, 0, 1, 1, 1, 1];
//! let tiles = Cells::new([16.0, 16.0], 4, &cells);
//! let mut player = Entity { x: 8.0, width: 16.0, height: 16.0, gravity: true, ..Entity::default() };
//!
//! for frame in 0..40 {
//!     player.vx = 1.0;
//!     player = apply_jump(player, frame == 10);
//!     player = apply_acceleration(player);
//!     player = apply_gravity(player);
//!     player = apply_velocity_x(player);
//!     player = resolve_tile_collisions_x(player, &tiles);
//!     player = apply_velocity_y(player);
//!     player = resolve_tile_collisions_y(player, &tiles);
//!     player = detect_ground(player, &tiles);
//! }
//! assert!(player.on_ground);
//! ```
//!
//! | step | reads | writes |
//! |---|---|---|
//! | [`apply_jump`] | `on_ground`, `jump_force` | `ay` |
//! | [`apply_acceleration`] | `gravity`, `ay`, `vy` | `vy`, `ay` |
//! | [`apply_gravity`] | `gravity`, `vy` | `vy` |
//! | [`apply_velocity_x`], [`apply_velocity_y`] | `vx`, `x` / `vy`, `y` | `x` / `y` |
//! | [`resolve_tile_collisions_x`], [`resolve_tile_collisions_y`] | place, size, `vx` / `vy` | `x`, `vx` / `y`, `vy` |
//! | [`detect_ground`] | `gravity`, place, size | `on_ground` |
//! | [`resolve_entity_collisions`] | `solid`, place, size | place, `vx` or `vy` |
//! | [`apply_velocity_x_swept`], [`apply_velocity_y_swept`] | place, size, `vx` / `vy` | `x`, `vx` / `y`, `vy` |
//!
//! **Units.** Pixels and frames: velocity is pixels per frame, gravity 1 pixel per frame per frame,
//! y grows downward. There is no `dt`; a game that wants another rate calls the steps more or less
//! often.
//!
//! **Numbers** are `f64`. Every step only adds, subtracts, compares and halves, so a game whose
//! places, sizes and speeds are whole numbers gets exactly what a calculation in whole numbers
//! gives, up to 2⁵³, halves included.
//!
//! **Boxes.** An entity covers `x .. x + width` by `y .. y + height`. Touching is not overlapping. A
//! zero size is a point or a line: it overlaps what it lies strictly inside. A box with a negative
//! size, or with a NaN or an infinity in its place or size, overlaps nothing.
#![forbid(unsafe_code)]

mod broad;
mod entity;
mod map_tiles;
mod motion;
mod pairs;
mod scene;
mod swept;
mod tile_steps;
mod tiles;

pub use entity::{DEFAULT_JUMP_FORCE, Entity, GRAVITY};
pub use map_tiles::MapTiles;
pub use motion::{
    apply_acceleration, apply_gravity, apply_gravity_of, apply_jump, apply_velocity_x, apply_velocity_y,
};
pub use pairs::{PUSH_SPEED, aabb_overlap, resolve_entity_collisions, resolve_entity_collisions_all_pairs};
pub use scene::{Scene, scene_resolve_collisions, scene_update_entities};
pub use swept::{apply_velocity_x_swept, apply_velocity_y_swept};
pub use tile_steps::{detect_ground, resolve_tile_collisions_x, resolve_tile_collisions_y};
pub use tiles::{Cells, Frame, Marked, SolidTiles};
