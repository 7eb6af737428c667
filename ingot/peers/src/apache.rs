//! What apache-avro makes of a row.

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value as Theirs;
use apache_avro::writer::datum::GenericDatumWriter;
use ingot_codec::{Json, Value};
use ingot_schema::Data;

use crate::rows::Row;

/// The row with how it differs; nothing if it does not.
pub(crate) fn asked(line: &str) -> Option<String> {
    let row = Row::parse(line);
    let text = row.json.get("schema").expect("a schema").to_string();
    let differs: Vec<Json> = match Schema::parse_str(&text) {
        Ok(schema) => {
            let both = [canonical(&row, &schema), data(&row, &schema)];
            both.into_iter().flatten().map(|differs| Json::from(differs.as_str())).collect()
        }
        Err(error) => vec![Json::from(format!("schema: {error}").as_str())],
    };
    if differs.is_empty() { None } else { Some(row.with("differs", Data::Array(differs).into())) }
}

fn canonical(row: &Row, schema: &Schema) -> Option<String> {
    let (ours, theirs) = (row.codec.schema().canonical_form(), schema.canonical_form());
    let decimal = r#"{"type":"bytes","precision":7,"scale":2}"#;
    let bare = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"]
        .iter()
        .fold(theirs.replace(decimal, r#""bytes""#), |form, name| {
            form.replace(&format!(r#"{{"type":"{name}"}}"#), &format!("\"{name}\""))
        });
    if theirs == ours {
        None
    } else if bare == ours {
        Some("canonical form: attributes of primitives".into())
    } else {
        Some("canonical form: another".into())
    }
}

fn data(row: &Row, schema: &Schema) -> Option<String> {
    let ours = row.codec.decode(&row.bytes).expect("bytes by Ingot");
    let mut rest = &row.bytes[..];
    let read = GenericDatumReader::builder(schema).build().and_then(|reader| reader.read_value(&mut rest));
    let theirs = match read {
        Ok(theirs) if rest.is_empty() => theirs,
        Ok(_) => return Some("read: bytes are left".into()),
        Err(error) => return Some(format!("read: {error}")),
    };
    match same(&theirs) {
        Some(read) if read == ours => {}
        Some(_) => return Some("read: another value".into()),
        None => return Some("read: a value of no type here".into()),
    }
    let written = GenericDatumWriter::builder(schema).build().and_then(|writer| writer.write_value_to_vec(theirs));
    let written = match written {
        Ok(written) => written,
        Err(error) => return Some(format!("written: {error}")),
    };
    match row.codec.decode(&written) {
        Ok(again) if again == ours => None,
        Ok(_) => Some("written: another value".into()),
        Err(error) => Some(format!("written: {}", error.class.name())),
    }
}

/// Their value as Ingot has it, where it has such a one.
fn same(value: &Theirs) -> Option<Value> {
    Some(match value {
        Theirs::Null => Value::Null,
        Theirs::Boolean(value) => Value::Boolean(*value),
        Theirs::Int(value) | Theirs::Date(value) | Theirs::TimeMillis(value) => Value::Int(*value),
        Theirs::Long(value)
        | Theirs::TimeMicros(value)
        | Theirs::TimestampMillis(value)
        | Theirs::TimestampMicros(value)
        | Theirs::TimestampNanos(value)
        | Theirs::LocalTimestampMillis(value)
        | Theirs::LocalTimestampMicros(value)
        | Theirs::LocalTimestampNanos(value) => Value::Long(*value),
        Theirs::Float(value) => Value::Float(*value),
        Theirs::Double(value) => Value::Double(*value),
        Theirs::Bytes(value) => Value::Bytes(value.clone()),
        Theirs::Decimal(value) => Value::Bytes(value.try_into().ok()?),
        Theirs::String(value) => Value::String(value.clone()),
        Theirs::Uuid(value) => Value::String(value.to_string()),
        Theirs::Fixed(_, value) => Value::Fixed(value.clone()),
        Theirs::Enum(place, _) => Value::Enum(*place),
        Theirs::Union(place, value) => Value::Union(*place, Box::new(same(value)?)),
        Theirs::Array(items) => Value::Array(items.iter().map(same).collect::<Option<_>>()?),
        Theirs::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| Some((key.clone(), same(value)?)));
            Value::Map(entries.collect::<Option<_>>()?)
        }
        Theirs::Record(fields) => Value::Record(fields.iter().map(|(_, value)| same(value)).collect::<Option<_>>()?),
        Theirs::BigDecimal(_) | Theirs::Duration(_) => return None,
    })
}
