//! The tile grid as the rest of the room sees it: borrowed cells, read live.
//!
//! A [`TileView`] is built for one question and dropped: nothing about a tile is remembered, so an
//! edit at run time cannot leave anything stale.

/// The bits of a cell that hold the global tile id; the rest are Tiled's flip bits.
pub const GID_MASK: u32 = 0x1FFF_FFFF;

/// One tile layer, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct LayerView<'a> {
    /// The layer's index in the map it came from.
    pub index: usize,
    /// Columns.
    pub cols: u32,
    /// Rows.
    pub rows: u32,
    /// The layer's own offset in pixels, added to every cell's place.
    pub offset: [f32; 2],
    /// Cells in row-major order, `cols * rows` of them: global tile ids with flip bits; 0 is empty.
    pub cells: &'a [u32],
}

/// The solid layers of a map, borrowed. Layers that are not solid are simply not in it.
#[derive(Clone, Copy, Debug)]
pub struct TileView<'a> {
    /// Size of a cell in pixels.
    pub tile: [f32; 2],
    /// The solid layers in map order.
    pub layers: &'a [LayerView<'a>],
}

impl LayerView<'_> {
    /// The global tile id at a cell, flip bits removed; 0 where the cell is empty or outside.
    #[must_use]
    pub fn gid(&self, cx: i32, cy: i32) -> u32 {
        if cx < 0 || cy < 0 || cx as u32 >= self.cols || cy as u32 >= self.rows {
            return 0;
        }
        let at = cy as usize * self.cols as usize + cx as usize;
        self.cells.get(at).map_or(0, |cell| cell & GID_MASK)
    }
}
