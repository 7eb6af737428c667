//! From bytes to a value, strictly and within limits.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ingot_schema::{Schema, Type, Value};

use crate::blocks::Blocks;
use crate::error::{DataClass, Outcome, Step, Within, fault};
use crate::limits::{Limits, Options};
use crate::logical::{Checked, check_bytes, check_number, check_text};
use crate::plan::{Op, Parts, Plan};
use crate::wire::Input;

pub(crate) struct Decoder<'p, 'b> {
    plan: &'p Plan,
    schema: &'p Schema,
    options: &'p Options,
    pub(crate) input: Input<'b>,
    /// How much deeper values may lie.
    depth: usize,
    blocks: Blocks,
}

/// No more room than for this many items is asked for at once: a count may claim any number.
const MOST_AT_ONCE: u64 = 1024;

impl<'p, 'b> Decoder<'p, 'b> {
    pub(crate) fn new(plan: &'p Plan, schema: &'p Schema, options: &'p Options, bytes: &'b [u8]) -> Self {
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        Decoder { plan, schema, options, input: Input::new(bytes), depth, blocks: Blocks::new(options) }
    }

    pub(crate) fn value(&mut self, index: u32) -> Outcome<Value> {
        let node = self.plan.nodes[index as usize];
        let start = self.input.at();
        Ok(match node.op {
            Op::Null => Value::Null,
            Op::Boolean => Value::Boolean(self.boolean()?),
            Op::Int => {
                let value = self.input.int()?;
                if let Some(check) = node.check {
                    check_number(check, i64::from(value), self.options).at(start)?;
                }
                Value::Int(value)
            }
            Op::Long => {
                let value = self.input.long()?;
                if let Some(check) = node.check {
                    check_number(check, value, self.options).at(start)?;
                }
                Value::Long(value)
            }
            Op::Float => Value::Float(f32::from_le_bytes(self.input.array("a float")?)),
            Op::Double => Value::Double(f64::from_le_bytes(self.input.array("a double")?)),
            Op::Bytes => {
                let bytes = self.input.run()?;
                if let Some(check) = node.check {
                    check_bytes(check, bytes, self.options).at(start)?;
                }
                Value::Bytes(bytes.to_owned())
            }
            Op::String => {
                let text = self.text(self.options.lenient)?;
                if let Some(check) = node.check {
                    check_text(check, &text, self.options).at(start)?;
                }
                Value::String(text)
            }
            Op::Fixed(size) => {
                let bytes = self.input.take(size as usize)?;
                if let Some(check) = node.check {
                    check_bytes(check, bytes, self.options).at(start)?;
                }
                Value::Fixed(bytes.to_owned())
            }
            Op::Enum(count) => {
                let symbol = self.input.int()?;
                match u32::try_from(symbol) {
                    Ok(symbol) if symbol < count => Value::Enum(symbol),
                    _ => return fault(DataClass::EnumIndex, Some(start), format!("symbol {symbol} of {count}")),
                }
            }
            Op::Union(parts) => {
                let branches = self.plan.parts(parts);
                let branch = self.input.int()?;
                let Some((place, part)) =
                    u32::try_from(branch).ok().and_then(|place| Some((place, *branches.get(place as usize)?)))
                else {
                    return fault(DataClass::UnionIndex, Some(start), format!("branch {branch} of {}", branches.len()));
                };
                Value::Union(place, Box::new(self.value(part)?))
            }
            Op::Array(part) => self.nested(|decoder| decoder.array(part))?,
            Op::Map(part) => self.nested(|decoder| decoder.map(part))?,
            Op::Record(parts) => self.nested(|decoder| decoder.record(index, parts))?,
        })
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Outcome<Value>) -> Outcome<Value> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return fault(DataClass::LimitDepth, Some(self.input.at()), "values are nested too deeply");
        };
        self.depth = depth;
        let value = read(self)?;
        self.depth += 1;
        Ok(value)
    }

    fn boolean(&mut self) -> Outcome<bool> {
        let byte = self.input.byte("a boolean")?;
        if byte > 1 && !self.options.lenient {
            let message = format!("a boolean is the byte 0 or 1, not {byte}");
            return fault(DataClass::BooleanInvalid, Some(self.input.at() - 1), message);
        }
        Ok(byte != 0)
    }

    fn text(&mut self, lenient: bool) -> Outcome<String> {
        let bytes = self.input.run()?;
        match core::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) if lenient => Ok(String::from_utf8_lossy(bytes).into_owned()),
            Err(error) => {
                let offset = self.input.at() - bytes.len() + error.valid_up_to();
                fault(DataClass::Utf8Invalid, Some(offset), "a string that is not UTF-8")
            }
        }
    }

    fn record(&mut self, index: u32, parts: Parts) -> Outcome<Value> {
        let parts = self.plan.parts(parts);
        let mut fields = Vec::with_capacity(parts.len());
        for (place, part) in parts.iter().enumerate() {
            let schema = self.schema;
            fields.push(self.value(*part).within(|| Step::Field(field_name(schema, index, place)))?);
        }
        Ok(Value::Record(fields))
    }

    fn array(&mut self, part: u32) -> Outcome<Value> {
        let least = self.plan.nodes[part as usize].least;
        let mut items = Vec::new();
        while let Some(block) = self.blocks.head(&mut self.input, least)? {
            items.reserve(usize::try_from(block.count.min(MOST_AT_ONCE)).unwrap_or(0));
            for _ in 0..block.count {
                let place = items.len();
                items.push(self.value(part).within(|| Step::Item(place))?);
            }
            block.end(&self.input)?;
        }
        Ok(Value::Array(items))
    }

    fn map(&mut self, part: u32) -> Outcome<Value> {
        let least = self.plan.nodes[part as usize].least.saturating_add(1);
        let mut entries: Vec<(String, Value)> = Vec::new();
        while let Some(block) = self.blocks.head(&mut self.input, least)? {
            entries.reserve(usize::try_from(block.count.min(MOST_AT_ONCE)).unwrap_or(0));
            for _ in 0..block.count {
                // Two keys that are not UTF-8 could become one.
                let key = self.text(false)?;
                let value = self.value(part).within(|| Step::Key(key.clone()))?;
                entries.push((key, value));
            }
            block.end(&self.input)?;
        }
        Ok(Value::Map(last_of_each(entries)))
    }
}

pub(crate) fn field_name(schema: &Schema, index: u32, place: usize) -> String {
    match schema.nodes().get(index as usize).map(|node| &node.shape) {
        Some(Type::Record(record)) => record.fields.get(place).map_or(String::new(), |field| field.name.clone()),
        _ => String::new(),
    }
}

/// Of entries with one key the last.
fn last_of_each(mut entries: Vec<(String, Value)>) -> Vec<(String, Value)> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, (key, _)) in entries.iter().enumerate() {
        places.insert(key, place);
    }
    if places.len() == entries.len() {
        return entries;
    }
    let mut kept: Vec<usize> = places.into_values().collect();
    kept.sort_unstable();
    let mut place = 0;
    entries.retain(|_| {
        place += 1;
        kept.binary_search(&(place - 1)).is_ok()
    });
    entries
}
