//! Finding overlapping pairs without trying all, while the pushes move what is being looked for.
//!
//! The all-pairs loop asks, for each `first` in turn, for every later `second` in ascending order, at
//! the places where the pushes so far left them. This does the same with a grid of several cell
//! sizes: an entity lies in the cells that its box covers, on a level whose cells are larger than it
//! is. For `first`, the later entities near it are gathered and sorted once; a push moves
//! `first`, and when it leaves the surroundings that were gathered, they are gathered anew from the
//! next `second` on. `second` has had its turn with `first` when it moves, so only its cells change.

use super::entity::{Entity, Span};
use super::pairs::pushed_apart;

/// Result of the all-pairs loop, to the bit.
pub(super) fn resolve(entities: &[Entity]) -> Vec<Entity> {
    resolve_counting(entities).0
}

/// The result, and what it took: cells and entities looked at.
fn resolve_counting(entities: &[Entity]) -> (Vec<Entity>, usize) {
    let mut next = entities.to_vec();
    let mut grid = Grid::of(&next);
    let mut near: Vec<u32> = Vec::new();
    for first in 0..next.len() {
        if !grid.holds(first) {
            continue;
        }
        // Nobody looks for it again: later ones only look for still later ones.
        grid.take_out(first);
        let mut surroundings = grid.gather(&next[first], first, &mut near);
        let mut at = 0;
        while at < near.len() {
            let second = near[at] as usize;
            at += 1;
            grid.looks += 1;
            let Some((a, b)) = pushed_apart(&next[first], &next[second]) else {
                continue;
            };
            next[first] = a;
            next[second] = b;
            grid.follow(second, &next[second]);
            match next[first].spans() {
                Some(spans) if inside(&spans, &surroundings) => {}
                Some(_) => {
                    surroundings = grid.gather(&next[first], second, &mut near);
                    at = 0;
                }
                None => break, // pushed out of the numbers: overlaps nothing any more
            }
        }
    }
    (next, grid.looks)
}

fn inside(inner: &[Span; 2], outer: &[Span; 2]) -> bool {
    (0..2).all(|axis| outer[axis].low <= inner[axis].low && inner[axis].high <= outer[axis].high)
}

/// Cells of one size.
struct Level {
    /// Size of a cell; no entity on this level is larger.
    size: f64,
    /// The entities on this level, in no order.
    members: Vec<u32>,
}

/// A block of cells: columns from..=to, rows from..=to.
#[derive(Clone, Copy, PartialEq)]
struct Block {
    from: [i64; 2],
    to: [i64; 2],
}

impl Block {
    fn of(spans: &[Span; 2], size: f64) -> Self {
        // `as` saturates, and keeps the order: a far place is in the outermost cell.
        let cell = |place: f64| (place / size).floor() as i64;
        Self {
            from: [cell(spans[0].low), cell(spans[1].low)],
            to: [cell(spans[0].high), cell(spans[1].high)],
        }
    }

    fn cells(self) -> f64 {
        (0..2)
            .map(|axis| self.to[axis] as f64 - self.from[axis] as f64 + 1.0)
            .product()
    }

    fn each(self) -> impl Iterator<Item = [i64; 2]> {
        (self.from[1]..=self.to[1])
            .flat_map(move |row| (self.from[0]..=self.to[0]).map(move |column| [column, row]))
    }
}

/// Where one entity is kept.
#[derive(Clone, Copy)]
struct Place {
    level: usize,
    /// Its index among the level's members.
    rank: usize,
    block: Block,
}

/// Which of `buckets` (a power of two) holds a cell.
fn bucket(buckets: usize, level: usize, [column, row]: [i64; 2]) -> usize {
    let mixed = (column as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (row as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31)
        ^ (level as u64).wrapping_mul(0x1656_67B1_9E37_79F9);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 32) as usize & (buckets - 1)
}

struct Grid {
    /// From the smallest cells to the largest.
    levels: Vec<Level>,
    /// By entity; `None` for one that is not in the grid.
    places: Vec<Option<Place>>,
    /// Which entities are in the cells that share a bucket. A wrong neighbour costs one look at it.
    buckets: Vec<Vec<u32>>,
    /// What `gather` has already seen in this round, by entity.
    seen: Vec<u32>,
    round: u32,
    /// Cells and entities looked at so far.
    looks: usize,
}

impl Grid {
    fn of(entities: &[Entity]) -> Self {
        // A cell is about twice as large as the entity or up to four times, and no less than a pixel.
        let size_of = |entity: &Entity| {
            let extent = entity.width.max(entity.height).max(1.0);
            (extent.log2().ceil() + 1.0).exp2().max(extent)
        };
        let boxes = |entity: &Entity| if entity.solid { entity.spans() } else { None };
        let mut sizes: Vec<f64> = entities
            .iter()
            .filter(|e| boxes(e).is_some())
            .map(size_of)
            .collect();
        sizes.sort_by(f64::total_cmp);
        let solid = sizes.len();
        let mut levels: Vec<Level> = Vec::new();
        let mut below = 0;
        for same in sizes.chunk_by(|a, b| a == b) {
            // A few small ones are not worth cells of their own: they lie in those of the next size.
            if below > 0 && below <= same.len() {
                levels.pop();
                below += same.len();
            } else {
                below = same.len();
            }
            levels.push(Level {
                size: same[0],
                members: Vec::new(),
            });
        }
        let mut grid = Self {
            levels,
            places: vec![None; entities.len()],
            buckets: vec![Vec::new(); (solid * 2).next_power_of_two()],
            seen: vec![0; entities.len()],
            round: 0,
            looks: 0,
        };
        for (index, entity) in entities.iter().enumerate() {
            if let Some(spans) = boxes(entity) {
                let size = size_of(entity);
                let level = grid.levels.partition_point(|level| level.size < size);
                let size = grid.levels[level].size;
                let members = &mut grid.levels[level].members;
                let rank = members.len();
                members.push(index as u32);
                grid.put_in(
                    index,
                    Place {
                        level,
                        rank,
                        block: Block::of(&spans, size),
                    },
                );
            }
        }
        grid
    }

    fn holds(&self, index: usize) -> bool {
        self.places[index].is_some()
    }

    fn put_in(&mut self, index: usize, place: Place) {
        for cell in place.block.each() {
            let bucket = bucket(self.buckets.len(), place.level, cell);
            self.buckets[bucket].push(index as u32);
        }
        self.places[index] = Some(place);
    }

    fn take_out(&mut self, index: usize) {
        if let Some(place) = self.lift(index) {
            let members = &mut self.levels[place.level].members;
            members.swap_remove(place.rank);
            if let Some(&moved) = members.get(place.rank)
                && let Some(moved) = &mut self.places[moved as usize]
            {
                moved.rank = place.rank;
            }
        }
    }

    fn lift(&mut self, index: usize) -> Option<Place> {
        let place = self.places[index].take()?;
        for cell in place.block.each() {
            let bucket = bucket(self.buckets.len(), place.level, cell);
            let kept = &mut self.buckets[bucket];
            if let Some(at) = kept.iter().position(|&other| other as usize == index) {
                kept.swap_remove(at);
            }
        }
        Some(place)
    }

    /// Moves an entity to the cells it covers now. Staying inside the same cells touches nothing.
    fn follow(&mut self, index: usize, entity: &Entity) {
        let Some(place) = self.places[index] else { return };
        match entity.spans() {
            Some(spans) => {
                let block = Block::of(&spans, self.levels[place.level].size);
                if block != place.block {
                    self.lift(index);
                    self.put_in(index, Place { block, ..place });
                }
            }
            None => self.take_out(index),
        }
    }

    /// Fills `near` with the entities after `after` in and around the box of `entity`, ascending.
    /// Returns the surroundings: whatever overlaps a box inside them is in `near`.
    fn gather(&mut self, entity: &Entity, after: usize, near: &mut Vec<u32>) -> [Span; 2] {
        near.clear();
        let Some(spans) = entity.spans() else {
            return [Span { low: 0.0, high: 0.0 }; 2];
        };
        // Room for a few pushes before gathering again.
        let surroundings = spans.map(|span| {
            let margin = (span.high - span.low) / 2.0;
            Span {
                low: span.low - margin,
                high: span.high + margin,
            }
        });
        self.round += 1;
        let (round, seen, looks) = (self.round, &mut self.seen, &mut self.looks);
        let mut found = |other: u32| {
            *looks += 1;
            if other as usize > after && seen[other as usize] != round {
                seen[other as usize] = round;
                near.push(other);
            }
        };
        let mut cells = 0;
        for (at, level) in self.levels.iter().enumerate() {
            let block = Block::of(&surroundings, level.size);
            if block.cells() > level.members.len() as f64 {
                level.members.iter().copied().for_each(&mut found);
            } else {
                for cell in block.each() {
                    cells += 1;
                    self.buckets[bucket(self.buckets.len(), at, cell)]
                        .iter()
                        .copied()
                        .for_each(&mut found);
                }
            }
        }
        self.looks += cells;
        let rest = self.places.len() - after - 1;
        if near.len() * 4 > rest {
            // A heap: as well all of them at once, wherever the pushes lead.
            near.clear();
            near.extend(
                (after + 1..self.places.len())
                    .filter(|&i| self.holds(i))
                    .map(|i| i as u32),
            );
            return [Span {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            }; 2];
        }
        near.sort_unstable();
        surroundings
    }
}

/// What it takes, counted: a clock would measure whatever else the machine is doing.
#[cfg(test)]
mod tests {
    use super::*;

    fn crates(count: usize, spacing: f64) -> Vec<Entity> {
        let mut seed = 3_u64;
        let side = (count as f64).sqrt() * spacing;
        let mut random = move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 11) as f64 / (1_u64 << 53) as f64 * side).floor()
        };
        let crate_at = |x, y| Entity {
            x,
            y,
            width: 16.0,
            height: 16.0,
            solid: true,
            ..Entity::default()
        };
        (0..count).map(|_| crate_at(random(), random())).collect()
    }

    fn looks(entities: &[Entity]) -> f64 {
        resolve_counting(entities).1 as f64
    }

    /// Each crate overlaps about one other, whatever their number.
    #[test]
    fn ten_thousand_solid_entities_do_not_cost_the_square() {
        let (thousand, ten_thousand) = (looks(&crates(1000, 24.0)), looks(&crates(10_000, 24.0)));
        let (growth, share) = (ten_thousand / thousand, ten_thousand / (10_000.0 * 9_999.0 / 2.0));
        println!("{thousand} looks for 1,000, {ten_thousand} for 10,000: {growth:.1} times as many");
        println!("{:.2} % of what all pairs take", share * 100.0);
        assert!(
            growth < 12.0,
            "ten times the entities took {growth:.1} times the looks"
        );
        assert!(share < 0.01, "{share}");
    }

    /// The rule itself asks for a push of most pairs of a heap; looking them up may not add to it much.
    #[test]
    fn a_heap_on_one_spot_costs_little_more_than_all_pairs() {
        let heap = vec![crates(1, 1.0)[0]; 1000];
        let share = looks(&heap) / (1000.0 * 999.0 / 2.0);
        assert!(share < 3.0, "{share:.2} times the looks of all pairs");
    }

    #[test]
    fn boxes_of_very_different_sizes_do_not_cost_the_square() {
        let mut list = crates(4000, 24.0);
        for (at, entity) in list.iter_mut().enumerate() {
            match at % 200 {
                0 => (entity.width, entity.height) = (900.0, 30.0),
                1..=9 => (entity.width, entity.height) = (0.0, 0.0),
                _ => {}
            }
        }
        let share = looks(&list) / (4000.0 * 3999.0 / 2.0);
        assert!(share < 0.05, "{share:.3} of the looks of all pairs");
    }
}
