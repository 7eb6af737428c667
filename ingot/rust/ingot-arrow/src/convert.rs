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

/// The text that a uuid of 16 bytes has.
pub(crate) fn uuid_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(36);
    for (place, byte) in bytes.iter().enumerate() {
        if matches!(place, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
        }
    }
    text
}

/// Months, days and milliseconds of a column; nothing if one is below 0, or the milliseconds are not whole, or too many.
pub(crate) fn duration_bytes(value: IntervalMonthDayNano) -> Option<[u8; 12]> {
    let millis = (value.nanoseconds % 1_000_000 == 0).then_some(value.nanoseconds / 1_000_000)?;
    let parts = [u32::try_from(value.months).ok()?, u32::try_from(value.days).ok()?, u32::try_from(millis).ok()?];
    let mut bytes = [0; 12];
    for (to, part) in bytes.chunks_exact_mut(4).zip(parts) {
        to.copy_from_slice(&part.to_le_bytes());
    }
    Some(bytes)
}

/// The bytes of a number that it needs, at least one.
pub(crate) fn shortest(mut bytes: &[u8]) -> &[u8] {
    while let [0x00, 0x00..=0x7f, ..] | [0xff, 0x80..=0xff, ..] = bytes {
        bytes = &bytes[1..];
    }
    bytes
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
