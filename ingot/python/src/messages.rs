//! The heads of messages, which name their schema.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::data_exception;
use crate::given::whole;

/// The number of the schema of a message of schema registries, and its value's bytes.
#[pyfunction]
#[pyo3(signature = (message, /))]
pub(crate) fn registry_message<'py>(message: &Bound<'py, PyAny>) -> PyResult<(u32, Bound<'py, PyBytes>)> {
    let (py, message) = (message.py(), whole(message)?);
    let (number, datum) =
        ingot_codec::registry_message(message.as_bytes()).map_err(|error| data_exception(py, "DecodeError", error))?;
    Ok((number, PyBytes::new(py, datum)))
}

/// The fingerprint of the schema of a single object (eight bytes), and its value's bytes.
#[pyfunction]
#[pyo3(signature = (message, /))]
pub(crate) fn single_object_message<'py>(
    message: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (py, message) = (message.py(), whole(message)?);
    let (fingerprint, datum) = ingot_codec::single_object_message(message.as_bytes())
        .map_err(|error| data_exception(py, "DecodeError", error))?;
    Ok((PyBytes::new(py, &fingerprint.to_le_bytes()), PyBytes::new(py, datum)))
}
