//! The records of an unpacked block, one by one.

use ingot_codec::{Codec, DataClass, DataError, Options};

use crate::error::{ContainerError, Outcome};

/// Which record of a block comes next, where, and what the records of the block may still take together.
pub(crate) struct Cursor {
    offset: u64,
    count: u64,
    next: u64,
    at: usize,
    budget: Options,
    /// Whether it is still to be looked whether the block ends with its last record.
    open: bool,
}

impl Cursor {
    /// For no block.
    pub(crate) fn new(options: &Options) -> Self {
        Cursor { offset: 0, count: 0, next: 0, at: 0, budget: options.clone(), open: false }
    }

    /// Begins the block that stands at an offset of the file.
    pub(crate) fn begin(&mut self, offset: u64, count: u64, options: &Options) {
        (self.offset, self.count, self.next, self.at, self.open) = (offset, count, 0, 0, true);
        self.budget.limits.zero_width = options.limits.zero_width;
    }

    /// Leaves the block; how many records were left.
    pub(crate) fn leave(&mut self) -> u64 {
        let left = self.count - self.next;
        self.next = self.count;
        self.open = false;
        left
    }

    /// The next record of the block's bytes; an error if it is none, or if bytes are left behind the last; nothing behind
    /// it.
    #[inline]
    pub(crate) fn next<'b, T>(
        &mut self,
        codec: &Codec,
        bytes: &'b [u8],
        mut decode: impl FnMut(&Codec, &'b [u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        self.next_by(bytes, |bytes, options| decode(codec, bytes, options))
    }

    /// The same, by a function that knows the schema.
    #[inline]
    pub(crate) fn next_by<'b, T>(
        &mut self,
        bytes: &'b [u8],
        mut decode: impl FnMut(&'b [u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        if self.next == self.count {
            return self.end(bytes.len()).err().map(Err);
        }
        match decode(bytes.get(self.at..).unwrap_or_default(), &mut self.budget) {
            Ok((record, taken)) => {
                self.next += 1;
                self.at += taken;
                Some(Ok(record))
            }
            Err(mut error) => {
                error.offset = error.offset.map(|offset| offset + self.at);
                Some(Err(ContainerError::record(error, self.offset, self.next)))
            }
        }
    }

    #[inline]
    fn end(&mut self, length: usize) -> Outcome<()> {
        if !self.open || self.at == length {
            self.open = false;
            return Ok(());
        }
        self.open = false;
        let message = format!("{} records end at byte {} of a block of {length}", self.count, self.at);
        Err(ContainerError::new(DataClass::BlockSize, self.offset, message))
    }
}
