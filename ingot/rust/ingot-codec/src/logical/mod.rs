//! What values of logical types stand for: decimals, uuids, durations, dates and times, without any other library.
//!
//! ```
//! use ingot_codec::logical::{DateTime, Decimal, Unit};
//!
//! let price = Decimal::from_bytes(&[0x00, 0x96], 2)?;
//! assert_eq!(price.to_string(), "1.50");
//! assert_eq!("-1.5".parse::<Decimal>()?.rescaled(2)?.to_bytes(), [0xff, 0x6a]);
//!
//! let when = DateTime::from_count(-1, Unit::Millis);
//! assert_eq!(when.text(Unit::Millis), "1969-12-31T23:59:59.999");
//! assert_eq!(when.count(Unit::Micros)?, -1000);
//! # Ok::<(), ingot_codec::DataError>(())
//! ```

pub(crate) mod check;
mod decimal;
mod duration;
mod time;
mod uuid;

pub(crate) use check::{Checked, Complaint, check_bytes, check_number, check_text};
pub use decimal::Decimal;
pub use duration::Duration;
pub use time::{Date, DateTime, Time, Unit};
pub use uuid::Uuid;

use alloc::string::String;

use crate::error::{DataClass, DataError};

/// An error that says why something is no value of a logical type.
fn invalid(message: impl Into<String>) -> DataError {
    DataError::new(DataClass::LogicalInvalid, None, message.into())
}
