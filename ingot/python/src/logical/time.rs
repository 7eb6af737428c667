//! The classes of `datetime`, and the counts that carry them.

use ingot_codec::DataError;
use ingot_codec::logical::{Date, DateTime, Time, Unit};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyDate, PyDateAccess, PyDateTime, PyDelta, PyDeltaAccess, PyString, PyTime, PyTimeAccess, PyTzInfo, PyTzInfoAccess,
};

/// The years that `datetime` knows.
const YEARS: core::ops::RangeInclusive<i32> = 1..=9999;

/// What it is, for those who raise another exception of it.
pub(super) fn message(error: DataError) -> String {
    error.into_details().message
}

fn told(error: &DataError) -> PyErr {
    PyValueError::new_err(error.message.clone())
}

fn beyond(year: i32) -> PyErr {
    PyOverflowError::new_err(format!("date value out of range: the year {year}"))
}

fn parts_of_day(object: &impl PyDateAccess) -> Result<Date, DataError> {
    Date::new(object.get_year(), object.get_month(), object.get_day())
}

fn parts_of_time(object: &impl PyTimeAccess) -> Result<Time, DataError> {
    Time::new(object.get_hour(), object.get_minute(), object.get_second(), object.get_microsecond() * 1000)
}

/// How many units a `datetime` is after 1970 where it is, whatever its zone.
fn count(object: &Bound<'_, PyDateTime>, unit: Unit) -> PyResult<i64> {
    local(object, unit).map_err(PyValueError::new_err)
}

fn number(py: Python<'_>, value: i64) -> PyResult<Option<Bound<'_, PyAny>>> {
    Ok(Some(value.into_pyobject(py)?.into_any()))
}

/// A `date`, or a text as `date.fromisoformat` takes it.
pub(super) fn plain_date<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if let Ok(date) = object.cast::<PyDate>() {
        return number(py, days(date).map_err(|error| told(&error))?);
    }
    if object.is_instance_of::<PyString>() {
        return plain_date(&py.get_type::<PyDate>().call_method1(intern!(py, "fromisoformat"), (object,))?);
    }
    Ok(None)
}

pub(super) fn plain_time<'py>(object: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(time) = object.cast::<PyTime>() else { return Ok(None) };
    number(object.py(), since_midnight(time, unit).map_err(|error| told(&error))?)
}

pub(super) fn plain_local<'py>(object: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(time) = object.cast::<PyDateTime>() else { return Ok(None) };
    number(object.py(), count(time, unit)?)
}

/// A `datetime`; without a zone it is one of this machine's.
pub(super) fn plain_timestamp<'py>(object: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let Ok(time) = object.cast::<PyDateTime>() else { return Ok(None) };
    match zoned(time, unit)? {
        Some(count) => number(py, count.map_err(PyValueError::new_err)?),
        None => number(py, of_this_machine(time, unit)?),
    }
}

/// How many units a `datetime` is after 1970 in UTC, or why there is no such number; nothing without a zone.
pub(super) fn zoned(time: &Bound<'_, PyDateTime>, unit: Unit) -> PyResult<Option<Result<i64, String>>> {
    let py = time.py();
    let Some(zone) = time.get_tzinfo() else { return Ok(None) };
    if zone.is(&*PyTzInfo::utc(py)?) {
        return Ok(Some(local(time, unit)));
    }
    let offset = time.call_method0(intern!(py, "utcoffset"))?;
    // A zone that does not know its offset is none.
    let Ok(offset) = offset.cast::<PyDelta>() else { return Ok(None) };
    let seconds = i64::from(offset.get_days()) * 86_400 + i64::from(offset.get_seconds());
    let micros = count(time, Unit::Micros)? - seconds * 1_000_000 - i64::from(offset.get_microseconds());
    Ok(Some(match unit {
        Unit::Millis => Ok(micros.div_euclid(1000)),
        Unit::Micros => Ok(micros),
        Unit::Nanos => micros.checked_mul(1000).ok_or_else(|| format!("{time} is beyond what nanoseconds count")),
    }))
}

/// How many units a `datetime` is after 1970 where it is, whatever its zone, or why there is no such number.
pub(super) fn local(time: &Bound<'_, PyDateTime>, unit: Unit) -> Result<i64, String> {
    let (date, time) = (parts_of_day(time), parts_of_time(time));
    let (date, time) = (date.map_err(message)?, time.map_err(message)?);
    DateTime { date, time }.count(unit).map_err(message)
}

/// Adds what a class derived from `datetime` has of nanoseconds, as pandas' does.
pub(super) fn with_nanos(time: &Bound<'_, PyDateTime>, count: i64, unit: Unit) -> Result<i64, String> {
    if !matches!(unit, Unit::Nanos) || time.is_exact_instance_of::<PyDateTime>() {
        return Ok(count);
    }
    let nanos = time.getattr(intern!(time.py(), "nanosecond")).and_then(|nanos| nanos.extract::<u16>());
    count.checked_add(nanos.unwrap_or(0).into()).ok_or_else(|| format!("{time} is beyond what nanoseconds count"))
}

/// How many days a date is after 1970-01-01.
pub(super) fn days(date: &Bound<'_, PyDate>) -> Result<i64, DataError> {
    parts_of_day(date)?.days().map(i64::from)
}

/// How many units a time is after midnight.
pub(super) fn since_midnight(time: &Bound<'_, PyTime>, unit: Unit) -> Result<i64, DataError> {
    Ok(parts_of_time(time)?.count(unit))
}

fn of_this_machine(time: &Bound<'_, PyDateTime>, unit: Unit) -> PyResult<i64> {
    let py = time.py();
    let parts = time.call_method0(intern!(py, "timetuple"))?;
    let seconds: f64 = py.import(intern!(py, "time"))?.call_method1(intern!(py, "mktime"), (parts,))?.extract()?;
    #[expect(clippy::cast_possible_truncation, reason = "the C library counts whole seconds")]
    let seconds = seconds as i64;
    let micros = i64::from(time.get_microsecond());
    Ok(if matches!(unit, Unit::Millis) { seconds * 1000 + micros / 1000 } else { seconds * 1_000_000 + micros })
}

pub(super) fn date<'py>(plain: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let date = Date::from_days(plain.extract()?);
    if !YEARS.contains(&date.year()) {
        return Err(PyValueError::new_err(format!("no date of Python's: the year {}", date.year())));
    }
    Ok(PyDate::new(plain.py(), date.year(), date.month(), date.day())?.into_any())
}

pub(super) fn time<'py>(plain: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Bound<'py, PyAny>> {
    let time = Time::from_count(plain.extract()?, unit).map_err(|error| told(&error))?;
    of_day(plain.py(), time)
}

pub(super) fn of_day(py: Python<'_>, time: Time) -> PyResult<Bound<'_, PyAny>> {
    let (hour, minute, second, micros) = parts(time);
    Ok(PyTime::new(py, hour, minute, second, micros, None)?.into_any())
}

pub(super) fn timestamp<'py>(plain: &Bound<'py, PyAny>, unit: Unit, zoned: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    let found = DateTime::from_count(plain.extract()?, unit);
    if !YEARS.contains(&found.date.year()) {
        return Err(beyond(found.date.year()));
    }
    moment(py, found, zoned)
}

/// An error where Python has no such year.
pub(super) fn known(year: i32) -> Result<(), String> {
    if YEARS.contains(&year) {
        Ok(())
    } else {
        Err(format!("the year {year}: Python's dates have those from 1 to 9999"))
    }
}

/// The `datetime` of a moment in UTC, or of one without a zone.
pub(super) fn moment(py: Python<'_>, moment: DateTime, zoned: bool) -> PyResult<Bound<'_, PyAny>> {
    let DateTime { date, time } = moment;
    let utc = if zoned { Some(PyTzInfo::utc(py)?.to_owned()) } else { None };
    let (hour, minute, second, micros) = parts(time);
    let (month, day) = (date.month(), date.day());
    Ok(PyDateTime::new(py, date.year(), month, day, hour, minute, second, micros, utc.as_ref())?.into_any())
}

fn parts(time: Time) -> (u8, u8, u8, u32) {
    let (hour, minute, second, nanos) = time.parts();
    let small = |part: u32| part.to_le_bytes()[0];
    (small(hour), small(minute), small(second), nanos / 1000)
}
