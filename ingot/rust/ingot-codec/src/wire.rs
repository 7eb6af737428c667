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

use alloc::format;
use alloc::vec::Vec;

pub use crate::blocks::{Block, Blocks};
use crate::error::DataClass;
pub use crate::error::{Fault, Outcome, Step, Within, fault};
pub use crate::logical::{Checked, Complaint, check_bytes, check_number, check_text};
pub use crate::plan::least_sizes;
pub use crate::scan::Scan;

/// Bytes, and how many of them are read.
#[derive(Debug)]
pub struct Input<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Input<'b> {
    /// Bytes of which none is read.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Input { bytes, at: 0 }
    }

    /// How many bytes are read.
    #[inline]
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes back to a place that was read before.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// How many are not.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The bytes that were read since an offset.
    #[must_use]
    pub fn since(&self, start: usize) -> &'b [u8] {
        &self.bytes[start..self.at]
    }

    /// The next byte; an error names what it was to be.
    #[inline]
    pub fn byte(&mut self, what: &str) -> Outcome<u8> {
        let Some(byte) = self.bytes.get(self.at) else { return self.ends(what) };
        self.at += 1;
        Ok(*byte)
    }

    /// The next `N` bytes; an error names what they were to be.
    #[inline]
    pub fn array<const N: usize>(&mut self, what: &str) -> Outcome<[u8; N]> {
        let Some(found) = self.bytes[self.at..].first_chunk::<N>() else {
            self.at = self.bytes.len();
            return self.ends(what);
        };
        self.at += N;
        Ok(*found)
    }

    /// The next bytes, this many.
    #[inline]
    pub fn take(&mut self, length: usize) -> Outcome<&'b [u8]> {
        let Some(found) = self.bytes[self.at..].get(..length) else {
            let message = format!("{length} bytes are due, {} are left", self.left());
            return fault(DataClass::EndOfInput, Some(self.at), message);
        };
        self.at += length;
        Ok(found)
    }

    /// Bytes or a string: a length, and as many bytes.
    #[inline]
    pub fn run(&mut self) -> Outcome<&'b [u8]> {
        let start = self.at;
        let length = self.long()?;
        if length < 0 {
            return fault(DataClass::LengthNegative, Some(start), format!("a length of {length}"));
        }
        match usize::try_from(length) {
            Ok(length) if length <= self.left() => self.take(length),
            _ => {
                let message = format!("{length} bytes are due, {} are left", self.left());
                fault(DataClass::EndOfInput, Some(start), message)
            }
        }
    }

    /// An int: of at most five bytes, within 32 bits.
    #[inline]
    pub fn int(&mut self) -> Outcome<i32> {
        let start = self.at;
        let value = self.varint("an int")?;
        let Ok(value) = u32::try_from(value) else {
            return fault(DataClass::IntRange, Some(start), "an int beyond 32 bits");
        };
        if self.at - start > 5 {
            return fault(DataClass::VarintInvalid, Some(start), "an int of more than five bytes");
        }
        Ok((value >> 1).cast_signed() ^ -((value & 1).cast_signed()))
    }

    /// A long: of at most ten bytes, within 64 bits.
    #[inline]
    pub fn long(&mut self) -> Outcome<i64> {
        let value = self.varint("a long")?;
        Ok((value >> 1).cast_signed() ^ -((value & 1).cast_signed()))
    }

    #[inline]
    fn varint(&mut self, what: &str) -> Outcome<u64> {
        // Most numbers have one byte.
        match self.bytes.get(self.at) {
            Some(byte) if *byte < 0x80 => {
                self.at += 1;
                Ok(u64::from(*byte))
            }
            _ => self.longer(what),
        }
    }

    fn longer(&mut self, what: &str) -> Outcome<u64> {
        let start = self.at;
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte(what)?;
            if shift == 63 && byte > 1 {
                let message = format!("{what} of more than ten bytes, or of bits beyond 64");
                return fault(DataClass::VarintInvalid, Some(start), message);
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        fault(DataClass::VarintInvalid, Some(start), format!("{what} of more than ten bytes"))
    }

    fn ends<T>(&self, what: &str) -> Outcome<T> {
        fault(DataClass::EndOfInput, Some(self.at), format!("the input ends within {what}"))
    }
}

/// Adds an int or a long.
#[inline]
pub fn put_long(out: &mut Vec<u8>, value: i64) {
    let mut bits = (value << 1 ^ value >> 63).cast_unsigned();
    if bits < 0x80 {
        return out.push(bits.to_le_bytes()[0]);
    }
    let mut bytes = [0; 10];
    let mut length = 0;
    while bits >= 0x80 {
        bytes[length] = bits.to_le_bytes()[0] | 0x80;
        bits >>= 7;
        length += 1;
    }
    bytes[length] = bits.to_le_bytes()[0];
    out.extend_from_slice(&bytes[..=length]);
}

/// Adds bytes or a string: the length, and the bytes.
#[inline]
pub fn put_run(out: &mut Vec<u8>, bytes: &[u8]) {
    // No slice is longer than an i64 can say.
    put_long(out, i64::try_from(bytes.len()).unwrap_or(i64::MAX));
    out.extend_from_slice(bytes);
}
