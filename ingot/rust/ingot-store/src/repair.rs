//! Log and index made again, of the lines alone.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use crate::collection::Collection;
use crate::document::{Line, line};
use crate::entry::hash_of;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::generation::Generation;
use crate::log::{HEADER, Head};
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

/// Why a line is left out that is none of a collection's with this key field.
const NO_DOCUMENT: &str = "it is no document with a key, and no deletion";

/// Repairs a collection, whose key may be in the other field that is named, too: the log tells it. An error, too, if
/// neither is the one, for then no line would be a document.
pub(crate) fn repair(place: Place, other: &str) -> Outcome<Repaired> {
    let generation = newest_generation(&place)?;
    let place = &with_field_of_log(place, other, generation)?;
    let path = place.lines(generation);
    let length = place.disk.length(&path).of(&path)?;
    let map = place.disk.map(&path, length, false).of(&path)?;
    let bytes = usize::try_from(length).ok().and_then(|length| map.get(0, length)).unwrap_or_default();
    let whole = known(Collection::open(place))?;
    let whole = whole.filter(|own| own.head.generation == generation && own.check_chain().is_ok());
    let mut repaired = Repaired { log_was_whole: whole.is_some(), ..Repaired::default() };
    let living = match &whole {
        Some(own) => by_log(own, &mut repaired.lost)?,
        None => by_lines(bytes, &place.field, &mut repaired.lost),
    };
    let are_others = !repaired.lost.is_empty() && repaired.lost.iter().all(|lost| lost.reason == NO_DOCUMENT);
    if whole.is_none() && living.is_empty() && are_others {
        return Err(other_field(&path, &place.field));
    }

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

/// A place with that of both key fields that the log's header has the hash of, if that can be read; an error if it has
/// neither's.
fn with_field_of_log(place: Place, other: &str, generation: u64) -> Outcome<Place> {
    let path = place.log(generation);
    let header = || {
        let map = place.disk.map(&path, HEADER as u64, false).ok()?;
        Head::read(map.get(0, HEADER)?, &path).ok().map(|(head, _)| head)
    };
    let Some(head) = header() else { return Ok(place) };
    let is_it = |field: &str| hash_of(field, head.seed) == head.field;
    if is_it(&place.field) {
        Ok(place)
    } else if is_it(other) {
        Ok(Place { field: other.into(), ..place })
    } else {
        Err(other_field(&path, &place.field))
    }
}

fn other_field(file: &Path, field: &str) -> StoreError {
    let message = format!("the key of these documents is not in the field {field:?}: name the one that has it");
    StoreError::new(StoreClass::NameInvalid, message).at(file)
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
            None if is_text => left_out(NO_DOCUMENT),
            None => left_out("it is no UTF-8"),
        }
    }
    let mut living: Living = newest.into_iter().map(|(key, range)| (range, key)).collect();
    living.sort_unstable_by_key(|(range, _)| range.start);
    living
}

/// What was asked for; none if it is absent or damaged, which is what a repair is for. Any other error of the system
/// says nothing of the files.
fn known<T>(found: Outcome<T>) -> Outcome<Option<T>> {
    let is_of_files = |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::UnexpectedEof | ErrorKind::IsADirectory);
    match found {
        Err(error) if error.io_kind().is_some_and(|kind| !is_of_files(kind)) => Err(error),
        other => Ok(other.ok()),
    }
}

/// The generation that counts, or, where that is not known, the last that there is.
fn newest_generation(place: &Place) -> Outcome<u64> {
    if let Some(generation) = known(place.generation())? {
        let lines = place.lines(generation);
        if known(place.disk.length(&lines).of(&lines))?.is_some() {
            return Ok(generation);
        }
    }
    let names = place.disk.list(&place.folder).of(&place.folder)?;
    let generations = names.iter().filter_map(|(name, _)| name.strip_suffix(".jsonl")?.parse().ok());
    generations.max().ok_or_else(|| {
        StoreError::new(StoreClass::Missing, "there are no documents of any generation").at(&place.folder)
    })
}
