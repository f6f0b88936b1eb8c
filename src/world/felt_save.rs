//! The settings of feel, and what is kept about bodies, as bytes: a part of a world's snapshot and hash.

use glam::Vec3;

use super::feel::Zone;
use super::felt::{Feelings, Felt};
use crate::bytes::{Reader, Writer};
use crate::physics::feel::{Feel, Pace, Rest};

/// Which bodies and numbers are written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Extent {
    /// Everything.
    Whole,
    /// What steps depend on: neither poses nor the time that waits for the next frame.
    Steps,
}

fn write_feel(to: &mut Writer<'_>, feel: &Feel) {
    let (set, values) = feel.to_parts();
    to.word(set);
    for (bit, value) in values.into_iter().enumerate() {
        if set & 1 << bit != 0 {
            to.floats(&[value]);
        }
    }
}

fn read_feel(from: &mut Reader<'_>) -> Option<Feel> {
    let set = from.word().filter(|set| *set >> Feel::COUNT == 0)?;
    let mut values = [0.0; Feel::COUNT];
    for (bit, value) in values.iter_mut().enumerate() {
        if set & 1 << bit != 0 {
            [*value] = from.floats()?;
        }
    }
    let feel = Feel::from_parts(set, values);
    feel.unusable().is_none().then_some(feel)
}

/// Of any value: a body that has overflowed is a state like any other.
fn read_vec(from: &mut Reader<'_>) -> Option<Vec3> {
    from.floats().map(Vec3::from_array)
}

fn write_felt(to: &mut Writer<'_>, felt: &Felt, rest: Rest, touching: u32, extent: Extent) {
    write_feel(to, &felt.feel);
    for part in [felt.push, felt.carried, rest.position, rest.environment] {
        to.floats(&part.to_array());
    }
    to.word(touching);
    to.floats(&[felt.lighter, felt.most_fall]);
    if extent == Extent::Whole {
        to.byte(u8::from(felt.teleported));
        to.floats(&felt.from.to_array());
        to.floats(&felt.to.to_array());
    }
}

fn read_felt(from: &mut Reader<'_>, generation: u32) -> Option<(Felt, Rest, u32)> {
    let feel = read_feel(from)?;
    let (push, carried) = (read_vec(from)?, read_vec(from)?);
    let rest = Rest {
        position: read_vec(from)?,
        environment: read_vec(from)?,
    };
    let touching = from.word()?;
    let [lighter, most_fall] = from.floats()?;
    if !(lighter.is_finite() && most_fall.is_finite()) {
        return None;
    }
    let felt = Felt {
        generation,
        feel,
        push,
        carried,
        lighter,
        most_fall,
        teleported: from.flag()?,
        from: read_vec(from)?,
        to: read_vec(from)?,
    };
    Some((felt, rest, touching))
}

impl Feelings {
    /// The slots about which something is to be written, and whether the steps ask them.
    fn written(&self, extent: Extent) -> impl Iterator<Item = (usize, &Felt, bool)> {
        self.bodies.iter().enumerate().filter_map(move |(slot, felt)| {
            let kept = self.is_kept(slot);
            let asked = kept || self.all;
            let wanted = felt.generation != 0 && (asked || extent == Extent::Whole);
            wanted.then_some((slot, felt, kept))
        })
    }

    /// Whether there is nothing to write: a world without feel has the bytes and the hash it always had.
    pub(super) fn is_blank(&self, extent: Extent) -> bool {
        let blank = Self::default();
        self.world == blank.world
            && self.zones.is_empty()
            && self.characters.iter().all(Feel::is_empty)
            && self.written(extent).next().is_none()
            && (extent == Extent::Steps || (self.pace, self.catch_up) == (blank.pace, blank.catch_up))
    }

    pub(super) fn write(&self, to: &mut Writer<'_>, extent: Extent) {
        write_feel(to, &self.world);
        to.long(self.zones.len() as u64);
        for zone in &self.zones {
            to.floats(&zone.corner);
            to.floats(&zone.size);
            write_feel(to, &zone.feel);
        }
        to.long(self.characters.len() as u64);
        for feel in &self.characters {
            write_feel(to, feel);
        }
        to.long(self.written(extent).count() as u64);
        for (slot, felt, kept) in self.written(extent) {
            to.long(slot as u64);
            to.word(felt.generation);
            to.byte(u8::from(kept));
            write_felt(to, felt, self.rest(slot), self.touching(slot), extent);
        }
        if extent == Extent::Whole {
            to.floats(&[self.pace.step()]);
            to.long(self.pace.left().to_bits());
            to.word(self.catch_up);
        }
    }

    /// What [`write`](Self::write) wrote whole, for a world of so many slots and characters.
    pub(super) fn read(from: &mut Reader<'_>, slots: usize, characters: usize) -> Option<Self> {
        let mut made = Self {
            world: read_feel(from)?,
            ..Self::default()
        };
        for _ in 0..from.count(20)? {
            let (corner, size) = (from.floats::<2>()?, from.floats::<2>()?);
            if !corner.iter().chain(&size).all(|edge| edge.is_finite()) {
                return None;
            }
            let feel = read_feel(from)?;
            made.zones.push(Zone { corner, size, feel });
        }
        for _ in 0..from.count(4)? {
            made.characters.push(read_feel(from)?);
        }
        if made.characters.len() > characters {
            return None;
        }
        for _ in 0..from.count(90)? {
            let slot = usize::try_from(from.long()?).ok().filter(|slot| *slot < slots)?;
            let generation = from.word().filter(|generation| *generation != 0)?;
            let kept = from.flag()?;
            let (felt, rest, touching) = read_felt(from, generation)?;
            if kept {
                *made.keep(slot, generation) = felt;
            } else {
                *made.pose(slot, generation) = felt;
            }
            made.set_rest(slot, rest);
            *made.touching_mut(slot) = touching;
        }
        let [step] = from.floats()?;
        let left = f64::from_bits(from.long()?);
        made.catch_up = from.word()?.max(1);
        made.pace = Pace::new(step, made.catch_up).with_left(left);
        made.ask_all();
        Some(made)
    }
}
