//! Uuids: sixteen bytes, or 36 characters.

use core::fmt;
use core::str::FromStr;

use super::invalid;
use crate::error::DataError;

/// What a string, or a fixed of sixteen bytes, holds as `uuid`.
///
/// ```
/// use ingot_codec::logical::Uuid;
///
/// let id: Uuid = "F81D4FAE-7dec-11d0-a765-00a0c91e6bf6".parse()?;
/// assert_eq!(id.0[..2], [0xf8, 0x1d]);
/// assert_eq!(id.to_string(), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

impl fmt::Display for Uuid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, byte) in self.0.iter().enumerate() {
            let dash = if matches!(place, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(out, "{dash}{byte:02x}")?;
        }
        Ok(())
    }
}

impl FromStr for Uuid {
    type Err = DataError;

    /// A uuid of 36 characters, of any case.
    fn from_str(text: &str) -> Result<Uuid, DataError> {
        let mut digits = [0; 32];
        let mut count = 0;
        let right = text.len() == 36
            && text.bytes().enumerate().all(|(place, byte)| {
                if matches!(place, 8 | 13 | 18 | 23) {
                    return byte == b'-';
                }
                let digit = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                digits[count] = digit.unwrap_or(0);
                count += 1;
                digit.is_some()
            });
        if !right {
            return Err(invalid("a uuid has 36 characters, as in f81d4fae-7dec-11d0-a765-00a0c91e6bf6"));
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Uuid(bytes))
    }
}
