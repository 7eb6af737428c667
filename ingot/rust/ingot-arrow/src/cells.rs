//! Arrays beside the columns that they are written as: each of the type that a reader of these columns would make.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Decimal128Type, Decimal256Type, Float32Type, Float64Type, Int32Type, Int64Type,
    IntervalMonthDayNanoType, Time32MillisecondType, Time64MicrosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType,
};
use arrow_array::{
    Array, BinaryArray, BooleanArray, Decimal128Array, Decimal256Array, FixedSizeBinaryArray, Int32Array,
    IntervalMonthDayNanoArray, ListArray, MapArray, StringArray, UnionArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, TimeUnit};
use ingot_codec::DataError;
use ingot_schema::Logical;

use crate::column::{Column, Digits};
use crate::encode::at;
use crate::error::refused;

/// The values of an array, and which of them are nulls that are none of the schema.
pub(crate) struct Cells<'a> {
    pub(crate) nulls: Option<&'a NullBuffer>,
    pub(crate) kind: Kind<'a>,
}

/// The values of an array.
pub(crate) enum Kind<'a> {
    TooDeep,
    Null,
    Boolean(&'a BooleanArray),
    Ints(&'a [i32], Option<Logical>),
    Longs(&'a [i64], Option<Logical>),
    Floats(&'a [f32]),
    Doubles(&'a [f64]),
    Text(&'a StringArray),
    Bytes(&'a BinaryArray, Option<Logical>),
    Fixed(&'a FixedSizeBinaryArray, Option<Logical>),
    Uuid(&'a FixedSizeBinaryArray),
    Decimal128(&'a Decimal128Array, Digits),
    Decimal256(&'a Decimal256Array, Digits),
    Duration(&'a IntervalMonthDayNanoArray),
    /// With the number of each symbol of the dictionary in the schema.
    Enum(&'a Int32Array, Vec<Option<i64>>),
    List(&'a ListArray, Box<Cells<'a>>),
    Map {
        map: &'a MapArray,
        keys: &'a StringArray,
        values: Box<Cells<'a>>,
    },
    /// By their names, in the schema's order.
    Struct(Vec<(&'a str, Cells<'a>)>),
    Union(&'a UnionArray, Vec<Cells<'a>>),
    Nullable {
        nulls: Option<&'a NullBuffer>,
        null: u8,
        inner: Box<Cells<'a>>,
    },
}

type Found<T> = Result<T, DataError>;

/// The values of an array that is to be written as a column, whose arrays have the type `expected`; an error if it is of
/// another type.
pub(crate) fn cells<'a>(column: &'a Column, expected: &'a DataType, array: &'a dyn Array) -> Found<Cells<'a>> {
    if let Column::Nullable(one) = column {
        let inner = Cells { nulls: None, kind: kind(&one.inner, expected, array)? };
        let kind = Kind::Nullable { nulls: array.nulls(), null: one.null, inner: Box::new(inner) };
        return Ok(Cells { nulls: None, kind });
    }
    Ok(Cells { nulls: array.nulls(), kind: kind(column, expected, array)? })
}

fn kind<'a>(column: &'a Column, expected: &'a DataType, array: &'a dyn Array) -> Found<Kind<'a>> {
    // Types with parts are looked into; all others have to be the same.
    let parts = matches!(column, Column::List(_) | Column::Map(_) | Column::Struct(_) | Column::Union(_));
    if !parts && array.data_type() != expected {
        return Err(other(expected, array));
    }
    Ok(match column {
        Column::TooDeep(_) => Kind::TooDeep,
        Column::Null(_) | Column::Skipped(..) | Column::Nullable(_) => Kind::Null,
        Column::Boolean(_) => Kind::Boolean(array.as_boolean()),
        Column::Int(_, DataType::Date32) => Kind::Ints(array.as_primitive::<Date32Type>().values(), None),
        Column::Int(..) => Kind::Ints(array.as_primitive::<Int32Type>().values(), None),
        Column::TimeMillis(_) => {
            Kind::Ints(array.as_primitive::<Time32MillisecondType>().values(), Some(Logical::TimeMillis))
        }
        Column::Long(_, data_type) => Kind::Longs(longs(data_type, array), None),
        Column::TimeMicros(_) => {
            Kind::Longs(array.as_primitive::<Time64MicrosecondType>().values(), Some(Logical::TimeMicros))
        }
        Column::Float(_) => Kind::Floats(array.as_primitive::<Float32Type>().values()),
        Column::Double(_) => Kind::Doubles(array.as_primitive::<Float64Type>().values()),
        Column::Text(_) => Kind::Text(array.as_string()),
        Column::Bytes(_, logical) => Kind::Bytes(array.as_binary(), *logical),
        Column::Fixed { logical, .. } => Kind::Fixed(array.as_fixed_size_binary(), *logical),
        Column::Uuid(_) => Kind::Uuid(array.as_fixed_size_binary()),
        Column::Decimal128(_, digits) => Kind::Decimal128(array.as_primitive::<Decimal128Type>(), *digits),
        Column::Decimal256(_, digits) => Kind::Decimal256(array.as_primitive::<Decimal256Type>(), *digits),
        Column::Duration(_) => Kind::Duration(array.as_primitive::<IntervalMonthDayNanoType>()),
        Column::Enum(_, symbols) => {
            let found = array.as_dictionary::<Int32Type>();
            let number = |symbol: Option<&str>| {
                let place = symbols.as_string::<i32>().iter().position(|own| own == symbol)?;
                i64::try_from(place).ok()
            };
            Kind::Enum(found.keys(), found.values().as_string::<i32>().iter().map(number).collect())
        }
        Column::List(list) => {
            let found = array.as_list_opt::<i32>().ok_or_else(|| other(expected, array))?;
            let items = cells(&list.item, list.field.data_type(), found.values());
            Kind::List(found, Box::new(items.map_err(|error| at("[]".into(), error))?))
        }
        Column::Map(map) => {
            let found = array.as_map_opt().ok_or_else(|| other(expected, array))?;
            let keys = found.keys().as_string_opt::<i32>().ok_or_else(|| other(expected, array))?;
            let values = cells(&map.value, map.fields[1].data_type(), found.values());
            Kind::Map { map: found, keys, values: Box::new(values.map_err(|error| at("{}".into(), error))?) }
        }
        Column::Struct(one) => {
            let found = array.as_struct_opt().ok_or_else(|| other(expected, array))?;
            let part = |(field, column): (&'a arrow_schema::FieldRef, &'a Column)| {
                let name = field.name().as_str();
                let array = found.column_by_name(name).ok_or_else(|| refused(name, "the batch has no such column"))?;
                Ok((name, cells(column, field.data_type(), array).map_err(|error| at(name.into(), error))?))
            };
            Kind::Struct(one.fields.iter().zip(&one.columns).map(part).collect::<Found<_>>()?)
        }
        Column::Union(one) => {
            let found = array.as_union_opt().ok_or_else(|| other(expected, array))?;
            let DataType::Union(fields, _) = array.data_type() else { return Err(other(expected, array)) };
            if !fields.iter().map(|(id, _)| id).eq(one.fields.iter().map(|(id, _)| id)) {
                return Err(other(expected, array));
            }
            let branches = one.fields.iter().zip(&one.branches);
            let branches = branches.map(|((id, field), (column, _))| cells(column, field.data_type(), found.child(id)));
            Kind::Union(found, branches.collect::<Found<_>>()?)
        }
    })
}

fn longs<'a>(data_type: &DataType, array: &'a dyn Array) -> &'a [i64] {
    match data_type {
        DataType::Timestamp(TimeUnit::Millisecond, _) => array.as_primitive::<TimestampMillisecondType>().values(),
        DataType::Timestamp(TimeUnit::Microsecond, _) => array.as_primitive::<TimestampMicrosecondType>().values(),
        DataType::Timestamp(..) => array.as_primitive::<TimestampNanosecondType>().values(),
        _ => array.as_primitive::<Int64Type>().values(),
    }
}

fn other(expected: &DataType, array: &dyn Array) -> DataError {
    refused("", format!("a column of type {}, where the schema's is {expected}", array.data_type()))
}
