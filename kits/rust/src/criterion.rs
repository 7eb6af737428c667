//! The same adapter on the same files under Criterion, as an independent check of the kit's loop.
//!
//! The variable ASSAY_PEER (JSON) has `operation` and the keys of `load`: `schema`, `resolved`, `records`, `encoded`,
//! `count`.

use std::process::ExitCode;

use crate::adapter::Adapter;
use crate::by_record::{Decode, Encode};
use crate::entry::Entry;
use crate::error::Error;
use crate::loaded::{Files, Loaded};
use crate::operation::Operation;
use crate::protocol::Request;
use crate::schema::Schema;

/// Stands in the place of `serve` in a program that is built with the feature `criterion`.
pub fn benchmark<A: Adapter>(_: &[Entry<A>]) -> ExitCode {
    let keys = std::env::var("ASSAY_PEER").unwrap_or_default();
    match Request::parse(keys.as_bytes()).and_then(|request| measure::<A>(&request)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", error.message);
            ExitCode::FAILURE
        }
    }
}

fn measure<A: Adapter>(request: &Request) -> Result<(), Error> {
    let files = Files {
        records: request.text("records")?,
        encoded: request.text_or_null("encoded")?,
        container: None,
        count: request.number("count")?,
    };
    let schema = Schema::read(request.text("resolved")?)?;
    let mut loaded = Loaded::<A>::load(request.text("schema")?, schema, &files, None)?;
    let adapter = &mut loaded.workers[0].adapter;
    let (encode, decode) = (<Encode as Operation<A>>::NAME, <Decode as Operation<A>>::NAME);
    let operation = request.text("operation")?;
    if operation == encode {
        assay_criterion::measure(encode, &loaded.records, |record| adapter.encode(record));
    } else if operation == decode {
        assay_criterion::measure(decode, &loaded.encoded, |bytes| adapter.decode(bytes));
    } else {
        return Err(Error::unsupported(format!("operation: {operation} is not measured by Criterion")));
    }
    Ok(())
}
