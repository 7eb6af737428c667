//! `encode-into`: a record's bytes go to the end of a buffer that the kit keeps.
//!
//! The buffer is emptied when it holds [`FULL`] bytes or more, as by a server that writes to a socket, and at the end of a
//! pass.

use std::hint::black_box;

use crate::adapter;
use crate::buffer::FULL;
use crate::error::Error;
use crate::loaded::{Loaded, Worker};
use crate::operation::{failed, Encoded, Operation};
use crate::samples::Sample;

pub struct EncodeInto;

impl<A: adapter::EncodeInto> Operation<A> for EncodeInto {
    const NAME: &'static str = "encode-into";
    type Input = A::Record;
    type Gives = Encoded;

    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[A::Record]) {
        (&mut loaded.workers, &loaded.records)
    }

    /// Runs in stretches between the sampled records, like a pass of the operations on single records.
    fn pass(
        worker: &mut Worker<A>,
        inputs: &[A::Record],
        samples: &[Sample],
        kept: &mut Vec<Vec<u8>>,
    ) -> Result<(), Error> {
        // A pass that failed may have left something in it.
        worker.buffer.sampled.clear();
        worker.buffer.bytes.clear();
        let mut done = 0;
        for sample in samples {
            stretch(worker, &inputs[done..sample.index], kept)?;
            let before = worker.buffer.bytes.len();
            append(worker, &inputs[sample.index])?;
            worker.buffer.sampled.push(before..worker.buffer.bytes.len());
            if worker.buffer.bytes.len() >= FULL {
                worker.buffer.empty_into(kept)?;
            }
            done = sample.index + 1;
        }
        stretch(worker, &inputs[done..], kept)?;
        worker.buffer.empty_into(kept)
    }
}

#[inline(never)]
fn stretch<A: adapter::EncodeInto>(
    worker: &mut Worker<A>,
    inputs: &[A::Record],
    kept: &mut Vec<Vec<u8>>,
) -> Result<(), Error> {
    for input in inputs {
        append(worker, input)?;
        if worker.buffer.bytes.len() >= FULL {
            worker.buffer.empty_into(kept)?;
        }
    }
    Ok(())
}

#[inline(always)]
fn append<A: adapter::EncodeInto>(worker: &mut Worker<A>, input: &A::Record) -> Result<(), Error> {
    let result = worker.adapter.encode_into(black_box(input), &mut worker.buffer.bytes);
    black_box(&mut worker.buffer.bytes);
    result.map_err(failed)
}
