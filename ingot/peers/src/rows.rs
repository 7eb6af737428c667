//! Rows of generated schemas and values, and rows that others wrote.

use ingot_codec::{Codec, Json, Schema, Value};
use ingot_schema::{Data, Random};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::kinds::schema_text;

const SCHEMAS: usize = 400;
const VALUES: usize = 5;

/// A row: its schema, its value, and the bytes by Ingot.
pub(crate) struct Row {
    pub(crate) json: Json,
    pub(crate) codec: Codec,
    pub(crate) bytes: Vec<u8>,
}

impl Row {
    pub(crate) fn parse(line: &str) -> Row {
        let json = Json::parse(line).expect("a line of JSON");
        let schema = Schema::parse(&json.get("schema").expect("a schema").to_string()).expect("a schema that is right");
        let digits = json.get("bytes").and_then(Json::as_str).expect("bytes");
        let bytes = (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16));
        let bytes = bytes.collect::<Result<_, _>>().expect("hexadecimal digits");
        Row { json, codec: Codec::new(schema), bytes }
    }

    /// The row, with another field.
    pub(crate) fn with(mut self, key: &str, value: Json) -> String {
        if let Data::Object(members) = &mut self.json.data {
            members.retain(|(name, _)| name != key);
            members.push((key.to_owned(), value));
        }
        self.json.to_string()
    }
}

/// The same rows each time.
pub(crate) fn made() -> impl Iterator<Item = String> {
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(25), ..Config::default() });
    (0..SCHEMAS).flat_map(move |number| {
        let text = schema_text().new_tree(&mut runner).expect("a schema").current();
        let codec = Codec::new(Schema::parse(&text).expect("a schema that is right"));
        let values: Vec<Value> = Random::new(codec.schema(), number as u64).take(VALUES).collect();
        values.into_iter().zip(0..).map(move |(value, place)| {
            let bytes = codec.encode(&value).expect("a value of the schema");
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let json = codec.to_json(&value).expect("a value of the schema");
            format!(
                r#"{{"id":"{number}/{place}","schema":{text},"value":{json},"bytes":"{digits}","strict":"accept","lenient":"accept"}}"#
            )
        })
    })
}

/// A row with the value, or the error, that its bytes are by Ingot.
pub(crate) fn read(line: &str) -> String {
    let row = Row::parse(line);
    match row.codec.decode(&row.bytes).and_then(|value| row.codec.to_json(&value)) {
        Ok(json) => row.with("value", json),
        Err(error) => row.with("error", Json::from(error.to_string().as_str())),
    }
}
