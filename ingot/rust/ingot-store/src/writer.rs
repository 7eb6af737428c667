//! What is gathered is committed, flushed, or left out.

use std::path::Path;
use std::sync::Arc;

use crate::collection::Collection;
use crate::disk::Output;
use crate::entry::{BYTES, Entry, kind};
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::index;
use crate::log::{HEADER, Point, State, commit};
use crate::place::entry_place;
use crate::segment::Segment;
use crate::store::{Claim, Options};
use crate::table::Table;

/// When a commit is synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sync {
    /// By [`flush`](Collection::flush) only: commits survive the end of the process, flushed ones that of the machine.
    #[default]
    OnFlush,
    /// By every commit.
    EachCommit,
}

/// What a collection has besides, if it is open for writing.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) options: Options,
    lines_file: Box<dyn Output>,
    log_file: Box<dyn Output>,
    /// Lines from byte `lines_from` on, which are not written yet.
    pub(crate) lines: Vec<u8>,
    pub(crate) lines_from: u64,
    /// Entries that are not committed.
    pub(crate) entries: Vec<u8>,
    pub(crate) living: u64,
    /// Whether nothing was flushed yet, not even that there is a collection.
    is_young: bool,
    /// Why nothing can be written any more.
    stopped: Option<String>,
    /// Why the last segment was not written.
    pub(crate) index_error: Option<String>,
    /// The number of entries before which no other segment is tried.
    index_from: u64,
    claim: Arc<Claim>,
}

/// A flush leaves so many times fewer entries without a segment than a commit.
const FLUSHED: u64 = 8;

impl Writer {
    pub(crate) fn pending(&self) -> u64 {
        (self.entries.len() / BYTES) as u64
    }

    fn end(&self) -> u64 {
        self.lines_from + self.lines.len() as u64
    }

    /// What another writer of the same collection begins with.
    pub(crate) fn into_claim(self) -> (Options, Arc<Claim>) {
        (self.options, self.claim)
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.entries.extend_from_slice(&entry.bytes());
    }
}

impl Collection {
    /// Makes a collection writable: what does not count is cut off, what is not sure is made so.
    pub(crate) fn begin_writing(&mut self, options: &Options, claim: Arc<Claim>) -> Outcome<()> {
        let disk = &*self.place.disk;
        for name in std::mem::take(&mut self.stray) {
            let path = self.place.folder.join(&name);
            disk.remove(&path).of(&path)?;
        }
        let (log_path, lines_path) = (self.place.log(self.head.generation), self.place.lines(self.head.generation));
        let mut lines_file = disk.append_to(&lines_path).of(&lines_path)?;
        let mut log_file = disk.append_to(&log_path).of(&log_path)?;
        let at = self.state.at;
        let log_end = entry_place(at.entries) as u64;
        let is_sure = self.state.is_sure(disk.session());
        let mut cut = !is_sure;
        if disk.length(&lines_path).of(&lines_path)? > at.length && !planted!(NoCut) {
            lines_file.truncate(at.length).of(&lines_path)?;
            cut = true;
        }
        if disk.length(&log_path).of(&log_path)? > log_end && !planted!(NoCut) {
            log_file.truncate(log_end).of(&log_path)?;
            cut = true;
        }
        if cut {
            lines_file.sync().of(&lines_path)?;
            log_file.sync().of(&log_path)?;
            // Not every map follows its file.
            self.lines = disk.map(&lines_path, at.length, true).of(&lines_path)?;
            self.log = disk.map(&log_path, log_end, true).of(&log_path)?;
        }
        if self.state.session != disk.session() && !planted!(NoTorn) && !self.segments.iter().all(Segment::is_whole) {
            // A crash of the machine may have torn what is never synced.
            for torn in std::mem::take(&mut self.segments) {
                let path = self.place.folder.join(Segment::name(self.head.generation, torn.from, torn.to()));
                disk.remove(&path).of(&path)?;
            }
            self.recent_from = 0;
            self.renew_recent();
        }
        self.broken = 0;
        self.writer = Some(Writer {
            options: options.clone(),
            lines_file,
            log_file,
            lines: Vec::new(),
            lines_from: at.length,
            entries: Vec::new(),
            living: at.living,
            is_young: !self.place.is_flushed(),
            stopped: None,
            index_error: None,
            index_from: 0,
            claim,
        });
        if is_sure { Ok(()) } else { self.end_commit(kind::SYNCED) }
    }

    pub(crate) fn writing(&mut self) -> Outcome<&mut Writer> {
        ready(&mut self.writer)
    }

    /// Writes the gathered lines to their file, where they do not count yet.
    pub(crate) fn write_lines(&mut self) -> Outcome<()> {
        let path = self.place.lines(self.head.generation);
        let writer = self.writing()?;
        if writer.lines.is_empty() {
            return Ok(());
        }
        let written = writer.lines_file.append(&writer.lines).of(&path);
        self.stop_at(written)?;
        let writer = self.writing()?;
        writer.lines_from = writer.end();
        writer.lines.clear();
        let end = writer.lines_from;
        self.cover_lines(end, &path)
    }

    /// Maps the documents up to here.
    fn cover_lines(&mut self, end: u64, path: &Path) -> Outcome<()> {
        if !self.lines.covers(end) {
            let mapped = self.place.disk.map(path, end, true).of(path);
            self.lines = self.stop_at(mapped)?;
        }
        Ok(())
    }

    /// After an error, nothing can be written until the store is opened again.
    fn stop_at<T>(&mut self, outcome: Outcome<T>) -> Outcome<T> {
        if let (Err(error), Some(writer)) = (&outcome, &mut self.writer) {
            writer.stopped.get_or_insert_with(|| error.to_string());
            writer.entries.clear();
            writer.lines.clear();
            writer.lines_from = self.state.at.length;
            writer.living = self.state.at.living;
            self.order.take();
            self.renew_recent();
        }
        outcome
    }

    /// Makes what was written since the last commit count, all of it at once; an error if it could not be written,
    /// after which nothing can be, until the store is opened again.
    ///
    /// What is committed survives the end of the process; that of the machine only as [`Sync`] says.
    pub fn commit(&mut self) -> Outcome<()> {
        let writer = self.writing()?;
        let kind = if writer.options.sync == Sync::EachCommit { kind::SYNCED } else { kind::COMMIT };
        // With nothing in it, a commit that is to be synced still makes sure that there is a collection.
        if writer.entries.is_empty() && !(writer.is_young && kind == kind::SYNCED) {
            return Ok(());
        }
        self.end_commit(kind)?;
        self.index(1);
        Ok(())
    }

    /// Commits, and makes all commits survive the end of the machine; an error as of [`commit`](Collection::commit).
    pub fn flush(&mut self) -> Outcome<()> {
        self.commit()?;
        if self.durable != self.state.at || self.writing()?.is_young {
            self.end_commit(kind::SYNCED)?;
        }
        self.index(FLUSHED);
        Ok(())
    }

    /// Leaves out what was written since the last commit; an error if the log cannot be read.
    pub fn roll_back(&mut self) -> Outcome<()> {
        self.writing()?;
        self.back_to(&Mark { lines: self.state.at.length, entries: 0, living: self.state.at.living });
        Ok(())
    }

    pub(crate) fn mark(&mut self) -> Outcome<Mark> {
        let writer = self.writing()?;
        Ok(Mark { lines: writer.end(), entries: writer.entries.len(), living: writer.living })
    }

    pub(crate) fn back_to(&mut self, mark: &Mark) {
        let Some(writer) = &mut self.writer else { return };
        if writer.lines_from > mark.lines {
            let path = self.place.lines(self.head.generation);
            let cut = writer.lines_file.truncate(mark.lines);
            // Not every map follows its file.
            match cut.and_then(|()| self.place.disk.map(&path, mark.lines, true)) {
                Ok(lines) => self.lines = lines,
                Err(error) => drop(writer.stopped.get_or_insert(error.to_string())),
            }
            writer.lines.clear();
            writer.lines_from = mark.lines;
        } else {
            writer.lines.truncate(usize::try_from(mark.lines - writer.lines_from).unwrap_or(0));
        }
        writer.entries.truncate(mark.entries);
        writer.living = mark.living;
        self.order.take();
        self.renew_recent();
    }

    /// Makes the table of recent entries again.
    fn renew_recent(&mut self) {
        let entries = self.committed();
        let pending = self.writer.as_ref().map_or(&[] as &[u8], |writer| &writer.entries);
        let from = entry_place(self.recent_from) - HEADER;
        let mut table = Table::default();
        table.reserve((entries.len() - from + pending.len()) / BYTES);
        index::fill(&mut table, &entries[from..], self.recent_from);
        index::fill(&mut table, pending, self.state.at.entries);
        self.recent = table;
    }

    /// Writes what is pending, and a commit of this kind.
    fn end_commit(&mut self, kind: u16) -> Outcome<()> {
        self.write_lines()?;
        let (lines_path, log_path) = (self.place.lines(self.head.generation), self.place.log(self.head.generation));
        let (session, state) = (self.place.disk.session(), self.state);
        let writer = ready(&mut self.writer)?;
        let (length, living) = (writer.lines_from, writer.living);
        if state.session != session {
            writer.push(Entry { hash: session, offset: length, kind: kind::SESSION, length: 0, crc: 0 });
        }
        let Some(commit) = commit(kind, &state, &writer.entries, living, length) else {
            return Err(StoreError::new(StoreClass::Limit, "a commit of more than 536,870,911 entries"));
        };
        let number = state.at.entries + writer.pending();
        writer.push(commit);
        let mut synced = Ok(());
        if kind == kind::SYNCED {
            let sure = if writer.is_young { self.place.make_sure() } else { Ok(()) };
            synced = sure.and_then(|()| writer.lines_file.sync().of(&lines_path));
        }
        let mut written = synced.and_then(|()| writer.log_file.append(&writer.entries).of(&log_path));
        if written.is_ok() && kind == kind::SYNCED {
            written = writer.log_file.sync().of(&log_path);
        }
        if written.is_ok() {
            writer.entries.clear();
        }
        if written.is_ok() && kind == kind::SYNCED && writer.is_young {
            writer.is_young = false;
            written = self.place.swap(self.head.generation);
        }
        self.stop_at(written)?;

        let at = Point { entries: number + 1, chain: commit.crc, living, length };
        // First, for of what cannot be mapped this handle reads nothing; who opens the store again does.
        let end = entry_place(at.entries) as u64;
        if !self.log.covers(end) {
            let mapped = self.place.disk.map(&log_path, end, true).of(&log_path);
            self.log = self.stop_at(mapped)?;
        }
        self.state.at = at;
        self.state.session = session;
        if kind == kind::SYNCED {
            self.state.synced = at;
            self.durable = at;
        }
        self.chain.take();
        Ok(())
    }

    /// Writes a segment, if more entries than this part of the option have none. It can always be made again, so that an
    /// error is only noted; another try is made when twice as many entries have none.
    fn index(&mut self, part: u64) {
        let to = self.state.at.entries;
        let Some(writer) = &self.writer else { return };
        let most = (writer.options.recent / part).max(1);
        if to - self.recent_from < most || to < writer.index_from || self.whole.get().is_some() {
            return;
        }
        let mut from = self.recent_from;
        let mut kept = self.segments.len();
        while let Some(last) = kept.checked_sub(1).map(|last| &self.segments[last]) {
            if last.to() - last.from > 2 * (to - from) {
                break;
            }
            from = last.from;
            kept -= 1;
        }
        let (place, generation) = (&self.place, self.head.generation);
        let disk = &*place.disk;
        let state = State { synced: self.durable, ..self.state };
        let place_of = |number: u64| entry_place(number) - HEADER;
        let entries = &self.committed()[place_of(from)..place_of(to)];
        let written = if from == self.recent_from {
            index::write_table(disk, &place.folder, generation, from, &state, &self.recent)
        } else {
            index::write(disk, &place.folder, generation, from, &state, entries)
        };
        let opened = written.map(|path| Segment::open(disk, &path, generation, from, to));
        let error = match opened {
            Ok(Some(segment)) => {
                for old in self.segments.drain(kept..) {
                    // One that stays costs room, nothing else.
                    let _ = disk.remove(&place.folder.join(Segment::name(generation, old.from, old.to())));
                }
                self.segments.push(segment);
                self.recent = Table::default();
                self.recent_from = to;
                None
            }
            Ok(None) => Some("what was written is not there".to_string()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(writer) = &mut self.writer {
            writer.index_from = if error.is_some() { to + (to - self.recent_from) } else { 0 };
            writer.index_error = error;
        }
    }
}

/// What writes, if anything may be written; an error if not.
#[inline]
pub(crate) fn ready(writer: &mut Option<Writer>) -> Outcome<&mut Writer> {
    match writer {
        None => Err(StoreError::new(StoreClass::ReadOnly, "the store was opened for reading")),
        Some(Writer { stopped: Some(why), .. }) => Err(stopped(why)),
        Some(writer) => Ok(writer),
    }
}

#[cold]
fn stopped(why: &str) -> StoreError {
    let message = format!("writing failed before ({why}); what was committed is kept: open the store again");
    StoreError::new(StoreClass::Stopped, message)
}

/// Where to go back to.
pub(crate) struct Mark {
    lines: u64,
    entries: usize,
    living: u64,
}
