//! Numbers as they are written: a schema may hold integers that no float can.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use core::fmt;

/// A JSON number in its own digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number(pub(super) Box<str>);

impl Number {
    /// The number as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether it is written as an integer: without a fraction or an exponent.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        !self.0.contains(['.', 'e', 'E'])
    }

    /// The number as an integer, if it is exactly one of 64 bits, however it is written: `1e2` is 100, `1.5` is none.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let (negative, rest) = match self.0.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, &*self.0),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = || whole.bytes().chain(fraction.bytes());
        let zeros = digits().rev().take_while(|digit| *digit == b'0').count();
        let Some(last) = (whole.len() + fraction.len() - zeros).checked_sub(1) else { return Some(0) };
        // What stands behind the last digit that counts shifts the exponent: 1.50e1 is 15 × 10⁰.
        let shift = i64::try_from(whole.len()).ok()?.checked_sub(i64::try_from(last + 1).ok()?)?;
        let zeros = exponent.parse::<i64>().ok()?.checked_add(shift)?;
        let zeros = u32::try_from(zeros).ok().filter(|zeros| *zeros < 19)?;
        let mut value: i128 = 0;
        for digit in digits().take(last + 1) {
            value = value * 10 + i128::from(digit - b'0');
            if value > i128::from(u64::MAX) {
                return None;
            }
        }
        value *= 10_i128.pow(zeros);
        i64::try_from(if negative { -value } else { value }).ok()
    }

    /// The nearest number of 64 bits, unless it is beyond them.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// The nearest number of 32 bits, unless it is beyond them.
    #[must_use]
    pub fn as_f32(&self) -> Option<f32> {
        self.0.parse().ok().filter(|value: &f32| value.is_finite())
    }
}

impl Number {
    /// The shortest number that is read as this one; nothing for those that JSON does not have.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Number> {
        value.is_finite().then(|| Number(format!("{value:?}").into()))
    }

    /// The shortest number that is read as this one with 32 bits; nothing for those that JSON does not have.
    #[must_use]
    pub fn from_f32(value: f32) -> Option<Number> {
        value.is_finite().then(|| Number(format!("{value:?}").into()))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number(value.to_string().into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number(text.into())
    }

    #[test]
    fn integers_are_exact_however_they_are_written() {
        let cases = [
            ("0", Some(0)),
            ("-0.0", Some(0)),
            ("0e99999999999999999999", Some(0)),
            ("1.0", Some(1)),
            ("1e2", Some(100)),
            ("1.50E1", Some(15)),
            ("1200e-2", Some(12)),
            ("9223372036854775807", Some(i64::MAX)),
            ("-9223372036854775808", Some(i64::MIN)),
            ("922337203685477580.7e1", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("1.5", None),
            ("1e19", None),
            ("1e-1", None),
            ("1e99999999999999999999", None),
            ("123456789012345678901234567890", None),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text).as_i64(), expected, "{text}");
        }
    }

    #[test]
    fn floats_are_written_as_json_and_read_the_same() {
        for value in [0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, f64::MAX, 16_777_217.0] {
            let number = Number::from_f64(value).unwrap();
            assert_eq!(number.as_f64().unwrap().to_bits(), value.to_bits(), "{number}");
            assert!(crate::Json::parse(number.text()).is_ok(), "{number}");
        }
        assert_eq!(Number::from_f32(0.1).unwrap().text(), "0.1");
        assert_eq!(Number::from_f64(f64::NAN), None);
    }

    #[test]
    fn floats_beyond_their_range_are_none() {
        assert_eq!(number("1e400").as_f64(), None);
        assert_eq!(number("1e39").as_f32(), None);
        assert_eq!(number("16777217").as_f32(), Some(16_777_216.0));
        assert!(number("-0.0").as_f64().unwrap().is_sign_negative());
    }
}
