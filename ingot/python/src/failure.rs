//! What can go wrong within a datum: a fault of the data, or an exception of the interpreter.

use ingot_codec::wire::{Fault, Step, Within};
use ingot_codec::{DataClass, DataError, ResolveError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::objects::Raised;

/// Why a datum is not read or written. It is small: every value is read and written by a function that may give one.
pub(crate) enum Failure {
    /// An exception is set.
    Raised,
    Fault(Box<Fault>),
    Data(Box<DataError>),
}

pub(crate) type Done<T> = Result<T, Failure>;

impl From<Raised> for Failure {
    fn from(_: Raised) -> Self {
        Failure::Raised
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Failure::Data(Box::new(error))
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
        Err(Failure::Fault(fault)) => match Err::<T, _>(fault).within(step) {
            Ok(value) => Ok(value),
            Err(fault) => Err(Failure::Fault(fault)),
        },
        other => other,
    }
}

/// The exception of Python: the class `name` of `ingot.errors`, with what is known.
#[cold]
pub(crate) fn exception(py: Python<'_>, name: &'static str, failure: Failure) -> PyErr {
    match failure {
        Failure::Raised => PyErr::take(py).unwrap_or_else(|| PyRuntimeError::new_err("no exception is set")),
        Failure::Fault(fault) => data_exception(py, name, DataError::from(fault)),
        Failure::Data(error) => data_exception(py, name, *error),
    }
}

/// The same for an error that has its path.
#[cold]
pub(crate) fn data_exception(py: Python<'_>, name: &'static str, error: DataError) -> PyErr {
    let DataError { class, path, offset, message, .. } = error;
    made(py, name, |class_of| class_of.call1((message, class.name(), path, offset)))
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
    made(py, "SchemaError", |class| class.call1((error.to_string(), kind, path, None::<usize>)))
}

fn made<'py>(
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
