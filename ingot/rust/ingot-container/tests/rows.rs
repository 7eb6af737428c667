//! The rows of `conformance/avro` about container files, read strictly and leniently, from a slice and from a stream.

#[path = "../../ingot-schema/tests/row/mod.rs"]
mod row;

use std::io::Read;

use ingot_container::{Codec, ContainerError, ReadOptions, Reader, Schema, Source, Tolerance, Value};
use ingot_schema::Data;

use row::{Row, rows};

/// Rows with more than one fault, where another class than the row's is told.
const OTHER_CLASSES: &[(&str, &str)] = &[
    // More entries than there are bytes are also more than a header may have.
    ("containers/metadata-2^40", "limit-header"),
    ("containers/metadata-max", "limit-header"),
];

fn records(row: &Row, schema: &Schema) -> Vec<Value> {
    let Some(Data::Array(records)) = row.0.get("records").map(|records| &records.data) else { return Vec::new() };
    let codec = Codec::new(schema.clone());
    records.iter().map(|json| codec.from_json(json).unwrap()).collect()
}

/// Gives one byte at a time.
struct Dripping<'b>(&'b [u8]);

impl Read for Dripping<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let end = room.len().min(1);
        self.0.read(&mut room[..end])
    }
}

fn all<S: Source>(reader: Result<Reader<S>, ContainerError>) -> Result<(Schema, Vec<Value>), ContainerError> {
    let mut reader = reader?;
    let values = reader.values().collect::<Result<_, _>>()?;
    Ok((reader.schema().clone(), values))
}

#[test]
fn files_are_read_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in rows("containers") {
        let (id, bytes) = (row.text("id"), row.bytes("container"));
        for (tolerance, verdict) in [(Tolerance::Nothing, "strict"), (Tolerance::Cut, "lenient")] {
            let (options, verdict) = (ReadOptions::from(tolerance), row.text(verdict));
            let mut found = vec![
                ("a slice", all(Reader::from_slice_with(&bytes, options.clone()))),
                ("a stream", all(Reader::with(&bytes[..], options.clone()))),
            ];
            if bytes.len() < 10_000 {
                found.push(("single bytes", all(Reader::with(Dripping(&bytes), options))));
            }
            for (what, found) in found {
                match found {
                    Ok((schema, values)) if verdict == "accept" => {
                        if values != records(&row, &schema) {
                            wrong.push(format!("{id}, {what}, {tolerance:?}: {values:?}"));
                        }
                    }
                    Ok(_) => wrong.push(format!("{id}, {what}, {tolerance:?}: accepted")),
                    Err(error) => {
                        let class = error.class().name();
                        let right = class == row.text("error") || OTHER_CLASSES.contains(&(id, class));
                        if verdict == "accept" || !right {
                            wrong.push(format!("{id}, {what}, {tolerance:?}: {verdict}, {class}: {error}"));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
