//! Values, whose names stand in the schema, as plain values; and how they are read.

use assay_kit::{Plain, Readable, Reading};
use ingot::schema::{NodeId, Type};
use ingot::{Schema, Value};

pub fn value(plain: &Plain) -> Value {
    match plain {
        Plain::Null => Value::Null,
        Plain::Boolean(content) => Value::Boolean(*content),
        Plain::Int(content) => Value::Int(*content),
        Plain::Long(content) => Value::Long(*content),
        Plain::Float(content) => Value::Float(*content),
        Plain::Double(content) => Value::Double(*content),
        Plain::Bytes(content) => Value::Bytes(content.clone()),
        Plain::Fixed(content) => Value::Fixed(content.clone()),
        Plain::String(content) => Value::String(content.clone()),
        Plain::Enum(number, _) => Value::Enum(*number),
        Plain::Array(items) => Value::Array(items.iter().map(value).collect()),
        Plain::Map(entries) => Value::Map(entries.iter().map(|(key, inner)| (key.clone(), value(inner))).collect()),
        Plain::Record(fields) => Value::Record(fields.iter().map(|(_, inner)| value(inner)).collect()),
        Plain::Union(number, inner) => Value::Union(*number, Box::new(value(inner))),
    }
}

/// A value of a type of the schema.
pub fn plain(schema: &Schema, id: NodeId, value: &Value) -> Plain {
    let inner = |id: &NodeId, value: &Value| plain(schema, *id, value);
    match (value, &schema[id].shape) {
        (Value::Boolean(content), _) => Plain::Boolean(*content),
        (Value::Int(content), _) => Plain::Int(*content),
        (Value::Long(content), _) => Plain::Long(*content),
        (Value::Float(content), _) => Plain::Float(*content),
        (Value::Double(content), _) => Plain::Double(*content),
        (Value::Bytes(content), _) => Plain::Bytes(content.clone()),
        (Value::Fixed(content), _) => Plain::Fixed(content.clone()),
        (Value::String(content), _) => Plain::String(content.clone()),
        (Value::Enum(number), Type::Enum(one)) => Plain::Enum(*number, one.symbols[*number as usize].to_string()),
        (Value::Array(items), Type::Array(of)) => Plain::Array(items.iter().map(|item| inner(of, item)).collect()),
        (Value::Map(entries), Type::Map(of)) => {
            Plain::Map(entries.iter().map(|(key, held)| (key.clone(), inner(of, held))).collect())
        }
        (Value::Record(values), Type::Record(one)) => {
            let fields = one.fields.iter().zip(values);
            Plain::Record(fields.map(|(field, held)| (field.name.to_string(), inner(&field.node, held))).collect())
        }
        (Value::Union(number, held), Type::Union(branches)) => {
            Plain::Union(*number, Box::new(inner(&branches[*number as usize], held)))
        }
        // What is left is null: the library's values are those of its schema.
        _ => Plain::Null,
    }
}

/// The reading of a value of the schema.
pub fn reading(schema: &Schema, value: &Value) -> u64 {
    assay_kit::reading(&Held { schema, id: schema.root(), value })
}

/// A value whose every field is read where it is.
struct Held<'a> {
    schema: &'a Schema,
    id: NodeId,
    value: &'a Value,
}

impl Readable for Held<'_> {
    fn read(&self, reading: &mut Reading) {
        let held = |id: NodeId, value| Held { schema: self.schema, id, value };
        match (self.value, &self.schema[self.id].shape) {
            (Value::Boolean(content), _) => content.read(reading),
            (Value::Int(content), _) => content.read(reading),
            (Value::Long(content), _) => content.read(reading),
            (Value::Float(content), _) => content.read(reading),
            (Value::Double(content), _) => content.read(reading),
            (Value::Bytes(content) | Value::Fixed(content), _) => reading.bytes(content),
            (Value::String(text), _) => reading.text(text),
            (Value::Enum(number), Type::Enum(one)) => reading.text(&one.symbols[*number as usize]),
            (Value::Array(items), Type::Array(of)) => {
                items.iter().for_each(|item| held(*of, item).read(reading));
                reading.array(items.len());
            }
            (Value::Map(entries), Type::Map(of)) => {
                reading.map(entries.iter().map(|(key, value)| assay_kit::reading(&(key, &held(*of, value)))));
            }
            (Value::Record(values), Type::Record(one)) => {
                one.fields.iter().zip(values).for_each(|(field, value)| held(field.node, value).read(reading));
            }
            (Value::Union(number, value), Type::Union(branches)) => {
                held(branches[*number as usize], value).read(reading);
            }
            _ => ().read(reading),
        }
    }
}
