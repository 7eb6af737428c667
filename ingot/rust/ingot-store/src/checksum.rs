//! The checksum of a line: CRC-32C, in three lanes where the processor can, since most lines are short.

/// Bytes of a word.
#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
const WORD: usize = 8;

/// Words of a lane at most; longer texts are cut into larger lanes elsewhere.
#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
const WORDS: usize = 42;

/// The CRC-32C of some bytes.
#[inline]
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
    if (3 * WORD..(WORDS + 1) * 3 * WORD).contains(&bytes.len())
        && is_x86_feature_detected!("sse4.2")
        && is_x86_feature_detected!("pclmulqdq")
    {
        // SAFETY: the processor has these instructions. The twin is what others do, and the feature `safe`.
        #[expect(unsafe_code, reason = "instructions that were looked for")]
        return unsafe { lanes::checksum(bytes) };
    }
    crc32c::crc32c(bytes)
}

#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
mod lanes {
    use std::arch::x86_64::{_mm_clmulepi64_si128, _mm_crc32_u8, _mm_crc32_u64, _mm_cvtsi64_si128, _mm_cvtsi128_si64};

    use super::{WORD, WORDS};

    /// The polynomial, its bits from the lowest power to the highest.
    const POLYNOMIAL: u32 = 0x82f6_3b78;

    /// What a checksum is multiplied by, so that it is that of the same bytes with so many words of zeros behind them:
    /// the power of x that is 33 below the bits of these words, for what the instructions do adds 33.
    const SHIFTS: [u32; 2 * WORDS + 1] = {
        let mut shifts = [0; 2 * WORDS + 1];
        // The power 31, from which each word is 64 more. That of 64 − 33 is the first.
        let mut power = 1_u32;
        let mut words = 1;
        while words < shifts.len() {
            shifts[words] = power;
            let mut bit = 0;
            while bit < 64 {
                power = (power >> 1) ^ (POLYNOMIAL * (power & 1));
                bit += 1;
            }
            words += 1;
        }
        shifts
    };

    #[target_feature(enable = "sse4.2,pclmulqdq")]
    pub(super) fn checksum(bytes: &[u8]) -> u32 {
        let (words, rest) = bytes.as_chunks::<WORD>();
        let lane = words.len() / 3;
        let (first, others) = words.split_at(lane);
        let (second, others) = others.split_at(lane);
        let (third, others) = others.split_at(lane);
        let [mut one, mut two, mut three] = [u64::from(u32::MAX), 0, 0];
        for ((first, second), third) in first.iter().zip(second).zip(third) {
            one = _mm_crc32_u64(one, u64::from_le_bytes(*first));
            two = _mm_crc32_u64(two, u64::from_le_bytes(*second));
            three = _mm_crc32_u64(three, u64::from_le_bytes(*third));
        }
        let shifted = |crc: u64, words: usize| {
            let (crc, by) = (_mm_cvtsi64_si128(crc.cast_signed()), _mm_cvtsi64_si128(i64::from(SHIFTS[words])));
            _mm_cvtsi128_si64(_mm_clmulepi64_si128::<0>(crc, by)).cast_unsigned()
        };
        let mut all = three ^ _mm_crc32_u64(0, shifted(one, 2 * lane) ^ shifted(two, lane));
        for word in others {
            all = _mm_crc32_u64(all, u64::from_le_bytes(*word));
        }
        #[expect(clippy::cast_possible_truncation, reason = "it has as many bits")]
        let mut all = all as u32;
        for byte in rest {
            all = _mm_crc32_u8(all, *byte);
        }
        !all
    }
}

#[cfg(test)]
mod tests {
    use super::checksum;
    use crate::order::Draws;

    #[test]
    fn lanes_give_the_same_checksum() {
        let mut draws = Draws(7);
        let bytes: Vec<u8> = (0..2100).map(|_| draws.next().to_le_bytes()[0]).collect();
        for length in 0..bytes.len() {
            let from = draws.below(bytes.len() - length + 1);
            let some = &bytes[from..from + length];
            assert_eq!(checksum(some), crc32c::crc32c(some), "{length}");
        }
    }
}
