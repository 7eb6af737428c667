//! A block by itself, unpacked: it can be kept, and handed to another thread.

use std::fmt;

use ingot_codec::{DataError, Options};

use crate::error::{ContainerError, Outcome};
use crate::records::Cursor;

/// A block of a file that has been unpacked, by [`Block::unpacked`](crate::Block::unpacked), and which of its records
/// comes next.
pub struct Unpacked {
    pub(crate) offset: u64,
    pub(crate) count: u64,
    pub(crate) packed: usize,
    pub(crate) bytes: Vec<u8>,
    pub(crate) cursor: Cursor,
}

impl Unpacked {
    /// Where in the file it begins.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// How many records it says that it has; none only if there are packed bytes nevertheless.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// How many bytes it has in the file, without its head and the marker.
    #[must_use]
    pub const fn packed(&self) -> usize {
        self.packed
    }

    /// The records' bytes, one behind the other.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The next record, made by a function as [`Reader::next_by`](crate::Reader::next_by) calls it; nothing behind the
    /// last. After an error there are records left that should not be asked for: see [`Unpacked::leave`].
    #[inline]
    pub fn next_by<T>(
        &mut self,
        decode: impl FnMut(&[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        self.cursor.next_by(&self.bytes, decode)
    }

    /// Begins again with its first record.
    pub fn rewind(&mut self, options: &Options) {
        self.cursor.begin(self.offset, self.count, options);
    }

    /// Leaves the records that are left; how many these were.
    pub fn leave(&mut self) -> u64 {
        self.cursor.leave()
    }

    /// The error of the file for one of a record, by its number in the block.
    #[must_use]
    pub fn wrong(&self, error: DataError, record: u64) -> ContainerError {
        ContainerError::record(error, self.offset, record)
    }
}

impl fmt::Debug for Unpacked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unpacked { offset, count, .. } = self;
        out.debug_struct("Unpacked").field("offset", offset).field("count", count).finish_non_exhaustive()
    }
}
