//! From a writer's bytes to a reader's value.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec::Vec;

use ingot_schema::Value;

use super::Resolver;
use super::parts::{bytes_of_string, long_of_int, nearest, nearest_double};
use super::plan::{Action, Node, Number, Op, Part};
use crate::decode::{array, map, put};
use crate::error::{Outcome, Within};
use crate::scan::{MOST_AT_ONCE, Scan, Scanning};

pub(super) struct Reading<'r, 's, 'o, 'b> {
    pub(super) resolver: &'r Resolver,
    pub(super) scan: &'s mut Scan<'o, 'b>,
}

impl<'o, 'b> Scanning<'o, 'b> for Reading<'_, '_, 'o, 'b> {
    fn scan(&mut self) -> &mut Scan<'o, 'b> {
        self.scan
    }
}

impl Reading<'_, '_, '_, '_> {
    pub(super) fn value(&mut self, index: u32) -> Outcome<Value> {
        let node = self.resolver.plan.nodes[index as usize];
        Ok(match node.op {
            Op::Never => return self.resolver.never(node, self.scan.input.at()),
            Op::Null => Value::Null,
            Op::Boolean => Value::Boolean(self.scan.boolean()?),
            Op::Int(Number::Int) => Value::Int(self.scan.int(node.check)?),
            Op::Int(Number::Long) => Value::Long(long_of_int(self.scan, node.check)?),
            Op::Int(Number::Float) => Value::Float(nearest(self.scan.int(None)?.into())),
            Op::Int(Number::Double) => Value::Double(self.scan.int(None)?.into()),
            Op::Long(Number::Float) => Value::Float(nearest(self.scan.long(None)?)),
            Op::Long(Number::Double) => Value::Double(nearest_double(self.scan.long(None)?)),
            Op::Long(_) => Value::Long(self.scan.long(node.check)?),
            Op::Float(Number::Double) => Value::Double(self.scan.float()?.into()),
            Op::Float(_) => Value::Float(self.scan.float()?),
            Op::Double => Value::Double(self.scan.double()?),
            Op::Bytes => Value::Bytes(self.scan.bytes(node.check)?.to_owned()),
            Op::StringAsBytes => Value::Bytes(bytes_of_string(self.scan, node.check)?.to_owned()),
            Op::String => Value::String(self.scan.string(node.check)?),
            Op::BytesAsString => Value::String(self.scan.string_of_bytes(node.check)?),
            Op::Fixed(size) => Value::Fixed(self.scan.fixed(size, node.check)?.to_owned()),
            Op::Enum(symbols) => Value::Enum(self.resolver.symbol(self.scan, symbols)?),
            Op::EnumAsString(count) => Value::String(self.resolver.symbol_text(self.scan, node, count)?.to_owned()),
            Op::FromUnion(branches) => {
                let part = self.resolver.branch(self.scan, branches)?;
                self.within_union(node, part)?
            }
            Op::IntoUnion(branch, part) => Value::Union(branch, Box::new(self.within_union(node, part)?)),
            Op::Array(part) => {
                let mut items = Vec::new();
                array(self, self.resolver.least(part), &mut items, |reading, to| reading.set(part, to))?;
                Value::Array(items)
            }
            Op::Map(part) => Value::Map(map(self, self.resolver.least(part), |reading, to| reading.set(part, to))?),
            Op::Record { actions, fields, ordered } => self.record(node, actions, fields as usize, ordered)?,
        })
    }

    fn set(&mut self, index: u32, to: &mut Value) -> Outcome<()> {
        put(to, self.value(index)?);
        Ok(())
    }

    fn within_union(&mut self, union: Node, part: u32) -> Outcome<Value> {
        if !self.resolver.is_nested(union, part) {
            return self.value(part);
        }
        self.scan.enter()?;
        let value = self.value(part)?;
        self.scan.leave();
        Ok(value)
    }

    fn record(&mut self, node: Node, actions: Part, count: usize, ordered: bool) -> Outcome<Value> {
        let resolver = self.resolver;
        self.scan.enter_record(node.empty)?;
        let mut fields =
            if ordered { Vec::with_capacity(count.min(MOST_AT_ONCE)) } else { alloc::vec![Value::Null; count] };
        let put = |fields: &mut Vec<Value>, into: u32, value| {
            if ordered { fields.push(value) } else { fields[into as usize] = value }
        };
        for action in actions.of(&resolver.plan.actions) {
            match *action {
                Action::Read { from, into, pair } => {
                    let value = self.value(pair).within(|| resolver.field(node, from))?;
                    put(&mut fields, into, value);
                }
                Action::Skip { from, node: skipped } => {
                    let done = self.scan.skip(&resolver.passed, &resolver.writer, skipped);
                    done.within(|| resolver.field(node, from))?;
                }
                Action::Default { into, default } => {
                    put(&mut fields, into, resolver.plan.defaults[default as usize].value.clone());
                }
            }
        }
        self.scan.leave();
        Ok(Value::Record(fields))
    }
}
