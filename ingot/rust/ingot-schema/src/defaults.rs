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
use crate::shared::plain_value;
use crate::value::Value;

/// Makes values of defaults; each field's once.
pub(crate) struct Defaults<'s> {
    schema: &'s Schema,
    known: BTreeMap<(usize, usize), Value>,
    /// Fields whose defaults are being made: one that needs itself has no end.
    open: Vec<(usize, usize)>,
    depth: usize,
    steps: usize,
}

impl<'s> Defaults<'s> {
    pub(crate) fn new(schema: &'s Schema, limits: &Limits) -> Self {
        Defaults {
            schema,
            known: BTreeMap::new(),
            open: Vec::new(),
            depth: limits.allowed_depth(),
            steps: limits.default_values,
        }
    }

    /// The default of a field, given by its record and its place there.
    pub(crate) fn of_field(&mut self, record: usize, place: usize, json: &Json) -> Result<Value, Fault> {
        let key = (record, place);
        self.step(json, 1)?;
        if let Some(value) = self.known.get(&key) {
            let value = value.clone();
            self.step(json, count(&value))?;
            return Ok(value);
        }
        let Type::Record(Record { fields, .. }) = &self.schema.nodes[record].shape else { return Ok(Value::Null) };
        if self.open.contains(&key) {
            return Err(invalid(json, format!("the default of {} needs itself", shown(&fields[place].name))));
        }
        self.open.push(key);
        let made = self.value(json, fields[place].node);
        self.open.pop();
        let value = made?;
        self.known.insert(key, value.clone());
        Ok(value)
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
                    entries.push((key.clone(), self.value(member, *part)?));
                }
                Some(Value::Map(entries))
            }
            (Type::Record(record), Data::Object(members)) => return self.record(json, id, record, members),
            _ => plain_value(shape, json),
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
        let given: BTreeMap<&str, &Json> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let mut taken = 0;
        let mut fields = Vec::with_capacity(record.fields.len());
        for (place, field) in record.fields.iter().enumerate() {
            fields.push(if let Some(member) = given.get(field.name.as_str()) {
                taken += 1;
                self.value(member, field.node)?
            } else if let Some(default) = &field.default {
                self.depth = self.depth.checked_sub(1).ok_or_else(|| {
                    Fault::at(SchemaClass::LimitDepth, json, "values of defaults are nested too deeply")
                })?;
                let value = self.of_field(id.index(), place, &default.json);
                self.depth += 1;
                value?
            } else {
                return Err(invalid(json, format!("the default of {} lacks the field {}", record.name, field.name)));
            });
        }
        if taken < given.len() {
            let extra = members.iter().find(|(key, _)| record.fields.iter().all(|field| field.name != *key));
            let (key, value) = extra.map_or(("", json), |(key, value)| (key.as_str(), value));
            return Err(invalid(value, format!("{} has no field {}", record.name, shown(key))));
        }
        Ok(Value::Record(fields))
    }
}

fn invalid(json: &Json, message: String) -> Fault {
    Fault::at(SchemaClass::DefaultInvalid, json, message)
}

/// How many values a value is made of.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Union(_, inner) => count(inner),
        Value::Array(items) | Value::Record(items) => items.iter().map(count).sum(),
        Value::Map(entries) => entries.iter().map(|(_, value)| count(value)).sum(),
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
        (Type::Fixed(fixed), _) => format!("{}, which has {} bytes", fixed.name, fixed.size),
        (_, Some(name)) => format!("the {} {name}", shape.word()),
        _ => shape.word().to_string(),
    }
}
