//! The cells of tile layers: one dense grid for all layers of a map, whatever the file has.
//!
//! A map of fixed size has its own grid. An infinite map has blocks at any place, also a negative one; its grid is
//! the smallest that holds the blocks of all its layers.

use super::at::At;
use super::data::{self, Coding};
use super::error::MapError;
use super::tileset::Gids;
use super::{MAX_CELLS, MAX_SIDE};

/// The grid that all tile layers of a map share.
pub(super) struct Frame {
    infinite: bool,
    tile: (u32, u32),
    /// Cell (0, 0) of the grid, in cells of the file.
    pub(super) origin: (i32, i32),
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A rectangle of cells in the file.
pub(super) struct Piece<'a> {
    data: At<'a>,
    coding: Coding,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

impl Frame {
    pub(super) fn read(map: &At, tile: (u32, u32)) -> Result<Self, MapError> {
        let infinite = map.bool_of("infinite", false)?;
        let width = map.need("width")?.int_in(1..=MAX_SIDE)?;
        let height = map.need("height")?.int_in(1..=MAX_SIDE)?;
        let frame = Frame {
            infinite,
            tile,
            origin: (0, 0),
            width,
            height,
        };
        frame.bounded(map)?;
        Ok(frame)
    }

    pub(super) fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Where the grid begins, in pixels.
    pub(super) fn shift(&self) -> (f32, f32) {
        (
            self.origin.0 as f32 * self.tile.0 as f32,
            self.origin.1 as f32 * self.tile.1 as f32,
        )
    }

    fn bounded(&self, map: &At) -> Result<(), MapError> {
        if self.cells() as u64 > MAX_CELLS {
            let key = "its number of cells (width x height)".to_owned();
            return Err(At { key, ..map.clone() }.limit(self.cells() as u64, MAX_CELLS));
        }
        Ok(())
    }

    /// Makes the grid of an infinite map the smallest that holds every piece; without any, it keeps its own size.
    pub(super) fn settle<'p, 'a: 'p>(
        &mut self,
        map: &At,
        pieces: impl Iterator<Item = &'p Piece<'a>>,
    ) -> Result<(), MapError> {
        if !self.infinite {
            return Ok(());
        }
        let bounds = pieces
            .map(|p| (p.x, p.y, p.x + p.width, p.y + p.height))
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)));
        let Some((left, top, right, bottom)) = bounds else {
            return Ok(());
        };
        for (key, value) in [("width", right - left), ("height", bottom - top)] {
            if value > i64::from(MAX_SIDE) {
                let key = format!("the {key} in cells of all its chunks together");
                return Err(At { key, ..map.clone() }.limit(value.unsigned_abs(), MAX_SIDE.into()));
            }
        }
        // Both fit: a piece's place is an i32, and the sides were just bounded.
        self.origin = (left as i32, top as i32);
        self.width = (right - left) as u32;
        self.height = (bottom - top) as u32;
        self.bounded(map)
    }
}

/// Finds the pieces of a tile layer; decodes nothing yet.
pub(super) fn pieces<'a>(layer: &At<'a>, frame: &Frame) -> Result<Vec<Piece<'a>>, MapError> {
    let coding = data::coding(layer)?;
    if let Some(chunks) = layer.get("chunks") {
        return chunks
            .items()?
            .iter()
            .map(|chunk| piece(chunk, coding, frame))
            .collect();
    }
    for (key, whole) in [("width", frame.width), ("height", frame.height)] {
        if let Some(at) = layer.get(key)
            && !frame.infinite
            && at.int()? != i64::from(whole)
        {
            return Err(at.refused(format!("the map's {key} is {whole}")));
        }
    }
    let Some(data) = layer.get("data") else {
        return if frame.infinite {
            Ok(Vec::new())
        } else {
            Err(missing(layer))
        };
    };
    let (mut width, mut height) = (frame.width, frame.height);
    if frame.infinite {
        width = layer.need("width")?.int_in(0..=MAX_SIDE)?;
        height = layer.need("height")?.int_in(0..=MAX_SIDE)?;
        if width == 0 || height == 0 {
            return Ok(Vec::new());
        }
    }
    Ok(vec![Piece {
        data,
        coding,
        x: 0,
        y: 0,
        width: width.into(),
        height: height.into(),
    }])
}

fn missing(layer: &At) -> MapError {
    MapError::Missing {
        file: layer.file.to_owned(),
        key: format!("{}.data", layer.key),
    }
}

fn piece<'a>(chunk: &At<'a>, coding: Coding, frame: &Frame) -> Result<Piece<'a>, MapError> {
    chunk.table()?;
    let place = |key| {
        let at = chunk.need(key)?;
        let value = at.int()?;
        if i32::try_from(value).is_err() {
            return Err(at.refused("no 32-bit number of cells".to_owned()));
        }
        Ok(value)
    };
    let side = |key| chunk.need(key)?.int_in(1..=MAX_SIDE).map(i64::from);
    let (x, y, width, height) = (place("x")?, place("y")?, side("width")?, side("height")?);
    let inside = x >= 0 && y >= 0 && x + width <= frame.width.into() && y + height <= frame.height.into();
    if !frame.infinite && !inside {
        return Err(chunk.refused("it reaches outside a map that is not infinite".to_owned()));
    }
    Ok(Piece {
        data: chunk.need("data")?,
        coding,
        x,
        y,
        width,
        height,
    })
}

/// Decodes the pieces of a layer into a grid of the frame's size.
pub(super) fn fill(layer: &At, pieces: &[Piece], frame: &Frame, gids: &Gids) -> Result<Vec<u32>, MapError> {
    let mut grid = vec![0; frame.cells()];
    let mut taken = vec![false; if pieces.len() > 1 { frame.cells() } else { 0 }];
    for piece in pieces {
        let width = piece.width as usize;
        // The frame holds every piece, so no place is negative from its origin.
        let left = (piece.x - i64::from(frame.origin.0)) as usize;
        let top = (piece.y - i64::from(frame.origin.1)) as usize;
        let row_at = |row: usize| (top + row) * frame.width as usize + left;
        if !taken.is_empty() {
            for row in 0..piece.height as usize {
                let marks = &mut taken[row_at(row)..][..width];
                if marks.contains(&true) {
                    let key = piece.data.key.trim_end_matches(".data").to_owned();
                    let at = At { key, ..layer.clone() };
                    return Err(at.refused("it overlaps another chunk of its layer".to_owned()));
                }
                marks.fill(true);
            }
        }
        let cells = data::cells(&piece.data, piece.coding, width * piece.height as usize)?;
        for (i, &cell) in cells.iter().enumerate() {
            gids.check(cell, piece.data.file, || format!("{}[{i}]", piece.data.key))?;
        }
        for (row, cells) in cells.chunks_exact(width).enumerate() {
            grid[row_at(row)..][..width].copy_from_slice(cells);
        }
    }
    Ok(grid)
}
