//! `inspect`: do decode and read hand over finished values?
//!
//! Whether the same object is handed over twice is no question here: `Vec<u8>` and `Record: 'static` are owned types, so
//! two outputs are never one object, and `shared` is always false. A reading is a number.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::error::Error;
use crate::loaded::Loaded;
use crate::operation::{Operation, Values};

const MAX_RECORDS: usize = 200;
const ROUNDS_BEFORE: u64 = 2;

/// Of an operation that gives values: how long it takes, and how long it takes to read them.
pub fn reading_times<A: Adapter, O: Operation<A, Gives = Values>>(
    loaded: &mut Loaded<A>,
    rounds: u64,
) -> Result<Json, Error> {
    if rounds == 0 {
        return Err(Error::bad_input("rounds: at least 1"));
    }
    if loaded.records.is_empty() {
        return Err(Error::bad_input("an empty record set cannot be inspected"));
    }
    let count = loaded.records.len().min(MAX_RECORDS);
    let mut minimum = [f64::INFINITY; 4];
    for number in 0..ROUNDS_BEFORE + rounds {
        let times = round::<A, O>(loaded, count)?;
        if number >= ROUNDS_BEFORE {
            for (minimum, time) in minimum.iter_mut().zip(times) {
                *minimum = minimum.min(time);
            }
        }
    }
    let [operation, first, second, known] = minimum;
    Ok(json!({
        "shared": false,
        "operation_ns": operation,
        "first_read_ns": first,
        "second_read_ns": second,
        "loaded_read_ns": known,
    }))
}

/// The four times of a round, per record.
fn round<A: Adapter, O: Operation<A, Gives = Values>>(loaded: &mut Loaded<A>, count: usize) -> Result<[f64; 4], Error> {
    let start = Instant::now();
    let mut values = Vec::with_capacity(count);
    let operations = O::first(loaded, count, |_, value| {
        values.push(value);
        Ok(())
    })?;
    let operation = start.elapsed().as_nanos() as f64 / operations as f64;
    Ok([operation, read_all(loaded, &values)?, read_all(loaded, &values)?, read_all(loaded, &loaded.records[..count])?])
}

fn read_all<A: Adapter>(loaded: &Loaded<A>, values: &[A::Record]) -> Result<f64, Error> {
    let start = Instant::now();
    for value in values {
        black_box(loaded.workers[0].adapter.reading(value)?);
    }
    Ok(start.elapsed().as_nanos() as f64 / values.len() as f64)
}
