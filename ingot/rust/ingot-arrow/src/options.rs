//! How data become columns.

use ingot_codec::Options;

/// How data become columns.
///
/// ```
/// use ingot_arrow::{ColumnOptions, Columns};
/// use ingot_codec::Schema;
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Image", "fields": [
///     {"name": "uri", "type": "string"},
///     {"name": "width", "type": "int"}
/// ]}"#).unwrap();
/// let columns = Columns::with(schema, ColumnOptions { fields: vec!["width".into()], ..ColumnOptions::default() })?;
/// let batch = columns.decode_block(1, b"\x02a\x40")?;
/// assert_eq!(batch.num_columns(), 1);
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ColumnOptions {
    /// How strictly bytes are read, and what a datum may hold.
    pub data: Options,
    /// Which fields become columns, by paths as `images.uri`, through arrays, maps and unions; all, if there is none.
    /// The others are read over: their texts and logical types are not checked.
    pub fields: Vec<String>,
    /// How many rows a batch of a container has at most.
    pub batch_rows: usize,
    /// How many bytes of a batch may stand in for nulls of types that are wider than 64 bytes: a null of one byte could
    /// ask for gigabytes.
    pub null_bytes: usize,
}

impl Default for ColumnOptions {
    fn default() -> Self {
        ColumnOptions { data: Options::default(), fields: Vec::new(), batch_rows: 8192, null_bytes: 64 << 20 }
    }
}
