//! Integers of variable length: seven bits a byte, the lowest first, each byte but the last with its highest bit set.

/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Positive and negative numbers in turn, so that those near 0 have few bits.
#[inline]
pub(crate) const fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

/// The inverse of [`zigzag`].
#[inline]
pub(crate) const fn unzigzag(bits: u64) -> i64 {
    (bits >> 1).cast_signed() ^ -((bits & 1).cast_signed())
}

/// The same of an int.
#[inline]
pub(crate) const fn unzigzag_int(bits: u32) -> i32 {
    (bits >> 1).cast_signed() ^ -((bits & 1).cast_signed())
}

/// The varint of fewer than 57 bits: its bytes, the first one lowest, and how many they are.
#[inline]
pub(crate) const fn packed(bits: u64) -> (u64, usize) {
    let spread = spread(bits);
    // The highest bit is never that of a byte, so it tells the last byte.
    let last = (spread | 1).ilog2() as usize / 8;
    (spread | GO_ON[last], last + 1)
}

/// The highest bits of all bytes before this one.
const GO_ON: [u64; 8] = {
    let mut masks = [0; 8];
    let mut last = 1;
    while last < 8 {
        masks[last] = HIGH >> (64 - 8 * last);
        last += 1;
    }
    masks
};

/// The varint of more than 56 bits: its bytes, and how many they are.
#[cold]
pub(crate) fn long_bytes(bits: u64) -> ([u8; 10], usize) {
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&(spread(bits & (u64::MAX >> 8)) | HIGH).to_le_bytes());
    let high = (bits >> 56).to_le_bytes()[0];
    bytes[8] = high;
    bytes[9] = high >> 7;
    (bytes, if high < 0x80 { 9 } else { 10 })
}

/// Seven bits a byte, of fewer than 57.
#[inline]
const fn spread(bits: u64) -> u64 {
    // What is to move up by n bits is added 2ⁿ − 1 times to itself.
    let bits = bits + 15 * (bits >> 28 << 28);
    let bits = bits + 3 * (bits & 0x0fff_c000_0fff_c000);
    bits + (bits & 0x3f80_3f80_3f80_3f80)
}

/// The varint that eight bytes begin with, if it ends in them: its bits, and how many bytes it has.
#[inline]
pub(crate) const fn unpacked(word: u64) -> Option<(u64, usize)> {
    let stop = !word & HIGH;
    if stop == 0 {
        return None;
    }
    // What lies below the first byte that ends, and that byte.
    let bits = word & (stop ^ (stop - 1)) & !HIGH;
    let bits = (bits & 0x007f_007f_007f_007f) | (bits & 0x7f00_7f00_7f00_7f00) >> 1;
    let bits = (bits & 0x0000_3fff_0000_3fff) | (bits & 0x3fff_0000_3fff_0000) >> 2;
    let bits = (bits & 0x0000_0000_0fff_ffff) | (bits & 0x0fff_ffff_0000_0000) >> 4;
    Some((bits, (stop.trailing_zeros() >> 3) as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::{long_bytes, packed, unpacked, unzigzag, zigzag};

    #[test]
    fn bits_of_every_width_come_back() {
        for width in 0..=56 {
            for bits in [(1_u64 << width) - 1, 1 << width >> 1, (1 << width) / 3] {
                let (word, length) = packed(bits);
                let width = (64 - bits.leading_zeros()).max(1) as usize;
                assert_eq!(length, width.div_ceil(7), "{bits:x}");
                assert_eq!(unpacked(word), Some((bits, length)), "{bits:x}");
                let behind = if length == 8 { 0 } else { 0xeb_u64 << (8 * length) };
                assert_eq!(unpacked(word | behind), Some((bits, length)), "{bits:x}");
            }
        }
        assert_eq!(unpacked(u64::MAX), None);
        assert_eq!(long_bytes(u64::MAX), ([255, 255, 255, 255, 255, 255, 255, 255, 255, 1], 10));
        assert_eq!(long_bytes(1 << 56), ([128, 128, 128, 128, 128, 128, 128, 128, 1, 0], 9));
    }

    #[test]
    fn numbers_near_0_have_few_bits() {
        for (value, bits) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i64::MAX, u64::MAX - 1), (i64::MIN, u64::MAX)] {
            assert_eq!(zigzag(value), bits);
            assert_eq!(unzigzag(bits), value);
        }
    }
}
