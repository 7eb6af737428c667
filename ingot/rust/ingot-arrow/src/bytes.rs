//! Texts and bytes of columns, whichever way they are kept, and numbers that Avro writes as bytes.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Decimal256Type, Int8Type, Int16Type, Int32Type, Int64Type, IntervalMonthDayNanoType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, IntervalUnit};
use ingot_codec::DataClass;
use ingot_codec::wire::{Outcome, fault};
use ingot_schema::Logical;

/// Hands the bytes of a row to a function.
pub(crate) type Bytes<'a> = Box<dyn Fn(usize, &mut dyn FnMut(&[u8])) -> Outcome<()> + 'a>;

/// Texts; of a uuid also its 16 bytes. Nothing if the column has none such.
pub(crate) fn texts(array: &dyn Array, is_uuid: bool) -> Option<Bytes<'_>> {
    Some(match array.data_type() {
        DataType::Utf8 => given(|row| array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => given(|row| array.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => given(|row| array.as_string_view().value(row).as_bytes()),
        DataType::FixedSizeBinary(16) if is_uuid => {
            let array = array.as_fixed_size_binary();
            Box::new(move |row, take| {
                take(uuid(array.value(row)).as_bytes());
                Ok(())
            })
        }
        DataType::Dictionary(..) => {
            let words = texts(array.as_any_dictionary().values().as_ref(), is_uuid)?;
            let place = places(array)?;
            Box::new(move |row, take| words(place(row), take))
        }
        _ => return None,
    })
}

/// Where the value of a row is among those of a dictionary. Nothing if the column has none.
pub(crate) fn places(array: &dyn Array) -> Option<Box<dyn Fn(usize) -> usize + '_>> {
    let DataType::Dictionary(keys, _) = array.data_type() else { return None };
    Some(match **keys {
        DataType::Int8 => key(array.as_dictionary::<Int8Type>().keys().values()),
        DataType::Int16 => key(array.as_dictionary::<Int16Type>().keys().values()),
        DataType::Int32 => key(array.as_dictionary::<Int32Type>().keys().values()),
        DataType::Int64 => key(array.as_dictionary::<Int64Type>().keys().values()),
        DataType::UInt8 => key(array.as_dictionary::<UInt8Type>().keys().values()),
        DataType::UInt16 => key(array.as_dictionary::<UInt16Type>().keys().values()),
        DataType::UInt32 => key(array.as_dictionary::<UInt32Type>().keys().values()),
        DataType::UInt64 => key(array.as_dictionary::<UInt64Type>().keys().values()),
        _ => return None,
    })
}

fn given<'a>(get: impl Fn(usize) -> &'a [u8] + 'a) -> Bytes<'a> {
    Box::new(move |row, take| {
        take(get(row));
        Ok(())
    })
}

fn key<'a, K: Copy + TryInto<usize>>(keys: &'a [K]) -> Box<dyn Fn(usize) -> usize + 'a> {
    // A key that is no place belongs to a null, which is not asked for.
    Box::new(|row| keys[row].try_into().unwrap_or(0))
}

/// Bytes of any length, or of the size of a fixed; with their logical type. Nothing if the column has none such.
pub(crate) fn bytes<'a>(array: &'a dyn Array, logical: Option<Logical>, size: Option<usize>) -> Option<Bytes<'a>> {
    let get: Bytes<'a> = match (array.data_type(), logical) {
        (DataType::Decimal128(_, has), Some(Logical::Decimal { scale, .. })) if i64::from(*has) == i64::from(scale) => {
            let values = array.as_primitive::<Decimal128Type>().values();
            return Some(Box::new(move |row, take| number(&values[row].to_be_bytes(), size, take)));
        }
        (DataType::Decimal256(_, has), Some(Logical::Decimal { scale, .. })) if i64::from(*has) == i64::from(scale) => {
            let values = array.as_primitive::<Decimal256Type>().values();
            return Some(Box::new(move |row, take| number(&values[row].to_be_bytes(), size, take)));
        }
        // Those of more digits than Arrow has are bytes there.
        (_, Some(Logical::Decimal { precision, .. })) if precision <= 76 => return None,
        (DataType::Interval(IntervalUnit::MonthDayNano), Some(Logical::Duration)) => {
            let values = array.as_primitive::<IntervalMonthDayNanoType>().values();
            return Some(Box::new(move |row, take| {
                let value = values[row];
                let parts = (u32::try_from(value.months), u32::try_from(value.days), value.nanoseconds % 1_000_000);
                let (Ok(months), Ok(days), 0) = parts else { return no_duration() };
                let Ok(millis) = u32::try_from(value.nanoseconds / 1_000_000) else { return no_duration() };
                take([months, days, millis].map(u32::to_le_bytes).as_flattened());
                Ok(())
            }));
        }
        (DataType::Binary, _) => given(|row| array.as_binary::<i32>().value(row)),
        (DataType::LargeBinary, _) => given(|row| array.as_binary::<i64>().value(row)),
        (DataType::BinaryView, _) => given(|row| array.as_binary_view().value(row)),
        (DataType::FixedSizeBinary(width), _) => {
            if size.is_some_and(|size| i32::try_from(size) != Ok(*width)) {
                return None;
            }
            return Some(given(|row| array.as_fixed_size_binary().value(row)));
        }
        _ => return None,
    };
    let Some(size) = size else { return Some(get) };
    Some(Box::new(move |row, take| {
        let mut length = 0;
        get(row, &mut |bytes| {
            length = bytes.len();
            if length == size {
                take(bytes);
            }
        })?;
        if length == size {
            Ok(())
        } else {
            fault(DataClass::ValueInvalid, None, format!("{length} bytes, not {size}"))
        }
    }))
}

fn no_duration() -> Outcome<()> {
    fault(DataClass::ValueInvalid, None, "an interval that a duration of whole milliseconds cannot say")
}

/// A number in two's complement, the highest byte first: in as few bytes as it takes, or in as many as a fixed has.
fn number(bytes: &[u8], size: Option<usize>, take: &mut dyn FnMut(&[u8])) -> Outcome<()> {
    let sign = if bytes[0] > 0x7f { 0xff } else { 0 };
    let needless = |pair: &&[u8]| pair[0] == sign && (pair[1] > 0x7f) == (sign == 0xff);
    let short = &bytes[bytes.windows(2).take_while(needless).count()..];
    match size {
        None => take(short),
        Some(size) if short.len() <= size => {
            let mut all = vec![sign; size - short.len()];
            all.extend_from_slice(short);
            take(&all);
        }
        Some(size) => {
            let message = format!("a decimal of {} bytes does not fit {size}", short.len());
            return fault(DataClass::ValueInvalid, None, message);
        }
    }
    Ok(())
}

/// The text of a uuid.
fn uuid(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(36);
    for (place, byte) in bytes.iter().enumerate() {
        if matches!(place, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_take_as_few_bytes_as_they_can() {
        for (value, short) in
            [(0_i128, &[0][..]), (-1, &[0xff]), (127, &[0x7f]), (128, &[0, 0x80]), (-129, &[0xff, 0x7f])]
        {
            let mut found = Vec::new();
            number(&value.to_be_bytes(), None, &mut |bytes| found.extend_from_slice(bytes)).unwrap();
            assert_eq!(found, short);
            number(&value.to_be_bytes(), Some(3), &mut |bytes| assert_eq!(bytes.len(), 3)).unwrap();
        }
        assert!(number(&40_000_i128.to_be_bytes(), Some(2), &mut |_| {}).is_err());
    }

    #[test]
    fn uuids_are_texts() {
        assert_eq!(uuid(&[0x12; 16]), "12121212-1212-1212-1212-121212121212");
    }
}
