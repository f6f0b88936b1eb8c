//! The steps that need neither tiles nor other entities.

use super::entity::{Entity, GRAVITY};

/// Kicks off: sets `ay` to `-jump_force` when the jump button went down while standing.
///
/// Otherwise `ay` is left as it is. Call it once a frame with "was pressed this frame", not with "is
/// held": held down, it jumps again on the frame of every landing.
#[must_use]
pub fn apply_jump(entity: Entity, jump_pressed: bool) -> Entity {
    if jump_pressed && entity.on_ground {
        Entity {
            ay: -entity.jump_force,
            ..entity
        }
    } else {
        entity
    }
}

/// Consumes the one-shot acceleration: adds `ay` to `vy` and resets `ay` to 0.
///
/// Does nothing to an entity without `gravity`.
#[must_use]
pub fn apply_acceleration(entity: Entity) -> Entity {
    if entity.gravity {
        Entity {
            vy: entity.vy + entity.ay,
            ay: 0.0,
            ..entity
        }
    } else {
        entity
    }
}

/// Adds [`GRAVITY`] to `vy`. Does nothing to an entity without `gravity`.
#[must_use]
pub fn apply_gravity(entity: Entity) -> Entity {
    apply_gravity_of(entity, GRAVITY)
}

/// As [`apply_gravity`], with a gravity of your own in pixels per frame per frame.
#[must_use]
pub fn apply_gravity_of(entity: Entity, gravity: f64) -> Entity {
    if entity.gravity {
        Entity {
            vy: entity.vy + gravity,
            ..entity
        }
    } else {
        entity
    }
}

/// Moves by `vx`. A NaN velocity moves nothing: the entity is seen to hang where it went wrong
/// instead of vanishing.
#[must_use]
pub fn apply_velocity_x(entity: Entity) -> Entity {
    Entity {
        x: moved(entity.x, entity.vx),
        ..entity
    }
}

/// Moves by `vy`. A NaN velocity moves nothing.
#[must_use]
pub fn apply_velocity_y(entity: Entity) -> Entity {
    Entity {
        y: moved(entity.y, entity.vy),
        ..entity
    }
}

fn moved(place: f64, velocity: f64) -> f64 {
    if velocity.is_nan() {
        place
    } else {
        place + velocity
    }
}
