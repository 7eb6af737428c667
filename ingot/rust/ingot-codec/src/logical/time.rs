//! Dates and times of the calendar that is in use everywhere, taken back and forth over all time. Parts of a unit are
//! rounded down, before 1970, too.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::invalid;
use crate::error::DataError;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Unit {
    Millis,
    Micros,
    Nanos,
}

impl Unit {
    const fn a_second(self) -> i64 {
        match self {
            Unit::Millis => 1_000,
            Unit::Micros => 1_000_000,
            Unit::Nanos => 1_000_000_000,
        }
    }

    const fn digits(self) -> usize {
        match self {
            Unit::Millis => 3,
            Unit::Micros => 6,
            Unit::Nanos => 9,
        }
    }
}

/// A day, as `date` counts them from 1970-01-01.
///
/// ```
/// use ingot_codec::logical::Date;
///
/// let day = Date::from_days(19_782);
/// assert_eq!(day, Date::new(2024, 2, 29)?);
/// assert_eq!(day.to_string(), "2024-02-29");
/// assert_eq!(day.days()?, 19_782);
/// assert!(Date::new(2023, 2, 29).is_err());
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i32,
    month: u8,
    day: u8,
}

const DAY_SECONDS: i64 = 86_400;

impl Date {
    /// A day by its year, of which 0 is the one before 1, its month from 1, and its day from 1; an error if there is none.
    pub fn new(year: i32, month: u8, day: u8) -> Result<Date, DataError> {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        if day == 0 || day > days {
            return Err(invalid(format!("there is no day {year:04}-{month:02}-{day:02}")));
        }
        Ok(Date { year, month, day })
    }

    /// The day so many after 1970-01-01.
    #[must_use]
    pub fn from_days(days: i32) -> Date {
        Date::from_long_days(days.into())
    }

    /// For days of which the year is within 32 bits, as it is for all that 64 bits of milliseconds count.
    fn from_long_days(days: i64) -> Date {
        // Years begin in March, so that the day that is sometimes there is the last; 400 of them are an era.
        let days = days + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let small = |part: i64| u8::try_from(part).unwrap_or(0);
        Date { year: i32::try_from(era * 400 + year + next).unwrap_or(i32::MAX), month: small(month), day: small(day) }
    }

    fn long_days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month < 3);
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let month = (month + 9) % 12;
        let day = (153 * month + 2) / 5 + day - 1 + year * 365 + year / 4 - year / 100;
        era * 146_097 + day - 719_468
    }

    /// How many days it is after 1970-01-01; an error if 32 bits cannot say.
    pub fn days(self) -> Result<i32, DataError> {
        i32::try_from(self.long_days()).map_err(|_| invalid(format!("{self} is beyond what a date counts")))
    }

    /// The year; 0 is the one before 1.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.year
    }

    /// The month, from 1.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day, from 1.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.year < 0 { "-" } else { "" };
        write!(out, "{sign}{:04}-{:02}-{:02}", self.year.unsigned_abs(), self.month, self.day)
    }
}

/// A time of day, as `time-millis` and `time-micros` count it from midnight.
///
/// ```
/// use ingot_codec::logical::{Time, Unit};
///
/// let time = Time::from_count(45_296_789, Unit::Millis)?;
/// assert_eq!(time, Time::new(12, 34, 56, 789_000_000)?);
/// assert_eq!(time.text(Unit::Millis), "12:34:56.789");
/// assert!(Time::from_count(86_400_000, Unit::Millis).is_err());
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    /// Below 86,400.
    seconds: u32,
    nanos: u32,
}

impl Time {
    /// A time by its parts; an error if there is none.
    pub fn new(hour: u8, minute: u8, second: u8, nanos: u32) -> Result<Time, DataError> {
        if hour > 23 || minute > 59 || second > 59 || nanos > 999_999_999 {
            return Err(invalid(format!("there is no time {hour:02}:{minute:02}:{second:02}.{nanos:09}")));
        }
        let seconds = (u32::from(hour) * 60 + u32::from(minute)) * 60 + u32::from(second);
        Ok(Time { seconds, nanos })
    }

    /// The time so many units after midnight; an error if that is not within the day.
    pub fn from_count(count: i64, unit: Unit) -> Result<Time, DataError> {
        let (seconds, time) = (count.div_euclid(unit.a_second()), Time::within(count, unit));
        if (0..DAY_SECONDS).contains(&seconds) {
            return Ok(time);
        }
        Err(invalid("a time of day is from 0 to less than 24 hours"))
    }

    /// The time of whatever day it is.
    fn within(count: i64, unit: Unit) -> Time {
        let seconds = count.div_euclid(unit.a_second()).rem_euclid(DAY_SECONDS);
        let nanos = count.rem_euclid(unit.a_second()) * (1_000_000_000 / unit.a_second());
        Time { seconds: u32::try_from(seconds).unwrap_or(0), nanos: u32::try_from(nanos).unwrap_or(0) }
    }

    /// How many whole units it is after midnight.
    #[must_use]
    pub fn count(self, unit: Unit) -> i64 {
        i64::from(self.seconds) * unit.a_second() + i64::from(self.nanos) / (1_000_000_000 / unit.a_second())
    }

    /// Hours, minutes, seconds and nanoseconds.
    #[must_use]
    pub const fn parts(self) -> (u32, u32, u32, u32) {
        (self.seconds / 3_600, self.seconds / 60 % 60, self.seconds % 60, self.nanos)
    }

    /// As `12:34:56.789`, with the digits of a unit.
    #[must_use]
    pub fn text(self, unit: Unit) -> String {
        let (hour, minute, second, nanos) = self.parts();
        format!("{hour:02}:{minute:02}:{second:02}.{}", &format!("{nanos:09}")[..unit.digits()])
    }
}

/// A time of a day, as timestamps count it from 1970-01-01T00:00; the schema says whether it is of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a day and a time, each with a page of its own")]
pub struct DateTime {
    pub date: Date,
    pub time: Time,
}

impl DateTime {
    /// The time so many units after 1970-01-01T00:00.
    #[must_use]
    pub fn from_count(count: i64, unit: Unit) -> DateTime {
        let days = count.div_euclid(unit.a_second()).div_euclid(DAY_SECONDS);
        DateTime { date: Date::from_long_days(days), time: Time::within(count, unit) }
    }

    /// How many whole units it is after 1970-01-01T00:00, rounded down; an error if 64 bits cannot say.
    pub fn count(self, unit: Unit) -> Result<i64, DataError> {
        let days = i128::from(self.date.long_days()) * i128::from(DAY_SECONDS) * i128::from(unit.a_second());
        i64::try_from(days + i128::from(self.time.count(unit)))
            .map_err(|_| invalid(format!("{} is beyond what a timestamp counts", self.text(unit))))
    }

    /// As `2024-02-29T12:34:56.789`, with the digits of a unit.
    #[must_use]
    pub fn text(self, unit: Unit) -> String {
        format!("{}T{}", self.date, self.time.text(unit))
    }
}
