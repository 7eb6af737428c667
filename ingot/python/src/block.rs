//! The classes `Blocks` and `Block`.

use std::sync::{Mutex, MutexGuard};

use ingot_container::Unpacked;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};

use crate::container::Reader;
use crate::failure::record_exception;
use crate::given::alias;

/// The blocks of a reader.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Blocks(pub(crate) Py<Reader>);

#[pymethods]
impl Blocks {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Block>> {
        let mut inner = self.0.get().lock()?;
        inner.block = None;
        let block = inner.next_block(py)?;
        Ok(block.map(|block| Block { reader: self.0.clone_ref(py), block: Mutex::new(block) }))
    }

    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }
}

/// A block of a file.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Block {
    reader: Py<Reader>,
    block: Mutex<Unpacked>,
}

#[pymethods]
impl Block {
    /// How many records it has.
    #[getter]
    fn count(&self) -> PyResult<u64> {
        Ok(self.lock()?.count())
    }

    /// Where in the file it begins.
    #[getter]
    fn offset(&self) -> PyResult<u64> {
        Ok(self.lock()?.offset())
    }

    /// How many bytes it has in the file, packed.
    #[getter]
    fn packed(&self) -> PyResult<usize> {
        Ok(self.lock()?.packed())
    }

    /// Its records' bytes, unpacked, one behind the other.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.lock()?.bytes()))
    }

    /// Its records.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut block = self.lock()?;
        let reader = self.reader.get();
        let list = PyList::empty(py);
        block.rewind(&reader.options.data);
        while let Some(record) = reader.way.record(py, &mut block)? {
            match record {
                Ok(record) => list.append(unsafe { Bound::from_owned_ptr(py, record.into_ptr()) })?,
                Err((error, known)) => {
                    let told = reader.lock()?.give_up(&mut block, error);
                    told.map_err(|error| record_exception(py, &error, known))?;
                    break;
                }
            }
        }
        Ok(list)
    }

    fn __repr__(&self) -> PyResult<String> {
        let block = self.lock()?;
        Ok(format!("<ingot.Block of {} records at byte {}>", block.count(), block.offset()))
    }

    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }
}

impl Block {
    fn lock(&self) -> PyResult<MutexGuard<'_, Unpacked>> {
        self.block.try_lock().map_err(|_| PyRuntimeError::new_err("the block is in use by another thread"))
    }
}
