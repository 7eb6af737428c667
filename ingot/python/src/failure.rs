//! What can go wrong within a datum: a fault of the data, or an exception of the interpreter.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::path::Path;

use ingot_codec::wire::{Fault, Step, Within};
use ingot_codec::{DataClass, DataError, Details, ResolveError};
use ingot_container::ContainerError;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::objects::Raised;
use crate::told::{Known, Told};

/// Why a datum is not read or written. It is small: every value is read and written by a function that may give one.
pub(crate) enum Failure {
    /// An exception is set.
    Raised,
    Fault(Box<Fault>),
    /// On its way up, too, with what was to be there.
    Told(Box<Told>),
    Data(Box<Known>),
}

pub(crate) type Done<T> = Result<T, Failure>;

impl Failure {
    /// What is wrong with the data, or that an exception is set.
    #[cold]
    pub(crate) fn into_data(self) -> Result<Known, Raised> {
        match self {
            Failure::Raised => Err(Raised),
            Failure::Fault(fault) => Ok(DataError::from(fault).into()),
            Failure::Told(told) => Ok((*told).into()),
            Failure::Data(error) => Ok(*error),
        }
    }

    /// The same without a place: of bytes that were made on the way, which the caller does not have.
    #[cold]
    pub(crate) fn without_offset(self) -> Failure {
        match self.into_data() {
            Ok(Known { error, expected, met }) => {
                Failure::Data(Box::new(Known { error: error.without_offset(), expected, met }))
            }
            Err(Raised) => Failure::Raised,
        }
    }
}

impl From<Raised> for Failure {
    fn from(_: Raised) -> Self {
        Failure::Raised
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Failure::Data(Box::new(error.into()))
    }
}

impl From<Box<Fault>> for Failure {
    fn from(fault: Box<Fault>) -> Self {
        Failure::Fault(fault)
    }
}

/// Adds a step to the path of a fault.
#[inline]
pub(crate) fn within<T>(done: Done<T>, step: impl FnOnce() -> Step) -> Done<T> {
    match done {
        Ok(value) => Ok(value),
        Err(failure) => stepped(failure, step),
    }
}

#[cold]
fn stepped<T>(failure: Failure, step: impl FnOnce() -> Step) -> Done<T> {
    let more = |fault: Box<Fault>| Err::<Infallible, _>(fault).within(step);
    Err(match failure {
        Failure::Fault(fault) => {
            let Err(fault) = more(fault);
            Failure::Fault(fault)
        }
        Failure::Told(mut told) => {
            let Err(fault) = more(told.fault);
            told.fault = fault;
            Failure::Told(told)
        }
        other => other,
    })
}

/// The exception of Python: the class `name` of `ingot.errors`, with what is known.
#[cold]
pub(crate) fn exception(py: Python<'_>, name: &'static str, failure: Failure) -> PyErr {
    match failure.into_data() {
        Err(Raised) => PyErr::take(py).unwrap_or_else(|| PyRuntimeError::new_err("no exception is set")),
        Ok(known) => known_exception(py, name, known),
    }
}

/// The same for one of several values, with a note of which it is: its path is that within the value.
#[cold]
pub(crate) fn placed(py: Python<'_>, name: &'static str, failure: Failure, place: usize) -> PyErr {
    let is_raised = matches!(failure, Failure::Raised);
    let error = exception(py, name, failure);
    if is_raised {
        return error;
    }
    match error.value(py).call_method1("add_note", (format!("in the value at place {place}, from 0"),)) {
        Ok(_) => error,
        Err(other) => other,
    }
}

/// The same for an error that has its path.
#[cold]
pub(crate) fn data_exception(py: Python<'_>, name: &'static str, error: DataError) -> PyErr {
    known_exception(py, name, error.into())
}

fn known_exception(py: Python<'_>, name: &'static str, known: Known) -> PyErr {
    let Known { error, expected, met } = known;
    let Details { class, path, offset, message } = error.into_details();
    made(py, name, |class_of| class_of.call1((message, class.name(), path, offset, expected, met)))
}

/// The exception for a schema that is none.
#[cold]
pub(crate) fn schema_exception(py: Python<'_>, error: &ingot_schema::SchemaError) -> PyErr {
    made(py, "SchemaError", |class| class.call1((error.to_string(), error.class.name(), "", None::<usize>)))
}

/// The exception for a reader that can read nothing of a writer.
#[cold]
pub(crate) fn resolution_exception(py: Python<'_>, error: &ResolveError) -> PyErr {
    let path = error.reasons.first().map_or("", |reason| &reason.path);
    let kind = DataClass::Resolution.name();
    made(py, "ResolutionError", |class| class.call1((error.to_string(), kind, path, None::<usize>)))
}

/// The exception for what is wrong with a file, or the one that reading or writing it has raised.
#[cold]
pub(crate) fn file_exception(py: Python<'_>, error: &ContainerError) -> PyErr {
    record_exception(py, error, None)
}

/// The same, for a record of which is known what was to be there, and what is.
#[cold]
pub(crate) fn record_exception(
    py: Python<'_>,
    error: &ContainerError,
    known: Option<(Option<String>, Option<String>)>,
) -> PyErr {
    if let Some(error) = error.source().and_then(|cause| cause.downcast_ref::<io::Error>()) {
        return io_exception(py, error, None);
    }
    let path = error.data().map_or("", |error| &error.path);
    let kind = error.class().name();
    let (expected, met) = known.unwrap_or_default();
    made(py, "FileError", |class| class.call1((error.to_string(), kind, path, error.offset(), expected, met)))
}

/// The exception for what the system says of a file, or that an object's own method has raised.
#[cold]
pub(crate) fn io_exception(py: Python<'_>, error: &io::Error, path: Option<&Path>) -> PyErr {
    if let Some(raised) = error.get_ref().and_then(|inner| inner.downcast_ref::<PyErr>()) {
        return raised.clone_ref(py);
    }
    let Some(number) = error.raw_os_error() else { return PyOSError::new_err(error.to_string()) };
    // The same words and the same class as Python's own functions have.
    let words = py.import("os").and_then(|os| os.call_method1("strerror", (number,))?.extract::<String>());
    let words = words.unwrap_or_else(|_| error.to_string());
    match path {
        Some(path) => PyOSError::new_err((number, words, path.as_os_str().to_owned())),
        None => PyOSError::new_err((number, words)),
    }
}

/// An exception of a class of `ingot.errors`, by what makes it of the class.
pub(crate) fn made<'py>(
    py: Python<'py>,
    name: &'static str,
    make: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> PyErr {
    static ERRORS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let found = ERRORS
        .get_or_try_init(py, || py.import("ingot.errors").map(|module| module.into_any().unbind()))
        .and_then(|module| make(&module.bind(py).getattr(name)?));
    found.map_or_else(|error| error, |error| PyErr::from_value(error))
}
