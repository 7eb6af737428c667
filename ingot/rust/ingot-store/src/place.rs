//! Where a collection is, and the names of its files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::Disk;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::log::HEADER;

/// A collection's folder, on its disk.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) folder: PathBuf,
    /// The field that has a document's key.
    pub(crate) field: Arc<str>,
}

impl Place {
    pub(crate) fn lines(&self, generation: u64) -> PathBuf {
        self.folder.join(format!("{generation}.jsonl"))
    }

    pub(crate) fn log(&self, generation: u64) -> PathBuf {
        self.folder.join(format!("{generation}.log"))
    }

    pub(crate) fn current(&self) -> PathBuf {
        self.folder.join("CURRENT")
    }

    /// The generation that counts; an error if that cannot be read.
    pub(crate) fn generation(&self) -> Outcome<u64> {
        let path = self.current();
        let bytes = self.disk.read(&path).of(&path)?;
        let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.strip_suffix('\n'));
        let number =
            text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit())).and_then(|text| text.parse().ok());
        number.ok_or_else(|| StoreError::damaged(&path, "it is no number and a line break"))
    }

    /// Makes a generation the one that counts; an error if that cannot be made sure.
    pub(crate) fn swap(&self, generation: u64) -> Outcome<()> {
        replace(&*self.disk, &self.current(), format!("{generation}\n").as_bytes())?;
        self.disk.sync_folder(&self.folder).of(&self.folder)
    }
}

/// Writes a small file whole, so that it is there with all of it or as before; an error if that cannot be made sure.
pub(crate) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Outcome<()> {
    let unfinished = path.with_extension("new");
    let mut output = disk.create(&unfinished).of(&unfinished)?;
    output.append(bytes).of(&unfinished)?;
    output.sync().of(&unfinished)?;
    drop(output);
    disk.rename(&unfinished, path).of(path)
}

/// Refuses what is no name of a collection, and might be a path.
pub(crate) fn check_name(name: &str) -> Outcome<()> {
    let good = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    if good && begins && name.len() <= 64 {
        return Ok(());
    }
    let message = format!(
        "{:?} is no name of a collection: 1 to 64 letters, digits, '_', '-' and '.', the first a letter or a digit",
        ingot_schema::shared::cut(name)
    );
    Err(StoreError::new(StoreClass::NameInvalid, message))
}

/// Where an entry begins in a log.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a log fits into the address space")]
pub(crate) fn entry_place(number: u64) -> usize {
    HEADER + number as usize * crate::entry::BYTES
}
