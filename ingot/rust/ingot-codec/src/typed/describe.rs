//! The schema of a type, as text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use ingot_schema::{Json, Limits, Logical};

use super::shape::{Called, FieldShape, Part, Says, Shape};

/// The schema of a shape. A type that holds itself through no type with a name has none; its text is nested more deeply
/// than schemas may be.
pub(crate) fn describe(shape: Shape) -> String {
    let mut description = Description::default();
    description.shape(shape, Says::default());
    description.text
}

#[derive(Default)]
struct Description {
    text: String,
    /// The full names that are defined by now.
    known: Vec<String>,
    depth: usize,
    /// Whether the text is nested too deeply by now: then it is no schema, and what else it would say does not matter.
    is_too_deep: bool,
}

/// More than a schema has.
const TOO_DEEP: usize = Limits::MOST_DEPTH;

impl Description {
    fn shape(&mut self, shape: Shape, says: Says) {
        if self.is_too_deep || self.depth == TOO_DEEP {
            self.is_too_deep = true;
            return self.text.push_str("null");
        }
        self.depth += 1;
        self.write(shape, says);
        self.depth -= 1;
    }

    fn write(&mut self, shape: Shape, says: Says) {
        match shape {
            Shape::Null => self.text.push_str("\"null\""),
            Shape::Boolean => self.text.push_str("\"boolean\""),
            Shape::Float => self.text.push_str("\"float\""),
            Shape::Double => self.text.push_str("\"double\""),
            Shape::Int => self.plain("int", says),
            Shape::Long => self.plain("long", says),
            Shape::Bytes => self.plain("bytes", says),
            Shape::String => self.plain("string", says),
            Shape::Fixed(size) => {
                let standard = format!("Fixed{size}");
                let name = says.fixed.unwrap_or(&standard);
                self.named("fixed", name, (&[], None), |description| {
                    let _ = write!(description.text, ",\"size\":{size}{}", attributes(says));
                });
            }
            Shape::Array(part) => self.around("array", "items", part(), says),
            Shape::Map(part) => self.around("map", "values", part(), says),
            Shape::Optional { of, null_last } => {
                self.text.push_str(if null_last { "[" } else { "[\"null\"," });
                self.shape(of(), says);
                self.text.push_str(if null_last { ",\"null\"]" } else { "]" });
            }
            Shape::Union(branches) => {
                self.text.push('[');
                self.list(branches, |description, Part { of, says }| description.shape(of(), *says));
                self.text.push(']');
            }
            Shape::Record(record) => self.named("record", record.name.name, about(record.name), |description| {
                description.text.push_str(",\"fields\":[");
                description.list(record.fields, Description::field);
                description.text.push(']');
            }),
            Shape::Enum(one) => self.named("enum", one.name.name, about(one.name), |description| {
                description.text.push_str(",\"symbols\":");
                description.strings(one.symbols);
                if let Some(default) = one.default {
                    description.text.push_str(",\"default\":");
                    description.string(default);
                }
            }),
        }
    }

    fn plain(&mut self, word: &str, says: Says) {
        let _ = match attributes(says) {
            said if said.is_empty() => write!(self.text, "\"{word}\""),
            said => write!(self.text, "{{\"type\":\"{word}\"{said}}}"),
        };
    }

    fn around(&mut self, word: &str, key: &str, part: Shape, says: Says) {
        let _ = write!(self.text, "{{\"type\":\"{word}\",\"{key}\":");
        self.shape(part, says);
        self.text.push('}');
    }

    fn field(&mut self, field: &FieldShape) {
        self.text.push_str("{\"name\":");
        self.string(field.name);
        self.extras(field.aliases, field.doc);
        self.text.push_str(",\"type\":");
        self.shape((field.part.of)(), field.part.says);
        if let Some(default) = field.default {
            let _ = write!(self.text, ",\"default\":{default}");
        }
        self.text.push('}');
    }

    /// The definition of a named type, or its name where it is defined already.
    fn named(&mut self, word: &str, name: &str, (aliases, doc): About<'_>, rest: impl FnOnce(&mut Self)) {
        let (namespace, simple) = name.rsplit_once('.').unwrap_or(("", name));
        let full = if namespace.is_empty() { format!(".{simple}") } else { name.to_string() };
        if self.known.contains(&full) {
            return self.string(&full);
        }
        self.known.push(full);
        let _ = write!(self.text, "{{\"type\":\"{word}\",\"name\":");
        self.string(simple);
        self.text.push_str(",\"namespace\":");
        self.string(namespace);
        self.extras(aliases, doc);
        rest(self);
        self.text.push('}');
    }

    fn extras(&mut self, aliases: &[&str], doc: Option<&str>) {
        if !aliases.is_empty() {
            self.text.push_str(",\"aliases\":");
            self.strings(aliases);
        }
        if let Some(doc) = doc {
            self.text.push_str(",\"doc\":");
            self.string(doc);
        }
    }

    fn strings(&mut self, all: &[&str]) {
        self.text.push('[');
        self.list(all, |description, one| description.string(one));
        self.text.push(']');
    }

    fn list<T>(&mut self, all: &[T], each: impl Fn(&mut Self, &T)) {
        for (place, one) in all.iter().enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            each(self, one);
        }
    }

    fn string(&mut self, text: &str) {
        let _ = write!(self.text, "{}", Json::from(text));
    }
}

/// Aliases and the doc of a named type.
type About<'a> = (&'a [&'a str], Option<&'a str>);

fn about(called: Called) -> About<'static> {
    (called.aliases, called.doc)
}

fn attributes(says: Says) -> String {
    match says.logical {
        None => String::new(),
        Some(Logical::Decimal { precision, scale }) => {
            format!(",\"logicalType\":\"decimal\",\"precision\":{precision},\"scale\":{scale}")
        }
        Some(logical) => format!(",\"logicalType\":\"{}\"", logical.word()),
    }
}
