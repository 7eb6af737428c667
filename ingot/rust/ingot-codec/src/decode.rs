//! From bytes to a value, strictly and within limits.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use ingot_schema::{Schema, Value};

use crate::error::{Outcome, Step, Within, field_name};
use crate::limits::Options;
use crate::plan::{Op, Parts, Plan};
use crate::scan::{MOST_AT_ONCE, Scan, Scanning};

pub(crate) struct Decoder<'p, 'b> {
    plan: &'p Plan,
    schema: &'p Schema,
    pub(crate) scan: Scan<'p, 'b>,
}

impl<'p, 'b> Decoder<'p, 'b> {
    pub(crate) fn new(plan: &'p Plan, schema: &'p Schema, options: &'p Options, bytes: &'b [u8]) -> Self {
        Decoder { plan, schema, scan: Scan::new(options, bytes) }
    }

    pub(crate) fn value(&mut self, index: u32) -> Outcome<Value> {
        let node = self.plan.nodes[index as usize];
        Ok(match node.op {
            Op::Null => Value::Null,
            Op::Boolean => Value::Boolean(self.scan.boolean()?),
            Op::Int => Value::Int(self.scan.int(node.check)?),
            Op::Long => Value::Long(self.scan.long(node.check)?),
            Op::Float => Value::Float(self.scan.float()?),
            Op::Double => Value::Double(self.scan.double()?),
            Op::Bytes => Value::Bytes(self.scan.bytes(node.check)?.to_owned()),
            Op::String => Value::String(self.scan.string(node.check)?),
            Op::Fixed(size) => Value::Fixed(self.scan.fixed(size, node.check)?.to_owned()),
            Op::Enum(count) => Value::Enum(self.scan.symbol(count)?),
            Op::Union(parts) => {
                let branches = self.plan.parts(parts);
                let place = self.scan.branch(branches.len())?;
                let part = branches[place as usize];
                // Unions within each other, which only odd schemas have, are a way to be deep, too.
                let value = if self.plan.is_union(part) {
                    self.scan.enter()?;
                    let value = self.value(part)?;
                    self.scan.leave();
                    value
                } else {
                    self.value(part)?
                };
                Value::Union(place, Box::new(value))
            }
            Op::Array(part) => array(self, self.plan.nodes[part as usize].least, |decoder| decoder.value(part))?,
            Op::Map(part) => map(self, self.plan.nodes[part as usize].least, |decoder| decoder.value(part))?,
            Op::Record(parts) => self.record(index, node.empty, parts)?,
        })
    }

    fn record(&mut self, index: u32, empty: u32, parts: Parts) -> Outcome<Value> {
        let parts = self.plan.parts(parts);
        self.scan.enter_record(empty)?;
        let mut fields = Vec::with_capacity(parts.len().min(MOST_AT_ONCE));
        for (place, part) in parts.iter().enumerate() {
            let schema = self.schema;
            fields.push(self.value(*part).within(|| Step::Field(field_name(schema, index, place)))?);
        }
        self.scan.leave();
        Ok(Value::Record(fields))
    }
}

impl<'p, 'b> Scanning<'p, 'b> for Decoder<'p, 'b> {
    fn scan(&mut self) -> &mut Scan<'p, 'b> {
        &mut self.scan
    }
}

/// The items of an array, of at least so many bytes each.
pub(crate) fn array<'o, 'b, R: Scanning<'o, 'b>>(
    reader: &mut R,
    least: u32,
    item: impl Fn(&mut R) -> Outcome<Value>,
) -> Outcome<Value> {
    reader.scan().enter()?;
    let mut items = Vec::new();
    while let Some(block) = reader.scan().block(least)? {
        items.reserve(block.at_once());
        for _ in 0..block.count {
            let place = items.len();
            items.push(item(reader).within(|| Step::Item(place))?);
        }
        reader.scan().end(&block)?;
    }
    reader.scan().leave();
    Ok(Value::Array(items))
}

/// The entries of a map, whose values have at least so many bytes each.
pub(crate) fn map<'o, 'b, R: Scanning<'o, 'b>>(
    reader: &mut R,
    least: u32,
    value: impl Fn(&mut R) -> Outcome<Value>,
) -> Outcome<Value> {
    reader.scan().enter()?;
    let mut entries: Vec<(String, Value)> = Vec::new();
    while let Some(block) = reader.scan().block(least.saturating_add(1))? {
        entries.reserve(block.at_once());
        for _ in 0..block.count {
            let key = reader.scan().key()?;
            let value = value(reader).within(|| Step::Key(key.clone()))?;
            entries.push((key, value));
        }
        reader.scan().end(&block)?;
    }
    reader.scan().leave();
    Ok(Value::Map(last_of_each(entries)))
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
