//! What can be told only when all types are read: names used before they are defined, records without end, defaults.

use alloc::format;
use alloc::vec::Vec;

use super::{Parser, unknown};
use crate::defaults::Defaults;
use crate::error::{Fault, SchemaClass};
use crate::json::Json;
use crate::schema::{Default, Node, NodeId, Schema, Type};
use crate::walk::finite;

/// The types with their last numbers.
struct Numbered<'j> {
    /// What each former number has become.
    places: Vec<NodeId>,
    nodes: Vec<Node>,
    /// Where each type stands.
    jsons: Vec<&'j Json>,
}

impl<'j> Parser<'j, '_> {
    pub(super) fn finish(&mut self, root: NodeId) -> Result<Schema, Fault> {
        let Numbered { places, mut nodes, jsons } = self.numbered()?;
        for node in &mut nodes {
            renumber(node, &places);
        }
        let mut schema = Schema { nodes, root: places[root.index()], warnings: Vec::new(), warnings_left_off: 0 };
        for (index, has_end) in finite(&schema).into_iter().enumerate() {
            if !has_end && let Type::Record(record) = &schema.nodes[index].shape {
                let message =
                    format!("{} contains itself with no way out: no value of it has an end", record.name.brief());
                self.soft(SchemaClass::RecordEndless, jsons[index], &message)?;
            }
        }
        self.compile_defaults(&mut schema)?;
        Ok(schema)
    }

    /// Leaves out the places that were kept for names used early.
    fn numbered(&mut self) -> Result<Numbered<'j>, Fault> {
        let mut target: Vec<Option<NodeId>> = alloc::vec![None; self.nodes.len()];
        for forward in core::mem::take(&mut self.forward) {
            let exact = self.names.get(&forward.exact).map(|(node, _)| *node);
            let Some(node) = exact.or_else(|| self.names.get(&forward.bare).map(|(node, _)| *node)) else {
                return Err(unknown(forward.json, forward.exact.full()));
            };
            if exact.is_none() {
                self.soft_bare(forward.json, &forward.exact, &forward.bare)?;
            }
            let message = format!("{} is used before it is defined", forward.exact.brief());
            self.soft(SchemaClass::NameUnknown, forward.json, &message)?;
            target[forward.node.index()] = Some(node);
        }
        let (mut places, mut nodes, mut jsons) = (Vec::with_capacity(self.nodes.len()), Vec::new(), Vec::new());
        for slot in &mut self.nodes {
            places.push(NodeId(u32::try_from(nodes.len()).unwrap_or(u32::MAX)));
            if let Some(node) = slot.node.take() {
                nodes.push(node);
                jsons.push(slot.json);
            }
        }
        for (index, target) in target.into_iter().enumerate() {
            if let Some(target) = target {
                places[index] = places[target.index()];
            }
        }
        Ok(Numbered { places, nodes, jsons })
    }

    /// Makes values of all defaults. What a user writes has to fit; a file's own schema does without.
    fn compile_defaults(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        let mut defaults = Defaults::new(schema, &self.options.limits);
        for (index, node) in schema.nodes.iter().enumerate() {
            let Type::Record(record) = &node.shape else { continue };
            for (place, field) in record.fields.iter().enumerate() {
                let Some(Default { json, .. }) = &field.default else { continue };
                if let Err(fault) = defaults.make(index, place, json) {
                    if !self.options.lenient {
                        return Err(fault);
                    }
                    self.warnings.push(fault);
                }
            }
        }
        for ((index, place), value) in defaults.into_known() {
            if let Type::Record(record) = &mut schema.nodes[index].shape
                && let Some(default) = &mut record.fields[place].default
            {
                default.value = Some(value);
            }
        }
        Ok(())
    }
}

fn renumber(node: &mut Node, places: &[NodeId]) {
    let change = |id: &mut NodeId| *id = places[id.index()];
    match &mut node.shape {
        Type::Array(part) | Type::Map(part) => change(part),
        Type::Union(branches) => branches.iter_mut().for_each(change),
        Type::Record(record) => record.fields.iter_mut().for_each(|field| change(&mut field.node)),
        _ => {}
    }
}
