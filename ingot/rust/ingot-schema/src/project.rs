//! A part of a schema: only some fields of its records, for readers that want no others.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::shown;
use crate::json::{Data, Json};
use crate::schema::{Node, NodeId, Schema, Type};
use crate::value::Value;

/// A path that no data of a schema have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectionError {
    /// The path as it was given.
    pub path: String,
    /// The reason in words.
    pub message: String,
}

impl fmt::Display for ProjectionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.path, self.message)
    }
}

impl core::error::Error for ProjectionError {}

impl Schema {
    /// The schema with only these fields, each by its path: names with dots in between, through arrays, maps and unions to
    /// the records there. A field that is named is kept whole. An error if there is no such field.
    ///
    /// A record that is used in several places keeps in all of them what is asked for in any. Read by this schema, data
    /// of the whole one are passed over where nothing is asked for.
    ///
    /// ```
    /// use ingot_schema::Schema;
    ///
    /// let schema = Schema::parse(r#"{"type": "record", "name": "Order", "fields": [
    ///     {"name": "note", "type": "string"},
    ///     {"name": "items", "type": {"type": "array", "items": {"type": "record", "name": "Item", "fields": [
    ///         {"name": "code", "type": "string"},
    ///         {"name": "price", "type": "long"}
    ///     ]}}}
    /// ]}"#)?;
    /// let prices = schema.project(&["items.price"]).unwrap();
    /// assert_eq!(
    ///     prices.canonical_form(),
    ///     r#"{"name":"Order","type":"record","fields":[{"name":"items","type":{"type":"array","items":{"name":"Item","type":"record","fields":[{"name":"price","type":"long"}]}}}]}"#
    /// );
    /// let error = schema.project(&["items.prize"]).unwrap_err();
    /// assert_eq!(error.to_string(), "items.prize: there is no field \"prize\"");
    /// # Ok::<(), ingot_schema::SchemaError>(())
    /// ```
    pub fn project<P: AsRef<str>>(&self, paths: &[P]) -> Result<Schema, ProjectionError> {
        let mut kept = Kept { schema: self, fields: alloc::vec![Vec::new(); self.nodes.len()], whole: BTreeSet::new() };
        for path in paths {
            kept.keep(path.as_ref())?;
        }
        Ok(kept.build())
    }
}

struct Kept<'s> {
    schema: &'s Schema,
    /// For each record which fields are kept; none where the list is empty.
    fields: Vec<Vec<bool>>,
    /// Types of which all is kept.
    whole: BTreeSet<NodeId>,
}

impl Kept<'_> {
    fn keep(&mut self, path: &str) -> Result<(), ProjectionError> {
        let steps: Vec<&str> = path.split('.').collect();
        let mut seen: BTreeSet<(NodeId, usize)> = BTreeSet::new();
        let mut todo: Vec<(NodeId, usize)> = alloc::vec![(self.schema.root, 0)];
        let mut furthest = 0;
        while let Some((id, done)) = todo.pop() {
            if !seen.insert((id, done)) {
                continue;
            }
            furthest = furthest.max(done);
            let Some(step) = steps.get(done) else {
                self.keep_whole(id);
                continue;
            };
            let shape = &self.schema[id].shape;
            let Type::Record(record) = shape else {
                todo.extend(shape.parts().map(|part| (part, done)));
                continue;
            };
            if let Some(place) = record.fields.iter().position(|field| field.name == *step) {
                self.fields[id.index()].resize(record.fields.len(), false);
                self.fields[id.index()][place] = true;
                todo.push((record.fields[place].node, done + 1));
            }
        }
        match steps.get(furthest) {
            None => Ok(()),
            Some(step) => {
                Err(ProjectionError { path: path.to_string(), message: format!("there is no field {}", shown(step)) })
            }
        }
    }

    fn keep_whole(&mut self, id: NodeId) {
        let mut todo = alloc::vec![id];
        while let Some(id) = todo.pop() {
            if self.whole.insert(id) {
                let shape = &self.schema[id].shape;
                if let Type::Record(record) = shape {
                    self.fields[id.index()] = alloc::vec![true; record.fields.len()];
                }
                todo.extend(shape.parts());
            }
        }
    }

    fn is_kept(&self, record: NodeId, place: usize) -> bool {
        self.fields[record.index()].get(place).copied().unwrap_or(false)
    }

    /// The types that a type still has.
    fn parts(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let shape = &self.schema[id].shape;
        let record = matches!(shape, Type::Record(_));
        shape.parts().enumerate().filter(move |(place, _)| !record || self.is_kept(id, *place)).map(|(_, part)| part)
    }

    fn build(&self) -> Schema {
        let mut reached: BTreeSet<NodeId> = BTreeSet::new();
        let mut todo = alloc::vec![self.schema.root];
        while let Some(id) = todo.pop() {
            if reached.insert(id) {
                todo.extend(self.parts(id));
            }
        }
        let reached: Vec<NodeId> = reached.into_iter().collect();
        // Types have fewer numbers than 2³².
        let moved = |id: NodeId| NodeId(u32::try_from(reached.partition_point(|one| *one < id)).unwrap_or(u32::MAX));
        let nodes = reached.iter().map(|id| self.node(*id, &moved)).collect();
        Schema { nodes, root: moved(self.schema.root), warnings: Vec::new(), warnings_left_off: 0 }
    }

    fn node(&self, id: NodeId, moved: &dyn Fn(NodeId) -> NodeId) -> Node {
        let mut node = self.schema[id].clone();
        match &mut node.shape {
            Type::Array(part) | Type::Map(part) => *part = moved(*part),
            Type::Union(branches) => branches.iter_mut().for_each(|branch| *branch = moved(*branch)),
            Type::Record(record) => {
                let mut place = 0;
                record.fields.retain(|_| {
                    place += 1;
                    self.is_kept(id, place - 1)
                });
                for field in &mut record.fields {
                    if let Some(default) = &mut field.default
                        && let Some(value) = &mut default.value
                    {
                        self.narrow(field.node, value, &mut default.json);
                    }
                    field.node = moved(field.node);
                }
            }
            _ => {}
        }
        node
    }

    /// Takes from a default what its type has no more.
    fn narrow(&self, id: NodeId, value: &mut Value, json: &mut Json) {
        match (&self.schema[id].shape, value, &mut json.data) {
            (Type::Union(branches), Value::Union(branch, inner), _) => {
                self.narrow(branches[*branch as usize], inner, json);
            }
            (Type::Array(part), Value::Array(values), Data::Array(items)) => {
                values.iter_mut().zip(items).for_each(|(value, item)| self.narrow(*part, value, item));
            }
            (Type::Map(part), Value::Map(entries), Data::Object(members)) => {
                entries.iter_mut().zip(members).for_each(|((_, value), (_, json))| self.narrow(*part, value, json));
            }
            (Type::Record(record), Value::Record(values), Data::Object(members)) => {
                let mut narrowed = Vec::new();
                let mut left = Vec::new();
                for (place, (field, mut value)) in record.fields.iter().zip(core::mem::take(values)).enumerate() {
                    let member = members.iter().position(|(key, _)| *key == field.name);
                    let mut member = member.map(|member| members.swap_remove(member));
                    if !self.is_kept(id, place) {
                        continue;
                    }
                    // A field that the default lacks has its own default's value, and says so itself.
                    let mut own = field.default.as_ref().map(|default| default.json.clone());
                    if let Some(json) = member.as_mut().map(|(_, json)| json).or(own.as_mut()) {
                        self.narrow(field.node, &mut value, json);
                    }
                    narrowed.push(value);
                    left.extend(member);
                }
                (*values, *members) = (narrowed, left);
            }
            _ => {}
        }
    }
}
