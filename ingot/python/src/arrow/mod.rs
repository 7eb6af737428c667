//! Tables of other packages, and for them, through Arrow's interface in C: no bytes are copied, and none of them is needed.
//!
//! `absent.rs` stands in its place where the package is built without Arrow.

mod batches;
mod documents;
mod rows;

use std::ffi::CStr;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatchIterator, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use ingot_arrow::{ColumnOptions, Columns, Rows};
use ingot_codec::{DataClass, DataError};
use ingot_container::ReadOptions;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use self::batches::Batches;
use crate::container::{Inner, Way};
use crate::failure::data_exception;
use crate::given::whole;
use crate::schema::Schema;
use crate::store::Collection;

/// Whether the package is built with it.
pub(crate) const BUILT: bool = true;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";

/// Batches of columns, to be read once by a package that knows Arrow.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct ArrowStream {
    schema: SchemaRef,
    batches: Mutex<Option<Box<dyn RecordBatchReader + Send>>>,
}

impl ArrowStream {
    fn new(batches: Box<dyn RecordBatchReader + Send>) -> Self {
        ArrowStream { schema: batches.schema(), batches: Mutex::new(Some(batches)) }
    }
}

#[pymethods]
impl ArrowStream {
    /// The stream, as a capsule; it can be taken once.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts what it is given.
        let _ = requested_schema;
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(batches) = batches else {
            return Err(PyValueError::new_err("the stream was read already: make another one"));
        };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), STREAM)
    }

    /// The schema, as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(|error| exception(py, &error))?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.schema.fields().iter().map(|field| field.name().as_str()).collect();
        format!("<ingot.ArrowStream of {}>", names.join(", "))
    }
}

/// The batches of a table that another package hands over.
pub(crate) struct Table(Box<dyn RecordBatchReader + Send>);

/// The table of an object that hands one over.
pub(crate) fn table(object: &Bound<'_, PyAny>) -> PyResult<Table> {
    if !object.hasattr("__arrow_c_stream__")? {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{kind} is no table: it has no __arrow_c_stream__()")));
    }
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule =
        capsule.cast::<PyCapsule>().map_err(|_| PyTypeError::new_err("__arrow_c_stream__() gave no capsule"))?;
    let stream = capsule.pointer_checked(Some(STREAM))?;
    // The name says what the capsule holds; what it holds is taken out of it, so that it is released once.
    let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr().cast()) };
    Ok(Table(Box::new(reader.map_err(|error| exception(object.py(), &error))?)))
}

/// The schema for the rows of a table, whose records are named after `name`.
pub(crate) fn schema_for<'py>(py: Python<'py>, table: &Table, name: &str) -> PyResult<Bound<'py, Schema>> {
    let found = ingot_arrow::schema_for(&table.0.schema(), name);
    let found = found.map_err(|error| data_exception(py, "SchemaError", error))?;
    Bound::new(py, Schema::of(py, found, ingot_codec::Options::default())?)
}

/// The bytes of the rows of a table, one after another.
pub(crate) fn encoded<'py>(schema: &Schema, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = object.py();
    let Table(mut table) = table(object)?;
    let wrong = |error| data_exception(py, "EncodeError", error);
    let rows = Rows::new(schema.schema(), &table.schema()).map_err(wrong)?;
    let mut all = Vec::new();
    while let Some(batch) = py.detach(|| table.next()) {
        let batch = batch.map_err(|error| exception(py, &error))?;
        let keep = |_, bytes: &[u8]| -> Result<(), std::convert::Infallible> {
            all.extend_from_slice(bytes);
            Ok(())
        };
        let Ok(()) = py.detach(|| rows.encode(&batch, usize::MAX, keep)).map_err(wrong)?;
        py.check_signals()?;
    }
    Ok(PyBytes::new(py, &all))
}

/// How many rows a batch has at most that is made of bytes at hand.
const BATCH: usize = 1 << 16;

/// Bytes of data after which a batch ends: the offsets within one have 31 bits.
const MOST_BYTES: usize = 1 << 30;

/// Columns of data: bytes that hold them one after another, or bytes for each.
pub(crate) fn decoded(schema: &Schema, data: &Bound<'_, PyAny>, fields: Option<Vec<String>>) -> PyResult<ArrowStream> {
    let py = data.py();
    let wrong = |error| data_exception(py, "DecodeError", error);
    let columns = columns(py, schema.schema(), schema.options().clone(), fields)?;
    let mut batches = Vec::new();
    let mut builder = columns.builder();
    let (mut gathered, lenient) = (0, schema.options().lenient);
    let mut add = |bytes: &[u8], whole: bool| -> Result<usize, DataError> {
        let taken = builder.append(1, bytes)?;
        // Of data one after another those without bytes would never end.
        let is_left = if whole { taken < bytes.len() && !lenient } else { taken == 0 };
        if is_left {
            let message = format!("bytes left behind the datum: {}", bytes.len() - taken);
            return Err(DataError::new(DataClass::BytesLeft, Some(taken), message));
        }
        gathered += taken;
        if builder.rows() == BATCH || gathered >= MOST_BYTES {
            batches.push(builder.finish()?);
            gathered = 0;
        }
        Ok(taken)
    };
    if let Ok(bytes) = whole(data) {
        let bytes = bytes.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            at += add(&bytes[at..], false).map_err(|error| wrong(error.behind(at)))?;
        }
    } else {
        for frame in data.try_iter()? {
            add(whole(&frame?)?.as_bytes(), true).map_err(wrong)?;
        }
    }
    if builder.rows() > 0 {
        batches.push(builder.finish().map_err(wrong)?);
    }
    let all = RecordBatchIterator::new(batches.into_iter().map(Ok), Arc::clone(columns.arrow_schema()));
    Ok(ArrowStream::new(Box::new(all)))
}

/// What is left of a file as columns, in batches of about so many rows.
pub(crate) fn of_file(
    py: Python<'_>,
    inner: Arc<Mutex<Inner>>,
    way: &Way,
    options: &ReadOptions,
    fields: Option<Vec<String>>,
    rows: usize,
) -> PyResult<ArrowStream> {
    Ok(ArrowStream::new(Box::new(Batches::new(py, inner, way, options, fields, rows)?)))
}

/// Columns of the documents of a collection, by a schema, or by the narrowest one that takes all.
pub(crate) fn of_documents(
    collection: &Bound<'_, Collection>,
    fields: Option<Vec<String>>,
    schema: Option<Bound<'_, Schema>>,
    rows: usize,
) -> PyResult<ArrowStream> {
    documents::stream(collection, fields, schema, rows)
}

/// The columns of a schema, or of some of its fields.
fn columns(
    py: Python<'_>,
    schema: &ingot_schema::Schema,
    data: ingot_codec::Options,
    fields: Option<Vec<String>>,
) -> PyResult<Columns> {
    let options = ColumnOptions { fields: fields.unwrap_or_default(), data, ..ColumnOptions::default() };
    Columns::with(schema.clone(), options).map_err(|error| data_exception(py, "SchemaError", error))
}

fn external(error: impl std::error::Error + Send + Sync + 'static) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

/// The exception for what is wrong with a table.
fn exception(py: Python<'_>, error: &ArrowError) -> PyErr {
    let message = error.to_string();
    let error = DataError::new(DataClass::ColumnsInvalid, None, message);
    data_exception(py, "EncodeError", error)
}
