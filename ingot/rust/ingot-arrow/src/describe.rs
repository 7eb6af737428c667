//! A schema for columns that come from elsewhere.

use arrow_schema::{DataType, Field, Fields, IntervalUnit, Schema as ArrowSchema, TimeUnit};
use ingot_codec::DataError;
use ingot_schema::{Json, Schema};

use crate::columns::Columns;
use crate::error::refused;
use crate::names;

/// The schema for batches with these columns, whose records are named after `name`; an error if a column has no type of
/// Avro's, or a name that Avro does not allow.
///
/// Columns that [`Columns`] made have the schema that they were made by, if they are still the same.
///
/// ```
/// use arrow_schema::{DataType, Field, Schema};
///
/// let columns = Schema::new(vec![Field::new("grams", DataType::Int64, true)]);
/// assert_eq!(
///     ingot_arrow::schema_for(&columns, "Tea")?.to_string(),
///     r#"{"type":"record","name":"Tea","fields":[{"name":"grams","type":["null","long"],"default":null}]}"#
/// );
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
pub fn schema_for(columns: &ArrowSchema, name: &str) -> Result<Schema, DataError> {
    if let Some(schema) = columns.metadata().get(names::SCHEMA)
        && let Ok(schema) = Schema::parse_lenient(schema)
        && let Ok(known) = Columns::new(schema.clone())
        && same(known.arrow_schema().fields(), columns.fields())
    {
        return Ok(schema);
    }
    let mut text = String::new();
    record(&mut text, name, columns.fields(), &mut Vec::new())?;
    Schema::parse(&text).map_err(|error| refused("", error.to_string()))
}

/// Whether columns have the same names and types; whether there may be nulls is often forgotten on the way.
fn same(known: &Fields, found: &Fields) -> bool {
    known.len() == found.len()
        && known
            .iter()
            .zip(found)
            .all(|(known, found)| known.name() == found.name() && known.data_type().equals_datatype(found.data_type()))
}

fn record(out: &mut String, name: &str, fields: &Fields, path: &mut Vec<String>) -> Result<(), DataError> {
    out.push_str(r#"{"type": "record", "name": "#);
    out.push_str(&Json::from(name).to_string());
    out.push_str(r#", "fields": ["#);
    for (place, field) in fields.iter().enumerate() {
        out.push_str(if place > 0 { ", " } else { "" });
        out.push_str(r#"{"name": "#);
        out.push_str(&Json::from(field.name().as_str()).to_string());
        out.push_str(r#", "type": "#);
        path.push(field.name().clone());
        nullable(out, name, field, path)?;
        path.pop();
        out.push_str(if is_optional(field) { r#", "default": null}"# } else { "}" });
    }
    out.push_str("]}");
    Ok(())
}

fn is_optional(field: &Field) -> bool {
    field.is_nullable() && field.data_type() != &DataType::Null
}

/// The type of a column within the record of a name.
fn nullable(out: &mut String, name: &str, field: &Field, path: &mut Vec<String>) -> Result<(), DataError> {
    if !is_optional(field) {
        return one(out, name, field.data_type(), path);
    }
    out.push_str(r#"["null", "#);
    one(out, name, field.data_type(), path)?;
    out.push(']');
    Ok(())
}

fn one(out: &mut String, name: &str, found: &DataType, path: &mut Vec<String>) -> Result<(), DataError> {
    let nested = |path: &[String]| format!("{name}_{}", path.last().map_or("", String::as_str));
    let logical = |kind: &str, logical: &str| format!(r#"{{"type": "{kind}", "logicalType": "{logical}"}}"#);
    let text = match found {
        DataType::Null => r#""null""#.into(),
        DataType::Boolean => r#""boolean""#.into(),
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::UInt8 | DataType::UInt16 => r#""int""#.into(),
        DataType::Int64 | DataType::UInt32 | DataType::UInt64 => r#""long""#.into(),
        DataType::Float16 | DataType::Float32 => r#""float""#.into(),
        DataType::Float64 => r#""double""#.into(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => r#""string""#.into(),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => r#""bytes""#.into(),
        DataType::Date32 => logical("int", "date"),
        DataType::Time32(_) => logical("int", "time-millis"),
        DataType::Time64(_) => logical("long", "time-micros"),
        DataType::Timestamp(unit, zone) => {
            let local = if zone.is_none() { "local-" } else { "" };
            let unit = match unit {
                TimeUnit::Second | TimeUnit::Millisecond => "millis",
                TimeUnit::Microsecond => "micros",
                TimeUnit::Nanosecond => "nanos",
            };
            logical("long", &format!("{local}timestamp-{unit}"))
        }
        DataType::Decimal128(precision, scale) | DataType::Decimal256(precision, scale) if *scale >= 0 => {
            format!(r#"{{"type": "bytes", "logicalType": "decimal", "precision": {precision}, "scale": {scale}}}"#)
        }
        DataType::FixedSizeBinary(size) => {
            let name = Json::from(nested(path).as_str());
            format!(r#"{{"type": "fixed", "name": {name}, "size": {size}}}"#)
        }
        DataType::Interval(IntervalUnit::MonthDayNano) => {
            let name = Json::from(nested(path).as_str());
            format!(r#"{{"type": "fixed", "name": {name}, "size": 12, "logicalType": "duration"}}"#)
        }
        DataType::Dictionary(_, value) => return one(out, name, value, path),
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            return within(out, r#"{"type": "array", "items": "#, |out| nullable(out, name, item, path));
        }
        DataType::Map(entries, _) => {
            let DataType::Struct(entry) = entries.data_type() else { return none(found, path) };
            let [_, value] = &entry[..] else { return none(found, path) };
            return within(out, r#"{"type": "map", "values": "#, |out| nullable(out, name, value, path));
        }
        DataType::Struct(fields) => return record(out, &nested(path), fields, path),
        _ => return none(found, path),
    };
    out.push_str(&text);
    Ok(())
}

fn within(
    out: &mut String,
    head: &str,
    part: impl FnOnce(&mut String) -> Result<(), DataError>,
) -> Result<(), DataError> {
    out.push_str(head);
    part(out)?;
    out.push('}');
    Ok(())
}

fn none(found: &DataType, path: &[String]) -> Result<(), DataError> {
    Err(refused(&path.join("."), format!("a column of {found} has no type of Avro's")))
}
