//! What is wrong with a schema, in one line: the class, the place, and what to do.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::classes;
use crate::json::{Data, Json, write_text};
use crate::shared::cut;

classes! {
    /// What kind of thing is wrong with a schema: the same in every language, by its name.
    SchemaClass:
    /// The text is not JSON.
    Json = "json",
    /// An object has a key twice.
    KeyDuplicate = "key-duplicate",
    /// A JSON value is no type: a number, or an object without `type`.
    TypeInvalid = "type-invalid",
    /// A type in an object of its own within `type`, as in `{"type": {"type": "int"}}`.
    TypeNested = "type-nested",
    /// An attribute that the type needs is missing.
    AttributeMissing = "attribute-missing",
    /// An attribute has a value that it cannot have.
    AttributeInvalid = "attribute-invalid",
    /// A name, or a part of its namespace, is not of letters, digits and underscores.
    NameInvalid = "name-invalid",
    /// A named type has the name of a primitive one.
    NameReserved = "name-reserved",
    /// A name is defined twice.
    NameDuplicate = "name-duplicate",
    /// No type of this name is defined before the place where it is used.
    NameUnknown = "name-unknown",
    /// A name without a namespace is used within one, where only the bare name is defined.
    NameBare = "name-bare",
    /// A record has two fields of one name.
    FieldDuplicate = "field-duplicate",
    /// An enum has a symbol that is no string, or no name.
    SymbolInvalid = "symbol-invalid",
    /// An enum has a symbol twice.
    SymbolDuplicate = "symbol-duplicate",
    /// An enum without symbols.
    SymbolMissing = "symbol-missing",
    /// A union without branches.
    UnionEmpty = "union-empty",
    /// A union that is itself a branch of a union.
    UnionNested = "union-nested",
    /// A union has two branches of one type, or of one name.
    UnionDuplicate = "union-duplicate",
    /// A default is no value of its type.
    DefaultInvalid = "default-invalid",
    /// A record contains itself with no way out, so that no value of it has an end.
    RecordEndless = "record-endless",
    /// A logical type that the specification does not know, that is incomplete, or that stands where it counts for nothing.
    LogicalIgnored = "logical-ignored",
    /// The text, or all full names in it together, are longer than [`Limits::text_bytes`](crate::Limits::text_bytes).
    LimitText = "limit-text",
    /// More JSON values than [`Limits::json_values`](crate::Limits::json_values).
    LimitJsonValues = "limit-json-values",
    /// Values nested deeper than [`Limits::depth`](crate::Limits::depth).
    LimitDepth = "limit-depth",
    /// More types than [`Limits::nodes`](crate::Limits::nodes).
    LimitNodes = "limit-nodes",
    /// More symbols or branches than [`Limits::symbols`](crate::Limits::symbols).
    LimitSymbols = "limit-symbols",
    /// Defaults that make more values than [`Limits::default_values`](crate::Limits::default_values).
    LimitDefaults = "limit-defaults",
}

/// Where in a schema's text something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path from the whole text, `$`, as in `$.fields[2].type`.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The offset in bytes, from 0.
    pub offset: usize,
}

/// What is wrong with a schema, and where; or, as a warning, what is odd about it.
///
/// ```
/// let error = ingot_schema::Schema::parse(r#"{"type": "array", "items": "text"}"#).unwrap_err();
/// assert_eq!(error.class.name(), "name-unknown");
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 28 ($.items): no primitive type is called \"text\", and no type of this name is defined before"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// What kind of thing it is.
    pub class: SchemaClass,
    /// Where it is.
    pub place: Place,
    /// What it is, without the place.
    pub message: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { path, line, column, .. } = &self.place;
        write!(out, "line {line}, column {column} ({path}): {}", self.message)
    }
}

impl core::error::Error for SchemaError {}

/// An error whose place is still an offset.
#[derive(Debug)]
pub(crate) struct Fault {
    class: SchemaClass,
    at: usize,
    message: String,
}

impl Fault {
    pub(crate) fn new(class: SchemaClass, at: usize, message: String) -> Self {
        Fault { class, at, message }
    }

    pub(crate) fn at(class: SchemaClass, json: &Json, message: impl Into<String>) -> Self {
        Fault::new(class, json.at, message.into())
    }

    /// Whether a limit was met, so that trying something else would meet it, too.
    pub(crate) fn is_limit(&self) -> bool {
        matches!(self.class, SchemaClass::LimitDepth | SchemaClass::LimitDefaults)
    }

    /// The error, its place found in the text and, where that could be read, in the value read from it.
    pub(crate) fn place(self, text: &str, json: Option<&Json>) -> SchemaError {
        let mut lines = Lines { text, offset: 0, line: 1, column: 1 };
        self.place_by(&mut lines, json)
    }

    fn place_by(self, lines: &mut Lines<'_>, json: Option<&Json>) -> SchemaError {
        let (line, column) = lines.find(self.at);
        let path = json.map_or_else(|| "$".to_string(), |json| path_to(json, self.at));
        SchemaError { class: self.class, place: Place { path, line, column, offset: self.at }, message: self.message }
    }
}

/// The first warnings, and how many more there were: a hostile text may give rise to millions.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    faults: Vec<Fault>,
    left_off: usize,
}

impl Warnings {
    const MOST: usize = 1000;

    pub(crate) fn push(&mut self, fault: Fault) {
        if self.faults.len() < Self::MOST {
            self.faults.push(fault);
        } else {
            self.left_off += 1;
        }
    }

    /// The warnings in the order of the text, and how many were left off.
    pub(crate) fn place(mut self, text: &str, json: &Json) -> (Vec<SchemaError>, usize) {
        self.faults.sort_by_key(|fault| fault.at);
        let mut lines = Lines { text, offset: 0, line: 1, column: 1 };
        let placed = self.faults.into_iter().map(|fault| fault.place_by(&mut lines, Some(json))).collect();
        (placed, self.left_off)
    }
}

/// Goes through a text once, from place to place.
struct Lines<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
    column: usize,
}

impl Lines<'_> {
    fn find(&mut self, offset: usize) -> (usize, usize) {
        let between = self.text.get(self.offset..offset).unwrap_or("");
        self.line += between.matches('\n').count();
        self.column = match between.rfind('\n') {
            Some(end) => between[end + 1..].chars().count() + 1,
            None => self.column + between.chars().count(),
        };
        self.offset = offset;
        (self.line, self.column)
    }
}

/// The path to the value that stands at an offset, or to the one around it.
fn path_to(json: &Json, offset: usize) -> String {
    let mut path = "$".to_string();
    let mut here = json;
    loop {
        here = match &here.data {
            Data::Array(items) => {
                let after = items.partition_point(|item| item.at <= offset);
                let Some(index) = after.checked_sub(1) else { return path };
                let _ = write!(path, "[{index}]");
                &items[index]
            }
            Data::Object(members) => {
                let after = members.partition_point(|(_, value)| value.at <= offset);
                let Some(index) = after.checked_sub(1) else { return path };
                let (key, value) = &members[index];
                if offset > value.at && !matches!(value.data, Data::Array(_) | Data::Object(_)) {
                    return path;
                }
                if !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                    let _ = write!(path, ".{}", cut(key));
                } else {
                    let _ = write!(path, "[{}]", shown(key));
                }
                value
            }
            _ => return path,
        };
        if here.at == offset {
            return path;
        }
    }
}

/// A text as errors show it: in quotes, on one line, not longer than a glance.
pub(crate) fn shown(text: &str) -> String {
    let mut out = String::new();
    let _ = write_text(&mut out, &cut(text));
    out
}
