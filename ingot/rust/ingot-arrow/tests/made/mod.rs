//! Rows of batches as values, by a way that has nothing in common with how they were made; schemas that have columns.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Decimal128Type, Decimal256Type, Float32Type, Float64Type, Int32Type, Int64Type,
    IntervalMonthDayNanoType, Time32MillisecondType, Time64MicrosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use ingot_codec::{Schema, Value};
use ingot_schema::{Logical, NodeId, Type};

#[path = "../../../ingot-schema/tests/kinds/mod.rs"]
mod kinds;
pub(crate) use kinds::schema_text;

/// The data that all columns of logical types and unions come from.
pub(crate) const EVERYTHING: &str = r#"{"type": "record", "name": "a.All", "fields": [
    {"name": "day", "type": {"type": "int", "logicalType": "date"}},
    {"name": "milli", "type": {"type": "int", "logicalType": "time-millis"}},
    {"name": "micro", "type": {"type": "long", "logicalType": "time-micros"}},
    {"name": "stamp", "type": ["null", {"type": "long", "logicalType": "timestamp-millis"}]},
    {"name": "stamps", "type": {"type": "array", "items": {"type": "long", "logicalType": "timestamp-nanos"}}},
    {"name": "local", "type": {"type": "map", "values": {"type": "long", "logicalType": "local-timestamp-micros"}}},
    {"name": "uuid", "type": [{"type": "string", "logicalType": "uuid"}, "null"]},
    {"name": "fixed_uuid", "type": {"type": "fixed", "name": "U", "size": 16, "logicalType": "uuid"}},
    {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 4}},
    {"name": "large", "type": ["null", {"type": "fixed", "name": "D", "size": 32, "logicalType": "decimal", "precision": 76}]},
    {"name": "larger", "type": {"type": "bytes", "logicalType": "decimal", "precision": 90}},
    {"name": "big", "type": {"type": "bytes", "logicalType": "big-decimal"}},
    {"name": "enum", "type": ["null", {"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}]},
    {"name": "fixed", "type": ["null", {"type": "fixed", "name": "F", "size": 3}]},
    {"name": "empty", "type": {"type": "fixed", "name": "F0", "size": 0}},
    {"name": "nothing", "type": "null"},
    {"name": "none", "type": {"type": "record", "name": "None", "fields": []}},
    {"name": "nulls", "type": {"type": "array", "items": "null"}},
    {"name": "nones", "type": {"type": "array", "items": "None"}},
    {"name": "union", "type": ["int", "string", "null", "E", {"type": "array", "items": "F"}]},
    {"name": "part", "type": ["null", {"type": "record", "name": "Part", "fields": [
        {"name": "flag", "type": "boolean"},
        {"name": "either", "type": ["float", "double", {"type": "map", "values": "bytes"}]},
        {"name": "lists", "type": {"type": "array", "items": ["null", {"type": "array", "items": ["string", "null"]}]}},
        {"name": "size", "type": "D"}
    ]}]},
    {"name": "one", "type": ["string"]},
    {"name": "parts", "type": {"type": "map", "values": "Part"}}
]}"#;

/// The rows of a batch.
pub(crate) fn rows(schema: &Schema, batch: &RecordBatch) -> Vec<Value> {
    let Type::Record(record) = &schema[schema.root()].shape else { panic!() };
    let row = |row| {
        record.fields.iter().zip(batch.columns()).map(|(field, column)| one(schema, field.node, column, row)).collect()
    };
    (0..batch.num_rows()).map(|place| Value::Record(row(place))).collect()
}

fn one(schema: &Schema, id: NodeId, array: &dyn Array, row: usize) -> Value {
    let node = &schema[id];
    let each =
        |part: NodeId, items: &dyn Array| (0..items.len()).map(|row| one(schema, part, items, row)).collect::<Vec<_>>();
    match &node.shape {
        Type::Null => Value::Null,
        Type::Boolean => Value::Boolean(array.as_boolean().value(row)),
        Type::Int => Value::Int(match array.data_type() {
            DataType::Date32 => array.as_primitive::<Date32Type>().value(row),
            DataType::Time32(_) => array.as_primitive::<Time32MillisecondType>().value(row),
            _ => array.as_primitive::<Int32Type>().value(row),
        }),
        Type::Long => Value::Long(match array.data_type() {
            DataType::Time64(_) => array.as_primitive::<Time64MicrosecondType>().value(row),
            DataType::Timestamp(TimeUnit::Millisecond, _) => {
                array.as_primitive::<TimestampMillisecondType>().value(row)
            }
            DataType::Timestamp(TimeUnit::Microsecond, _) => {
                array.as_primitive::<TimestampMicrosecondType>().value(row)
            }
            DataType::Timestamp(..) => array.as_primitive::<TimestampNanosecondType>().value(row),
            _ => array.as_primitive::<Int64Type>().value(row),
        }),
        Type::Float => Value::Float(array.as_primitive::<Float32Type>().value(row)),
        Type::Double => Value::Double(array.as_primitive::<Float64Type>().value(row)),
        Type::String if node.logical == Some(Logical::Uuid) => {
            let bytes: [u8; 16] = array.as_fixed_size_binary().value(row).try_into().unwrap();
            let hex = format!("{:032x}", u128::from_be_bytes(bytes));
            Value::String([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
        }
        Type::String => Value::String(array.as_string::<i32>().value(row).into()),
        Type::Bytes | Type::Fixed(_) => {
            let bytes = match array.data_type() {
                DataType::Binary => array.as_binary::<i32>().value(row).to_vec(),
                DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().value(row).to_vec(),
                DataType::Decimal128(..) => array.as_primitive::<Decimal128Type>().value(row).to_be_bytes().to_vec(),
                DataType::Decimal256(..) => array.as_primitive::<Decimal256Type>().value(row).to_be_bytes().to_vec(),
                _ => {
                    let value = array.as_primitive::<IntervalMonthDayNanoType>().value(row);
                    let millis = u32::try_from(value.nanoseconds / 1_000_000).unwrap();
                    [value.months.to_le_bytes(), value.days.to_le_bytes(), millis.to_le_bytes()].concat()
                }
            };
            if let Type::Fixed(fixed) = &node.shape {
                Value::Fixed(bytes[bytes.len() - fixed.size as usize..].into())
            } else {
                Value::Bytes(bytes)
            }
        }
        Type::Enum(enumeration) => {
            let array = array.as_dictionary::<Int32Type>();
            let symbol = array.values().as_string::<i32>().value(array.key(row).unwrap());
            let place = enumeration.symbols.iter().position(|known| known == symbol).unwrap();
            Value::Enum(u32::try_from(place).unwrap())
        }
        Type::Array(part) => Value::Array(each(*part, &array.as_list::<i32>().value(row))),
        Type::Map(part) => {
            let entries = array.as_map().value(row);
            let keys = entries.column(0).as_string::<i32>();
            let values = each(*part, entries.column(1));
            Value::Map(keys.iter().map(|key| key.unwrap().to_owned()).zip(values).collect())
        }
        Type::Record(record) => {
            let array = array.as_struct();
            Value::Record(
                record
                    .fields
                    .iter()
                    .zip(array.columns())
                    .map(|(field, column)| one(schema, field.node, column, row))
                    .collect(),
            )
        }
        Type::Union(branches) => {
            let place = |null: bool| {
                let place = branches.iter().position(|branch| (schema[*branch].shape == Type::Null) == null).unwrap();
                (u32::try_from(place).unwrap(), branches[place])
            };
            if let DataType::Union(..) = array.data_type() {
                let array = array.as_union();
                let id = array.type_id(row);
                let part = branches[usize::try_from(id).unwrap()];
                let inner = one(schema, part, array.child(id), array.value_offset(row));
                return Value::Union(u32::try_from(id).unwrap(), Box::new(inner));
            }
            let (branch, part) = place(array.is_null(row));
            Value::Union(branch, Box::new(if array.is_null(row) { Value::Null } else { one(schema, part, array, row) }))
        }
    }
}

/// A value as columns give it back: decimals of bytes have 16 or 32 of them.
pub(crate) fn widened(schema: &Schema, id: NodeId, value: Value) -> Value {
    match (&schema[id].shape, value) {
        (Type::Bytes, Value::Bytes(bytes)) => match schema[id].logical {
            Some(Logical::Decimal { precision, .. }) if precision <= 76 => {
                let mut wide = vec![if bytes[0] > 0x7f { 0xff } else { 0 }; if precision <= 38 { 16 } else { 32 }];
                let place = wide.len() - bytes.len();
                wide[place..].copy_from_slice(&bytes);
                Value::Bytes(wide)
            }
            _ => Value::Bytes(bytes),
        },
        (Type::Array(part), Value::Array(items)) => {
            Value::Array(items.into_iter().map(|item| widened(schema, *part, item)).collect())
        }
        (Type::Map(part), Value::Map(entries)) => {
            Value::Map(entries.into_iter().map(|(key, value)| (key, widened(schema, *part, value))).collect())
        }
        (Type::Union(parts), Value::Union(branch, inner)) => {
            Value::Union(branch, Box::new(widened(schema, parts[branch as usize], *inner)))
        }
        (Type::Record(record), Value::Record(values)) => {
            let fields = record.fields.iter().zip(values);
            Value::Record(fields.map(|(field, value)| widened(schema, field.node, value)).collect())
        }
        (_, value) => value,
    }
}

/// A record with a field of any type.
pub(crate) fn record_text(part: &str) -> String {
    format!(
        r#"{{"type":"record","name":"Root","fields":[{{"name":"before","type":"long"}},{{"name":"it","type":{part}}},{{"name":"after","type":["null","string"]}}]}}"#
    )
}
