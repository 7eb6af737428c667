//! From a value to bytes; what is no value of the schema is told with its path.

use alloc::format;
use alloc::vec::Vec;

use ingot_schema::{Schema, Value};

use crate::error::{DataClass, Outcome, Step, Within, fault, field_name};
use crate::limits::{Limits, Options};
use crate::logical::{Complaint, check_bytes, check_number, check_text};
use crate::plan::{Op, Plan};
use crate::wire::{put_long, put_run};

pub(crate) struct Encoder<'p, 'o> {
    plan: &'p Plan,
    schema: &'p Schema,
    options: Options,
    out: &'o mut Vec<u8>,
    pub(crate) depth: usize,
}

impl<'p, 'o> Encoder<'p, 'o> {
    pub(crate) fn new(plan: &'p Plan, schema: &'p Schema, out: &'o mut Vec<u8>) -> Self {
        let options = Options::default();
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        Encoder { plan, schema, options, out, depth }
    }

    /// One that writes values that their logical types do not have.
    pub(crate) fn lenient(plan: &'p Plan, schema: &'p Schema, out: &'o mut Vec<u8>) -> Self {
        let options = Options::lenient();
        Encoder { options, depth: Limits::MOST_DEPTH, ..Encoder::new(plan, schema, out) }
    }

    pub(crate) fn value(&mut self, index: u32, value: &Value) -> Outcome<()> {
        let node = self.plan.nodes[index as usize];
        match (node.op, value) {
            (Op::Null, Value::Null) => {}
            (Op::Boolean, Value::Boolean(value)) => self.out.push(u8::from(*value)),
            (Op::Int, Value::Int(value)) => {
                if let Some(check) = node.check {
                    checked(check_number(check, i64::from(*value), &self.options))?;
                }
                put_long(self.out, i64::from(*value));
            }
            (Op::Long, Value::Long(value)) => {
                if let Some(check) = node.check {
                    checked(check_number(check, *value, &self.options))?;
                }
                put_long(self.out, *value);
            }
            (Op::Float, Value::Float(value)) => self.out.extend_from_slice(&value.to_le_bytes()),
            (Op::Double, Value::Double(value)) => self.out.extend_from_slice(&value.to_le_bytes()),
            (Op::Bytes, Value::Bytes(bytes)) => {
                if let Some(check) = node.check {
                    checked(check_bytes(check, bytes, &self.options))?;
                }
                put_run(self.out, bytes);
            }
            (Op::String, Value::String(text)) => {
                if let Some(check) = node.check {
                    checked(check_text(check, text, &self.options))?;
                }
                put_run(self.out, text.as_bytes());
            }
            (Op::Fixed(size), Value::Fixed(bytes)) if bytes.len() == size as usize => {
                if let Some(check) = node.check {
                    checked(check_bytes(check, bytes, &self.options))?;
                }
                self.out.extend_from_slice(bytes);
            }
            (Op::Enum(count), Value::Enum(symbol)) if *symbol < count => put_long(self.out, i64::from(*symbol)),
            (Op::Union(parts), Value::Union(branch, inner)) => {
                let Some(part) = self.plan.parts(parts).get(*branch as usize) else {
                    let message = format!("branch {branch} of {}", self.plan.parts(parts).len());
                    return fault(DataClass::ValueInvalid, None, message);
                };
                put_long(self.out, i64::from(*branch));
                if self.plan.is_union(*part) {
                    self.enter()?;
                    self.value(*part, inner)?;
                    self.depth += 1;
                } else {
                    self.value(*part, inner)?;
                }
            }
            (Op::Record(parts), Value::Record(fields)) => {
                let parts = self.plan.parts(parts);
                if parts.len() != fields.len() {
                    let message = format!("{} fields, not {}", fields.len(), parts.len());
                    return fault(DataClass::ValueInvalid, None, message);
                }
                self.enter()?;
                for (place, (part, field)) in parts.iter().zip(fields).enumerate() {
                    let schema = self.schema;
                    self.value(*part, field).within(|| Step::Field(field_name(schema, index, place)))?;
                }
                self.depth += 1;
            }
            (Op::Array(part), Value::Array(items)) => {
                self.enter()?;
                if !items.is_empty() {
                    put_long(self.out, i64::try_from(items.len()).unwrap_or(i64::MAX));
                    for (place, item) in items.iter().enumerate() {
                        self.value(part, item).within(|| Step::Item(place))?;
                    }
                }
                self.out.push(0);
                self.depth += 1;
            }
            (Op::Map(part), Value::Map(entries)) => {
                self.enter()?;
                if !entries.is_empty() {
                    put_long(self.out, i64::try_from(entries.len()).unwrap_or(i64::MAX));
                    for (key, value) in entries {
                        put_run(self.out, key.as_bytes());
                        self.value(part, value).within(|| Step::Key(key.clone()))?;
                    }
                }
                self.out.push(0);
                self.depth += 1;
            }
            _ => {
                let shape = self.schema.nodes()[index as usize].shape.word();
                return fault(DataClass::ValueInvalid, None, format!("{} is no {shape} of the schema", word(value)));
            }
        }
        Ok(())
    }

    fn enter(&mut self) -> Outcome<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return fault(DataClass::LimitDepth, None, "values are nested too deeply");
        };
        self.depth = depth;
        Ok(())
    }
}

fn checked(outcome: Result<(), Complaint>) -> Outcome<()> {
    outcome.or_else(|(class, message)| fault(class, None, message))
}

fn word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Boolean(_) => "a boolean",
        Value::Int(_) => "an int",
        Value::Long(_) => "a long",
        Value::Float(_) => "a float",
        Value::Double(_) => "a double",
        Value::Bytes(_) => "bytes",
        Value::String(_) => "a string",
        Value::Fixed(_) => "this fixed",
        Value::Enum(_) => "this symbol",
        Value::Union(..) => "a branch of a union",
        Value::Array(_) => "an array",
        Value::Map(_) => "a map",
        Value::Record(_) => "a record",
    }
}
