//! Where the writer's bytes are the reader's as they are, so that they are checked and copied.

use alloc::vec::Vec;

use ingot_schema::{Schema, Type};

use super::plan::{Action, Number, Op, Resolving, number};

/// Marks the pairs whose bytes are the same; what is taken to be until something in it says otherwise.
pub(super) fn mark_same(plan: &mut Resolving, reader: &Schema) {
    let mut users: Vec<Vec<u32>> = alloc::vec![Vec::new(); plan.nodes.len()];
    let mut other = Vec::new();
    for place in 0..plan.nodes.len() {
        let mut parts = Vec::new();
        plan.nodes[place].same = could_be_same(plan, reader, place, &mut parts);
        if plan.nodes[place].same {
            for part in parts {
                users[part as usize].push(number(place));
            }
        } else {
            other.push(place);
        }
    }
    while let Some(place) = other.pop() {
        for user in core::mem::take(&mut users[place]) {
            if core::mem::replace(&mut plan.nodes[user as usize].same, false) {
                other.push(user as usize);
            }
        }
    }
}

/// Whether the bytes of a pair are the same if those of its parts are, which are added.
///
/// What is copied is checked by the reader's schema, so this must not have symbols or branches that the writer's has not.
fn could_be_same(plan: &Resolving, reader: &Schema, place: usize, parts: &mut Vec<u32>) -> bool {
    let known = match &reader.nodes()[plan.nodes[place].reader as usize].shape {
        Type::Enum(one) => Some(one.symbols.len()),
        Type::Union(branches) => Some(branches.len()),
        _ => None,
    };
    match plan.nodes[place].op {
        Op::Null | Op::Boolean | Op::Double | Op::Bytes | Op::String | Op::Fixed(_) => true,
        Op::Int(to) => to == Number::Int,
        Op::Long(to) => to == Number::Long,
        Op::Float(to) => to == Number::Float,
        Op::Enum(symbols) => {
            let symbols = symbols.of(&plan.symbols);
            Some(symbols.len()) == known && symbols.iter().zip(0..).all(|(to, from)| *to == from)
        }
        Op::Array(part) | Op::Map(part) => {
            parts.push(part);
            true
        }
        Op::FromUnion(branches) => {
            let branches = branches.of(&plan.branches);
            Some(branches.len()) == known
                && branches.iter().zip(0..).all(|(part, from)| {
                    let Op::IntoUnion(into, inner) = plan.nodes[*part as usize].op else { return false };
                    parts.push(inner);
                    into == from
                })
        }
        Op::Record { actions, fields, .. } => {
            let actions = actions.of(&plan.actions);
            actions.len() == fields as usize
                && actions.iter().zip(0..).all(|(action, place)| {
                    let Action::Read { into, pair, .. } = action else { return false };
                    parts.push(*pair);
                    *into == place
                })
        }
        Op::Never | Op::BytesAsString | Op::StringAsBytes | Op::EnumAsString(_) | Op::IntoUnion(..) => false,
    }
}
