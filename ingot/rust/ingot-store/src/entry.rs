//! The log's entries: what a line is, what it replaces, what was committed.

use xxhash_rust::xxh3::xxh3_64_with_seed;

pub(crate) const BYTES: usize = 20;

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

/// Bits of a hash, of an offset, and of other numbers.
const WIDE: u64 = (1 << 48) - 1;

/// Bits of a length, below those of the kind.
const LENGTH: u32 = (1 << 29) - 1;

impl Entry {
    #[inline]
    pub(crate) fn read(bytes: &[u8; BYTES]) -> Self {
        let wide = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default()) & WIDE;
        let narrow = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap_or_default());
        let length = narrow(12);
        let kind = (length >> 29) as u16;
        Entry { hash: wide(0), offset: wide(6), kind, length: length & LENGTH, crc: narrow(16) }
    }

    pub(crate) fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..6].copy_from_slice(&self.hash.to_le_bytes()[..6]);
        bytes[6..12].copy_from_slice(&self.offset.to_le_bytes()[..6]);
        bytes[12..16].copy_from_slice(&(self.length | u32::from(self.kind) << 29).to_le_bytes());
        bytes[16..].copy_from_slice(&self.crc.to_le_bytes());
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

/// The highest 48 bits of a key's hash.
#[inline]
pub(crate) fn hash_of(key: &str, seed: u64) -> u64 {
    xxh3_64_with_seed(key.as_bytes(), seed) >> 16
}
