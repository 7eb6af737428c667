//! Blocks of container files as batches.

use arrow_array::RecordBatch;
use ingot_codec::{DataClass, DataError};
use ingot_container::{Block, ContainerError};

use crate::columns::Columns;

impl Columns {
    /// The batches of a file's block, each of at most [`batch_rows`](crate::ColumnOptions::batch_rows) rows; an error if it
    /// cannot be unpacked, or if its bytes are not the data of this schema. What items without bytes there may be is one
    /// limit for all records of the block.
    ///
    /// Blocks come one by one from `Reader::next_block`, or on several threads from `Reader::in_parallel`. A batch is
    /// written as blocks by [`Rows`](crate::Rows) and `Writer::write_block`.
    ///
    /// ```
    /// use ingot_arrow::{Columns, Rows};
    /// use ingot_container::{Reader, Schema, WriteOptions, Writer};
    ///
    /// let schema = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [{"name": "grams", "type": "int"}]}"#)?;
    /// let batch = Columns::new(schema.clone())?.decode_block(2, &[0xc8, 0x01, 0xf4, 0x03])?;
    /// let rows = Rows::new(&schema, &batch.schema())?;
    /// let mut writer = Writer::new(Vec::new(), schema, &WriteOptions::default())?;
    /// rows.encode(&batch, 64 << 10, |count, bytes| writer.write_block(count, bytes))??;
    /// let file = writer.finish()?;
    ///
    /// let mut reader = Reader::from_slice(&file)?;
    /// let columns = Columns::new(reader.schema().clone())?;
    /// while let Some(mut block) = reader.next_block()? {
    ///     assert_eq!(columns.batches(&mut block)?, [batch.clone()]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batches(&self, block: &mut Block<'_>) -> Result<Vec<RecordBatch>, ContainerError> {
        let mut left = block.count();
        let most = self.options().batch_rows.max(1) as u64;
        let bytes = block.bytes()?;
        let mut budget = self.options().data.limits.zero_width;
        let (mut at, mut batches) = (0, Vec::new());
        let mut wrong = None;
        while left > 0 && wrong.is_none() {
            let count = left.min(most);
            let mut builder = self.builder();
            match builder
                .append_within(count, &bytes[at..], &mut budget)
                .and_then(|taken| Ok((taken, builder.finish()?)))
            {
                Ok((taken, batch)) => {
                    at += taken;
                    left -= count;
                    batches.push(batch);
                }
                Err(error) => wrong = Some(error.behind(at)),
            }
        }
        if wrong.is_none() && at < bytes.len() {
            let message = format!("{} bytes are left behind the last record", bytes.len() - at);
            wrong = Some(DataError::new(DataClass::BlockSize, Some(at), message));
        }
        wrong.map_or(Ok(batches), |error| Err(block.wrong(error)))
    }
}
