//! What is done with a row: all that reads it, strictly and leniently, and what is wrong with what comes out.

use ingot::container::{ReadOptions, Reader, Tolerance};
use ingot::schema::Json;
use ingot::{Codec, Matching, Options, Resolver, Schema, Value};

use crate::row::Row;

/// What of a row is input, and may be cut.
enum Input {
    Text(String),
    Bytes(Vec<u8>),
}

fn input(row: &Row) -> Input {
    match kind(row) {
        "schemas" => {
            let text = row.whole("schema") + row.text("schema_text");
            // A schema in a row is JSON.
            Input::Text(if text.is_empty() {
                row.0.get("schema").map(Json::to_string).unwrap_or_default()
            } else {
                text
            })
        }
        "json" => Input::Text(row.whole("json")),
        "containers" => Input::Bytes(row.bytes("container")),
        _ => Input::Bytes(row.bytes("bytes")),
    }
}

fn kind(row: &Row) -> &str {
    row.id().split('/').next().unwrap_or("")
}

/// How many cuts a row has.
pub(crate) fn length(row: &Row) -> usize {
    match input(row) {
        Input::Text(text) => text.len(),
        Input::Bytes(bytes) => bytes.len(),
    }
}

/// How a reader takes an input: whether it does, or the class of its error.
type Read = Result<Vec<Value>, &'static str>;

fn of_text(row: &Row, text: &str, lenient: bool) -> Read {
    let options = Options { lenient, ..Options::default() };
    if kind(row) == "schemas" {
        let schema = if lenient { Schema::parse_lenient(text) } else { Schema::parse(text) };
        let schema = schema.map_err(|error| error.class.name())?;
        let _ = schema.fingerprint();
        return Ok(Vec::new());
    }
    let json = if lenient { Json::parse_lenient(text) } else { Json::parse(text) };
    let json = json.map_err(|error| error.class.name())?;
    let codec = Codec::new(row.schema("schema"));
    let value = codec.from_json_with(&json, &options).map_err(|error| error.class.name())?;
    codec.to_json(&value).map_err(|error| error.class.name())?;
    Ok(vec![value])
}

fn of_bytes(row: &Row, bytes: &[u8], lenient: bool) -> Read {
    let options = Options { lenient, ..Options::default() };
    let value = match kind(row) {
        "containers" => {
            let tolerance = if lenient { Tolerance::Cut } else { Tolerance::Nothing };
            let reader = Reader::with(bytes, ReadOptions::from(tolerance));
            let mut reader = reader.map_err(|error| error.class().name())?;
            return reader.values().collect::<Result<_, _>>().map_err(|error| error.class().name());
        }
        "resolution" => {
            let matching = Matching { lenient, ..Matching::default() };
            let resolver = Resolver::with(&row.schema("writer"), &row.schema("reader"), matching);
            let resolver = resolver.map_err(|_| "resolution")?;
            let mut out = Vec::new();
            let done = resolver.transcode_with(bytes, &mut out, &options);
            let value = resolver.decode_with(bytes, &options);
            assert_eq!(done.is_ok(), value.is_ok());
            value
        }
        "framing" => {
            let codec = Codec::new(row.schema("schema"));
            match row.0.get("registry_id").and_then(|json| json.to_string().parse().ok()) {
                Some(id) => codec.decode_registry(id, bytes),
                None => codec.decode_single_object(bytes),
            }
        }
        _ => Codec::new(row.schema("schema")).decode_with(bytes, &options),
    };
    Ok(vec![value.map_err(|error| error.class.name())?])
}

fn read(row: &Row, lenient: bool) -> Read {
    match input(row) {
        Input::Text(text) => of_text(row, &text, lenient),
        Input::Bytes(bytes) => of_bytes(row, &bytes, lenient),
    }
}

/// Reads, or writes, a row as its verdicts say.
pub(crate) fn whole(row: &Row) -> Result<(), String> {
    if row.text("direction") == "encode" {
        let codec = Codec::new(row.schema("schema"));
        let done = codec.from_json(row.0.get("value").expect("a value")).and_then(|value| codec.encode(&value));
        return verdict(row, false, done.map(|_| ()).map_err(|error| error.class.name()));
    }
    verdict(row, false, read(row, false).map(|_| ()))?;
    // Messages have one reader.
    if kind(row) == "framing" { Ok(()) } else { verdict(row, true, read(row, true).map(|_| ())) }
}

fn verdict(row: &Row, lenient: bool, found: Result<(), &str>) -> Result<(), String> {
    match found {
        found if found.is_ok() == row.accepts(lenient) => Ok(()),
        Ok(()) => Err(format!("accepted{}", if lenient { " leniently" } else { "" })),
        Err(class) => Err(format!("{class}{}", if lenient { " leniently" } else { "" })),
    }
}

/// Reads the first bytes of a right row: they are refused, but where what is left is right by itself.
pub(crate) fn cut(row: &Row, end: usize) -> Result<(), String> {
    match input(row) {
        Input::Text(text) => {
            let Some(text) = text.get(..end) else { return Ok(()) };
            // A number without its last digits is one, too, and so is a text without its last blanks.
            let right = text.trim_end().ends_with(|last: char| last.is_ascii_digit() || "}]\"".contains(last));
            for lenient in [false, true] {
                if of_text(row, text, lenient).is_ok() && !right {
                    return Err(format!("cut at {end}: accepted"));
                }
            }
            Ok(())
        }
        Input::Bytes(bytes) => {
            let _ = of_bytes(row, &bytes[..end], true);
            match (of_bytes(row, &bytes[..end], false), kind(row)) {
                // What ends with a block is a file.
                (Ok(values), "containers") if read(row, false).is_ok_and(|all| all.starts_with(&values)) => Ok(()),
                (Ok(_), _) => Err(format!("cut at {end}: accepted")),
                (Err("end-of-input"), _) | (Err(_), "containers") | (Err("framing-invalid"), "framing") => Ok(()),
                (Err(class), _) => Err(format!("cut at {end}: {class}")),
            }
        }
    }
}
