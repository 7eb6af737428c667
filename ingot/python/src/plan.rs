//! A schema with the objects that its data need in Python: keys, symbols, what a dict begins as.

use ingot_codec::Codec;
use ingot_codec::wire::least_sizes;
use ingot_schema::{Logical, NodeId, Schema, Type, Value};
use pyo3::ffi;

use crate::objects::{Owned, Raised};

/// What to do for each type of a schema, in its order.
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: u32,
}

// The objects are only touched while the interpreter is held.
unsafe impl Send for Plan {}
unsafe impl Sync for Plan {}

pub(crate) struct Node {
    pub(crate) op: Op,
    /// How few bytes a value may have.
    pub(crate) least: u32,
    pub(crate) logical: Option<Logical>,
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
    Union(Union),
    Record(Box<Record>),
}

/// A name, as text and as the string that keys and symbols are.
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) object: Owned,
}

pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
    /// A dict with all keys, in the order of the fields.
    pub(crate) template: Owned,
}

pub(crate) struct Field {
    pub(crate) key: Word,
    pub(crate) node: u32,
    /// The bytes of the default, which a record without the field has.
    pub(crate) default: Option<Vec<u8>>,
}

pub(crate) struct Union {
    pub(crate) branches: Vec<u32>,
    /// The branch of null, and the only other one, where there are these two.
    pub(crate) optional: Option<(u32, u32)>,
}

impl Plan {
    /// For a schema; an exception where memory is short. The interpreter is held.
    pub(crate) unsafe fn new(codec: &Codec) -> Result<Plan, Raised> {
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
                Type::Union(branches) => Op::Union(union(schema, branches)),
                Type::Record(one) => Op::Record(Box::new(unsafe { record(codec, one) }?)),
            };
            nodes.push(Node { op, least, logical: node.logical });
        }
        Ok(Plan { nodes, root: short(schema.root()) })
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }
}

impl Word {
    unsafe fn new(text: &str) -> Result<Word, Raised> {
        let object = unsafe {
            let mut object = crate::objects::string(text.as_bytes())?.into_ptr();
            // Keys of dicts that Python's own code makes are interned: they then are this very object.
            ffi::PyUnicode_InternInPlace(&raw mut object);
            Owned::new(object)?
        };
        Ok(Word { text: text.into(), object })
    }
}

unsafe fn record(codec: &Codec, record: &ingot_schema::Record) -> Result<Record, Raised> {
    let template = unsafe { Owned::new(ffi::PyDict_New()) }?;
    let mut fields = Vec::with_capacity(record.fields.len());
    for field in &record.fields {
        let key = unsafe { Word::new(&field.name) }?;
        if unsafe { ffi::PyDict_SetItem(template.as_ptr(), key.object.as_ptr(), ffi::Py_None()) } < 0 {
            return Err(Raised);
        }
        let value: Option<&Value> = field.default.as_ref().and_then(|default| default.value.as_ref());
        let default = value.and_then(|value| codec.encode_part(field.node, value).ok());
        fields.push(Field { key, node: short(field.node), default });
    }
    Ok(Record { name: record.name.to_string(), fields, template })
}

fn union(schema: &Schema, branches: &[NodeId]) -> Union {
    let is_null = |part: &NodeId| matches!(schema[*part].shape, Type::Null);
    let optional = match branches {
        [first, _] if is_null(first) => Some((0, 1)),
        [_, second] if is_null(second) => Some((1, 0)),
        _ => None,
    };
    Union { branches: branches.iter().copied().map(short).collect(), optional }
}

/// Schemas have fewer than 2³² types.
fn short(id: NodeId) -> u32 {
    u32::try_from(id.index()).unwrap_or(u32::MAX)
}
