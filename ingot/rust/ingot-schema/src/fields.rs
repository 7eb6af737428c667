//! Which fields of a writer's record a reader's takes.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::schema::{Field, Record};

/// What a reader's field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match<F> {
    /// A field of the writer's.
    Field(F),
    /// Its default.
    Default,
    /// Nothing: the writer has no such field, and it has no default.
    Missing,
    /// A field of the writer's that is taken already, by its place.
    Clash(usize),
}

/// For each of the reader's fields the place of the writer's: by name before any alias, and none twice.
pub(crate) fn match_fields(writer: &Record, reader: &Record) -> Vec<Match<usize>> {
    let places: BTreeMap<&str, usize> =
        writer.fields.iter().enumerate().map(|(place, field)| (field.name.as_str(), place)).collect();
    let exact = |field: &Field| places.get(field.name.as_str()).copied();
    let mut taken: BTreeSet<usize> = reader.fields.iter().filter_map(exact).collect();
    let mut matches = Vec::with_capacity(reader.fields.len());
    for field in &reader.fields {
        // A leniently read schema may have a default that is no value.
        let default = field.default.as_ref().is_some_and(|default| default.value.is_some());
        let exact = exact(field);
        let by_alias = || field.aliases.iter().find_map(|alias| places.get(alias.as_str()).copied());
        let alias = if exact.is_some() { None } else { by_alias() };
        matches.push(match (exact, alias) {
            (Some(place), _) => Match::Field(place),
            (None, Some(place)) if taken.insert(place) => Match::Field(place),
            (None, Some(place)) => Match::Clash(place),
            (None, None) if default => Match::Default,
            (None, None) => Match::Missing,
        });
    }
    matches
}
