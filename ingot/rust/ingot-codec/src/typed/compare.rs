//! Whether the data of a schema is that of a type, byte for byte; if not, where they differ.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use ingot_schema::{NodeId, Schema, Type};

use super::shape::{Called, RecordShape, Says, Shape};

/// Why data of a schema cannot be read and written as a type: the first difference, or that it has no schema.
///
/// ```
/// use ingot_codec::{Schema, typed::Typed};
///
/// let error = Typed::<Vec<i32>>::new(&Schema::parse(r#"{"type": "array", "items": "long"}"#).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "[]: the type has int, the schema long");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The path in the data, as in `coupon.prices[]`; empty for the whole.
    pub path: String,
    /// What differs.
    pub message: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.path.is_empty() { "the whole" } else { &self.path })?;
        write!(out, ": {}", self.message)
    }
}

impl core::error::Error for Mismatch {}

/// An error if a type of this shape has other bytes than the schema, or its names another meaning.
pub(crate) fn compare(shape: Shape, schema: &Schema) -> Result<(), Mismatch> {
    Comparison::new(schema, false).part(shape, Says::default(), schema.root())
}

/// An error if a schema that was made of this shape is another one, as where two types in it have one name.
pub(crate) fn compare_own(shape: Shape, schema: &Schema) -> Result<(), Mismatch> {
    Comparison::new(schema, true).part(shape, Says::default(), schema.root())
}

struct Comparison<'s> {
    schema: &'s Schema,
    /// Whether the schema was made of the type.
    is_own: bool,
    path: String,
    /// Records that are compared by now, or being compared.
    seen: Vec<(&'static str, NodeId)>,
}

type Compared = Result<(), Mismatch>;

impl<'s> Comparison<'s> {
    fn new(schema: &'s Schema, is_own: bool) -> Self {
        Comparison { schema, is_own, path: String::new(), seen: Vec::new() }
    }

    fn part(&mut self, shape: Shape, says: Says, id: NodeId) -> Compared {
        self.says(shape, says)?;
        let node = &self.schema[id];
        let same = match (shape, &node.shape) {
            (Shape::Null, Type::Null)
            | (Shape::Boolean, Type::Boolean)
            | (Shape::Float, Type::Float)
            | (Shape::Double, Type::Double) => return Ok(()),
            (Shape::Int, Type::Int)
            | (Shape::Long, Type::Long)
            | (Shape::Bytes, Type::Bytes)
            | (Shape::String, Type::String) => true,
            (Shape::Fixed(size), Type::Fixed(fixed)) if size == fixed.size => {
                if let Some(name) = says.fixed {
                    self.name(&Called { name, aliases: &[], doc: None }, fixed.name.simple())?;
                }
                true
            }
            (Shape::Array(part), Type::Array(items)) => return self.within("[]", part(), says, *items),
            (Shape::Map(part), Type::Map(values)) => return self.within("{}", part(), says, *values),
            (Shape::Optional { of, null_last }, Type::Union(branches)) => {
                let [first, second] = branches[..] else {
                    return self.differ(format!("the type has 2 branches, the schema {}", branches.len()));
                };
                let (null, other) = if null_last { (second, first) } else { (first, second) };
                self.part(Shape::Null, Says::default(), null)?;
                return self.part(of(), says, other);
            }
            (Shape::Union(parts), Type::Union(branches)) => {
                if parts.len() != branches.len() {
                    let message = format!("the type has {} branches, the schema {}", parts.len(), branches.len());
                    return self.differ(message);
                }
                return parts.iter().zip(branches).try_for_each(|(part, id)| self.part((part.of)(), part.says, *id));
            }
            (Shape::Record(record), Type::Record(_)) => return self.record(record, id),
            (Shape::Enum(one), Type::Enum(found)) => {
                self.name(&one.name, found.name.simple())?;
                if one.symbols.iter().ne(&found.symbols) {
                    let message = format!(
                        "the type has the symbols {}, the schema {}",
                        one.symbols.join(", "),
                        found.symbols.join(", ")
                    );
                    return self.differ(message);
                }
                return Ok(());
            }
            _ => false,
        };
        if !same {
            return self.differ(format!("the type has {}, the schema {}", word(shape), node.shape.word()));
        }
        // A type that says nothing takes any numbers and bytes for what they are.
        if (self.is_own || says.logical.is_some()) && says.logical != node.logical {
            if let (true, Some(logical), None) = (self.is_own, says.logical, node.logical) {
                let or = if matches!(shape, Shape::Fixed(_)) { ", or its name is that of another" } else { "" };
                return self.refuse(format!("{} cannot have the logical type {}{or}", word(shape), logical.word()));
            }
            let word = |logical: Option<ingot_schema::Logical>| match logical {
                Some(logical) => format!("{logical:?}"),
                None => "no logical type".into(),
            };
            return self.differ(format!("the type has {}, the schema {}", word(says.logical), word(node.logical)));
        }
        Ok(())
    }

    /// An error if what is said of a type is not of its kind, so that it would count for nothing.
    fn says(&self, shape: Shape, says: Says) -> Compared {
        use Shape::{Array, Bytes, Fixed, Int, Long, Map, Optional, String};
        let is_around = matches!(shape, Array(_) | Map(_) | Optional { .. });
        if says.logical.is_some() && !is_around && !matches!(shape, Int | Long | Bytes | String | Fixed(_)) {
            return self.refuse(format!("{} has no logical type", word(shape)));
        }
        match says.fixed {
            Some(name) if !is_around && !matches!(shape, Fixed(_)) => {
                self.refuse(format!("{} is no fixed, to be called {name}", word(shape)))
            }
            _ => Ok(()),
        }
    }

    fn record(&mut self, record: &'static RecordShape, id: NodeId) -> Compared {
        let pair = ((record.own)(), id);
        let Type::Record(found) = &self.schema[id].shape else { return Ok(()) };
        if self.seen.contains(&pair) {
            return Ok(());
        }
        self.seen.push(pair);
        self.name(&record.name, found.name.simple())?;
        for (field, other) in record.fields.iter().zip(&found.fields) {
            if field.name != other.name {
                return self.differ(format!("the type has the field {}, the schema {}", field.name, other.name));
            }
            let step = if self.path.is_empty() { field.name.to_string() } else { format!(".{}", field.name) };
            self.within(&step, (field.part.of)(), field.part.says, other.node)?;
        }
        if record.fields.len() != found.fields.len() {
            let message = format!("the type has {} fields, the schema {}", record.fields.len(), found.fields.len());
            return self.differ(message);
        }
        Ok(())
    }

    fn name(&self, called: &Called, found: &str) -> Compared {
        let simple = |name: &&str| name.rsplit('.').next() == Some(found);
        if simple(&called.name) || called.aliases.iter().any(simple) {
            return Ok(());
        }
        self.differ(format!("the type is called {}, in the schema {found}", called.name))
    }

    fn within(&mut self, step: &str, shape: Shape, says: Says, id: NodeId) -> Compared {
        let length = self.path.len();
        self.path.push_str(step);
        self.part(shape, says, id)?;
        self.path.truncate(length);
        Ok(())
    }

    fn differ(&self, message: String) -> Compared {
        // A schema that was made of a type differs from it only where a name stands for what has it, too.
        self.refuse(if self.is_own { format!("another type has the same name: {message}") } else { message })
    }

    fn refuse(&self, message: String) -> Compared {
        Err(Mismatch { path: self.path.clone(), message })
    }
}

fn word(shape: Shape) -> String {
    let word = match shape {
        Shape::Null => "null",
        Shape::Boolean => "boolean",
        Shape::Int => "int",
        Shape::Long => "long",
        Shape::Float => "float",
        Shape::Double => "double",
        Shape::Bytes => "bytes",
        Shape::String => "string",
        Shape::Fixed(size) => return format!("a fixed of {size} bytes"),
        Shape::Array(_) => "array",
        Shape::Map(_) => "map",
        Shape::Optional { .. } | Shape::Union(_) => "union",
        Shape::Record(_) => "record",
        Shape::Enum(_) => "enum",
    };
    word.into()
}
