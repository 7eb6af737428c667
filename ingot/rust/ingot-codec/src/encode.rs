//! From a value to bytes; what is no value of the schema is told with its path.

use alloc::format;
use alloc::vec::Vec;

use ingot_schema::{Schema, Value};

use crate::error::{DataClass, Outcome, Step, Within, fault, field_name};
use crate::limits::{Limits, Options};
use crate::logical::{Complaint, check_bytes, check_number, check_text};
use crate::plan::{Op, Plan};
use crate::wire::{put_long, put_run};

/// Where bytes go, or only how many they are.
pub(crate) trait Sink {
    fn long(&mut self, value: i64);
    fn run(&mut self, bytes: &[u8]);
    fn bytes(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn long(&mut self, value: i64) {
        put_long(self, value);
    }

    fn run(&mut self, bytes: &[u8]) {
        put_run(self, bytes);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// How many bytes there are.
pub(crate) struct Length(pub(crate) usize);

impl Sink for Length {
    fn long(&mut self, value: i64) {
        // Seven bits a byte, and one byte for none.
        let bits = 64 - ((value << 1 ^ value >> 63) | 1).leading_zeros();
        self.0 += bits.div_ceil(7) as usize;
    }

    fn run(&mut self, bytes: &[u8]) {
        self.long(i64::try_from(bytes.len()).unwrap_or(i64::MAX));
        self.0 += bytes.len();
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }
}

pub(crate) struct Encoder<'p, 'o, S = Vec<u8>> {
    plan: &'p Plan,
    schema: &'p Schema,
    options: Options,
    out: &'o mut S,
    pub(crate) depth: usize,
}

impl<'p, 'o, S: Sink> Encoder<'p, 'o, S> {
    pub(crate) fn new(plan: &'p Plan, schema: &'p Schema, out: &'o mut S) -> Self {
        let options = Options::default();
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        Encoder { plan, schema, options, out, depth }
    }

    /// One that writes values that their logical types do not have.
    pub(crate) fn lenient(plan: &'p Plan, schema: &'p Schema, out: &'o mut S) -> Self {
        let options = Options::lenient();
        Encoder { options, depth: Limits::MOST_DEPTH, ..Encoder::new(plan, schema, out) }
    }

    pub(crate) fn value(&mut self, index: u32, value: &Value) -> Outcome<()> {
        let node = self.plan.nodes[index as usize];
        match (node.op, value) {
            (Op::Null, Value::Null) => {}
            (Op::Boolean, Value::Boolean(value)) => self.out.bytes(&[u8::from(*value)]),
            (Op::Int, Value::Int(value)) => {
                if let Some(check) = node.check {
                    checked(check_number(check, i64::from(*value), &self.options))?;
                }
                self.out.long(i64::from(*value));
            }
            (Op::Long, Value::Long(value)) => {
                if let Some(check) = node.check {
                    checked(check_number(check, *value, &self.options))?;
                }
                self.out.long(*value);
            }
            (Op::Float, Value::Float(value)) => self.out.bytes(&value.to_le_bytes()),
            (Op::Double, Value::Double(value)) => self.out.bytes(&value.to_le_bytes()),
            (Op::Bytes, Value::Bytes(bytes)) => {
                if let Some(check) = node.check {
                    checked(check_bytes(check, bytes, &self.options))?;
                }
                self.out.run(bytes);
            }
            (Op::String, Value::String(text)) => {
                if let Some(check) = node.check {
                    checked(check_text(check, text, &self.options))?;
                }
                self.out.run(text.as_bytes());
            }
            (Op::Fixed(size), Value::Fixed(bytes)) if bytes.len() == size as usize => {
                if let Some(check) = node.check {
                    checked(check_bytes(check, bytes, &self.options))?;
                }
                self.out.bytes(bytes);
            }
            (Op::Enum(count), Value::Enum(symbol)) if *symbol < count => self.out.long(i64::from(*symbol)),
            (Op::Union(parts), Value::Union(branch, inner)) => {
                let Some(part) = self.plan.parts(parts).get(*branch as usize) else {
                    let message = format!("branch {branch} of {}", self.plan.parts(parts).len());
                    return fault(DataClass::ValueInvalid, None, message);
                };
                self.out.long(i64::from(*branch));
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
                    self.out.long(i64::try_from(items.len()).unwrap_or(i64::MAX));
                    for (place, item) in items.iter().enumerate() {
                        self.value(part, item).within(|| Step::Item(place))?;
                    }
                }
                self.out.bytes(&[0]);
                self.depth += 1;
            }
            (Op::Map(part), Value::Map(entries)) => {
                self.enter()?;
                if !entries.is_empty() {
                    self.out.long(i64::try_from(entries.len()).unwrap_or(i64::MAX));
                    for (key, value) in entries {
                        self.out.run(key.as_bytes());
                        self.value(part, value).within(|| Step::Key(key.clone()))?;
                    }
                }
                self.out.bytes(&[0]);
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
