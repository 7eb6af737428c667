//! What is done to a collection as a whole.

use std::path::Path;

use napi_derive::napi;

use crate::failure::{Result, Told};
use crate::held::{STORES, with};
use crate::reading::count;

/// What a collection takes.
#[napi(object)]
pub struct Stats {
    /// Documents that are there.
    pub documents: f64,
    /// Entries of the log.
    pub entries: f64,
    /// Compactions so far, and one.
    pub generation: f64,
    /// Bytes of documents, of those that were replaced, and of deletions.
    pub line_bytes: f64,
    /// Bytes of the log.
    pub log_bytes: f64,
    /// Bytes of the index.
    pub index_bytes: f64,
    /// Segments of the index.
    pub segments: f64,
    /// Entries that are in no segment.
    pub recent: f64,
    /// Whether all commits are known to survive the end of the machine.
    pub durable: bool,
    /// Why the last segment could not be written, if so.
    pub index_error: Option<String>,
}

/// What verifying has counted.
#[napi(object)]
pub struct Verified {
    /// Documents that are there.
    pub documents: f64,
    /// Lines whose checksums were computed.
    pub lines: f64,
    /// Commits in the log that do not count.
    pub broken_commits: f64,
    /// Bytes behind the last commit that counts.
    pub uncounted_bytes: f64,
    /// Segments of the index with wrong checksums.
    pub torn_segments: f64,
}

/// What became of a collection that was repaired.
#[napi(object)]
pub struct Repaired {
    /// Documents that are there.
    pub documents: f64,
    /// Whether the log was whole.
    pub log_was_whole: bool,
    /// The lines that were left out.
    pub lost: Vec<Lost>,
}

/// A line that was left out.
#[napi(object)]
pub struct Lost {
    /// Where it begins.
    pub offset: f64,
    /// Its bytes.
    pub length: f64,
    /// Why.
    pub reason: String,
}

/// Leaves out what was replaced or deleted.
#[napi]
pub fn compact(collection: u32) -> Result<()> {
    with(collection, |open| open.collection.compact().told())
}

/// Reads every line, and compares log, index and documents.
#[napi]
pub fn verify(collection: u32) -> Result<Verified> {
    let verified = with(collection, |open| open.collection.verify(|_, _| {}).told())?;
    Ok(Verified {
        documents: count(verified.documents),
        lines: count(verified.lines),
        broken_commits: count(verified.broken_commits),
        uncounted_bytes: count(verified.uncounted_bytes),
        torn_segments: count(verified.torn_segments as u64),
    })
}

/// Writes the documents into a store in another folder.
#[napi]
pub fn snapshot(collection: u32, folder: String) -> Result<()> {
    with(collection, |open| open.collection.snapshot(Path::new(&folder)).told())
}

/// Sees what was committed since.
#[napi]
pub fn refresh(collection: u32) -> Result<()> {
    with(collection, |open| open.collection.refresh().told())
}

/// What a collection takes.
#[napi]
pub fn stats(collection: u32) -> Result<Stats> {
    let stats = with(collection, |open| open.collection.stats().told())?;
    Ok(Stats {
        documents: count(stats.documents),
        entries: count(stats.entries),
        generation: count(stats.generation),
        line_bytes: count(stats.line_bytes),
        log_bytes: count(stats.log_bytes),
        index_bytes: count(stats.index_bytes),
        segments: count(stats.segments as u64),
        recent: count(stats.recent),
        durable: stats.durable,
        index_error: stats.index_error,
    })
}

/// Makes log and index of a collection again, of its lines.
#[napi]
pub fn repair(store: u32, name: String) -> Result<Repaired> {
    let repaired = STORES.with(|stores| stores.with(store, |store| store.repair(&name).told()))?;
    let lost = repaired.lost.into_iter().map(|lost| Lost {
        offset: count(lost.offset),
        length: count(lost.length),
        reason: lost.reason.to_string(),
    });
    Ok(Repaired { documents: count(repaired.documents), log_was_whole: repaired.log_was_whole, lost: lost.collect() })
}
