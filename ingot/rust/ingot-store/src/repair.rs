//! Log and index made again, of the lines alone.

use std::collections::HashMap;

use crate::collection::Collection;
use crate::document::{Line, line};
use crate::entry::hash_of;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::generation::Generation;
use crate::log::{Head, all};
use crate::place::Place;

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

    // The last line of each key, and of which keys it is lost.
    let mut last: HashMap<String, Option<(usize, usize)>> = HashMap::new();
    let mut read = |start: usize, end: usize, is_right: bool| {
        let mut lost = |reason| {
            repaired.lost.push(Lost { offset: start as u64, length: (end - start) as u64, reason });
        };
        let Some(text) = bytes.get(start..end) else { return lost("it is not there") };
        if !is_right {
            lost("it does not have its checksum");
        } else if simdutf8::basic::from_utf8(text).is_err() {
            return lost("it is no UTF-8");
        }
        match line(text, &place.field) {
            Some(Line::Document(key)) => drop(last.insert(key.into_owned(), is_right.then_some((start, end)))),
            Some(Line::Deletion(key)) if is_right => drop(last.insert(key.into_owned(), None)),
            _ if is_right => lost("it is no document with a key, and no deletion"),
            _ => {}
        }
    };
    if let Some(own) = &whole {
        for entry in all(own.committed()).filter(crate::entry::Entry::is_line) {
            let start = usize::try_from(entry.offset).unwrap_or(usize::MAX);
            let is_right = own.line(&entry).is_ok();
            read(start, start.saturating_add(entry.length as usize), is_right);
        }
    } else {
        let (mut start, mut cut) = (0, None);
        for text in bytes.split_inclusive(|byte| *byte == b'\n') {
            let end = start + text.len();
            if text.ends_with(b"\n") {
                read(start, end - 1, true);
            } else {
                cut = Some(Lost { offset: start as u64, length: text.len() as u64, reason: "it has no end" });
            }
            start = end;
        }
        repaired.lost.extend(cut);
    }

    let mut living: Vec<_> = last.into_iter().filter_map(|(key, place)| Some((place?, key))).collect();
    living.sort_unstable();
    let seed = place.disk.random();
    let head = Head { generation: generation + 1, seed, field: hash_of(&place.field, seed) };
    let about = format!("{}\n", serde_json::json!({ "key": &*place.field }));
    crate::place::replace(&*place.disk, &place.folder.join("collection.json"), about.as_bytes())?;
    let mut next = Generation::new(place, &head)?;
    for ((start, end), key) in &living {
        next.add(&bytes[*start..*end], hash_of(key, seed))?;
    }
    next.finish()?;
    repaired.documents = living.len() as u64;
    Ok(repaired)
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
