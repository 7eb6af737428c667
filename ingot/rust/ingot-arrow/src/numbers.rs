//! Numbers of columns as Avro's: of any width and unit, where they fit exactly.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrowPrimitiveType};
use arrow_schema::{DataType, TimeUnit};
use ingot_codec::DataClass;
use ingot_codec::wire::{fault, put_long};
use ingot_schema::Logical;

use crate::put::Put;

/// Writes integers, dates and times; nothing if the column has none such.
pub(crate) fn integers(array: &dyn Array, logical: Option<Logical>, is_int: bool) -> Option<Put<'_>> {
    let least_unit = |unit: &TimeUnit| match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1_000,
        TimeUnit::Nanosecond => 1,
    };
    // Nanoseconds of a unit, of the schema and of the column. Without a logical type numbers are what they are.
    let due = match logical {
        Some(Logical::TimeMillis | Logical::TimestampMillis | Logical::LocalTimestampMillis) => Some(1_000_000),
        Some(Logical::TimeMicros | Logical::TimestampMicros | Logical::LocalTimestampMicros) => Some(1_000),
        Some(Logical::TimestampNanos | Logical::LocalTimestampNanos) => Some(1),
        _ => None,
    };
    let is_time = matches!(logical, Some(Logical::TimeMillis | Logical::TimeMicros));
    let (get, has) = match array.data_type() {
        DataType::Int32 if is_int && due.is_none() => {
            return Some(Put::Int(array.as_primitive::<Int32Type>().values()));
        }
        DataType::Int64 if !is_int && due.is_none() => {
            return Some(Put::Long(array.as_primitive::<Int64Type>().values()));
        }
        DataType::Date32 if is_int && due.is_none() => {
            return Some(Put::Int(array.as_primitive::<Date32Type>().values()));
        }
        DataType::Int8 => (number::<Int8Type>(array), None),
        DataType::Int16 => (number::<Int16Type>(array), None),
        DataType::Int32 => (number::<Int32Type>(array), None),
        DataType::Int64 => (number::<Int64Type>(array), None),
        DataType::UInt8 => (number::<UInt8Type>(array), None),
        DataType::UInt16 => (number::<UInt16Type>(array), None),
        DataType::UInt32 => (number::<UInt32Type>(array), None),
        DataType::UInt64 => (number::<UInt64Type>(array), None),
        DataType::Date32 if due.is_none() => (number::<Date32Type>(array), None),
        DataType::Time32(unit) if is_time => match unit {
            TimeUnit::Second => (number::<Time32SecondType>(array), Some(least_unit(unit))),
            _ => (number::<Time32MillisecondType>(array), Some(least_unit(unit))),
        },
        DataType::Time64(unit) if is_time => match unit {
            TimeUnit::Microsecond => (number::<Time64MicrosecondType>(array), Some(least_unit(unit))),
            _ => (number::<Time64NanosecondType>(array), Some(least_unit(unit))),
        },
        DataType::Timestamp(unit, _) if due.is_some() && !is_time => {
            let values: &[i64] = match unit {
                TimeUnit::Second => array.as_primitive::<TimestampSecondType>().values(),
                TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().values(),
                TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().values(),
                TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().values(),
            };
            if due == Some(least_unit(unit)) {
                return Some(Put::Long(values));
            }
            let get: Box<dyn Fn(usize) -> i128> = Box::new(|row| values[row].into());
            (get, Some(least_unit(unit)))
        }
        _ => return None,
    };
    let (times, by): (i128, i128) = match (has, due) {
        (Some(has), Some(due)) if has >= due => (has / due, 1),
        (Some(has), Some(due)) => (1, due / has),
        _ => (1, 1),
    };
    Some(Put::by(move |row, out| {
        let found = get(row);
        let value = found * times / by;
        let fits = found * times % by == 0 && (!is_int || i32::try_from(value).is_ok());
        let Some(value) = i64::try_from(value).ok().filter(|_| fits) else {
            let what = if is_int { "an int" } else { "a long" };
            return fault(DataClass::ValueInvalid, None, format!("{found} does not fit {what} exactly"));
        };
        put_long(out, value);
        Ok(())
    }))
}

fn number<'a, T: ArrowPrimitiveType<Native: Into<i128>>>(array: &'a dyn Array) -> Box<dyn Fn(usize) -> i128 + 'a> {
    let values = array.as_primitive::<T>().values();
    Box::new(|row| values[row].into())
}

/// Writes floats and doubles; a double column is no float, which would lose digits.
pub(crate) fn reals(array: &dyn Array, double: bool) -> Option<Put<'_>> {
    match array.data_type() {
        DataType::Float16 => Some(real(array.as_primitive::<Float16Type>().values(), f32::from, double)),
        DataType::Float32 if !double => Some(Put::Float(array.as_primitive::<Float32Type>().values())),
        DataType::Float32 => Some(real(array.as_primitive::<Float32Type>().values(), |value| value, double)),
        DataType::Float64 if double => Some(Put::Double(array.as_primitive::<Float64Type>().values())),
        _ => None,
    }
}

fn real<'a, T: Copy>(values: &'a [T], get: impl Fn(T) -> f32 + 'a, double: bool) -> Put<'a> {
    Put::by(move |row, out| {
        let value = get(values[row]);
        if double {
            out.extend_from_slice(&f64::from(value).to_le_bytes());
        } else {
            out.extend_from_slice(&value.to_le_bytes());
        }
        Ok(())
    })
}
