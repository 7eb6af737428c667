//! What is wrong with a store, as exceptions.

use std::error::Error;
use std::io;

use ingot_store::{StoreClass, StoreError};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::failure::{io_exception, made as made_by};

/// The exception for what is wrong with a store. What the system says of a file is an `OSError`.
#[cold]
pub(crate) fn exception(py: Python<'_>, error: &StoreError) -> PyErr {
    if let Some(said) = error.source().and_then(|cause| cause.downcast_ref::<io::Error>()) {
        return match said.raw_os_error() {
            Some(_) => io_exception(py, said, error.file()),
            None => PyOSError::new_err(error.to_string()),
        };
    }
    made(py, error.class(), &error.to_string())
}

/// The same, of one document among many.
#[cold]
pub(crate) fn document_exception(py: Python<'_>, error: &StoreError, key: &str) -> PyErr {
    match error.class() {
        StoreClass::DocumentInvalid | StoreClass::KeyDifferent | StoreClass::Limit => {
            made(py, error.class(), &format!("the document of {key:?}: {error}"))
        }
        _ => exception(py, error),
    }
}

#[cold]
pub(crate) fn made(py: Python<'_>, class: StoreClass, message: &str) -> PyErr {
    let name = if class == StoreClass::Missing { "MissingError" } else { "StoreError" };
    made_by(py, name, |class_of| class_of.call1((message, class.name())))
}

#[cold]
pub(crate) fn closed() -> PyErr {
    PyRuntimeError::new_err("the store is closed, or the collection was repaired: open it again")
}

/// A call before ended in a fault of this package's own.
#[cold]
pub(crate) fn raised() -> PyErr {
    PyRuntimeError::new_err("a call before ended by a fault of ingot's own: open the store again")
}

/// The text of a key; none if it is no Unicode, and so no document's. An exception if it is no string.
pub(crate) fn key_of<'k>(key: &'k Bound<'_, PyAny>) -> PyResult<Option<&'k str>> {
    let Ok(text) = key.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("{}, not a string, as keys are", key.get_type().name()?)));
    };
    Ok(text.to_str().ok())
}

/// The text of a key under which something is put.
pub(crate) fn new_key<'k>(key: &'k Bound<'_, PyAny>) -> PyResult<&'k str> {
    key_of(key)?.ok_or_else(|| made(key.py(), StoreClass::DocumentInvalid, "a key with half of a surrogate pair"))
}
