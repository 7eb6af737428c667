//! Which branches of a reader's union may take a writer's type: looked up, for two unions of thousands of branches have
//! millions of pairs.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::names::Name;
use crate::pairs::promotions;
use crate::schema::{NodeId, Schema, Type};

/// The branches of the unions of a reader's schema, by what finds them.
pub(crate) struct Unions<'s> {
    reader: &'s Schema,
    known: BTreeMap<NodeId, BTreeMap<Key<'s>, Vec<u32>>>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'s> {
    /// A type without a name, by its word; a union within the union, too.
    Word(&'s str),
    /// A named type by its name without a namespace.
    Simple(&'s str),
    Alias(&'s Name),
}

/// How well a branch fits, the best first.
const SAME_NAME: u8 = 0;
const ALIAS: u8 = 1;
const SIMPLE_NAME: u8 = 2;
const SAME_TYPE: u8 = 3;
const PROMOTED: u8 = 4;
const WITHIN: u8 = 5;

impl<'s> Unions<'s> {
    pub(crate) fn new(reader: &'s Schema) -> Self {
        Unions { reader, known: BTreeMap::new() }
    }

    /// The branches of a union that may take a type, each once, with its rank.
    pub(crate) fn candidates(&mut self, writer: &'s Type, union: NodeId, lenient: bool) -> Vec<(u8, u32)> {
        let reader = self.reader;
        let Type::Union(branches) = &reader[union].shape else { return Vec::new() };
        let known = self.known.entry(union).or_insert_with(|| index(reader, branches));
        let mut found: Vec<(u8, u32)> = Vec::new();
        let mut look = |rank: u8, key: Key<'s>| {
            found.extend(known.get(&key).into_iter().flatten().map(|branch| (rank, *branch)));
        };
        if let Some(name) = writer.name() {
            look(ALIAS, Key::Alias(name));
            look(SIMPLE_NAME, Key::Simple(name.simple()));
        } else {
            look(SAME_TYPE, Key::Word(writer.word()));
        }
        for word in promotions(writer) {
            look(PROMOTED, Key::Word(word));
        }
        if lenient && matches!(writer, Type::Enum(_)) {
            look(PROMOTED, Key::Word("string"));
        }
        look(WITHIN, Key::Word("union"));
        let shape = |branch: u32| &reader[branches[branch as usize]].shape;
        if let Some(name) = writer.name() {
            let kind = core::mem::discriminant(writer);
            found.retain(|(rank, branch)| *rank > SAME_TYPE || core::mem::discriminant(shape(*branch)) == kind);
            for (rank, branch) in &mut found {
                if shape(*branch).name() == Some(name) {
                    *rank = SAME_NAME;
                }
            }
        }
        found.sort_by_key(|(rank, branch)| (*branch, *rank));
        found.dedup_by_key(|(_, branch)| *branch);
        found
    }
}

fn index<'s>(reader: &'s Schema, branches: &[NodeId]) -> BTreeMap<Key<'s>, Vec<u32>> {
    let mut index: BTreeMap<Key<'s>, Vec<u32>> = BTreeMap::new();
    for (place, branch) in (0..).zip(branches) {
        let shape = &reader[*branch].shape;
        let mut put = |key| index.entry(key).or_default().push(place);
        match shape.name() {
            Some(name) => put(Key::Simple(name.simple())),
            None => put(Key::Word(shape.word())),
        }
        for alias in shape.aliases() {
            put(Key::Alias(alias));
        }
    }
    index
}
