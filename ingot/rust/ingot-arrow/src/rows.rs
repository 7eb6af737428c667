//! Batches as data: row by row, with no values in between.

use std::sync::Arc;

use arrow_array::{Array, RecordBatch, StructArray};
use arrow_schema::Schema as ArrowSchema;
use ingot_codec::DataError;
use ingot_codec::wire::{Step, Within};
use ingot_schema::{Schema, Type};

use crate::cells::{Plan, cells};
use crate::error::refused;

/// Writes the rows of batches as data of one schema; made once, used for any number of batches of the same columns.
///
/// Columns are found by the names of fields. A field without a column takes its default; a column without a field is an
/// error, as is one that has not a type of its field. Numbers may be of another width or unit where every one that is
/// there fits exactly; what does not is an error with its row.
///
/// ```
/// use ingot_arrow::{Columns, Rows};
/// use ingot_codec::Schema;
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
///     {"name": "name", "type": "string"},
///     {"name": "grams", "type": ["null", "long"]}
/// ]}"#).unwrap();
/// let bytes = b"\x0coolong\x02\xf4\x03\x0csencha\x00";
/// let batch = Columns::new(schema.clone())?.decode_block(2, bytes)?;
///
/// let mut written = Vec::new();
/// Rows::new(&schema, &batch.schema())?.encode(&batch, usize::MAX, |count, rows| {
///     assert_eq!(count, 2);
///     written.extend_from_slice(rows);
///     Ok::<(), std::convert::Infallible>(())
/// })?.unwrap();
/// assert_eq!(written, bytes);
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rows {
    schema: Schema,
    defaults: Vec<Vec<Option<Vec<u8>>>>,
    fields: arrow_schema::Fields,
}

impl Rows {
    /// For the rows of batches with these columns; an error if they are none of the schema.
    pub fn new(schema: &Schema, arrow: &ArrowSchema) -> Result<Rows, DataError> {
        if !matches!(schema[schema.root()].shape, Type::Record(_)) {
            let word = schema[schema.root()].shape.word();
            return Err(refused("", format!("a batch has the fields of a record, and the schema is of type {word}")));
        }
        let rows = Rows { schema: schema.clone(), defaults: defaults(schema), fields: arrow.fields().clone() };
        // What fits a batch of no rows fits any.
        rows.cells(&RecordBatch::new_empty(Arc::new(ArrowSchema::new(rows.fields.clone()))), |_| Ok(()))?;
        Ok(rows)
    }

    /// Hands the rows of a batch to a function as data one behind another, as many at once as have so many bytes; an error
    /// if a row is no datum of the schema, behind those before it, or the function's own.
    pub fn encode<E>(
        &self,
        batch: &RecordBatch,
        block_bytes: usize,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<Result<(), E>, DataError> {
        self.cells(batch, |put| {
            let (mut room, mut count) = (Vec::new(), 0);
            for row in 0..batch.num_rows() {
                let before = room.len();
                if let Err(fault) = put.put(row, &mut room).within(|| Step::Item(row)) {
                    room.truncate(before);
                    let rest = if count > 0 { each(count, &room) } else { Ok(()) };
                    return if rest.is_err() { Ok(rest) } else { Err(fault.into()) };
                }
                count += 1;
                if room.len() >= block_bytes {
                    if let Err(error) = each(count, &room) {
                        return Ok(Err(error));
                    }
                    count = 0;
                    room.clear();
                }
            }
            Ok(if count > 0 { each(count, &room) } else { Ok(()) })
        })
    }

    fn cells<T>(
        &self,
        batch: &RecordBatch,
        take: impl FnOnce(&crate::put::Put<'_>) -> Result<T, DataError>,
    ) -> Result<T, DataError> {
        let whole =
            StructArray::try_new_with_length(self.fields.clone(), batch.columns().to_vec(), None, batch.num_rows())
                .map_err(|error| refused("", error.to_string()))?;
        let plan = Plan { schema: &self.schema, defaults: &self.defaults };
        take(&cells(plan, self.schema.root(), &whole as &dyn Array, &mut Vec::new())?)
    }
}

/// The bytes of the defaults of all fields, by type and by place.
fn defaults(schema: &Schema) -> Vec<Vec<Option<Vec<u8>>>> {
    let codec = ingot_codec::Codec::new(schema.clone());
    let of = |shape: &Type| match shape {
        Type::Record(record) => {
            let bytes = |field: &ingot_schema::Field| {
                let value = field.default.as_ref()?.value.as_ref()?;
                codec.encode_part(field.node, value).ok()
            };
            record.fields.iter().map(bytes).collect()
        }
        _ => Vec::new(),
    };
    schema.nodes().iter().map(|node| of(&node.shape)).collect()
}

/// An error of class `columns-invalid`, by the path of a column.
pub(crate) fn unfit<T>(path: &[String], message: impl Into<String>) -> Result<T, DataError> {
    Err(refused(&path.join("."), message))
}
