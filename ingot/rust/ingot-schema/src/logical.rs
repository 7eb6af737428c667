//! Logical types: what values of a type stand for. One that is incomplete or unknown counts for nothing, by the
//! specification.

use alloc::format;
use alloc::string::String;

use crate::error::shown;
use crate::json::{Data, Json};
use crate::schema::Type;

/// What values of a type stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Logical {
    /// A number of so many digits, so many of them behind the point.
    Decimal {
        precision: u32,
        scale: u32,
    },
    BigDecimal,
    Uuid,
    Date,
    TimeMillis,
    TimeMicros,
    TimestampMillis,
    TimestampMicros,
    TimestampNanos,
    LocalTimestampMillis,
    LocalTimestampMicros,
    LocalTimestampNanos,
    Duration,
}

impl Logical {
    /// What `logicalType` says of it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Logical::Decimal { .. } => "decimal",
            Logical::BigDecimal => "big-decimal",
            Logical::Uuid => "uuid",
            Logical::Date => "date",
            Logical::TimeMillis => "time-millis",
            Logical::TimeMicros => "time-micros",
            Logical::TimestampMillis => "timestamp-millis",
            Logical::TimestampMicros => "timestamp-micros",
            Logical::TimestampNanos => "timestamp-nanos",
            Logical::LocalTimestampMillis => "local-timestamp-millis",
            Logical::LocalTimestampMicros => "local-timestamp-micros",
            Logical::LocalTimestampNanos => "local-timestamp-nanos",
            Logical::Duration => "duration",
        }
    }
}

/// The logical type that attributes give to a type; an error says why it counts for nothing.
pub(crate) fn logical(shape: &Type, properties: &[(String, Json)]) -> Result<Option<Logical>, String> {
    let get = |key: &str| properties.iter().find(|(name, _)| name == key).map(|(_, value)| value);
    let Some(json) = get("logicalType") else { return Ok(None) };
    let Some(word) = json.as_str() else { return Err(format!("logicalType is {}, not a string", json.kind())) };
    let found = match (word, shape) {
        ("decimal", Type::Bytes | Type::Fixed(_)) => decimal(shape, get("precision"), get("scale"))?,
        ("big-decimal", Type::Bytes) => Logical::BigDecimal,
        ("uuid", Type::String) => Logical::Uuid,
        ("uuid", Type::Fixed(fixed)) if fixed.size == 16 => Logical::Uuid,
        ("date", Type::Int) => Logical::Date,
        ("time-millis", Type::Int) => Logical::TimeMillis,
        ("time-micros", Type::Long) => Logical::TimeMicros,
        ("timestamp-millis", Type::Long) => Logical::TimestampMillis,
        ("timestamp-micros", Type::Long) => Logical::TimestampMicros,
        ("timestamp-nanos", Type::Long) => Logical::TimestampNanos,
        ("local-timestamp-millis", Type::Long) => Logical::LocalTimestampMillis,
        ("local-timestamp-micros", Type::Long) => Logical::LocalTimestampMicros,
        ("local-timestamp-nanos", Type::Long) => Logical::LocalTimestampNanos,
        ("duration", Type::Fixed(fixed)) if fixed.size == 12 => Logical::Duration,
        _ => return Err(format!("logicalType {} is unknown, or is none of {}", shown(word), shape.word())),
    };
    Ok(Some(found))
}

fn decimal(shape: &Type, precision: Option<&Json>, scale: Option<&Json>) -> Result<Logical, String> {
    let Some(precision) = precision.and_then(integer).filter(|precision| *precision > 0) else {
        return Err("a decimal needs a precision above 0".into());
    };
    let Some(scale) = scale.map_or(Some(0), integer).filter(|scale| *scale <= precision) else {
        return Err("the scale of a decimal is an integer from 0 to the precision".into());
    };
    match shape {
        Type::Fixed(fixed) if precision > most_digits(fixed.size) => {
            let most = most_digits(fixed.size);
            Err(format!("a fixed of {} bytes holds decimals of up to {most} digits, not {precision}", fixed.size))
        }
        _ => Ok(Logical::Decimal { precision, scale }),
    }
}

fn integer(json: &Json) -> Option<u32> {
    let Data::Number(number) = &json.data else { return None };
    number.as_i64().and_then(|value| u32::try_from(value).ok())
}

/// How many decimal digits a fixed of this size holds whatever they are: ⌊log₁₀(2^(8·size − 1) − 1)⌋.
#[must_use]
pub fn most_digits(size: u32) -> u32 {
    // 27 digits of log₁₀ 2, rounded down: exact for every size, for no multiple below 2³⁵ comes that close to an integer.
    const LOG: u128 = 301_029_995_663_981_195_213_738_894;
    const ONE: u128 = 1_000_000_000_000_000_000_000_000_000;
    let bits = (u128::from(size) * 8).saturating_sub(1);
    u32::try_from(bits * LOG / ONE).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::most_digits;

    #[test]
    fn digits_are_those_that_integers_hold() {
        for size in 1..=16_u32 {
            let most = (1_u128 << (8 * size - 1)) - 1;
            assert_eq!(most_digits(size), most.ilog10(), "{size}");
        }
        assert_eq!(most_digits(0), 0);
        assert_eq!(most_digits(1 << 28), 646_456_992);
    }
}
