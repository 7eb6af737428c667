//! The records of a file as batches of columns.

use std::sync::{Arc, Mutex};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use ingot_arrow::{Builder, Columns};
use ingot_codec::DataError;
use ingot_container::{ReadOptions, Unpacked};
use pyo3::prelude::*;

use super::{MOST_BYTES, columns, external};
use crate::container::{IN_USE, Inner, Way, lock};

/// Reads batches of the blocks of a file.
pub(super) struct Batches {
    inner: Arc<Mutex<Inner>>,
    way: Way,
    columns: Columns,
    options: ReadOptions,
    rows: usize,
    /// What ended the reading, to be told behind the batch before it.
    failed: Option<ArrowError>,
    ended: bool,
}

impl Batches {
    /// By the way in which records are read, some of their fields or all.
    pub(super) fn new(
        py: Python<'_>,
        inner: Arc<Mutex<Inner>>,
        way: &Way,
        options: &ReadOptions,
        fields: Option<Vec<String>>,
        rows: usize,
    ) -> PyResult<Batches> {
        let columns = columns(py, way.target().schema(), options.data.clone(), fields)?;
        Ok(Batches { inner, way: way.clone(), columns, options: options.clone(), rows, failed: None, ended: false })
    }

    /// Adds a block's records, or those before the first that is wrong; gives how many bytes they have.
    fn add(&self, builder: &mut Builder<'_>, block: &mut Unpacked, inner: &mut Inner) -> Result<usize, ArrowError> {
        let error = match self.append(builder, block.count(), block) {
            Ok(taken) => return Ok(taken),
            Err(error) => error,
        };
        let (whole, error) = self.what_is_wrong(block, error);
        let error = match error {
            Ok(error) => block.wrong(error, whole),
            Err(error) => error,
        };
        let taken = self.append(builder, whole, block).map_err(external)?;
        inner.give_up(block, error).map_err(external)?;
        Ok(taken)
    }

    /// Adds the first records of a block, which have to be all of its bytes if they are all of its records; gives how
    /// many bytes they have.
    fn append(&self, builder: &mut Builder<'_>, count: u64, block: &Unpacked) -> Result<usize, DataError> {
        let mut room = Vec::new();
        let mut bytes = block.bytes();
        let mut left = 0;
        if let Some(resolved) = self.way.resolved() {
            let mut rest = bytes;
            for _ in 0..count {
                let taken = resolved.resolver.transcode_first(rest, &mut room, &self.options.data)?;
                rest = &rest[taken..];
            }
            (bytes, left) = (&room, rest.len());
        }
        let taken = builder.append(count, bytes)?;
        left += bytes.len() - taken;
        if count == block.count() && left > 0 {
            let message = format!("{count} records leave {left} bytes of the block");
            let class = ingot_codec::DataClass::BlockSize;
            return Err(DataError::new(class, Some(taken), message));
        }
        Ok(taken)
    }

    /// How many records are right before the first that is not, and the error as it is for values.
    #[cold]
    fn what_is_wrong(
        &self,
        block: &mut Unpacked,
        error: DataError,
    ) -> (u64, Result<DataError, ingot_container::ContainerError>) {
        let codec = self.way.source().codec();
        let mut whole = 0;
        block.rewind(&self.options.data);
        loop {
            match block.next_by(|bytes, options| match self.way.resolved() {
                Some(resolved) => resolved.resolver.decode_next(bytes, options),
                None => codec.decode_next(bytes, options),
            }) {
                Some(Ok(_)) => whole += 1,
                Some(Err(error)) => return (whole, Err(error)),
                // It is right as a value, and only no column can hold it.
                None => {
                    block.rewind(&self.options.data);
                    return (0, Ok(error));
                }
            }
        }
    }

    fn fill(&self) -> (Result<RecordBatch, ArrowError>, Option<ArrowError>, bool) {
        let mut builder = self.columns.builder();
        let (mut failed, mut ended, mut bytes) = (None, false, 0);
        if let Some(mut inner) = lock(&self.inner) {
            while builder.rows() < self.rows.max(1) && bytes < MOST_BYTES && failed.is_none() && !ended {
                match inner.next_unpacked() {
                    Ok(Some(mut block)) => match self.add(&mut builder, &mut block, &mut inner) {
                        Ok(taken) => bytes += taken,
                        Err(error) => failed = Some(error),
                    },
                    Ok(None) => ended = true,
                    Err(message) => failed = Some(ArrowError::ExternalError(message.into())),
                }
            }
        } else {
            failed = Some(ArrowError::ExternalError(IN_USE.into()));
        }
        let empty = builder.rows() == 0;
        (builder.finish().map_err(external), failed, ended || empty)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Some(Err(error));
        }
        if self.ended {
            return None;
        }
        let (batch, failed, ended) = self.fill();
        (self.failed, self.ended) = (failed, ended);
        match batch {
            // Nothing was left, or nothing that is right.
            Ok(batch) if batch.num_rows() == 0 => self.failed.take().map(Err),
            batch => Some(batch),
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.columns.arrow_schema())
    }
}
