//! The canonical form of a schema, by which fingerprints are made, and the forms that other libraries take for it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::write_text;
use crate::logical::Logical;
use crate::schema::{Node, NodeId, Schema, Type};

/// Which canonical form. Only the first is the specification's; the others are keys under which messages of some
/// libraries are found: their fingerprints of schemas with such types differ from everybody else's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, core::default::Default)]
pub enum Form {
    /// The specification's, which Java and fastavro make: a primitive type is its name, whatever is said of it.
    #[default]
    Spec,
    /// A primitive type with attributes, as a logical type is, stays an object: `{"type":"long"}`.
    Objects,
    /// A logical type stays: `{"type":"long","logicalType":"date"}`; a decimal with its precision and scale.
    Logical,
}

impl Schema {
    /// The Parsing Canonical Form of the specification.
    ///
    /// It is no identity: defaults, aliases, orders and logical types are not in it.
    ///
    /// ```
    /// use ingot_schema::Schema;
    ///
    /// let text = r#"{"type": "fixed", "name": "Id", "namespace": "a.b", "size": 16, "doc": "?"}"#;
    /// let schema = Schema::parse(text).unwrap();
    /// assert_eq!(schema.canonical_form(), r#"{"name":"a.b.Id","type":"fixed","size":16}"#);
    /// ```
    #[must_use]
    pub fn canonical_form(&self) -> String {
        self.canonical_form_as(Form::Spec)
    }

    /// A canonical form as some other libraries make it.
    ///
    /// ```
    /// use ingot_schema::{Form, Schema};
    ///
    /// let schema = Schema::parse(r#"{"type": "int", "logicalType": "date"}"#).unwrap();
    /// assert_eq!(schema.canonical_form(), r#""int""#);
    /// assert_eq!(schema.canonical_form_as(Form::Objects), r#"{"type":"int"}"#);
    /// ```
    #[must_use]
    pub fn canonical_form_as(&self, form: Form) -> String {
        let mut writer = Writer {
            schema: self,
            form,
            out: String::new(),
            seen: alloc::vec![false; self.nodes.len()],
            todo: Vec::new(),
        };
        writer.todo.push(Step::Type(self.root));
        while let Some(step) = writer.todo.pop() {
            match step {
                Step::Raw(text) => writer.out.push_str(text),
                Step::Text(text) => writer.text(text),
                Step::Type(id) => writer.write(id),
            }
        }
        writer.out
    }
}

/// What is still to be written, the next last. There is no recursion: types may be a chain of any length.
enum Step<'s> {
    Raw(&'static str),
    Text(&'s str),
    Type(NodeId),
}

struct Writer<'s> {
    schema: &'s Schema,
    form: Form,
    out: String,
    seen: Vec<bool>,
    todo: Vec<Step<'s>>,
}

impl Writer<'_> {
    fn write(&mut self, id: NodeId) {
        let schema = self.schema;
        let node = &schema[id];
        if let Some(name) = node.shape.name() {
            if core::mem::replace(&mut self.seen[id.index()], true) {
                return self.text(name.full());
            }
            self.out.push_str("{\"name\":");
            self.text(name.full());
            self.out.push_str(",\"type\":");
        }
        match &node.shape {
            Type::Record(record) => {
                self.out.push_str("\"record\",\"fields\":[");
                self.todo.push(Step::Raw("]}"));
                for (index, field) in record.fields.iter().enumerate().rev() {
                    let before = if index == 0 { "{\"name\":" } else { ",{\"name\":" };
                    self.todo.extend([Step::Raw("}"), Step::Type(field.node), Step::Raw(",\"type\":")]);
                    self.todo.extend([Step::Text(&field.name), Step::Raw(before)]);
                }
            }
            Type::Enum(one) => {
                self.out.push_str("\"enum\",\"symbols\":[");
                for (index, symbol) in one.symbols.iter().enumerate() {
                    if index > 0 {
                        self.out.push(',');
                    }
                    self.text(symbol);
                }
                self.out.push_str("]}");
            }
            Type::Fixed(fixed) => {
                self.out.push_str("\"fixed\",\"size\":");
                self.number(fixed.size);
                self.logical(node);
                self.out.push('}');
            }
            Type::Array(part) | Type::Map(part) => {
                let array = matches!(node.shape, Type::Array(_));
                self.out.push_str(if array {
                    "{\"type\":\"array\",\"items\":"
                } else {
                    "{\"type\":\"map\",\"values\":"
                });
                self.todo.extend([Step::Raw("}"), Step::Type(*part)]);
            }
            Type::Union(branches) => {
                self.out.push('[');
                self.todo.push(Step::Raw("]"));
                for (index, branch) in branches.iter().enumerate().rev() {
                    self.todo.push(Step::Type(*branch));
                    if index > 0 {
                        self.todo.push(Step::Raw(","));
                    }
                }
            }
            primitive => {
                let object = match self.form {
                    Form::Spec => false,
                    Form::Objects => !node.properties.is_empty(),
                    Form::Logical => node.logical.is_some(),
                };
                self.out.push_str(if object { "{\"type\":" } else { "" });
                self.text(primitive.word());
                if object {
                    self.logical(node);
                    self.out.push('}');
                }
            }
        }
    }

    /// The attributes of a logical type, in the form that keeps them.
    fn logical(&mut self, node: &Node) {
        let (Form::Logical, Some(logical)) = (self.form, node.logical) else { return };
        self.out.push_str(",\"logicalType\":");
        self.text(logical.word());
        if let Logical::Decimal { precision, scale } = logical {
            self.out.push_str(",\"precision\":");
            self.number(precision);
            if scale > 0 {
                self.out.push_str(",\"scale\":");
                self.number(scale);
            }
        }
    }

    fn number(&mut self, number: u32) {
        let _ = core::fmt::Write::write_fmt(&mut self.out, format_args!("{number}"));
    }

    fn text(&mut self, text: &str) {
        // Writing into a String does not fail.
        let _ = write_text(&mut self.out, text);
    }
}
