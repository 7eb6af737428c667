//! A schema with the objects that its data need in Python: keys, symbols, what a dict begins as.

use ingot_codec::Codec;
use ingot_codec::wire::least_sizes;
use ingot_schema::{Logical, NodeId, Schema, Type, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::{Known, Maker, Shaped, shapes};
use crate::failure::Done;
use crate::internals::Template;
use crate::logical::Native;
use crate::objects::Raised;
use crate::word::Word;

/// What to do for each type of a schema, in its order.
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: u32,
    /// What is read leniently: an object that Python does not have is the plain value.
    pub(crate) lenient: bool,
    /// What classes say of the types. The nodes have pointers into it.
    pub(crate) bound: Option<Py<PyTuple>>,
}

/// What values are in Python.
#[derive(Default)]
pub(crate) struct Ways<'a, 'py> {
    /// Whether values of logical types are objects of Python's own.
    pub(crate) logical: bool,
    pub(crate) lenient: bool,
    /// What `ingot._classes.bind` says of classes.
    pub(crate) bound: Option<&'a Bound<'py, PyTuple>>,
}

// The objects are only touched while the interpreter is held.
unsafe impl Send for Plan {}
unsafe impl Sync for Plan {}

pub(crate) struct Node {
    pub(crate) op: Op,
    /// How few bytes a value may have.
    pub(crate) least: u32,
    pub(crate) logical: Option<Logical>,
    /// Nothing is made of values, or asked of them, beyond their type.
    pub(crate) plain: bool,
}

/// What is made of values in Python, beyond what carries them.
pub(crate) enum Special {
    Native(Native),
    Shaped(Shaped),
}

pub(crate) enum Op {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed(usize),
    Enum(Vec<Word>),
    /// The type of the items.
    Array(u32),
    /// The type of the values.
    Map(u32),
    Union(Box<Union>),
    Record(Box<Record>),
    /// Objects of Python's own, and the node of what carries them, which lies behind those of the schema.
    Special(Box<Special>, u32),
}

pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
    /// The keys, in the order of the fields.
    pub(crate) template: Template,
    /// The class whose objects are made instead of dicts.
    pub(crate) maker: Option<Maker>,
    /// Classes whose objects were written.
    pub(crate) known: Known,
}

pub(crate) struct Field {
    pub(crate) key: Word,
    pub(crate) node: u32,
    /// The bytes of the default, which a record without the field has.
    pub(crate) default: Option<Vec<u8>>,
    /// Whether a value may be of a kind that the collector has to look into.
    pub(crate) may_hold: bool,
    /// The schema has no default: these are the bytes of null.
    pub(crate) assumed: bool,
}

pub(crate) struct Union {
    pub(crate) branches: Vec<u32>,
    /// The branch of null, and the only other one, where there are these two.
    pub(crate) optional: Option<(u32, u32)>,
    /// The branches of exact objects of one kind that any value of it fits; where there are others, it is `choose` that
    /// finds the right one.
    pub(crate) plain: Plain,
}

/// The branches for null, truth values, small integers, reals, texts and bytes.
#[derive(Default)]
pub(crate) struct Plain {
    pub(crate) null: Option<u32>,
    pub(crate) boolean: Option<u32>,
    /// For integers within 32 bits, and for those within 64.
    pub(crate) int: Option<u32>,
    pub(crate) long: Option<u32>,
    pub(crate) real: Option<u32>,
    pub(crate) text: Option<u32>,
    pub(crate) bytes: Option<u32>,
}

impl Plan {
    /// For a schema; an exception where memory is short. The interpreter is held.
    pub(crate) unsafe fn new(codec: &Codec, ways: &Ways<'_, '_>) -> Done<Plan> {
        let schema = codec.schema();
        let mut nodes = Vec::with_capacity(schema.nodes().len());
        for (node, least) in schema.nodes().iter().zip(least_sizes(schema)) {
            let op = match &node.shape {
                Type::Null => Op::Null,
                Type::Boolean => Op::Boolean,
                Type::Int => Op::Int,
                Type::Long => Op::Long,
                Type::Float => Op::Float,
                Type::Double => Op::Double,
                Type::Bytes => Op::Bytes,
                Type::String => Op::String,
                Type::Fixed(fixed) => Op::Fixed(fixed.size as usize),
                Type::Enum(one) => {
                    Op::Enum(one.symbols.iter().map(|symbol| unsafe { Word::new(symbol) }).collect::<Result<_, _>>()?)
                }
                Type::Array(part) => Op::Array(short(*part)),
                Type::Map(part) => Op::Map(short(*part)),
                Type::Union(branches) => Op::Union(Box::new(union(schema, branches))),
                Type::Record(one) => Op::Record(Box::new(unsafe { record(codec, one) }?)),
            };
            nodes.push(Node { op, least, logical: node.logical, plain: node.logical.is_none() });
        }
        let bound = ways.bound.map(|bound| bound.clone().unbind());
        let mut plan = Plan { nodes, root: short(schema.root()), lenient: ways.lenient, bound };
        for (index, node) in schema.nodes().iter().enumerate().filter(|_| ways.logical) {
            if let Some(native) = node.logical.and_then(|logical| Native::of(logical, &node.shape)) {
                plan.specialize(index, Special::Native(native));
            }
        }
        if let Some(bound) = ways.bound {
            shapes(&mut plan, bound)?;
        }
        Ok(plan)
    }

    /// Makes a type a special one; what it was carries its values.
    pub(crate) fn specialize(&mut self, index: usize, special: Special) {
        let carrier = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let node = &mut self.nodes[index];
        let op = core::mem::replace(&mut node.op, Op::Special(Box::new(special), carrier));
        let Node { least, logical, plain, .. } = *node;
        self.nodes.push(Node { op, least, logical, plain });
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }
}

unsafe fn record(codec: &Codec, record: &ingot_schema::Record) -> Result<Record, Raised> {
    let mut fields = Vec::with_capacity(record.fields.len());
    for field in &record.fields {
        let key = unsafe { Word::new(&field.name) }?;
        let value: Option<&Value> = field.default.as_ref().and_then(|default| default.value.as_ref());
        let default = value.and_then(|value| codec.encode_part(field.node, value).ok());
        let may_hold = may_hold(codec.schema(), field.node);
        fields.push(Field { key, node: short(field.node), default, may_hold, assumed: false });
    }
    let template = unsafe { Template::new(fields.iter().map(|field: &Field| &field.key.object)) }?;
    let name = record.name.to_string();
    Ok(Record { name, fields, template, maker: None, known: Known::default() })
}

fn union(schema: &Schema, branches: &[NodeId]) -> Union {
    let is_null = |part: &NodeId| matches!(schema[*part].shape, Type::Null);
    let optional = match branches {
        [first, _] if is_null(first) => Some((0, 1)),
        [_, second] if is_null(second) => Some((1, 0)),
        _ => None,
    };
    Union { branches: branches.iter().copied().map(short).collect(), optional, plain: plain(schema, branches) }
}

/// The first branches of each kind that no other branch can compete for.
fn plain(schema: &Schema, branches: &[NodeId]) -> Plain {
    let first = |fits: fn(&Type) -> bool| {
        branches.iter().position(|part| fits(&schema[*part].shape)).and_then(|place| u32::try_from(place).ok())
    };
    let int = first(|shape| matches!(shape, Type::Int));
    let long = first(|shape| matches!(shape, Type::Long));
    // Of both the first one takes a small integer.
    let small = int.filter(|int| long.is_none_or(|long| *int < long)).or(long);
    Plain {
        null: first(|shape| matches!(shape, Type::Null)),
        boolean: first(|shape| matches!(shape, Type::Boolean)),
        int: small,
        long,
        real: first(|shape| matches!(shape, Type::Double)).or_else(|| first(|shape| matches!(shape, Type::Float))),
        text: first(|shape| matches!(shape, Type::String))
            .filter(|_| first(|shape| matches!(shape, Type::Enum(_))).is_none()),
        bytes: first(|shape| matches!(shape, Type::Bytes))
            .filter(|_| first(|shape| matches!(shape, Type::Fixed(_))).is_none()),
    }
}

/// Whether values of a type may be objects that refer to others: those that logical types are read as are not known here.
fn may_hold(schema: &Schema, part: NodeId) -> bool {
    let node = &schema[part];
    match &node.shape {
        Type::Array(_) | Type::Map(_) | Type::Record(_) => true,
        Type::Union(branches) => branches.iter().any(|branch| may_hold(schema, *branch)),
        _ => node.logical.is_some(),
    }
}

/// Schemas have fewer than 2³² types.
fn short(id: NodeId) -> u32 {
    u32::try_from(id.index()).unwrap_or(u32::MAX)
}
