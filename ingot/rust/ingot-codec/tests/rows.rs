//! The rows of `conformance/avro`, read strictly and leniently: what any Avro library should do.

use std::fs;
use std::path::Path;

use ingot_codec::{Codec, Json, Matching, Options, ResolveError, Resolver, Schema, Value};
use ingot_schema::Data;

/// Rows with more than one fault, where another class than the row's is told.
const OTHER_CLASSES: &[(&str, &str)] = &[
    // Half a surrogate pair is already no JSON.
    ("json/bad-string-lone-surrogate", "json"),
];

struct Row(Json);

impl Row {
    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Json::as_str).unwrap_or("")
    }

    fn id(&self) -> &str {
        self.text("id")
    }

    /// The parts of a field, each with how many times it stands there, as one text.
    fn whole(&self, key: &str) -> String {
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

    fn bytes(&self) -> Vec<u8> {
        let digits = self.whole("bytes");
        (0..digits.len() / 2).map(|place| u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).unwrap()).collect()
    }

    fn schema(&self, key: &str) -> Schema {
        let text = self.0.get(key).unwrap().to_string();
        Schema::parse_lenient(&text).unwrap_or_else(|error| panic!("{}: {error}", self.id()))
    }

    fn codec(&self) -> Codec {
        Codec::new(self.schema("schema"))
    }

    fn accepts(&self, lenient: bool) -> bool {
        self.text(if lenient { "lenient" } else { "strict" }) == "accept"
    }

    /// Notes what is other than the row says: the class of an error, or that there is none.
    fn judge(&self, what: &str, lenient: bool, found: Result<(), (&str, String)>, wrong: &mut Vec<String>) {
        let id = self.id();
        match (found, self.accepts(lenient)) {
            (Ok(()), false) => wrong.push(format!("{id}: {what}: accepted")),
            (Err((_, error)), true) => wrong.push(format!("{id}: {what}: {error}")),
            (Err((class, error)), false) => {
                let known = OTHER_CLASSES.contains(&(id, class));
                if (class != self.text("error")) != known {
                    wrong.push(format!("{id}: {what}: {class} for {}: {error}", self.text("error")));
                }
            }
            (Ok(()), true) => {}
        }
    }
}

fn rows(file: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../conformance/avro/rows").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let found: Vec<Row> = text.lines().map(|line| Row(Json::parse(line).unwrap())).collect();
    assert!(!found.is_empty());
    found
}

fn all_right(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn schemas_are_read_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in rows("schemas.jsonl") {
        let text = row.whole("schema").clone() + row.text("schema_text");
        for lenient in [false, true] {
            let parsed = if lenient { Schema::parse_lenient(&text) } else { Schema::parse(&text) };
            if let (Ok(schema), Some(form)) = (&parsed, row.0.get("canonical").and_then(Json::as_str)) {
                let prints = row.0.get("fingerprints").unwrap();
                let print = |key: &str| prints.get(key).and_then(Json::as_str).unwrap();
                let right = schema.canonical_form() == form
                    && format!("{:016x}", schema.fingerprint()) == print("crc64")
                    && hex(&schema.fingerprint_md5()) == print("md5")
                    && hex(&schema.fingerprint_sha256()) == print("sha256");
                if !right {
                    wrong.push(format!("{}: {}", row.id(), schema.canonical_form()));
                }
            }
            let found = parsed.map(|_| ()).map_err(|error| (error.class.name(), error.to_string()));
            row.judge(if lenient { "leniently" } else { "strictly" }, lenient, found, &mut wrong);
        }
    }
    all_right(&wrong);
}

/// Reads the bytes of a row and writes its value.
fn check(row: &Row, wrong: &mut Vec<String>) {
    let codec = row.codec();
    let value: Option<Result<Value, _>> = row.0.get("value").map(|json| codec.from_json(json));
    let direction = row.text("direction");
    if direction != "encode" {
        for lenient in [false, true] {
            let what = if lenient { "read leniently" } else { "read" };
            let options = Options { lenient, ..Options::default() };
            let found = codec.decode_with(&row.bytes(), &options);
            if let (Ok(found), Some(Ok(value))) = (&found, &value)
                && row.accepts(lenient)
                && found != value
                && codec.to_json(found) != codec.to_json(value)
                && row.0.get("replacement").is_none()
            {
                wrong.push(format!("{}: {what}: {}", row.id(), codec.to_json(found).unwrap()));
            }
            let found = found.map(|_| ()).map_err(|error| (error.class.name(), error.to_string()));
            row.judge(what, lenient, found, wrong);
        }
    }
    if let (Some(value), true) = (value, direction != "decode") {
        let found = value.and_then(|value| codec.encode(&value));
        if let Ok(bytes) = &found
            && row.accepts(false)
            && *bytes != row.bytes()
        {
            wrong.push(format!("{}: written: {}", row.id(), hex(bytes)));
        }
        let found = found.map(|_| ()).map_err(|error| (error.class.name(), error.to_string()));
        if row.accepts(false) || direction == "encode" {
            row.judge("written", false, found, wrong);
        }
    }
}

#[test]
fn data_are_read_and_written_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in rows("data.jsonl").iter().chain(&rows("logical.jsonl")) {
        check(row, &mut wrong);
    }
    all_right(&wrong);
}

#[test]
fn hostile_bytes_are_refused_as_the_rows_say() {
    let mut wrong = Vec::new();
    for file in ["text", "lengths", "depth", "ends", "zero-width", "blocks", "numbers", "indexes"] {
        for row in rows(&format!("hostile/{file}.jsonl")) {
            check(&row, &mut wrong);
        }
    }
    all_right(&wrong);
}

/// Reads a datum of the row's writer with its reader, as a value and as bytes.
fn resolved(row: &Row, lenient: bool, first_branch: bool) -> Result<Value, (&'static str, String)> {
    let (writer, reader) = (row.schema("writer"), row.schema("reader"));
    let resolver = Resolver::with(&writer, &reader, Matching { lenient, first_branch });
    let resolver = resolver.map_err(|error| (ResolveError::CLASS.name(), error.to_string()))?;
    let options = Options { lenient, ..Options::default() };
    let found = resolver.decode_with(&row.bytes(), &options);
    let mut bytes = Vec::new();
    let done = resolver.transcode_with(&row.bytes(), &mut bytes, &options);
    assert_eq!(done.clone().err(), found.clone().err(), "{}", row.id());
    if let Ok(value) = &found {
        assert_eq!(Codec::new(reader).decode(&bytes).as_ref(), Ok(value), "{}", row.id());
    }
    found.map_err(|error| (error.class.name(), error.to_string()))
}

#[test]
fn data_are_read_by_other_schemas_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in &rows("resolution.jsonl") {
        let codec = Codec::new(row.schema("reader"));
        for lenient in [false, true] {
            let what = if lenient { "resolved leniently" } else { "resolved" };
            let found = resolved(row, lenient, false);
            if let (Ok(found), Some(json), true) = (&found, row.0.get("value"), row.accepts(lenient))
                && codec.from_json(json).as_ref() != Ok(found)
            {
                wrong.push(format!("{}: {what}: {}", row.id(), codec.to_json(found).unwrap()));
            }
            row.judge(what, lenient, found.as_ref().map(|_| ()).map_err(Clone::clone), &mut wrong);
        }
        let letter = row.0.get("by_the_letter").or(row.0.get("value")).map(|json| codec.from_json(json).unwrap());
        if let (Some(letter), true) = (letter, row.accepts(false)) {
            assert_eq!(resolved(row, false, true), Ok(letter), "{}", row.id());
        }
    }
    all_right(&wrong);
}

#[test]
fn every_cut_of_every_right_datum_is_refused() {
    for row in rows("data.jsonl").iter().chain(&rows("logical.jsonl")).filter(|row| row.accepts(false)) {
        let (codec, bytes) = (row.codec(), row.bytes());
        for end in 0..bytes.len() {
            let error = codec.decode(&bytes[..end]).map(|value| codec.to_json(&value)).unwrap_err();
            assert_eq!(error.class.name(), "end-of-input", "{} to {end}", row.id());
        }
    }
}

#[test]
fn messages_are_read_and_written_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in rows("framing.jsonl") {
        let (codec, bytes) = (row.codec(), row.bytes());
        let id = row.0.get("registry_id").map(|json| json.to_string().parse::<u32>().unwrap());
        let found = match id {
            Some(id) => codec.decode_registry(id, &bytes),
            None => codec.decode_single_object(&bytes),
        };
        if let (Ok(found), Some(json)) = (&found, row.0.get("value")) {
            assert_eq!(*found, codec.from_json(json).unwrap(), "{}", row.id());
            let written = match id {
                Some(id) => codec.encode_registry(id, found),
                None => codec.encode_single_object(found),
            };
            assert_eq!(written.unwrap(), bytes, "{}", row.id());
        }
        let found = found.map(|_| ()).map_err(|error| (error.class.name(), error.to_string()));
        row.judge("read", false, found, &mut wrong);
    }
    all_right(&wrong);
}

#[test]
fn json_is_read_and_written_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in rows("json.jsonl") {
        let codec = row.codec();
        for lenient in [false, true] {
            let what = if lenient { "read leniently" } else { "read" };
            let options = Options { lenient, ..Options::default() };
            let text = row.whole("json");
            let found = match if lenient { Json::parse_lenient(&text) } else { Json::parse(&text) } {
                Ok(json) => {
                    codec.from_json_with(&json, &options).map_err(|error| (error.class.name(), error.to_string()))
                }
                Err(error) => Err((error.class.name(), error.to_string())),
            };
            if let (Ok(found), Some(json)) = (&found, row.0.get("value")) {
                let (json, own) = (codec.from_json(json).unwrap(), codec.to_json(found).unwrap());
                if *found != json || codec.from_json(&Json::parse(&own.to_string()).unwrap()).unwrap() != *found {
                    wrong.push(format!("{}: {own}", row.id()));
                }
            }
            row.judge(what, lenient, found.map(|_| ()), &mut wrong);
        }
    }
    all_right(&wrong);
}
