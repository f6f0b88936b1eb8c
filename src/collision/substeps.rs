//! How a move is cut up, so that nothing thick is stepped over.

/// The most sub-steps of one move.
pub const MOST_SUBSTEPS: u32 = 8;

/// How many sub-steps a displacement takes over cells of a size, both in pixels: as many as make
/// each at most half a cell along either axis, from 1 to [`MOST_SUBSTEPS`].
///
/// A body passes something in its way only where the two together, along the motion, are no longer than
/// a sub-step. Up to eight halves of a cell, 1280 px/s on 16 px tiles at a step of 0.05 s, that is half
/// a cell at most; beyond it sub-steps grow, and past a whole cell a wall one cell thick can be passed.
#[must_use]
pub fn substeps(displacement: [f64; 2], cell: [f64; 2]) -> u32 {
    let most = (0..2)
        .map(|axis| displacement[axis].abs() / (cell[axis] / 2.0))
        .fold(0.0, f64::max);
    most.ceil().clamp(1.0, f64::from(MOST_SUBSTEPS)) as u32
}

/// The lengths of `count` sub-steps, which add up to `dt` to the bit when added in turn.
pub fn lengths(dt: f32, count: u32) -> impl Iterator<Item = f32> {
    let each = dt / count as f32;
    let mut spent = 0.0_f32;
    (1..=count).map(move |nth| {
        let length = if nth == count { dt - spent } else { each };
        spent += length;
        length
    })
}
