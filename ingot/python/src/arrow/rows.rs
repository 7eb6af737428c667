//! The rows of a table, into a file.

use ingot_arrow::Rows;
use pyo3::prelude::*;

use super::{Table, exception};
use crate::failure::{data_exception, file_exception};
use crate::schema::Schema;
use crate::target::Target;

/// A table, and how its rows become records.
pub(crate) struct TableRows {
    table: Table,
    rows: Rows,
}

impl Table {
    /// By a schema; an error if a column is no field of it.
    pub(crate) fn rows(self, py: Python<'_>, schema: &Schema) -> PyResult<TableRows> {
        let rows = Rows::new(schema.schema(), &self.0.schema());
        let rows = rows.map_err(|error| data_exception(py, "EncodeError", error))?;
        Ok(TableRows { table: self, rows })
    }
}

impl TableRows {
    /// Writes them in blocks of about so many bytes; how many they were. The table's producer may want the interpreter
    /// itself. `broken` becomes true where only a part of a block was written.
    pub(crate) fn write(
        self,
        py: Python<'_>,
        block_bytes: usize,
        out: &mut ingot_container::Writer<Target>,
        broken: &mut bool,
    ) -> PyResult<u64> {
        let TableRows { table: Table(table), rows } = self;
        let mut all = 0;
        let mut table = Some(table);
        while let Some(batch) = py.detach(|| table.as_mut().and_then(Iterator::next)) {
            let batch = batch.map_err(|error| exception(py, &error))?;
            all += batch.num_rows() as u64;
            let done = py.detach(|| {
                rows.encode(&batch, block_bytes, |count, bytes| out.write_block(count, bytes)).map(Result::err)
            });
            match done {
                Ok(None) => py.check_signals()?,
                Ok(Some(error)) => {
                    *broken = true;
                    return Err(file_exception(py, &error));
                }
                Err(error) => return Err(data_exception(py, "EncodeError", error)),
            }
        }
        py.detach(|| drop(table));
        Ok(all)
    }
}
