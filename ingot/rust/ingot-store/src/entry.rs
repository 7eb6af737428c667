//! The log's entries: what a line is, what it replaces, what was committed.

use xxhash_rust::xxh3::xxh3_64_with_seed;

pub(crate) const BYTES: usize = 24;

/// The kinds of entries.
pub(crate) mod kind {
    pub(crate) const DOCUMENT: u16 = 1;
    pub(crate) const DELETION: u16 = 2;
    /// An entry before is replaced by the next one.
    pub(crate) const REPLACED: u16 = 3;
    pub(crate) const COMMIT: u16 = 4;
    /// A commit before which all lines were synced.
    pub(crate) const SYNCED: u16 = 5;
    pub(crate) const SESSION: u16 = 6;
}

/// An entry. What its parts mean depends on the kind: see the page of the store's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) hash: u64,
    pub(crate) offset: u64,
    pub(crate) kind: u16,
    pub(crate) length: u32,
    pub(crate) crc: u32,
}

const OFFSET: u64 = (1 << 48) - 1;

impl Entry {
    #[inline]
    pub(crate) fn read(bytes: &[u8; BYTES]) -> Self {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default());
        let (second, third) = (word(8), word(16));
        #[expect(clippy::cast_possible_truncation, reason = "the halves of a word")]
        Entry {
            hash: word(0),
            offset: second & OFFSET,
            kind: (second >> 48) as u16,
            length: third as u32,
            crc: (third >> 32) as u32,
        }
    }

    pub(crate) fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.hash.to_le_bytes());
        bytes[8..16].copy_from_slice(&(self.offset | u64::from(self.kind) << 48).to_le_bytes());
        bytes[16..20].copy_from_slice(&self.length.to_le_bytes());
        bytes[20..].copy_from_slice(&self.crc.to_le_bytes());
        bytes
    }

    pub(crate) fn is_line(&self) -> bool {
        matches!(self.kind, kind::DOCUMENT | kind::DELETION)
    }

    pub(crate) fn is_commit(&self) -> bool {
        matches!(self.kind, kind::COMMIT | kind::SYNCED)
    }

    /// Where the next line begins.
    pub(crate) fn end(&self) -> u64 {
        if self.is_line() { self.offset + u64::from(self.length) + 1 } else { self.offset }
    }
}

/// The entry of this number, of those that begin with these bytes.
#[inline]
pub(crate) fn entry_at(entries: &[u8], number: u64) -> Option<Entry> {
    let at = usize::try_from(number).ok()?.checked_mul(BYTES)?;
    Some(Entry::read(entries.get(at..at.checked_add(BYTES)?)?.try_into().ok()?))
}

#[inline]
pub(crate) fn hash_of(key: &str, seed: u64) -> u64 {
    xxh3_64_with_seed(key.as_bytes(), seed)
}
