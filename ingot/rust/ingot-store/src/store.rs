//! A store: its folder, its lock, its collections.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::collection::Collection;
use crate::disk::{Disk, Lock};
use crate::document::RESERVED;
use crate::entry::hash_of;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::generation::Generation;
use crate::log::Head;
use crate::place::{CURRENT, FIRST, Place, STORE, check_name, key_field, replace, write_key_field};
use crate::real::RealDisk;
use crate::repair::{Repaired, repair};
use crate::writer::Sync;

/// How a store is opened.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// Whether to read only: then nothing is written, and any number of processes may.
    pub read_only: bool,
    /// When commits are synced.
    pub sync: Sync,
    /// The field that has the key of a document, of collections that are made.
    pub key: String,
    /// Bytes of lines that are gathered before they are written; 1 MiB by default.
    pub gathered: usize,
    /// Entries that no segment of the index has, at most, after a commit; 4,096 by default.
    pub recent: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { read_only: false, sync: Sync::OnFlush, key: "id".to_string(), gathered: 1 << 20, recent: 1 << 12 }
    }
}

impl Options {
    /// For reading only.
    #[must_use]
    pub fn reading() -> Self {
        Options { read_only: true, ..Options::default() }
    }

    /// With commits synced as told.
    #[must_use]
    pub fn with_sync(self, sync: Sync) -> Self {
        Options { sync, ..self }
    }

    /// With other sizes of what is gathered, in bytes, and of what no segment has, in entries.
    #[must_use]
    pub fn with_sizes(self, gathered: usize, recent: u64) -> Self {
        Options { gathered, recent, ..self }
    }

    /// With the key of documents in this field, of collections that are made.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Self {
        Options { key: key.into(), ..self }
    }
}

/// Collections of documents in a folder.
#[derive(Debug)]
pub struct Store {
    disk: Arc<dyn Disk>,
    pub(crate) folder: PathBuf,
    options: Options,
    lock: Option<Arc<Lock>>,
    claimed: Arc<Mutex<HashSet<String>>>,
}

/// That one handle writes to a collection, of a store that this process has locked.
#[derive(Debug)]
pub(crate) struct Claim {
    _lock: Arc<Lock>,
    name: String,
    claimed: Arc<Mutex<HashSet<String>>>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}

pub(crate) const ABOUT: &str = r#"{"format":"ingot-store","version":1}"#;

impl Store {
    /// Opens the store in a folder; makes both where they are not there, unless it is for reading. An error if another
    /// process writes to it, or the folder is of something else.
    pub fn open(folder: impl AsRef<Path>, options: &Options) -> Outcome<Store> {
        Self::open_on(Arc::new(RealDisk), folder.as_ref(), options)
    }

    /// Opens a store on a disk of another kind; an error as of [`open`](Store::open).
    pub fn open_on(disk: Arc<dyn Disk>, folder: &Path, options: &Options) -> Outcome<Store> {
        let about = folder.join(STORE);
        let mut lock = None;
        let mut left = disk.read(&about);
        if !options.read_only && (left.is_err() || is_lost(&*disk, folder, &left)) {
            make_folder(&*disk, folder)?;
            lock = Some(locked(&*disk, folder)?);
            // Another process may have made it meanwhile, and made it sure, which is not to be undone.
            left = disk.read(&about);
            if is_to_make(&*disk, folder, &left) {
                // It is made sure with the first flush of a collection.
                replace(&*disk, &about, format!("{ABOUT}\n").as_bytes(), false)?;
                left = disk.read(&about);
            }
        }
        read_about(left, &about)?;
        if !options.read_only && lock.is_none() {
            lock = Some(locked(&*disk, folder)?);
        }
        let (folder, options, lock) = (folder.to_path_buf(), options.clone(), lock.map(Arc::new));
        Ok(Store { disk, folder, options, lock, claimed: Arc::default() })
    }

    /// The names of the collections, sorted; an error if the folder cannot be read. What cannot be the name of one is
    /// none, as a copy that was made beside it.
    pub fn collections(&self) -> Outcome<Vec<String>> {
        let names = self.disk.list(&self.folder).of(&self.folder)?;
        // What cannot be read now is there: opening it tells.
        let is_made = |name: &String| self.place_of(self.folder.join(name), "").is_made().unwrap_or(true);
        let is_there = |name: &String| check_name(name).is_ok() && is_made(name);
        let mut names: Vec<_> =
            names.into_iter().filter_map(|(name, is_folder)| is_folder.then_some(name)).filter(is_there).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Opens a collection as of its last commit. Where it is not there it is made, or, for reading, an error. Writing
    /// to it is for one handle at a time.
    pub fn collection(&self, name: &str) -> Outcome<Collection> {
        self.collection_by(name, &self.options.key)
    }

    /// Opens a collection, which has the key of documents in this field if it is made; an error as of
    /// [`collection`](Store::collection).
    pub fn collection_by(&self, name: &str, key: &str) -> Outcome<Collection> {
        let claim = self.claim(name)?;
        let place = match &claim {
            Some(_) => self.made(name, key)?,
            None => self.place(name)?,
        };
        let mut collection = Collection::open(&place)?;
        if let Some(claim) = claim {
            collection.begin_writing(&self.options, claim)?;
        }
        Ok(collection)
    }

    /// Opens a collection for reading, also of a store that is open for writing; an error if it is not there.
    pub fn reader(&self, name: &str) -> Outcome<Collection> {
        Collection::open(&self.place(name)?)
    }

    /// Makes log and index of a collection again, of its lines; an error if it is not there, if these cannot be read,
    /// or nothing can be written. Lines that are not whole are left out and told.
    pub fn repair(&self, name: &str) -> Outcome<Repaired> {
        let Some(claim) = self.claim(name)? else {
            return Err(StoreError::new(StoreClass::ReadOnly, "the store was opened for reading"));
        };
        check_name(name)?;
        let folder = self.folder.join(name);
        if !self.disk.is_folder(&folder) {
            return Err(self.missing(name));
        }
        // The name of the key field is asked of the options where the file that has it is damaged, or is not believed.
        let place = self.place(name).unwrap_or_else(|_| self.place_of(folder, &self.options.key));
        let repaired = repair(place, &self.options.key);
        drop(claim);
        repaired
    }

    pub(crate) fn claim(&self, name: &str) -> Outcome<Option<Arc<Claim>>> {
        check_name(name)?;
        let Some(lock) = &self.lock else { return Ok(None) };
        if !self.claimed.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_string()) {
            let message = format!("the collection {name:?} is open for writing already, in this process");
            return Err(StoreError::new(StoreClass::Open, message));
        }
        Ok(Some(Arc::new(Claim { _lock: lock.clone(), name: name.to_string(), claimed: self.claimed.clone() })))
    }

    pub(crate) fn place_of(&self, folder: PathBuf, field: &str) -> Place {
        Place { disk: self.disk.clone(), folder, field: field.into() }
    }

    /// Where a collection is; an error if it is not there.
    fn place(&self, name: &str) -> Outcome<Place> {
        check_name(name)?;
        let folder = self.folder.join(name);
        if !self.disk.is_folder(&folder) || !self.place_of(folder.clone(), "").is_made()? {
            return Err(self.missing(name));
        }
        let field = key_field(&*self.disk, &folder)?;
        Ok(self.place_of(folder, &field))
    }

    fn missing(&self, name: &str) -> StoreError {
        StoreError::new(StoreClass::Missing, format!("there is no collection {name:?}")).at(&self.folder)
    }

    fn made(&self, name: &str, field: &str) -> Outcome<Place> {
        match self.place(name) {
            Err(error) if error.class() == StoreClass::Missing => {}
            other => return other,
        }
        if field.starts_with(RESERVED) {
            let message = format!("{field:?} cannot be the key field: it begins with {RESERVED}");
            return Err(StoreError::new(StoreClass::NameInvalid, message));
        }
        let folder = self.folder.join(name);
        self.disk.create_folder(&folder).of(&folder)?;
        let place = self.place_of(folder, field);
        // Perhaps it was not seen before, by an error of the system.
        if !self.disk.list(&place.folder).of(&place.folder)?.is_empty() && place.is_made()? {
            return self.place(name);
        }
        place.clear()?;
        write_key_field(&*self.disk, &place.folder, field, false)?;
        let seed = self.disk.random();
        drop(Generation::new(&place, &Head { generation: FIRST, seed, field: hash_of(field, seed) })?);
        place.begin()?;
        Ok(place)
    }
}

/// Whether there is no `ingot.json`, or only what a crash left of it.
fn is_to_make(disk: &dyn Disk, folder: &Path, left: &io::Result<Vec<u8>>) -> bool {
    (left.is_err() && disk.length(&folder.join(STORE)).is_err()) || is_lost(disk, folder, left)
}

/// Whether a crash of the machine left a store without the bytes of its `ingot.json`, which happens only before anything
/// in it was flushed.
fn is_lost(disk: &dyn Disk, folder: &Path, left: &io::Result<Vec<u8>>) -> bool {
    let is_torn = left.as_ref().is_ok_and(|left| {
        let whole = format!("{ABOUT}\n");
        left != whole.as_bytes()
            && left.len() <= whole.len()
            && left.iter().zip(whole.bytes()).all(|(left, own)| *left == own || *left == 0)
    });
    let is_flushed =
        |(name, is_folder): &(String, bool)| *is_folder && disk.length(&folder.join(name).join(CURRENT)).is_ok();
    is_torn && disk.list(folder).is_ok_and(|names| !names.iter().any(is_flushed))
}

/// Makes the folder of a store, or sees that there is nothing else in it, or a store.
fn make_folder(disk: &dyn Disk, folder: &Path) -> Outcome<()> {
    if let Ok(names) = disk.list(folder) {
        let is_own = |name: &str| matches!(name, "ingot.new" | STORE | "lock");
        return if names.iter().all(|(name, _)| is_own(name)) || names.iter().any(|(name, _)| name == STORE) {
            Ok(())
        } else {
            let message = "no store: there are other files in it, and no ingot.json";
            Err(StoreError::new(StoreClass::Missing, message).at(folder))
        };
    }
    disk.create_folder(folder).of(folder)?;
    match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => disk.sync_folder(parent).of(parent),
        _ => disk.sync_folder(Path::new(".")).of(folder),
    }
}

fn locked(disk: &dyn Disk, folder: &Path) -> Outcome<Lock> {
    let path = folder.join("lock");
    match disk.lock(&path).of(&path)? {
        Ok(lock) => Ok(lock),
        Err(holder) => {
            let holder = if holder.is_empty() { "another process".to_string() } else { format!("process {holder}") };
            Err(StoreError::new(StoreClass::Locked, format!("{holder} writes to this store")).at(folder))
        }
    }
}

fn read_about(left: io::Result<Vec<u8>>, path: &Path) -> Outcome<()> {
    match left {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(path);
            Err(StoreError::new(StoreClass::Missing, "no store: there is no ingot.json in it").at(folder))
        }
        other => check_about(&other.of(path)?, path),
    }
}

/// Sees whether the content of `ingot.json` is that of a store that can be read.
pub(crate) fn check_about(text: &[u8], path: &Path) -> Outcome<()> {
    let about: serde_json::Value = serde_json::from_slice(text).unwrap_or_default();
    if about["format"] != "ingot-store" {
        let message = format!("it does not say that this is a store of Ingot's; of a store of version 1 it is {ABOUT}");
        return Err(StoreError::new(StoreClass::Damaged, message).at(path));
    }
    if about["version"] != 1 {
        let message = format!("the store is of version {}; this is read: 1", about["version"]);
        return Err(StoreError::new(StoreClass::Version, message).at(path));
    }
    Ok(())
}
