//! The documents of a request, by their keys.

use serde_json::Value as Json;

use super::Document;
use crate::error::Error;
use crate::framing;
use crate::protocol::Request;

/// Documents by their keys.
pub type Pairs<D> = Vec<(String, D)>;

/// Reads them: parsed from the JSON texts, which are what the raw ones are.
pub fn pairs<D: Document>(request: &Request, key: &str) -> Result<Pairs<D>, Error> {
    let (records, encoded, count) = (request.text("records")?, request.text("encoded")?, request.number("count")?);
    let lines = std::fs::read(records).map_err(|e| Error::bad_input(e).at(records))?;
    let framed = std::fs::read(encoded).map_err(|e| Error::bad_input(e).at(encoded))?;
    let texts = framing::split(&framed).ok_or_else(|| Error::bad_input("ends inside a record").at(encoded))?;
    let numbers = [(records, lines.iter().filter(|byte| **byte == b'\n').count()), (encoded, texts.len())];
    for (path, number) in numbers {
        if number as u64 != count {
            return Err(Error::bad_input(format!("{number} documents where count is {count}")).at(path));
        }
    }
    let read = |(number, text): (usize, &Vec<u8>)| {
        let wrong = |message| Error::bad_input(message).at(format!("{encoded}, document {number}"));
        let value: Json = serde_json::from_slice(text).map_err(|e| wrong(e.to_string()))?;
        let own = match &value[key] {
            Json::String(text) => text.clone(),
            Json::Number(number) => number.to_string(),
            _ => return Err(wrong(format!("{key} is neither text nor a number"))),
        };
        Ok((own, D::from_text(text).map_err(|e| wrong(e.to_string()))?))
    };
    texts.iter().enumerate().map(read).collect()
}
