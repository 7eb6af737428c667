//! The log: its header, and what of it counts.

use std::path::Path;

use crc32c::{crc32c, crc32c_append};

use crate::entry::{BYTES, Entry, entry_at, kind};
use crate::error::{Outcome, StoreError};
use crate::limits::LINE;

pub(crate) const HEADER: usize = 48;
const MAGIC: &[u8; 8] = b"INGOTLOG";
const VERSION: u32 = 1;

/// What a log begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) generation: u64,
    pub(crate) seed: u64,
    /// Hash of the name of the key field, by the seed.
    pub(crate) field: u64,
}

impl Head {
    pub(crate) fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        for (at, number) in [(16, self.generation), (24, self.seed), (32, self.field)] {
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        let crc = crc32c(&bytes[..44]);
        bytes[44..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// The header, and the state of a log that has nothing else; an error if it is none.
    pub(crate) fn read(log: &[u8], file: &Path) -> Outcome<(Head, State)> {
        let wrong = |what| StoreError::damaged(file, what);
        let bytes = log.get(..HEADER).ok_or_else(|| wrong("it ends within its header"))?;
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default());
        let head = Head { generation: number(16), seed: number(24), field: number(32) };
        if head.bytes() != bytes {
            return Err(wrong("its header is not what was written"));
        }
        Ok((head, State::start(&head)))
    }
}

/// A place between two commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) entries: u64,
    pub(crate) chain: u32,
    pub(crate) living: u64,
    pub(crate) length: u64,
}

/// What a log says up to a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) at: Point,
    /// Behind the last commit before which all was synced.
    pub(crate) synced: Point,
    /// The session of the commits that were not.
    pub(crate) session: u64,
}

impl State {
    pub(crate) fn start(head: &Head) -> State {
        let bytes = head.bytes();
        let chain = u32::from_le_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]);
        let point = Point { entries: 0, chain, living: 0, length: 0 };
        State { at: point, synced: point, session: 0 }
    }

    /// Whether a crash of the machine since the last commit could have lost something.
    pub(crate) fn is_sure(&self, session: u64) -> bool {
        self.at == self.synced || (session != 0 && self.session == session)
    }

    /// The state at the last point that is sure.
    pub(crate) fn sure(&self) -> State {
        State { at: self.synced, synced: self.synced, session: self.session }
    }
}

/// The commit behind these pending entries, which follow on a state.
pub(crate) fn commit(kind: u16, state: &State, pending: &[u8], living: u64, length: u64) -> Option<Entry> {
    let count = u32::try_from(pending.len() / BYTES).ok().filter(|count| *count <= LINE)?;
    let mut entry = Entry { hash: living, offset: length, kind, length: count, crc: 0 };
    entry.crc = crc32c_append(crc32c_append(state.at.chain, pending), &entry.bytes()[..BYTES - 4]);
    Some(entry)
}

/// What became of the entries behind a state.
pub(crate) struct Replayed {
    pub(crate) state: State,
    /// Commits behind the end of what counts.
    pub(crate) broken: u64,
}

/// Goes on from a state as far as commits hold. Lines of each commit are asked for where that is wanted.
pub(crate) fn replay(entries: &[u8], start: State, line_holds: Option<&dyn Fn(&Entry) -> bool>) -> Replayed {
    let mut state = start;
    while let Some(next) = next_commit(entries, &state, line_holds) {
        state = next;
    }
    let mut broken = 0;
    let mut number = state.at.entries;
    while let Some(entry) = entry_at(entries, number) {
        broken += u64::from(entry.is_commit());
        number += 1;
    }
    Replayed { state, broken }
}

/// The state behind the next commit, if it holds.
fn next_commit(entries: &[u8], state: &State, line_holds: Option<&dyn Fn(&Entry) -> bool>) -> Option<State> {
    let first = state.at.entries;
    let Point { mut living, mut length, .. } = state.at;
    let mut session = state.session;
    for number in first.. {
        let entry = entry_at(entries, number)?;
        if entry.offset != length {
            return None;
        }
        match entry.kind {
            kind::DOCUMENT | kind::DELETION => {
                if entry.length < 2 || entry.length > LINE {
                    return None;
                }
                living += u64::from(entry.kind == kind::DOCUMENT);
                length = entry.end();
            }
            kind::REPLACED => {
                let before = (entry.hash < number).then(|| entry_at(entries, entry.hash)).flatten()?;
                match before.kind {
                    kind::DOCUMENT => living = living.checked_sub(1)?,
                    kind::DELETION => {}
                    _ => return None,
                }
            }
            kind::SESSION => session = entry.hash,
            kind::COMMIT | kind::SYNCED => {
                let pending = &entries[position(first)?..position(number)?];
                if commit(entry.kind, state, pending, living, length) != Some(entry) && !planted!(NoChain) {
                    return None;
                }
                let holds = |holds: &dyn Fn(&Entry) -> bool| lines(pending).all(|line| holds(&line));
                if !line_holds.is_none_or(holds) {
                    return None;
                }
                let at = Point { entries: number + 1, chain: entry.crc, living, length };
                let synced = if entry.kind == kind::SYNCED { at } else { state.synced };
                return Some(State { at, synced, session });
            }
            _ => return None,
        }
    }
    None
}

fn position(number: u64) -> Option<usize> {
    usize::try_from(number).ok()?.checked_mul(BYTES)
}

/// Those of the entries that are lines.
fn lines(entries: &[u8]) -> impl Iterator<Item = Entry> {
    all(entries).filter(Entry::is_line)
}

/// Every entry of these bytes.
pub(crate) fn all(entries: &[u8]) -> impl Iterator<Item = Entry> + Clone + '_ {
    let (whole, _) = entries.as_chunks::<BYTES>();
    whole.iter().map(Entry::read)
}
