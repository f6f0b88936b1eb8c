//! The tile grid as the rest of the room sees it: borrowed cells, read live.
//!
//! A [`TileView`] is built for one question and dropped: nothing about a tile is remembered, so an
//! edit at run time cannot leave anything stale. Whether a cell is solid is asked through
//! [`LayerView::gid`], whether one of its faces is shared through [`TileView::covered`].
#![forbid(unsafe_code)]

use super::bounds::Bounds;

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

/// One solid tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// Row.
    pub row: i32,
    /// Column.
    pub col: i32,
    /// The place of its layer in [`TileView::layers`].
    pub view: usize,
    /// Its layer's index in the map.
    pub layer: usize,
    /// Global tile id, flip bits removed.
    pub gid: u32,
}

impl LayerView<'_> {
    /// The global tile id at a cell, flip bits removed; 0 where the cell is empty or outside.
    #[must_use]
    #[inline]
    pub fn gid(&self, cx: i32, cy: i32) -> u32 {
        if cx < 0 || cy < 0 || cx as u32 >= self.cols || cy as u32 >= self.rows {
            return 0;
        }
        #[cfg(test)]
        reads::note(self.index, cx, cy);
        let at = cy as usize * self.cols as usize + cx as usize;
        self.cells.get(at).map_or(0, |cell| cell & GID_MASK)
    }
}

/// The first and the last cell along one axis that share a length with an interval, within a layer;
/// empty where none does.
fn span(min: f64, max: f64, offset: f32, size: f32, count: u32) -> core::ops::Range<i32> {
    let (offset, size) = (f64::from(offset), f64::from(size));
    let first = ((min - offset) / size).floor().max(0.0);
    let end = ((max - offset) / size).ceil().min(f64::from(count));
    // `min < max` is false of what is no number, of which `max` above would make the whole layer.
    if first < end && min < max {
        first as i32..end as i32
    } else {
        0..0
    }
}

impl<'a> TileView<'a> {
    /// No tiles at all.
    pub const EMPTY: TileView<'static> = TileView {
        tile: [1.0, 1.0],
        layers: &[],
    };

    /// The rectangle of a cell.
    #[must_use]
    pub fn bounds(&self, tile: &Tile) -> Bounds {
        let edge = |axis: usize, cell: i32| {
            f64::from(self.layers[tile.view].offset[axis]) + f64::from(cell) * f64::from(self.tile[axis])
        };
        Bounds {
            min: [edge(0, tile.col), edge(1, tile.row)],
            max: [edge(0, tile.col + 1), edge(1, tile.row + 1)],
        }
    }

    /// The solid tiles that share an area with a rectangle, layer by layer, row by row.
    pub fn solid_in(&self, area: &Bounds) -> impl Iterator<Item = Tile> + use<'a> {
        let (area, tile, layers) = (*area, self.tile, self.layers);
        layers.iter().enumerate().flat_map(move |(view, layer)| {
            let cols = span(area.min[0], area.max[0], layer.offset[0], tile[0], layer.cols);
            let rows = span(area.min[1], area.max[1], layer.offset[1], tile[1], layer.rows);
            rows.flat_map(move |row| {
                cols.clone().filter_map(move |col| {
                    let gid = layer.gid(col, row);
                    (gid != 0).then_some(Tile {
                        row,
                        col,
                        view,
                        layer: layer.index,
                        gid,
                    })
                })
            })
        })
    }

    /// Whether any solid tile shares an area with a rectangle.
    #[must_use]
    pub fn any_in(&self, area: &Bounds) -> bool {
        self.solid_in(area).next().is_some()
    }

    /// The solid tile under a point, in the first layer that has one there. A point on an edge
    /// belongs to the cell to the right and below.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Option<Tile> {
        if x.is_nan() || y.is_nan() {
            return None;
        }
        self.layers.iter().enumerate().find_map(|(view, layer)| {
            let cell = |at: f64, axis: usize| {
                ((at - f64::from(layer.offset[axis])) / f64::from(self.tile[axis])).floor() as i32
            };
            let (col, row) = (cell(x, 0), cell(y, 1));
            let gid = layer.gid(col, row);
            (gid != 0).then_some(Tile {
                row,
                col,
                view,
                layer: layer.index,
                gid,
            })
        })
    }

    /// Whether a face of a solid tile is shared with another solid tile, of its own layer or of one
    /// whose cells lie on the same lines: nothing can meet such a face from outside.
    ///
    /// `axis` is 0 for x and 1 for y, `side` 1 for the face at the greater coordinate and -1 for the
    /// other.
    #[must_use]
    pub fn covered(&self, tile: &Tile, axis: usize, side: f64) -> bool {
        let step = if side > 0.0 { 1 } else { -1 };
        let (col, row) = if axis == 0 {
            (tile.col + step, tile.row)
        } else {
            (tile.col, tile.row + step)
        };
        let own = &self.layers[tile.view];
        if own.gid(col, row) != 0 {
            return true;
        }
        self.layers.iter().enumerate().any(|(view, other)| {
            if view == tile.view {
                return false;
            }
            let shift = |axis: usize| {
                let cells = (f64::from(own.offset[axis]) - f64::from(other.offset[axis]))
                    / f64::from(self.tile[axis]);
                (cells == cells.trunc() && cells.abs() < 1e9).then_some(cells as i32)
            };
            match (shift(0), shift(1)) {
                (Some(across), Some(down)) => {
                    other.gid(col.saturating_add(across), row.saturating_add(down)) != 0
                }
                _ => false,
            }
        })
    }
}

#[cfg(test)]
pub(crate) mod reads {
    //! Counts the distinct cells that a test's thread reads.
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local!(static READ: RefCell<BTreeSet<(usize, i32, i32)>> = const { RefCell::new(BTreeSet::new()) });

    pub(super) fn note(layer: usize, cx: i32, cy: i32) {
        READ.with_borrow_mut(|read| read.insert((layer, cx, cy)));
    }

    /// How many cells have been read since the last call.
    pub(crate) fn take() -> usize {
        READ.with_borrow_mut(|read| core::mem::take(read).len())
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, LayerView, TileView, reads};

    /// 32 px over 16 px cells share an area with 2 cells on an axis where aligned, else with 3.
    #[test]
    fn a_body_of_two_cells_reads_four_to_nine() {
        let cells = [1; 12 * 12];
        let layers = [LayerView {
            index: 0,
            cols: 12,
            rows: 12,
            offset: [0.0, 0.0],
            cells: &cells,
        }];
        let view = TileView {
            tile: [16.0, 16.0],
            layers: &layers,
        };
        for (x, y, expected) in [
            (48.0, 48.0, 4),
            (48.0, 53.5, 6),
            (51.25, 48.0, 6),
            (51.25, 53.5, 9),
        ] {
            let body = Bounds {
                min: [x, y],
                max: [x + 32.0, y + 32.0],
            };
            reads::take();
            assert_eq!(view.solid_in(&body).count(), expected, "solid tiles at {x}, {y}");
            assert_eq!(reads::take(), expected, "cells read at {x}, {y}");
        }
    }
}
