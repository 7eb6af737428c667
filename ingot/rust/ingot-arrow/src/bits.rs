//! Bits of columns, one byte each while they are read.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};

/// Packs bytes that are 0 or 1.
pub(crate) fn pack(bytes: &[u8]) -> BooleanBuffer {
    let mut packed = Vec::with_capacity(bytes.len() / 8 + 1);
    let (words, rest) = bytes.as_chunks::<8>();
    packed.extend(words.iter().map(|word| word_bits(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    packed.push(word_bits(last));
    BooleanBuffer::new(Buffer::from_vec(packed), 0, bytes.len())
}

/// What says which values are there; nothing if all are.
pub(crate) fn validity(bytes: &[u8]) -> Option<NullBuffer> {
    Some(NullBuffer::new(pack(bytes))).filter(|nulls| nulls.null_count() > 0)
}

/// One bit of each byte: the product moves that of byte `i` to bit 56 + `i`, and no two meet.
fn word_bits(word: [u8; 8]) -> u8 {
    u64::from_le_bytes(word).wrapping_mul(0x0102_0408_1020_4080).to_be_bytes()[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_has_its_place() {
        for count in 0..40_usize {
            let bytes: Vec<u8> = (0..count).map(|place| u8::from(place * place % 7 < 3)).collect();
            assert_eq!(pack(&bytes).iter().map(u8::from).collect::<Vec<_>>(), bytes);
            assert_eq!(validity(&bytes).is_none(), bytes.iter().all(|byte| *byte == 1));
        }
    }
}
