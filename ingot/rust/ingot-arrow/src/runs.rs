//! Strings or bytes, one behind another, as a column lays them out.

use arrow_array::{ArrayRef, BinaryArray, StringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use std::sync::Arc;

use crate::wire;

/// Bytes are copied so many at once, whatever their length, where there is room behind them on both sides.
const CHUNK: usize = 32;

#[derive(Debug, Clone)]
pub(crate) struct Runs {
    /// Written up to `used`; zeros behind.
    bytes: Vec<u8>,
    used: usize,
    /// Where each ends, after where the first begins.
    offsets: Vec<i32>,
}

impl Runs {
    pub(crate) fn new() -> Self {
        Runs { bytes: Vec::new(), used: 0, offsets: vec![0] }
    }

    pub(crate) fn reserve(&mut self, count: usize) {
        self.offsets.reserve(count);
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(crate) fn used(&self) -> usize {
        self.used
    }

    pub(crate) fn get(&self, place: usize) -> &[u8] {
        &self.bytes[offset(self.offsets[place])..offset(self.offsets[place + 1])]
    }

    /// Reads a length and as many bytes; gives where they end in the input.
    #[inline]
    pub(crate) fn read(&mut self, input: &[u8], at: usize) -> Option<usize> {
        let (length, at) = wire::length(input, at)?;
        let (Some(from), Some(to)) =
            (input[at..].first_chunk::<CHUNK>(), self.bytes[self.used..].first_chunk_mut::<CHUNK>())
        else {
            return self.read_near_end(input, at, length);
        };
        if length > CHUNK {
            return self.read_near_end(input, at, length);
        }
        *to = *from;
        self.used += length;
        self.end();
        Some(at + length)
    }

    #[inline(never)]
    fn read_near_end(&mut self, input: &[u8], at: usize, length: usize) -> Option<usize> {
        let run = input.get(at..at + length)?;
        self.push(run);
        Some(at + length)
    }

    pub(crate) fn push(&mut self, run: &[u8]) {
        let end = self.used + run.len();
        if self.bytes.len() < end + CHUNK {
            let room = (end + CHUNK).max(self.bytes.len() * 2).max(256);
            self.bytes.resize(room, 0);
        }
        self.bytes[self.used..end].copy_from_slice(run);
        self.used = end;
        self.end();
    }

    /// The builder sees to it that no column has more bytes than an offset can say.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "as it says")]
    fn end(&mut self) {
        self.offsets.push(self.used as i32);
    }

    pub(crate) fn push_empty(&mut self, count: usize) {
        let last = self.offsets[self.len()];
        self.offsets.resize(self.offsets.len() + count, last);
    }

    pub(crate) fn truncate(&mut self, count: usize) {
        self.offsets.truncate(count + 1);
        self.used = offset(self.offsets[count]);
    }

    /// Whether all of them from this one on are UTF-8: looked at together, which is faster than one by one.
    pub(crate) fn is_utf8_from(&self, place: usize) -> bool {
        let start = offset(self.offsets[place]);
        let Ok(text) = std::str::from_utf8(&self.bytes[start..self.used]) else { return false };
        // A letter could begin in one of them and end in the next.
        text.is_ascii() || self.offsets[place..].iter().all(|end| text.is_char_boundary(offset(*end) - start))
    }

    /// The column of those that are UTF-8.
    pub(crate) fn finish_text(self, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        let (offsets, bytes) = self.finish();
        Ok(Arc::new(StringArray::try_new(offsets, bytes, nulls)?))
    }

    pub(crate) fn finish_bytes(self, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        let (offsets, bytes) = self.finish();
        Ok(Arc::new(BinaryArray::try_new(offsets, bytes, nulls)?))
    }

    fn finish(mut self) -> (OffsetBuffer<i32>, Buffer) {
        self.bytes.truncate(self.used);
        (OffsetBuffer::new(ScalarBuffer::from(self.offsets)), Buffer::from_vec(self.bytes))
    }
}

/// Offsets are never negative.
#[inline]
pub(crate) fn offset(value: i32) -> usize {
    value.cast_unsigned() as usize
}
