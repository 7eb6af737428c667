//! Integers and lengths, read at an offset. Nothing means that they are wrong; what is wrong is found by reading again.

use ingot_codec::wire::Input;

/// A long, and where it ends.
#[inline]
pub(crate) fn long(input: &[u8], at: usize) -> Option<(i64, usize)> {
    let (value, end) = varint(input, at)?;
    Some((unzigzag(value), end))
}

/// An int, and where it ends.
#[inline]
pub(crate) fn int(input: &[u8], at: usize) -> Option<(i32, usize)> {
    let (value, end) = varint(input, at)?;
    let value = u32::try_from(value).ok()?;
    if end - at > 5 {
        return None;
    }
    Some((unzigzag_int(value), end))
}

/// The length of bytes or of a string, not below 0 and not more than is left, and where it ends.
#[inline]
pub(crate) fn length(input: &[u8], at: usize) -> Option<(usize, usize)> {
    let (value, end) = long(input, at)?;
    let value = usize::try_from(value).ok()?;
    (value <= input.len() - end).then_some((value, end))
}

/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The next eight bytes, the first one lowest, with zeros for those that are not there.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call costs more than most numbers")]
pub(crate) fn word(input: &[u8], at: usize) -> u64 {
    match input.get(at..at.wrapping_add(8)).and_then(<[u8]>::first_chunk) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => last_word(input, at),
    }
}

#[cold]
#[inline(never)]
fn last_word(input: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(input.iter().skip(at)).for_each(|(to, byte)| *to = *byte);
    u64::from_le_bytes(bytes)
}

/// The highest bits of the bytes that end a number; none if no number ends within the word.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(crate) const fn stops(word: u64) -> u64 {
    !word & HIGH
}

/// The bits of the number that a word begins with and that ends within it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(crate) const fn packed_bits(word: u64, stops: u64) -> u64 {
    // The bits up to the first byte that ends a number, seven of each byte, moved together.
    let bits = word & (stops ^ stops.wrapping_sub(1)) & !HIGH;
    let bits = (bits & 0x007f_007f_007f_007f) | (bits & 0x7f00_7f00_7f00_7f00) >> 1;
    let bits = (bits & 0x0000_3fff_0000_3fff) | (bits & 0x3fff_0000_3fff_0000) >> 2;
    (bits & 0x0fff_ffff) | (bits & 0x0fff_ffff_0000_0000) >> 4
}

/// The bits of the int that a word begins with, and others than 0 if it has more bits or bytes than an int.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::inline_always, reason = "what is left out is told")]
pub(crate) const fn int_bits(word: u64) -> (u32, u64) {
    let stops = stops(word);
    let bits = packed_bits(word, stops);
    let goes_on = word & (stops ^ stops.wrapping_sub(1)) & 1 << 39;
    (bits as u32, bits >> 32 | goes_on)
}

/// The bits of a long of nine or ten bytes, the first eight of which are this word.
#[inline]
pub(crate) fn long_bits(word: u64, input: &[u8], at: usize) -> u64 {
    let byte = |place| input.get(place).map_or(0, |byte| u64::from(*byte));
    let ninth = byte(at + 8);
    let tenth = if ninth < 0x80 { 0 } else { byte(at + 9) };
    packed_bits(word, 0) | (ninth & 0x7f) << 56 | tenth << 63
}

#[inline]
pub(crate) const fn unzigzag(bits: u64) -> i64 {
    (bits >> 1).cast_signed() ^ -((bits & 1).cast_signed())
}

#[inline]
pub(crate) const fn unzigzag_int(bits: u32) -> i32 {
    (bits >> 1).cast_signed() ^ -((bits & 1).cast_signed())
}

#[inline]
fn varint(input: &[u8], at: usize) -> Option<(u64, usize)> {
    let first = *input.get(at)?;
    if first < 0x80 {
        return Some((u64::from(first), at + 1));
    }
    let Some(chunk) = input[at..].first_chunk() else { return longer(input, at) };
    let word = u64::from_le_bytes(*chunk);
    let stops = stops(word);
    if stops == 0 {
        return longer(input, at);
    }
    Some((packed_bits(word, stops), at + stops.trailing_zeros() as usize / 8 + 1))
}

#[inline(never)]
fn longer(input: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut input = Input::new(&input[at..]);
    let value = input.long().ok()?;
    Some(((value << 1 ^ value >> 63).cast_unsigned(), at + input.at()))
}
