//! Values of logical types, from bytes to what columns hold, and back.

use arrow_buffer::{IntervalMonthDayNano, i256};

/// The number that bytes are in two's complement, the highest byte first; nothing if it takes more than 128 bits.
pub(crate) fn decimal128(bytes: &[u8]) -> Option<i128> {
    if let Some(chunk) = bytes.first_chunk::<16>().filter(|_| bytes.len() == 16) {
        return Some(i128::from_be_bytes(*chunk));
    }
    extended::<16>(bytes).map(i128::from_be_bytes)
}

/// The same for 256 bits.
pub(crate) fn decimal256(bytes: &[u8]) -> Option<i256> {
    extended::<32>(bytes).map(i256::from_be_bytes)
}

fn extended<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    let sign = if bytes.first().is_some_and(|first| *first > 0x7f) { 0xff } else { 0 };
    let mut all = [sign; N];
    if bytes.len() <= N {
        all[N - bytes.len()..].copy_from_slice(bytes);
        return Some(all);
    }
    let (high, low) = bytes.split_at(bytes.len() - N);
    all.copy_from_slice(low);
    (high.iter().all(|byte| *byte == sign) && (low[0] > 0x7f) == (sign == 0xff)).then_some(all)
}

/// The 16 bytes that the text of a uuid stands for.
pub(crate) fn uuid(text: &[u8]) -> Option<[u8; 16]> {
    let text: &[u8; 36] = text.try_into().ok()?;
    let mut bytes = [0; 16];
    let mut place = 0;
    for byte in &mut bytes {
        if matches!(place, 8 | 13 | 18 | 23) {
            if text[place] != b'-' {
                return None;
            }
            place += 1;
        }
        *byte = digit(text[place])? << 4 | digit(text[place + 1])?;
        place += 2;
    }
    Some(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Months, days and milliseconds as a column holds them; nothing if there are more months or days than it can.
pub(crate) fn duration(bytes: [u8; 12]) -> Option<IntervalMonthDayNano> {
    let part = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let (months, days) = (i32::try_from(part(0)).ok()?, i32::try_from(part(4)).ok()?);
    Some(IntervalMonthDayNano::new(months, days, i64::from(part(8)) * 1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_of_any_length() {
        for number in [0, 1, -1, 127, 128, -128, -129, i128::MAX, i128::MIN] {
            let bytes = number.to_be_bytes();
            let sign = if number < 0 { 0xff } else { 0 };
            assert_eq!(decimal128(&[&[sign; 20][..], &bytes].concat()), Some(number));
            assert_eq!(decimal256(&bytes), Some(i256::from_i128(number)));
            assert_eq!(decimal128(&[&[!sign; 20][..], &bytes].concat()), None);
        }
        assert_eq!(decimal128(&[0xff]), Some(-1));
    }
}
