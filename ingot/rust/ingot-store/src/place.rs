//! Where a collection is, and the names of its files.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::{Disk, Map};
use crate::entry::kind;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::log::{HEADER, Head, all};
use crate::segment::Segment;

/// The file that says that a folder is a store.
pub(crate) const STORE: &str = "ingot.json";

/// The file that says which field of a collection has the key.
pub(crate) const COLLECTION: &str = "collection.json";

/// The file that says which generation counts.
pub(crate) const CURRENT: &str = "CURRENT";

/// What files are called at the end until they are whole.
pub(crate) const UNFINISHED_SUFFIX: &str = ".new";

/// What `CURRENT` is called until it is whole. Without that, the rest of the folder is not whole either.
const UNFINISHED: &str = "CURRENT.new";

/// The file that a collection has until its first flush, with the session in which it was made.
pub(crate) const YOUNG: &str = "YOUNG";

/// The generation that a collection begins with.
pub(crate) const FIRST: u64 = 1;

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
        self.folder.join(CURRENT)
    }

    fn young(&self) -> PathBuf {
        self.folder.join(YOUNG)
    }

    /// Whether the collection has a `CURRENT`, which it has from its first flush on.
    pub(crate) fn is_flushed(&self) -> bool {
        self.disk.length(&self.current()).is_ok()
    }

    /// Whether there is a collection in the folder; an error if that cannot be known: what cannot be read now is not
    /// for that reason absent, and is not to be made again.
    pub(crate) fn is_made(&self) -> Outcome<bool> {
        // Once more, for the first flush may have come between.
        if self.is_flushed() || self.is_young()? || self.is_flushed() {
            return Ok(true);
        }
        match self.left() {
            Err(error) if error.class() != StoreClass::Damaged => Err(error),
            found => Ok(!matches!(found, Ok(None))),
        }
    }

    /// Whether there is a collection that was not flushed yet; an error if that cannot be known.
    ///
    /// A crash of the machine may have left names without their bytes: then there is none.
    fn is_young(&self) -> Outcome<bool> {
        let path = self.young();
        let Some(began) = there(self.disk.read(&path)).of(&path)? else { return Ok(false) };
        let session = self.disk.session();
        if session != 0 && began == young(session) {
            return Ok(true);
        }
        match key_field(&*self.disk, &self.folder) {
            Err(error) if error.class() == StoreClass::Damaged => return Ok(false),
            other => drop(other?),
        }
        let lines = self.lines(FIRST);
        if there(self.disk.length(&lines)).of(&lines)?.is_none() {
            return Ok(false);
        }
        let log = self.whole_log(FIRST)?;
        Ok(log.is_some_and(|(map, _)| map.get(0, HEADER).is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0))))
    }

    /// The log of a generation and its length, if it is there with a header; an error if that cannot be known.
    fn whole_log(&self, generation: u64) -> Outcome<Option<(Map, u64)>> {
        let path = self.log(generation);
        let length = there(self.disk.length(&path)).of(&path)?.filter(|length| *length >= HEADER as u64);
        let Some(length) = length else { return Ok(None) };
        Ok(there(self.disk.map(&path, length, false)).of(&path)?.map(|map| (map, length)))
    }

    /// The generation that is there without `CURRENT`, which other hands have removed: that of the only log that has a
    /// synced commit. An error if several have one, or the folder cannot be read.
    ///
    /// Before the first synced commit, [`make_sure`](Place::make_sure) has made all else sure: a crash leaves no such
    /// commit in a collection that never was whole.
    fn left(&self) -> Outcome<Option<u64>> {
        let names = match self.disk.list(&self.folder) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            other => other.of(&self.folder)?,
        };
        if names.iter().any(|(name, _)| name == UNFINISHED) {
            return Ok(None);
        }
        let logs = names.iter().filter_map(|(name, _)| name.strip_suffix(".log")?.parse().ok());
        let mut synced = None;
        for generation in logs {
            if self.has_synced(generation)? && synced.replace(generation).is_some() {
                return Err(StoreError::damaged(&self.current(), "it is not there, and there are several generations"));
            }
        }
        Ok(synced)
    }

    /// Whether a log has a commit before which all was synced; an error if that cannot be known.
    fn has_synced(&self, generation: u64) -> Outcome<bool> {
        let lines = self.lines(generation);
        if there(self.disk.length(&lines)).of(&lines)?.is_none() {
            return Ok(false);
        }
        let Some((map, length)) = self.whole_log(generation)? else { return Ok(false) };
        let found = || {
            let log = map.get(0, usize::try_from(length).ok()?)?;
            Head::read(log, &self.log(generation)).ok()?;
            Some(all(log.get(HEADER..)?).any(|entry| entry.kind == kind::SYNCED))
        };
        Ok(found() == Some(true))
    }

    /// Removes what is left of a collection that was never whole; an error if it cannot, or if there are files in the
    /// folder that are not a collection's, which are somebody's.
    pub(crate) fn clear(&self) -> Outcome<()> {
        let names = self.disk.list(&self.folder).of(&self.folder)?;
        if !names.iter().all(|(name, is_folder)| !is_folder && (is_small(name) || generation_of(name).is_some())) {
            let message = "no collection: there are other files in it";
            return Err(StoreError::new(StoreClass::Missing, message).at(&self.folder));
        }
        // First what says that there is one.
        if names.iter().any(|(name, _)| name == CURRENT) {
            self.disk.remove(&self.current()).of(&self.current())?;
        }
        // Last what says that the rest is not whole.
        let (last, first): (Vec<_>, Vec<_>) = names.iter().partition(|(name, _)| name == UNFINISHED);
        for (name, _) in first.into_iter().chain(last).filter(|(name, _)| name != CURRENT) {
            let path = self.folder.join(name);
            self.disk.remove(&path).of(&path)?;
        }
        Ok(())
    }

    /// Says that what is put into the folder does not count before there is a `CURRENT`; an error if that cannot be said.
    pub(crate) fn begin_unfinished(&self) -> Outcome<()> {
        let path = self.folder.join(UNFINISHED);
        self.disk.create(&path).map(drop).of(&path)
    }

    /// Says that the first generation is there, until the first flush.
    pub(crate) fn begin(&self) -> Outcome<()> {
        replace(&*self.disk, &self.young(), &young(self.disk.session()), false)
    }

    /// The generation that counts; an error if that cannot be read.
    pub(crate) fn generation(&self) -> Outcome<u64> {
        let path = self.current();
        let bytes = match self.disk.read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound && self.is_young()? => return Ok(FIRST),
            // The first flush may have come between: then there may be several generations, and one that counts.
            Err(error) if error.kind() == ErrorKind::NotFound => match self.disk.read(&path) {
                Err(again) => return self.left()?.ok_or(again).of(&path),
                Ok(bytes) => bytes,
            },
            other => other.of(&path)?,
        };
        let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.strip_suffix('\n'));
        let number =
            text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit())).and_then(|text| text.parse().ok());
        number.ok_or_else(|| StoreError::damaged(&path, "it is no number and a line break"))
    }

    /// Makes a generation the one that counts; an error if that cannot be made sure.
    pub(crate) fn swap(&self, generation: u64) -> Outcome<()> {
        replace(&*self.disk, &self.current(), format!("{generation}\n").as_bytes(), true)?;
        self.disk.sync_folder(&self.folder).of(&self.folder)
    }

    /// Makes what says that there is a store, and a collection, survive the end of the machine, unless it does already.
    ///
    /// It comes before the first commit that is synced, so that no such commit is without it.
    pub(crate) fn make_sure(&self) -> Outcome<()> {
        if self.is_flushed() {
            return Ok(());
        }
        let store = self.folder.parent().unwrap_or(&self.folder);
        for path in [store.join(STORE), self.folder.join(COLLECTION)] {
            self.disk.append_to(&path).and_then(|mut file| file.sync()).of(&path)?;
        }
        self.disk.sync_folder(&self.folder).of(&self.folder)?;
        self.disk.sync_folder(store).of(store)
    }
}

/// What the system said of a file, if that is not that there is none, or one that is too short.
fn there<T>(said: io::Result<T>) -> io::Result<Option<T>> {
    match said {
        Err(error)
            if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::UnexpectedEof) =>
        {
            Ok(None)
        }
        other => other.map(Some),
    }
}

/// Whether this is the name of a collection's small file, finished or not.
pub(crate) fn is_small(name: &str) -> bool {
    let is_it = |own: &&str| *own == name || Path::new(own).with_extension("new") == Path::new(name);
    [CURRENT, YOUNG, COLLECTION].iter().any(is_it)
}

/// The generation that a file is of by its name, finished or not; none if no collection has files of this name.
pub(crate) fn generation_of(name: &str) -> Option<u64> {
    let name = name.strip_suffix(UNFINISHED_SUFFIX).unwrap_or(name);
    let (number, rest) = name.split_once('.')?;
    let generation = number.parse::<u64>().ok().filter(|own| own.to_string() == number)?;
    (matches!(rest, "jsonl" | "log") || Segment::range(name, generation).is_some()).then_some(generation)
}

/// The field that has the key, of a collection in a folder; an error if its file does not say it.
pub(crate) fn key_field(disk: &dyn Disk, folder: &Path) -> Outcome<String> {
    let path = folder.join(COLLECTION);
    let about: serde_json::Value = serde_json::from_slice(&disk.read(&path).of_own(&path)?).unwrap_or_default();
    let field = about["key"].as_str().map(str::to_string);
    field.ok_or_else(|| StoreError::damaged(&path, "it does not name the key field"))
}

/// Writes the file that says which field has the key; an error if that cannot be done.
pub(crate) fn write_key_field(disk: &dyn Disk, folder: &Path, field: &str, is_sure: bool) -> Outcome<()> {
    let text = format!("{}\n", serde_json::json!({ "key": field }));
    replace(disk, &folder.join(COLLECTION), text.as_bytes(), is_sure)
}

fn young(session: u64) -> Vec<u8> {
    format!("{session}\n").into_bytes()
}

/// Writes a small file whole, so that a process sees all of it or what was there before, and, where it is to be sure,
/// so does one after the end of the machine; an error if that cannot be done.
pub(crate) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8], is_sure: bool) -> Outcome<()> {
    let unfinished = path.with_extension("new");
    let mut output = disk.create(&unfinished).of(&unfinished)?;
    output.append(bytes).of(&unfinished)?;
    if is_sure {
        output.sync().of(&unfinished)?;
    }
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
