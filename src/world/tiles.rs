//! The tile layers of a world: grids of any size, owned.

use crate::collision::quick::{Cells, Ground, Span};
use crate::collision::tiles::{GID_MASK, LayerView, TileView};
use thiserror::Error;

/// The most solid tile layers of a world.
pub const MOST_LAYERS: usize = 16;

/// One solid tile layer: a grid of cells, each a global tile id, 0 where it is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct TileLayer {
    index: usize,
    cols: u32,
    rows: u32,
    offset: [f32; 2],
    cells: Vec<u32>,
    solid: Solid,
    sum: u64,
}

fn cell_hash(at: usize, cell: u32) -> u64 {
    let mixed = (at as u64) << 32 | u64::from(cell);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB)
}

/// The solid cells of a layer, a bit each, in words of 64 columns: what a step asks first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solid {
    cols: i32,
    rows: i32,
    /// Words of a row.
    words: usize,
    bits: Vec<u64>,
}

impl Solid {
    fn of(cols: u32, rows: u32, cells: &[u32]) -> Self {
        let words = cols.div_ceil(64) as usize;
        let mut solid = Self {
            cols: cols as i32,
            rows: rows as i32,
            words,
            bits: vec![0; words * rows as usize],
        };
        for (at, cell) in cells.iter().enumerate() {
            if cell & GID_MASK != 0 {
                let (row, col) = (at / cols as usize, at % cols as usize);
                solid.bits[row * words + col / 64] |= 1 << (col % 64);
            }
        }
        solid
    }

    fn set(&mut self, col: u32, row: u32, solid: bool) {
        let word = &mut self.bits[row as usize * self.words + col as usize / 64];
        if solid {
            *word |= 1 << (col % 64);
        } else {
            *word &= !(1 << (col % 64));
        }
    }
}

impl Cells for Solid {
    #[inline]
    fn solid(&self, col: i32, row: i32) -> bool {
        if col < 0 || row < 0 || col >= self.cols || row >= self.rows {
            return false;
        }
        let (col, row) = (col as usize, row as usize);
        self.bits[row * self.words + col / 64] >> (col % 64) & 1 != 0
    }

    #[inline]
    fn row(&self, cols: [i32; 2], row: i32) -> impl Iterator<Item = i32> {
        let [mut col, end] = cols.map(|col| col as usize);
        let words = self.bits.get(row as usize * self.words..).unwrap_or(&[]);
        core::iter::from_fn(move || {
            while col < end {
                let rest = words.get(col / 64)? >> (col % 64);
                if rest == 0 {
                    col = (col / 64 + 1) * 64;
                    continue;
                }
                let found = col + rest.trailing_zeros() as usize;
                col = found + 1;
                return (found < end).then_some(found as i32);
            }
            None
        })
    }

    #[inline]
    fn any(&self, span: &Span) -> bool {
        let (first, last) = (span.cols[0] as usize, span.cols[1] as usize - 1);
        let (word, end) = (first / 64, last / 64);
        let from = u64::MAX << (first % 64);
        let upto = u64::MAX >> (63 - last % 64);
        let mut at = span.rows[0] as usize * self.words + word;
        if word == end {
            // Nearly always.
            let wanted = from & upto;
            let mut left = span.rows[1] - span.rows[0];
            while left > 0 {
                if self.bits.get(at).is_some_and(|bits| bits & wanted != 0) {
                    return true;
                }
                at += self.words;
                left -= 1;
            }
            return false;
        }
        (span.rows[0]..span.rows[1]).any(|row| {
            let row = &self.bits[row as usize * self.words..][..self.words];
            row[word] & from != 0 || row[end] & upto != 0 || row[word + 1..end].iter().any(|bits| *bits != 0)
        })
    }
}

/// Why a tile layer is refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum TileError {
    /// The cells do not fill the grid.
    #[error("{cells} cells for a grid of {cols} x {rows}")]
    WrongCount {
        /// How many cells there are.
        cells: usize,
        /// Columns.
        cols: u32,
        /// Rows.
        rows: u32,
    },
    /// More layers than [`MOST_LAYERS`].
    #[error("more than {MOST_LAYERS} solid layers")]
    TooMany,
    /// More columns or rows than an `i32` counts.
    #[error("a grid of {cols} x {rows} has too long a side")]
    TooLong {
        /// Columns.
        cols: u32,
        /// Rows.
        rows: u32,
    },
    /// An offset or a tile size that is no usable number.
    #[error("{name} is {value}")]
    BadNumber {
        /// What it is.
        name: &'static str,
        /// Its value.
        value: f32,
    },
}

impl TileLayer {
    /// A layer from its cells in row-major order: global tile ids, 0 for an empty cell. Tiled's flip
    /// bits may be left in; they are kept and not read.
    ///
    /// # Errors
    /// Cells that do not fill the grid, or a side of more than 2^31 - 2 cells.
    pub fn new(cols: u32, rows: u32, cells: Vec<u32>) -> Result<Self, TileError> {
        if u64::from(cols) * u64::from(rows) != cells.len() as u64 {
            return Err(TileError::WrongCount {
                cells: cells.len(),
                cols,
                rows,
            });
        }
        if cols.max(rows) >= i32::MAX as u32 {
            return Err(TileError::TooLong { cols, rows });
        }
        Ok(Self::of(cols, rows, cells))
    }

    /// A layer drawn in text, a line for each row: a blank or a dot is an empty cell, anything else a
    /// solid one with tile id 1. Short lines are filled up with empty cells.
    ///
    /// ```
    /// let layer = akgl::world::TileLayer::from_text("#..#\n####");
    /// assert_eq!((layer.cols(), layer.rows()), (4, 2));
    /// assert_eq!(layer.gid(0, 0), 1);
    /// assert_eq!(layer.gid(1, 0), 0);
    /// ```
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let cols = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let mut cells = Vec::with_capacity(cols * lines.len());
        for line in &lines {
            let row = cells.len();
            cells.extend(line.chars().map(|c| u32::from(!matches!(c, ' ' | '.'))));
            cells.resize(row + cols, 0);
        }
        Self::of(cols as u32, lines.len() as u32, cells)
    }

    fn of(cols: u32, rows: u32, cells: Vec<u32>) -> Self {
        Self {
            index: 0,
            cols,
            rows,
            offset: [0.0; 2],
            solid: Solid::of(cols, rows, &cells),
            sum: cells
                .iter()
                .enumerate()
                .fold(0, |sum, (at, cell)| sum.wrapping_add(cell_hash(at, *cell))),
            cells,
        }
    }

    /// A number made of all cells, kept up to date as they change.
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    /// With its upper left corner at a place in the plane, in pixels.
    #[must_use]
    pub fn at(mut self, x: f32, y: f32) -> Self {
        self.offset = [x, y];
        self
    }

    /// With the number that contacts name it by; 0 unless given. A layer of a map has its index there.
    #[must_use]
    pub fn numbered(mut self, index: usize) -> Self {
        self.index = index;
        self
    }

    /// Columns.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Where its upper left corner is, in pixels.
    #[must_use]
    pub fn offset(&self) -> [f32; 2] {
        self.offset
    }

    /// The number that contacts name it by.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its cells in row-major order.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The global tile id at a cell, flip bits removed; 0 where the cell is empty or outside.
    #[must_use]
    pub fn gid(&self, col: i32, row: i32) -> u32 {
        self.view().gid(col, row)
    }

    /// Changes a cell; false where it is outside.
    pub(super) fn set(&mut self, col: u32, row: u32, cell: u32) -> bool {
        if col >= self.cols || row >= self.rows {
            return false;
        }
        let at = row as usize * self.cols as usize + col as usize;
        self.sum = self
            .sum
            .wrapping_sub(cell_hash(at, self.cells[at]))
            .wrapping_add(cell_hash(at, cell));
        self.cells[at] = cell;
        self.solid.set(col, row, cell & GID_MASK != 0);
        true
    }

    fn view(&self) -> LayerView<'_> {
        LayerView {
            index: self.index,
            cols: self.cols,
            rows: self.rows,
            offset: self.offset,
            cells: &self.cells,
        }
    }
}

/// The solid tile layers of a world and the size of their cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tiles {
    pub(super) size: [f32; 2],
    pub(super) layers: Vec<TileLayer>,
}

impl Tiles {
    pub(super) fn none() -> Self {
        Self {
            size: [1.0; 2],
            layers: Vec::new(),
        }
    }

    /// # Errors
    /// A size that is not positive, an offset that is not finite, too many layers.
    pub(super) fn new(size: [f32; 2], layers: Vec<TileLayer>) -> Result<Self, TileError> {
        for (name, value) in ["tile width", "tile height"].into_iter().zip(size) {
            if !(value > 0.0 && value.is_finite()) {
                return Err(TileError::BadNumber { name, value });
            }
        }
        if layers.len() > MOST_LAYERS {
            return Err(TileError::TooMany);
        }
        for layer in &layers {
            for (name, value) in ["layer offset x", "layer offset y"].into_iter().zip(layer.offset) {
                if !value.is_finite() {
                    return Err(TileError::BadNumber { name, value });
                }
            }
        }
        Ok(Self { size, layers })
    }
}

const NOTHING: &Solid = &Solid {
    cols: 0,
    rows: 0,
    words: 0,
    bits: Vec::new(),
};

impl Tiles {
    /// What the quick way through a step asks, where it can: `None` where there is more than one
    /// layer.
    pub(super) fn ground(&self) -> Option<Ground<'_, Solid>> {
        match self.layers.as_slice() {
            [] => Some(Self::no_ground()),
            [only] => Some(Ground::new(
                &only.solid,
                self.size,
                only.offset,
                only.cols,
                only.rows,
            )),
            _ => None,
        }
    }

    /// No solid tiles.
    pub(super) fn no_ground() -> Ground<'static, Solid> {
        Ground::new(NOTHING, [1.0; 2], [0.0; 2], 0, 0)
    }
}

/// The layers borrowed, in a list that lies on the stack.
pub(super) struct Views<'a> {
    size: [f32; 2],
    layers: [LayerView<'a>; MOST_LAYERS],
    count: usize,
}

impl<'a> Views<'a> {
    pub(super) fn of(tiles: &'a Tiles) -> Self {
        const EMPTY: LayerView<'static> = LayerView {
            index: 0,
            cols: 0,
            rows: 0,
            offset: [0.0; 2],
            cells: &[],
        };
        let mut layers: [LayerView<'a>; MOST_LAYERS] = [EMPTY; MOST_LAYERS];
        for (view, layer) in layers.iter_mut().zip(&tiles.layers) {
            *view = layer.view();
        }
        Self {
            size: tiles.size,
            layers,
            count: tiles.layers.len(),
        }
    }

    pub(super) fn view(&self) -> TileView<'_> {
        TileView {
            tile: self.size,
            layers: &self.layers[..self.count],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_cells_and_short_lines_are_filled_up() {
        let layer = TileLayer::from_text("#\n..#");
        assert_eq!(layer.cells(), [1, 0, 0, 0, 0, 1]);
        assert_eq!(layer.gid(-1, 0), 0);
        assert_eq!(TileLayer::from_text("").cells().len(), 0);
    }

    #[test]
    fn the_bits_say_what_the_cells_say() {
        let (cols, rows) = (200_u32, 9_u32);
        let cells = (0..cols * rows)
            .map(|at| {
                if at.wrapping_mul(0x9E37_79B1) >> 29 == 0 {
                    1
                } else {
                    0x8000_0000
                }
            })
            .collect();
        let mut layer = TileLayer::new(cols, rows, cells).unwrap();
        layer.set(70, 3, 5);
        layer.set(71, 3, 1 << 31);
        for row in -1..10 {
            for col in -2..202 {
                assert_eq!(
                    layer.solid.solid(col, row),
                    layer.gid(col, row) != 0,
                    "{col}, {row}"
                );
            }
        }
        for first in [0, 1, 62, 63, 64, 65, 100, 127, 199] {
            for end in [first, first + 1, first + 2, first + 64, first + 65, 200] {
                for row in 0..8 {
                    let span = Span {
                        cols: [first, end],
                        rows: [row, row + 2],
                    };
                    if span.is_empty() || end > 200 {
                        continue;
                    }
                    let wanted = (row..row + 2).any(|row| (first..end).any(|col| layer.gid(col, row) != 0));
                    let listed: Vec<i32> = layer.solid.row(span.cols, row).collect();
                    let there: Vec<i32> = (first..end).filter(|col| layer.gid(*col, row) != 0).collect();
                    assert_eq!(listed, there, "{first}..{end}, {row}");
                    assert_eq!(layer.solid.any(&span), wanted, "{first}..{end}, {row}");
                }
            }
        }
    }

    #[test]
    fn a_layer_that_is_not_whole_is_refused() {
        assert!(matches!(
            TileLayer::new(3, 2, vec![0; 5]),
            Err(TileError::WrongCount { cells: 5, .. })
        ));
        assert!(matches!(
            TileLayer::new(0, u32::MAX, Vec::new()),
            Err(TileError::TooLong { .. })
        ));
        let nan = vec![TileLayer::from_text("#").at(f32::NAN, 0.0)];
        assert!(Tiles::new([16.0; 2], nan).is_err());
        assert!(Tiles::new([0.0, 16.0], Vec::new()).is_err());
        let many = vec![TileLayer::from_text("#"); MOST_LAYERS + 1];
        assert_eq!(Tiles::new([16.0; 2], many), Err(TileError::TooMany));
    }
}
