//! Whether bytes are UTF-8: most texts are short and ASCII.

/// The text of these bytes, or how many of them are valid.
#[inline]
pub(crate) fn text(bytes: &[u8]) -> Result<&str, usize> {
    if cfg!(not(feature = "safe")) && is_short_ascii(bytes) {
        return Ok(trusted(bytes));
    }
    longer(bytes)
}

#[inline(never)]
fn longer(bytes: &[u8]) -> Result<&str, usize> {
    #[cfg(feature = "simd")]
    if bytes.len() >= 64
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return Ok(text);
    }
    core::str::from_utf8(bytes).map_err(|error| error.valid_up_to())
}

/// Whether all of these bytes are ASCII.
#[inline]
#[must_use]
pub fn is_ascii(bytes: &[u8]) -> bool {
    is_short_ascii(bytes) || (bytes.len() > 32 && bytes.is_ascii())
}

/// Whether these are up to 32 bytes, all of them ASCII.
#[inline]
fn is_short_ascii(bytes: &[u8]) -> bool {
    let found = match bytes.len() {
        0 => 0,
        1..4 => u64::from(bytes[0] | bytes[bytes.len() / 2] | bytes[bytes.len() - 1]),
        4..8 => match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => u64::from(u32::from_le_bytes(*first) | u32::from_le_bytes(*last)),
            _ => u64::MAX,
        },
        // One case for most: a branch for each eight bytes would be guessed wrongly as often as not.
        length @ 8..=32 => {
            let word = |place: usize| match bytes.get(place..place + 8).and_then(<[u8]>::first_chunk) {
                Some(word) => u64::from_le_bytes(*word),
                None => u64::MAX,
            };
            word(0) | word((length - 8).min(8)) | word(length.saturating_sub(16)) | word(length - 8)
        }
        _ => u64::MAX,
    };
    found & 0x8080_8080_8080_8080 == 0
}

#[cfg(not(feature = "safe"))]
#[inline]
#[expect(unsafe_code, reason = "a second look at each byte would cost as much as all the rest")]
fn trusted(bytes: &[u8]) -> &str {
    // SAFETY: the caller has seen that all bytes are ASCII.
    unsafe { core::str::from_utf8_unchecked(bytes) }
}

#[cfg(feature = "safe")]
#[inline]
fn trusted(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::text;

    #[test]
    fn a_byte_that_is_not_ascii_is_found_wherever_it_stands() {
        for length in 0..200 {
            let mut bytes: Vec<u8> = (0..length).map(|place| b'a' + place % 26).collect();
            assert_eq!(text(&bytes), Ok(core::str::from_utf8(&bytes).unwrap()));
            for place in 0..bytes.len() {
                let before = core::mem::replace(&mut bytes[place], 0xff);
                assert_eq!(text(&bytes), Err(place));
                bytes[place] = before;
            }
        }
        assert_eq!(text("grün".as_bytes()), Ok("grün"));
    }
}
