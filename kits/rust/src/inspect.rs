//! `inspect`: does decode hand over finished values?
//!
//! Whether the same object is handed over twice need not be asked: `Vec<u8>` and `Record: 'static` are owned types, so
//! two outputs are never one object, and `shared` is always false.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::error::Error;
use crate::loaded::Loaded;
use crate::operation::read_fields;

const MOST_RECORDS: usize = 200;
const ROUNDS_BEFORE: u64 = 2;

pub fn inspect_encode() -> Json {
    json!({"shared": false})
}

pub fn inspect_decode<A: Adapter>(loaded: &mut Loaded<A>, rounds: u64) -> Result<Json, Error> {
    if rounds == 0 {
        return Err(Error::bad_input("rounds: at least 1"));
    }
    if loaded.records.is_empty() {
        return Err(Error::bad_input("an empty record set cannot be inspected"));
    }
    let count = loaded.records.len().min(MOST_RECORDS);
    let mut least = [f64::INFINITY; 4];
    for number in 0..ROUNDS_BEFORE + rounds {
        let times = round(loaded, count)?;
        if number >= ROUNDS_BEFORE {
            for (least, time) in least.iter_mut().zip(times) {
                *least = least.min(time / count as f64);
            }
        }
    }
    let [operation, first, second, known] = least;
    Ok(json!({
        "shared": false,
        "operation_ns": operation,
        "first_read_ns": first,
        "second_read_ns": second,
        "loaded_read_ns": known,
    }))
}

/// The four times of a round, of all records together.
fn round<A: Adapter>(loaded: &mut Loaded<A>, count: usize) -> Result<[f64; 4], Error> {
    let mut values = Vec::with_capacity(count);
    let start = Instant::now();
    for bytes in &loaded.encoded[..count] {
        values.push(loaded.adapters[0].decode(black_box(bytes)).map_err(Error::failed)?);
    }
    let operation = start.elapsed().as_nanos() as f64;
    // The text is grown on other values than the decoded ones: their first reading must be the timed one.
    let mut text = String::new();
    read_all(loaded, &loaded.records[..count], &mut text)?;
    Ok([
        operation,
        read_all(loaded, &values, &mut text)?,
        read_all(loaded, &values, &mut text)?,
        read_all(loaded, &loaded.records[..count], &mut text)?,
    ])
}

fn read_all<A: Adapter>(loaded: &Loaded<A>, values: &[A::Record], text: &mut String) -> Result<f64, Error> {
    let start = Instant::now();
    for value in values {
        text.clear();
        read_fields(loaded, value, text)?;
        black_box(&text);
    }
    Ok(start.elapsed().as_nanos() as f64)
}
