//! A collection that is open: who may read and write it when, and what becomes of it in a process that was forked.
//!
//! Locks are waited for without the interpreter, and while one is held no code of the interpreter runs. So threads of
//! Python cannot wait for each other in a circle.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use ingot_store::{Collection, Listing, Options, Store, StoreClass, StoreError};
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, RwLockExt};

use super::fault::{closed, exception, made, raised};
use super::known::Known;
use super::moment::{Moment, Opened};

/// How often this process was forked off another one.
static FORKS: AtomicU64 = AtomicU64::new(0);

/// Called in a process that was forked.
#[pyfunction(name = "_store_forked")]
pub(crate) fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn forks() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

type Open = RwLock<Option<Opened>>;

/// A collection, which any number of objects may share.
pub(crate) struct Handle {
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    /// What is known of its documents, while no other thread is at it.
    known: Mutex<Option<Box<Known>>>,
    turn: Turn,
    own: Option<Arc<Open>>,
    born: u64,
    /// What a process that was forked has instead, and which one.
    again: Mutex<Option<(u64, Arc<Open>)>>,
}

impl Handle {
    pub(crate) fn new(folder: PathBuf, name: String, collection: Collection) -> Handle {
        Handle {
            folder,
            name,
            known: Mutex::default(),
            turn: Turn::default(),
            own: Some(Arc::new(RwLock::new(Some(Opened::new(collection))))),
            born: forks(),
            again: Mutex::default(),
        }
    }

    /// Whether this is the process that opened it.
    fn is_own(&self) -> bool {
        self.born == forks()
    }

    /// What is open in this process. One that was forked opens the files itself, for reading.
    fn open(&self, py: Python<'_>) -> PyResult<Arc<Open>> {
        if let (true, Some(own)) = (self.is_own(), &self.own) {
            return Ok(Arc::clone(own));
        }
        // No thread waits while it has this lock, so no fork leaves it locked.
        let mut again = self.again.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let forks = forks();
        match &*again {
            Some((of, open)) if *of == forks => Ok(Arc::clone(open)),
            _ => {
                let opened =
                    Store::open(&self.folder, &Options::reading()).and_then(|store| store.collection(&self.name));
                let opened = Opened::new(opened.map_err(|error| exception(py, &error))?);
                let open = Arc::new(RwLock::new(Some(opened)));
                // What another process left may be locked for ever.
                std::mem::forget(again.replace((forks, Arc::clone(&open))));
                Ok(open)
            }
        }
    }

    /// Reads, with the interpreter held; `read` must not run its code.
    pub(crate) fn read<T>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Collection) -> Result<T, StoreError>,
    ) -> PyResult<T> {
        let open = self.open(py)?;
        let guard = match open.try_read() {
            Ok(guard) => guard,
            Err(TryLockError::WouldBlock) => open.read_py_attached(py).map_err(|_| raised())?,
            Err(TryLockError::Poisoned(_)) => return Err(raised()),
        };
        let done = guard.as_ref().map(|open| read(open));
        drop(guard);
        done.ok_or_else(closed)?.map_err(|error| exception(py, &error))
    }

    /// Reads for longer, without the interpreter.
    pub(crate) fn read_long<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Collection) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        self.read_open(py, |open| read(open))
    }

    fn read_open<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Opened) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        let open = self.open(py)?;
        let done = py.detach(|| Some(open.read().ok()?.as_ref().map(read)));
        done.ok_or_else(raised)?.ok_or_else(closed)?.map_err(|error| exception(py, &error))
    }

    /// The documents that are there now, to be read by [`read_moment`](Handle::read_moment).
    pub(crate) fn moment(&self, py: Python<'_>) -> PyResult<Moment> {
        self.read_open(py, Opened::moment)
    }

    /// Reads documents of a moment, as `read_long` does; an exception if they were taken back since.
    pub(crate) fn read_moment<T: Send>(
        &self,
        py: Python<'_>,
        moment: &Moment,
        read: impl FnOnce(&Collection, &Listing) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        let is_own = self.is_own();
        let done = self.read_long(py, |open| match moment.lost(is_own) {
            Some(lost) => Ok(Err(lost)),
            None => read(open, &moment.listing).map(Ok),
        })?;
        done.map_err(|lost| made(py, StoreClass::Open, lost))
    }

    /// Writes, without the interpreter.
    pub(crate) fn write<T: Send>(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&mut Opened) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        let open = self.open(py)?;
        let done = py.detach(|| Some(open.write().ok()?.as_mut().map(write)));
        done.ok_or_else(raised)?.ok_or_else(closed)?.map_err(|error| exception(py, &error))
    }

    /// Changes the collection. Outside of a batch that is a commit of its own.
    pub(crate) fn change<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Collection) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        let turn = self.turn(py)?;
        let commits = turn.is_outermost();
        self.write(py, |open| {
            let done = open.change(change)?;
            if commits {
                open.commit()?;
            }
            Ok(done)
        })
    }

    /// The turn to write, which a thread may have more than once.
    pub(crate) fn turn(&self, py: Python<'_>) -> PyResult<Taken<'_>> {
        if !self.is_own() {
            let message = "this process was forked from the one that opened the store, and only reads: open it here";
            return Err(made(py, StoreClass::ReadOnly, message));
        }
        self.turn.take(py)?;
        Ok(Taken(&self.turn))
    }

    /// Leaves the files; what is not committed is given up.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_own() || self.again.lock_py_attached(py).is_ok_and(|again| again.is_some()) {
            let open = self.open(py)?;
            let closed = py.detach(|| open.write().map(|mut open| drop(open.take())).is_ok());
            return if closed { Ok(()) } else { Err(raised()) };
        }
        Ok(())
    }

    /// Lends what is known of the documents. Who comes meanwhile begins with nothing.
    pub(crate) fn with_known<T>(&self, with: impl FnOnce(&mut Known) -> T) -> T {
        let mut known = self.known().take().unwrap_or_default();
        let done = with(&mut known);
        let before = self.known().replace(known);
        drop(before);
        done
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Option<Box<Known>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // A thread that did not come along may have been at work in it: then what it is cannot be known.
        if let Some(own) = self.own.take()
            && !self.is_own()
            && own.try_write().is_err()
        {
            std::mem::forget(own);
        }
    }
}

/// Who may write: one thread at a time, for as long as its batch.
#[derive(Default)]
struct Turn {
    state: Mutex<Option<(ThreadId, usize)>>,
    given_back: Condvar,
}

impl Turn {
    fn take(&self, py: Python<'_>) -> PyResult<()> {
        let own = std::thread::current().id();
        while !self.try_take(own) {
            py.detach(|| {
                let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                // A while, so that a signal is seen.
                drop(self.given_back.wait_timeout_while(state, Duration::from_millis(50), |state| state.is_some()));
            });
            py.check_signals()?;
        }
        Ok(())
    }

    fn try_take(&self, own: ThreadId) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *state {
            None => *state = Some((own, 1)),
            Some((thread, depth)) if *thread == own => *depth += 1,
            Some(_) => return false,
        }
        true
    }

    fn give_back(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, depth)) = &mut *state {
            *depth -= 1;
            if *depth == 0 {
                *state = None;
                self.given_back.notify_one();
            }
        }
    }
}

/// A turn, until it is dropped.
pub(crate) struct Taken<'h>(&'h Turn);

impl Taken<'_> {
    /// Whether the thread had none before.
    pub(crate) fn is_outermost(&self) -> bool {
        let state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(*state, Some((_, 1)))
    }

    /// For a batch, which gives it back itself.
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.give_back();
    }
}

impl Handle {
    /// Gives back a turn that was kept.
    pub(crate) fn end_turn(&self) {
        self.turn.give_back();
    }
}
