//! Facts about all types of a schema at once, found without recursion: a hostile schema may be a chain of any length.

use alloc::vec::Vec;

use crate::schema::{NodeId, Schema, Type};

/// For each type whether it has a value at all that comes to an end.
pub(crate) fn finite(schema: &Schema) -> Vec<bool> {
    heights(schema).iter().map(Option::is_some).collect()
}

/// For each type how deeply its flattest values are nested: 0 for primitive ones, nothing if all are endless.
pub(crate) fn heights(schema: &Schema) -> Vec<Option<u32>> {
    let count = schema.nodes.len();
    let mut users: Vec<Vec<u32>> = alloc::vec![Vec::new(); count];
    // How many parts of a record are still unknown.
    let mut missing: Vec<usize> = alloc::vec![0; count];
    let mut known: Vec<Option<u32>> = alloc::vec![None; count];
    let mut ready: Vec<NodeId> = Vec::new();
    for (index, node) in schema.nodes.iter().enumerate() {
        let id = NodeId(u32::try_from(index).unwrap_or(u32::MAX));
        match &node.shape {
            Type::Record(record) if !record.fields.is_empty() => missing[index] = record.fields.len(),
            Type::Union(_) => missing[index] = 1,
            _ => {
                known[index] = Some(0);
                ready.push(id);
                continue;
            }
        }
        for part in node.shape.parts() {
            users[part.index()].push(id.0);
        }
    }
    // Breadth first, so that a type is known from its flattest parts.
    let mut next = Vec::new();
    let mut height = 0;
    while !ready.is_empty() {
        height += 1;
        for id in ready.drain(..) {
            for user in core::mem::take(&mut users[id.index()]) {
                let left = &mut missing[user as usize];
                *left = left.saturating_sub(1);
                if *left == 0 && known[user as usize].is_none() {
                    known[user as usize] = Some(height);
                    next.push(NodeId(user));
                }
            }
        }
        core::mem::swap(&mut ready, &mut next);
    }
    known
}
