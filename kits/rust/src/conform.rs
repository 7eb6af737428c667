//! The request `conform`: one row of a format's conformance, outside any record set (docs/contract.md).

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::canonical_read;
use crate::canonical_write;
use crate::container::ContainerSettings;
use crate::entry::Entry;
use crate::error::Error;
use crate::plain::Plain;
use crate::protocol::Request;
use crate::schema::Schema;

/// What an adapter may be asked beside its operations.
pub enum Ask<'a, Record> {
    /// The schema's parsing canonical form.
    Canonical,
    /// Bytes of the writer's schema, which is here as text, to a record of the adapter's own.
    Resolve { writer: &'a str, bytes: &'a [u8] },
    /// A text of Avro's JSON encoding.
    FromJson(&'a str),
    /// A record as a text of Avro's JSON encoding.
    ToJson(&'a Record),
    /// A single object, with its header.
    SingleObject(&'a [u8]),
    /// A message in the framing of schema registries, which have the adapter's schema under this number.
    Registry { id: u32, bytes: &'a [u8] },
}

/// What it found.
pub enum Found<Record> {
    Text(String),
    Record(Record),
}

/// The reply to `conform`. Whatever the library fails at is its refusal, and so of the kind `failed`.
pub(crate) fn conform<A: Adapter>(operations: &[Entry<A>], request: &Request) -> Result<Json, Error> {
    let schema = Schema::parse(request.text("resolved")?).map_err(|e| e.at("resolved"))?;
    let mut adapter = A::new(request.text("schema")?).map_err(refusal)?;
    let (input, texts) = (request.text("input")?, request.number("texts")? as usize);
    let values =
        |adapter: &A, records: Vec<A::Record>| found_values(&schema, adapter, &records[..texts.min(records.len())]);
    let ask = request.text("ask")?;
    match ask {
        "parse" => match adapter.conform(&Ask::Canonical) {
            None => Ok(found(&[])),
            Some(answer) => text(answer),
        },
        "decode" => {
            need(operations, ask)?;
            let record = adapter.decode(&bytes(input)?).map_err(Error::failed)?;
            Ok(values(&adapter, vec![record]))
        }
        "encode" => {
            need(operations, ask)?;
            let record = record(&schema, &adapter, input)?;
            let encoded = adapter.encode(&record).map_err(Error::failed)?;
            Ok(found(&[hex(&encoded)]))
        }
        "read" => {
            let entry = need(operations, ask)?;
            let (prepare, read) = entry.prepare.zip(entry.read).expect("containers are what it is about");
            let settings = request.object_if_any("settings")?.ok_or_else(|| Error::bad_input("settings: missing"))?;
            prepare(&mut adapter, &ContainerSettings::parse(&settings)?)?;
            let records = read(&mut adapter, &bytes(input)?, texts)?;
            Ok(values(&adapter, records))
        }
        "to-json" => {
            let record = record(&schema, &adapter, input)?;
            text(given(adapter.conform(&Ask::ToJson(&record)), "to-json")?)
        }
        _ => {
            let bytes = if ask == "from-json" { Vec::new() } else { bytes(input)? };
            let asked = match ask {
                "resolve" => Ask::Resolve { writer: request.text("writer")?, bytes: &bytes },
                "from-json" => Ask::FromJson(input),
                "single-object" => Ask::SingleObject(&bytes),
                "registry" => Ask::Registry { id: request.number("registry_id")? as u32, bytes: &bytes },
                _ => return Err(Error::unsupported(format!("the kit does not ask {ask:?}"))),
            };
            match given(adapter.conform(&asked), ask)?.map_err(refusal)? {
                Found::Record(record) => Ok(values(&adapter, vec![record])),
                Found::Text(_) => Err(Error::failed(format!("the adapter answers {ask} with a text"))),
            }
        }
    }
}

fn need<'a, A: Adapter>(operations: &'a [Entry<A>], name: &str) -> Result<&'a Entry<A>, Error> {
    let none = || Error::unsupported(format!("the contestant has no {name}"));
    operations.iter().find(|entry| entry.name == name).ok_or_else(none)
}

fn given<T>(answer: Option<T>, ask: &str) -> Result<T, Error> {
    answer.ok_or_else(|| Error::unsupported(format!("the contestant has no {ask}")))
}

fn refusal(error: Error) -> Error {
    Error::failed(error)
}

fn text<Record>(answer: Result<Found<Record>, Error>) -> Result<Json, Error> {
    match answer.map_err(refusal)? {
        Found::Text(text) => Ok(found(&[text])),
        Found::Record(_) => Err(Error::failed("the adapter answers with a record where a text is wanted")),
    }
}

/// The domain value of a canonical text.
fn record<A: Adapter>(schema: &Schema, adapter: &A, input: &str) -> Result<A::Record, Error> {
    let plain = canonical_read::read(schema, input).map_err(|m| Error::bad_input(m).at("input"))?;
    adapter.from_plain(&plain).map_err(refusal)
}

fn found(texts: &[String]) -> Json {
    json!({"found": texts})
}

fn found_values<A: Adapter>(schema: &Schema, adapter: &A, records: &[A::Record]) -> Json {
    let line = |record| -> Result<String, Error> {
        let plain: Plain = adapter.to_plain(record)?;
        let mut text = String::new();
        canonical_write::write(schema, &plain, &mut text).map_err(Error::failed)?;
        Ok(text)
    };
    match records.iter().map(line).collect::<Result<Vec<_>, _>>() {
        Ok(texts) => found(&texts),
        Err(misfit) => json!({"found": [], "misfit": misfit.message}),
    }
}

fn bytes(digits: &str) -> Result<Vec<u8>, Error> {
    let wrong = || Error::bad_input("input: not pairs of hexadecimal digits");
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| std::str::from_utf8(pair).ok().filter(|text| text.len() == 2))
        .map(|pair| pair.and_then(|text| u8::from_str_radix(text, 16).ok()).ok_or_else(wrong))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
