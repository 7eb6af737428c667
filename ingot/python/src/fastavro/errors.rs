//! What is raised: the classes of `ingot.fastavro._errors`, which are those that fastavro's users catch, too.

use pyo3::prelude::*;

use crate::failure::{Failure, exception};

/// For an object that is no value of its schema.
#[cold]
pub(super) fn raised(py: Python<'_>, failure: Failure) -> PyErr {
    made(py, "EncodeError", failure)
}

/// For bytes that are no value of their schema.
#[cold]
pub(super) fn unread(py: Python<'_>, failure: Failure) -> PyErr {
    made(py, "DecodeError", failure)
}

fn made(py: Python<'_>, name: &'static str, failure: Failure) -> PyErr {
    if matches!(failure, Failure::Raised) {
        return exception(py, name, failure);
    }
    let error = exception(py, name, failure);
    let given = py.import("ingot.fastavro._errors").and_then(|module| module.call_method1("given", (error.value(py),)));
    given.map_or_else(|error| error, PyErr::from_value)
}
