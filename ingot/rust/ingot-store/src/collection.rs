//! A collection: what it has open, and how it is opened.

use std::sync::OnceLock;

use crate::checksum::checksum;
use crate::disk::Map;
use crate::entry::{BYTES, Entry, entry_at, hash_of};
use crate::error::{Of, Outcome, StoreError};
use crate::index::fill;
use crate::log::{HEADER, Head, Point, Replayed, State, replay};
use crate::order::Order;
use crate::place::{CURRENT, Place, UNFINISHED_SUFFIX, YOUNG, entry_place, generation_of, is_small};
use crate::segment::Segment;
use crate::table::Table;
use crate::writer::Writer;

/// Documents under string keys.
///
/// It is opened by [`Store::collection`](crate::Store::collection). Reading takes `&self`, so any number of threads may
/// read at once; writing takes `&mut self`. What was written is read by this handle at once, by others after a commit.
#[derive(Debug)]
pub struct Collection {
    pub(crate) place: Place,
    pub(crate) head: Head,
    pub(crate) lines: Map,
    pub(crate) log: Map,
    /// What is committed.
    pub(crate) state: State,
    /// Up to where all is known to survive the end of the machine.
    pub(crate) durable: Point,
    /// Commits in the log that do not count.
    pub(crate) broken: u64,
    /// Names of files that the next writer removes.
    pub(crate) stray: Vec<String>,
    pub(crate) segments: Vec<Segment>,
    /// The keys of the entries from `recent_from` on.
    pub(crate) recent: Table,
    pub(crate) recent_from: u64,
    /// The keys of the entries before, if a segment's checksums are wrong.
    pub(crate) whole: OnceLock<Table>,
    /// Whether the chain of the whole log holds.
    pub(crate) chain: OnceLock<bool>,
    pub(crate) order: OnceLock<Order>,
    pub(crate) writer: Option<Writer>,
}

/// How often opening is tried where the writer puts another generation in the way.
const TRIES: usize = 10;

impl Collection {
    /// Opens a collection as of its last commit; an error if a file of it is not what was written.
    pub(crate) fn open(place: &Place) -> Outcome<Collection> {
        let mut tries = 0;
        loop {
            let generation = place.generation()?;
            match Self::open_generation(place, generation) {
                Err(_) if tries < TRIES && place.generation()? != generation => tries += 1,
                other => return other,
            }
        }
    }

    pub(crate) fn open_generation(place: &Place, generation: u64) -> Outcome<Collection> {
        let disk = &*place.disk;
        let (log_path, lines_path) = (place.log(generation), place.lines(generation));
        // The segments before the log, which then has what they tell of, whatever a writer does meanwhile.
        let names = disk.list(&place.folder).of(&place.folder)?;
        let mut segments = newest_segments(place, generation, &names);
        let log_length = disk.length(&log_path).of_own(&log_path)?;
        let log = disk.map(&log_path, log_length, true).of(&log_path)?;
        let damaged = |what: &str| StoreError::damaged(&log_path, what);
        let bytes = usize::try_from(log_length).ok().and_then(|length| log.get(0, length));
        let bytes = bytes.ok_or_else(|| damaged("it is longer than what can be mapped"))?;
        let (head, start) = Head::read(bytes, &log_path)?;
        if head.generation != generation || head.field != hash_of(&place.field, head.seed) {
            return Err(damaged("it is of another generation, or of another key field"));
        }
        let entries = &bytes[HEADER..];
        let session = disk.session();

        let is_flushed = names.iter().any(|(name, _)| name == CURRENT);
        let is_stray = |name: &str| is_stray(name, generation) || (name == YOUNG && is_flushed);
        let stray = names.into_iter().filter(|(name, is_folder)| !is_folder && is_stray(name));
        let stray = stray.map(|(name, _)| name).collect();
        let here = |state: &State| session != 0 && state.session == session;
        if segments.iter().any(|segment| here(&segment.state) && !stands(entries, &segment.state.at)) {
            return Err(damaged("it is not the one that its index tells of"));
        }
        // A segment that was written before a crash of the machine may tell of more than is left.
        let doubted = |segment: &Segment| !segment.state.is_sure(session) || !stands(entries, &segment.state.at);
        let mut base = start;
        for segment in &segments {
            let doubted = doubted(segment);
            let state = if doubted { segment.state.sure() } else { segment.state };
            if state.at.entries > base.at.entries && stands(entries, &state.at) {
                base = state;
            }
            if doubted {
                break;
            }
        }
        segments.retain(|segment| segment.to() <= base.at.entries);
        let mut replayed = replay(entries, base, None);
        if !replayed.state.is_sure(session) && !planted!(NoLines) {
            let least = disk.length(&lines_path).of_own(&lines_path)?;
            let lines = disk.map(&lines_path, least, false).of(&lines_path)?;
            replayed = replay(entries, replayed.state.sure(), Some(&|entry: &Entry| line_of(&lines, entry).is_some()));
        } else if replayed.broken > 0 && here(&replayed.state) {
            return Err(damaged("a commit that did not end with a crash of the machine is not what was written"));
        }
        let Replayed { state, broken } = replayed;
        segments.retain(|segment| segment.to() <= state.at.entries);
        let claimed = segments.last().map_or(start.at, |segment| segment.state.synced);
        let durable = if session != 0 && state.session != session { state.at } else { claimed };
        let recent_from = segments.last().map_or(0, Segment::to);
        let recent = table_between(entries, recent_from, state.at.entries);
        let lines = disk.map(&lines_path, state.at.length, true).of_own(&lines_path)?;
        Ok(Collection {
            place: place.clone(),
            head,
            lines,
            log,
            state,
            durable,
            broken,
            stray,
            segments,
            recent,
            recent_from,
            whole: OnceLock::new(),
            chain: OnceLock::new(),
            order: OnceLock::new(),
            writer: None,
        })
    }

    /// Number of entries, with those that are not committed yet.
    pub(crate) fn entries(&self) -> u64 {
        self.state.at.entries + self.writer.as_ref().map_or(0, Writer::pending)
    }

    /// The entry of this number, committed or not.
    #[inline]
    pub(crate) fn entry(&self, number: u64) -> Outcome<Entry> {
        let found = if number < self.state.at.entries {
            self.log.get(entry_place(number), BYTES).and_then(|bytes| Some(Entry::read(bytes.try_into().ok()?)))
        } else {
            let pending = self.writer.as_ref().map_or(&[] as &[u8], |writer| &writer.entries);
            entry_at(pending, number - self.state.at.entries)
        };
        found.ok_or_else(|| self.damaged_log("an entry is named that is not there"))
    }

    /// All committed entries.
    pub(crate) fn committed(&self) -> &[u8] {
        self.log.get(HEADER, entry_place(self.state.at.entries) - HEADER).unwrap_or_default()
    }

    /// An entry's line, without its line feed; an error if it does not have its checksum.
    #[inline]
    pub(crate) fn line(&self, entry: &Entry) -> Outcome<&[u8]> {
        let found = match &self.writer {
            Some(writer) if entry.offset >= writer.lines_from => line_in(&writer.lines, writer.lines_from, entry),
            _ => line_of(&self.lines, entry),
        };
        found.ok_or_else(|| self.wrong_line(entry))
    }

    #[cold]
    fn wrong_line(&self, entry: &Entry) -> StoreError {
        let message = format!("the line at byte {} is not what was written", entry.offset);
        StoreError::damaged(&self.place.lines(self.head.generation), message)
    }

    #[cold]
    pub(crate) fn damaged_log(&self, what: &str) -> StoreError {
        StoreError::damaged(&self.place.log(self.head.generation), what)
    }

    /// An error if the chain of the whole log does not hold. It is gone through once.
    pub(crate) fn check_chain(&self) -> Outcome<()> {
        let holds = self.chain.get_or_init(|| {
            let end = replay(self.committed(), State::start(&self.head), None).state.at;
            end == self.state.at
        });
        if *holds { Ok(()) } else { Err(self.damaged_log("an entry is not what was written")) }
    }

    /// The table of the entries before `recent_from`, made of the log because a segment is not to be believed.
    pub(crate) fn whole(&self) -> Outcome<&Table> {
        self.check_chain()?;
        Ok(self.whole.get_or_init(|| table_between(self.committed(), 0, self.recent_from)))
    }
}

/// Whether the log has the commit that a point is behind.
fn stands(entries: &[u8], point: &Point) -> bool {
    let Some(last) = point.entries.checked_sub(1) else { return true };
    entry_at(entries, last).is_some_and(|entry| {
        entry.is_commit() && (entry.crc, entry.offset, entry.hash) == (point.chain, point.length, point.living)
    })
}

/// The segments of a generation, one behind the other from the first entry on, as far as there are.
fn newest_segments(place: &Place, generation: u64, names: &[(String, bool)]) -> Vec<Segment> {
    let mut ranges: Vec<_> = names.iter().filter_map(|(name, _)| Segment::range(name, generation)).collect();
    ranges.sort_unstable_by_key(|(from, to)| (*from, std::cmp::Reverse(*to)));
    let mut segments: Vec<Segment> = Vec::new();
    for (from, to) in ranges {
        let next = segments.last().map_or(0, Segment::to);
        if from == next && to > next {
            let path = place.folder.join(Segment::name(generation, from, to));
            segments.extend(Segment::open(&*place.disk, &path, generation, from, to));
        }
    }
    segments
}

/// Whether a file of a collection was not finished, or is of another generation.
fn is_stray(name: &str, generation: u64) -> bool {
    let own = generation_of(name);
    own.is_some_and(|own| own != generation) || (name.ends_with(UNFINISHED_SUFFIX) && (own.is_some() || is_small(name)))
}

/// A table of the entries from the first of these numbers on, before the second.
pub(crate) fn table_between(entries: &[u8], from: u64, to: u64) -> Table {
    let place = |number: u64| entry_place(number) - HEADER;
    let mut table = Table::default();
    if let Some(some) = entries.get(place(from)..place(to)).filter(|some| !some.is_empty()) {
        table.reserve(some.len() / BYTES);
        fill(&mut table, some, from);
    }
    table
}

/// An entry's line in the documents, if it is there with its checksum and its line feed.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "what is mapped fits into the address space")]
pub(crate) fn line_of<'m>(lines: &'m Map, entry: &Entry) -> Option<&'m [u8]> {
    checked(lines.get(entry.offset as usize, entry.length as usize + 1)?, entry)
}

#[expect(clippy::cast_possible_truncation, reason = "what is in memory fits into the address space")]
fn line_in<'b>(bytes: &'b [u8], from: u64, entry: &Entry) -> Option<&'b [u8]> {
    let start = (entry.offset - from) as usize;
    checked(bytes.get(start..start + entry.length as usize + 1)?, entry)
}

#[inline]
fn checked<'b>(bytes: &'b [u8], entry: &Entry) -> Option<&'b [u8]> {
    let (end, line) = bytes.split_last()?;
    (*end == b'\n' && checksum(line) == entry.crc).then_some(line)
}
