//! Numbers to bytes and back, lowest byte first, and a hash of them: what snapshots are made of.
#![forbid(unsafe_code)]

/// What bytes can be written to.
pub(crate) trait Sink {
    /// Takes the next bytes.
    fn put(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// A place of a fixed size, filled from its beginning. What does not fit is dropped.
#[cfg(feature = "capi")]
pub(crate) struct Room<'a>(pub(crate) &'a mut [u8]);

#[cfg(feature = "capi")]
impl Sink for Room<'_> {
    fn put(&mut self, bytes: &[u8]) {
        let room = core::mem::take(&mut self.0);
        if let Some((first, rest)) = room.split_at_mut_checked(bytes.len()) {
            first.copy_from_slice(bytes);
            self.0 = rest;
        }
    }
}

/// Bytes being written.
pub(crate) struct Writer<'a, S = Vec<u8>>(pub(crate) &'a mut S);

impl<S: Sink> Writer<'_, S> {
    pub(crate) fn byte(&mut self, value: u8) {
        self.0.put(&[value]);
    }

    pub(crate) fn word(&mut self, value: u32) {
        self.0.put(&value.to_le_bytes());
    }

    pub(crate) fn long(&mut self, value: u64) {
        self.0.put(&value.to_le_bytes());
    }

    pub(crate) fn floats(&mut self, values: &[f32]) {
        for value in values {
            self.word(value.to_bits());
        }
    }

    /// A number that may not be there.
    pub(crate) fn maybe(&mut self, value: Option<u64>) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            self.long(value);
        }
    }
}

/// Bytes being read; `None` wherever they end too soon or say what cannot be.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    pub(crate) fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn long(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub(crate) fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = f32::from_bits(self.word()?);
        }
        Some(values)
    }

    pub(crate) fn maybe(&mut self) -> Option<Option<u64>> {
        if self.flag()? {
            Some(Some(self.long()?))
        } else {
            Some(None)
        }
    }

    /// How many things follow, each of at least `size` bytes: no more than there can be.
    pub(crate) fn count(&mut self, size: usize) -> Option<usize> {
        let count = usize::try_from(self.long()?).ok()?;
        (count.checked_mul(size)? <= self.0.len()).then_some(count)
    }
}

/// A number made of words, the same on every machine.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0x243F_6A88_85A3_08D3)
    }

    pub(crate) fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ mixed >> 32)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(23);
    }

    pub(crate) fn floats(&mut self, values: &[f32]) {
        for value in values {
            self.add(u64::from(value.to_bits()));
        }
    }

    pub(crate) fn maybe(&mut self, value: Option<u64>) {
        self.add(u64::from(value.is_some()));
        self.add(value.unwrap_or(0));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(word));
        }
    }

    pub(crate) fn end(self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed apart, with whole numbers of any length cut to 64 bits.
    #[test]
    fn a_hash_is_the_number_that_it_is_on_every_machine() {
        let mut hash = Hash::new();
        hash.add(1);
        hash.add(0xFEDC_BA98_7654_3210);
        hash.floats(&[1.5, -0.0]);
        hash.maybe(Some(7));
        hash.maybe(None);
        hash.bytes(b"ten bytes!");
        assert_eq!(hash.end(), 0x7EE5_699C_88AF_EAD8);
    }

    #[cfg(feature = "capi")]
    #[test]
    fn what_does_not_fit_is_dropped() {
        let mut room = [9; 6];
        let mut place = Room(&mut room);
        let mut out = Writer(&mut place);
        out.word(0x0403_0201);
        out.word(u32::MAX);
        assert_eq!(place.0.len(), 0);
        assert_eq!(room, [1, 2, 3, 4, 9, 9]);
    }
}
