//! Who may be near a rectangle: a hashed grid of several sizes of cell.
//!
//! Every entry stands in exactly one cell, that of its middle, at the level whose cells are at least
//! twice as wide as it is. So a move writes something only when the middle crosses a border, an
//! entry of any size costs the same, and a question visits, at each level that is in use, the cells
//! of its rectangle widened by the reach of the widest entry there, a quarter of a cell at most.

use crate::collision::Bounds;

/// The finest cells are this wide, in pixels; each level doubles it.
const FINEST: f64 = 32.0;
/// Levels with cells; one more holds what is larger than all of them, in a cell of its own.
const LEVELS: usize = 28;
const NONE: u32 = u32::MAX;
/// More than what the roundings of a comparison in `f32` can add up to, as a share of its operands.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;
const OUT: u8 = u8::MAX;

/// What a question reads of a slot: half a line of memory.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The bounding box: middle and half of each side, as near as an `f32` comes.
    middle: [f32; 2],
    half: [f32; 2],
    column: i32,
    row: i32,
    next: u32,
    /// [`OUT`] where the slot is not in.
    level: u8,
}

const ABSENT: Entry = Entry {
    middle: [0.0; 2],
    half: [0.0; 2],
    column: 0,
    row: 0,
    next: NONE,
    level: OUT,
};

/// What is known of a level.
#[derive(Clone, Copy, Debug)]
struct Level {
    count: u32,
    /// No entry of it reaches further from its middle along any axis.
    reach: f64,
}

/// The index. Slots are small numbers chosen by the caller.
#[derive(Clone, Debug)]
pub(super) struct Near {
    entries: Vec<Entry>,
    /// Of each slot: the one before it in its chain.
    before: Vec<u32>,
    heads: Vec<u32>,
    levels: [Level; LEVELS + 1],
    /// A bit for each level that has any.
    used: u32,
    len: usize,
}

/// The cell that a coordinate is in; saturates far out, where cells merge.
#[inline]
fn cell(at: f64, per_pixel: f64) -> i32 {
    let scaled = at * per_pixel;
    let whole = scaled as i32;
    whole - i32::from(f64::from(whole) > scaled && whole > i32::MIN)
}

/// Cells per pixel at each level; powers of two, so that multiplying by one is exact.
const PER_PIXEL: [f64; LEVELS] = {
    let mut all = [1.0 / FINEST; LEVELS];
    let mut level = 1;
    while level < LEVELS {
        all[level] = all[level - 1] / 2.0;
        level += 1;
    }
    all
};

impl Near {
    pub(super) fn new() -> Self {
        let none = Level { count: 0, reach: 0.0 };
        Self {
            entries: Vec::new(),
            before: Vec::new(),
            heads: vec![NONE; 64],
            levels: [none; LEVELS + 1],
            used: 0,
            len: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What a row adds to the chain of its cells. Columns follow each other in memory; rows lie as far
    /// apart as an odd number puts them, so that neither a long row nor a tall column meets itself.
    #[inline]
    fn row_of_chains(level: usize, row: i32) -> u32 {
        (row as u32)
            .wrapping_mul(0x9E37_79B1)
            .wrapping_add((level as u32).wrapping_mul(0xC2B2_AE3D))
    }

    #[inline]
    fn chain(&self, row: u32, column: i32) -> usize {
        row.wrapping_add(column as u32) as usize & (self.heads.len() - 1)
    }

    fn chain_of(&self, entry: &Entry) -> usize {
        self.chain(Self::row_of_chains(entry.level as usize, entry.row), entry.column)
    }

    /// The level of something that is `side` pixels wide at its widest.
    #[inline]
    fn level(side: f64) -> usize {
        let mut level = 0;
        let mut widest = FINEST / 2.0;
        while level < LEVELS && side > widest {
            widest *= 2.0;
            level += 1;
        }
        // A side that is not a number compares false and lands at level 0, where it overlaps nothing.
        level
    }

    /// Puts a slot where it is now: the middle of its bounding box and half of each side.
    pub(super) fn put(&mut self, slot: u32, middle: [f64; 2], half: [f64; 2]) {
        let reach = if half[0] > half[1] { half[0] } else { half[1] };
        let level = Self::level(reach * 2.0);
        let (column, row) = if level == LEVELS {
            (0, 0)
        } else {
            let scale = PER_PIXEL[level];
            (cell(middle[0], scale), cell(middle[1], scale))
        };
        if slot as usize >= self.entries.len() {
            self.entries.resize(slot as usize + 1, ABSENT);
            self.before.resize(slot as usize + 1, NONE);
        }
        if reach > self.levels[level].reach {
            self.levels[level].reach = reach;
        }
        let entry = &mut self.entries[slot as usize];
        entry.middle = middle.map(|at| at as f32);
        entry.half = half.map(|half| half as f32);
        if entry.level as usize == level && entry.column == column && entry.row == row {
            return;
        }
        self.stand_elsewhere(slot, level, column, row);
    }

    #[inline(never)]
    fn stand_elsewhere(&mut self, slot: u32, level: usize, column: i32, row: i32) {
        let kept = self.entries[slot as usize];
        let reach = self.levels[level].reach;
        self.take(slot);
        if self.len >= self.heads.len() / 2 {
            self.widen();
        }
        self.entries[slot as usize] = Entry {
            column,
            row,
            level: level as u8,
            ..kept
        };
        self.link(slot);
        let level = &mut self.levels[level];
        level.count += 1;
        level.reach = reach;
        self.used |= 1 << self.entries[slot as usize].level;
        self.len += 1;
    }

    fn link(&mut self, slot: u32) {
        let chain = self.chain_of(&self.entries[slot as usize]);
        let next = self.heads[chain];
        if next != NONE {
            self.before[next as usize] = slot;
        }
        self.heads[chain] = slot;
        self.entries[slot as usize].next = next;
        self.before[slot as usize] = NONE;
    }

    /// Takes a slot out; one that is not in is left out.
    pub(super) fn take(&mut self, slot: u32) {
        let Some(&entry) = self.entries.get(slot as usize) else {
            return;
        };
        if entry.level == OUT {
            return;
        }
        let before = self.before[slot as usize];
        if before == NONE {
            let chain = self.chain_of(&entry);
            self.heads[chain] = entry.next;
        } else {
            self.entries[before as usize].next = entry.next;
        }
        if entry.next != NONE {
            self.before[entry.next as usize] = before;
        }
        self.entries[slot as usize] = ABSENT;
        let level = &mut self.levels[entry.level as usize];
        level.count -= 1;
        if level.count == 0 {
            level.reach = 0.0;
            self.used &= !(1 << entry.level);
        }
        self.len -= 1;
    }

    /// Twice as many chains.
    fn widen(&mut self) {
        let chains = self.heads.len() * 2;
        self.heads.clear();
        self.heads.resize(chains, NONE);
        for slot in 0..self.entries.len() {
            if self.entries[slot].level != OUT {
                self.link(slot as u32);
            }
        }
    }

    /// Calls `visit` with every slot that may overlap `area`, each once, in no order; stops where it
    /// answers true, and says whether it did.
    #[inline]
    pub(super) fn visit(&self, area: &Bounds, mut visit: impl FnMut(u32) -> bool) -> bool {
        let middle = [0, 1].map(|axis| ((area.min[axis] + area.max[axis]) / 2.0) as f32);
        let half = [0, 1].map(|axis| (area.max[axis] - area.min[axis]) / 2.0);
        let far = area.min.iter().chain(&area.max).fold(
            0.0,
            |far: f64, edge| if edge.abs() > far { edge.abs() } else { far },
        );
        let mut levels = self.used;
        while levels != 0 {
            let level = levels.trailing_zeros() as usize;
            levels &= levels - 1;
            if level == LEVELS {
                if self.visit_all(level, &mut visit) {
                    return true;
                }
                continue;
            }
            let (scale, wide) = (PER_PIXEL[level], 1.0 / PER_PIXEL[level]);
            // Compared in f32 with more than rounding can take away added, so that nothing is missed.
            let slack = (far + wide) * ROUNDING;
            let Level { count, reach } = self.levels[level];
            let margin = reach + slack;
            let columns = [
                cell(area.min[0] - margin, scale),
                cell(area.max[0] + margin, scale),
            ];
            let rows = [
                cell(area.min[1] - margin, scale),
                cell(area.max[1] + margin, scale),
            ];
            let side = |cells: [i32; 2]| (i64::from(cells[1]) - i64::from(cells[0]) + 1).max(0) as u64;
            let (wide, high) = (side(columns), side(rows));
            if wide.saturating_mul(high) > u64::from(count) + 16 {
                if self.visit_all(level, &mut visit) {
                    return true;
                }
                continue;
            }
            let reach = half.map(|half| (half + slack) as f32);
            for down in 0..high as u32 {
                let row = rows[0].wrapping_add(down as i32);
                let chains = Self::row_of_chains(level, row);
                for across in 0..wide as u32 {
                    let column = columns[0].wrapping_add(across as i32);
                    let mut at = self.heads[self.chain(chains, column)];
                    while at != NONE {
                        let entry = &self.entries[at as usize];
                        // Negated, so that what is no number is left to the caller.
                        let apart = (entry.middle[0] - middle[0]).abs() > entry.half[0] + reach[0]
                            || (entry.middle[1] - middle[1]).abs() > entry.half[1] + reach[1];
                        if !apart
                            && entry.column == column
                            && entry.row == row
                            && entry.level as usize == level
                            && visit(at)
                        {
                            return true;
                        }
                        at = entry.next;
                    }
                }
            }
        }
        false
    }

    /// Every slot of a level.
    #[inline(never)]
    fn visit_all(&self, level: usize, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.entries
            .iter()
            .enumerate()
            .any(|(slot, entry)| entry.level as usize == level && visit(slot as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fixed sequence of numbers from 0 to 1.
    fn numbers() -> impl FnMut() -> f64 {
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    fn spot(next: &mut impl FnMut() -> f64) -> Bounds {
        let side = |n: f64| 2.0_f64.powf(n * 14.0 - 1.0);
        let (w, h) = (side(next()), side(next()));
        Bounds::new(next() * 3000.0 - 1500.0, next() * 3000.0 - 1500.0, w, h)
    }

    fn put(near: &mut Near, slot: u32, at: &Bounds) {
        let middle = [0, 1].map(|axis| (at.min[axis] + at.max[axis]) / 2.0);
        near.put(
            slot,
            middle,
            [0, 1].map(|axis| (at.max[axis] - at.min[axis]) / 2.0),
        );
    }

    #[test]
    fn finds_all_that_overlap_each_once_while_they_come_move_and_go() {
        let mut next = numbers();
        let mut near = Near::new();
        let mut there: Vec<Option<Bounds>> = vec![None; 300];
        for round in 0..6000 {
            let slot = (next() * 300.0) as usize;
            if next() < 0.25 {
                near.take(slot as u32);
                there[slot] = None;
            } else {
                let at = spot(&mut next);
                put(&mut near, slot as u32, &at);
                there[slot] = Some(at);
            }
            if round % 3 == 0 {
                let area = spot(&mut next);
                let mut found = Vec::new();
                near.visit(&area, |slot| {
                    found.push(slot as usize);
                    false
                });
                found.sort_unstable();
                let told = found.len();
                found.dedup();
                assert_eq!(told, found.len(), "each once");
                let wanted: Vec<usize> = (0..300)
                    .filter(|slot| there[*slot].is_some_and(|at| at.overlaps(&area)))
                    .collect();
                for slot in &wanted {
                    assert!(found.contains(slot), "round {round}: slot {slot}");
                }
                for slot in found {
                    assert!(there[slot].is_some());
                }
            }
        }
        assert_eq!(near.len, there.iter().flatten().count());
    }

    /// On whole pixels, asked between them: nothing else is visited than what overlaps.
    #[test]
    fn few_per_cell_only_those_that_overlap_are_visited() {
        let mut next = numbers();
        let mut whole = |most: f64| (next() * most).floor();
        let mut near = Near::new();
        let mut there = Vec::new();
        for slot in 0..400 {
            let at = Bounds::new(
                whole(2000.0) - 1000.0,
                whole(2000.0) - 1000.0,
                whole(14.0) + 2.0,
                whole(14.0) + 2.0,
            );
            put(&mut near, slot, &at);
            there.push(at);
        }
        let mut all = 0;
        for _ in 0..1000 {
            let area = Bounds::new(whole(2000.0) - 1000.5, whole(2000.0) - 1000.5, 61.0, 83.0);
            let mut found = Vec::new();
            near.visit(&area, |slot| {
                found.push(slot as usize);
                false
            });
            found.sort_unstable();
            let wanted: Vec<usize> = (0..400).filter(|slot| there[*slot].overlaps(&area)).collect();
            all += wanted.len();
            assert_eq!(found, wanted);
        }
        assert!(all > 400, "{all}");
    }

    /// By a 64th of a pixel, far from the origin or from the middle of something large, where an `f32` of a
    /// middle or of half a side is off by more than that.
    #[test]
    fn what_overlaps_by_a_hair_is_found() {
        let mut next = numbers();
        for round in 0..6000 {
            let away = [0.0, 4.0e6, -3.0e7][round % 3];
            let half = [0, 1].map(|_| 2.0_f64.powf(next() * 22.0 - 1.0));
            let corner = [0, 1].map(|_| away + next() * 500.0);
            let area = Bounds::new(corner[0], corner[1], 20.0, 20.0);
            let mut middle = [0, 1].map(|axis| corner[axis] + next() * 20.0);
            let axis = round / 3 % 2;
            middle[axis] = if next() < 0.5 {
                area.min[axis] - half[axis] + 1.0 / 64.0
            } else {
                area.max[axis] + half[axis] - 1.0 / 64.0
            };
            let mut near = Near::new();
            near.put(0, middle, half);
            assert!(near.visit(&area, |_| true), "{middle:?} {half:?} {area:?}");
        }
    }

    #[test]
    fn the_far_and_the_huge_are_found_and_what_is_no_number_is_harmless() {
        let mut near = Near::new();
        near.put(0, [1e30, -1e30], [2.0; 2]);
        near.put(1, [0.0, 0.0], [5e30; 2]);
        near.put(2, [f64::NAN, f64::INFINITY], [f64::NAN; 2]);
        let mut found = Vec::new();
        near.visit(&Bounds::new(1e30 - 1.0, -1e30 - 1.0, 2.0, 2.0), |slot| {
            found.push(slot);
            false
        });
        assert!(found.contains(&0) && found.contains(&1), "{found:?}");
        near.take(2);
        near.take(2);
        assert_eq!(near.len, 2);
    }
}
