//! The requests of a store: loads its documents in the form that was asked for, and finds the step that is asked for.

use std::process::ExitCode;

use serde_json::{json, Value as Json};

use super::documents::pairs;
use super::steps::{names, Stepping, Steps};
use super::{Durability, Raw, Store};
use crate::error::Error;
use crate::protocol::Request;
use crate::schema::Schema;
use crate::session::{greeting, serve_requests, Answer};

/// Serves requests until `bye` or the end of input. Called by `assay_kit::store_main!`.
pub fn serve<S: Store + 'static>() -> ExitCode {
    let mut loaded = None;
    serve_requests(|line| answer::<S>(&mut loaded, &Request::parse(line)?))
}

/// Documents that are loaded, in one form, and their steps.
type Loaded = Box<dyn Stepping>;

fn answer<S: Store + 'static>(loaded: &mut Option<Loaded>, request: &Request) -> Result<Answer, Error> {
    let content = match request.text("request")? {
        "hello" => {
            let mut reply = greeting(request, S::LIBRARY, S::VERSION, names::<S>())?;
            let engine = S::engine();
            if !engine.is_empty() {
                reply["engine"] = engine.into();
            }
            reply
        }
        "load" => {
            // Dropped first: two sets of documents at once may be more than the machine holds.
            *loaded = None;
            *loaded = Some(load::<S>(request)?);
            // Nothing is made ready for a store before it is opened.
            json!({"count": request.number("count")?, "setup_ns": 0})
        }
        "step" => {
            let name = request.text("step")?;
            let loaded = loaded.as_mut().ok_or_else(|| Error::bad_input("nothing is loaded"))?;
            loaded.step(name, request)?
        }
        "bye" => return Ok(Answer { content: json!({}), last: true }),
        other => return Err(Error::bad_input(format!("request: a store has none called {other:?}"))),
    };
    Ok(Answer { content, last: false })
}

fn load<S: Store + 'static>(request: &Request) -> Result<Loaded, Error> {
    request.text("workload")?;
    let schema = Schema::read(request.text("resolved")?)?;
    let store = request.object_if_any("store")?.ok_or_else(|| Error::bad_input("store: missing"))?;
    let key = store.text("key")?.to_string();
    let durability = Durability::parse(store.text("durability")?)?;
    Ok(match store.text("boundary")? {
        "raw" => Box::new(Steps::<S, Raw>::new(schema, pairs(request, &key)?, key, durability)),
        "parsed" => Box::new(Steps::<S, Json>::new(schema, pairs(request, &key)?, key, durability)),
        other => return Err(Error::bad_input(format!("boundary: there is none called {other:?}"))),
    })
}
