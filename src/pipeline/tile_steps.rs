//! Tiles against one entity, as the document has it: look where the entity is now, and snap.

use core::cmp::Ordering;

use super::entity::{Entity, Span};
use super::tiles::{Layer, SolidTiles};

/// Snaps an entity that moved along x off the solid tiles it overlaps, and zeroes `vx`.
///
/// Moving right, the right edge goes to the left edge of the tile; moving left, the left edge goes
/// to the right edge of the tile. Of several tiles the first face met along the way counts. Call it
/// directly after [`apply_velocity_x`](super::apply_velocity_x).
///
/// - **Not moving** (`vx` 0 or NaN): nothing happens, even inside a tile.
/// - **Touching**: not a collision; `vx` is kept.
/// - **Several tiles a frame**: only where the entity ended is looked at, so what it jumped over
///   entirely does not stop it ([`apply_velocity_x_swept`](super::apply_velocity_x_swept) does).
///   Where it ended inside a thick wall it is snapped back tile by tile until it is free, but not
///   past where this frame's move began.
/// - **Already inside a tile**: the rule above as it stands, which moves the entity against its
///   direction, back to the face it would have met.
#[must_use]
pub fn resolve_tile_collisions_x<T: SolidTiles + ?Sized>(entity: Entity, tiles: &T) -> Entity {
    let Some(spans) = entity.spans() else {
        return entity;
    };
    match snap(spans, [entity.width, entity.height], 0, entity.vx, tiles) {
        Some(x) => Entity { x, vx: 0.0, ..entity },
        None => entity,
    }
}

/// Snaps an entity that moved along y off the solid tiles it overlaps, and zeroes `vy`.
///
/// Moving down, the bottom edge goes to the top edge of the tile; moving up, the top edge goes to
/// the bottom edge of the tile. Everything else as for [`resolve_tile_collisions_x`]. Call it directly
/// after [`apply_velocity_y`](super::apply_velocity_y).
#[must_use]
pub fn resolve_tile_collisions_y<T: SolidTiles + ?Sized>(entity: Entity, tiles: &T) -> Entity {
    let Some(spans) = entity.spans() else {
        return entity;
    };
    match snap(spans, [entity.width, entity.height], 1, entity.vy, tiles) {
        Some(y) => Entity { y, vy: 0.0, ..entity },
        None => entity,
    }
}

/// Looks for a solid tile one pixel below the feet and sets `on_ground`.
///
/// The probe is one pixel below the bottom edge, under the left and the right corner: two cells at
/// most, so an entity more than two tiles wide on a pillar narrower than itself is not standing.
/// Does nothing to an entity without `gravity`. An entity that is no box stands on nothing.
#[must_use]
pub fn detect_ground<T: SolidTiles + ?Sized>(entity: Entity, tiles: &T) -> Entity {
    if !entity.gravity {
        return entity;
    }
    let on_ground = entity.spans().is_some_and(|[across, down]| {
        Layer::all(tiles).any(|layer| {
            let row = layer.rulers[1].cell(down.high + 1.0);
            let left = layer.rulers[0].cell(across.low);
            let right = layer.rulers[0].cell_below(across.high);
            if left > right {
                layer.blocks(1, row, across) // no width, on the seam of two cells
            } else {
                layer.solid(0, left, row) || layer.solid(0, right, row)
            }
        })
    });
    Entity { on_ground, ..entity }
}

/// The place along `axis` that takes the entity off the tiles, when it overlaps any.
fn snap<T: SolidTiles + ?Sized>(
    mut spans: [Span; 2],
    sizes: [f64; 2],
    axis: usize,
    velocity: f64,
    tiles: &T,
) -> Option<f64> {
    let forward = forward(velocity)?;
    let size = sizes[axis];
    let start = spans[axis].low - velocity;
    // The move may have been rounded; a few units in the last place are not "past the start".
    let slack = 4.0 * f64::EPSILON * (spans[axis].low.abs() + size + velocity.abs());
    let mut found = None;
    while let Some(face) = first_face(spans, axis, forward, tiles) {
        let place = if forward { before(face, size) } else { face };
        let past_start = if forward {
            place < start - slack
        } else {
            place > start + slack
        };
        if found.is_some_and(|last| past_start || last == place) {
            break;
        }
        found = Some(place);
        spans[axis] = Span {
            low: place,
            high: place + size,
        };
    }
    found
}

/// The face met first along the way among the solid tiles that the box overlaps.
fn first_face<T: SolidTiles + ?Sized>(
    spans: [Span; 2],
    axis: usize,
    forward: bool,
    tiles: &T,
) -> Option<f64> {
    let mut face: Option<f64> = None;
    for layer in Layer::all(tiles) {
        let ruler = layer.rulers[axis];
        let (first, last) = ruler.overlapped(spans[axis]);
        let blocked = |&along: &i64| layer.blocks(axis, along, spans[1 - axis]);
        let here = if forward {
            (first..=last).find(blocked).map(|cell| ruler.edge(cell))
        } else {
            (first..=last)
                .rev()
                .find(blocked)
                .map(|cell| ruler.edge(cell + 1))
        };
        face = match (face, here) {
            (Some(a), Some(b)) => Some(if forward { a.min(b) } else { a.max(b) }),
            (a, b) => a.or(b),
        };
    }
    face
}

/// Right or down, left or up, or `None` for what does not move: 0 and NaN.
pub(super) fn forward(velocity: f64) -> Option<bool> {
    match velocity.partial_cmp(&0.0)? {
        Ordering::Greater => Some(true),
        Ordering::Less => Some(false),
        Ordering::Equal => None,
    }
}

/// The place from which something of this size ends at `face` and not the least bit beyond it.
pub(super) fn before(face: f64, size: f64) -> f64 {
    let mut place = face - size;
    while place + size > face {
        place = place.next_down();
    }
    place
}

#[cfg(test)]
mod tests {
    use super::before;

    #[test]
    fn a_size_that_rounds_ends_at_the_face_and_not_a_bit_beyond() {
        // In floats 83.7 - 17.4 is 66.30000000000001, and with 17.4 again more than 83.7.
        let place = before(83.7, 17.4);
        assert!(place + 17.4 <= 83.7 && place.next_up() + 17.4 > 83.7, "{place}");
        assert_eq!(before(64.0, 16.0), 48.0);
    }
}
