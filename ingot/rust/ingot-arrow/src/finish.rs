//! What has been read, as arrays.

use std::sync::Arc;

use arrow_array::types::{
    Date32Type, Int32Type, Int64Type, Time32MillisecondType, Time64MicrosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType,
};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BooleanArray, Decimal128Array, Decimal256Array, DictionaryArray,
    FixedSizeBinaryArray, Float32Array, Float64Array, IntervalMonthDayNanoArray, ListArray, MapArray, NullArray,
    PrimitiveArray, StructArray, UnionArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, TimeUnit};

use crate::bits::{pack, validity};
use crate::column::{Column, Digits, Struct};

/// The array of a column; the nulls are those around it.
pub(crate) fn finish(column: Column, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Column::Skipped(..) => Arc::new(NullArray::new(0)),
        Column::TooDeep(column) => return finish(*column, nulls),
        Column::Null(count) => Arc::new(NullArray::new(count)),
        Column::Boolean(values) => Arc::new(BooleanArray::new(pack(&values), nulls)),
        Column::Int(values, DataType::Date32) => primitive::<Date32Type>(values, nulls)?,
        Column::Int(values, _) => primitive::<Int32Type>(values, nulls)?,
        Column::TimeMillis(values) => primitive::<Time32MillisecondType>(values, nulls)?,
        Column::TimeMicros(values) => primitive::<Time64MicrosecondType>(values, nulls)?,
        Column::Long(values, data_type) => match data_type {
            DataType::Timestamp(TimeUnit::Millisecond, zone) => {
                stamps::<TimestampMillisecondType>(values, nulls, zone)?
            }
            DataType::Timestamp(TimeUnit::Microsecond, zone) => {
                stamps::<TimestampMicrosecondType>(values, nulls, zone)?
            }
            DataType::Timestamp(_, zone) => stamps::<TimestampNanosecondType>(values, nulls, zone)?,
            _ => primitive::<Int64Type>(values, nulls)?,
        },
        Column::Float(values) => Arc::new(Float32Array::try_new(values.into(), nulls)?),
        Column::Double(values) => Arc::new(Float64Array::try_new(values.into(), nulls)?),
        Column::Text(runs) => runs.finish_text(nulls)?,
        Column::Bytes(runs, _) => runs.finish_bytes(nulls)?,
        Column::Fixed { size, bytes, count, .. } => fixed(size, Buffer::from_vec(bytes), count, nulls)?,
        Column::Uuid(values) => {
            let count = values.len();
            fixed(16, Buffer::from_vec(values.into_flattened()), count, nulls)?
        }
        Column::Decimal128(values, digits) => {
            let (precision, scale) = digits.arrow();
            Arc::new(Decimal128Array::try_new(values.into(), nulls)?.with_precision_and_scale(precision, scale)?)
        }
        Column::Decimal256(values, digits) => {
            let (precision, scale) = digits.arrow();
            Arc::new(Decimal256Array::try_new(values.into(), nulls)?.with_precision_and_scale(precision, scale)?)
        }
        Column::Duration(values) => Arc::new(IntervalMonthDayNanoArray::try_new(values.into(), nulls)?),
        Column::Enum(keys, symbols) => {
            let keys = PrimitiveArray::<Int32Type>::try_new(keys.into(), nulls)?;
            Arc::new(DictionaryArray::try_new(keys, symbols)?)
        }
        Column::List(list) => {
            let item = finish(list.item, None)?;
            Arc::new(ListArray::try_new(list.field, offsets(list.offsets), item, nulls)?)
        }
        Column::Map(map) => {
            let count = map.keys.len();
            let arrays = vec![map.keys.finish_text(None)?, finish(map.value, None)?];
            let entries = StructArray::try_new_with_length(map.fields, arrays, None, count)?;
            Arc::new(MapArray::try_new(map.entries, offsets(map.offsets), entries, nulls, false)?)
        }
        Column::Struct(one) => {
            let count = one.count;
            Arc::new(StructArray::try_new_with_length(one.fields.clone(), fields(*one)?, nulls, count)?)
        }
        Column::Union(one) => {
            let branches: Result<Vec<_>, _> =
                one.branches.into_iter().map(|(column, _)| finish(column, None)).collect();
            let (ids, offsets) = (one.ids.into(), Some(one.offsets.into()));
            Arc::new(UnionArray::try_new(one.fields, ids, offsets, branches?)?)
        }
        Column::Nullable(one) => return finish(one.inner, validity(&one.valid)),
    })
}

/// The arrays of the fields of a record.
pub(crate) fn fields(one: Struct) -> Result<Vec<ArrayRef>, ArrowError> {
    let kept = one.columns.into_iter().filter(|column| !matches!(column, Column::Skipped(..)));
    kept.map(|column| finish(column, None)).collect()
}

fn primitive<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(ScalarBuffer::from(values), nulls)?))
}

fn stamps<T: arrow_array::types::ArrowTimestampType>(
    values: Vec<i64>,
    nulls: Option<NullBuffer>,
    zone: Option<Arc<str>>,
) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(ScalarBuffer::from(values), nulls)?.with_timezone_opt(zone)))
}

fn fixed(size: usize, bytes: Buffer, count: usize, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let size = i32::try_from(size).map_err(|_| ArrowError::SchemaError("a fixed of too many bytes".into()))?;
    Ok(Arc::new(FixedSizeBinaryArray::try_new_with_len(size, bytes, nulls, count)?))
}

fn offsets(values: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(values))
}

impl Digits {
    /// Precision and scale, both up to 76.
    pub(crate) fn arrow(self) -> (u8, i8) {
        let part = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
        (part(self.precision), part(self.scale).cast_signed())
    }
}
