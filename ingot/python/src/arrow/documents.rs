//! The documents of a collection as columns.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use ingot_arrow::Columns;
use ingot_codec::{Limits, Options};
use ingot_schema::{Data, Inference, SchemaClass, SchemaError};
use pyo3::ffi;
use pyo3::prelude::*;

use super::{ArrowStream, MOST_BYTES, columns, external};
use crate::failure::{data_exception, exception, made, schema_exception};
use crate::schema::Schema;
use crate::scratch::{Paused, scratch};
use crate::store::{Collection, Form, Moment, Texts};

/// Documents as they were when the stream was made.
struct Documents {
    /// Nothing once it is dropped.
    held: Option<(Py<Collection>, Py<Schema>)>,
    columns: Columns,
    arrow: SchemaRef,
    moment: Moment,
    position: u64,
    rows: usize,
    ended: bool,
}

/// Columns of all documents, by a schema, or by the narrowest one that takes all.
pub(super) fn stream(
    collection: &Bound<'_, Collection>,
    fields: Option<Vec<String>>,
    schema: Option<Bound<'_, Schema>>,
    rows: usize,
) -> PyResult<ArrowStream> {
    let py = collection.py();
    let moment = collection.get().handle.moment(py)?;
    let is_given = schema.is_some();
    let schema = match schema {
        Some(schema) => schema,
        None => Bound::new(py, found(py, collection.get(), &moment)?)?,
    };
    let columns = columns(py, schema.get().schema(), schema.get().options().clone(), fields)?;
    let mut arrow = Arc::clone(columns.arrow_schema());
    if let Some(field) = arrow.fields().iter().find(|field| field.name().contains('\0')) {
        let message = format!("{:?}: the name of a column has no character U+0000; select other fields", field.name());
        let kind = SchemaClass::NameInvalid.name();
        return Err(made(py, "SchemaError", |class| class.call1((message, kind, "", None::<usize>))));
    }
    if !is_given && ingot_schema::Schema::parse(&schema.get().schema().to_string()).is_err() {
        // With names that Avro does not allow it is no schema to be told to others.
        arrow = Arc::new(arrow_schema::Schema::new(arrow.fields().clone()));
    }
    let held = Some((collection.clone().unbind(), schema.unbind()));
    let documents = Documents { held, columns, arrow, moment, position: 0, rows: rows.max(1), ended: false };
    Ok(ArrowStream::new(Box::new(documents)))
}

/// The narrowest schema that takes all documents.
fn found(py: Python<'_>, collection: &Collection, moment: &Moment) -> PyResult<Schema> {
    let found = collection.handle.read_moment(py, moment, |open, listing| {
        let mut inference = Inference::default();
        if listing.is_empty() {
            // All that is known of documents to come.
            let key = (open.key_field().to_owned(), Data::String(String::new()).into());
            inference.add(&Data::Object(vec![key]).into());
        }
        for line in open.listed(listing, 0)? {
            let text = std::str::from_utf8(line?).unwrap_or_default();
            if let Err(error) = inference.add_document(text) {
                return Ok(Err(error));
            }
        }
        Ok(inference.table("Document"))
    })?;
    let found = found.map_err(|error: SchemaError| schema_exception(py, &error))?;
    // The store has limits of its own, which these are beyond.
    let limits = Limits { depth: Limits::MOST_DEPTH, zero_width: u64::MAX, ..Limits::default() };
    Schema::of(py, found, Options { lenient: false, limits })
}

/// Bytes of documents that are looked at together.
const AT_ONCE: usize = 1 << 20;

impl Documents {
    fn batch(&mut self) -> Result<RecordBatch, ArrowError> {
        let mut builder = self.columns.builder();
        let mut texts = Texts::default();
        let mut bytes = 0;
        let Some((collection, schema)) = &self.held else { return builder.finish().map_err(external) };
        while builder.rows() < self.rows && bytes < MOST_BYTES && !self.ended {
            let most = self.rows - builder.rows();
            attached(|py| {
                self.position += read_ahead(py, collection.get(), &self.moment, self.position, most, &mut texts)?;
                self.ended = texts.ends.is_empty();
                collection.get().handle.with_known(|known| {
                    let _paused = Paused::new();
                    (0..texts.ends.len()).map_while(|number| texts.get(number)).try_for_each(|text| {
                        bytes += text.len();
                        let document = Form::Document.made(py, text, known)?;
                        scratch(|room| {
                            let put = schema.get().put(document.as_ptr(), room);
                            put.map_err(|failure| exception(py, "EncodeError", failure))?;
                            builder.append(1, room).map(drop).map_err(|error| data_exception(py, "EncodeError", error))
                        })
                    })
                })
            })
            .map_err(external)?;
        }
        builder.finish().map_err(external)
    }
}

fn read_ahead(
    py: Python<'_>,
    collection: &Collection,
    moment: &Moment,
    position: u64,
    most: usize,
    texts: &mut Texts,
) -> PyResult<u64> {
    texts.clear();
    collection.handle.read_moment(py, moment, |open, listing| {
        for line in open.listed(listing, position)?.take(most) {
            texts.add(line?);
            if texts.bytes.len() >= AT_ONCE {
                break;
            }
        }
        Ok(texts.ends.len() as u64)
    })
}

impl Drop for Documents {
    fn drop(&mut self) {
        attached(|_| drop(self.held.take()));
    }
}

/// Runs with the interpreter held, on any thread, by any caller.
///
/// `PyO3` counts what it was called by: between a method of ours and this, a package may have let go of the interpreter
/// behind its back.
fn attached<T>(run: impl FnOnce(Python<'_>) -> T) -> T {
    struct Ensured(ffi::PyGILState_STATE);
    impl Drop for Ensured {
        fn drop(&mut self) {
            // It is the state that this thread was given last.
            unsafe { ffi::PyGILState_Release(self.0) }
        }
    }
    let _ensured = Ensured(unsafe { ffi::PyGILState_Ensure() });
    Python::attach(run)
}

impl Iterator for Documents {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let batch = self.batch();
        self.ended |= batch.is_err();
        match batch {
            Ok(batch) if batch.num_rows() == 0 => None,
            batch => Some(batch),
        }
    }
}

impl RecordBatchReader for Documents {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.arrow)
    }
}
