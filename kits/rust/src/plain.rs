//! Plain values: a record as the kit's own neutral value.

use std::collections::BTreeMap;

/// A plain value. It says of itself what an Avro library needs to know (symbol numbers, union branches, field names),
/// so an adapter turns it into the library's value and back without a look into the schema.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain {
    Null,
    Boolean(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Bytes(Vec<u8>),
    Fixed(Vec<u8>),
    String(String),
    /// The symbol's number in the schema, from 0, and its text.
    Enum(u32, String),
    Array(Vec<Plain>),
    Map(BTreeMap<String, Plain>),
    /// The fields by name, in the schema's order, every one.
    Record(Vec<(String, Plain)>),
    /// The branch's number in the schema, from 0, and the value in it.
    Union(u32, Box<Plain>),
}

impl Plain {
    /// The name of the value's type, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Plain::Null => "null",
            Plain::Boolean(_) => "boolean",
            Plain::Int(_) => "int",
            Plain::Long(_) => "long",
            Plain::Float(_) => "float",
            Plain::Double(_) => "double",
            Plain::Bytes(_) => "bytes",
            Plain::Fixed(_) => "fixed",
            Plain::String(_) => "string",
            Plain::Enum(..) => "enum",
            Plain::Array(_) => "array",
            Plain::Map(_) => "map",
            Plain::Record(_) => "record",
            Plain::Union(..) => "union",
        }
    }
}
