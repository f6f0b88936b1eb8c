//! Who may be near a rectangle: a hashed grid of several sizes of cell.
//!
//! Every entry stands in exactly one cell, that of its middle, at the level whose cells are at least
//! twice as wide as it is. So a move writes something only when the middle crosses a border, an
//! entry of any size costs the same, and a question visits, at each level that is in use, the cells
//! of its rectangle widened by a quarter of a cell.

use crate::collision::Bounds;

/// The finest cells are this wide, in pixels; each level doubles it.
const FINEST: f64 = 32.0;
/// Levels with cells; one more holds what is larger than all of them, in a cell of its own.
const LEVELS: usize = 28;
const NONE: u32 = u32::MAX;
/// More than what the roundings of a comparison in `f32` can add up to, as a share of its operands.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;
const OUT: u8 = u8::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    column: i32,
    row: i32,
    before: u32,
    next: u32,
    /// The bounding box: middle and half of each side, as near as an `f32` comes.
    middle: [f32; 2],
    half: [f32; 2],
    /// Half of each side as it was given.
    size: [f64; 2],
    /// [`OUT`] where the slot is not in.
    level: u8,
}

const ABSENT: Entry = Entry {
    column: 0,
    row: 0,
    before: NONE,
    next: NONE,
    middle: [0.0; 2],
    half: [0.0; 2],
    size: [0.0; 2],
    level: OUT,
};

/// The index. Slots are small numbers chosen by the caller.
#[derive(Clone, Debug)]
pub(super) struct Near {
    entries: Vec<Entry>,
    heads: Vec<u32>,
    counts: [u32; LEVELS + 1],
    /// A bit for each level that has any.
    used: u32,
    len: usize,
}

/// The cell that a coordinate is in; saturates far out, where cells merge.
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
        Self {
            entries: Vec::new(),
            heads: vec![NONE; 64],
            counts: [0; LEVELS + 1],
            used: 0,
            len: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn chain(&self, level: usize, column: i32, row: i32) -> usize {
        let mixed = (column as u32).wrapping_mul(0x9E37_79B1)
            ^ (row as u32).wrapping_mul(0x85EB_CA77)
            ^ (level as u32).wrapping_mul(0xC2B2_AE3D);
        (mixed ^ (mixed >> 15)) as usize & (self.heads.len() - 1)
    }

    /// The level of something that is `side` pixels wide at its widest.
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
        let known = self.entries.get(slot as usize);
        let level = match known {
            // Nearly always it is as large as it was.
            Some(entry) if entry.level != OUT && entry.size == half => entry.level as usize,
            _ => Self::level(half[0].max(half[1]) * 2.0),
        };
        let (column, row) = if level == LEVELS {
            (0, 0)
        } else {
            let scale = PER_PIXEL[level];
            (cell(middle[0], scale), cell(middle[1], scale))
        };
        if slot as usize >= self.entries.len() {
            self.entries.resize(slot as usize + 1, ABSENT);
        }
        let entry = &mut self.entries[slot as usize];
        entry.middle = middle.map(|at| at as f32);
        entry.half = half.map(|half| half as f32);
        entry.size = half;
        if entry.level as usize == level && entry.column == column && entry.row == row {
            return;
        }
        let kept = *entry;
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
        self.counts[level] += 1;
        self.used |= 1 << level;
        self.len += 1;
    }

    fn link(&mut self, slot: u32) {
        let Entry {
            level, column, row, ..
        } = self.entries[slot as usize];
        let chain = self.chain(level as usize, column, row);
        let next = self.heads[chain];
        if next != NONE {
            self.entries[next as usize].before = slot;
        }
        self.heads[chain] = slot;
        let entry = &mut self.entries[slot as usize];
        (entry.before, entry.next) = (NONE, next);
    }

    /// Takes a slot out; one that is not in is left out.
    pub(super) fn take(&mut self, slot: u32) {
        let Some(&entry) = self.entries.get(slot as usize) else {
            return;
        };
        if entry.level == OUT {
            return;
        }
        if entry.before == NONE {
            let chain = self.chain(entry.level as usize, entry.column, entry.row);
            self.heads[chain] = entry.next;
        } else {
            self.entries[entry.before as usize].next = entry.next;
        }
        if entry.next != NONE {
            self.entries[entry.next as usize].before = entry.before;
        }
        self.entries[slot as usize] = ABSENT;
        self.counts[entry.level as usize] -= 1;
        if self.counts[entry.level as usize] == 0 {
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
    pub(super) fn visit(&self, area: &Bounds, mut visit: impl FnMut(u32) -> bool) -> bool {
        let middle = [0, 1].map(|axis| ((area.min[axis] + area.max[axis]) / 2.0) as f32);
        let half = [0, 1].map(|axis| (area.max[axis] - area.min[axis]) / 2.0);
        let far = area
            .min
            .iter()
            .chain(&area.max)
            .fold(0.0, |far: f64, edge| far.max(edge.abs()));
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
            let margin = wide / 4.0;
            let columns = [
                cell(area.min[0] - margin, scale),
                cell(area.max[0] + margin, scale),
            ];
            let rows = [
                cell(area.min[1] - margin, scale),
                cell(area.max[1] + margin, scale),
            ];
            let side = |cells: [i32; 2]| (i64::from(cells[1]) - i64::from(cells[0]) + 1).max(0) as u64;
            if side(columns).saturating_mul(side(rows)) > u64::from(self.counts[level]) + 16 {
                if self.visit_all(level, &mut visit) {
                    return true;
                }
                continue;
            }
            // Compared in f32 with more than rounding can take away added, so that nothing is missed.
            let slack = (far + wide) * ROUNDING;
            let reach = half.map(|half| (half + slack) as f32);
            for row in i64::from(rows[0])..=i64::from(rows[1]) {
                for column in i64::from(columns[0])..=i64::from(columns[1]) {
                    let (row, column) = (row as i32, column as i32);
                    let mut at = self.heads[self.chain(level, column, row)];
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
