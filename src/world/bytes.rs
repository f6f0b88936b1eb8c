//! Numbers to bytes and back, lowest byte first.

/// Bytes being written.
pub(super) struct Writer<'a>(pub(super) &'a mut Vec<u8>);

impl Writer<'_> {
    pub(super) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(super) fn word(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn long(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn floats(&mut self, values: &[f32]) {
        for value in values {
            self.word(value.to_bits());
        }
    }

    /// A number that may not be there.
    pub(super) fn maybe(&mut self, value: Option<u64>) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            self.long(value);
        }
    }
}

/// Bytes being read; `None` wherever they end too soon or say what cannot be.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(super) fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    pub(super) fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn long(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub(super) fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = f32::from_bits(self.word()?);
        }
        Some(values)
    }

    pub(super) fn maybe(&mut self) -> Option<Option<u64>> {
        if self.flag()? {
            Some(Some(self.long()?))
        } else {
            Some(None)
        }
    }

    /// How many things follow, each of at least `size` bytes: no more than there can be.
    pub(super) fn count(&mut self, size: usize) -> Option<usize> {
        let count = usize::try_from(self.long()?).ok()?;
        (count.checked_mul(size)? <= self.0.len()).then_some(count)
    }
}

/// A number made of words, the same on every machine.
#[derive(Clone, Copy)]
pub(super) struct Hash(u64);

impl Hash {
    pub(super) fn new() -> Self {
        Self(0x243F_6A88_85A3_08D3)
    }

    pub(super) fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ mixed >> 32)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(23);
    }

    pub(super) fn floats(&mut self, values: &[f32]) {
        for value in values {
            self.add(u64::from(value.to_bits()));
        }
    }

    pub(super) fn maybe(&mut self, value: Option<u64>) {
        self.add(u64::from(value.is_some()));
        self.add(value.unwrap_or(0));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(word));
        }
    }

    pub(super) fn end(self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}
