//! The classes of `datetime`, and the counts that carry them.

use ingot_codec::logical::{Date, DateTime, Time, Unit};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyDate, PyDateAccess, PyDateTime, PyDelta, PyDeltaAccess, PyString, PyTime, PyTimeAccess, PyTzInfo, PyTzInfoAccess,
};

/// The years that `datetime` knows.
const YEARS: core::ops::RangeInclusive<i32> = 1..=9999;

fn told(error: &ingot_codec::DataError) -> PyErr {
    PyValueError::new_err(error.message.clone())
}

fn beyond(year: i32) -> PyErr {
    PyOverflowError::new_err(format!("date value out of range: the year {year}"))
}

fn day(object: &impl PyDateAccess) -> PyResult<Date> {
    Date::new(object.get_year(), object.get_month(), object.get_day()).map_err(|error| told(&error))
}

fn clock(object: &impl PyTimeAccess) -> PyResult<Time> {
    let nanos = object.get_microsecond() * 1000;
    Time::new(object.get_hour(), object.get_minute(), object.get_second(), nanos).map_err(|error| told(&error))
}

/// How many units a `datetime` is after 1970 where it is, whatever its zone.
fn count(object: &Bound<'_, PyDateTime>, unit: Unit) -> PyResult<i64> {
    DateTime { date: day(object)?, time: clock(object)? }.count(unit).map_err(|error| told(&error))
}

fn number(py: Python<'_>, value: i64) -> PyResult<Option<Bound<'_, PyAny>>> {
    Ok(Some(value.into_pyobject(py)?.into_any()))
}

/// A `date`, or a text as `date.fromisoformat` takes it.
pub(super) fn plain_date<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if let Ok(date) = object.cast::<PyDate>() {
        return number(py, day(date)?.days().map_err(|error| told(&error))?.into());
    }
    if object.is_instance_of::<PyString>() {
        return plain_date(&py.get_type::<PyDate>().call_method1(intern!(py, "fromisoformat"), (object,))?);
    }
    Ok(None)
}

pub(super) fn plain_time<'py>(object: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(time) = object.cast::<PyTime>() else { return Ok(None) };
    number(object.py(), clock(time)?.count(unit))
}

pub(super) fn plain_local<'py>(object: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(time) = object.cast::<PyDateTime>() else { return Ok(None) };
    number(object.py(), count(time, unit)?)
}

/// A `datetime`; without a zone it is one of this machine's.
pub(super) fn plain_timestamp<'py>(object: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let Ok(time) = object.cast::<PyDateTime>() else { return Ok(None) };
    let Some(zone) = time.get_tzinfo() else { return number(py, of_this_machine(time, unit)?) };
    if zone.is(&*PyTzInfo::utc(py)?) {
        return number(py, count(time, unit)?);
    }
    let offset = time.call_method0(intern!(py, "utcoffset"))?;
    // A zone that does not know its offset is none.
    let Ok(offset) = offset.cast::<PyDelta>() else { return number(py, of_this_machine(time, unit)?) };
    let seconds = i64::from(offset.get_days()) * 86_400 + i64::from(offset.get_seconds());
    let micros = count(time, Unit::Micros)? - seconds * 1_000_000 - i64::from(offset.get_microseconds());
    number(py, if matches!(unit, Unit::Millis) { micros.div_euclid(1000) } else { micros })
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
    let (hour, minute, second, micros) = parts(time);
    Ok(PyTime::new(plain.py(), hour, minute, second, micros, None)?.into_any())
}

pub(super) fn timestamp<'py>(plain: &Bound<'py, PyAny>, unit: Unit, zoned: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    let DateTime { date, time } = DateTime::from_count(plain.extract()?, unit);
    if !YEARS.contains(&date.year()) {
        return Err(beyond(date.year()));
    }
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
