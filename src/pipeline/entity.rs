//! The value that goes through the pipeline.

/// What [`apply_gravity`](super::apply_gravity) adds, in pixels per frame per frame.
pub const GRAVITY: f64 = 1.0;

/// The jump force an entity has unless told otherwise, in pixels per frame per frame.
pub const DEFAULT_JUMP_FORCE: f64 = 15.0;

/// One thing in a game: a plain value, copied freely. Every step takes one and returns a new one.
///
/// [`Entity::default`] is what the document's absent keys mean: everything zero or false, but a
/// jump force of [`DEFAULT_JUMP_FORCE`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entity {
    /// Left edge in pixels.
    pub x: f64,
    /// Top edge in pixels; y grows downward.
    pub y: f64,
    /// Width in pixels, at least 0. At 0 the entity is a line or a point.
    pub width: f64,
    /// Height in pixels, at least 0.
    pub height: f64,
    /// Pixels per frame to the right.
    pub vx: f64,
    /// Pixels per frame downward.
    pub vy: f64,
    /// A one-shot vertical acceleration, in pixels per frame per frame; consumed by
    /// [`apply_acceleration`](super::apply_acceleration).
    pub ay: f64,
    /// How hard [`apply_jump`](super::apply_jump) kicks off.
    pub jump_force: f64,
    /// Whether acceleration, gravity and the ground probe concern this entity.
    pub gravity: bool,
    /// Whether the last [`detect_ground`](super::detect_ground) found a tile under the feet.
    pub on_ground: bool,
    /// Whether [`resolve_entity_collisions`](super::resolve_entity_collisions) pushes it.
    pub solid: bool,
    /// Yours: no step reads or changes it.
    pub tag: u64,
}

impl Default for Entity {
    fn default() -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            width: 0.0,
            height: 0.0,
            vx: 0.0,
            vy: 0.0,
            ay: 0.0,
            jump_force: DEFAULT_JUMP_FORCE,
            gravity: false,
            on_ground: false,
            solid: false,
            tag: 0,
        }
    }
}

/// What an entity covers along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    /// `None` unless the place is finite and the size is at least 0: such a box overlaps nothing.
    pub(super) fn of(place: f64, size: f64) -> Option<Self> {
        let high = place + size;
        (place.is_finite() && high.is_finite() && size >= 0.0).then_some(Self { low: place, high })
    }

    /// Whether two spans share more than an end.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self.low < other.high && self.high > other.low
    }
}

impl Entity {
    /// What the entity covers along x and y, when that is a box at all.
    pub(super) fn spans(&self) -> Option<[Span; 2]> {
        Some([Span::of(self.x, self.width)?, Span::of(self.y, self.height)?])
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn spans_that_share_an_end_do_not_overlap() {
        let span = |place, size| Span::of(place, size).expect("finite");
        let middle = span(10.0, 5.0);
        for (place, size, overlaps) in [
            (0.0, 10.0, false),
            (15.0, 5.0, false),
            (0.0, 10.5, true),
            (14.5, 5.0, true),
            (11.0, 1.0, true),
        ] {
            assert_eq!(middle.overlaps(span(place, size)), overlaps, "{place} {size}");
            assert_eq!(span(place, size).overlaps(middle), overlaps, "{place} {size}");
        }
    }
}
