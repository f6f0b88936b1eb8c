//! The opt-in moves that no tile is too thin for.

use super::entity::{Entity, Span};
use super::tile_steps::{before, forward};
use super::tiles::{Layer, SolidTiles};

/// Moves by `vx`, but no further than the first solid tile on the way; stopped there, zeroes `vx`.
///
/// Takes the place of [`apply_velocity_x`](super::apply_velocity_x) followed by
/// [`resolve_tile_collisions_x`](super::resolve_tile_collisions_x), and looks at every tile between
/// the start and the end of the move, so no speed passes through a wall. It differs in two more ways:
///
/// - Arriving exactly at a face counts as stopped: `vx` becomes 0 in that frame.
/// - A tile that the entity is already inside is not in its way, so it can walk out of one; it is
///   never moved backwards.
#[must_use]
pub fn apply_velocity_x_swept<T: SolidTiles + ?Sized>(entity: Entity, tiles: &T) -> Entity {
    match sweep(&entity, 0, entity.vx, tiles) {
        Some(x) => Entity { x, vx: 0.0, ..entity },
        None => super::apply_velocity_x(entity),
    }
}

/// Moves by `vy`, but no further than the first solid tile on the way; stopped there, zeroes `vy`.
///
/// Takes the place of [`apply_velocity_y`](super::apply_velocity_y) followed by
/// [`resolve_tile_collisions_y`](super::resolve_tile_collisions_y); as [`apply_velocity_x_swept`].
#[must_use]
pub fn apply_velocity_y_swept<T: SolidTiles + ?Sized>(entity: Entity, tiles: &T) -> Entity {
    match sweep(&entity, 1, entity.vy, tiles) {
        Some(y) => Entity { y, vy: 0.0, ..entity },
        None => super::apply_velocity_y(entity),
    }
}

/// Where the first solid face on the way stops the entity, when one does.
fn sweep<T: SolidTiles + ?Sized>(entity: &Entity, axis: usize, velocity: f64, tiles: &T) -> Option<f64> {
    let spans = entity.spans()?;
    let Span { low, high } = spans[axis];
    let size = if axis == 0 { entity.width } else { entity.height };
    let forward = forward(velocity)?;
    let mut stop: Option<f64> = None;
    for layer in Layer::all(tiles) {
        let ruler = layer.rulers[axis];
        let blocked = |&along: &i64| layer.blocks(axis, along, spans[1 - axis]);
        // The cells whose near face lies between the leading edge and where it wants to go.
        let place = if forward {
            let (first, last) = (ruler.cell_below(high) + 1, ruler.cell(low + velocity + size));
            (first.max(0)..=last)
                .find(blocked)
                .map(|cell| before(ruler.edge(cell), size).max(low))
        } else {
            let (first, last) = (ruler.cell(low) - 1, ruler.cell_below(low + velocity));
            (last.max(0)..=first)
                .rev()
                .find(blocked)
                .map(|cell| ruler.edge(cell + 1))
        };
        stop = match (stop, place) {
            (Some(a), Some(b)) => Some(if forward { a.min(b) } else { a.max(b) }),
            (a, b) => a.or(b),
        };
    }
    stop
}
