//! Where a text has bytes that mean something within a string, 64 bytes at a time.

/// Bytes that are looked at together.
pub(crate) const BLOCK: usize = 64;

/// A bit for each byte that is a quote, a backslash or a control character.
#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
#[inline]
pub(crate) fn marks(block: &[u8; BLOCK]) -> u64 {
    // SAFETY: every processor of this architecture has SSE2. The twin is what others do, and the feature `safe`.
    #[expect(unsafe_code, reason = "instructions that this architecture has")]
    unsafe {
        vector::marks(block)
    }
}

#[cfg(not(all(target_arch = "x86_64", not(feature = "safe"))))]
pub(crate) use plain::marks;

#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
mod vector {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
    };

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn marks(block: &[u8; super::BLOCK]) -> u64 {
        let half = |from: usize| i64::from_le_bytes(block[from..from + 8].try_into().unwrap_or_default());
        let mut marks = 0;
        for from in [0, 16, 32, 48] {
            let all = _mm_set_epi64x(half(from + 8), half(from));
            let is_control = _mm_cmpeq_epi8(all, _mm_min_epu8(all, _mm_set1_epi8(0x1f)));
            let is_quote = _mm_cmpeq_epi8(all, _mm_set1_epi8(b'"'.cast_signed()));
            let is_backslash = _mm_cmpeq_epi8(all, _mm_set1_epi8(b'\\'.cast_signed()));
            let own = _mm_movemask_epi8(_mm_or_si128(is_control, _mm_or_si128(is_quote, is_backslash)));
            marks |= u64::from(own.cast_unsigned()) << from;
        }
        marks
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", not(feature = "safe")))))]
mod plain {
    /// A bit for each byte that is a quote, a backslash or a control character.
    #[inline]
    pub(crate) fn marks(block: &[u8; super::BLOCK]) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const LOWS: u64 = ONES * 0x7f;
        let (words, _) = block.as_chunks();
        let mut marks = 0;
        for (at, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            // The high bit of each byte that is zero.
            let zeros = |word: u64| !(((word & LOWS) + LOWS) | word | LOWS);
            let is_control = zeros(word & (ONES * 0xe0));
            let own = is_control | zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')));
            // These bits, one beside the other.
            marks |= ((own >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * at);
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, marks, plain};
    use crate::order::Draws;

    #[test]
    fn both_ways_mark_the_same_bytes() {
        let mut draws = Draws(7);
        for byte in 0..=255 {
            for at in 0..BLOCK {
                let mut block = [b'a'; BLOCK];
                block[at] = byte;
                let is_marked = matches!(byte, b'"' | b'\\' | 0..0x20);
                assert_eq!(plain::marks(&block), u64::from(is_marked) << at);
                for byte in &mut block {
                    *byte = draws.next().to_le_bytes()[0];
                }
                assert_eq!(marks(&block), plain::marks(&block));
            }
        }
    }
}
