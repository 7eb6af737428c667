//! Values of logical types in the class `Schema`: objects of Python's own, exact or refused.
//!
//! A plain value is taken wherever an object is; what is no value of Python's (the year 10000) is read as the plain value
//! where reading is lenient, and is an error otherwise.

use ingot_codec::DataClass;
use ingot_codec::logical::{Date, DateTime, Time, Unit};
use ingot_codec::wire::{Input, fault, put_long, put_run};
use ingot_schema::{Logical, Type};
use pyo3::ffi;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyDate, PyDateTime, PyTime, PyTzInfoAccess};

use super::duration::Duration;
use super::{decimal, time, uuid};
use crate::classes::raised;
use crate::failure::Done;
use crate::objects::{Owned, bytes, content, utf8};
use crate::told::wrong;

/// A logical type, by the object that its values are.
#[derive(Clone, Copy)]
pub(crate) enum Native {
    /// `datetime.date`.
    Date,
    /// `datetime.time`, without a zone.
    Time(Unit),
    /// `datetime.datetime` with a zone; nanoseconds are read as integers, for it has none.
    Timestamp(Unit),
    /// `datetime.datetime` without a zone.
    LocalTimestamp(Unit),
    /// `decimal.Decimal`, in bytes or in a fixed of a size.
    Decimal { scale: u32, size: Option<u32> },
    /// `decimal.Decimal`, with its scale beside it.
    BigDecimal,
    /// `uuid.UUID`, as a string.
    Uuid,
    /// `uuid.UUID`, as a fixed.
    UuidBytes,
    /// The class `Duration`.
    Duration,
}

impl Native {
    pub(crate) fn of(logical: Logical, shape: &Type) -> Option<Native> {
        let size = if let Type::Fixed(fixed) = shape { Some(fixed.size) } else { None };
        Some(match logical {
            Logical::Date => Native::Date,
            Logical::TimeMillis => Native::Time(Unit::Millis),
            Logical::TimeMicros => Native::Time(Unit::Micros),
            Logical::TimestampMillis => Native::Timestamp(Unit::Millis),
            Logical::TimestampMicros => Native::Timestamp(Unit::Micros),
            Logical::TimestampNanos => Native::Timestamp(Unit::Nanos),
            Logical::LocalTimestampMillis => Native::LocalTimestamp(Unit::Millis),
            Logical::LocalTimestampMicros => Native::LocalTimestamp(Unit::Micros),
            Logical::LocalTimestampNanos => Native::LocalTimestamp(Unit::Nanos),
            Logical::Decimal { scale, .. } => Native::Decimal { scale, size },
            Logical::BigDecimal => Native::BigDecimal,
            Logical::Uuid if size.is_some() => Native::UuidBytes,
            Logical::Uuid => Native::Uuid,
            Logical::Duration => Native::Duration,
            _ => return None,
        })
    }

    /// Whether an object is one of this type. No code but the interpreter's own runs.
    pub(crate) unsafe fn has(self, object: *mut PyObject) -> bool {
        let py = unsafe { Python::assume_attached() };
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        match self {
            Native::Date => object.is_instance_of::<PyDate>() && !object.is_instance_of::<PyDateTime>(),
            Native::Time(_) => object.is_instance_of::<PyTime>(),
            Native::Timestamp(_) | Native::LocalTimestamp(_) => object.is_instance_of::<PyDateTime>(),
            Native::Decimal { .. } | Native::BigDecimal => decimal::is_one(&object),
            Native::Uuid | Native::UuidBytes => uuid::is_one(&object),
            Native::Duration => object.is_instance_of::<Duration>(),
        }
    }

    /// Whether an object may be a plain value: what else it has to be is told of that.
    unsafe fn has_plain(self, object: *mut PyObject) -> bool {
        unsafe {
            match self {
                Native::Date | Native::Time(_) | Native::Timestamp(_) | Native::LocalTimestamp(_) => {
                    ffi::PyIndex_Check(object) != 0
                }
                Native::Uuid => ffi::PyUnicode_Check(object) != 0,
                _ => ffi::PyObject_CheckBuffer(object) != 0,
            }
        }
    }

    pub(crate) const fn what(self) -> &'static str {
        match self {
            Native::Date => "a date (or an int)",
            Native::Time(_) => "a time (or an int)",
            Native::Timestamp(_) => "a datetime with a zone (or an int)",
            Native::LocalTimestamp(_) => "a datetime without a zone (or an int)",
            Native::Decimal { .. } | Native::BigDecimal => "a Decimal (or bytes)",
            Native::Uuid => "a UUID (or a string)",
            Native::UuidBytes => "a UUID (or bytes)",
            Native::Duration => "an ingot.Duration (or bytes)",
        }
    }

    /// The plain value of an object; none if the object is that itself.
    #[inline(never)]
    pub(crate) unsafe fn plain(self, object: *mut PyObject, lenient: bool) -> Done<Option<Owned>> {
        unsafe {
            if !self.has(object) {
                if self.has_plain(object) {
                    return Ok(None);
                }
                return wrong(object, self.what());
            }
            let py = Python::assume_attached();
            let object = Bound::from_borrowed_ptr(py, object);
            let count = match self.written(&object, lenient).map_err(raised)? {
                Ok(plain) => plain,
                Err(message) => return refused(message),
            };
            Ok(Some(match count {
                Plain::Count(count) => Owned::new(ffi::PyLong_FromLongLong(count))?,
                Plain::Bytes(content) => bytes(&content)?,
                Plain::Object(object) => Owned::new(object.into_ptr())?,
            }))
        }
    }

    /// The plain value of an object of this type, or why it has none.
    fn written<'py>(self, object: &Bound<'py, PyAny>, lenient: bool) -> PyResult<Result<Plain<'py>, String>> {
        let count = |count: Result<i64, String>| Ok(count.map(Plain::Count));
        match self {
            Native::Date => count(time::days(object.cast()?).map_err(time::message)),
            Native::Time(unit) => {
                let time = object.cast::<PyTime>()?;
                if time.get_tzinfo().is_some() {
                    return Ok(Err("a time with a zone: a time of day has none".into()));
                }
                count(time::since_midnight(time, unit).map_err(time::message))
            }
            Native::Timestamp(unit) => {
                let moment = object.cast::<PyDateTime>()?;
                match time::zoned(moment, unit)? {
                    Some(found) => count(found.and_then(|found| time::with_nanos(moment, found, unit))),
                    // It is taken as one of UTC, not of this machine.
                    None if lenient => count(time::local(moment, unit)),
                    None => Ok(Err("a datetime without a zone: a timestamp is a moment (tzinfo=timezone.utc?)".into())),
                }
            }
            Native::LocalTimestamp(unit) => {
                let moment = object.cast::<PyDateTime>()?;
                if moment.get_tzinfo().is_some() && !lenient {
                    return Ok(Err("a datetime with a zone: a local timestamp has none".into()));
                }
                count(time::local(moment, unit).and_then(|found| time::with_nanos(moment, found, unit)))
            }
            Native::Decimal { scale, size } => {
                let number = decimal::scaled(object, scale)?;
                Ok(number.and_then(|number| decimal::sized(number, size.map(|size| size as usize))).map(Plain::Bytes))
            }
            Native::BigDecimal => Ok(decimal::unscaled(object)?.map(|(number, scale)| {
                let mut out = Vec::with_capacity(number.len() + 4);
                put_run(&mut out, &number);
                put_long(&mut out, scale);
                Plain::Bytes(out)
            })),
            Native::Uuid => Ok(Ok(Plain::Object(uuid::text(object)?))),
            Native::UuidBytes => Ok(Ok(Plain::Bytes(uuid::number(object)?.to_be_bytes().to_vec()))),
            Native::Duration => {
                let Duration { months, days, millis } = *object.cast::<Duration>()?.get();
                Ok(Ok(Plain::Bytes(ingot_codec::logical::Duration { months, days, millis }.to_bytes().to_vec())))
            }
        }
    }

    /// The object of a plain value, whose bytes begin at an offset.
    #[inline(never)]
    pub(crate) unsafe fn object(self, plain: Owned, start: usize, lenient: bool) -> Done<Owned> {
        let py = unsafe { Python::assume_attached() };
        let made = match self {
            Native::Date | Native::Time(_) | Native::Timestamp(_) | Native::LocalTimestamp(_) => {
                let count = unsafe { ffi::PyLong_AsLongLong(plain.as_ptr()) };
                match self.counted(py, count) {
                    Ok(Some(made)) => made,
                    Ok(None) => return Ok(plain),
                    Err(_) if lenient => return Ok(plain),
                    Err(message) => return Ok(fault(DataClass::LogicalInvalid, Some(start), message)?),
                }
            }
            Native::Decimal { scale, .. } => unsafe { decimal::made(py, content(plain.as_ptr()), scale.into()) },
            Native::BigDecimal => {
                let mut input = Input::new(unsafe { content(plain.as_ptr()) });
                // It was checked before.
                let (number, scale) = (input.run()?, input.int()?);
                decimal::made(py, number, scale.into())
            }
            Native::Uuid => match uuid::parsed(unsafe { utf8(plain.as_ptr()) }?) {
                Some(number) => uuid::made(py, number),
                // Only what is read leniently has another text.
                None => return Ok(plain),
            },
            Native::UuidBytes => match unsafe { content(plain.as_ptr()) }.try_into() {
                Ok(number) => uuid::made(py, number),
                Err(_) => return Ok(plain),
            },
            Native::Duration => {
                let Ok(bytes) = unsafe { content(plain.as_ptr()) }.try_into() else { return Ok(plain) };
                let found = ingot_codec::logical::Duration::from_bytes(bytes);
                let made = Duration { months: found.months, days: found.days, millis: found.millis };
                Bound::new(py, made).map(Bound::into_any)
            }
        };
        let made = made.map_err(raised)?;
        Ok(unsafe { Owned::new(made.into_ptr()) }?)
    }

    /// The object of a count; nothing where it is the object itself, an error where Python has no such object.
    fn counted(self, py: Python<'_>, count: i64) -> Result<Option<PyResult<Bound<'_, PyAny>>>, String> {
        Ok(Some(match self {
            Native::Date => {
                let date = Date::from_days(i32::try_from(count).map_err(|_| "a date is within 32 bits")?);
                time::known(date.year())?;
                PyDate::new(py, date.year(), date.month(), date.day()).map(Bound::into_any)
            }
            Native::Time(unit) => time::of_day(py, Time::from_count(count, unit).map_err(time::message)?),
            Native::Timestamp(Unit::Nanos) | Native::LocalTimestamp(Unit::Nanos) => return Ok(None),
            Native::Timestamp(unit) | Native::LocalTimestamp(unit) => {
                let moment = DateTime::from_count(count, unit);
                time::known(moment.date.year())?;
                time::moment(py, moment, matches!(self, Native::Timestamp(_)))
            }
            _ => return Ok(None),
        }))
    }
}

/// A plain value that is to be written.
enum Plain<'py> {
    Count(i64),
    Bytes(Vec<u8>),
    Object(Bound<'py, PyAny>),
}

#[cold]
fn refused<T>(message: String) -> Done<T> {
    Ok(fault(DataClass::ValueInvalid, None, message)?)
}
