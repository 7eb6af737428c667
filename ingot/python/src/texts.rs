//! Strings of texts that are not all ASCII: bytes are checked, and written as characters, in one pass over them.

use pyo3::ffi;

#[cfg(making)]
use crate::internals::{making, usable};
use crate::objects::{Owned, Raised};

/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A string of bytes that are not all ASCII; nothing if they are not UTF-8, or one character, which the interpreter's own
/// function may have at hand.
pub(crate) unsafe fn wide(bytes: &[u8]) -> Result<Option<Owned>, Raised> {
    let (count, highest) = measured(bytes);
    if count < 2 {
        return Ok(None);
    }
    unsafe {
        #[cfg(making)]
        if usable() && highest <= 0xffff {
            if highest == 0xff {
                let (made, start) = making::unwritten::<u8>(count)?;
                return Ok(fill(bytes, start, count).then_some(made));
            }
            let (made, start) = making::unwritten::<u16>(count)?;
            return Ok(fill(bytes, start, count).then_some(made));
        }
        let made = Owned::new(ffi::PyUnicode_New(count.cast_signed(), highest))?;
        // A new string has room for `count` characters of the width that the highest of them needs, and is not known
        // elsewhere yet. One that is not filled is never seen.
        let start = ffi::PyUnicode_DATA(made.as_ptr());
        let whole = match highest {
            0xff => fill(bytes, start.cast::<u8>(), count),
            0xffff => fill(bytes, start.cast::<u16>(), count),
            _ => fill(bytes, start.cast::<u32>(), count),
        };
        Ok(whole.then_some(made))
    }
}

/// How many characters there are, and the highest number that any of them may have, of the three that strings know; right
/// for bytes that are UTF-8. Each character has one byte that continues no other.
fn measured(bytes: &[u8]) -> (usize, u32) {
    const ONES: u64 = HIGH >> 7;
    let (mut continuing, mut beyond_latin, mut beyond_two_bytes) = (0, 0, 0);
    for at in (0..bytes.len()).step_by(8) {
        let word = word(bytes, at);
        let first = word & word << 1 & HIGH;
        continuing += ((word & HIGH & !first) >> 7).wrapping_mul(ONES) >> 56;
        // Bytes that begin a character beyond U+00FF are at least 0xc4; those of four bytes are at least 0xf0.
        beyond_latin |= first & ((word & (ONES * 0x3c)) + ONES * 0x7c);
        beyond_two_bytes |= first & word << 2 & word << 3;
    }
    let highest = if beyond_two_bytes != 0 {
        0x0010_ffff
    } else if beyond_latin != 0 {
        0xffff
    } else {
        0xff
    };
    (bytes.len() - usize::try_from(continuing).unwrap_or(0), highest)
}

/// The eight bytes from a place on, the first one lowest, with zeros behind the last.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    let left = bytes.len() - at;
    if let Some(word) = bytes[at..].first_chunk() {
        return u64::from_le_bytes(*word);
    }
    if let Some(last) = bytes.last_chunk() {
        return u64::from_le_bytes(*last) >> (64 - 8 * left.max(1));
    }
    // Fewer than eight in all.
    let length = bytes.len();
    let all = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4))
    } else {
        bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    all >> (8 * at)
}

/// Writes the characters; false if the bytes are not UTF-8. `count` is how many bytes continue no character: each of
/// them is at most one that is written.
#[inline]
unsafe fn fill<Unit: TryFrom<u32> + From<u8> + Default>(bytes: &[u8], to: *mut Unit, count: usize) -> bool {
    let (mut at, mut made) = (0, 0);
    while at < bytes.len() {
        let next = word(bytes, at);
        let ascii = ((next & HIGH).trailing_zeros() as usize >> 3).min(bytes.len() - at);
        unsafe {
            if made + 8 <= count {
                // What is too much is written over, for there are at least eight more.
                for (place, byte) in next.to_le_bytes().into_iter().enumerate() {
                    to.add(made + place).write(byte.into());
                }
            } else {
                for place in 0..ascii {
                    to.add(made + place).write((next >> (8 * place)).to_le_bytes()[0].into());
                }
            }
            at += ascii;
            made += ascii;
            if ascii < 8 && at < bytes.len() {
                let Some((character, length)) = character(word(bytes, at)) else { return false };
                to.add(made).write(Unit::try_from(character).unwrap_or_default());
                at += length;
                made += 1;
            }
        }
    }
    true
}

/// The character of several bytes that a word begins with, and how many these are.
#[inline]
fn character(word: u64) -> Option<(u32, usize)> {
    let part = |place: u32| u32::from((word >> (8 * place)).to_le_bytes()[0] & 0x3f);
    let first = u32::from(word.to_le_bytes()[0]);
    match first {
        0xc2..=0xdf if word & 0xc000 == 0x8000 => Some(((first & 0x1f) << 6 | part(1), 2)),
        0xe0..=0xef if word & 0x00c0_c000 == 0x0080_8000 => {
            let character = (first & 0xf) << 12 | part(1) << 6 | part(2);
            (character >= 0x800 && character & 0xf800 != 0xd800).then_some((character, 3))
        }
        0xf0..=0xf4 if word & 0xc0c0_c000 == 0x8080_8000 => {
            let character = (first & 7) << 18 | part(1) << 12 | part(2) << 6 | part(3);
            (0x1_0000..0x11_0000).contains(&character).then_some((character, 4))
        }
        _ => None,
    }
}
