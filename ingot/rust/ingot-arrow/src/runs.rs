//! Strings or bytes, one behind another, as a column lays them out.

use arrow_array::{ArrayRef, BinaryArray, StringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use std::sync::Arc;

use crate::wire;

/// Bytes are copied so many at once, whatever their length, where there is room behind them on both sides.
const CHUNK: usize = 32;

/// So many bytes are made zeros at once at most: they are written over soon, while they are still near the processor.
const AHEAD: usize = 4 << 10;

/// A part of a count that is in proportion, and a little more.
pub(crate) fn share(count: usize, part: usize, of: usize) -> usize {
    let share = (count as u128 * part as u128) / (of as u128).max(1);
    usize::try_from(share + share / 16).unwrap_or(usize::MAX)
}

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
        self.bytes.reserve(count.saturating_mul(8).min(AHEAD));
    }

    /// The same, and room for bytes as those that are there, so many times as many as in so many.
    pub(crate) fn reserve_like(&mut self, count: usize, (times, of): (usize, usize)) {
        self.offsets.reserve(count);
        let room = self.used + share(self.used, times, of) + CHUNK;
        self.bytes.reserve_exact(room.saturating_sub(self.bytes.len()));
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

    /// Adds those that are at these places, and empty ones where there are no bits.
    pub(crate) fn gather(&mut self, input: &[u8], places: impl Iterator<Item = (usize, u64)>) {
        let Runs { bytes, used, offsets } = self;
        offsets.extend(places.map(|(at, value)| {
            let first = input.get(at).map_or(0, |first| u64::from(*first) & value);
            let (length, at) = match first {
                0..0x80 => (offset(i32::from(first.to_le_bytes()[0] >> 1)), at + 1),
                _ => wire::length(input, at).unwrap_or((0, at)),
            };
            let to = bytes.get_mut(*used..).and_then(<[u8]>::first_chunk_mut::<CHUNK>);
            match (input.get(at..).and_then(<[u8]>::first_chunk::<CHUNK>), to) {
                (Some(from), Some(to)) if length <= CHUNK => *to = *from,
                _ => add(bytes, *used, input.get(at..at + length).unwrap_or_default()),
            }
            *used += length;
            end_offset(*used)
        }));
    }

    pub(crate) fn push(&mut self, run: &[u8]) {
        add(&mut self.bytes, self.used, run);
        self.used += run.len();
        self.end();
    }

    #[inline]
    fn end(&mut self) {
        self.offsets.push(end_offset(self.used));
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
        let bytes = &self.bytes[start..self.used];
        if bytes.is_ascii() {
            return true;
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        // A letter could begin in one of them and end in the next.
        self.offsets[place..].iter().all(|end| text.is_char_boundary(offset(*end) - start))
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

/// Writes bytes behind those that are used, and makes room for a chunk behind them.
#[inline(never)]
fn add(bytes: &mut Vec<u8>, used: usize, run: &[u8]) {
    let end = used + run.len();
    if bytes.len() < end + CHUNK {
        // Where there is a room of which nothing is known yet, a part of it is as good as all.
        let room = (bytes.len() * 2).max(256).min(bytes.capacity().max(256)).min(bytes.len() + AHEAD);
        bytes.resize(room.max(end + CHUNK), 0);
    }
    bytes[used..end].copy_from_slice(run);
}

/// Offsets are never negative.
#[inline]
pub(crate) fn offset(value: i32) -> usize {
    value.cast_unsigned() as usize
}

/// The builder sees to it that no column has more bytes or items than an offset can say.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "as it says")]
pub(crate) fn end_offset(count: usize) -> i32 {
    count as i32
}
