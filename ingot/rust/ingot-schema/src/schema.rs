//! A schema as a flat graph: types refer to each other by number, so that what is recursive in words is not in memory.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Index;
use core::str::FromStr;

use crate::error::SchemaError;
use crate::json::Json;
use crate::logical::Logical;
use crate::names::Name;
use crate::options::Options;
use crate::value::Value;

/// A schema: types, of which one is the root.
///
/// ```
/// use ingot_schema::{Schema, Type};
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Node", "fields": [
///     {"name": "value", "type": "int"},
///     {"name": "next", "type": ["null", "Node"]}
/// ]}"#).unwrap();
/// let Type::Record(record) = &schema[schema.root()].shape else { panic!() };
/// let Type::Union(branches) = &schema[record.fields[1].node].shape else { panic!() };
/// assert_eq!(branches[1], schema.root());
/// ```
#[derive(Debug, Clone)]
pub struct Schema {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
    pub(crate) warnings: Vec<SchemaError>,
    pub(crate) warnings_left_off: usize,
}

/// The number of a type in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The place of the type among [`Schema::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A type, with all that its schema says of it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// What it is.
    pub shape: Type,
    /// What its values stand for, if the schema says that well.
    pub logical: Option<Logical>,
    /// Attributes that the specification does not name, and those of logical types.
    pub properties: Vec<(String, Json)>,
}

/// The types of Avro.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the primitive types are those of the specification")]
pub enum Type {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    /// An array, and the type of its items.
    Array(NodeId),
    /// A map, and the type of its values.
    Map(NodeId),
    /// A union, and its branches.
    Union(Vec<NodeId>),
    /// A record or an error.
    Record(Record),
    /// An enum.
    Enum(Enum),
    /// A fixed.
    Fixed(Fixed),
}

impl Type {
    /// The name of the primitive type of this name.
    pub(crate) fn primitive(name: &str) -> Option<Type> {
        Some(match name {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "int" => Type::Int,
            "long" => Type::Long,
            "float" => Type::Float,
            "double" => Type::Double,
            "bytes" => Type::Bytes,
            "string" => Type::String,
            _ => return None,
        })
    }

    /// What `type` says of it in JSON.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "boolean",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Bytes => "bytes",
            Type::String => "string",
            Type::Array(_) => "array",
            Type::Map(_) => "map",
            Type::Union(_) => "union",
            Type::Record(record) if record.is_error => "error",
            Type::Record(_) => "record",
            Type::Enum(_) => "enum",
            Type::Fixed(_) => "fixed",
        }
    }

    /// The full name, if it is a record, an enum or a fixed.
    #[must_use]
    pub const fn name(&self) -> Option<&Name> {
        match self {
            Type::Record(Record { name, .. }) | Type::Enum(Enum { name, .. }) | Type::Fixed(Fixed { name, .. }) => {
                Some(name)
            }
            _ => None,
        }
    }

    /// Other full names by which a reader's type may be found.
    #[must_use]
    pub fn aliases(&self) -> &[Name] {
        match self {
            Type::Record(Record { aliases, .. })
            | Type::Enum(Enum { aliases, .. })
            | Type::Fixed(Fixed { aliases, .. }) => aliases,
            _ => &[],
        }
    }

    /// The types that it is made of, in order.
    pub fn parts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let (one, branches, fields): (Option<NodeId>, &[NodeId], &[Field]) = match self {
            Type::Array(part) | Type::Map(part) => (Some(*part), &[], &[]),
            Type::Union(branches) => (None, branches, &[]),
            Type::Record(record) => (None, &[], &record.fields),
            _ => (None, &[], &[]),
        };
        one.into_iter().chain(branches.iter().copied()).chain(fields.iter().map(|field| field.node))
    }
}

/// A record, or an error of a protocol, which has the same form.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The full name.
    pub name: Name,
    /// Other names by which a reader's record may be found.
    pub aliases: Vec<Name>,
    /// What it is for.
    pub doc: Option<String>,
    /// The fields, in the order of their bytes.
    pub fields: Vec<Field>,
    /// Whether the schema calls it an error.
    pub is_error: bool,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// The name.
    pub name: String,
    /// Other names by which a reader's field may be found.
    pub aliases: Vec<String>,
    /// What it is for.
    pub doc: Option<String>,
    /// The type.
    pub node: NodeId,
    /// What a reader takes where the writer has no such field.
    pub default: Option<Default>,
    /// How it takes part in the order of records.
    pub order: Order,
    /// Attributes that the specification does not name.
    pub properties: Vec<(String, Json)>,
}

/// The default of a field.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Default {
    /// As the schema has it.
    pub json: Json,
    /// As a value of the field's type; nothing where it is none, which only leniently read schemas have.
    pub value: Option<Value>,
}

/// How a field takes part in the order of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, core::default::Default)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Order {
    #[default]
    Ascending,
    Descending,
    Ignore,
}

/// An enum.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Enum {
    /// The full name.
    pub name: Name,
    /// Other names by which a reader's enum may be found.
    pub aliases: Vec<Name>,
    /// What it is for.
    pub doc: Option<String>,
    /// The symbols, in the order of their numbers.
    pub symbols: Vec<String>,
    /// The number of the symbol that a reader takes for those that it does not know.
    pub default: Option<u32>,
}

/// A fixed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fixed {
    /// The full name.
    pub name: Name,
    /// Other names by which a reader's fixed may be found.
    pub aliases: Vec<Name>,
    /// What it is for.
    pub doc: Option<String>,
    /// How many bytes it has.
    pub size: u32,
}

impl Schema {
    /// Reads a schema strictly, as those that a user writes should be; what is wrong is told with its place.
    pub fn parse(text: &str) -> Result<Schema, SchemaError> {
        Schema::parse_with(text, &Options::default())
    }

    /// Reads a schema as it stands in a file that others wrote: what is odd is a warning where it can be understood, and
    /// an error only where it cannot.
    ///
    /// ```
    /// use ingot_schema::Schema;
    ///
    /// let text = r#"{"type": "fixed", "name": "four-bytes", "size": "4"}"#;
    /// assert!(Schema::parse(text).is_err());
    /// let schema = Schema::parse_lenient(text).unwrap();
    /// let classes: Vec<_> = schema.warnings().iter().map(|warning| warning.class.name()).collect();
    /// assert_eq!(classes, ["name-invalid", "attribute-invalid"]);
    /// ```
    pub fn parse_lenient(text: &str) -> Result<Schema, SchemaError> {
        Schema::parse_with(text, &Options::lenient())
    }

    /// Reads a schema as the options say, or tells what is wrong and where.
    pub fn parse_with(text: &str, options: &Options) -> Result<Schema, SchemaError> {
        crate::parse::parse(text, options)
    }

    /// The type that the schema as a whole is.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// All types, by their numbers.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What is odd about the text, in its order: all that was read leniently, and what was ignored.
    #[must_use]
    pub fn warnings(&self) -> &[SchemaError] {
        &self.warnings
    }

    /// How many more warnings there were than are kept.
    #[must_use]
    pub const fn warnings_left_off(&self) -> usize {
        self.warnings_left_off
    }
}

impl Index<NodeId> for Schema {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

impl FromStr for Schema {
    type Err = SchemaError;

    fn from_str(text: &str) -> Result<Self, SchemaError> {
        Schema::parse(text)
    }
}
