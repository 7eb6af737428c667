//! Record batches of Arrow, made of documents' text.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_json::ReaderBuilder;
use arrow_json::reader::{Decoder, infer_json_schema_from_iterator};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use serde_json::Value;

use crate::collection::Collection;
use crate::error::{Outcome, StoreClass, StoreError};
use crate::fields::fields;
use crate::order::Iter;
use crate::read::parsed;

fn unlike(error: &ArrowError) -> StoreError {
    StoreError::new(StoreClass::TypeMismatch, format!("no columns of these documents: {error}"))
}

/// The schema of documents: a column for each field that one of them has, in the order in which they come, each of which
/// may be null. An error if a document cannot be read, or a field is an object in one of them and none in another.
///
/// Whole numbers are `Int64`; where there are others, or larger ones, too, `Float64`. Texts are `Utf8`, arrays `List`,
/// objects `Struct`. What is of several kinds is `Utf8`, or a list of it.
pub fn schema_of<D: AsRef<[u8]>>(documents: impl IntoIterator<Item = Outcome<D>>) -> Outcome<SchemaRef> {
    let mut failed = None;
    let mut places = HashMap::new();
    let values = documents.into_iter().map_while(|document| {
        let parsed = document.and_then(|document| {
            for (name, _) in fields(document.as_ref()).unwrap_or_default() {
                if !places.contains_key(&*name) {
                    places.insert(name.into_owned(), places.len());
                }
            }
            parsed::<Value>(document.as_ref())
        });
        match parsed {
            Ok(value) => Some(Ok(value)),
            Err(error) => {
                failed = Some(error);
                None
            }
        }
    });
    let schema = infer_json_schema_from_iterator(values);
    if let Some(error) = failed {
        return Err(error);
    }
    let mut fields = schema.map_err(|error| unlike(&error))?.fields.to_vec();
    fields.sort_by_key(|field| places.get(field.name()).copied());
    Ok(Arc::new(Schema::new(fields)))
}

/// Documents as record batches.
#[derive(Debug)]
pub struct RecordBatches<I> {
    documents: I,
    decoder: Decoder,
    rows: usize,
}

impl<D: AsRef<[u8]>, I: Iterator<Item = Outcome<D>>> RecordBatches<I> {
    /// Of documents by a schema, so many rows each; an error if there are no columns of such a type. Fields that the schema
    /// does not have are left out.
    pub fn new(documents: impl IntoIterator<IntoIter = I>, schema: SchemaRef, rows: usize) -> Outcome<Self> {
        let rows = rows.max(1);
        let decoder = ReaderBuilder::new(schema).with_coerce_primitive(true).with_batch_size(rows).build_decoder();
        Ok(RecordBatches { documents: documents.into_iter(), decoder: decoder.map_err(|error| unlike(&error))?, rows })
    }

    fn batch(&mut self) -> Outcome<Option<RecordBatch>> {
        for document in self.documents.by_ref().take(self.rows) {
            let document = document?;
            // It stops at the end of a batch only, which is not within these rows.
            self.decoder.decode(document.as_ref()).map_err(|error| unlike(&error))?;
            self.decoder.decode(b"\n").map_err(|error| unlike(&error))?;
        }
        self.decoder.flush().map_err(|error| unlike(&error))
    }
}

impl<D: AsRef<[u8]>, I: Iterator<Item = Outcome<D>>> Iterator for RecordBatches<I> {
    type Item = Outcome<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

impl Collection {
    /// The [schema](schema_of) of all documents, which are gone through; an error as of that.
    pub fn arrow_schema(&self) -> Outcome<SchemaRef> {
        schema_of(self.documents()?)
    }

    /// All documents as record batches of so many rows, in the order of writing, by their own schema or another one; an
    /// error, here or of a batch, if a document is not what was written or has no such columns.
    ///
    /// ```
    /// # use ingot_store::{Store, Options};
    /// # let folder = ingot_store::Scratch::new();
    /// let store = Store::open(&folder, &Options::default())?;
    /// let mut teas = store.collection("teas")?;
    /// teas.put_raw("oolong", br#"{"grams": 250}"#)?;
    /// teas.put_raw("sencha", br#"{"from": "Japan"}"#)?;
    /// let batch = teas.record_batches(teas.arrow_schema()?, 1000)?.next().unwrap()?;
    /// assert_eq!((batch.num_rows(), batch.num_columns()), (2, 3));
    /// # Ok::<(), ingot_store::StoreError>(())
    /// ```
    pub fn record_batches(&self, schema: SchemaRef, rows: usize) -> Outcome<RecordBatches<Iter<'_>>> {
        RecordBatches::new(self.documents()?, schema, rows)
    }
}
