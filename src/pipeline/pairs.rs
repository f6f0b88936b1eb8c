//! Entities against each other.

use super::broad;
use super::entity::{Entity, Span};

/// The speed that a push leaves both entities with, in pixels per frame, away from each other.
pub const PUSH_SPEED: f64 = 1.0;

/// From this many solid entities on, pairs are looked up instead of all tried.
const LOOK_UP_FROM: usize = 64;

/// Whether two boxes overlap. Touching is not overlapping.
///
/// Each box is `x, y, width, height` in pixels. A zero size is a point or a line and overlaps what it
/// lies strictly inside; a box that is negative, NaN or infinite anywhere overlaps nothing.
#[must_use]
#[allow(clippy::too_many_arguments)] // the document's own signature
pub fn aabb_overlap(x1: f64, y1: f64, w1: f64, h1: f64, x2: f64, y2: f64, w2: f64, h2: f64) -> bool {
    let spans = |x, y, w, h| Some([Span::of(x, w)?, Span::of(y, h)?]);
    match (spans(x1, y1, w1, h1), spans(x2, y2, w2, h2)) {
        (Some(a), Some(b)) => overlapping(&a, &b),
        _ => false,
    }
}

pub(super) fn overlapping(a: &[Span; 2], b: &[Span; 2]) -> bool {
    a[0].overlaps(b[0]) && a[1].overlaps(b[1])
}

/// Pushes overlapping solid entities apart; a new list in the same order.
///
/// The pairs are taken in the order (0, 1), (0, 2), … (1, 2), …, each at the places that earlier pushes
/// left. Where both are `solid` and overlap, each is moved by half of the overlap along the axis on
/// which they overlap less, away from the other, and its velocity along that axis becomes
/// [`PUSH_SPEED`] in that direction. The overlap is the way that has to be made until they only touch,
/// so a box inside another comes out whole.
///
/// - **Equal on both axes**: along x, which pushes nobody into a floor.
/// - **No side nearer than the other** (same centre): the earlier one goes left, or up.
/// - **No box** (NaN, infinite or negative): pushes nobody and is not pushed.
///
/// Few entities are compared all with all. Many are looked up in a grid that follows the pushes;
/// the result is the same to the bit as [`resolve_entity_collisions_all_pairs`], and the cost grows
/// with the number of entities and of overlaps instead of with the square.
#[must_use]
pub fn resolve_entity_collisions(entities: &[Entity]) -> Vec<Entity> {
    if entities.iter().filter(|entity| entity.solid).count() < LOOK_UP_FROM {
        resolve_entity_collisions_all_pairs(entities)
    } else {
        broad::resolve(entities)
    }
}

/// The rule of [`resolve_entity_collisions`] as a plain loop over all pairs: what it must equal, and
/// what it is measured against.
#[must_use]
pub fn resolve_entity_collisions_all_pairs(entities: &[Entity]) -> Vec<Entity> {
    let mut next = entities.to_vec();
    for first in 0..next.len() {
        if !next[first].solid {
            continue;
        }
        for second in first + 1..next.len() {
            if let Some((a, b)) = pushed_apart(&next[first], &next[second]) {
                next[first] = a;
                next[second] = b;
            }
        }
    }
    next
}

/// Both entities after the push, when there is one.
pub(super) fn pushed_apart(a: &Entity, b: &Entity) -> Option<(Entity, Entity)> {
    if !(a.solid && b.solid) {
        return None;
    }
    let (spans_a, spans_b) = (a.spans()?, b.spans()?);
    if !overlapping(&spans_a, &spans_b) {
        return None;
    }
    let (x, y) = (way_out(spans_a[0], spans_b[0]), way_out(spans_a[1], spans_b[1]));
    let (mut a, mut b) = (*a, *b);
    if x.0 <= y.0 {
        let (half, way) = (x.0 / 2.0, x.1);
        (a.x, a.vx) = (a.x + way * half, way * PUSH_SPEED);
        (b.x, b.vx) = (b.x - way * half, -way * PUSH_SPEED);
    } else {
        let (half, way) = (y.0 / 2.0, y.1);
        (a.y, a.vy) = (a.y + way * half, way * PUSH_SPEED);
        (b.y, b.vy) = (b.y - way * half, -way * PUSH_SPEED);
    }
    Some((a, b))
}

/// How far apart two spans have to move until they only touch, and which way `a` goes.
fn way_out(a: Span, b: Span) -> (f64, f64) {
    let (back, forth) = (a.high - b.low, b.high - a.low);
    if back <= forth { (back, -1.0) } else { (forth, 1.0) }
}
