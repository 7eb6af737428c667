//! The requests of a store: loads its documents in the form of the boundary, and finds the step that is asked for.

use std::process::ExitCode;

use serde_json::{json, Value as Json};

use super::steps::{Pairs, Steps};
use super::writing::Written;
use super::{Document, Durability, Raw, Store, OPERATIONS};
use crate::error::Error;
use crate::framing;
use crate::protocol::Request;
use crate::schema::Schema;
use crate::session::{greeting, serve_requests, Answer};

/// Serves requests until `bye` or the end of input. Called by `assay_kit::store_main!`.
pub fn serve<S: Store + 'static>() -> ExitCode {
    let mut loaded = None;
    serve_requests(|line| answer::<S>(&mut loaded, &Request::parse(line)?))
}

/// Documents that are loaded, in the form of one boundary.
struct Loaded {
    key: String,
    steps: Box<dyn Stepping>,
}

fn answer<S: Store + 'static>(loaded: &mut Option<Loaded>, request: &Request) -> Result<Answer, Error> {
    let content = match request.text("request")? {
        "hello" => greeting(request, S::LIBRARY, S::VERSION, S::OPERATIONS)?,
        "load" => {
            // Dropped first: two sets of documents at once may be more than the machine holds.
            *loaded = None;
            let (now, count) = load::<S>(request)?;
            *loaded = Some(now);
            // Nothing is made ready for a store before it is opened.
            json!({"count": count, "setup_ns": 0})
        }
        "step" => {
            let name = request.text("step")?;
            let loaded = loaded.as_mut().ok_or_else(|| Error::bad_input("nothing is loaded"))?;
            if OPERATIONS.contains(&name) && !S::OPERATIONS.contains(&name) {
                return Err(Error::unsupported(format!("step: the store has no {name}")));
            }
            loaded.steps.step(name, request, &loaded.key)?
        }
        "bye" => return Ok(Answer { content: json!({}), last: true }),
        other => return Err(Error::bad_input(format!("request: a store has none called {other:?}"))),
    };
    Ok(Answer { content, last: false })
}

fn load<S: Store + 'static>(request: &Request) -> Result<(Loaded, usize), Error> {
    request.text("workload")?;
    let schema = Schema::read(request.text("resolved")?)?;
    let store = request.object_if_any("store")?.ok_or_else(|| Error::bad_input("store: missing"))?;
    let key = store.text("key")?.to_string();
    let durability = Durability::parse(store.text("durability")?)?;
    match store.text("boundary")? {
        "raw" => ready(Steps::<S, Raw>::new(schema, pairs(request, &key)?, durability), key, request),
        "parsed" => ready(Steps::<S, Json>::new(schema, pairs(request, &key)?, durability), key, request),
        other => Err(Error::bad_input(format!("boundary: there is none called {other:?}"))),
    }
}

fn ready(steps: impl Stepping + 'static, key: String, request: &Request) -> Result<(Loaded, usize), Error> {
    Ok((Loaded { key, steps: Box::new(steps) }, request.number("count")? as usize))
}

/// The documents of a request by their keys: parsed from the JSON texts, which are what the raw ones are.
fn pairs<D: Document>(request: &Request, key: &str) -> Result<Pairs<D>, Error> {
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

/// The steps, whatever form their documents have.
trait Stepping {
    fn step(&mut self, name: &str, request: &Request, key: &str) -> Result<Json, Error>;
}

impl<S: Store, D: Document + Written> Stepping for Steps<S, D> {
    fn step(&mut self, name: &str, request: &Request, key: &str) -> Result<Json, Error> {
        match name {
            "open" => self.open(request),
            "close" => self.close(),
            "put" => self.put(),
            "update" => self.update(&pairs(request, key)?),
            "delete" => self.delete(request),
            "scan" => self.scan(request),
            "get" => self.get(request),
            "filter" => self.filter(request),
            "project" => self.project(request),
            "batches" => self.batches(request),
            other => Err(Error::unsupported(format!("step: there is none called {other:?}"))),
        }
    }
}
