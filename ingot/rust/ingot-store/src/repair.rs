//! Log and index made again, of the lines alone.

use std::collections::HashMap;
use std::ops::Range;

use crate::collection::Collection;
use crate::document::{Line, line};
use crate::entry::hash_of;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::generation::Generation;
use crate::log::Head;
use crate::place::{Place, write_key_field};

/// What became of a collection that was repaired.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Repaired {
    /// Documents that are there.
    pub documents: u64,
    /// Whether the log was whole, so that checksums of lines were known.
    pub log_was_whole: bool,
    /// The lines that were left out.
    pub lost: Vec<Lost>,
}

/// A line that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lost {
    /// Where it begins in the documents' file.
    pub offset: u64,
    /// Its bytes.
    pub length: u64,
    /// Why.
    pub reason: &'static str,
}

pub(crate) fn repair(place: &Place) -> Outcome<Repaired> {
    let generation = newest_generation(place)?;
    let path = place.lines(generation);
    let length = place.disk.length(&path).of(&path)?;
    let map = place.disk.map(&path, length, false).of(&path)?;
    let bytes = usize::try_from(length).ok().and_then(|length| map.get(0, length)).unwrap_or_default();
    let whole =
        Collection::open(place).ok().filter(|own| own.head.generation == generation && own.check_chain().is_ok());
    let mut repaired = Repaired { log_was_whole: whole.is_some(), ..Repaired::default() };
    let living = match &whole {
        Some(own) => by_log(own, &mut repaired.lost)?,
        None => by_lines(bytes, &place.field, &mut repaired.lost),
    };

    let seed = place.disk.random();
    let head = Head { generation: generation + 1, seed, field: hash_of(&place.field, seed) };
    write_key_field(&*place.disk, &place.folder, &place.field, true)?;
    let mut next = Generation::new(place, &head)?;
    for (range, key) in &living {
        next.add(&bytes[range.clone()], hash_of(key, seed))?;
    }
    next.finish()?;
    repaired.documents = living.len() as u64;
    Ok(repaired)
}

/// Where documents are, in their order, and their keys.
type Living = Vec<(Range<usize>, String)>;

/// The living documents by the log, which is whole.
fn by_log(own: &Collection, lost: &mut Vec<Lost>) -> Outcome<Living> {
    let mut living = Living::new();
    for number in own.order()?.all() {
        let entry = own.entry(number)?;
        let start = usize::try_from(entry.offset).unwrap_or(usize::MAX);
        match own.line(&entry).ok().and_then(|text| line(text, &own.place.field)) {
            Some(Line::Document(key)) => living.push((start..start + entry.length as usize, key.into_owned())),
            _ => lost.push(Lost {
                offset: entry.offset,
                length: entry.length.into(),
                reason: "it does not have its checksum",
            }),
        }
    }
    Ok(living)
}

/// The last line of each key, of the lines alone.
fn by_lines(bytes: &[u8], field: &str, lost: &mut Vec<Lost>) -> Living {
    let mut newest = HashMap::new();
    let mut start = 0;
    for text in bytes.split_inclusive(|byte| *byte == b'\n') {
        let range = start..start + text.len();
        start = range.end;
        let mut left_out = |reason| lost.push(Lost { offset: range.start as u64, length: text.len() as u64, reason });
        let Some(text) = text.strip_suffix(b"\n") else {
            left_out("it has no end");
            continue;
        };
        let is_text = simdutf8::basic::from_utf8(text).is_ok();
        match is_text.then(|| line(text, field)).flatten() {
            Some(Line::Document(key)) => drop(newest.insert(key.into_owned(), range.start..range.end - 1)),
            Some(Line::Deletion(key)) => drop(newest.remove(&*key)),
            None if is_text => left_out("it is no document with a key, and no deletion"),
            None => left_out("it is no UTF-8"),
        }
    }
    let mut living: Living = newest.into_iter().map(|(key, range)| (range, key)).collect();
    living.sort_unstable_by_key(|(range, _)| range.start);
    living
}

/// The generation that counts, or, where that is not known, the last that there is.
fn newest_generation(place: &Place) -> Outcome<u64> {
    if let Some(generation) = place.generation().ok().filter(|own| place.disk.length(&place.lines(*own)).is_ok()) {
        return Ok(generation);
    }
    let names = place.disk.list(&place.folder).of(&place.folder)?;
    let generations = names.iter().filter_map(|(name, _)| name.strip_suffix(".jsonl")?.parse().ok());
    generations.max().ok_or_else(|| {
        StoreError::new(StoreClass::Missing, "there are no documents of any generation").at(&place.folder)
    })
}
