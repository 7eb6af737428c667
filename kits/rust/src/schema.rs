//! A schema as the lab sends it: a table of types that refer to each other by number, with nothing left to work out
//! (docs/contract.md, "Resolved schema"). It drives the reading and writing of canonical JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::Error;

/// The place of a type in its [`Schema`].
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct TypeId(usize);

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Type {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed { size: usize },
    Enum { symbols: Vec<String> },
    Array { items: TypeId },
    Map { values: TypeId },
    Record { fields: Vec<Field> },
    Union(Union),
}

#[derive(Debug, Clone, Deserialize)]
pub struct Field {
    pub name: String,
    #[serde(rename = "type")]
    pub id: TypeId,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Union {
    pub branches: Vec<TypeId>,
    /// The positions in `branches` to try, by the contract's kinds of value.
    pub by_kind: BTreeMap<String, Vec<usize>>,
    /// Whether values carry their kind in canonical text, because a text could mean several kinds.
    pub marked: bool,
}

impl Type {
    /// The type's name, for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "boolean",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Bytes => "bytes",
            Type::String => "string",
            Type::Fixed { .. } => "fixed",
            Type::Enum { .. } => "enum",
            Type::Array { .. } => "array",
            Type::Map { .. } => "map",
            Type::Record { .. } => "record",
            Type::Union(_) => "union",
        }
    }
}

impl Union {
    /// The branches of a kind, each with its position.
    pub fn of_kind<'a>(&'a self, kind: &str) -> impl Iterator<Item = (usize, TypeId)> + 'a {
        self.by_kind.get(kind).into_iter().flatten().map(|position| (*position, self.branches[*position]))
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Schema {
    pub root: TypeId,
    types: Vec<Entry>,
}

#[derive(Debug, Clone, Deserialize)]
struct Entry {
    /// The contract's kind of the type's values; none for a union.
    kind: Option<String>,
    #[serde(flatten)]
    own: Type,
}

impl Schema {
    /// The schema in the file that a request names as `resolved`.
    pub fn read(path: &str) -> Result<Schema, Error> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::bad_input(e).at(path).at("resolved"))?;
        Schema::parse(&text).map_err(|e| Error::bad_input(e).at(path).at("resolved"))
    }

    /// The schema whose table this is.
    pub fn parse(text: &str) -> Result<Schema, Error> {
        let schema: Schema = serde_json::from_str(text).map_err(Error::bad_input)?;
        schema.check().map_err(Error::bad_input)?;
        Ok(schema)
    }

    /// Whether every type refers to one that is there: a record to any, another to records and to types before it.
    fn check(&self) -> Result<(), String> {
        for (number, entry) in self.types.iter().enumerate() {
            let (before, ids) = match &entry.own {
                Type::Record { fields } => (self.types.len(), fields.iter().map(|field| field.id).collect()),
                Type::Array { items: id } | Type::Map { values: id } => (number, vec![*id]),
                Type::Union(union) => (number, union.branches.clone()),
                _ => continue,
            };
            let there = |id: &TypeId| {
                id.0 < before || matches!(self.types.get(id.0), Some(Entry { own: Type::Record { .. }, .. }))
            };
            if !ids.iter().all(there) {
                return Err(format!("type {number} refers to one that is not there"));
            }
        }
        (self.root.0 < self.types.len()).then_some(()).ok_or_else(|| "the root is not there".to_string())
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0].own
    }

    /// The kind of a union's branch: a union holds no union.
    pub fn kind(&self, branch: TypeId) -> &str {
        self.types[branch.0].kind.as_deref().expect("a branch has a kind")
    }

    /// The schema of records that have these fields only, in this order.
    #[cfg(feature = "stores")]
    pub fn of_fields(&self, names: &[&str]) -> Result<Schema, String> {
        let Type::Record { fields } = self.get(self.root) else { return Err("not a record".to_string()) };
        let find = |name: &&str| {
            let field = fields.iter().find(|field| field.name == *name);
            field.cloned().ok_or_else(|| format!("the record has no field {name}"))
        };
        let own = Type::Record { fields: names.iter().map(find).collect::<Result<_, _>>()? };
        let mut types = self.types.clone();
        types.push(Entry { kind: Some("record".to_string()), own });
        Ok(Schema { root: TypeId(types.len() - 1), types })
    }
}
