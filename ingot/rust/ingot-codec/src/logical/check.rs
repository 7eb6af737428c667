//! What logical types ask of values.

use alloc::format;
use alloc::string::String;

use ingot_schema::Logical;

use crate::error::{DataClass, Outcome, fault};
use crate::limits::Options;
use crate::wire::Input;

/// Why a value is none of its logical type.
pub type Complaint = (DataClass, String);

/// What a check says, on its way to become an error.
pub trait Checked {
    /// The outcome for a value that begins at this offset.
    fn at(self, offset: usize) -> Outcome<()>;
}

impl Checked for Result<(), Complaint> {
    #[inline]
    fn at(self, offset: usize) -> Outcome<()> {
        self.or_else(|(class, message)| fault(class, Some(offset), message))
    }
}

fn invalid(message: &str) -> Result<(), Complaint> {
    Err((DataClass::LogicalInvalid, message.into()))
}

/// Whether an int or a long is one of its logical type.
pub fn check_number(logical: Logical, value: i64, options: &Options) -> Result<(), Complaint> {
    let day = match logical {
        Logical::TimeMillis => 86_400_000,
        Logical::TimeMicros => 86_400_000_000,
        _ => return Ok(()),
    };
    if options.lenient || (0..day).contains(&value) {
        return Ok(());
    }
    invalid("a time of day is from 0 to less than 24 hours")
}

/// Whether a string is one of its logical type.
pub fn check_text(logical: Logical, text: &str, options: &Options) -> Result<(), Complaint> {
    if logical != Logical::Uuid || options.lenient {
        return Ok(());
    }
    let digit = |(place, byte): (usize, u8)| match place {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    if text.len() == 36 && text.bytes().enumerate().all(digit) {
        return Ok(());
    }
    invalid("a uuid has 36 characters, as in f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
}

/// Whether bytes or a fixed are one of its logical type.
pub fn check_bytes(logical: Logical, bytes: &[u8], options: &Options) -> Result<(), Complaint> {
    match logical {
        Logical::Decimal { precision, .. } => decimal(bytes, precision, options),
        Logical::BigDecimal => big_decimal(bytes, options),
        _ => Ok(()),
    }
}

fn limit(bytes: &[u8], options: &Options) -> Result<(), Complaint> {
    let most = options.limits.decimal_bytes;
    if bytes.len() <= most {
        return Ok(());
    }
    Err((DataClass::LimitDecimal, format!("a decimal of {} bytes, the limit is {most}", bytes.len())))
}

fn decimal(bytes: &[u8], precision: u32, options: &Options) -> Result<(), Complaint> {
    limit(bytes, options)?;
    if options.lenient {
        return Ok(());
    }
    if bytes.is_empty() {
        return invalid("a decimal without bytes is no number");
    }
    if digits_fit(bytes, precision) { Ok(()) } else { invalid("a decimal has more digits than its precision") }
}

/// Whether a number in two's complement has at most so many decimal digits.
fn digits_fit(bytes: &[u8], precision: u32) -> bool {
    let negative = bytes[0] > 0x7f;
    // Its size, in base 2³², the lowest first; of a negative number the complement plus one.
    let mut size: alloc::vec::Vec<u32> = alloc::vec::Vec::with_capacity(bytes.len() / 4 + 2);
    let mut carry = u32::from(negative);
    for chunk in bytes.rchunks(4) {
        let bits = chunk.iter().fold(0, |bits, byte| (bits << 8) | u32::from(if negative { !*byte } else { *byte }));
        let (sum, over) = bits.overflowing_add(carry);
        // Only whole chunks carry over: the highest one has free bits where it has less than four bytes.
        size.push(sum);
        carry = u32::from(over);
    }
    size.push(carry);
    let mut digits = 0;
    loop {
        while size.last() == Some(&0) {
            size.pop();
        }
        let [low] = size[..] else {
            if size.is_empty() {
                return digits <= precision;
            }
            // Nine digits less.
            let mut rest = 0;
            for part in size.iter_mut().rev() {
                let whole = (rest << 32) | u64::from(*part);
                *part = u32::try_from(whole / 1_000_000_000).unwrap_or(u32::MAX);
                rest = whole % 1_000_000_000;
            }
            digits += 9;
            continue;
        };
        return digits + low.ilog10() < precision;
    }
}

fn big_decimal(bytes: &[u8], options: &Options) -> Result<(), Complaint> {
    limit(bytes, options)?;
    let wrong = || (DataClass::LogicalInvalid, String::from("a big decimal is a number in bytes and its scale"));
    let mut input = Input::new(bytes);
    let unscaled = input.run().map_err(|_| wrong())?;
    let scale = input.int().map_err(|_| wrong())?;
    if unscaled.is_empty() || input.left() > 0 {
        return Err(wrong());
    }
    let most = options.limits.big_decimal_scale;
    if scale.unsigned_abs() > most {
        return Err((DataClass::LimitDecimal, format!("a big decimal of scale {scale}, the limit is {most}")));
    }
    Ok(())
}
