//! The parts that all values are made of: integers of variable length, and runs of bytes.
//!
//! For crates that lay data out themselves, by the same rules and with the same errors as [`Codec`](crate::Codec).
//!
//! ```
//! use ingot_codec::wire::{Input, Step, Within};
//!
//! let mut input = Input::new(&[2, b'a', 0xff]);
//! assert_eq!(input.run().unwrap(), b"a");
//! let error = input.int().within(|| Step::Item(3)).unwrap_err();
//! assert_eq!(ingot_codec::DataError::from(error).to_string(), "[3], byte 3: the input ends within an int");
//! ```

#[cfg_attr(feature = "safe", path = "claimed_safe.rs")]
mod claimed;
#[cfg_attr(feature = "safe", path = "copies_safe.rs")]
mod copies;
mod text;
mod varint;

use alloc::format;
use alloc::vec::Vec;

pub use crate::blocks::{Block, Blocks};
use crate::error::DataClass;
pub use crate::error::{Fault, Outcome, Step, Within, fault};
pub use crate::logical::check::{Checked, Complaint, check_bytes, check_number, check_text};
pub use crate::plan::least_sizes;
pub use crate::scan::Scan;
#[doc(hidden)]
pub use claimed::{At, Out};
#[cfg(not(feature = "safe"))]
#[doc(hidden)]
pub use copies::copy;
pub(crate) use copies::{fill, fill_text, owned, owned_text};
pub use text::is_ascii;
use varint::{unpacked, unzigzag, unzigzag_int};

/// Bytes, and how many of them are read.
#[derive(Debug)]
pub struct Input<'b> {
    bytes: &'b [u8],
    /// Those that are not read.
    rest: &'b [u8],
}

impl<'b> Input<'b> {
    /// Bytes of which none is read.
    #[inline]
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Input { bytes, rest: bytes }
    }

    /// How many bytes are read.
    #[inline]
    #[must_use]
    pub fn at(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    /// Goes back to a place that was read before.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn back_to(&mut self, at: usize) {
        self.rest = &self.bytes[at..];
    }

    /// How many are not.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// The bytes that were read since an offset.
    #[must_use]
    pub fn since(&self, start: usize) -> &'b [u8] {
        &self.bytes[start..self.at()]
    }

    /// The next byte; an error names what it was to be.
    #[inline]
    pub fn byte(&mut self, what: &str) -> Outcome<u8> {
        let Some((byte, rest)) = self.rest.split_first() else { return ends(self.bytes.len(), what) };
        self.rest = rest;
        Ok(*byte)
    }

    /// The next `N` bytes; an error names what they were to be.
    #[inline]
    pub fn array<const N: usize>(&mut self, what: &str) -> Outcome<[u8; N]> {
        let Some((found, rest)) = self.rest.split_first_chunk::<N>() else { return ends(self.bytes.len(), what) };
        self.rest = rest;
        Ok(*found)
    }

    /// A fixed of `N` bytes, where they lie.
    #[inline]
    pub fn fixed<const N: usize>(&mut self) -> Outcome<&'b [u8; N]> {
        let Some((found, rest)) = self.rest.split_first_chunk::<N>() else {
            return due(self.at(), N as u64, self.left());
        };
        self.rest = rest;
        Ok(found)
    }

    /// The next bytes, this many.
    #[inline]
    pub fn take(&mut self, length: usize) -> Outcome<&'b [u8]> {
        let Some((found, rest)) = self.rest.split_at_checked(length) else {
            return due(self.at(), length as u64, self.left());
        };
        self.rest = rest;
        Ok(found)
    }

    /// Bytes or a string: a length, and as many bytes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of an int")]
    pub fn run(&mut self) -> Outcome<&'b [u8]> {
        let start = self.at();
        let length = self.long()?;
        match usize::try_from(length).ok().and_then(|length| self.rest.split_at_checked(length)) {
            Some((found, rest)) => {
                self.rest = rest;
                Ok(found)
            }
            None => no_run(start, length, self.left()),
        }
    }

    /// The text of bytes that were read last; an error if they are none.
    #[inline]
    pub(crate) fn utf8<'t>(&self, bytes: &'t [u8]) -> Outcome<&'t str> {
        text::text(bytes).or_else(|valid| no_text(self.at() - bytes.len() + valid))
    }

    /// An int: of at most five bytes, within 32 bits.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than most numbers, and puts what is left to read into memory"
    )]
    pub fn int(&mut self) -> Outcome<i32> {
        let start = self.at();
        let value = self.varint("an int")?;
        let Ok(bits) = u32::try_from(value) else { return beyond_32_bits(start) };
        if self.at() - start > 5 {
            return beyond_five_bytes(start);
        }
        Ok(unzigzag_int(bits))
    }

    /// A long: of at most ten bytes, within 64 bits.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of an int")]
    pub fn long(&mut self) -> Outcome<i64> {
        self.varint("a long").map(unzigzag)
    }

    /// An int, where it can be read at once; else nothing is read, and [`int`](Input::int) says what there is.
    #[doc(hidden)]
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is for loops in which a call costs more than the number")]
    pub fn quick_int(&mut self) -> Option<i32> {
        let (bits, length) = unpacked(self.word()?)?;
        let bits = u32::try_from(bits).ok()?;
        self.rest = self.rest.get(length..).filter(|_| length <= 5)?;
        Some(unzigzag_int(bits))
    }

    /// The same for a long.
    #[doc(hidden)]
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    pub fn quick_long(&mut self) -> Option<i64> {
        let (bits, length) = unpacked(self.word()?)?;
        self.rest = self.rest.get(length..)?;
        Some(unzigzag(bits))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of an int")]
    fn varint(&mut self, what: &str) -> Outcome<u64> {
        // Most numbers have one byte.
        match self.rest.split_first() {
            Some((byte, rest)) if *byte < 0x80 => {
                self.rest = rest;
                Ok(u64::from(*byte))
            }
            _ => self.longer(what),
        }
    }

    /// The next eight bytes, the first one lowest, with zeros for those that are not there; nothing if there are none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of an int")]
    fn word(&self) -> Option<u64> {
        if let Some(word) = self.rest.first_chunk() {
            return Some(u64::from_le_bytes(*word));
        }
        let Some(last) = self.bytes.last_chunk() else { return few(self.rest) };
        u64::from_le_bytes(*last).checked_shr(64 - 8 * u32::try_from(self.rest.len()).ok()?)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of an int")]
    fn longer(&mut self, what: &str) -> Outcome<u64> {
        if let Some(word) = self.word()
            && let Some((bits, length)) = unpacked(word)
            && let Some(rest) = self.rest.get(length..)
        {
            self.rest = rest;
            return Ok(bits);
        }
        let (bits, rest) = by_byte(self.rest, self.bytes.len(), what)?;
        self.rest = rest;
        Ok(bits)
    }
}

/// Fewer than eight bytes as a word; nothing if there are none. Small records are no longer than this.
#[inline(never)]
fn few(bytes: &[u8]) -> Option<u64> {
    let (length, last) = (bytes.len(), *bytes.last()?);
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return Some(u64::from(first) | u64::from(last) << (8 * (length - 4)));
    }
    let middle = length / 2;
    let at = |byte: u8, place: usize| u64::from(byte) << (8 * place);
    Some(at(bytes[0], 0) | at(bytes[middle], middle) | at(last, length - 1))
}

/// A varint at the end of the input, of more than eight bytes, or one that is wrong.
#[cold]
#[inline(never)]
fn by_byte<'b>(bytes: &'b [u8], length: usize, what: &str) -> Outcome<(u64, &'b [u8])> {
    let mut rest = bytes;
    let mut value = 0;
    for shift in (0..70).step_by(7) {
        let Some((byte, behind)) = rest.split_first() else { return ends(length, what) };
        rest = behind;
        if shift == 63 && *byte > 1 {
            let message = format!("{what} of more than ten bytes, or of bits beyond 64");
            return fault(DataClass::VarintInvalid, Some(length - bytes.len()), message);
        }
        value |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            break;
        }
    }
    Ok((value, rest))
}

#[cold]
#[inline(never)]
fn ends<T>(length: usize, what: &str) -> Outcome<T> {
    fault(DataClass::EndOfInput, Some(length), format!("the input ends within {what}"))
}

#[cold]
#[inline(never)]
fn due<T>(start: usize, length: u64, left: usize) -> Outcome<T> {
    fault(DataClass::EndOfInput, Some(start), format!("{length} bytes are due, {left} are left"))
}

#[cold]
#[inline(never)]
fn no_run<T>(start: usize, length: i64, left: usize) -> Outcome<T> {
    if length < 0 {
        return fault(DataClass::LengthNegative, Some(start), format!("a length of {length}"));
    }
    due(start, length.unsigned_abs(), left)
}

#[cold]
#[inline(never)]
fn no_text<T>(offset: usize) -> Outcome<T> {
    fault(DataClass::Utf8Invalid, Some(offset), "a string that is not UTF-8")
}

#[cold]
#[inline(never)]
fn beyond_32_bits<T>(start: usize) -> Outcome<T> {
    fault(DataClass::IntRange, Some(start), "an int beyond 32 bits")
}

#[cold]
#[inline(never)]
fn beyond_five_bytes<T>(start: usize) -> Outcome<T> {
    fault(DataClass::VarintInvalid, Some(start), "an int of more than five bytes")
}

/// Adds an int or a long.
#[inline]
pub fn put_long(out: &mut Vec<u8>, value: i64) {
    let (mut out, at) = Out::one(out, 10);
    let at = out.long(at, value);
    out.end_at(at);
}

/// Adds an int.
#[cfg(feature = "serde")]
#[inline]
pub(crate) fn put_int(out: &mut Vec<u8>, value: i32) {
    let (mut out, at) = Out::one(out, 5);
    let at = out.int(at, value);
    out.end_at(at);
}

/// Adds bytes or a string: the length, and the bytes.
#[inline]
pub fn put_run(out: &mut Vec<u8>, bytes: &[u8]) {
    let (mut out, at) = Out::one(out, bytes.len().saturating_add(10));
    let at = out.run(at, bytes);
    out.end_at(at);
}

#[cfg(test)]
mod tests {
    use super::few;

    #[test]
    fn few_bytes_are_the_low_ones_of_a_word() {
        let bytes = [0x81, 0x42, 0xc3, 0x24, 0xa5, 0x66, 0xe7];
        assert_eq!(few(&[]), None);
        for length in 1..8 {
            let mut word = [0; 8];
            word[..length].copy_from_slice(&bytes[..length]);
            assert_eq!(few(&bytes[..length]), Some(u64::from_le_bytes(word)), "{length}");
        }
    }
}
