//! A schema as `parse_schema` gives it, compiled: what to do for each type, and what fastavro does beyond that.

use std::collections::HashMap;

use ingot_codec::Options;
use ingot_codec::logical::Unit;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use super::defaults::{Asked, FieldDefault};
use super::errors::raised;
use crate::classes::Known;
use crate::internals::Template;
use crate::logical::Host;
use crate::objects::Owned;
use crate::plan::{Field, Node, Op, Plain, Plan, Record, Union};
use crate::word::Word;

/// A schema that is ready to read and write data.
#[pyclass(frozen, module = "ingot._ingot")]
pub(crate) struct Compiled {
    pub(super) plan: Plan,
    pub(super) extras: Vec<Extra>,
    pub(super) options: Options,
    /// Whether there is a union of null and something.
    pub(super) has_optional: bool,
}

/// What is known of a type beyond its plan.
pub(super) struct Extra {
    pub(super) schema: Py<PyAny>,
    pub(super) logical: Option<Logical>,
    /// The full name of a named type; else what the type is called.
    pub(super) label: Word,
    pub(super) union: Option<Branches>,
    /// For a record, the defaults that a user's functions may make.
    pub(super) asked: Vec<Asked>,
}

/// A logical type by which the dicts of readers and writers are asked.
pub(super) struct Logical {
    pub(super) key: Owned,
    /// What this package does for it, and the functions in these dicts that stand for that.
    pub(super) host: Option<(Host, Owned, Owned)>,
    pub(super) writers: Owned,
    pub(super) readers: Owned,
}

/// How the branches of a union are named, and which are returned with their names.
pub(super) struct Branches {
    pub(super) kinds: Vec<Kind>,
    pub(super) one_record: bool,
    pub(super) one_named: bool,
    /// The branches of `float` and of `double`.
    pub(super) floats: (Option<u32>, Option<u32>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Record,
    /// An enum or a fixed.
    Named,
    /// The name of any of them.
    Reference,
}

// The objects are only touched while the interpreter is held.
unsafe impl Send for Compiled {}
unsafe impl Sync for Compiled {}

/// Compiles a parsed schema, whose named types are in a dict. Raises what is wrong with its shape as `KeyError` or the like.
#[pyfunction]
pub(crate) fn fastavro_compile(schema: &Bound<'_, PyAny>, named: &Bound<'_, PyDict>) -> PyResult<Compiled> {
    let py = schema.py();
    let logical = py.import("ingot.fastavro._logical")?;
    let mut making = Making {
        named: named.clone(),
        known: HashMap::new(),
        nodes: Vec::new(),
        extras: Vec::new(),
        defaults: Vec::new(),
        writers: logical.getattr("LOGICAL_WRITERS")?,
        readers: logical.getattr("LOGICAL_READERS")?,
        ours: logical.getattr("NATIVE")?,
    };
    let root = making.node(schema)?;
    making.measure();
    let Making { nodes, mut extras, defaults, .. } = making;
    for default in &defaults {
        if let Some(asked) = Asked::of(default, &nodes, &extras) {
            extras[default.node as usize].asked.push(asked);
        }
    }
    let has_optional = nodes.iter().any(|node| matches!(&node.op, Op::Union(union) if union.optional.is_some()));
    let mut made = Compiled {
        plan: Plan { nodes, root, lenient: false, bound: None },
        extras,
        options: Options::default(),
        has_optional,
    };
    made.fill(py, defaults);
    Ok(made)
}

#[pymethods]
impl Compiled {
    /// A parsed schema keeps what it is compiled to, which holds the schema and its parts: the collector sees that circle.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.extras.iter().try_for_each(|extra| visit.call(&extra.schema))
    }
}

struct Making<'py> {
    named: Bound<'py, PyDict>,
    /// The named types that are made, or being made.
    known: HashMap<String, u32>,
    nodes: Vec<Node>,
    extras: Vec<Extra>,
    defaults: Vec<FieldDefault>,
    writers: Bound<'py, PyAny>,
    readers: Bound<'py, PyAny>,
    ours: Bound<'py, PyAny>,
}

fn owned(object: &Bound<'_, PyAny>) -> Owned {
    unsafe { Owned::borrowed(object.as_ptr()) }
}

fn word(py: Python<'_>, text: &str) -> PyResult<Word> {
    unsafe { Word::new(text) }.map_err(|failure| raised(py, failure.into()))
}

fn entry<'py>(schema: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyAny>> {
    schema.get_item(key)?.ok_or_else(|| PyKeyError::new_err(key.to_owned()))
}

const NAMED: [&str; 4] = ["record", "error", "enum", "fixed"];

impl<'py> Making<'py> {
    fn add(&mut self, op: Op, schema: &Bound<'py, PyAny>, label: &str) -> PyResult<u32> {
        let index = u32::try_from(self.nodes.len()).map_err(|_| PyValueError::new_err("too many types"))?;
        self.nodes.push(Node { op, least: 0, logical: None, plain: true });
        let label = word(schema.py(), label)?;
        self.extras.push(Extra {
            schema: schema.clone().unbind(),
            logical: None,
            label,
            union: None,
            asked: Vec::new(),
        });
        Ok(index)
    }

    fn node(&mut self, schema: &Bound<'py, PyAny>) -> PyResult<u32> {
        if let Ok(branches) = schema.cast::<PyList>() {
            return self.union(schema, branches);
        }
        if let Ok(attributes) = schema.cast::<PyDict>() {
            return self.object(schema, attributes);
        }
        let text: String = schema.extract()?;
        match primitive(&text) {
            Some(op) => self.add(op, schema, &text),
            None => self.reference(&text),
        }
    }

    fn reference(&mut self, name: &str) -> PyResult<u32> {
        if let Some(known) = self.known.get(name) {
            return Ok(*known);
        }
        let Some(schema) = self.named.get_item(name)? else { return Err(PyKeyError::new_err(name.to_owned())) };
        self.node(&schema)
    }

    fn object(&mut self, schema: &Bound<'py, PyAny>, attributes: &Bound<'py, PyDict>) -> PyResult<u32> {
        let kind: String = entry(attributes, "type")?.extract()?;
        let name: Option<String> =
            if NAMED.contains(&kind.as_str()) { Some(entry(attributes, "name")?.extract()?) } else { None };
        let label = name.as_deref().unwrap_or(&kind);
        let op = match kind.as_str() {
            "array" => Op::Array(0),
            "map" => Op::Map(0),
            "fixed" => Op::Fixed(entry(attributes, "size")?.extract()?),
            "enum" => {
                let symbols: Vec<String> = entry(attributes, "symbols")?.extract()?;
                Op::Enum(symbols.iter().map(|symbol| word(schema.py(), symbol)).collect::<PyResult<_>>()?)
            }
            // It is made when its fields are.
            "record" | "error" => Op::Null,
            _ => match primitive(&kind) {
                Some(op) => op,
                None => return self.reference(&kind),
            },
        };
        let index = self.add(op, schema, label)?;
        if let Some(name) = &name {
            self.known.insert(name.clone(), index);
        }
        self.extras[index as usize].logical = self.logical(attributes, &kind)?;
        self.nodes[index as usize].plain = self.extras[index as usize].logical.is_none();
        match kind.as_str() {
            "array" => self.nodes[index as usize].op = Op::Array(self.node(&entry(attributes, "items")?)?),
            "map" => self.nodes[index as usize].op = Op::Map(self.node(&entry(attributes, "values")?)?),
            "record" | "error" => self.record(index, attributes, label)?,
            _ => {}
        }
        Ok(index)
    }

    fn record(&mut self, index: u32, attributes: &Bound<'py, PyDict>, name: &str) -> PyResult<()> {
        let py = attributes.py();
        let mut fields = Vec::new();
        for (place, field) in entry(attributes, "fields")?.try_iter()?.enumerate() {
            let field = field?.cast_into::<PyDict>()?;
            let key = word(py, &entry(&field, "name")?.extract::<String>()?)?;
            let of = entry(&field, "type")?;
            let node = self.node(&of)?;
            if let Some(default) = field.get_item("default")? {
                self.defaults.push(FieldDefault { node: index, field: place, value: owned(&default), assumed: false });
            } else if matches!(&self.nodes[node as usize].op, Op::Null if !is_record(&self.extras[node as usize], py))
                || of.cast::<PyList>().is_ok_and(|branches| branches.contains("null").unwrap_or(false))
            {
                let null = unsafe { Owned::borrowed(ffi::Py_None()) };
                self.defaults.push(FieldDefault { node: index, field: place, value: null, assumed: true });
            }
            fields.push(Field { key, node, default: None, may_hold: true, assumed: false });
        }
        let template = unsafe { Template::new(fields.iter().map(|field: &Field| &field.key.object)) };
        let template = template.map_err(|failed| raised(py, failed.into()))?;
        self.nodes[index as usize].op = {
            let (maker, known) = (None, Known::default());
            Op::Record(Box::new(Record { name: name.into(), fields, template, maker, known }))
        };
        Ok(())
    }

    fn union(&mut self, schema: &Bound<'py, PyAny>, branches: &Bound<'py, PyList>) -> PyResult<u32> {
        let index = self.add(Op::Null, schema, "union")?;
        let (mut parts, mut kinds) = (Vec::new(), Vec::new());
        for branch in branches {
            let part = self.node(&branch)?;
            if branch.is_instance_of::<PyList>() {
                return Err(PyValueError::new_err(format!("a union within a union: {schema}")));
            }
            let kind = if let Ok(attributes) = branch.cast::<PyDict>() {
                match entry(attributes, "type")?.extract::<String>()?.as_str() {
                    "record" => Kind::Record,
                    "enum" | "fixed" | "error" => Kind::Named,
                    _ => Kind::Plain,
                }
            } else if branch.extract::<String>().is_ok_and(|name| primitive(&name).is_none()) {
                Kind::Reference
            } else {
                Kind::Plain
            };
            parts.push(part);
            kinds.push(kind);
        }
        let place = |wanted: fn(&Op) -> bool| {
            let found = parts.iter().position(|part| wanted(&self.nodes[*part as usize].op));
            found.and_then(|place| u32::try_from(place).ok())
        };
        let floats = (place(|op| matches!(op, Op::Float)), place(|op| matches!(op, Op::Double)));
        let is_null = |place: usize| branches.get_item(place).is_ok_and(|branch| branch.eq("null").unwrap_or(false));
        let optional = match parts.len() {
            2 if is_null(0) => Some((0, 1)),
            2 if is_null(1) => Some((1, 0)),
            _ => None,
        };
        let count = |of: &[Kind]| kinds.iter().filter(|kind| of.contains(kind)).count();
        let one_record = count(&[Kind::Record, Kind::Reference]) == 1;
        let one_named = count(&[Kind::Record, Kind::Named, Kind::Reference]) == 1;
        self.extras[index as usize].union = Some(Branches { kinds, one_record, one_named, floats });
        self.nodes[index as usize].op =
            Op::Union(Box::new(Union { branches: parts, optional, plain: Plain::default() }));
        Ok(index)
    }

    fn logical(&self, attributes: &Bound<'py, PyDict>, kind: &str) -> PyResult<Option<Logical>> {
        let Some(name) = attributes.get_item("logicalType")?.filter(|name| name.is_truthy().unwrap_or(false)) else {
            return Ok(None);
        };
        let key = format!("{kind}-{name}");
        let number = |key: &str, otherwise: Option<u32>| match attributes.get_item(key) {
            Ok(Some(value)) => value.extract::<u32>().ok(),
            _ => otherwise,
        };
        let decimal = |size: Option<usize>| {
            let (precision, scale) = (number("precision", None)?, number("scale", Some(0))?);
            Some(Host::Decimal { precision, scale, size })
        };
        let host = match key.as_str() {
            "int-date" => Some(Host::Date),
            "int-time-millis" => Some(Host::Time(Unit::Millis)),
            "long-time-micros" => Some(Host::Time(Unit::Micros)),
            "long-timestamp-millis" => Some(Host::Timestamp(Unit::Millis)),
            "long-timestamp-micros" => Some(Host::Timestamp(Unit::Micros)),
            "long-local-timestamp-millis" => Some(Host::LocalTimestamp(Unit::Millis)),
            "long-local-timestamp-micros" => Some(Host::LocalTimestamp(Unit::Micros)),
            "string-uuid" => Some(Host::Uuid),
            "bytes-decimal" => decimal(None),
            "fixed-decimal" => decimal(Some(entry(attributes, "size")?.extract()?)),
            _ => None,
        };
        let py = attributes.py();
        let host = match host {
            None => None,
            Some(host) => {
                let ours = self.ours.get_item(&key)?.cast_into::<PyTuple>()?;
                Some((host, owned(&ours.get_item(0)?), owned(&ours.get_item(1)?)))
            }
        };
        let key = owned(PyString::intern(py, &key).as_any());
        Ok(Some(Logical { key, host, writers: owned(&self.writers), readers: owned(&self.readers) }))
    }

    /// How few bytes a value of each type has: from below, as far as it goes in a few rounds.
    fn measure(&mut self) {
        for _ in 0..4 {
            for place in (0..self.nodes.len()).rev() {
                let least = |part: u32| self.nodes[part as usize].least;
                self.nodes[place].least = match &self.nodes[place].op {
                    // fastavro's schemas have no special types.
                    Op::Null | Op::Special(..) => 0,
                    Op::Boolean
                    | Op::Int
                    | Op::Long
                    | Op::Bytes
                    | Op::String
                    | Op::Enum(_)
                    | Op::Array(_)
                    | Op::Map(_) => 1,
                    Op::Float => 4,
                    Op::Double => 8,
                    Op::Fixed(size) => u32::try_from(*size).unwrap_or(u32::MAX),
                    Op::Union(union) => {
                        union.branches.iter().map(|part| least(*part)).min().unwrap_or(0).saturating_add(1)
                    }
                    Op::Record(record) => {
                        record.fields.iter().fold(0, |sum: u32, field| sum.saturating_add(least(field.node)))
                    }
                };
            }
        }
    }
}

/// Whether a type is a record that is still being made.
fn is_record(extra: &Extra, py: Python<'_>) -> bool {
    unsafe { Bound::from_borrowed_ptr(py, extra.schema.as_ptr()) }.is_instance_of::<PyDict>()
        && extra.label.text != "null"
}

fn primitive(name: &str) -> Option<Op> {
    Some(match name {
        "null" => Op::Null,
        "boolean" => Op::Boolean,
        "int" => Op::Int,
        "long" => Op::Long,
        "float" => Op::Float,
        "double" => Op::Double,
        "bytes" => Op::Bytes,
        "string" => Op::String,
        _ => return None,
    })
}
