//! Reading single documents.

use serde::Deserialize;
use serde_json::Value;

use crate::collection::Collection;
use crate::document::is_of;
use crate::entry::{Entry, hash_of, kind};
use crate::error::{Outcome, StoreClass, StoreError};
use crate::segment::Answer;
use crate::table::At;

impl Collection {
    /// The document of a key, as its JSON text; none if there is none. An error if it is not what was written.
    ///
    /// Nothing is copied.
    #[inline]
    pub fn get_raw(&self, key: &str) -> Outcome<Option<&[u8]>> {
        let hash = hash_of(key, self.head.seed);
        Ok(self.find(hash, key)?.filter(|found| found.entry.kind == kind::DOCUMENT).map(|found| found.line))
    }

    /// The document of a key as a value of a type, which may borrow from it; none if there is none. An error if it is
    /// not what was written, or no value of the type.
    pub fn get_as<'c, T: Deserialize<'c>>(&'c self, key: &str) -> Outcome<Option<T>> {
        self.get_raw(key)?.map(parsed).transpose()
    }

    /// The document of a key; none if there is none. An error if it is not what was written.
    pub fn get(&self, key: &str) -> Outcome<Option<Value>> {
        self.get_as(key)
    }

    /// Whether there is a document of this key; an error if it is not what was written.
    pub fn contains(&self, key: &str) -> Outcome<bool> {
        Ok(self.get_raw(key)?.is_some())
    }

    /// The field that has the key of a document.
    #[must_use]
    pub fn key_field(&self) -> &str {
        &self.place.field
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.writer.as_ref().map_or(self.state.at.living, |writer| writer.living)
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last line of a key: a document or a deletion.
    #[inline]
    pub(crate) fn find(&self, hash: u64, key: &str) -> Outcome<Option<Found<'_>>> {
        let matches = |number: u64| self.matches(number, hash, key);
        match self.recent.find(hash, matches)? {
            Some(found) => Ok(Some(found)),
            None => self.find_before(hash, key),
        }
    }

    /// The same, and where it is or would be in the table of recent entries, which has room for it.
    #[inline]
    pub(crate) fn find_place(&self, hash: u64, key: &str) -> Outcome<(At, Option<Found<'_>>)> {
        let (at, found) = self.recent.place(hash, |number| self.matches(number, hash, key))?;
        Ok(match found {
            Some(found) => (at, Some(found)),
            None => (at, self.find_before(hash, key)?),
        })
    }

    /// The last line of a key, if no recent entry has it.
    #[inline]
    fn find_before(&self, hash: u64, key: &str) -> Outcome<Option<Found<'_>>> {
        let matches = |number: u64| self.matches(number, hash, key);
        if self.whole.get().is_none() {
            for segment in self.segments.iter().rev() {
                match segment.find(hash, matches)? {
                    Answer::Found(found) => return Ok(Some(found)),
                    Answer::Absent => {}
                    Answer::Unbelievable => return self.whole()?.find(hash, matches),
                }
            }
            return Ok(None);
        }
        self.whole()?.find(hash, matches)
    }

    /// The entry of a number, if its line is of this key.
    #[inline]
    fn matches(&self, number: u64, hash: u64, key: &str) -> Outcome<Option<Found<'_>>> {
        let entry = self.entry(number)?;
        if entry.hash == hash && entry.is_line() {
            let line = self.line(&entry)?;
            if is_of(line, &self.place.field, key) {
                return Ok(Some(Found { number, entry, line }));
            }
        }
        // Rare unless the entry is damaged: one in 2²⁴ slots has the tag of another key.
        self.check_chain()?;
        Ok(None)
    }
}

/// A line that was looked for.
pub(crate) struct Found<'c> {
    pub(crate) number: u64,
    pub(crate) entry: Entry,
    pub(crate) line: &'c [u8],
}

/// A document's text as a value; an error if it is none of the type.
pub(crate) fn parsed<'d, T: Deserialize<'d>>(document: &'d [u8]) -> Outcome<T> {
    serde_json::from_slice(document).map_err(|error| StoreError::new(StoreClass::TypeMismatch, error.to_string()))
}
