//! What all readers of bytes share: values without parts, the heads of blocks, and how deep and how many there may be.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;

use ingot_schema::Logical;

use crate::blocks::{Block, Blocks};
use crate::error::{DataClass, Outcome, fault};
use crate::limits::{Limits, Options};
use crate::logical::{Checked, check_bytes, check_number, check_text};
use crate::wire::Input;

/// The bytes of a datum on their way, strictly and within limits.
#[derive(Debug)]
pub struct Scan<'o, 'b> {
    /// How the bytes are read.
    pub options: &'o Options,
    /// The bytes, and where the next value begins.
    pub input: Input<'b>,
    /// How much deeper values may lie.
    depth: usize,
    /// How blocks of items are read, and what may still take no bytes.
    pub blocks: Blocks,
}

/// No more room than for this many values is asked for at once: a count may claim any number, a record have many fields.
pub(crate) const MOST_AT_ONCE: usize = 1024;

/// Who reads bytes by a plan.
pub(crate) trait Scanning<'o, 'b> {
    fn scan(&mut self) -> &mut Scan<'o, 'b>;
}

impl Block {
    /// For how many items to make room at first.
    #[inline]
    pub(crate) fn at_once(&self) -> usize {
        at_once(self.count)
    }
}

/// For how many of so many items to make room.
#[inline]
pub(crate) fn at_once(count: u64) -> usize {
    usize::try_from(count).map_or(MOST_AT_ONCE, |count| count.min(MOST_AT_ONCE))
}

impl<'o, 'b> Scan<'o, 'b> {
    /// Before the first value.
    #[inline]
    #[must_use]
    pub fn new(options: &'o Options, bytes: &'b [u8]) -> Self {
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        Scan { options, input: Input::new(bytes), depth, blocks: Blocks::new(options) }
    }

    /// Takes values to lie so many levels deep already.
    #[must_use]
    pub fn within(mut self, levels: usize) -> Self {
        self.depth = self.depth.saturating_sub(levels);
        self
    }

    /// Goes a level deeper, until [`Scan::leave`]; an error if that is too deep.
    #[inline]
    pub fn enter(&mut self) -> Outcome<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return too_deep(self.input.at());
        };
        self.depth = depth;
        Ok(())
    }

    /// Comes back from what was entered last.
    #[inline]
    pub fn leave(&mut self) {
        self.depth += 1;
    }

    /// Goes a level deeper for the fields of a record, of which so many may take no bytes: they count as items do.
    #[inline]
    pub fn enter_record(&mut self, empty: u32) -> Outcome<()> {
        if empty > 0 {
            self.blocks.without_bytes(self.input.at(), u64::from(empty))?;
        }
        self.enter()
    }

    /// A boolean.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than most values")]
    pub fn boolean(&mut self) -> Outcome<bool> {
        let byte = self.input.byte("a boolean")?;
        if byte > 1 && !self.options.lenient {
            return no_boolean(self.input.at() - 1, byte);
        }
        Ok(byte != 0)
    }

    /// An int, and what its logical type asks of it.
    #[inline]
    pub fn int(&mut self, check: Option<Logical>) -> Outcome<i32> {
        let start = self.input.at();
        let value = self.input.int()?;
        if let Some(check) = check {
            check_number(check, i64::from(value), self.options).at(start)?;
        }
        Ok(value)
    }

    /// A long, and what its logical type asks of it.
    #[inline]
    pub fn long(&mut self, check: Option<Logical>) -> Outcome<i64> {
        let start = self.input.at();
        let value = self.input.long()?;
        if let Some(check) = check {
            check_number(check, value, self.options).at(start)?;
        }
        Ok(value)
    }

    /// A float.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than most values")]
    pub fn float(&mut self) -> Outcome<f32> {
        Ok(f32::from_le_bytes(self.input.array("a float")?))
    }

    /// A double.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than most values")]
    pub fn double(&mut self) -> Outcome<f64> {
        Ok(f64::from_le_bytes(self.input.array("a double")?))
    }

    /// Bytes, and what their logical type asks of them.
    #[inline]
    pub fn bytes(&mut self, check: Option<Logical>) -> Outcome<&'b [u8]> {
        let start = self.input.at();
        let bytes = self.input.run()?;
        if let Some(check) = check {
            check_bytes(check, bytes, self.options).at(start)?;
        }
        Ok(bytes)
    }

    /// A fixed, and what its logical type asks of it.
    #[inline]
    pub fn fixed(&mut self, size: u32, check: Option<Logical>) -> Outcome<&'b [u8]> {
        let start = self.input.at();
        let bytes = self.input.take(size as usize)?;
        if let Some(check) = check {
            check_bytes(check, bytes, self.options).at(start)?;
        }
        Ok(bytes)
    }

    /// A string, and what its logical type asks of it.
    pub(crate) fn string(&mut self, check: Option<Logical>) -> Outcome<String> {
        self.text(check, self.options.lenient).map(Cow::into_owned)
    }

    /// A string that was written as bytes: that it is UTF-8 was never promised, so no reader takes it for a small fault.
    pub(crate) fn string_of_bytes(&mut self, check: Option<Logical>) -> Outcome<String> {
        self.text(check, false).map(Cow::into_owned)
    }

    /// A string, borrowed where it is UTF-8.
    #[inline]
    pub(crate) fn text(&mut self, check: Option<Logical>, lenient: bool) -> Outcome<Cow<'b, str>> {
        let start = self.input.at();
        let bytes = self.input.run()?;
        let text = if lenient { String::from_utf8_lossy(bytes) } else { Cow::Borrowed(self.utf8(bytes)?) };
        if let Some(check) = check {
            check_text(check, &text, self.options).at(start)?;
        }
        Ok(text)
    }

    /// The key of an entry: always UTF-8, for two keys that are not could become one.
    pub(crate) fn key(&mut self) -> Outcome<String> {
        self.borrowed_text().map(ToOwned::to_owned)
    }

    /// Text that is always UTF-8.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than most values")]
    pub(crate) fn borrowed_text(&mut self) -> Outcome<&'b str> {
        let bytes = self.input.run()?;
        self.utf8(bytes)
    }

    /// The number of a symbol of so many.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than most values")]
    pub fn symbol(&mut self, count: u32) -> Outcome<u32> {
        let start = self.input.at();
        let symbol = self.input.int()?;
        match u32::try_from(symbol) {
            Ok(symbol) if symbol < count => Ok(symbol),
            _ => no_symbol(start, symbol, count),
        }
    }

    /// The place of a branch among so many.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than most values")]
    pub fn branch(&mut self, count: usize) -> Outcome<u32> {
        let start = self.input.at();
        let branch = self.input.int()?;
        match u32::try_from(branch) {
            Ok(place) if (place as usize) < count => Ok(place),
            _ => no_branch(start, branch, count),
        }
    }

    /// The head of a block of items of at least so many bytes; nothing at the end of all blocks.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of its head")]
    pub(crate) fn block(&mut self, least: u32) -> Outcome<Option<Block>> {
        self.blocks.head(&mut self.input, least)
    }

    /// The same for who passes over it: its size counts for lenient readers, too.
    pub(crate) fn sized_block(&mut self, least: u32) -> Outcome<Option<Block>> {
        self.blocks.head_as(&mut self.input, least, false)
    }

    /// After the last item: an error if a block has another end than it says.
    #[inline]
    pub fn end(&self, block: &Block) -> Outcome<()> {
        block.end(&self.input)
    }

    /// The text of bytes that were read last; an error if they are none.
    #[inline]
    pub fn utf8<'t>(&self, bytes: &'t [u8]) -> Outcome<&'t str> {
        self.input.utf8(bytes)
    }
}

#[cold]
#[inline(never)]
fn no_boolean<T>(offset: usize, byte: u8) -> Outcome<T> {
    fault(DataClass::BooleanInvalid, Some(offset), format!("a boolean is the byte 0 or 1, not {byte}"))
}

#[cold]
#[inline(never)]
fn too_deep<T>(offset: usize) -> Outcome<T> {
    fault(DataClass::LimitDepth, Some(offset), "values are nested too deeply")
}

#[cold]
#[inline(never)]
fn no_symbol<T>(start: usize, symbol: i32, count: u32) -> Outcome<T> {
    fault(DataClass::EnumIndex, Some(start), format!("symbol {symbol} of {count}"))
}

#[cold]
#[inline(never)]
fn no_branch<T>(start: usize, branch: i32, count: usize) -> Outcome<T> {
    fault(DataClass::UnionIndex, Some(start), format!("branch {branch} of {count}"))
}
