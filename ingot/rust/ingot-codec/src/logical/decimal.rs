//! Decimals: an integer of up to 128 bits, and where its point stands.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::invalid;
use crate::error::DataError;
use crate::limits::Limits;
use crate::wire::{Input, put_long, put_run};

/// A number of up to 38 digits and more, as `decimal` and `big-decimal` hold them: an integer, times 10 to the power of
/// the scale's opposite. Two are equal if both parts are: 1.5 is not 1.50.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    unscaled: i128,
    scale: i32,
}

impl Decimal {
    /// A number by its two parts; an error if the scale is beyond 65,536, either way.
    ///
    /// ```
    /// use ingot_codec::logical::Decimal;
    ///
    /// assert_eq!(Decimal::new(-150, 2)?.to_string(), "-1.50");
    /// assert_eq!(Decimal::new(12, -2)?.to_string(), "1200");
    /// # Ok::<(), ingot_codec::DataError>(())
    /// ```
    pub fn new(unscaled: i128, scale: i32) -> Result<Decimal, DataError> {
        if scale.unsigned_abs() > Limits::default().big_decimal_scale {
            return Err(invalid(format!("a decimal of scale {scale}")));
        }
        Ok(Decimal { unscaled, scale })
    }

    /// The integer.
    #[must_use]
    pub const fn unscaled(self) -> i128 {
        self.unscaled
    }

    /// How many digits stand behind the point.
    #[must_use]
    pub const fn scale(self) -> i32 {
        self.scale
    }

    /// The number that bytes, or a fixed, hold by a schema of this scale; an error if there are none, or if it is beyond
    /// 128 bits.
    pub fn from_bytes(bytes: &[u8], scale: u32) -> Result<Decimal, DataError> {
        let scale = i32::try_from(scale).map_err(|_| invalid(format!("a decimal of scale {scale}")))?;
        Decimal::new(integer(bytes)?, scale)
    }

    /// The fewest bytes that hold the integer, in two's complement.
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        let bytes = self.unscaled.to_be_bytes();
        let sign = if self.unscaled < 0 { 0xff } else { 0 };
        let needed = |place: &usize| bytes[*place] != sign || (bytes[place + 1] ^ sign) > 0x7f;
        let first = (0..15).find(needed).unwrap_or(15);
        bytes[first..].to_vec()
    }

    /// The bytes of a fixed of this size; an error if it is too small.
    pub fn to_fixed(self, size: usize) -> Result<Vec<u8>, DataError> {
        let bytes = self.to_bytes();
        let Some(more) = size.checked_sub(bytes.len()) else {
            return Err(invalid(format!("a decimal of {} bytes in a fixed of {size}", bytes.len())));
        };
        let mut fixed = alloc::vec![if self.unscaled < 0 { 0xff } else { 0 }; more];
        fixed.extend(bytes);
        Ok(fixed)
    }

    /// The same number with another scale; an error if it has more digits behind the point, or too many in all.
    pub fn rescaled(self, scale: i32) -> Result<Decimal, DataError> {
        let wrong = || invalid(format!("{self:?} is no decimal of scale {scale}"));
        let more = i64::from(scale) - i64::from(self.scale);
        let power = u32::try_from(more.unsigned_abs()).ok().and_then(|power| 10_i128.checked_pow(power));
        let unscaled = match (self.unscaled, power) {
            (0, _) => Some(0),
            (_, None) => None,
            (unscaled, Some(power)) if more >= 0 => unscaled.checked_mul(power),
            (unscaled, Some(power)) => (unscaled % power == 0).then(|| unscaled / power),
        };
        Decimal::new(unscaled.ok_or_else(wrong)?, scale)
    }

    /// The number that the bytes of a `big-decimal` hold: an integer in bytes, and its scale.
    ///
    /// ```
    /// use ingot_codec::logical::Decimal;
    ///
    /// let number = Decimal::from_big_decimal(&[4, 0x00, 0x96, 4])?;
    /// assert_eq!(number.to_string(), "1.50");
    /// assert_eq!(number.to_big_decimal(), [4, 0x00, 0x96, 4]);
    /// # Ok::<(), ingot_codec::DataError>(())
    /// ```
    pub fn from_big_decimal(bytes: &[u8]) -> Result<Decimal, DataError> {
        let wrong = |_| invalid("a big decimal is a number in bytes and its scale");
        let mut input = Input::new(bytes);
        let unscaled = integer(input.run().map_err(wrong)?)?;
        let scale = input.int().map_err(wrong)?;
        if input.left() > 0 {
            return Err(invalid("a big decimal with bytes behind its scale"));
        }
        Decimal::new(unscaled, scale)
    }

    /// The bytes of a `big-decimal`.
    #[must_use]
    pub fn to_big_decimal(self) -> Vec<u8> {
        let mut out = Vec::new();
        put_run(&mut out, &self.to_bytes());
        put_long(&mut out, self.scale.into());
        out
    }
}

/// The integer that bytes are in two's complement.
fn integer(bytes: &[u8]) -> Result<i128, DataError> {
    let Some(first) = bytes.first() else { return Err(invalid("a decimal without bytes is no number")) };
    let sign = if *first > 0x7f { 0xff } else { 0 };
    let extra = bytes.len().saturating_sub(16);
    let (more, bytes) = bytes.split_at(extra);
    if more.iter().any(|byte| *byte != sign) || (extra > 0 && (bytes[0] ^ sign) > 0x7f) {
        return Err(invalid("a decimal beyond 128 bits"));
    }
    let mut whole = [sign; 16];
    whole[16 - bytes.len()..].copy_from_slice(bytes);
    Ok(i128::from_be_bytes(whole))
}

impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.unscaled.unsigned_abs().to_string();
        let behind = usize::try_from(self.scale).unwrap_or(0);
        let text = if behind > 0 {
            let digits = format!("{}{digits}", "0".repeat((behind + 1).saturating_sub(digits.len())));
            let (whole, fraction) = digits.split_at(digits.len() - behind);
            format!("{whole}.{fraction}")
        } else if self.unscaled == 0 {
            digits
        } else {
            digits + &"0".repeat(self.scale.unsigned_abs() as usize)
        };
        out.pad_integral(self.unscaled >= 0, "", &text)
    }
}

impl FromStr for Decimal {
    type Err = DataError;

    /// A number as it is written: digits, perhaps a sign, perhaps a point.
    fn from_str(text: &str) -> Result<Decimal, DataError> {
        let wrong = || invalid("a decimal is written in digits, with one point at most, and within 128 bits");
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        let digits: String = [sign, whole, fraction].concat();
        if rest.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let scale = i32::try_from(fraction.len()).map_err(|_| wrong())?;
        Decimal::new(digits.parse().map_err(|_| wrong())?, scale)
    }
}
