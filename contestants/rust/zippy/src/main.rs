//! Zippy's FastStore: JSON lines that carry `_id`, and an index of them.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Store};
use zippy_data::{Error, FastStore};

/// Documents after which the store flushes by itself; each flush writes the whole index, so the kit's one is left.
const NEVER: usize = usize::MAX;

/// What a line begins with.
const ID: &[u8] = br#"{"_id":"#;

struct Zippy {
    store: FastStore,
}

impl Store for Zippy {
    const LIBRARY: &'static str = "zippy_data";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, _: bool, _: Durability) -> Outcome<Self> {
        Ok(Zippy { store: FastStore::open(folder, "documents", NEVER)? })
    }

    /// It has no close: what is left is written when it goes.
    fn close(self) -> Outcome<()> {
        drop(self.store);
        Ok(())
    }

    /// Without a new mapping, scans leave out what was written since the store was opened.
    fn flush(&mut self) -> Outcome<()> {
        self.store.flush()?;
        Ok(self.store.refresh_mmap()?)
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        if D::RAW {
            let mut lines = Vec::new();
            for (key, document) in pairs {
                add_with_id(&mut lines, key, &document.text()?)?;
            }
            let keys: Vec<String> = pairs.iter().map(|(key, _)| key.clone()).collect();
            self.store.write_jsonl_blob(&lines, &keys)?;
        } else {
            for (key, document) in pairs {
                self.store.put(key.as_str(), document.value()?.into_owned())?;
            }
        }
        Ok(())
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        for key in keys {
            self.store.delete(key)?;
        }
        Ok(())
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        match self.store.get(key) {
            Ok(value) => D::from_value(value).map(Some),
            Err(Error::DocumentNotFound(_)) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        if D::RAW {
            self.store.scan_raw()?.into_iter().try_for_each(|mut line| each(D::from_text(without_id(&mut line))?))
        } else {
            self.store.scan()?.into_iter().try_for_each(|value| each(D::from_value(value)?))
        }
    }
}

/// Without this field, the store cannot make its index again.
fn add_with_id(lines: &mut Vec<u8>, key: &str, text: &[u8]) -> Outcome<()> {
    lines.extend_from_slice(ID);
    serde_json::to_writer(&mut *lines, key)?;
    lines.push(b',');
    lines.extend_from_slice(&text[1..]);
    lines.push(b'\n');
    Ok(())
}

/// The comma after it becomes the brace that the document begins with.
fn without_id(line: &mut [u8]) -> &[u8] {
    let mut at = ID.len() + 1;
    while line[at] != b'"' {
        at += if line[at] == b'\\' { 2 } else { 1 };
    }
    line[at + 1] = b'{';
    &line[at + 1..]
}

assay_kit::store_main!(Zippy);
