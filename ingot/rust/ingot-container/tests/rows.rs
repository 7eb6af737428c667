//! The rows of `conformance/avro` about container files, read strictly and leniently, from a slice and from a stream.

use std::fs;
use std::io::Read;
use std::path::Path;

use ingot_container::{Codec, ContainerError, ReadOptions, Reader, Schema, Source, Tolerance, Value};
use ingot_schema::{Data, Json};

/// Rows with more than one fault, where another class than the row's is told.
const OTHER_CLASSES: &[(&str, &str)] = &[
    // More entries than there are bytes are also more than a header may have.
    ("containers/metadata-2^40", "limit-header"),
    ("containers/metadata-max", "limit-header"),
];

struct Row(Json);

impl Row {
    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Json::as_str).unwrap_or("")
    }

    fn bytes(&self) -> Vec<u8> {
        let Some(Data::Array(runs)) = self.0.get("container_runs").map(|runs| &runs.data) else {
            return unhex(self.text("container"));
        };
        let mut whole = Vec::new();
        for run in runs {
            let Data::Array(pair) = &run.data else { panic!("no pair") };
            let Data::Number(times) = &pair[1].data else { panic!("no number") };
            whole.extend(unhex(pair[0].as_str().unwrap()).repeat(usize::try_from(times.as_i64().unwrap()).unwrap()));
        }
        whole
    }

    fn records(&self, schema: &Schema) -> Vec<Value> {
        let Some(Data::Array(records)) = self.0.get("records").map(|records| &records.data) else { return Vec::new() };
        let codec = Codec::new(schema.clone());
        records.iter().map(|json| codec.from_json(json).unwrap()).collect()
    }
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../conformance/avro/rows/containers.jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let found: Vec<Row> = text.lines().map(|line| Row(Json::parse(line).unwrap())).collect();
    assert!(found.len() > 100);
    found
}

fn unhex(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2).map(|place| u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).unwrap()).collect()
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
    for row in rows() {
        let (id, bytes) = (row.text("id"), row.bytes());
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
                        if values != row.records(&schema) {
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
