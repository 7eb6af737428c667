//! The class `Store`: collections in a folder.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ingot_store::{Options, StoreClass, Sync};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyList;

use super::collection::Collection;
use super::fault::{closed, exception, made};
use super::handle::{Handle, forks};
use super::told::Repaired;

/// Collections of JSON documents in a folder.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Store {
    folder: PathBuf,
    read_only: bool,
    /// No thread waits, nor runs code of the interpreter, while it has this lock. Nothing once it is closed.
    inner: Mutex<Option<Inner>>,
}

struct Inner {
    store: ingot_store::Store,
    open: HashMap<String, Arc<Handle>>,
    born: u64,
}

impl Store {
    /// Who waits lets go of the interpreter meanwhile: the collector may have to stop who has the lock.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Option<Inner>> {
        self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn opened(&self, py: Python<'_>, name: &str, key: Option<&str>) -> PyResult<Arc<Handle>> {
        let mut inner = self.lock(py);
        let inner = inner.as_mut().ok_or_else(closed)?;
        if let Some(open) = inner.open.get(name) {
            return Ok(Arc::clone(open));
        }
        if inner.born != forks() && !self.read_only {
            // What was forked off a process that writes has no right to.
            let reading = ingot_store::Store::open(&self.folder, &Options::reading());
            std::mem::forget(std::mem::replace(&mut inner.store, reading.map_err(|error| exception(py, &error))?));
            inner.born = forks();
        }
        let found = match key {
            Some(key) => inner.store.collection_by(name, key),
            None => inner.store.collection(name),
        };
        let found = found.map_err(|error| exception(py, &error))?;
        let open = Arc::new(Handle::new(self.folder.clone(), name.to_owned(), found));
        inner.open.insert(name.to_owned(), Arc::clone(&open));
        Ok(open)
    }

    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let inner = self.lock(py);
        let names = inner.as_ref().ok_or_else(closed)?.store.collections();
        names.map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Store {
    #[new]
    #[pyo3(signature = (folder, /, *, read_only = false, sync = "flush", key = "id"))]
    fn new(py: Python<'_>, folder: PathBuf, read_only: bool, sync: &str, key: &str) -> PyResult<Store> {
        let sync = match sync {
            "flush" => Sync::OnFlush,
            "commit" => Sync::EachCommit,
            other => return Err(PyValueError::new_err(format!("sync is flush or commit, not {other:?}"))),
        };
        let options = if read_only { Options::reading() } else { Options::default() };
        let options = options.with_sync(sync).with_key(key);
        // So that it is found again where the process has gone to another folder.
        let folder = std::path::absolute(folder)?;
        let store = py.detach(|| ingot_store::Store::open(&folder, &options));
        let store = store.map_err(|error| exception(py, &error))?;
        let inner = Inner { store, open: HashMap::new(), born: forks() };
        Ok(Store { folder, read_only, inner: Mutex::new(Some(inner)) })
    }

    /// Its folder.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// A collection, which is made where it is not there.
    #[pyo3(signature = (name, /, *, key = None))]
    fn collection(&self, py: Python<'_>, name: &str, key: Option<&str>) -> PyResult<Collection> {
        Ok(Collection::new(self.opened(py, name, key)?, false))
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Collection> {
        self.collection(py, name, None)
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        Ok(self.names(py)?.iter().any(|own| own == name))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.names(py)?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.names(py)?)?.try_iter()?.into_any())
    }

    /// The names of the collections, sorted.
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.names(py)
    }

    /// Makes log and index of a collection again, of its lines.
    #[pyo3(signature = (name, /))]
    fn repair(&self, py: Python<'_>, name: &str) -> PyResult<Repaired> {
        let open = self.lock(py).as_mut().ok_or_else(closed)?.open.remove(name);
        if let Some(open) = open {
            open.close(py)?;
        }
        let inner = self.lock(py);
        let inner = inner.as_ref().ok_or_else(closed)?;
        if inner.born != forks() {
            return Err(made(py, StoreClass::ReadOnly, "this process was forked from the one that opened the store"));
        }
        inner.store.repair(name).map(Repaired::from).map_err(|error| exception(py, &error))
    }

    /// Writes the documents of all collections into a store in another folder.
    #[expect(clippy::needless_pass_by_value, reason = "it is made of what Python gives")]
    fn snapshot(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        for name in self.names(py)? {
            let open = self.opened(py, &name, None)?;
            open.read_long(py, |collection| collection.snapshot(&folder))?;
        }
        Ok(())
    }

    /// Leaves all files. What a batch has not committed is given up.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let inner = self.lock(py).take();
        if let Some(inner) = inner {
            for open in inner.open.values() {
                open.close(py)?;
            }
        }
        Ok(())
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<ingot.Store {:?}>", self.folder.display().to_string())
    }
}
