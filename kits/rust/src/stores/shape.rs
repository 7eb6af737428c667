//! Parsed document to plain value, by the schema: the canonical line is written from that.

use serde_json::Value;

use crate::plain::Plain;
use crate::schema::{Field, Schema, Type, TypeId, Union};

/// The plain value of a document. Errors name the place inside it.
pub fn plain(schema: &Schema, id: TypeId, value: &Value) -> Result<Plain, String> {
    let misfit = || format!("{value} is no {}", schema.get(id).name());
    match (schema.get(id), value) {
        (Type::Null, Value::Null) => Ok(Plain::Null),
        (Type::Boolean, Value::Bool(value)) => Ok(Plain::Boolean(*value)),
        (Type::Int, _) => value.as_i64().and_then(|wide| wide.try_into().ok()).map(Plain::Int).ok_or_else(misfit),
        (Type::Long, _) => value.as_i64().map(Plain::Long).ok_or_else(misfit),
        (Type::Float, _) => value.as_f64().map(|wide| Plain::Float(wide as f32)).ok_or_else(misfit),
        (Type::Double, _) => value.as_f64().map(Plain::Double).ok_or_else(misfit),
        (Type::String, Value::String(text)) => Ok(Plain::String(text.clone())),
        (Type::Enum { symbols }, Value::String(text)) => {
            let number = symbols.iter().position(|symbol| symbol == text).ok_or_else(misfit)?;
            Ok(Plain::Enum(number as u32, text.clone()))
        }
        (Type::Array { items }, Value::Array(elements)) => {
            let each = elements.iter().enumerate();
            let read = each.map(|(n, e)| plain(schema, *items, e).map_err(|m| format!("[{n}] {m}")));
            Ok(Plain::Array(read.collect::<Result<_, _>>()?))
        }
        (Type::Map { values }, Value::Object(entries)) => {
            let read = entries.iter().map(|(key, entry)| {
                plain(schema, *values, entry).map(|p| (key.clone(), p)).map_err(|m| format!("{{{key}}} {m}"))
            });
            Ok(Plain::Map(read.collect::<Result<_, _>>()?))
        }
        (Type::Record { fields }, Value::Object(entries)) => {
            if let Some(other) = entries.keys().find(|key| fields.iter().all(|field| field.name != **key)) {
                return Err(format!("the field {other} is not the schema's"));
            }
            let read = fields.iter().map(|Field { name, id }| {
                let entry = entries.get(name).ok_or_else(|| format!(".{name} is missing"))?;
                Ok((name.clone(), plain(schema, *id, entry).map_err(|m| format!(".{name} {m}"))?))
            });
            Ok(Plain::Record(read.collect::<Result<_, String>>()?))
        }
        (Type::Union(union), _) => branch(schema, union, value),
        (Type::Bytes | Type::Fixed { .. }, _) => Err("documents with bytes are not read".to_string()),
        _ => Err(misfit()),
    }
}

/// The value in the first branch that it fits; records before maps, since JSON has one kind for both.
fn branch(schema: &Schema, union: &Union, value: &Value) -> Result<Plain, String> {
    let mut numbered: Vec<(usize, TypeId)> = union.branches.iter().copied().enumerate().collect();
    numbered.sort_by_key(|(_, id)| schema.kind(*id) == "map");
    let fit = numbered.into_iter().find_map(|(n, id)| plain(schema, id, value).ok().map(|p| (n, p)));
    let (number, inner) = fit.ok_or_else(|| format!("{value} fits no branch of the union"))?;
    Ok(Plain::Union(number as u32, Box::new(inner)))
}
