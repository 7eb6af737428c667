//! A schema as JSON, with all its attributes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};

use crate::json::{Json, write_text};
use crate::names::Name;
use crate::schema::{Field, Node, NodeId, Order, Schema, Type};

/// Writes the whole schema as JSON without spaces: read again, it is the same schema.
///
/// ```
/// use ingot_schema::Schema;
///
/// let text = r#"{"type":"array","items":{"type":"int","logicalType":"date"},"unit":"day"}"#;
/// assert_eq!(Schema::parse(text).unwrap().to_string(), text);
/// ```
impl Display for Schema {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer { schema: self, out, seen: alloc::vec![false; self.nodes.len()], todo: Vec::new() };
        writer.todo.push(Step::Type(self.root, ""));
        while let Some(step) = writer.todo.pop() {
            match step {
                Step::Raw(text) => writer.out.write_str(text)?,
                Step::Type(id, namespace) => writer.write(id, namespace)?,
                Step::Field(field) => writer.attribute("name", &field.name, "{")?,
                Step::End(node) => writer.properties(&node.properties)?,
                Step::EndField(field) => writer.end_field(field)?,
            }
        }
        Ok(())
    }
}

/// What is still to be written, the next last.
enum Step<'s> {
    Raw(&'static str),
    /// A type within a namespace.
    Type(NodeId, &'s str),
    Field(&'s Field),
    End(&'s Node),
    EndField(&'s Field),
}

struct Writer<'s, 'o, 'f> {
    schema: &'s Schema,
    out: &'o mut fmt::Formatter<'f>,
    seen: Vec<bool>,
    todo: Vec<Step<'s>>,
}

impl<'s> Writer<'s, '_, '_> {
    fn write(&mut self, id: NodeId, namespace: &'s str) -> fmt::Result {
        let node = &self.schema[id];
        if let Some(name) = node.shape.name() {
            if core::mem::replace(&mut self.seen[id.index()], true) {
                return self.reference(name, namespace);
            }
            self.head(node, name, namespace)?;
        }
        match &node.shape {
            Type::Record(record) => {
                self.out.write_str(",\"fields\":[")?;
                self.todo.extend([Step::End(node), Step::Raw("]")]);
                for (index, field) in record.fields.iter().enumerate().rev() {
                    let part = Step::Type(field.node, record.name.namespace());
                    self.todo.extend([Step::EndField(field), part, Step::Raw(",\"type\":"), Step::Field(field)]);
                    if index > 0 {
                        self.todo.push(Step::Raw(","));
                    }
                }
                Ok(())
            }
            Type::Enum(one) => {
                self.texts("symbols", one.symbols.iter().map(String::as_str))?;
                if let Some(symbol) = one.default.and_then(|place| one.symbols.get(place as usize)) {
                    self.attribute("default", symbol, ",")?;
                }
                self.properties(&node.properties)
            }
            Type::Fixed(fixed) => {
                write!(self.out, ",\"size\":{}", fixed.size)?;
                self.properties(&node.properties)
            }
            Type::Array(part) | Type::Map(part) => {
                let array = matches!(node.shape, Type::Array(_));
                self.todo.extend([Step::End(node), Step::Type(*part, namespace)]);
                self.out.write_str(if array {
                    "{\"type\":\"array\",\"items\":"
                } else {
                    "{\"type\":\"map\",\"values\":"
                })
            }
            Type::Union(branches) => {
                self.todo.push(Step::Raw("]"));
                for (index, branch) in branches.iter().enumerate().rev() {
                    self.todo.push(Step::Type(*branch, namespace));
                    if index > 0 {
                        self.todo.push(Step::Raw(","));
                    }
                }
                self.out.write_str("[")
            }
            primitive if node.properties.is_empty() => write_text(self.out, primitive.word()),
            primitive => {
                self.attribute("type", primitive.word(), "{")?;
                self.properties(&node.properties)
            }
        }
    }

    /// The attributes that all named types have.
    fn head(&mut self, node: &'s Node, name: &'s Name, namespace: &str) -> fmt::Result {
        self.attribute("type", node.shape.word(), "{")?;
        if name.namespace() == namespace || !name.full().contains('.') {
            self.attribute("name", name.simple(), ",")?;
        } else {
            self.attribute("name", name.full(), ",")?;
        }
        if name.namespace().is_empty() && !namespace.is_empty() {
            self.attribute("namespace", "", ",")?;
        }
        let (doc, aliases) = match &node.shape {
            Type::Record(record) => (&record.doc, &record.aliases),
            Type::Enum(one) => (&one.doc, &one.aliases),
            Type::Fixed(fixed) => (&fixed.doc, &fixed.aliases),
            _ => return Ok(()),
        };
        if let Some(doc) = doc {
            self.attribute("doc", doc, ",")?;
        }
        if !aliases.is_empty() {
            // A leading dot keeps one without a namespace from the namespace of its type.
            let within = !name.namespace().is_empty();
            let full = aliases.iter().map(|alias| if within { alias.dotted() } else { alias.full().into() });
            let full: Vec<String> = full.collect();
            self.texts("aliases", full.iter().map(String::as_str))?;
        }
        Ok(())
    }

    fn reference(&mut self, name: &Name, namespace: &str) -> fmt::Result {
        if name.namespace() == namespace {
            return write_text(self.out, name.simple());
        }
        write_text(self.out, &name.dotted())
    }

    fn end_field(&mut self, field: &Field) -> fmt::Result {
        if let Some(default) = &field.default {
            write!(self.out, ",\"default\":{}", default.json)?;
        }
        if let Some(doc) = &field.doc {
            self.attribute("doc", doc, ",")?;
        }
        if !field.aliases.is_empty() {
            self.texts("aliases", field.aliases.iter().map(String::as_str))?;
        }
        match field.order {
            Order::Ascending => {}
            Order::Descending => self.attribute("order", "descending", ",")?,
            Order::Ignore => self.attribute("order", "ignore", ",")?,
        }
        self.properties(&field.properties)
    }

    fn attribute(&mut self, key: &str, text: &str, before: &str) -> fmt::Result {
        write!(self.out, "{before}\"{key}\":")?;
        write_text(self.out, text)
    }

    fn texts<'t>(&mut self, key: &str, texts: impl Iterator<Item = &'t str>) -> fmt::Result {
        write!(self.out, ",\"{key}\":[")?;
        for (index, text) in texts.enumerate() {
            if index > 0 {
                self.out.write_char(',')?;
            }
            write_text(self.out, text)?;
        }
        self.out.write_char(']')
    }

    /// The last attributes of an object, and its end.
    fn properties(&mut self, properties: &[(String, Json)]) -> fmt::Result {
        for (key, value) in properties {
            self.out.write_char(',')?;
            write_text(self.out, key)?;
            write!(self.out, ":{value}")?;
        }
        self.out.write_char('}')
    }
}
