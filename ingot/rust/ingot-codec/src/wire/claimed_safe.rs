//! What `claimed.rs` does, with a look at every byte's place.
//!
//! The room that is claimed is filled with zeros first. [`At`] is an offset in it.

use alloc::vec::Vec;

use super::varint::{long_bytes, packed, zigzag};

const SLACK: usize = 16;

/// How much more is filled with zeros than is asked for: so most claims for short texts find their room.
const AHEAD: usize = 128;

/// Bytes that grow at their end.
pub struct Out<'v> {
    bytes: &'v mut Vec<u8>,
}

/// The place of the next byte of an [`Out`].
#[derive(Clone, Copy)]
pub struct At(usize);

impl<'v> Out<'v> {
    /// How much more room there has to be than is claimed.
    pub(crate) const SLACK: usize = SLACK;

    #[inline]
    pub(crate) fn new(bytes: &'v mut Vec<u8>, room: usize) -> (Self, At) {
        let at = At(bytes.len());
        let mut out = Out { bytes };
        let at = out.claim(at, room);
        (out, at)
    }

    /// The same for one part, behind which nothing is claimed.
    #[inline]
    pub(crate) fn one(bytes: &'v mut Vec<u8>, room: usize) -> (Self, At) {
        let at = At(bytes.len());
        bytes.resize(at.0.saturating_add(room).saturating_add(SLACK), 0);
        (Out { bytes }, at)
    }

    #[inline]
    pub(crate) fn claim(&mut self, at: At, room: usize) -> At {
        let length = at.0.saturating_add(room).saturating_add(SLACK);
        if length > self.bytes.len() {
            // More than is asked for, where that costs no allocation.
            let ahead = length.saturating_add(AHEAD).min(self.bytes.capacity());
            self.bytes.resize(length.max(ahead), 0);
        }
        at
    }

    #[inline]
    pub(crate) fn end_at(&mut self, at: At) {
        self.bytes.truncate(at.0);
    }

    #[inline]
    pub(crate) fn byte(&mut self, at: At, byte: u8) -> At {
        self.bytes[at.0] = byte;
        At(at.0 + 1)
    }

    #[inline]
    pub(crate) fn array<const N: usize>(&mut self, at: At, bytes: [u8; N]) -> At {
        self.bytes[at.0..at.0 + N].copy_from_slice(&bytes);
        At(at.0 + N)
    }

    #[inline]
    pub(crate) fn int(&mut self, at: At, value: i32) -> At {
        let (word, length) = packed(u64::from((value << 1 ^ value >> 31).cast_unsigned()));
        At(self.array(at, word.to_le_bytes()).0 - 8 + length)
    }

    #[inline]
    pub(crate) fn long(&mut self, at: At, value: i64) -> At {
        let bits = zigzag(value);
        if bits >> 56 != 0 {
            let (bytes, length) = long_bytes(bits);
            return At(self.array(at, bytes).0 - 10 + length);
        }
        let (word, length) = packed(bits);
        At(self.array(at, word.to_le_bytes()).0 - 8 + length)
    }

    #[inline]
    pub(crate) fn run(&mut self, at: At, bytes: &[u8]) -> At {
        let at = self.count(at, bytes.len());
        let end = at.0 + bytes.len();
        let to = &mut self.bytes[at.0..end];
        match bytes.len() {
            8..16 => both::<8>(bytes, to),
            16..=32 => both::<16>(bytes, to),
            _ => to.copy_from_slice(bytes),
        }
        At(end)
    }

    /// A length or a count of items, which uses up ten bytes of the claim. Most have one byte.
    #[inline]
    pub(crate) fn count(&mut self, at: At, count: usize) -> At {
        if count < 64 {
            return self.byte(at, count.to_le_bytes()[0] << 1);
        }
        // No vector is longer than an i64 can say.
        self.long(at, i64::try_from(count).unwrap_or(i64::MAX))
    }
}

/// Copies the first and the last `N` bytes, which may overlap.
#[inline]
fn both<const N: usize>(bytes: &[u8], to: &mut [u8]) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        if let Some(to) = to.first_chunk_mut() {
            *to = *first;
        }
        if let Some(to) = to.last_chunk_mut() {
            *to = *last;
        }
    }
}
