//! The documents of one moment, and whether they are still there: those of a batch are read before it is committed.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use ingot_store::{Collection, Listing, StoreClass, StoreError};

/// What became of changes. Who reads them before they are committed keeps hold of it.
#[derive(Clone, Default)]
struct Fate(Arc<AtomicU8>);

impl Fate {
    const OPEN: u8 = 0;
    const COMMITTED: u8 = 1;
    const TAKEN_BACK: u8 = 2;

    fn get(&self) -> u8 {
        // Who sets it has the collection for itself.
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, fate: u8) {
        self.0.store(fate, Ordering::Relaxed);
    }
}

/// A collection that is open, all changes of which go through here.
pub(crate) struct Opened {
    collection: Collection,
    /// Of what was changed since the last commit, if anything was.
    uncommitted: Option<Fate>,
}

impl Deref for Opened {
    type Target = Collection;

    fn deref(&self) -> &Collection {
        &self.collection
    }
}

impl Opened {
    pub(crate) fn new(collection: Collection) -> Opened {
        Opened { collection, uncommitted: None }
    }

    /// Makes a change, as a whole or not at all.
    pub(crate) fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Collection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = change(&mut self.collection);
        if done.is_ok() {
            self.uncommitted.get_or_insert_default();
        }
        self.written(done)
    }

    pub(crate) fn commit(&mut self) -> Result<(), StoreError> {
        self.commit_by(Collection::commit)
    }

    pub(crate) fn flush(&mut self) -> Result<(), StoreError> {
        self.commit_by(Collection::flush)
    }

    pub(crate) fn compact(&mut self) -> Result<(), StoreError> {
        self.commit_by(Collection::compact)
    }

    pub(crate) fn roll_back(&mut self) -> Result<(), StoreError> {
        self.end(Fate::TAKEN_BACK);
        self.collection.roll_back()
    }

    pub(crate) fn refresh(&mut self) -> Result<(), StoreError> {
        self.collection.refresh()
    }

    fn commit_by(&mut self, commit: impl FnOnce(&mut Collection) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let done = commit(&mut self.collection);
        if done.is_ok() {
            self.end(Fate::COMMITTED);
        }
        self.written(done)
    }

    /// Where the system does not write, what is not committed is left out.
    fn written<T>(&mut self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        if done.as_ref().is_err_and(|error| error.class() == StoreClass::Io) {
            self.end(Fate::TAKEN_BACK);
        }
        done
    }

    fn end(&mut self, fate: u8) {
        if let Some(uncommitted) = self.uncommitted.take() {
            uncommitted.set(fate);
        }
    }

    /// The documents that are there now.
    pub(crate) fn moment(&self) -> Result<Moment, StoreError> {
        Ok(Moment { listing: self.collection.listing()?, uncommitted: self.uncommitted.clone() })
    }
}

/// The documents that were there once.
pub(crate) struct Moment {
    pub(crate) listing: Listing,
    /// Of those among them that were not committed, if there were.
    uncommitted: Option<Fate>,
}

const TAKEN_BACK: &str =
    "documents were taken back while they were read, as the batch or put_many that put them raised: begin again";

impl Moment {
    /// Why its documents cannot be read any more, if so; `is_own` says whether this is the process that listed them.
    pub(crate) fn lost(&self, is_own: bool) -> Option<&'static str> {
        match self.uncommitted.as_ref()?.get() {
            Fate::TAKEN_BACK => Some(TAKEN_BACK),
            // What becomes of them is not seen from here.
            Fate::OPEN if !is_own => Some("documents were not committed when this process was forked: begin again"),
            _ => None,
        }
    }
}
