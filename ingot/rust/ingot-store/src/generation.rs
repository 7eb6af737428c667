//! A generation that is written whole: the first, the compacted one, the repaired one, a snapshot.

use std::path::Path;

use crate::checksum::checksum;
use crate::disk::Output;
use crate::entry::{BYTES, Entry, kind};
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::index;
use crate::log::{HEADER, Head, Point, State, commit};
use crate::place::Place;

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 20;

/// Entries of a commit: what is pending of a log is kept in memory.
const COMMIT: usize = 1 << 16;

/// The log of documents of which none replaces another, as it grows.
pub(crate) struct Whole {
    entries: Vec<u8>,
    length: u64,
    living: u64,
    state: State,
}

/// Bytes of the log of so many documents.
pub(crate) fn log_length(documents: u64) -> u64 {
    let commits = documents / COMMIT as u64 + 1;
    HEADER as u64 + (documents + commits) * BYTES as u64
}

impl Whole {
    pub(crate) fn new(head: &Head) -> Whole {
        Whole { entries: Vec::new(), length: 0, living: 0, state: State::start(head) }
    }

    fn push(&mut self, entry: Entry) {
        self.entries.extend_from_slice(&entry.bytes());
    }

    /// Adds the entry of a document; gives whether a commit is due.
    pub(crate) fn add(&mut self, hash: u64, length: u32, crc: u32) -> bool {
        let entry = Entry { hash, offset: self.length, kind: kind::DOCUMENT, length, crc };
        self.push(entry);
        self.length = entry.end();
        self.living += 1;
        self.entries.len() >= COMMIT * BYTES
    }

    /// Ends a commit; gives the bytes of its entries.
    pub(crate) fn commit(&mut self, kind: u16) -> Outcome<Vec<u8>> {
        let too_many = || StoreError::new(StoreClass::Limit, "a commit of too many entries");
        let entry = commit(kind, &self.state, &self.entries, self.living, self.length).ok_or_else(too_many)?;
        self.push(entry);
        let at = Point {
            entries: self.state.at.entries + (self.entries.len() / BYTES) as u64,
            chain: entry.crc,
            living: self.living,
            length: self.length,
        };
        self.state.at = at;
        Ok(std::mem::take(&mut self.entries))
    }
}

pub(crate) struct Generation<'p> {
    place: &'p Place,
    number: u64,
    lines_file: Box<dyn Output>,
    log_file: Box<dyn Output>,
    lines: Vec<u8>,
    log: Whole,
}

impl<'p> Generation<'p> {
    pub(crate) fn new(place: &'p Place, head: &Head) -> Outcome<Self> {
        let (lines_path, log_path) = (place.lines(head.generation), place.log(head.generation));
        let lines_file = place.disk.create(&lines_path).of(&lines_path)?;
        let mut log_file = place.disk.create(&log_path).of(&log_path)?;
        log_file.append(&head.bytes()).of(&log_path)?;
        let (lines, log) = (Vec::new(), Whole::new(head));
        Ok(Generation { place, number: head.generation, lines_file, log_file, lines, log })
    }

    /// Adds a document, whose key no other has.
    #[expect(clippy::cast_possible_truncation, reason = "a line has its limit")]
    pub(crate) fn add(&mut self, line: &[u8], hash: u64) -> Outcome<()> {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        let is_due = self.log.add(hash, line.len() as u32, checksum(line));
        if self.lines.len() >= GATHERED {
            self.write_lines()?;
        }
        if is_due { self.commit(kind::COMMIT) } else { Ok(()) }
    }

    fn write_lines(&mut self) -> Outcome<()> {
        self.lines_file.append(&self.lines).of(&self.place.lines(self.number))?;
        self.lines.clear();
        Ok(())
    }

    fn commit(&mut self, kind: u16) -> Outcome<()> {
        let entries = self.log.commit(kind)?;
        self.log_file.append(&entries).of(&self.place.log(self.number))
    }

    /// Makes all of it survive the end of the machine, then makes it the one that counts.
    pub(crate) fn finish(mut self) -> Outcome<()> {
        let (lines_path, log_path) = (self.place.lines(self.number), self.place.log(self.number));
        let (disk, folder) = (&*self.place.disk, &*self.place.folder);
        self.write_lines()?;
        if self.log.length > 0 {
            self.lines_file.sync().of(&lines_path)?;
        }
        self.place.make_sure()?;
        self.commit(kind::SYNCED)?;
        self.log_file.sync().of(&log_path)?;
        // It can always be made again.
        let _ = self.write_index(&log_path);
        disk.sync_folder(folder).of(folder)?;
        self.place.swap(self.number)
    }

    fn write_index(&self, log_path: &Path) -> std::io::Result<()> {
        let disk = &*self.place.disk;
        let length = disk.length(log_path)?;
        let log = disk.map(log_path, length, false)?;
        let entries = log.get(HEADER, usize::try_from(length).map_or(0, |length| length - HEADER)).unwrap_or_default();
        let state = State { synced: self.log.state.at, ..self.log.state };
        index::write(disk, &self.place.folder, self.number, 0, &state, entries).map(drop)
    }
}
