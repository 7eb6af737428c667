//! The places of symbols in their enums, by their texts.

use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::schema::{Enum, NodeId};

/// Finds symbols: goes through them the first times, and has a map of those that are asked for more often. A default or
/// a document may have hundreds of thousands of the last of as many symbols.
#[derive(Default)]
pub struct Symbols<'s> {
    enums: BTreeMap<NodeId, Known<'s>>,
}

#[derive(Default)]
struct Known<'s> {
    asked: usize,
    places: BTreeMap<&'s str, u32>,
}

/// Enums with up to so many symbols, and others asked for so often, are gone through.
const FEW: usize = 16;

impl<'s> Symbols<'s> {
    /// The place of a symbol in an enum, which is given with its number in the schema.
    pub fn place(&mut self, id: NodeId, one: &'s Enum, symbol: &str) -> Option<u32> {
        if one.symbols.len() > FEW {
            let known = self.enums.entry(id).or_default();
            known.asked += 1;
            if known.asked > FEW {
                if known.places.is_empty() {
                    known.places = one.symbols.iter().map(String::as_str).zip(0..).collect();
                }
                return known.places.get(symbol).copied();
            }
        }
        (0..).zip(&one.symbols).find(|(_, known)| *known == symbol).map(|(place, _)| place)
    }
}
