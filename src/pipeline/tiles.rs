//! Which tiles are solid, asked one cell at a time.

use super::entity::Span;
use crate::collision::tiles::{GID_MASK, TileView};

/// Where the cells of one layer lie. `[x, y]` throughout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Upper left corner of cell (0, 0) in pixels.
    pub origin: [f64; 2],
    /// Size of a cell in pixels. A layer whose cells are not larger than 0 has no solid tiles.
    pub tile: [f64; 2],
    /// Columns and rows. Outside them nothing is solid.
    pub cells: [u32; 2],
}

/// A grid of tiles, some of them solid. Asked afresh by every step and never remembered, so a tile
/// may change between any two steps.
pub trait SolidTiles {
    /// How many layers there are.
    fn layers(&self) -> usize {
        1
    }
    /// Where a layer's cells lie. Called with `layer < self.layers()`.
    fn frame(&self, layer: usize) -> Frame;
    /// Whether a cell is solid. Called only with columns and rows inside the layer's frame.
    fn solid(&self, layer: usize, column: u32, row: u32) -> bool;
}

impl<T: SolidTiles + ?Sized> SolidTiles for &T {
    fn layers(&self) -> usize {
        (**self).layers()
    }
    fn frame(&self, layer: usize) -> Frame {
        (**self).frame(layer)
    }
    fn solid(&self, layer: usize, column: u32, row: u32) -> bool {
        (**self).solid(layer, column, row)
    }
}

/// A grid written down as a slice: row-major, 0 is empty, anything else is solid.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    frame: Frame,
    cells: &'a [u32],
}

impl<'a> Cells<'a> {
    /// `columns` cells a row, as many whole rows as `cells` fills, upper left corner at (0, 0).
    /// `tile` is a cell's size in pixels.
    #[must_use]
    pub fn new(tile: [f64; 2], columns: u32, cells: &'a [u32]) -> Self {
        let rows = if columns == 0 {
            0
        } else {
            u32::try_from(cells.len() / columns as usize).unwrap_or(u32::MAX)
        };
        Self {
            frame: Frame {
                origin: [0.0; 2],
                tile,
                cells: [columns, rows],
            },
            cells,
        }
    }
}

impl SolidTiles for Cells<'_> {
    fn frame(&self, _layer: usize) -> Frame {
        self.frame
    }
    fn solid(&self, _layer: usize, column: u32, row: u32) -> bool {
        let at = row as usize * self.frame.cells[0] as usize + column as usize;
        self.cells.get(at).is_some_and(|&cell| cell & GID_MASK != 0)
    }
}

/// The solid layers of a map: every tile in them is solid.
impl SolidTiles for TileView<'_> {
    fn layers(&self) -> usize {
        self.layers.len()
    }
    fn frame(&self, layer: usize) -> Frame {
        let view = &self.layers[layer];
        Frame {
            origin: view.offset.map(f64::from),
            tile: self.tile.map(f64::from),
            cells: [view.cols, view.rows],
        }
    }
    fn solid(&self, layer: usize, column: u32, row: u32) -> bool {
        // A view inside `i32` range, as maps are; a wilder one has no tile out there.
        match (i32::try_from(column), i32::try_from(row)) {
            (Ok(column), Ok(row)) => self.layers[layer].gid(column, row) != 0,
            _ => false,
        }
    }
}

/// A map whose *tilesets* say which tiles are solid: any layers, and a question about global tile
/// ids (flip bits removed). A set, a table or the metadata of a tileset answers it.
///
/// ```
/// use akgl::collision::tiles::{LayerView, TileView};
/// use akgl::pipeline::{Marked, SolidTiles};
///
/// let layers = [LayerView { index: 0, cols: 2, rows: 1, offset: [0.0, 0.0], cells: &[3, 7] }];
/// let spikes_only = Marked { tiles: TileView { tile: [16.0, 16.0], layers: &layers }, solid: |gid| gid == 7 };
/// assert!(!spikes_only.solid(0, 0, 0));
/// assert!(spikes_only.solid(0, 1, 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a, F> {
    /// The layers to look at.
    pub tiles: TileView<'a>,
    /// Whether tiles with this global id are solid. Not asked about empty cells.
    pub solid: F,
}

impl<F: Fn(u32) -> bool> SolidTiles for Marked<'_, F> {
    fn layers(&self) -> usize {
        self.tiles.layers.len()
    }
    fn frame(&self, layer: usize) -> Frame {
        self.tiles.frame(layer)
    }
    fn solid(&self, layer: usize, column: u32, row: u32) -> bool {
        match (i32::try_from(column), i32::try_from(row)) {
            (Ok(column), Ok(row)) => {
                let gid = self.tiles.layers[layer].gid(column, row);
                gid != 0 && (self.solid)(gid)
            }
            _ => false,
        }
    }
}

/// The cells of one axis of one layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler {
    origin: f64,
    tile: f64,
    count: i64,
}

impl Ruler {
    /// `None` when the layer has no usable cells along this axis.
    pub(super) fn of(frame: &Frame, axis: usize) -> Option<Self> {
        let (origin, tile) = (frame.origin[axis], frame.tile[axis]);
        let count = i64::from(frame.cells[axis]);
        (origin.is_finite() && tile.is_finite() && tile > 0.0 && count > 0).then_some(Self {
            origin,
            tile,
            count,
        })
    }

    /// Where cell `at` begins; cell `at` ends where `at + 1` begins.
    pub(super) fn edge(self, at: i64) -> f64 {
        // Cell numbers stay far below 2^53.
        self.origin + at as f64 * self.tile
    }

    /// The cell that holds the point, its own lower edge included; may lie outside the layer by one.
    pub(super) fn cell(self, point: f64) -> i64 {
        // The division may round over an edge; the edges have the last word.
        let guess = ((point - self.origin) / self.tile)
            .floor()
            .clamp(-1.0, self.count as f64) as i64;
        if point < self.edge(guess) {
            (guess - 1).max(-1)
        } else if point >= self.edge(guess + 1) {
            (guess + 1).min(self.count)
        } else {
            guess
        }
    }

    /// The last cell whose lower edge is below the point; may lie outside the layer by one.
    pub(super) fn cell_below(self, point: f64) -> i64 {
        let cell = self.cell(point);
        if cell >= 0 && self.edge(cell) == point {
            cell - 1
        } else {
            cell
        }
    }

    /// First and last cell that the span overlaps, cut to the layer; first > last when there is none.
    pub(super) fn overlapped(self, span: Span) -> (i64, i64) {
        // A span without length on an edge comes out empty by itself: it is strictly inside nothing.
        (
            self.cell(span.low).max(0),
            self.cell_below(span.high).min(self.count - 1),
        )
    }

    /// Whether the cell exists.
    pub(super) fn has(self, at: i64) -> bool {
        (0..self.count).contains(&at)
    }
}

/// Both axes of a layer, with the question asked of cells by signed numbers.
pub(super) struct Layer<'a, T: ?Sized> {
    tiles: &'a T,
    index: usize,
    pub(super) rulers: [Ruler; 2],
}

impl<'a, T: SolidTiles + ?Sized> Layer<'a, T> {
    /// The usable layers.
    pub(super) fn all(tiles: &'a T) -> impl Iterator<Item = Layer<'a, T>> {
        (0..tiles.layers()).filter_map(move |index| {
            let frame = tiles.frame(index);
            Some(Layer {
                tiles,
                index,
                rulers: [Ruler::of(&frame, 0)?, Ruler::of(&frame, 1)?],
            })
        })
    }

    /// Whether anything solid lies in row or column `along` of `axis`, where `across` covers it.
    ///
    /// A span without length that lies on the seam of two cells is inside only if both are solid: then
    /// it lies inside what they make up together.
    pub(super) fn blocks(&self, axis: usize, along: i64, across: Span) -> bool {
        let ruler = self.rulers[1 - axis];
        let (first, last) = (ruler.cell(across.low), ruler.cell_below(across.high));
        if first > last {
            return self.solid(axis, along, last) && self.solid(axis, along, first);
        }
        (first.max(0)..=last).any(|across| self.solid(axis, along, across))
    }

    /// Whether a cell is solid; `along` is counted on `axis`, `across` on the other one.
    pub(super) fn solid(&self, axis: usize, along: i64, across: i64) -> bool {
        let (column, row) = if axis == 0 {
            (along, across)
        } else {
            (across, along)
        };
        self.rulers[0].has(column)
            && self.rulers[1].has(row)
            && self.tiles.solid(self.index, column as u32, row as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::Ruler;

    #[test]
    fn the_edges_have_the_last_word_where_a_division_rounds_over_one() {
        let cell = |tile: f64, point: f64| {
            let ruler = Ruler {
                origin: 0.0,
                tile,
                count: 60,
            };
            ruler.cell(point)
        };
        // In floats 17 * 25.6 is a bit more than 435.2, and 435.2 / 25.6 is 17.
        assert_eq!(cell(25.6, 435.2), 16);
        // 48 * 23.9, divided by 23.9 again, is a bit less than 48.
        assert_eq!(cell(23.9, 48.0 * 23.9), 48);
    }
}
