//! Putting and deleting documents: lines and entries are gathered.

use std::borrow::Cow;

use serde::Serialize;

use crate::checksum::checksum;
use crate::collection::Collection;
use crate::document::{add, add_deletion};
use crate::entry::{Entry, hash_of, kind};
use crate::error::{Outcome, StoreClass, StoreError};
use crate::limits::KEY;
use crate::writer::ready;

impl Collection {
    /// Puts a document under a key, instead of the one that is there; an error if it is no document, or if its key
    /// field has another key.
    ///
    /// ```
    /// # use ingot_store::{Store, Options};
    /// # let folder = ingot_store::Scratch::new();
    /// let store = Store::open(&folder, &Options::default())?;
    /// let mut teas = store.collection("teas")?;
    /// teas.put("oolong", &serde_json::json!({"grams": 250}))?;
    /// teas.commit()?;
    /// assert_eq!(teas.get_raw("oolong")?, Some(&br#"{"id":"oolong","grams":250}"#[..]));
    /// # Ok::<(), ingot_store::StoreError>(())
    /// ```
    pub fn put<T: Serialize + ?Sized>(&mut self, key: &str, document: &T) -> Outcome<()> {
        let text = serde_json::to_vec(document);
        let text = text.map_err(|error| StoreError::new(StoreClass::TypeMismatch, error.to_string()))?;
        self.put_raw(key, &text)
    }

    /// Puts a document that is JSON text; an error as of [`put`](Collection::put).
    pub fn put_raw(&mut self, key: &str, document: &[u8]) -> Outcome<()> {
        self.put_line(document, Some(key)).map(drop)
    }

    /// Puts a document under the key that is in it, which is returned; an error if it has none, or is no document.
    pub fn add<'d>(&mut self, document: &'d [u8]) -> Outcome<Cow<'d, str>> {
        self.put_line(document, None)
    }

    /// Puts many documents, all of them or, with an error, none.
    pub fn put_many<'d>(&mut self, documents: impl IntoIterator<Item = (&'d str, &'d [u8])>) -> Outcome<()> {
        let documents = documents.into_iter();
        let mark = self.mark()?;
        self.recent.reserve(documents.size_hint().0);
        for (key, document) in documents {
            if let Err(error) = self.put_raw(key, document) {
                self.back_to(&mark);
                return Err(error);
            }
        }
        Ok(())
    }

    fn put_line<'d>(&mut self, document: &'d [u8], key: Option<&'d str>) -> Outcome<Cow<'d, str>> {
        let writer = ready(&mut self.writer)?;
        let start = writer.lines.len();
        match add(document, key, &self.place.field, &mut writer.lines) {
            Ok(key) => {
                self.finish_line(&key, kind::DOCUMENT, start)?;
                Ok(key)
            }
            Err(error) => {
                writer.lines.truncate(start);
                Err(error)
            }
        }
    }

    /// Deletes the document of a key; gives whether there was one. An error if it cannot be written.
    pub fn delete(&mut self, key: &str) -> Outcome<bool> {
        self.writing()?;
        let found = self.find(hash_of(key, self.head.seed), key)?;
        if found.is_none_or(|found| found.entry.kind == kind::DELETION) {
            return Ok(false);
        }
        let writer = self.writing()?;
        let start = writer.lines.len();
        if let Err(error) = add_deletion(key, &mut writer.lines) {
            writer.lines.truncate(start);
            return Err(error);
        }
        self.finish_line(key, kind::DELETION, start)?;
        Ok(true)
    }

    /// Writes the entries of a line that was added to the gathered ones, from this byte of them on.
    fn finish_line(&mut self, key: &str, kind: u16, start: usize) -> Outcome<()> {
        if key.len() > KEY {
            return Err(StoreError::new(StoreClass::Limit, format!("a key of {} bytes", key.len())));
        }
        let hash = hash_of(key, self.head.seed);
        self.recent.reserve(1);
        let (at, before) = match self.find_place(hash, key) {
            Ok((at, found)) => (at, found.map(|found| (found.number, found.entry.kind))),
            Err(error) => {
                self.writing()?.lines.truncate(start);
                return Err(error);
            }
        };
        self.order.take();
        let committed = self.state.at.entries;
        let writer = ready(&mut self.writer)?;
        let offset = writer.lines_from + start as u64;
        if let Some((number, _)) = before {
            writer.push(Entry { hash: number, offset, kind: kind::REPLACED, length: 0, crc: 0 });
        }
        let line = &writer.lines[start..];
        #[expect(clippy::cast_possible_truncation, reason = "a line has its limit")]
        let entry = Entry { hash, offset, kind, length: line.len() as u32, crc: checksum(line) };
        let number = committed + writer.pending();
        writer.push(entry);
        writer.lines.push(b'\n');
        writer.living += u64::from(kind == kind::DOCUMENT);
        writer.living -= u64::from(matches!(before, Some((_, kind::DOCUMENT))));
        let is_full = writer.lines.len() >= writer.options.gathered;
        self.recent.set(at, hash, number);
        if is_full { self.write_lines() } else { Ok(()) }
    }
}
