//! From the JSON of a default to a value of the field's type, checked in full.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Fault, SchemaClass, shown};
use crate::json::{Data, Json, Number};
use crate::limits::Limits;
use crate::schema::{NodeId, Record, Schema, Type};
use crate::shared::{bytes_looked_at, cut, plain_value};
use crate::symbols::Symbols;
use crate::value::Value;

/// How many bytes of a text, looked at or copied, are a step.
const TEXT: usize = 64;

/// How many members of an object, looked up for a record, are a step.
const MEMBERS: usize = 16;

/// Makes values of defaults; each field's once.
pub(crate) struct Defaults<'s> {
    schema: &'s Schema,
    known: BTreeMap<(usize, usize), Value>,
    /// Fields whose defaults are being made: one that needs itself has no end.
    open: Vec<(usize, usize)>,
    symbols: Symbols<'s>,
    depth: usize,
    steps: usize,
}

impl<'s> Defaults<'s> {
    pub(crate) fn new(schema: &'s Schema, limits: &Limits) -> Self {
        Defaults {
            schema,
            known: BTreeMap::new(),
            open: Vec::new(),
            symbols: Symbols::default(),
            depth: limits.allowed_depth(),
            steps: limits.default_values,
        }
    }

    /// Makes the default of a field known, given by its record and its place there.
    pub(crate) fn make(&mut self, record: usize, place: usize, json: &Json) -> Result<(), Fault> {
        let key = (record, place);
        self.step(json, 1)?;
        if self.known.contains_key(&key) {
            return Ok(());
        }
        let Type::Record(Record { fields, .. }) = &self.schema.nodes[record].shape else { return Ok(()) };
        if self.open.contains(&key) {
            return Err(invalid(json, format!("the default of {} needs itself", shown(&fields[place].name))));
        }
        self.open.push(key);
        let made = self.value(json, fields[place].node);
        self.open.pop();
        self.known.insert(key, made?);
        Ok(())
    }

    /// All defaults that were made, by record and field.
    pub(crate) fn into_known(self) -> BTreeMap<(usize, usize), Value> {
        self.known
    }

    /// A copy of a field's default, which counts like a value of its own.
    fn of_field(&mut self, record: usize, place: usize, json: &Json) -> Result<Value, Fault> {
        self.make(record, place, json)?;
        let steps = self.known.get(&(record, place)).map_or(0, weight);
        self.step(json, steps)?;
        Ok(self.known.get(&(record, place)).cloned().unwrap_or(Value::Null))
    }

    fn step(&mut self, json: &Json, steps: usize) -> Result<(), Fault> {
        let Some(left) = self.steps.checked_sub(steps) else {
            self.steps = 0;
            return Err(Fault::at(SchemaClass::LimitDefaults, json, "the defaults of the schema make too many values"));
        };
        self.steps = left;
        Ok(())
    }

    fn value(&mut self, json: &Json, id: NodeId) -> Result<Value, Fault> {
        self.step(json, 1)?;
        let Some(depth) = self.depth.checked_sub(1) else {
            return Err(Fault::at(SchemaClass::LimitDepth, json, "values of defaults are nested too deeply"));
        };
        self.depth = depth;
        let made = self.shaped(json, id);
        self.depth += 1;
        made
    }

    fn shaped(&mut self, json: &Json, id: NodeId) -> Result<Value, Fault> {
        let schema = self.schema;
        let shape = &schema[id].shape;
        let value = match (shape, &json.data) {
            (Type::Union(branches), _) => return self.union(json, branches),
            (Type::Array(part), Data::Array(items)) => {
                let made: Result<Vec<Value>, Fault> = items.iter().map(|item| self.value(item, *part)).collect();
                Some(Value::Array(made?))
            }
            (Type::Map(part), Data::Object(members)) => {
                let mut entries = Vec::with_capacity(members.len());
                for (key, member) in members {
                    self.step(member, key.len() / TEXT)?;
                    entries.push((key.clone(), self.value(member, *part)?));
                }
                Some(Value::Map(entries))
            }
            (Type::Record(record), Data::Object(members)) => return self.record(json, id, record, members),
            _ => {
                self.step(json, bytes_looked_at(shape, json) / TEXT)?;
                match (shape, &json.data) {
                    (Type::Enum(one), Data::String(symbol)) => self.symbols.place(id, one, symbol).map(Value::Enum),
                    _ => plain_value(shape, json),
                }
            }
        };
        value.ok_or_else(|| invalid(json, format!("the default {} is no value of {}", said(json), describe(shape))))
    }

    /// The first branch that takes the whole value.
    fn union(&mut self, json: &Json, branches: &[NodeId]) -> Result<Value, Fault> {
        for (index, branch) in (0..).zip(branches) {
            match self.value(json, *branch) {
                Ok(value) => return Ok(Value::Union(index, Box::new(value))),
                Err(fault) if fault.is_limit() => return Err(fault),
                Err(_) => {}
            }
        }
        Err(invalid(json, format!("the default {} is a value of no branch of the union", said(json))))
    }

    fn record(
        &mut self,
        json: &Json,
        id: NodeId,
        record: &'s Record,
        members: &[(String, Json)],
    ) -> Result<Value, Fault> {
        // Each branch of a union may look at all members again.
        self.step(json, members.len() / MEMBERS)?;
        let mut given: BTreeMap<&str, &Json> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let mut fields = Vec::with_capacity(record.fields.len());
        for (place, field) in record.fields.iter().enumerate() {
            fields.push(if let Some(member) = given.remove(field.name.as_str()) {
                self.value(member, field.node)?
            } else if let Some(default) = &field.default {
                self.depth = self.depth.checked_sub(1).ok_or_else(|| {
                    Fault::at(SchemaClass::LimitDepth, json, "values of defaults are nested too deeply")
                })?;
                let value = self.of_field(id.index(), place, &default.json);
                self.depth += 1;
                value?
            } else {
                let (name, field) = (record.name.brief(), cut(&field.name));
                return Err(invalid(json, format!("the default of {name} lacks the field {field}")));
            });
        }
        if let Some((key, value)) = members.iter().find(|(key, _)| given.contains_key(key.as_str())) {
            return Err(invalid(value, format!("{} has no field {}", record.name.brief(), shown(key))));
        }
        Ok(Value::Record(fields))
    }
}

fn invalid(json: &Json, message: String) -> Fault {
    Fault::at(SchemaClass::DefaultInvalid, json, message)
}

/// How many values a value is made of, long texts as several.
fn weight(value: &Value) -> usize {
    1 + match value {
        Value::Union(_, inner) => weight(inner),
        Value::Array(items) | Value::Record(items) => items.iter().map(weight).sum(),
        Value::Map(entries) => entries.iter().map(|(key, value)| key.len() / TEXT + weight(value)).sum(),
        Value::Bytes(bytes) | Value::Fixed(bytes) => bytes.len() / TEXT,
        Value::String(text) => text.len() / TEXT,
        _ => 0,
    }
}

fn said(json: &Json) -> String {
    match &json.data {
        Data::String(text) => shown(text),
        Data::Number(number) => Number::text(number).chars().take(40).collect(),
        Data::Array(_) | Data::Object(_) | Data::Null | Data::Bool(_) => json.kind().to_string(),
    }
}

fn describe(shape: &Type) -> String {
    match (shape, shape.name()) {
        (Type::Fixed(fixed), _) => format!("{}, which has {} bytes", fixed.name.brief(), fixed.size),
        (_, Some(name)) => format!("the {} {}", shape.word(), name.brief()),
        _ => shape.word().to_string(),
    }
}
