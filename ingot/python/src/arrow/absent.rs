//! What stands in the place of Arrow where the package is built without it: the same names, and one error.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use ingot_container::ReadOptions;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::container::{Inner, Way};
use crate::schema::Schema;
use crate::store::Collection;
use crate::target::Target;

/// Whether the package is built with it.
pub(crate) const BUILT: bool = false;

/// Batches of columns. There are none in this build.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct ArrowStream(Infallible);

/// A table of another package. None is taken in this build.
pub(crate) enum Table {}

/// The rows of one.
pub(crate) enum TableRows {}

fn absent<T>() -> PyResult<T> {
    Err(PyNotImplementedError::new_err(
        "this build of ingot has no Arrow: build it with arrow among INGOT_FEATURES, or without INGOT_FEATURES",
    ))
}

pub(crate) fn table(_: &Bound<'_, PyAny>) -> PyResult<Table> {
    absent()
}

pub(crate) fn schema_for<'py>(_: Python<'py>, table: &Table, _: &str) -> PyResult<Bound<'py, Schema>> {
    match *table {}
}

pub(crate) fn encoded<'py>(_: &Schema, _: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    absent()
}

pub(crate) fn decoded(_: &Schema, _: &Bound<'_, PyAny>, _: Option<Vec<String>>) -> PyResult<ArrowStream> {
    absent()
}

pub(crate) fn of_file(
    _: Python<'_>,
    _: Arc<Mutex<Inner>>,
    _: &Way,
    _: &ReadOptions,
    _: Option<Vec<String>>,
    _: usize,
) -> PyResult<ArrowStream> {
    absent()
}

pub(crate) fn of_documents(
    _: &Bound<'_, Collection>,
    _: Option<Vec<String>>,
    _: Option<Bound<'_, Schema>>,
    _: usize,
) -> PyResult<ArrowStream> {
    absent()
}

impl Table {
    pub(crate) fn rows(self, _: Python<'_>, _: &Schema) -> PyResult<TableRows> {
        match self {}
    }
}

impl TableRows {
    pub(crate) fn write(
        self,
        _: Python<'_>,
        _: usize,
        _: &mut ingot_container::Writer<Target>,
        _: &mut bool,
    ) -> PyResult<u64> {
        match self {}
    }
}
