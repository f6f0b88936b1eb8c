//! A hashed grid: an unbounded plane of cells folded onto a table of chains.
//!
//! A rectangle stands in the chain of every cell it touches; one that touches more cells than
//! [`MOST_CELLS`] stands in a list of its own instead, so neither a huge rectangle nor a far one
//! costs more than any other. A move that stays inside the same cells writes nothing.

use super::Partitioner;
use crate::collision::bounds::Bounds;

/// Chains in the smallest table; a power of two. The table doubles when it has more nodes than chains.
const CHAINS: usize = 1024;
/// The most cells that a rectangle is spread over.
const MOST_CELLS: u64 = 64;
/// No node, no id.
const NONE: u32 = u32::MAX;

/// The cells that a rectangle touches, first and last of each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cells {
    first: [i32; 2],
    last: [i32; 2],
}

impl Cells {
    fn count(&self) -> u64 {
        let side = |axis: usize| (i64::from(self.last[axis]) - i64::from(self.first[axis]) + 1) as u64;
        side(0).saturating_mul(side(1))
    }

    fn touches(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.first[axis] <= other.last[axis] && other.first[axis] <= self.last[axis])
    }
}

/// Where an id stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Nowhere,
    Chained(Cells),
    Large(Cells),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    id: u32,
    next: u32,
}

/// The default broad phase.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Cells per pixel.
    scale: [f64; 2],
    places: Vec<Place>,
    heads: Vec<u32>,
    nodes: Vec<Node>,
    free: u32,
    large: Vec<u32>,
    chained: usize,
}

impl Grid {
    /// A grid of cells of the given size in pixels; a size that is not positive counts as 1.
    #[must_use]
    pub fn new(cell: [f64; 2]) -> Self {
        Self {
            scale: cell.map(|size| if size > 0.0 { 1.0 / size } else { 1.0 }),
            places: Vec::new(),
            heads: vec![NONE; CHAINS],
            nodes: Vec::new(),
            free: NONE,
            large: Vec::new(),
            chained: 0,
        }
    }

    /// The cells of a rectangle. Edges on a border count for both sides: a superset is allowed. Rounding
    /// may shift a border, for all rectangles alike.
    #[inline]
    fn cells(&self, bounds: &Bounds) -> Cells {
        let cell = |edge: f64, axis: usize| {
            let scaled = edge * self.scale[axis];
            // Casts cut toward zero and stop at the ends of the type.
            let whole = scaled as i32;
            whole - i32::from(f64::from(whole) > scaled && whole > i32::MIN)
        };
        Cells {
            first: [cell(bounds.min[0], 0), cell(bounds.min[1], 1)],
            last: [cell(bounds.max[0], 0), cell(bounds.max[1], 1)],
        }
    }

    fn chain(&self, column: i32, row: i32) -> usize {
        let mixed = (column as u32).wrapping_mul(0x9E37_79B1) ^ (row as u32).wrapping_mul(0x85EB_CA77);
        (mixed ^ (mixed >> 15)) as usize & (self.heads.len() - 1)
    }

    fn link(&mut self, id: u32, cells: &Cells) {
        for row in cells.first[1]..=cells.last[1] {
            for column in cells.first[0]..=cells.last[0] {
                let chain = self.chain(column, row);
                let head = self.heads[chain];
                if head != NONE && self.nodes[head as usize].id == id {
                    continue; // Two of its own cells share this chain, and once is enough.
                }
                let node = Node { id, next: head };
                self.heads[chain] = if self.free == NONE {
                    self.nodes.push(node);
                    self.nodes.len() as u32 - 1
                } else {
                    let at = self.free;
                    self.free = self.nodes[at as usize].next;
                    self.nodes[at as usize] = node;
                    at
                };
            }
        }
        self.chained += 1;
    }

    fn unlink(&mut self, id: u32, cells: &Cells) {
        for row in cells.first[1]..=cells.last[1] {
            for column in cells.first[0]..=cells.last[0] {
                let chain = self.chain(column, row);
                let (mut before, mut at) = (NONE, self.heads[chain]);
                while at != NONE && self.nodes[at as usize].id != id {
                    (before, at) = (at, self.nodes[at as usize].next);
                }
                if at == NONE {
                    continue;
                }
                let next = self.nodes[at as usize].next;
                if before == NONE {
                    self.heads[chain] = next;
                } else {
                    self.nodes[before as usize].next = next;
                }
                self.nodes[at as usize].next = self.free;
                self.free = at;
            }
        }
        self.chained -= 1;
    }

    /// Doubles the table and links everything anew.
    fn grow(&mut self) {
        let chains = self.heads.len() * 2;
        self.heads.clear();
        self.heads.resize(chains, NONE);
        self.nodes.clear();
        self.free = NONE;
        self.chained = 0;
        for id in 0..self.places.len() {
            if let Place::Chained(cells) = self.places[id] {
                self.link(id as u32, &cells);
            }
        }
    }

    fn take_out(&mut self, id: u32) {
        match self.places[id as usize] {
            Place::Nowhere => {}
            Place::Chained(cells) => self.unlink(id, &cells),
            Place::Large(_) => self.large.retain(|other| *other != id),
        }
        self.places[id as usize] = Place::Nowhere;
    }
}

impl Partitioner for Grid {
    fn insert(&mut self, id: u32, bounds: &Bounds) {
        self.update(id, bounds);
    }

    fn update(&mut self, id: u32, bounds: &Bounds) {
        if id as usize >= self.places.len() {
            self.places.resize(id as usize + 1, Place::Nowhere);
        }
        let cells = self.cells(bounds);
        let place = if cells.count() > MOST_CELLS {
            Place::Large(cells)
        } else {
            Place::Chained(cells)
        };
        let old = self.places[id as usize];
        if place == old {
            return;
        }
        if let (Place::Large(_), Place::Large(_)) = (place, old) {
            self.places[id as usize] = place;
            return;
        }
        self.take_out(id);
        match place {
            Place::Large(_) => self.large.push(id),
            _ => self.link(id, &cells),
        }
        self.places[id as usize] = place;
        if self.nodes.len() > self.heads.len() {
            self.grow();
        }
    }

    fn remove(&mut self, id: u32) {
        if (id as usize) < self.places.len() {
            self.take_out(id);
        }
    }

    fn query(&mut self, area: &Bounds, found: &mut Vec<u32>) {
        let asked = self.cells(area);
        for &id in &self.large {
            if let Place::Large(cells) = self.places[id as usize]
                && cells.touches(&asked)
            {
                found.push(id);
            }
        }
        if self.chained == 0 {
            return;
        }
        if asked.count() > self.places.len() as u64 {
            // Fewer ids than cells: look at each id once instead.
            for (id, place) in self.places.iter().enumerate() {
                if let Place::Chained(cells) = place
                    && cells.touches(&asked)
                {
                    found.push(id as u32);
                }
            }
            return;
        }
        for row in asked.first[1]..=asked.last[1] {
            for column in asked.first[0]..=asked.last[0] {
                let mut at = self.heads[self.chain(column, row)];
                while at != NONE {
                    let Node { id, next } = self.nodes[at as usize];
                    at = next;
                    let Place::Chained(cells) = self.places[id as usize] else {
                        continue;
                    };
                    // Told once, in the first cell that both have, and not for another cell that
                    // happens to share the chain.
                    let first = [
                        cells.first[0].max(asked.first[0]),
                        cells.first[1].max(asked.first[1]),
                    ];
                    if first == [column, row] && cells.touches(&asked) {
                        found.push(id);
                    }
                }
            }
        }
    }

    fn clear(&mut self) {
        self.places.clear();
        self.heads.fill(NONE);
        self.nodes.clear();
        self.free = NONE;
        self.large.clear();
        self.chained = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_inside_its_cells_touches_nothing() {
        let mut grid = Grid::new([16.0; 2]);
        for id in 0..50 {
            grid.insert(id, &Bounds::new(f64::from(id) * 20.0, 4.0, 12.0, 12.0));
        }
        // From (20, 4) to (32, 16): columns 1 and 2, rows 0 and 1.
        let before = format!("{grid:?}");
        for (x, y, w) in [(20.5, 4.0, 12.0), (31.9, 15.9, 12.0), (16.0, 0.0, 31.9)] {
            grid.update(1, &Bounds::new(x, y, w, w.min(31.0)));
            assert_eq!(format!("{grid:?}"), before, "moved to {x}, {y}");
        }
        grid.update(1, &Bounds::new(15.9, 4.0, 12.0, 12.0));
        assert_ne!(format!("{grid:?}"), before, "into column 0");
    }
}
