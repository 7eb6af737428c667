//! What is done to a collection as a whole: compacted, checked, copied, seen again, counted.

use std::path::Path;

use crate::collection::Collection;
use crate::document::{Line, line};
use crate::entry::{hash_of, kind};
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::generation::Generation;
use crate::log::{Head, all};
use crate::place::{Place, entry_place};
use crate::store::{Options, Store};

/// What [`Collection::verify`] counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Verified {
    /// Documents that are there.
    pub documents: u64,
    /// Lines whose checksums were computed: documents, those that were replaced, and deletions.
    pub lines: u64,
    /// Commits in the log that do not count, left by a crash of the machine.
    pub broken_commits: u64,
    /// Bytes behind the last commit that counts: left by a process that ended within a commit, pending in one that is
    /// at work, or a last commit that is damaged.
    pub uncounted_bytes: u64,
    /// Segments of the index with wrong checksums: answers are right, but slow. A compaction makes the index again.
    pub torn_segments: usize,
}

/// What a collection takes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Documents that are there.
    pub documents: u64,
    /// Entries of the log.
    pub entries: u64,
    /// Compactions so far, and one.
    pub generation: u64,
    /// Bytes of documents, of those that were replaced, and of deletions.
    pub line_bytes: u64,
    /// Bytes of the log.
    pub log_bytes: u64,
    /// Bytes of the index.
    pub index_bytes: u64,
    /// Segments of the index.
    pub segments: usize,
    /// Entries that are in no segment.
    pub recent: u64,
    /// Whether all commits are known to survive the end of the machine.
    pub durable: bool,
    /// Why the last segment could not be written, if so.
    pub index_error: Option<String>,
}

impl Collection {
    /// Leaves out what was replaced or deleted: the documents are written again, each once, and swapped in. An error if
    /// they cannot be written; then nothing has changed.
    pub fn compact(&mut self) -> Outcome<()> {
        self.compact_with(|_, _| ())
    }

    /// As `compact`; `progress` is told how many of all documents are written.
    pub fn compact_with(&mut self, progress: impl FnMut(u64, u64)) -> Outcome<()> {
        self.commit()?;
        let Some(writer) = self.writer.take() else {
            return Err(StoreError::new(StoreClass::ReadOnly, "the store was opened for reading"));
        };
        let (options, claim) = writer.into_claim();
        let head = Head { generation: self.head.generation + 1, ..self.head };
        let place = self.place.clone();
        let written = self.write_to(&place, &head, progress);
        // Whatever became of it, the generation that counts now is opened, and the rest is removed.
        *self = Collection::open(&place)?;
        self.begin_writing(&options, claim)?;
        written
    }

    fn write_to(&self, place: &Place, head: &Head, mut progress: impl FnMut(u64, u64)) -> Outcome<()> {
        let mut next = Generation::new(place, head)?;
        let numbers = self.order()?.all();
        let total = self.len();
        for (done, number) in (0..).zip(numbers) {
            let entry = self.entry(number)?;
            next.add(self.line(&entry)?, entry.hash)?;
            if u64::is_multiple_of(done, 4096) {
                progress(done, total);
            }
        }
        next.finish()
    }

    /// Writes the documents into a store in another folder, which is made; the collection has the same name there. An
    /// error if that is there already, or it cannot be written.
    pub fn snapshot(&self, to: &Path) -> Outcome<()> {
        let name = self.place.folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let options = Options::default().with_key(&*self.place.field);
        let store = Store::open_on(self.place.disk.clone(), to, &options)?;
        // One without any entry is what a snapshot that was cut off leaves.
        if store.collections()?.iter().any(|own| own == name) && store.reader(name)?.entries() > 0 {
            let message = format!("there is a collection {name:?} already");
            return Err(StoreError::new(StoreClass::Open, message).at(to));
        }
        let mut copy = store.collection(name)?;
        let place = copy.place.clone();
        if place.field != self.place.field {
            let message = format!("there is a collection {name:?} already, with the key in {:?}", &*place.field);
            return Err(StoreError::new(StoreClass::Open, message).at(to));
        }
        let head = Head { generation: copy.head.generation + 1, ..self.head };
        if let Err(error) = self.write_to(&place, &head, |_, _| ()) {
            drop(copy);
            // What it says counts for more than what may be wrong with the rest.
            let _ = place.clear();
            return Err(error);
        }
        copy = Collection::open(&place)?;
        if copy.len() == self.len() {
            Ok(())
        } else {
            Err(copy.damaged_log("it has other documents than were written"))
        }
    }

    /// Reads every line, and compares log, index and documents; an error for the first thing that is not what was
    /// written. `progress` is told how many of all lines are done.
    pub fn verify(&self, mut progress: impl FnMut(u64, u64)) -> Outcome<Verified> {
        self.check_chain()?;
        let total = self.entries();
        let torn_segments = self.segments.iter().filter(|segment| !segment.is_whole()).count();
        let (lines_path, log_path) = (self.place.lines(self.head.generation), self.place.log(self.head.generation));
        let disk = &*self.place.disk;
        let uncounted_bytes = disk.length(&lines_path).of(&lines_path)?.saturating_sub(self.state.at.length)
            + disk.length(&log_path).of(&log_path)?.saturating_sub(entry_place(self.state.at.entries) as u64);
        let broken_commits = self.broken;
        let mut verified = Verified { broken_commits, uncounted_bytes, torn_segments, ..Verified::default() };
        let mut living = self.order()?.all();
        let mut next_living = living.next();
        for (number, entry) in (0..).zip(all(self.committed())) {
            if !entry.is_line() {
                continue;
            }
            let text = self.line(&entry)?;
            let hashed = |key: &str| hash_of(key, self.head.seed) == entry.hash;
            let is_right = match line(text, &self.place.field) {
                Some(Line::Document(key)) => entry.kind == kind::DOCUMENT && hashed(&key),
                Some(Line::Deletion(key)) => entry.kind == kind::DELETION && hashed(&key),
                None => false,
            };
            if !is_right {
                return Err(self.damaged_log("an entry does not tell of the line that it is for"));
            }
            if next_living == Some(number) {
                next_living = living.next();
                verified.documents += 1;
                let Some(Line::Document(key)) = line(text, &self.place.field) else { continue };
                if self.find(entry.hash, &key)?.is_none_or(|found| found.number != number) {
                    return Err(self.damaged_log("the index does not have a document"));
                }
            }
            verified.lines += 1;
            if verified.lines.is_multiple_of(4096) {
                progress(number, total);
            }
        }
        progress(total, total);
        Ok(verified)
    }

    /// Sees what was committed since the collection was opened or refreshed; an error if that cannot be read.
    ///
    /// What is not committed yet, of a handle that writes, stays.
    pub fn refresh(&mut self) -> Outcome<()> {
        if self.writer.is_none() {
            *self = Collection::open(&self.place)?;
        }
        Ok(())
    }

    /// What the collection takes; an error if that cannot be read.
    pub fn stats(&self) -> Outcome<Stats> {
        let (disk, folder, generation) = (&*self.place.disk, &self.place.folder, self.head.generation);
        let (mut index_bytes, log_path) = (0, self.place.log(generation));
        for segment in &self.segments {
            let name = crate::segment::Segment::name(generation, segment.from, segment.to());
            index_bytes += disk.length(&folder.join(name)).unwrap_or(0);
        }
        Ok(Stats {
            documents: self.len(),
            entries: self.entries(),
            generation,
            line_bytes: self.state.at.length,
            log_bytes: disk.length(&log_path).of(&log_path)?,
            index_bytes,
            segments: self.segments.len(),
            recent: self.entries() - self.recent_from,
            durable: self.durable == self.state.at,
            index_error: self.writer.as_ref().and_then(|writer| writer.index_error.clone()),
        })
    }
}
