//! A schema made flat: what a reader and a writer do, step by step, with no names to look up.

use alloc::vec::Vec;

use ingot_schema::{Logical, NodeId, Schema, Type};

/// What to do for each type of a schema, in its order.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Node>,
    /// The branches of all unions and the fields of all records, each by its type.
    parts: Vec<u32>,
    pub(crate) root: u32,
    /// Whether there are values that take no bytes where readers count them: items, fields, or all that there is.
    pub(crate) has_empty: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) op: Op,
    /// How few bytes a value may have, never too many: a recursive part counts nothing.
    pub(crate) least: u32,
    /// How many fields of a record may take no bytes: they can be many, and a record of few bytes be there often.
    pub(crate) empty: u32,
    pub(crate) check: Option<Logical>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed(u32),
    /// How many symbols there are.
    Enum(u32),
    /// The type of the items.
    Array(u32),
    /// The type of the values.
    Map(u32),
    Union(Parts),
    Record(Parts),
}

/// A part of [`Plan::parts`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts {
    first: u32,
    count: u32,
}

impl Plan {
    pub(crate) fn new(schema: &Schema) -> Plan {
        let mut plan = Plan {
            nodes: Vec::with_capacity(schema.nodes().len()),
            parts: Vec::new(),
            root: short(schema.root()),
            has_empty: false,
        };
        for node in schema.nodes() {
            let op = match &node.shape {
                Type::Null => Op::Null,
                Type::Boolean => Op::Boolean,
                Type::Int => Op::Int,
                Type::Long => Op::Long,
                Type::Float => Op::Float,
                Type::Double => Op::Double,
                Type::Bytes => Op::Bytes,
                Type::String => Op::String,
                Type::Fixed(fixed) => Op::Fixed(fixed.size),
                Type::Enum(one) => Op::Enum(number(one.symbols.len())),
                Type::Array(part) => Op::Array(short(*part)),
                Type::Map(part) => Op::Map(short(*part)),
                Type::Union(_) => Op::Union(plan.take(&node.shape)),
                Type::Record(_) => Op::Record(plan.take(&node.shape)),
            };
            let check = node.logical.filter(|logical| {
                use Logical::{BigDecimal, Decimal, TimeMicros, TimeMillis, Uuid};
                let fixed = matches!(node.shape, Type::Fixed(_));
                matches!(logical, Decimal { .. } | BigDecimal | TimeMillis | TimeMicros) || (*logical == Uuid && !fixed)
            });
            plan.nodes.push(Node { op, least: 0, empty: 0, check });
        }
        plan.measure();
        plan
    }

    pub(crate) fn parts(&self, parts: Parts) -> &[u32] {
        &self.parts[parts.first as usize..(parts.first + parts.count) as usize]
    }

    pub(crate) fn is_union(&self, part: u32) -> bool {
        matches!(self.nodes[part as usize].op, Op::Union(_))
    }

    fn take(&mut self, shape: &Type) -> Parts {
        let first = number(self.parts.len());
        self.parts.extend(shape.parts().map(short));
        Parts { first, count: number(self.parts.len()) - first }
    }

    fn is_nullable(&self, op: Op) -> bool {
        let null = |part: &u32| matches!(self.nodes[*part as usize].op, Op::Null);
        matches!(op, Op::Union(parts) if self.parts(parts).iter().any(null))
    }

    /// Finds the least sizes, each type after its parts; without recursion, for types may be a chain of any length.
    fn measure(&mut self) {
        let mut state = alloc::vec![State::New; self.nodes.len()];
        let mut todo: Vec<u32> = (0..number(self.nodes.len())).collect();
        while let Some(index) = todo.pop() {
            let place = index as usize;
            match state[place] {
                State::Done => continue,
                State::Open => state[place] = State::Done,
                State::New => {
                    state[place] = State::Open;
                    todo.push(index);
                    if let Op::Union(parts) | Op::Record(parts) = self.nodes[place].op {
                        // Beside null the other branches do not count, and through them most types hold themselves.
                        if self.is_nullable(self.nodes[place].op) {
                            continue;
                        }
                        let new = |part: &&u32| matches!(state[**part as usize], State::New);
                        todo.extend(self.parts(parts).iter().filter(new));
                    }
                    continue;
                }
            }
            let least = |part: &u32| self.nodes[*part as usize].least;
            self.nodes[place].least = match self.nodes[place].op {
                Op::Null => 0,
                Op::Float => 4,
                Op::Double => 8,
                Op::Fixed(size) => size,
                Op::Union(parts) => self.parts(parts).iter().map(least).min().unwrap_or(0).saturating_add(1),
                Op::Record(parts) => self.parts(parts).iter().map(least).fold(0, u32::saturating_add),
                _ => 1,
            };
        }
        for place in 0..self.nodes.len() {
            if let Op::Record(parts) = self.nodes[place].op {
                let empty = self.parts(parts).iter().filter(|part| self.nodes[**part as usize].least == 0).count();
                self.nodes[place].empty = number(empty);
            }
        }
        let takes_none = |part: u32| self.nodes[part as usize].least == 0;
        let counts = |node: &Node| node.empty > 0 || matches!(node.op, Op::Array(part) if takes_none(part));
        self.has_empty = takes_none(self.root) || self.nodes.iter().any(counts);
    }
}

/// How few bytes a value of each type may have, never too many, in the order of the types.
#[must_use]
pub fn least_sizes(schema: &Schema) -> Vec<u32> {
    Plan::new(schema).nodes.iter().map(|node| node.least).collect()
}

#[derive(Clone, Copy)]
enum State {
    New,
    /// Its parts are being measured; to itself it counts nothing.
    Open,
    Done,
}

pub(crate) fn short(id: NodeId) -> u32 {
    number(id.index())
}

/// Schemas have fewer types, fields and symbols than 2³².
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
