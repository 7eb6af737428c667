//! The rows of `conformance/avro`, read strictly and leniently: what any Avro library should do.

#[path = "../../ingot-schema/tests/row/mod.rs"]
mod row;

use std::env;

use ingot_codec::{Codec, Json, Matching, Options, ResolveError, Resolver, Schema, Value};

use row::{HOSTILE, Row, rows};

/// Rows with more than one fault, where another class than the row's is told.
const OTHER_CLASSES: &[(&str, &str)] = &[
    // Half a surrogate pair is already no JSON.
    ("json/bad-string-lone-surrogate", "json"),
];

/// Valgrind makes a long a double before it makes it a float.
const ROUNDED_ONCE: &str = "resolution/long-as-float-once";

fn codec(row: &Row) -> Codec {
    Codec::new(row.schema("schema"))
}

/// Notes what is other than the row says: the class of an error, or that there is none.
fn judge(row: &Row, what: &str, lenient: bool, found: Result<(), (&str, String)>, wrong: &mut Vec<String>) {
    let id = row.id();
    match (found, row.accepts(lenient)) {
        (Ok(()), false) => wrong.push(format!("{id}: {what}: accepted")),
        (Err((_, error)), true) => wrong.push(format!("{id}: {what}: {error}")),
        (Err((class, error)), false) => {
            let known = OTHER_CLASSES.contains(&(id, class));
            if (class != row.text("error")) != known {
                wrong.push(format!("{id}: {what}: {class} for {}: {error}", row.text("error")));
            }
        }
        (Ok(()), true) => {}
    }
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
    for row in &rows("schemas") {
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
            judge(row, if lenient { "leniently" } else { "strictly" }, lenient, found, &mut wrong);
        }
    }
    all_right(&wrong);
}

/// Reads the bytes of a row and writes its value.
fn check(row: &Row, wrong: &mut Vec<String>) {
    let codec = codec(row);
    let value: Option<Result<Value, _>> = row.0.get("value").map(|json| codec.from_json(json));
    let direction = row.text("direction");
    if direction != "encode" {
        for lenient in [false, true] {
            let what = if lenient { "read leniently" } else { "read" };
            let options = Options { lenient, ..Options::default() };
            let found = codec.decode_with(&row.bytes("bytes"), &options);
            if let (Ok(found), Some(Ok(value))) = (&found, &value)
                && row.accepts(lenient)
                && found != value
                && codec.to_json(found) != codec.to_json(value)
                && row.0.get("replacement").is_none()
            {
                wrong.push(format!("{}: {what}: {}", row.id(), codec.to_json(found).unwrap()));
            }
            let found = found.map(|_| ()).map_err(|error| (error.class.name(), error.to_string()));
            judge(row, what, lenient, found, wrong);
        }
    }
    if let (Some(value), true) = (value, direction != "decode") {
        let found = value.and_then(|value| codec.encode(&value));
        if let Ok(bytes) = &found
            && row.accepts(false)
            && *bytes != row.bytes("bytes")
        {
            wrong.push(format!("{}: written: {}", row.id(), hex(bytes)));
        }
        let found = found.map(|_| ()).map_err(|error| (error.class.name(), error.to_string()));
        if row.accepts(false) || direction == "encode" {
            judge(row, "written", false, found, wrong);
        }
    }
}

#[test]
fn data_are_read_and_written_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in rows("data").iter().chain(&rows("logical")) {
        check(row, &mut wrong);
    }
    all_right(&wrong);
}

#[test]
fn hostile_bytes_are_refused_as_the_rows_say() {
    let mut wrong = Vec::new();
    for file in HOSTILE {
        for row in rows(file) {
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
    let found = resolver.decode_with(&row.bytes("bytes"), &options);
    let mut bytes = Vec::new();
    let done = resolver.transcode_with(&row.bytes("bytes"), &mut bytes, &options);
    assert_eq!(done.clone().err(), found.clone().err(), "{}", row.id());
    if let Ok(value) = &found {
        assert_eq!(Codec::new(reader).decode(&bytes).as_ref(), Ok(value), "{}", row.id());
    }
    found.map_err(|error| (error.class.name(), error.to_string()))
}

#[test]
fn data_are_read_by_other_schemas_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in &rows("resolution") {
        if row.id() == ROUNDED_ONCE && env::var_os("INGOT_ROUNDS_TWICE").is_some() {
            continue;
        }
        let codec = Codec::new(row.schema("reader"));
        for lenient in [false, true] {
            let what = if lenient { "resolved leniently" } else { "resolved" };
            let found = resolved(row, lenient, false);
            if let (Ok(found), Some(json), true) = (&found, row.0.get("value"), row.accepts(lenient))
                && codec.from_json(json).as_ref() != Ok(found)
            {
                wrong.push(format!("{}: {what}: {}", row.id(), codec.to_json(found).unwrap()));
            }
            judge(row, what, lenient, found.as_ref().map(|_| ()).map_err(Clone::clone), &mut wrong);
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
    for row in rows("data").iter().chain(&rows("logical")).filter(|row| row.accepts(false)) {
        let (codec, bytes) = (codec(row), row.bytes("bytes"));
        for end in 0..bytes.len() {
            let error = codec.decode(&bytes[..end]).map(|value| codec.to_json(&value)).unwrap_err();
            assert_eq!(error.class.name(), "end-of-input", "{} to {end}", row.id());
        }
    }
}

#[test]
fn messages_are_read_and_written_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in &rows("framing") {
        let (codec, bytes) = (codec(row), row.bytes("bytes"));
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
        judge(row, "read", false, found, &mut wrong);
    }
    all_right(&wrong);
}

#[test]
fn json_is_read_and_written_as_the_rows_say() {
    let mut wrong = Vec::new();
    for row in &rows("json") {
        let codec = codec(row);
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
            judge(row, what, lenient, found.map(|_| ()), &mut wrong);
        }
    }
    all_right(&wrong);
}
