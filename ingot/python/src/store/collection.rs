//! The class `Collection`: documents as a mapping.

use std::path::PathBuf;
use std::sync::Arc;

use ingot_store::{Condition, Options, StoreError};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyType};

use super::batch::Batch;
use super::fault::{exception, key_of, new_key};
use super::gather::{put_many, text_of};
use super::handle::Handle;
use super::moment::Opened;
use super::rows::{Batches, Rows};
use super::scan::{Form, Scan, Texts};
use super::told::{Stats, Verified};
use crate::arrow::{self, ArrowStream};
use crate::given::{alias, schema_of};
use crate::scratch::{Paused, scratch};

/// Documents under string keys.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Collection {
    pub(crate) handle: Arc<Handle>,
    pub(crate) raw: bool,
}

/// Opens a collection for reading, where a pickled one is loaded.
#[pyfunction(name = "_store_reopened")]
pub(crate) fn reopened(py: Python<'_>, folder: PathBuf, name: String, raw: bool) -> PyResult<Collection> {
    let opened = ingot_store::Store::open(&folder, &Options::reading()).and_then(|store| store.collection(&name));
    let opened = opened.map_err(|error| exception(py, &error))?;
    Ok(Collection::new(Arc::new(Handle::new(folder, name, opened)), raw))
}

impl Collection {
    pub(crate) fn new(handle: Arc<Handle>, raw: bool) -> Collection {
        Collection { handle, raw }
    }

    fn form(&self) -> Form {
        Form::document(self.raw)
    }

    fn scanned(&self, form: Form) -> Scan {
        Scan::new(Arc::clone(&self.handle), Vec::new(), form)
    }

    /// The document of a key; nothing if there is none.
    fn found<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = key.py();
        let Some(key) = key_of(key)? else { return Ok(None) };
        if self.raw {
            let found = self.handle.read(py, |open| Ok(open.get_raw(key)?.map(|text| PyBytes::new(py, text))))?;
            return Ok(found.map(Bound::into_any));
        }
        scratch(|room| {
            let copied =
                self.handle.read(py, |open| Ok(open.get_raw(key)?.map(|text| room.extend_from_slice(text))))?;
            copied.map(|()| self.handle.with_known(|known| Form::Document.made(py, room, known))).transpose()
        })
    }

    fn put<T: Send>(
        &self,
        document: &Bound<'_, PyAny>,
        put: impl FnOnce(&mut ingot_store::Collection, &[u8]) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        scratch(|room| {
            text_of(document, None, room)?;
            self.handle.change(document.py(), |open| put(open, room))
        })
    }

    fn key_field_of(&self, py: Python<'_>) -> PyResult<String> {
        self.handle.read(py, |open| Ok(open.key_field().to_owned()))
    }

    fn conditions(py: Python<'_>, conditions: Vec<String>) -> PyResult<Vec<Condition>> {
        let parsed = conditions.into_iter().map(|condition| condition.parse()).collect::<Result<_, StoreError>>();
        parsed.map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Collection {
    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.handle.name
    }

    /// The field of documents that has their key.
    #[getter]
    fn key_field(&self, py: Python<'_>) -> PyResult<String> {
        self.key_field_of(py)
    }

    /// The file of its documents.
    #[getter]
    fn path(&self, py: Python<'_>) -> PyResult<PathBuf> {
        let generation = self.handle.read(py, |open| Ok(open.stats()?.generation))?;
        Ok(self.handle.folder.join(&self.handle.name).join(format!("{generation}.jsonl")))
    }

    /// The same collection, whose documents are read as bytes.
    #[getter]
    fn raw(&self) -> Collection {
        Collection::new(Arc::clone(&self.handle), true)
    }

    /// Its documents by their positions.
    #[getter]
    fn rows(&self) -> Rows {
        Rows::new(Arc::clone(&self.handle), self.raw)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.handle.read(py, |open| Ok(usize::try_from(open.len()).unwrap_or(usize::MAX)))
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        match key_of(key)? {
            Some(text) => self.handle.read(key.py(), |open| open.contains(text)),
            None => Ok(false),
        }
    }

    fn __getitem__<'py>(&self, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.found(&key)?.ok_or_else(|| PyKeyError::new_err(key.unbind()))
    }

    /// The document of a key, or another value.
    #[pyo3(signature = (key, default = None, /))]
    fn get<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.found(key)?.or(default))
    }

    /// The documents of keys, in their order; None for those that are not there.
    #[pyo3(signature = (keys, /))]
    fn get_many<'py>(&self, keys: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = keys.py();
        let list = PyList::empty(py);
        let _paused = Paused::new();
        for key in keys.try_iter()? {
            list.append(self.found(&key?)?)?;
        }
        Ok(list)
    }

    fn __setitem__(&self, key: &Bound<'_, PyAny>, document: &Bound<'_, PyAny>) -> PyResult<()> {
        let key = new_key(key)?;
        self.put(document, |open, text| open.put_raw(key, text))
    }

    /// Puts a document under the key that it has in its key field, which is returned.
    #[pyo3(signature = (document, /))]
    fn add(&self, document: &Bound<'_, PyAny>) -> PyResult<String> {
        self.put(document, |open, text| open.add(text).map(std::borrow::Cow::into_owned))
    }

    /// Puts documents of pairs of key and document, or of a mapping: all, or none; how many.
    #[pyo3(signature = (documents, /))]
    fn put_many(&self, documents: &Bound<'_, PyAny>) -> PyResult<u64> {
        put_many(&self.handle, documents)
    }

    fn __delitem__(&self, key: Bound<'_, PyAny>) -> PyResult<()> {
        let py = key.py();
        let deleted = match key_of(&key)? {
            Some(text) => self.handle.change(py, |open| open.delete(text))?,
            None => false,
        };
        if deleted { Ok(()) } else { Err(PyKeyError::new_err(key.unbind())) }
    }

    /// Deletes the documents of keys, as far as there are; how many there were.
    #[pyo3(signature = (keys, /))]
    fn delete_many(&self, keys: &Bound<'_, PyAny>) -> PyResult<u64> {
        let py = keys.py();
        let mut all = Vec::new();
        for key in keys.try_iter()? {
            all.extend(key_of(&key?)?.map(str::to_owned));
        }
        self.handle.change(py, |open| all.iter().map(|key| open.delete(key).map(u64::from)).sum())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Scan> {
        self.keys(py)
    }

    /// The keys, in the order of writing.
    fn keys(&self, py: Python<'_>) -> PyResult<Scan> {
        Ok(self.scanned(Form::Key(self.key_field_of(py)?)))
    }

    /// The documents, in the order of writing.
    fn values(&self) -> Scan {
        self.scanned(self.form())
    }

    /// Pairs of key and document, in the order of writing.
    fn items(&self, py: Python<'_>) -> PyResult<Scan> {
        Ok(self.scanned(Form::Item(self.key_field_of(py)?, self.raw)))
    }

    /// The documents that fulfil all conditions; dicts of some of their fields, if these are named.
    #[pyo3(signature = (*conditions, fields = None))]
    fn scan(&self, py: Python<'_>, conditions: Vec<String>, fields: Option<Vec<String>>) -> PyResult<Scan> {
        let form = match fields {
            Some(fields) => {
                let wanted = |name: String| {
                    let key = PyString::intern(py, &name).unbind();
                    (name, key)
                };
                Form::Fields(fields.into_iter().map(wanted).collect())
            }
            None => self.form(),
        };
        Ok(Scan::new(Arc::clone(&self.handle), Collection::conditions(py, conditions)?, form))
    }

    /// All documents in lists of so many, in an order drawn by a seed, or in that of writing.
    #[pyo3(signature = (size, *, seed = None))]
    fn batches(&self, py: Python<'_>, size: usize, seed: Option<u64>) -> PyResult<Batches> {
        Batches::new(py, Arc::clone(&self.handle), self.raw, size, seed)
    }

    /// What is put and deleted within it is one commit.
    fn batch(&self) -> Batch {
        Batch::new(Arc::clone(&self.handle), self.raw)
    }

    /// Commits what a batch has so far.
    fn commit(&self, py: Python<'_>) -> PyResult<()> {
        let _turn = self.handle.turn(py)?;
        self.handle.write(py, Opened::commit)
    }

    /// Commits, and makes all commits survive the end of the machine.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        let _turn = self.handle.turn(py)?;
        self.handle.write(py, Opened::flush)
    }

    /// Sees what others committed since it was opened or refreshed.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        self.handle.write(py, Opened::refresh)
    }

    /// Leaves out what was replaced or deleted.
    fn compact(&self, py: Python<'_>) -> PyResult<()> {
        let _turn = self.handle.turn(py)?;
        self.handle.write(py, Opened::compact)
    }

    /// Reads every line, and compares log, index and documents.
    fn verify(&self, py: Python<'_>) -> PyResult<Verified> {
        self.handle.read_long(py, |open| open.verify(|_, _| {})).map(Verified::from)
    }

    /// Writes the documents into a store in another folder.
    fn snapshot(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        self.handle.read_long(py, move |open| open.snapshot(&folder))
    }

    /// What the collection takes.
    fn stats(&self, py: Python<'_>) -> PyResult<Stats> {
        self.handle.read(py, ingot_store::Collection::stats).map(Stats::from)
    }

    /// The documents as columns, through Arrow's interface in C.
    #[pyo3(signature = (fields = None, *, schema = None, batch_rows = 65_536))]
    fn to_arrow(
        slf: &Bound<'_, Self>,
        fields: Option<Vec<String>>,
        schema: Option<&Bound<'_, PyAny>>,
        batch_rows: usize,
    ) -> PyResult<ArrowStream> {
        let schema = schema.map(schema_of).transpose()?;
        arrow::of_documents(slf, fields, schema, batch_rows)
    }

    /// The documents as a frame of pandas.
    #[pyo3(signature = (fields = None, *, schema = None))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        fields: Option<Vec<String>>,
        schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let frame = slf.py().import("pandas")?.getattr("DataFrame")?;
        let columns = Self::to_arrow(slf, fields, schema, 1 << 16)?;
        frame.call_method1("from_arrow", (columns,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PathBuf, String, bool))> {
        let open = py.import("ingot._ingot")?.getattr("_store_reopened")?;
        Ok((open, (self.handle.folder.clone(), self.handle.name.clone(), self.raw)))
    }

    fn __repr__(&self) -> String {
        let raw = if self.raw { ", as bytes" } else { "" };
        format!("<ingot.Collection {:?} of {:?}{raw}>", self.handle.name, self.handle.folder.display().to_string())
    }
}

/// Texts of documents as a list.
pub(crate) fn listed<'py>(
    py: Python<'py>,
    handle: &Handle,
    form: &Form,
    texts: &Texts,
) -> PyResult<Bound<'py, PyList>> {
    // Nothing that is made here refers to itself.
    let _paused = Paused::new();
    handle.with_known(|known| {
        let documents = (0..texts.ends.len()).map_while(|number| texts.get(number));
        let made: PyResult<Vec<_>> = documents.map(|text| form.made(py, text, known)).collect();
        PyList::new(py, made?)
    })
}
