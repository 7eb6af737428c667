//! Segments of the index: tables in files, believed as far as their checksums hold.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crc32c::crc32c;

use crate::disk::{Disk, Map};
use crate::error::Outcome;
use crate::log::{Point, State};
use crate::table::{Search, home, search};

const MAGIC: &[u8; 8] = b"INGOTIDX";
const HEADER: usize = 128;
const SUFFIX: &str = ".index";

/// Slots that share a checksum.
pub(crate) const PAGE: usize = 512;

#[derive(Debug)]
pub(crate) struct Segment {
    map: Map,
    pub(crate) from: u64,
    pub(crate) state: State,
    slots: usize,
    /// A bit for each page whose checksum was computed and is right.
    believed: Vec<AtomicU64>,
}

/// What a segment says of a key.
pub(crate) enum Answer<T> {
    Found(T),
    Absent,
    /// Its checksums are wrong.
    Unbelievable,
}

impl Segment {
    pub(crate) fn to(&self) -> u64 {
        self.state.at.entries
    }

    pub(crate) fn name(generation: u64, from: u64, to: u64) -> String {
        format!("{generation}.{from}-{to}{SUFFIX}")
    }

    /// The entries that a file of this name is about, of this generation.
    pub(crate) fn range(name: &str, generation: u64) -> Option<(u64, u64)> {
        let (own, range) = name.strip_suffix(SUFFIX)?.split_once('.')?;
        let (from, to) = range.split_once('-')?;
        (own == generation.to_string()).then_some(())?;
        Some((from.parse().ok()?, to.parse().ok()?))
    }

    /// Opens a segment; none if it is not there, or its header is not what was written.
    pub(crate) fn open(disk: &dyn Disk, path: &Path, generation: u64, from: u64, to: u64) -> Option<Segment> {
        let length = disk.length(path).ok()?;
        let map = disk.map(path, length, false).ok()?;
        let header = map.get(0, HEADER)?;
        let number = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().unwrap_or_default());
        #[expect(clippy::cast_possible_truncation, reason = "it was written of as many bits")]
        let chain = |at: usize| number(at) as u32;
        let at = Point { entries: number(24), chain: chain(40), living: number(48), length: number(56) };
        let synced = Point { entries: number(64), chain: chain(72), living: number(80), length: number(88) };
        let state = State { at, synced, session: number(96) };
        let slots = usize::try_from(number(32)).ok()?;
        let own = (number(8), number(16), number(24)) == (generation, from, to);
        if !own || header != head(generation, from, slots, &state) || length != file_length(slots)? || slots == 0 {
            return None;
        }
        let believed = (0..slots.div_ceil(PAGE).div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Some(Segment { map, from, state, slots, believed })
    }

    /// Looks for a key. Only that it is absent depends on what a checksum has to tell.
    #[inline]
    pub(crate) fn find<T>(&self, hash: u64, matches: impl Fn(u64) -> Outcome<Option<T>>) -> Outcome<Answer<T>> {
        let bytes = self.map.get(HEADER, self.slots * 8).unwrap_or_default();
        let (slots, _) = bytes.as_chunks::<8>();
        let slot = |at: usize| u64::from_le_bytes(slots[at]);
        Ok(match search(hash, self.slots, slot, matches)? {
            Search::Found(found) => Answer::Found(found),
            Search::Absent(end) => self.absent(home(hash, self.slots), end),
        })
    }

    fn absent<T>(&self, first: usize, end: usize) -> Answer<T> {
        let holds = if first <= end {
            (first / PAGE..=end / PAGE).all(|page| self.holds(page))
        } else {
            self.pages().all(|page| self.holds(page))
        };
        if holds { Answer::Absent } else { Answer::Unbelievable }
    }

    fn pages(&self) -> std::ops::Range<usize> {
        0..self.slots.div_ceil(PAGE)
    }

    /// Whether all checksums are right.
    pub(crate) fn is_whole(&self) -> bool {
        self.pages().all(|page| self.holds(page))
    }

    /// Whether the checksum of a page is right.
    fn holds(&self, page: usize) -> bool {
        let (word, bit) = (page / 64, 1 << (page % 64));
        if self.believed[word].load(Ordering::Relaxed) & bit != 0 {
            return true;
        }
        let count = PAGE.min(self.slots - page * PAGE);
        let bytes = self.map.get(HEADER + page * PAGE * 8, count * 8).unwrap_or_default();
        let check = self.map.get(HEADER + self.slots * 8 + page * 4, 4).unwrap_or_default();
        let holds = crc32c(bytes).to_le_bytes() == check || planted!(NoPages);
        if holds {
            self.believed[word].fetch_or(bit, Ordering::Relaxed);
        }
        holds
    }
}

fn file_length(slots: usize) -> Option<u64> {
    let bytes = slots.checked_mul(8)?.checked_add(slots.div_ceil(PAGE).checked_mul(4)?)?;
    u64::try_from(bytes.checked_add(HEADER)?).ok()
}

pub(crate) fn head(generation: u64, from: u64, slots: usize, state: &State) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(MAGIC);
    let State { at, synced, session } = state;
    let numbers = [generation, from, at.entries, slots as u64, at.chain.into(), at.living, at.length];
    let others = [synced.entries, synced.chain.into(), synced.living, synced.length, *session];
    for (number, bytes) in numbers.iter().chain(&others).zip(bytes[8..].chunks_exact_mut(8)) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    let crc = crc32c(&bytes[..124]);
    bytes[124..].copy_from_slice(&crc.to_le_bytes());
    bytes
}
