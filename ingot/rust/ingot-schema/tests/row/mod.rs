//! A row of `conformance/avro`.

#![allow(dead_code, reason = "each test asks some of this")]

use std::fs;
use std::path::Path;

use ingot_schema::{Data, Json, Schema};

pub(crate) struct Row(pub(crate) Json);

impl Row {
    pub(crate) fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Json::as_str).unwrap_or("")
    }

    pub(crate) fn id(&self) -> &str {
        self.text("id")
    }

    /// The parts of a field, each with how many times it stands there, as one text.
    pub(crate) fn whole(&self, key: &str) -> String {
        let Some(Data::Array(parts)) = self.0.get(&format!("{key}_runs")).map(|runs| &runs.data) else {
            return self.text(key).to_owned();
        };
        let mut whole = String::new();
        for part in parts {
            let Data::Array(pair) = &part.data else { panic!("{}: no pair", self.id()) };
            let Data::Number(times) = &pair[1].data else { panic!("{}: no number", self.id()) };
            whole += &pair[0].as_str().unwrap().repeat(usize::try_from(times.as_i64().unwrap()).unwrap());
        }
        whole
    }

    /// The bytes of a field of hexadecimal digits.
    pub(crate) fn bytes(&self, key: &str) -> Vec<u8> {
        let digits = self.whole(key);
        (0..digits.len() / 2).map(|place| u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).unwrap()).collect()
    }

    /// The schema of a field, read leniently: what is odd about it is not what the row is about.
    pub(crate) fn schema(&self, key: &str) -> Schema {
        let text = self.0.get(key).unwrap().to_string();
        Schema::parse_lenient(&text).unwrap_or_else(|error| panic!("{}: {error}", self.id()))
    }

    pub(crate) fn accepts(&self, lenient: bool) -> bool {
        self.text(if lenient { "lenient" } else { "strict" }) == "accept"
    }
}

/// The rows of a file, as in `hostile/text`.
pub(crate) fn rows(file: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../conformance/avro/rows").join(file);
    let path = path.with_extension("jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let found: Vec<Row> = text.lines().map(|line| Row(Json::parse(line).unwrap())).collect();
    assert!(!found.is_empty());
    found
}

/// The names of the hostile rows' files.
pub(crate) const HOSTILE: [&str; 8] = [
    "hostile/text",
    "hostile/lengths",
    "hostile/depth",
    "hostile/ends",
    "hostile/zero-width",
    "hostile/blocks",
    "hostile/numbers",
    "hostile/indexes",
];
