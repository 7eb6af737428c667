//! The blocks that the items of arrays and maps come in: counts that may claim anything, and sizes.

use alloc::format;

use crate::error::{DataClass, Outcome, fault};
use crate::limits::Options;
use crate::wire::Input;

/// How blocks of items are read, and how many more items without bytes the datum may have.
#[derive(Debug, Clone)]
pub struct Blocks {
    lenient: bool,
    zero_width: u64,
}

/// Items that follow each other, and where they end by the size that the block gives.
#[derive(Debug)]
pub struct Block {
    /// How many items there are; at least one.
    pub count: u64,
    /// The offset where they end, if the block says it and that counts.
    pub end: Option<usize>,
}

impl Blocks {
    /// For one datum.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Blocks { lenient: options.lenient, zero_width: options.limits.zero_width }
    }

    /// How many more items without bytes there may be.
    #[must_use]
    pub const fn zero_width(&self) -> u64 {
        self.zero_width
    }

    /// The head of a block of items of at least so many bytes; nothing at the end of all blocks.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "short arrays are many, and have two heads each")]
    pub fn head(&mut self, input: &mut Input<'_>, least: u32) -> Outcome<Option<Block>> {
        self.head_as(input, least, self.lenient)
    }

    /// The same; leniently, the size that a block gives counts for nothing. Who passes over items holds to it always.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    pub fn head_as(&mut self, input: &mut Input<'_>, least: u32, lenient: bool) -> Outcome<Option<Block>> {
        let start = input.at();
        let signed = input.long()?;
        let count = signed.unsigned_abs();
        if count == 0 {
            return Ok(None);
        }
        if signed > 0 && least > 0 && count.saturating_mul(u64::from(least)) <= input.left() as u64 {
            return Ok(Some(Block { count, end: None }));
        }
        self.odd(input, (start, signed), least, lenient)
    }

    /// A block with a size, of items without bytes, or one that is wrong.
    #[cold]
    #[inline(never)]
    fn odd(
        &mut self,
        input: &mut Input<'_>,
        (start, count): (usize, i64),
        least: u32,
        lenient: bool,
    ) -> Outcome<Option<Block>> {
        if count == i64::MIN {
            return fault(DataClass::CountInvalid, Some(start), format!("a count of {count}"));
        }
        let sized = count < 0;
        let count = count.unsigned_abs();
        let size = if sized { Some(size(input, start)?) } else { None };
        let due = u128::from(count) * u128::from(least);
        if due > input.left() as u128 {
            let message = format!("{count} items are due, {} bytes are left", input.left());
            return fault(DataClass::EndOfInput, Some(start), message);
        }
        let mut end = None;
        if let (Some(size), false) = (size, lenient) {
            end = Some(input.at() + size);
            if due > size as u128 {
                return fault(DataClass::BlockSize, Some(start), format!("{count} items in {size} bytes"));
            }
        }
        if least == 0 {
            self.without_bytes(start, count)?;
        }
        Ok(Some(Block { count, end }))
    }

    /// So many values at an offset that may take no bytes; an error if there are too many by now. Items of blocks are
    /// counted by [`Blocks::head`]; fields of records are many, too, where a record stands often or holds others twice.
    pub fn without_bytes(&mut self, offset: usize, count: u64) -> Outcome<()> {
        let Some(left) = self.zero_width.checked_sub(count) else {
            let message = format!("{count} values that take no bytes: more than the limit");
            return fault(DataClass::LimitZeroWidth, Some(offset), message);
        };
        self.zero_width = left;
        Ok(())
    }
}

impl Block {
    /// After the last item: an error if the block says that it ends elsewhere.
    #[inline]
    pub fn end(&self, input: &Input<'_>) -> Outcome<()> {
        match self.end {
            Some(end) if end != input.at() => elsewhere(end, input.at()),
            _ => Ok(()),
        }
    }
}

#[cold]
#[inline(never)]
fn elsewhere<T>(end: usize, at: usize) -> Outcome<T> {
    fault(DataClass::BlockSize, Some(at), format!("a block ends here, by its size at byte {end}"))
}

fn size(input: &mut Input<'_>, start: usize) -> Outcome<usize> {
    let size = input.long()?;
    if size < 0 {
        return fault(DataClass::BlockSize, Some(start), format!("a block of {size} bytes"));
    }
    match usize::try_from(size) {
        Ok(size) if size <= input.left() => Ok(size),
        _ => {
            let message = format!("a block of {size} bytes, {} are left", input.left());
            fault(DataClass::EndOfInput, Some(start), message)
        }
    }
}
