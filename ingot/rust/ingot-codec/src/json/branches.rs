//! Which branch of a union is meant in JSON, by its name or by the type of JSON that the value is.

use alloc::collections::BTreeMap;

use ingot_schema::{Data, Json, NodeId, Schema, Type};

use super::branch_name;

/// Finds branches: goes through them the first times, and has a map of those of unions that are asked for more often. A
/// document may have hundreds of thousands of values of a union with tens of thousands of branches.
#[derive(Default)]
pub(super) struct Branches<'s> {
    unions: BTreeMap<NodeId, Known<'s>>,
}

#[derive(Default)]
struct Known<'s> {
    asked: usize,
    /// By the name in full, the short one, and the type of JSON.
    places: BTreeMap<Key<'s>, Found>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'s> {
    Name(&'s str),
    Short(&'s str),
    Json(u8),
}

/// The first branch that is meant, and whether it is the only one.
type Found = (u32, bool);

/// Unions with up to so many branches, and others asked for so often, are gone through.
const FEW: usize = 16;

impl<'s> Branches<'s> {
    /// The only branch of this name, in full or, where none has it in full, without its namespace.
    pub(super) fn by_name(&mut self, schema: &'s Schema, union: NodeId, name: &str) -> Option<u32> {
        let found = self.find(schema, union, Key::Name(name)).or_else(|| self.find(schema, union, Key::Short(name)));
        found.filter(|(_, only)| *only).map(|(place, _)| place)
    }

    /// The only branch whose values are written as this type of JSON.
    pub(super) fn by_json(&mut self, schema: &'s Schema, union: NodeId, json: &Json) -> Option<u32> {
        self.find(schema, union, Key::Json(kind(json))).filter(|(_, only)| *only).map(|(place, _)| place)
    }

    fn find(&mut self, schema: &'s Schema, union: NodeId, key: Key<'_>) -> Option<Found> {
        let Type::Union(branches) = &schema[union].shape else { return None };
        if branches.len() > FEW {
            let known = self.unions.entry(union).or_default();
            known.asked += 1;
            if known.asked > FEW {
                if known.places.is_empty() {
                    known.places = index(schema, branches);
                }
                return known.places.get(&key).copied();
            }
        }
        let fits = |shape: &Type| match key {
            Key::Name(name) => branch_name(shape) == name,
            Key::Short(name) => shape.name().is_some_and(|full| full.simple() == name),
            Key::Json(kind) => written_as(shape) == Some(kind),
        };
        let mut found = (0..).zip(branches).filter(|(_, branch)| fits(&schema[**branch].shape)).map(|(place, _)| place);
        found.next().map(|first| (first, found.next().is_none()))
    }
}

fn index<'s>(schema: &'s Schema, branches: &[NodeId]) -> BTreeMap<Key<'s>, Found> {
    let mut index: BTreeMap<Key<'s>, Found> = BTreeMap::new();
    for (place, branch) in (0..).zip(branches) {
        let shape = &schema[*branch].shape;
        let short = shape.name().map(|name| Key::Short(name.simple()));
        let json = written_as(shape).map(Key::Json);
        for key in [Some(Key::Name(branch_name(shape))), short, json].into_iter().flatten() {
            index.entry(key).and_modify(|(_, only)| *only = false).or_insert((place, true));
        }
    }
    index
}

/// The type of JSON that values of a type are written as.
fn written_as(shape: &Type) -> Option<u8> {
    match shape {
        Type::Null => Some(0),
        Type::Boolean => Some(1),
        Type::Int | Type::Long | Type::Float | Type::Double => Some(2),
        Type::String | Type::Bytes | Type::Fixed(_) | Type::Enum(_) => Some(3),
        Type::Array(_) => Some(4),
        Type::Record(_) | Type::Map(_) => Some(5),
        Type::Union(_) => None,
    }
}

/// The types of JSON, by the numbers that [`written_as`] gives them.
fn kind(json: &Json) -> u8 {
    match &json.data {
        Data::Null => 0,
        Data::Bool(_) => 1,
        Data::Number(_) => 2,
        Data::String(_) => 3,
        Data::Array(_) => 4,
        Data::Object(_) => 5,
    }
}
