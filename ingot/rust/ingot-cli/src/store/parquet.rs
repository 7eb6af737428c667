//! Documents from and to Parquet.

use std::fs::File;

use arrow_json::LineDelimitedWriter;
use ingot_store::{Collection, RecordBatches, schema_of};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::read::Selection;
use super::write::Putting;
use crate::arguments::Arguments;
use crate::failure::{About, Failure, Found, Outcome};
use crate::streams;

/// Rows that are in memory as columns.
const ROWS: usize = 8192;

fn no_stream(name: &str) -> Outcome<()> {
    if name == "-" {
        return Err(Failure::Usage("a Parquet file is read from its end: give the name of a file".to_string()));
    }
    Ok(())
}

pub(super) fn import(arguments: &Arguments) -> Outcome {
    let name = arguments.word(2);
    no_stream(name)?;
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(name).about(name)?).about(name)?;
    let reader = reader.with_batch_size(ROWS).build().about(name)?;
    let mut putting = Putting::new(arguments)?;
    let mut row = 0;
    for batch in reader {
        let mut lines = LineDelimitedWriter::new(Vec::new());
        lines.write(&batch.about(name)?).about(name)?;
        lines.finish().about(name)?;
        let lines = lines.into_inner();
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            row += 1;
            putting.add_of(line, "row", row)?;
        }
    }
    putting.finish()
}

pub(super) fn export(collection: &Collection, arguments: &Arguments) -> Outcome {
    let name = arguments.word(2);
    no_stream(name)?;
    let selection = Selection::new(arguments)?;
    let schema = schema_of(selection.documents(collection)?)?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let output = streams::output(name)?;
    let mut writer = ArrowWriter::try_new(output, schema.clone(), Some(properties)).about(name)?;
    for batch in RecordBatches::new(selection.documents(collection)?, schema, ROWS)? {
        writer.write(&batch?).about(name)?;
    }
    writer.into_inner().about(name)?.finish().about(name)?;
    Ok(Found::All)
}
