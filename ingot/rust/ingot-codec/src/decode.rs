//! From bytes to a value, strictly and within limits.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::repeat_with;
use core::mem::{forget, replace};

use ingot_schema::{Schema, Value};

use crate::error::{Outcome, Step, Within, field_name};
use crate::limits::Options;
use crate::plan::{Op, Parts, Plan};
use crate::scan::{MOST_AT_ONCE, Scan, Scanning, at_once};
use crate::wire::{owned, owned_text};

pub(crate) struct Decoder<'p, 'b> {
    plan: &'p Plan,
    schema: &'p Schema,
    pub(crate) scan: Scan<'p, 'b>,
}

impl<'p, 'b> Decoder<'p, 'b> {
    pub(crate) fn new(plan: &'p Plan, schema: &'p Schema, options: &'p Options, bytes: &'b [u8]) -> Self {
        Decoder { plan, schema, scan: Scan::new(options, bytes) }
    }

    /// Reads a value to where `Value::Null` stands. What most values are is read in the loop over them, without a call.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as it says")]
    fn set(&mut self, index: u32, to: &mut Value) -> Outcome<()> {
        let node = &self.plan.nodes[index as usize];
        match (node.op, node.check) {
            (Op::Int, None) => put(to, Value::Int(self.scan.input.int()?)),
            (Op::Long, None) => put(to, Value::Long(self.scan.input.long()?)),
            (Op::Double, _) => put(to, Value::Double(self.scan.double()?)),
            (Op::Enum(count), _) => put(to, Value::Enum(self.scan.symbol(count)?)),
            (Op::Bytes, None) => put(to, Value::Bytes(owned(self.scan.input.run()?))),
            (Op::String, None) if !self.scan.options.lenient => {
                put(to, Value::String(owned_text(self.scan.borrowed_text()?)));
            }
            _ => return self.set_rest(index, to),
        }
        Ok(())
    }

    /// Reads any value to where `Value::Null` stands.
    #[inline(never)]
    pub(crate) fn set_rest(&mut self, index: u32, to: &mut Value) -> Outcome<()> {
        let node = &self.plan.nodes[index as usize];
        match node.op {
            Op::Null => {}
            Op::Boolean => put(to, Value::Boolean(self.scan.boolean()?)),
            Op::Int => put(to, Value::Int(self.scan.int(node.check)?)),
            Op::Long => put(to, Value::Long(self.scan.long(node.check)?)),
            Op::Float => put(to, Value::Float(self.scan.float()?)),
            Op::Double => put(to, Value::Double(self.scan.double()?)),
            Op::Bytes => put(to, Value::Bytes(owned(self.scan.bytes(node.check)?))),
            Op::String => put(to, Value::String(self.scan.string(node.check)?)),
            Op::Fixed(size) => put(to, Value::Fixed(owned(self.scan.fixed(size, node.check)?))),
            Op::Enum(count) => put(to, Value::Enum(self.scan.symbol(count)?)),
            Op::Union(parts) => return self.union(parts, to),
            Op::Array(part) => {
                let least = self.plan.nodes[part as usize].least;
                put(to, Value::Array(Vec::new()));
                let Value::Array(items) = to else { return Ok(()) };
                array(self, least, items, |decoder, to| decoder.set(part, to))?;
            }
            Op::Map(part) => {
                let least = self.plan.nodes[part as usize].least;
                put(to, Value::Map(map(self, least, |decoder, to| decoder.set(part, to))?));
            }
            Op::Record(parts) => {
                put(to, Value::Record(Vec::new()));
                let Value::Record(fields) = to else { return Ok(()) };
                self.record(index, node.empty, parts, fields)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn union(&mut self, parts: Parts, to: &mut Value) -> Outcome<()> {
        let branches = self.plan.parts(parts);
        let place = self.scan.branch(branches.len())?;
        let part = branches[place as usize];
        let mut inner = Box::write(Box::new_uninit(), Value::Null);
        // Unions within each other, which only odd schemas have, are a way to be deep, too.
        if self.plan.is_union(part) {
            self.scan.enter()?;
            self.set_rest(part, &mut inner)?;
            self.scan.leave();
        } else {
            self.set(part, &mut inner)?;
        }
        put(to, Value::Union(place, inner));
        Ok(())
    }

    #[inline]
    fn record(&mut self, index: u32, empty: u32, parts: Parts, fields: &mut Vec<Value>) -> Outcome<()> {
        let parts = self.plan.parts(parts);
        self.scan.enter_record(empty)?;
        let mut first = 0;
        for some in parts.chunks(MOST_AT_ONCE) {
            for (place, (to, part)) in (first..).zip(more(fields, some.len()).iter_mut().zip(some)) {
                let schema = self.schema;
                self.set(*part, to).within(|| Step::Field(field_name(schema, index, place)))?;
            }
            first += some.len();
        }
        self.scan.leave();
        Ok(())
    }
}

/// Puts a value where `Value::Null` stands, which is only written over. So a value is made in its place: one that is made
/// elsewhere and moved is read from memory as a whole while its parts are still on their way there, and waits for them.
#[inline(always)]
#[expect(clippy::inline_always, reason = "so that the value is made in its place")]
pub(crate) fn put(to: &mut Value, value: Value) {
    debug_assert!(matches!(to, Value::Null));
    forget(replace(to, value));
}

/// Places for so many more values, in which `Value::Null` stands: one byte of each is written.
#[inline(always)]
#[expect(clippy::inline_always, reason = "many records have one field")]
fn more(values: &mut Vec<Value>, count: usize) -> &mut [Value] {
    let first = values.len();
    if values.capacity() == 0 {
        // Exactly this many: most arrays have one block, most records fewer fields than are read at once.
        *values = Vec::with_capacity(count);
    }
    values.extend(repeat_with(|| Value::Null).take(count));
    &mut values[first..]
}

impl<'p, 'b> Scanning<'p, 'b> for Decoder<'p, 'b> {
    fn scan(&mut self) -> &mut Scan<'p, 'b> {
        &mut self.scan
    }
}

/// The items of an array, of at least so many bytes each; each is read to where `Value::Null` stands.
#[inline]
pub(crate) fn array<'o, 'b, R: Scanning<'o, 'b>>(
    reader: &mut R,
    least: u32,
    items: &mut Vec<Value>,
    item: impl Fn(&mut R, &mut Value) -> Outcome<()>,
) -> Outcome<()> {
    reader.scan().enter()?;
    while let Some(block) = reader.scan().block(least)? {
        let mut left = block.count;
        while left > 0 {
            let (first, count) = (items.len(), at_once(left));
            for (place, to) in (first..).zip(more(items, count)) {
                item(reader, to).within(|| Step::Item(place))?;
            }
            left -= count as u64;
        }
        reader.scan().end(&block)?;
    }
    reader.scan().leave();
    Ok(())
}

/// The entries of a map, whose values have at least so many bytes each, and are read as items are.
pub(crate) fn map<'o, 'b, R: Scanning<'o, 'b>>(
    reader: &mut R,
    least: u32,
    value: impl Fn(&mut R, &mut Value) -> Outcome<()>,
) -> Outcome<Vec<(String, Value)>> {
    reader.scan().enter()?;
    let mut entries: Vec<(String, Value)> = Vec::new();
    while let Some(block) = reader.scan().block(least.saturating_add(1))? {
        entries.reserve(block.at_once());
        for _ in 0..block.count {
            let key = reader.scan().key()?;
            let mut held = Value::Null;
            value(reader, &mut held).within(|| Step::Key(key.clone()))?;
            entries.push((key, held));
        }
        reader.scan().end(&block)?;
    }
    reader.scan().leave();
    Ok(last_of_each(entries))
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
