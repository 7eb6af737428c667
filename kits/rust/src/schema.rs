//! The kit's own small model of an Avro schema, which drives the reading and writing of canonical JSON.
//!
//! Logical types are not known here: the lab removes them before anyone sees a schema.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use serde_json::Value as Json;

/// The greatest integer up to which every JSON reader, and every double, is exact: 2⁵³ − 1.
pub const SAFE: i64 = (1 << 53) - 1;

/// The place of a type in its [`Schema`]; by it a recursive schema needs no references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeId(usize);

#[derive(Debug)]
pub enum Type {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed(usize),
    Enum(Vec<String>),
    Array(TypeId),
    Map(TypeId),
    Record(Vec<(String, TypeId)>),
    Union(Union),
}

#[derive(Debug)]
pub struct Union {
    pub branches: Vec<TypeId>,
    /// Whether values carry their kind in canonical text, because a text could mean several kinds.
    pub marked: bool,
    /// Where there are both integer and real branches: the range in which a real without fraction counts as integer.
    pub whole: Option<RangeInclusive<i64>>,
}

/// The contract's kinds of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Null,
    Boolean,
    Integer,
    Real,
    String,
    Bytes,
    Array,
    Map,
    Record,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Boolean => "boolean",
            Kind::Integer => "integer",
            Kind::Real => "real",
            Kind::String => "string",
            Kind::Bytes => "bytes",
            Kind::Array => "array",
            Kind::Map => "map",
            Kind::Record => "record",
        }
    }
}

impl Type {
    /// The type's name, for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Fixed(_) => "fixed",
            Type::Enum(_) => "enum",
            other => other.kind().map_or("union", Kind::name),
        }
    }

    /// The kind of the type's values; none for a union.
    pub fn kind(&self) -> Option<Kind> {
        Some(match self {
            Type::Null => Kind::Null,
            Type::Boolean => Kind::Boolean,
            Type::Int | Type::Long => Kind::Integer,
            Type::Float | Type::Double => Kind::Real,
            Type::Bytes | Type::Fixed(_) => Kind::Bytes,
            Type::String | Type::Enum(_) => Kind::String,
            Type::Array(_) => Kind::Array,
            Type::Map(_) => Kind::Map,
            Type::Record(_) => Kind::Record,
            Type::Union(_) => return None,
        })
    }
}

#[derive(Debug)]
pub struct Schema {
    types: Vec<Type>,
    pub root: TypeId,
}

impl Schema {
    /// Parses the JSON text of a schema. Errors say what is wrong in one line.
    pub fn parse(text: &str) -> Result<Schema, String> {
        let document: Json = serde_json::from_str(text).map_err(|e| format!("not JSON: {e}"))?;
        let mut parser = Parser { types: Vec::new(), names: HashMap::new() };
        let root = parser.schema(&document, "")?;
        Ok(Schema { types: parser.types, root })
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0]
    }

    /// The schema of records that have these fields only, in this order.
    #[cfg(feature = "stores")]
    pub fn of_fields(mut self, names: &[&str]) -> Result<Schema, String> {
        let Type::Record(fields) = self.get(self.root) else { return Err("not a record".to_string()) };
        let find = |name: &&str| {
            let field = fields.iter().find(|(own, _)| own == name);
            field.cloned().ok_or_else(|| format!("the record has no field {name}"))
        };
        let found = names.iter().map(find).collect::<Result<_, _>>()?;
        self.root = TypeId(self.types.len());
        self.types.push(Type::Record(found));
        Ok(self)
    }
}

struct Parser {
    types: Vec<Type>,
    names: HashMap<String, TypeId>,
}

impl Parser {
    fn add(&mut self, new: Type) -> TypeId {
        self.types.push(new);
        TypeId(self.types.len() - 1)
    }

    fn schema(&mut self, document: &Json, namespace: &str) -> Result<TypeId, String> {
        match document {
            Json::String(name) => self.reference(name, namespace),
            Json::Array(branches) => self.union(branches, namespace),
            Json::Object(_) => match &document["type"] {
                Json::String(name) => self.complex(name, document, namespace),
                Json::Null => Err("a schema object without \"type\"".to_string()),
                inner => self.schema(inner, namespace),
            },
            _ => Err(format!("a schema is a name, an object or a list, not {document}")),
        }
    }

    fn reference(&mut self, name: &str, namespace: &str) -> Result<TypeId, String> {
        let primitive = match name {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "int" => Type::Int,
            "long" => Type::Long,
            "float" => Type::Float,
            "double" => Type::Double,
            "bytes" => Type::Bytes,
            "string" => Type::String,
            _ => {
                let full = qualified(name, namespace);
                return self.names.get(&full).copied().ok_or_else(|| format!("no type is called {full}"));
            }
        };
        Ok(self.add(primitive))
    }

    fn complex(&mut self, name: &str, document: &Json, namespace: &str) -> Result<TypeId, String> {
        match name {
            "array" => {
                let items = self.schema(&document["items"], namespace)?;
                Ok(self.add(Type::Array(items)))
            }
            "map" => {
                let values = self.schema(&document["values"], namespace)?;
                Ok(self.add(Type::Map(values)))
            }
            "fixed" => {
                let size = document["size"].as_u64().ok_or("a fixed without a size")?;
                self.named(document, namespace, Type::Fixed(size as usize)).map(|(id, _)| id)
            }
            "enum" => {
                let symbols =
                    list(document, "symbols")?.iter().map(|s| text(s, "a symbol")).collect::<Result<_, _>>()?;
                self.named(document, namespace, Type::Enum(symbols)).map(|(id, _)| id)
            }
            "record" | "error" => {
                // The name must be known before the fields are read: they may refer to it.
                let (id, inner) = self.named(document, namespace, Type::Record(Vec::new()))?;
                let mut fields = Vec::new();
                for field in list(document, "fields")? {
                    fields.push((text(&field["name"], "a field's name")?, self.schema(&field["type"], &inner)?));
                }
                self.types[id.0] = Type::Record(fields);
                Ok(id)
            }
            _ => self.reference(name, namespace),
        }
    }

    /// Enters a named type; also gives the namespace that holds inside it.
    fn named(&mut self, document: &Json, namespace: &str, new: Type) -> Result<(TypeId, String), String> {
        let name = text(&document["name"], "a type's name")?;
        let namespace = document["namespace"].as_str().unwrap_or(namespace);
        let full = qualified(&name, namespace);
        let id = self.add(new);
        if self.names.insert(full.clone(), id).is_some() {
            return Err(format!("two types are called {full}"));
        }
        let inner = full.rsplit_once('.').map_or("", |(before, _)| before);
        Ok((id, inner.to_string()))
    }

    fn union(&mut self, documents: &[Json], namespace: &str) -> Result<TypeId, String> {
        let branches = documents.iter().map(|d| self.schema(d, namespace)).collect::<Result<Vec<_>, _>>()?;
        let mut kinds = Vec::new();
        for branch in &branches {
            kinds.push(self.types[branch.0].kind().ok_or("a union directly inside a union")?);
        }
        let alike = [Kind::Integer, Kind::Real, Kind::String, Kind::Bytes];
        let marked = alike.iter().filter(|k| kinds.contains(k)).count() > 1;
        let has_long = branches.iter().any(|branch| matches!(self.types[branch.0], Type::Long));
        let range = if has_long { -SAFE..=SAFE } else { i64::from(i32::MIN)..=i64::from(i32::MAX) };
        let whole = (kinds.contains(&Kind::Integer) && kinds.contains(&Kind::Real)).then_some(range);
        Ok(self.add(Type::Union(Union { branches, marked, whole })))
    }
}

fn qualified(name: &str, namespace: &str) -> String {
    if name.contains('.') || namespace.is_empty() {
        name.to_string()
    } else {
        format!("{namespace}.{name}")
    }
}

fn list<'a>(document: &'a Json, key: &str) -> Result<&'a Vec<Json>, String> {
    document[key].as_array().ok_or_else(|| format!("{key} is no list in {}", document["name"]))
}

fn text(value: &Json, what: &str) -> Result<String, String> {
    value.as_str().map(str::to_string).ok_or_else(|| format!("{what} is no string: {value}"))
}
