//! From a writer's bytes to a reader's, with no values in between.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Resolver;
use super::parts::{bytes_of_string, long_of_int, nearest, nearest_double};
use super::plan::{Action, Node, Number, Op, Part};
use crate::error::{Outcome, Step, Within};
use crate::scan::Scan;
use crate::wire::{put_long, put_run};

pub(super) struct Transcoding<'r, 's, 'o, 'b> {
    resolver: &'r Resolver,
    scan: &'s mut Scan<'o, 'b>,
    out: &'s mut Vec<u8>,
    /// For records whose fields come in another order: where each field's bytes are, and room to put them in order.
    ranges: Vec<Range<usize>>,
    room: Vec<u8>,
}

impl<'r, 's, 'o, 'b> Transcoding<'r, 's, 'o, 'b> {
    pub(super) fn new(resolver: &'r Resolver, scan: &'s mut Scan<'o, 'b>, out: &'s mut Vec<u8>) -> Self {
        Transcoding { resolver, scan, out, ranges: Vec::new(), room: Vec::new() }
    }

    pub(super) fn value(&mut self, index: u32) -> Outcome<()> {
        let node = self.resolver.plan.nodes[index as usize];
        // What a lenient reader reads otherwise than it is written is written again.
        if node.same && !self.scan.options.lenient {
            return self.copy(node);
        }
        match node.op {
            Op::Never => return self.resolver.never(node, self.scan.input.at()),
            Op::Null => {}
            Op::Boolean => self.out.push(u8::from(self.scan.boolean()?)),
            Op::Int(Number::Int) => put_long(self.out, self.scan.int(node.check)?.into()),
            Op::Int(Number::Long) => put_long(self.out, long_of_int(self.scan, node.check)?),
            Op::Int(Number::Float) => put_float(self.out, nearest(self.scan.int(None)?.into())),
            Op::Int(Number::Double) => put_double(self.out, self.scan.int(None)?.into()),
            Op::Long(Number::Float) => put_float(self.out, nearest(self.scan.long(None)?)),
            Op::Long(Number::Double) => put_double(self.out, nearest_double(self.scan.long(None)?)),
            Op::Long(_) => put_long(self.out, self.scan.long(node.check)?),
            Op::Float(Number::Double) => put_double(self.out, self.scan.float()?.into()),
            Op::Float(_) => put_float(self.out, self.scan.float()?),
            Op::Double => put_double(self.out, self.scan.double()?),
            Op::Bytes => put_run(self.out, self.scan.bytes(node.check)?),
            Op::StringAsBytes => put_run(self.out, bytes_of_string(self.scan, node.check)?),
            Op::String => put_run(self.out, self.scan.string(node.check)?.as_bytes()),
            Op::BytesAsString => put_run(self.out, self.scan.string_of_bytes(node.check)?.as_bytes()),
            Op::Fixed(size) => self.out.extend_from_slice(self.scan.fixed(size, node.check)?),
            Op::Enum(symbols) => put_long(self.out, self.resolver.symbol(self.scan, symbols)?.into()),
            Op::EnumAsString(count) => {
                put_run(self.out, self.resolver.symbol_text(self.scan, node, count)?.as_bytes());
            }
            Op::FromUnion(branches) => {
                let part = self.resolver.branch(self.scan, branches)?;
                self.within_union(node, part)?;
            }
            Op::IntoUnion(branch, part) => {
                put_long(self.out, branch.into());
                self.within_union(node, part)?;
            }
            Op::Array(part) => self.items(part, false)?,
            Op::Map(part) => self.items(part, true)?,
            Op::Record { actions, fields, ordered } => {
                self.scan.enter_record(node.empty)?;
                if ordered {
                    self.fields(node, actions)?;
                } else {
                    self.shuffled_fields(node, actions, fields as usize)?;
                }
                self.scan.leave();
            }
        }
        Ok(())
    }

    /// Checks bytes and copies them.
    fn copy(&mut self, node: Node) -> Outcome<()> {
        let start = self.scan.input.at();
        self.scan.check(&self.resolver.kept, &self.resolver.reader, node.reader)?;
        self.out.extend_from_slice(self.scan.input.since(start));
        Ok(())
    }

    fn within_union(&mut self, union: Node, part: u32) -> Outcome<()> {
        if !self.resolver.is_nested(union, part) {
            return self.value(part);
        }
        self.scan.enter()?;
        self.value(part)?;
        self.scan.leave();
        Ok(())
    }

    /// Items or entries, block by block; without sizes, which may be others than before.
    fn items(&mut self, part: u32, keyed: bool) -> Outcome<()> {
        self.scan.enter()?;
        let least = self.resolver.least(part).saturating_add(keyed.into());
        let mut place = 0;
        while let Some(block) = self.scan.block(least)? {
            // A count that has an opposite.
            put_long(self.out, block.count.cast_signed());
            for _ in 0..block.count {
                if keyed {
                    let key: String = self.scan.key()?;
                    put_run(self.out, key.as_bytes());
                    self.value(part).within(|| Step::Key(key))?;
                } else {
                    self.value(part).within(|| Step::Item(place))?;
                }
                place += 1;
            }
            self.scan.end(&block)?;
        }
        self.out.push(0);
        self.scan.leave();
        Ok(())
    }

    fn fields(&mut self, node: Node, actions: Part) -> Outcome<()> {
        let resolver = self.resolver;
        actions.of(&resolver.plan.actions).iter().try_for_each(|action| self.act(node, *action))
    }

    fn act(&mut self, node: Node, action: Action) -> Outcome<()> {
        let resolver = self.resolver;
        match action {
            Action::Read { from, pair, .. } => self.value(pair).within(|| resolver.field(node, from)),
            Action::Skip { from, node: skipped } => {
                let done = self.scan.skip(&resolver.passed, &resolver.writer, skipped);
                done.within(|| resolver.field(node, from))
            }
            Action::Default { default, .. } => {
                let bytes = resolver.plan.defaults[default as usize].bytes.clone();
                self.out.extend_from_slice(&resolver.plan.bytes[bytes]);
                Ok(())
            }
        }
    }

    /// Fields in the writer's order, then put into the reader's.
    fn shuffled_fields(&mut self, node: Node, actions: Part, count: usize) -> Outcome<()> {
        let resolver = self.resolver;
        let (start, first) = (self.out.len(), self.ranges.len());
        self.ranges.resize(first + count, 0..0);
        for action in actions.of(&resolver.plan.actions) {
            let begin = self.out.len();
            self.act(node, *action)?;
            if let Action::Read { into, .. } | Action::Default { into, .. } = *action {
                self.ranges[first + into as usize] = begin..self.out.len();
            }
        }
        self.room.clear();
        for range in self.ranges.drain(first..) {
            self.room.extend_from_slice(&self.out[range]);
        }
        self.out.truncate(start);
        self.out.extend_from_slice(&self.room);
        Ok(())
    }
}

fn put_float(out: &mut Vec<u8>, value: f32) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_double(out: &mut Vec<u8>, value: f64) {
    out.extend_from_slice(&value.to_le_bytes());
}
