//! A generation that is written whole: the first, the compacted one, the repaired one, a snapshot.

use std::path::Path;

use crate::disk::Output;
use crate::entry::{BYTES, Entry, kind};
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::log::{HEADER, Head, State, commit};
use crate::place::Place;
use crate::segment;

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 20;

/// Entries of a commit: what is pending of a log is kept in memory.
const COMMIT: usize = 1 << 16;

pub(crate) struct Generation<'p> {
    place: &'p Place,
    number: u64,
    lines_file: Box<dyn Output>,
    log_file: Box<dyn Output>,
    lines: Vec<u8>,
    entries: Vec<u8>,
    length: u64,
    living: u64,
    state: State,
}

impl<'p> Generation<'p> {
    pub(crate) fn new(place: &'p Place, head: &Head) -> Outcome<Self> {
        let (lines_path, log_path) = (place.lines(head.generation), place.log(head.generation));
        let lines_file = place.disk.create(&lines_path).of(&lines_path)?;
        let mut log_file = place.disk.create(&log_path).of(&log_path)?;
        log_file.append(&head.bytes()).of(&log_path)?;
        let state = State::start(head);
        let (lines, entries) = (Vec::new(), Vec::new());
        Ok(Generation {
            place,
            number: head.generation,
            lines_file,
            log_file,
            lines,
            entries,
            length: 0,
            living: 0,
            state,
        })
    }

    /// Adds a document, whose key no other has.
    pub(crate) fn add(&mut self, line: &[u8], hash: u64) -> Outcome<()> {
        let offset = self.length;
        #[expect(clippy::cast_possible_truncation, reason = "a line has its limit")]
        let entry = Entry { hash, offset, kind: kind::DOCUMENT, length: line.len() as u32, crc: crc32c::crc32c(line) };
        self.entries.extend_from_slice(&entry.bytes());
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        self.length = entry.end();
        self.living += 1;
        if self.lines.len() >= GATHERED {
            self.write_lines()?;
        }
        if self.entries.len() >= COMMIT * BYTES { self.commit(kind::COMMIT) } else { Ok(()) }
    }

    fn write_lines(&mut self) -> Outcome<()> {
        self.lines_file.append(&self.lines).of(&self.place.lines(self.number))?;
        self.lines.clear();
        Ok(())
    }

    fn commit(&mut self, kind: u16) -> Outcome<()> {
        let too_many = || StoreError::new(StoreClass::Limit, "a commit of too many entries");
        let entry = commit(kind, &self.state, &self.entries, self.living, self.length).ok_or_else(too_many)?;
        self.state.at.entries += (self.entries.len() / BYTES) as u64 + 1;
        (self.state.at.chain, self.state.at.living, self.state.at.length) = (entry.crc, self.living, self.length);
        self.entries.extend_from_slice(&entry.bytes());
        self.log_file.append(&self.entries).of(&self.place.log(self.number))?;
        self.entries.clear();
        Ok(())
    }

    /// Makes all of it survive the end of the machine, then makes it the one that counts.
    pub(crate) fn finish(mut self) -> Outcome<()> {
        let (lines_path, log_path) = (self.place.lines(self.number), self.place.log(self.number));
        let (disk, folder) = (&*self.place.disk, &*self.place.folder);
        self.write_lines()?;
        if self.length > 0 {
            self.lines_file.sync().of(&lines_path)?;
        }
        self.commit(kind::SYNCED)?;
        self.log_file.sync().of(&log_path)?;
        self.state.synced = self.state.at;
        // It can always be made again.
        let _ = self.write_index(&log_path);
        disk.sync_folder(folder).of(folder)?;
        self.place.swap(self.number)
    }

    fn write_index(&self, log_path: &Path) -> std::io::Result<()> {
        if self.living == 0 {
            return Ok(());
        }
        let disk = &*self.place.disk;
        let length = disk.length(log_path)?;
        let log = disk.map(log_path, length, false)?;
        let entries = log.get(HEADER, usize::try_from(length).map_or(0, |length| length - HEADER)).unwrap_or_default();
        segment::write(disk, &self.place.folder, self.number, 0, &self.state, entries).map(drop)
    }
}
