//! From the pairs of two schemas to the plan of what is read how.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use ingot_schema::shared::{How, Match, Pair, Pairs};
use ingot_schema::{Enum, NodeId, Record, Schema, Type, Value};

use super::plan::{Action, Made, Node, Number, Op, Part, Resolving, UNKNOWN, number};
use super::same::mark_same;
use crate::encode::Encoder;
use crate::plan::Plan;

pub(super) fn compile(pairs: &Pairs<'_>, writes: &Plan, reads: &Plan) -> Resolving {
    let mut compiler = Compiler { pairs, writes, reads, made: BTreeMap::new(), plan: Resolving::default() };
    for place in 0..pairs.list.len() {
        let node = compiler.node(place);
        compiler.plan.nodes.push(node);
    }
    mark_same(&mut compiler.plan, pairs.reader);
    compiler.plan
}

struct Compiler<'p> {
    pairs: &'p Pairs<'p>,
    writes: &'p Plan,
    reads: &'p Plan,
    /// The places of the defaults that are made, by record and field, and how many values each makes.
    made: BTreeMap<(NodeId, usize), (u32, u32)>,
    plan: Resolving,
}

impl Compiler<'_> {
    fn node(&mut self, place: usize) -> Node {
        let pair = &self.pairs.list[place];
        let (writer, reader) = (number(pair.writer.index()), number(pair.reader.index()));
        let mut node = Node { op: Op::Never, writer, reader, check: None, same: false, empty: 0 };
        if !self.pairs.fits[place] {
            return node;
        }
        node.check = self.reads.nodes[reader as usize].check;
        node.empty = self.writes.nodes[writer as usize].empty;
        node.op = match &pair.how {
            How::Plain => self.plain(pair),
            How::Items(part) => Op::Array(number(*part)),
            How::Values(part) => Op::Map(number(*part)),
            How::FromUnion(parts) => {
                let first = self.plan.branches.len();
                self.plan.branches.extend(parts.iter().map(|part| number(*part)));
                Op::FromUnion(Part::since(first, &self.plan.branches))
            }
            How::IntoUnion(parts) => {
                let fits = parts.iter().find(|(_, part)| self.pairs.fits[*part]);
                fits.map_or(Op::Never, |(branch, part)| Op::IntoUnion(*branch, number(*part)))
            }
            How::Record(fields) => {
                let (op, filled) = self.record(pair, fields);
                // What is made of a record without bytes could be made any number of times.
                if self.writes.nodes[writer as usize].least == 0 {
                    node.empty = node.empty.saturating_add(filled);
                }
                op
            }
        };
        node
    }

    fn plain(&mut self, pair: &Pair) -> Op {
        let (writer, reader): (&Schema, &Schema) = (self.pairs.writer, self.pairs.reader);
        match (&writer[pair.writer].shape, &reader[pair.reader].shape) {
            (Type::Null, _) => Op::Null,
            (Type::Boolean, _) => Op::Boolean,
            (Type::Int, to) => Op::Int(target(to)),
            (Type::Long, to) => Op::Long(target(to)),
            (Type::Float, to) => Op::Float(target(to)),
            (Type::Double, _) => Op::Double,
            (Type::Bytes, Type::Bytes) => Op::Bytes,
            (Type::Bytes, _) => Op::BytesAsString,
            (Type::String, Type::String) => Op::String,
            (Type::String, _) => Op::StringAsBytes,
            (Type::Fixed(fixed), _) => Op::Fixed(fixed.size),
            (Type::Enum(from), Type::Enum(to)) => self.symbols(from, to),
            (Type::Enum(from), _) => Op::EnumAsString(number(from.symbols.len())),
            _ => Op::Never,
        }
    }

    fn symbols(&mut self, from: &Enum, to: &Enum) -> Op {
        let known: BTreeMap<&str, u32> = to.symbols.iter().map(alloc::string::String::as_str).zip(0..).collect();
        let first = self.plan.symbols.len();
        let other = to.default.unwrap_or(UNKNOWN);
        self.plan
            .symbols
            .extend(from.symbols.iter().map(|symbol| known.get(symbol.as_str()).copied().unwrap_or(other)));
        Op::Enum(Part::since(first, &self.plan.symbols))
    }

    /// What to do for a record, and how many values its defaults make.
    fn record(&mut self, pair: &Pair, fields: &[Match<(usize, usize)>]) -> (Op, u32) {
        let Type::Record(record) = &self.pairs.writer[pair.writer].shape else { return (Op::Never, 0) };
        let mut takers: Vec<Option<(usize, usize)>> = alloc::vec![None; record.fields.len()];
        let mut filled = 0_u32;
        let mut defaults: Vec<Option<u32>> = alloc::vec![None; fields.len()];
        for (into, found) in fields.iter().enumerate() {
            if let Match::Field((from, part)) = found {
                takers[*from] = Some((into, *part));
            } else {
                let (default, weight) = self.default(pair.reader, into);
                filled = filled.saturating_add(weight);
                defaults[into] = Some(default);
            }
        }
        let first = self.plan.actions.len();
        let ordered = takers.iter().flatten().is_sorted_by_key(|(into, _)| *into);
        let mut next = 0;
        for (from, taker) in takers.iter().enumerate() {
            let action = match taker {
                Some((into, part)) => {
                    // In order, each default stands where the reader has it.
                    while ordered && next < *into {
                        self.fill(next, defaults[next]);
                        next += 1;
                    }
                    next = next.max(*into + 1);
                    Action::Read { from: number(from), into: number(*into), pair: number(*part) }
                }
                None => Action::Skip { from: number(from), node: number(record.fields[from].node.index()) },
            };
            self.plan.actions.push(action);
        }
        let done = if ordered { next } else { 0 };
        for (place, default) in defaults.into_iter().enumerate().skip(done) {
            self.fill(place, default);
        }
        let actions = Part::since(first, &self.plan.actions);
        (Op::Record { actions, fields: number(fields.len()), ordered }, filled)
    }

    fn fill(&mut self, into: usize, default: Option<u32>) {
        if let Some(default) = default {
            self.plan.actions.push(Action::Default { into: number(into), default });
        }
    }

    /// The place of a field's default, and how many values it makes, long texts as several.
    fn default(&mut self, record: NodeId, field: usize) -> (u32, u32) {
        let reader = self.pairs.reader;
        if let Some(made) = self.made.get(&(record, field)) {
            return *made;
        }
        let Type::Record(Record { fields, .. }) = &reader[record].shape else { return (0, 0) };
        let value = fields[field].default.as_ref().and_then(|default| default.value.clone()).unwrap_or(Value::Null);
        let start = self.plan.bytes.len();
        // A default is a value of its type, though its logical type may ask for more than a schema does.
        let node = number(fields[field].node.index());
        let _ = Encoder::lenient(self.reads, reader, &mut self.plan.bytes).value(node, &value);
        let place = number(self.plan.defaults.len());
        let weight = weight(&value);
        self.plan.defaults.push(Made { value, bytes: start..self.plan.bytes.len() });
        self.made.insert((record, field), (place, weight));
        (place, weight)
    }
}

fn target(to: &Type) -> Number {
    match to {
        Type::Int => Number::Int,
        Type::Long => Number::Long,
        Type::Float => Number::Float,
        _ => Number::Double,
    }
}

fn weight(value: &Value) -> u32 {
    let sum = |values: &mut dyn Iterator<Item = &Value>| values.map(weight).fold(0, u32::saturating_add);
    let parts = match value {
        Value::Union(_, inner) => weight(inner),
        Value::Array(items) | Value::Record(items) => sum(&mut items.iter()),
        Value::Map(entries) => sum(&mut entries.iter().map(|(_, value)| value)),
        Value::Bytes(bytes) | Value::Fixed(bytes) => number(bytes.len() / 32),
        Value::String(text) => number(text.len() / 32),
        _ => 0,
    };
    parts.saturating_add(1)
}
