//! Plain value to canonical JSON text, by the schema. Strict: a value of any other shape is an error.

use std::fmt::Write;

use crate::plain::Plain;
use crate::schema::{Field, Schema, Type, TypeId, Union};

/// The greatest integer up to which every JSON reader, and every double, is exact: 2⁵³ − 1.
const SAFE: i64 = (1 << 53) - 1;

const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

/// Appends the canonical text of a record (without a line end). Errors name the place inside the record.
pub fn write(schema: &Schema, plain: &Plain, text: &mut String) -> Result<(), String> {
    value(schema, schema.root, plain, text)
}

fn value(schema: &Schema, id: TypeId, plain: &Plain, text: &mut String) -> Result<(), String> {
    match (schema.get(id), plain) {
        (Type::Null, Plain::Null) => text.push_str("null"),
        (Type::Boolean, Plain::Boolean(value)) => text.push_str(if *value { "true" } else { "false" }),
        (Type::Int, Plain::Int(value)) => integer(i64::from(*value), text),
        (Type::Long, Plain::Long(value)) => integer(*value, text),
        (Type::Float, Plain::Float(value)) => {
            let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
            format(text, format_args!("\"{bits:08x}\""));
        }
        (Type::Double, Plain::Double(value)) => double(*value, text),
        (Type::Bytes, Plain::Bytes(content)) => bytes(content, text),
        (Type::Fixed { size }, Plain::Fixed(content)) => {
            if content.len() != *size {
                return Err(format!("{} bytes where the fixed has {size}", content.len()));
            }
            bytes(content, text);
        }
        (Type::String, Plain::String(content)) => string(content, text),
        (Type::Enum { symbols }, Plain::Enum(number, symbol)) => {
            if symbols.get(*number as usize) != Some(symbol) {
                return Err(format!("{symbol:?} is not symbol {number} of the enum"));
            }
            string(symbol, text);
        }
        (Type::Array { items }, Plain::Array(elements)) => {
            text.push('[');
            for (number, element) in elements.iter().enumerate() {
                separate(number, text);
                value(schema, *items, element, text).map_err(|m| format!("[{number}] {m}"))?;
            }
            text.push(']');
        }
        (Type::Map { values }, Plain::Map(entries)) => {
            // A BTreeMap is sorted by the keys' UTF-8 bytes, as the contract asks.
            text.push('{');
            for (number, (key, entry)) in entries.iter().enumerate() {
                separate(number, text);
                string(key, text);
                text.push(':');
                value(schema, *values, entry, text).map_err(|m| format!("{{{key}}} {m}"))?;
            }
            text.push('}');
        }
        (Type::Record { fields }, Plain::Record(values)) => record(schema, fields, values, text)?,
        (Type::Union(union), Plain::Union(number, inner)) => branch(schema, union, *number, inner, text)?,
        (expected, other) => {
            return Err(format!("a value of type {} where the schema has {}", other.type_name(), expected.name()));
        }
    }
    Ok(())
}

fn record(schema: &Schema, fields: &[Field], values: &[(String, Plain)], text: &mut String) -> Result<(), String> {
    if fields.len() != values.len() {
        return Err(format!("{} fields where the record has {}", values.len(), fields.len()));
    }
    text.push('{');
    for (number, (Field { name, id }, (found, inner))) in fields.iter().zip(values).enumerate() {
        if name != found {
            return Err(format!("field {found} where the record has {name}"));
        }
        separate(number, text);
        string(name, text);
        text.push(':');
        value(schema, *id, inner, text).map_err(|m| format!(".{name} {m}"))?;
    }
    text.push('}');
    Ok(())
}

fn branch(schema: &Schema, union: &Union, number: u32, plain: &Plain, text: &mut String) -> Result<(), String> {
    let id = union.branches.get(number as usize).ok_or_else(|| format!("the union has no branch {number}"))?;
    let kind = schema.kind(*id);
    let real = match (schema.get(*id), plain) {
        (Type::Float, Plain::Float(value)) => Some(f64::from(*value)),
        (Type::Double, Plain::Double(value)) => Some(*value),
        _ => None,
    };
    let whole = real.and_then(without_fraction).filter(|n| takes(schema, union, *n));
    let marked = union.marked && kind != "null";
    if marked {
        let kind = if whole.is_some() { "integer" } else { kind };
        format(text, format_args!("{{\"{kind}\":"));
    }
    match (whole, real) {
        (Some(whole), _) => integer(whole, text),
        (None, Some(real)) => double(real, text),
        (None, None) => value(schema, *id, plain, text)?,
    }
    if marked {
        text.push('}');
    }
    Ok(())
}

/// Whether one of the union's branches takes an integer.
fn takes(schema: &Schema, union: &Union, integer: i64) -> bool {
    let mut branches = union.of_kind("integer").map(|(_, id)| schema.get(id));
    branches.any(|branch| matches!(branch, Type::Long) || i32::try_from(integer).is_ok())
}

/// The integer that a real counts as where a union has both kinds and takes it.
fn without_fraction(real: f64) -> Option<i64> {
    let negative_zero = real == 0.0 && real.is_sign_negative();
    (real.fract() == 0.0 && real.abs() <= SAFE as f64 && !negative_zero).then_some(real as i64)
}

fn separate(number: usize, text: &mut String) {
    if number > 0 {
        text.push(',');
    }
}

fn integer(value: i64, text: &mut String) {
    if (-SAFE..=SAFE).contains(&value) {
        format(text, format_args!("{value}"));
    } else {
        format(text, format_args!("\"{value}\""));
    }
}

fn double(value: f64, text: &mut String) {
    let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
    format(text, format_args!("\"{bits:016x}\""));
}

fn bytes(content: &[u8], text: &mut String) {
    text.push('"');
    for byte in content {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
    text.push('"');
}

fn string(content: &str, text: &mut String) {
    text.push('"');
    for character in content.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\0'..='\x1f' => format(text, format_args!("\\u{:04x}", character as u32)),
            _ => text.push(character),
        }
    }
    text.push('"');
}

fn format(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a String does not fail");
}
