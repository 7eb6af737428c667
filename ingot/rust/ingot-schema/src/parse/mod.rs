//! From a text to a schema.

mod attributes;
mod fields;
mod finish;
mod named;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Fault, SchemaClass, SchemaError, Warnings, shown};
use crate::json::{Data, Json, Odd, Reading, read};
use crate::limits::Limits;
use crate::logical::logical;
use crate::names::{Name, is_simple_name};
use crate::options::Options;
use crate::schema::{Node, NodeId, Schema, Type};

use attributes::Attributes;

pub(crate) fn parse(text: &str, options: &Options) -> Result<Schema, SchemaError> {
    let limits = &options.limits;
    let reading = read(text, limits, if options.lenient { Odd::Keys } else { Odd::Nothing });
    let Reading { json, warnings } =
        reading.map_err(|fault| unquoted(text, limits).unwrap_or(fault).place(text, None))?;
    let mut parser = Parser::new(options, warnings);
    let parsed = parser.parse_type(&json, "").and_then(|root| parser.finish(root));
    let mut schema = parsed.map_err(|fault| fault.place(text, Some(&json)))?;
    (schema.warnings, schema.warnings_left_off) = parser.warnings.place(text, &json);
    Ok(schema)
}

/// What is wrong with a text that is a name without its quotes: other libraries take it for a schema.
fn unquoted(text: &str, limits: &Limits) -> Option<Fault> {
    let message = "this is no JSON value: the name of a type stands in quotes, as in \"int\"";
    let at = text.len() - text.trim_start().len();
    let is_name = text.len() <= limits.text_bytes && text.trim().split('.').all(is_simple_name);
    is_name.then(|| Fault::new(SchemaClass::Json, at, message.into()))
}

/// A schema that is being read from JSON values that live for `'j`.
struct Parser<'j, 'o> {
    options: &'o Options,
    nodes: Vec<Slot<'j>>,
    /// Primitive types without attributes, each once.
    primitives: BTreeMap<&'static str, NodeId>,
    /// Named types, and where they are defined.
    names: BTreeMap<Name, (NodeId, &'j Json)>,
    /// Names that are used before their definition, each with those that it may mean.
    forward: Vec<Forward<'j>>,
    /// How many more types there may be.
    room: usize,
    /// How many more bytes their names may have. Each counts wherever it is defined or used: what a schema is written
    /// as, and what it is found by, has them all in full.
    names_room: usize,
    warnings: Warnings,
}

struct Slot<'j> {
    /// Nothing while its parts are read, and for a name that is used before its definition.
    node: Option<Node>,
    /// The name, while its parts are read.
    name: Option<Name>,
    json: &'j Json,
}

struct Forward<'j> {
    node: NodeId,
    exact: Name,
    bare: Name,
    json: &'j Json,
}

impl<'j, 'o> Parser<'j, 'o> {
    fn new(options: &'o Options, warnings: Warnings) -> Self {
        Parser {
            options,
            nodes: Vec::new(),
            primitives: BTreeMap::new(),
            names: BTreeMap::new(),
            forward: Vec::new(),
            room: options.limits.nodes,
            names_room: options.limits.text_bytes,
            warnings,
        }
    }

    fn parse_type(&mut self, json: &'j Json, namespace: &str) -> Result<NodeId, Fault> {
        let Some(room) = self.room.checked_sub(1) else {
            let message = format!("the schema has more than {} types", self.options.limits.nodes);
            return Err(Fault::at(SchemaClass::LimitNodes, json, message));
        };
        self.room = room;
        match &json.data {
            Data::String(name) => self.parse_name(json, name, namespace),
            Data::Array(branches) => self.parse_union(json, branches, namespace),
            Data::Object(members) => self.parse_object(json, members, namespace),
            _ => {
                let message = format!("a type is a name, an object or an array, not {}", json.kind());
                Err(Fault::at(SchemaClass::TypeInvalid, json, message))
            }
        }
    }

    /// A primitive type, or a named one that is defined elsewhere.
    fn parse_name(&mut self, json: &'j Json, name: &str, namespace: &str) -> Result<NodeId, Fault> {
        if let Some(shape) = Type::primitive(name) {
            let word = shape.word();
            if let Some(node) = self.primitives.get(word) {
                return Ok(*node);
            }
            let node = self.push(json, Some(plain(shape)));
            self.primitives.insert(word, node);
            return Ok(node);
        }
        let exact = self.full_name(json, name, namespace)?;
        if let Some((node, _)) = self.names.get(&exact) {
            return Ok(*node);
        }
        let bare = Name::new(name, "");
        if let Some((node, _)) = self.names.get(&bare) {
            let node = *node;
            self.soft_bare(json, &exact, &bare)?;
            return Ok(node);
        }
        if !self.options.lenient {
            return Err(unknown(json, name));
        }
        let node = self.push(json, None);
        self.forward.push(Forward { node, exact, bare, json });
        Ok(node)
    }

    /// A name within a namespace, which many may inherit: a short text could have gigabytes of names.
    fn full_name(&mut self, json: &Json, name: &str, namespace: &str) -> Result<Name, Fault> {
        let Some(room) = self.names_room.checked_sub(Name::length(name, namespace)) else {
            let most = self.options.limits.text_bytes;
            let message = format!("the names in the schema have more than {most} bytes with their namespaces");
            return Err(Fault::at(SchemaClass::LimitText, json, message));
        };
        self.names_room = room;
        Ok(Name::new(name, namespace))
    }

    fn soft_bare(&mut self, json: &Json, exact: &Name, bare: &Name) -> Result<(), Fault> {
        let (exact, dotted) = (shown(exact.full()), shown(&bare.dotted()));
        let message = format!("no type {exact} is defined; for the one without a namespace write {dotted}");
        self.soft(SchemaClass::NameBare, json, &message)
    }

    fn parse_union(&mut self, json: &'j Json, branches: &'j [Json], namespace: &str) -> Result<NodeId, Fault> {
        if branches.is_empty() {
            self.soft(SchemaClass::UnionEmpty, json, "a union needs a branch")?;
        }
        self.count(json, branches.len(), "branches")?;
        let union = self.push(json, None);
        let mut nodes = Vec::with_capacity(branches.len());
        let mut kinds = BTreeSet::new();
        for branch in branches {
            if matches!(branch.data, Data::Array(_)) {
                self.soft(SchemaClass::UnionNested, branch, "a union cannot be a branch of a union")?;
            }
            let node = self.parse_type(branch, namespace)?;
            if let Some(kind) = self.kind(node)
                && !kinds.insert(kind.clone())
            {
                let message = format!("the union has a branch {} already", shown(kind.full()));
                self.soft(SchemaClass::UnionDuplicate, branch, &message)?;
            }
            nodes.push(node);
        }
        self.nodes[union.index()].node = Some(plain(Type::Union(nodes)));
        Ok(union)
    }

    /// By what a union tells its branches apart: the full name, or the word for the type. Nothing for a union, and for a
    /// name that is not yet known.
    fn kind(&self, id: NodeId) -> Option<Name> {
        let slot = &self.nodes[id.index()];
        match &slot.node {
            Some(node) => match &node.shape {
                Type::Union(_) => None,
                shape => Some(shape.name().cloned().unwrap_or_else(|| Name::new(shape.word(), ""))),
            },
            // A record within itself.
            None => slot.name.clone(),
        }
    }

    fn parse_object(
        &mut self,
        json: &'j Json,
        members: &'j [(String, Json)],
        namespace: &str,
    ) -> Result<NodeId, Fault> {
        let attributes = Attributes { json, members };
        let Some(kind) = attributes.get("type") else {
            return Err(Fault::at(SchemaClass::TypeInvalid, json, "a type in an object needs the attribute \"type\""));
        };
        let Some(word) = kind.as_str() else {
            self.soft(SchemaClass::TypeNested, kind, "a type within a type: write the inner one alone")?;
            return self.parse_type(kind, namespace);
        };
        match word {
            "record" | "error" => self.parse_record(attributes, namespace, word == "error"),
            "enum" => self.parse_enum(attributes, namespace),
            "fixed" => self.parse_fixed(attributes, namespace),
            "array" | "map" => {
                let key = if word == "array" { "items" } else { "values" };
                let part = attributes.needed(key, word)?;
                let id = self.push(json, None);
                let part = self.parse_type(part, namespace)?;
                let shape = if word == "array" { Type::Array(part) } else { Type::Map(part) };
                self.fill(id, shape, attributes, &["type", key]);
                Ok(id)
            }
            _ => {
                if let Some(shape) = Type::primitive(word) {
                    if members.len() == 1 {
                        return self.parse_name(kind, word, namespace); // the same type as its name alone
                    }
                    let id = self.push(json, None);
                    self.fill(id, shape, attributes, &["type"]);
                    return Ok(id);
                }
                let id = self.parse_name(kind, word, namespace)?;
                self.soft(SchemaClass::TypeNested, kind, "a name within an object: write the name alone")?;
                Ok(id)
            }
        }
    }

    fn push(&mut self, json: &'j Json, node: Option<Node>) -> NodeId {
        // The limit of types is below 2³², for there are not more JSON values.
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Slot { node, name: None, json });
        id
    }

    /// Makes a type known, with the attributes that are not among its own.
    fn fill(&mut self, id: NodeId, shape: Type, attributes: Attributes<'j>, own: &[&str]) {
        let properties = attributes.others(own);
        let logical = logical(&shape, &properties).unwrap_or_else(|reason| {
            let at = attributes.get("logicalType").unwrap_or(attributes.json);
            self.warnings.push(Fault::at(SchemaClass::LogicalIgnored, at, reason));
            None
        });
        self.nodes[id.index()].node = Some(Node { shape, logical, properties });
    }

    /// Refuses more symbols or branches than the limit.
    fn count(&self, json: &Json, count: usize, what: &str) -> Result<(), Fault> {
        let most = self.options.limits.symbols;
        if count <= most {
            return Ok(());
        }
        Err(Fault::at(SchemaClass::LimitSymbols, json, format!("{count} {what}, the limit is {most}")))
    }

    /// What a strict reader refuses and a lenient one lists.
    fn soft(&mut self, class: SchemaClass, json: &Json, message: &str) -> Result<(), Fault> {
        let fault = Fault::at(class, json, message);
        if !self.options.lenient {
            return Err(fault);
        }
        self.warnings.push(fault);
        Ok(())
    }
}

fn plain(shape: Type) -> Node {
    Node { shape, logical: None, properties: Vec::new() }
}

fn unknown(json: &Json, name: &str) -> Fault {
    let message = format!("no primitive type is called {}, and no type of this name is defined before", shown(name));
    Fault::at(SchemaClass::NameUnknown, json, message)
}
