//! Python's own values of logical types: dates, times, decimals and uuids, and the plain values that carry them.
//!
//! `Host` does it as fastavro, `Native` for the class `Schema`, which loses nothing on the way.

mod decimal;
mod duration;
mod native;
mod time;
mod uuid;

pub(crate) use duration::Duration;
use ingot_codec::logical::Unit;
pub(crate) use native::Native;
use pyo3::prelude::*;

/// A logical type whose values are objects of Python's standard library.
#[derive(Clone, Copy)]
pub(crate) enum Host {
    /// `datetime.date`, as days.
    Date,
    /// `datetime.time`, as units since midnight.
    Time(Unit),
    /// `datetime.datetime` with a zone, as units since 1970 in UTC.
    Timestamp(Unit),
    /// `datetime.datetime` without a zone, as units since 1970 there.
    LocalTimestamp(Unit),
    /// `decimal.Decimal`, as bytes, or as a fixed of a size.
    Decimal { precision: u32, scale: u32, size: Option<usize> },
    /// `uuid.UUID`, as a string.
    Uuid,
}

impl Host {
    /// The plain value of an object; none if it is no object of this type. Raises where the schema has no room for it.
    pub(crate) fn plain<'py>(self, object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self {
            Host::Date => time::plain_date(object),
            Host::Time(unit) => time::plain_time(object, unit),
            Host::Timestamp(unit) => time::plain_timestamp(object, unit),
            Host::LocalTimestamp(unit) => time::plain_local(object, unit),
            Host::Decimal { precision, scale, size } => decimal::plain(object, precision, scale, size),
            Host::Uuid => uuid::plain(object),
        }
    }

    /// The object of a plain value. Raises where Python has none: a year beyond 9999, a text that is no uuid.
    pub(crate) fn object<'py>(self, plain: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Host::Date => time::date(plain),
            Host::Time(unit) => time::time(plain, unit),
            Host::Timestamp(unit) => time::timestamp(plain, unit, true),
            Host::LocalTimestamp(unit) => time::timestamp(plain, unit, false),
            Host::Decimal { scale, .. } => decimal::object(plain, scale),
            Host::Uuid => uuid::object(plain),
        }
    }
}
