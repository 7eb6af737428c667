//! Integers and lengths, read at an offset. Nothing means that they are wrong; what is wrong is found by reading again.

use ingot_codec::wire::Input;

/// A long, and where it ends.
#[inline]
pub(crate) fn long(input: &[u8], at: usize) -> Option<(i64, usize)> {
    let (value, end) = varint(input, at)?;
    Some(((value >> 1).cast_signed() ^ -((value & 1).cast_signed()), end))
}

/// An int, and where it ends.
#[inline]
pub(crate) fn int(input: &[u8], at: usize) -> Option<(i32, usize)> {
    let (value, end) = varint(input, at)?;
    let value = u32::try_from(value).ok()?;
    if end - at > 5 {
        return None;
    }
    Some(((value >> 1).cast_signed() ^ -((value & 1).cast_signed()), end))
}

/// The length of bytes or of a string, not below 0 and not more than is left, and where it ends.
#[inline]
pub(crate) fn length(input: &[u8], at: usize) -> Option<(usize, usize)> {
    let (value, end) = long(input, at)?;
    let value = usize::try_from(value).ok()?;
    (value <= input.len() - end).then_some((value, end))
}

#[inline]
fn varint(input: &[u8], at: usize) -> Option<(u64, usize)> {
    const STOPS: u64 = 0x8080_8080_8080_8080;
    let first = *input.get(at)?;
    if first < 0x80 {
        return Some((u64::from(first), at + 1));
    }
    let Some(chunk) = input[at..].first_chunk::<8>() else { return longer(input, at) };
    let word = u64::from_le_bytes(*chunk);
    let stops = !word & STOPS;
    if stops == 0 {
        return longer(input, at);
    }
    // The bits up to the first byte that ends a number, seven of each byte, moved together.
    let bits = word & (stops ^ (stops - 1)) & !STOPS;
    let bits = (bits & 0x007f_007f_007f_007f) | (bits & 0x7f00_7f00_7f00_7f00) >> 1;
    let bits = (bits & 0x0000_3fff_0000_3fff) | (bits & 0x3fff_0000_3fff_0000) >> 2;
    let bits = (bits & 0x0fff_ffff) | (bits & 0x0fff_ffff_0000_0000) >> 4;
    Some((bits, at + stops.trailing_zeros() as usize / 8 + 1))
}

#[inline(never)]
fn longer(input: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut input = Input::new(&input[at..]);
    let value = input.long().ok()?;
    Some(((value << 1 ^ value >> 63).cast_unsigned(), at + input.at()))
}
