//! Canonical JSON line to plain value, by the schema.

use serde::Deserialize;
use serde_json::Value as Json;

use crate::plain::Plain;
use crate::schema::{Field, Schema, Type, TypeId, Union};

type JsonObject = serde_json::Map<String, Json>;

/// The plain value of a canonical line (without its line end). Errors name the place inside the record.
pub fn read(schema: &Schema, line: &str) -> Result<Plain, String> {
    let mut parser = serde_json::Deserializer::from_str(line);
    // A recursive record may be nested more deeply than the parser's usual limit.
    parser.disable_recursion_limit();
    let json = Json::deserialize(&mut parser).map_err(|e| format!("not JSON: {e}"))?;
    parser.end().map_err(|e| format!("not JSON: {e}"))?;
    value(schema, schema.root, &json)
}

fn value(schema: &Schema, id: TypeId, json: &Json) -> Result<Plain, String> {
    match (schema.get(id), json) {
        (Type::Null, Json::Null) => Ok(Plain::Null),
        (Type::Boolean, Json::Bool(value)) => Ok(Plain::Boolean(*value)),
        (Type::Int, Json::Number(_)) => integer(json)
            .and_then(|wide| i32::try_from(wide).ok())
            .map(Plain::Int)
            .ok_or_else(|| format!("{json} is not an int")),
        (Type::Long, Json::Number(_) | Json::String(_)) => {
            integer(json).map(Plain::Long).ok_or_else(|| format!("{json} is not a long"))
        }
        (Type::Float, Json::String(text)) => Ok(Plain::Float(f32::from_bits(bits(text, 8)? as u32))),
        (Type::Double, Json::String(text)) => Ok(Plain::Double(f64::from_bits(bits(text, 16)?))),
        (Type::Bytes, Json::String(text)) => Ok(Plain::Bytes(bytes(text)?)),
        (Type::Fixed { size }, Json::String(text)) => {
            let content = bytes(text)?;
            if content.len() != *size {
                return Err(format!("{} bytes where the fixed has {size}", content.len()));
            }
            Ok(Plain::Fixed(content))
        }
        (Type::String, Json::String(text)) => Ok(Plain::String(text.clone())),
        (Type::Enum { symbols }, Json::String(text)) => {
            let number = symbols.iter().position(|symbol| symbol == text);
            let number = number.ok_or_else(|| format!("{json} is not a symbol of the enum"))?;
            Ok(Plain::Enum(number as u32, text.clone()))
        }
        (Type::Array { items }, Json::Array(elements)) => {
            let each = elements.iter().enumerate();
            let read = each.map(|(n, e)| value(schema, *items, e).map_err(|m| format!("[{n}] {m}")));
            Ok(Plain::Array(read.collect::<Result<_, _>>()?))
        }
        (Type::Map { values }, Json::Object(entries)) => {
            let read = entries.iter().map(|(key, entry)| match value(schema, *values, entry) {
                Ok(plain) => Ok((key.clone(), plain)),
                Err(message) => Err(format!("{{{key}}} {message}")),
            });
            Ok(Plain::Map(read.collect::<Result<_, _>>()?))
        }
        (Type::Record { fields }, Json::Object(entries)) => record(schema, fields, entries),
        (Type::Union(union), _) => branch(schema, union, json),
        (expected, _) => Err(format!("{} is no {}", shortened(json), expected.name())),
    }
}

fn record(schema: &Schema, fields: &[Field], entries: &JsonObject) -> Result<Plain, String> {
    let mut values = Vec::with_capacity(fields.len());
    for Field { name, id } in fields {
        let entry = entries.get(name).ok_or_else(|| format!(".{name} is missing"))?;
        values.push((name.clone(), value(schema, *id, entry).map_err(|m| format!(".{name} {m}"))?));
    }
    if entries.len() != fields.len() {
        return Err("the record has fields that its schema has not".to_string());
    }
    Ok(Plain::Record(values))
}

/// The value in the first branch of its kind that it fits.
fn branch(schema: &Schema, union: &Union, json: &Json) -> Result<Plain, String> {
    let (kind, inner) = match json {
        Json::Object(entries) if union.marked => {
            let mut marks = entries.iter().filter(|_| entries.len() == 1);
            marks.next().map(|(mark, inner)| (mark.as_str(), inner)).ok_or("a union without its mark")?
        }
        _ => (kind_of(union, json), json),
    };
    // A JSON object is a record or a map; unmarked text does not say which, so records are tried before maps.
    let also = if !union.marked && kind == "record" { "map" } else { "" };
    for (number, id) in union.of_kind(kind).chain(union.of_kind(also)) {
        let candidate = schema.get(id);
        if fits(candidate, inner) {
            // In a union every real is written as a double.
            let plain = match candidate {
                Type::Float | Type::Double => real(candidate, inner)?,
                _ => value(schema, id, inner)?,
            };
            return Ok(Plain::Union(number as u32, Box::new(plain)));
        }
    }
    Err(format!("{} fits no branch of the union", shortened(json)))
}

/// The kind of the value that stands in unmarked text.
fn kind_of(union: &Union, json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "integer",
        Json::Array(_) => "array",
        Json::Object(_) => "record",
        Json::String(_) => {
            // Unmarked unions have one kind at most whose text can be a JSON string.
            let mut others = ["integer", "real", "bytes"].into_iter();
            others.find(|kind| union.by_kind.contains_key(*kind)).unwrap_or("string")
        }
    }
}

/// Whether a value of the candidate's kind fits it.
fn fits(candidate: &Type, json: &Json) -> bool {
    match (candidate, json) {
        (Type::Int, _) => integer(json).is_some_and(|wide| i32::try_from(wide).is_ok()),
        (Type::Enum { symbols }, Json::String(text)) => symbols.contains(text),
        (Type::Fixed { size }, Json::String(text)) => text.len() == 2 * size,
        (Type::Record { fields }, Json::Object(entries)) => {
            fields.len() == entries.len() && fields.iter().all(|field| entries.contains_key(&field.name))
        }
        _ => true,
    }
}

fn real(candidate: &Type, json: &Json) -> Result<Plain, String> {
    let text = json.as_str().ok_or_else(|| format!("{} is not a double", shortened(json)))?;
    let double = f64::from_bits(bits(text, 16)?);
    Ok(match candidate {
        Type::Float => Plain::Float(double as f32),
        _ => Plain::Double(double),
    })
}

fn integer(json: &Json) -> Option<i64> {
    match json {
        Json::String(text) => text.parse().ok(),
        _ => json.as_i64(),
    }
}

fn bits(text: &str, digits: usize) -> Result<u64, String> {
    if text.len() != digits || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(format!("{text:?} is not {digits} hexadecimal digits"));
    }
    Ok(u64::from_str_radix(text, 16).expect("all hexadecimal digits"))
}

fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    match digits {
        Some(digits) if digits.len() % 2 == 0 => Ok(digits.chunks_exact(2).map(|p| p[0] << 4 | p[1]).collect()),
        _ => Err("the bytes are not pairs of hexadecimal digits".to_string()),
    }
}

fn shortened(json: &Json) -> String {
    let text = json.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
