//! Shapes stored once: the many bodies of one character share one entry of a small table.

use std::collections::HashMap;

use crate::collision::quick::{self, Hull};
use crate::collision::{Kind, Shape};

/// The number of no shape.
pub(super) const NO_SHAPE: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) shape: Shape,
    /// Its bounding box, in the form in which it is compared.
    pub(super) hull: Hull,
    /// [`quick::glide`] is for it.
    pub(super) glides: bool,
    uses: u32,
}

/// The table.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    entries: Vec<Entry>,
    free: Vec<u32>,
    by_value: HashMap<[u32; 11], u32>,
    layers: u32,
}

/// A shape's numbers: equal exactly where two shapes are the same to the bit.
pub(super) fn words(shape: &Shape) -> [u32; 11] {
    let kind = match shape.kind {
        Kind::Box => 0,
        Kind::Circle => 1,
        Kind::CapsuleX => 2,
        Kind::CapsuleY => 3,
    };
    [
        kind,
        shape.offset[0].to_bits(),
        shape.offset[1].to_bits(),
        shape.size[0].to_bits(),
        shape.size[1].to_bits(),
        shape.z.to_bits(),
        shape.depth.to_bits(),
        shape.layers,
        shape.collides,
        u32::from(shape.sensor),
        u32::from(shape.fixed),
    ]
}

impl Shapes {
    /// The number of a shape, with one more use counted.
    pub(super) fn take(&mut self, shape: Option<&Shape>) -> u32 {
        let Some(shape) = shape else {
            return NO_SHAPE;
        };
        let key = words(shape);
        if let Some(&number) = self.by_value.get(&key) {
            self.entries[number as usize - 1].uses += 1;
            return number;
        }
        self.layers |= shape.layers;
        let entry = Entry {
            shape: *shape,
            hull: Hull::of(shape),
            glides: quick::can_glide(shape),
            uses: 1,
        };
        let number = if let Some(number) = self.free.pop() {
            self.entries[number as usize - 1] = entry;
            number
        } else {
            self.entries.push(entry);
            self.entries.len() as u32
        };
        self.by_value.insert(key, number);
        number
    }

    /// Counts one use less.
    pub(super) fn give_back(&mut self, number: u32) {
        if number == NO_SHAPE {
            return;
        }
        let entry = &mut self.entries[number as usize - 1];
        entry.uses -= 1;
        if entry.uses == 0 {
            self.by_value.remove(&words(&entry.shape));
            self.free.push(number);
        }
    }

    /// The shape of a number that is in use.
    pub(super) fn get(&self, number: u32) -> Option<&Shape> {
        self.entry(number).map(|entry| &entry.shape)
    }

    /// All layers that any shape has been on.
    pub(super) fn layers(&self) -> u32 {
        self.layers
    }

    /// All that is known about the shape of a number that is in use.
    pub(super) fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get((number as usize).wrapping_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shapes_share_a_number_until_the_last_use_is_gone() {
        let mut shapes = Shapes::default();
        let small = Shape::rect(0.0, 0.0, 8.0, 8.0, 0.0).unwrap();
        let large = Shape::rect(0.0, 0.0, 9.0, 8.0, 0.0).unwrap();
        let (a, b) = (shapes.take(Some(&small)), shapes.take(Some(&small)));
        let c = shapes.take(Some(&large));
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(shapes.take(None), NO_SHAPE);
        assert!(shapes.get(NO_SHAPE).is_none());
        shapes.give_back(a);
        assert_eq!(shapes.get(b), Some(&small));
        shapes.give_back(b);
        let round = Shape::circle(0.0, 0.0, 3.0, 0.0).unwrap();
        assert_eq!(shapes.take(Some(&round)), a, "the number is used again");
        assert_eq!(shapes.get(c), Some(&large));
    }
}
