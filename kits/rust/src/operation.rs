//! The operations, each as a type, so that the measuring loop is compiled for each adapter and operation by itself.

use std::fmt::Display;
use std::hint::black_box;

use crate::adapter::Adapter;
use crate::canonical_write;
use crate::error::Error;
use crate::loaded::{Loaded, Worker};
use crate::samples::{Generator, Sample};

/// One operation of an adapter, on inputs that the kit holds.
pub trait Operation<A: Adapter> {
    const NAME: &'static str;
    type Input: Sync;
    type Output: Send;

    /// The inputs of a pass, in order, and the workers that do it.
    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[Self::Input]);

    /// Does one pass, and keeps the outputs that are among its samples.
    fn pass(
        worker: &mut Worker<A>,
        inputs: &[Self::Input],
        samples: &[Sample],
        kept: &mut Vec<Self::Output>,
    ) -> Result<(), Error>;

    /// Draws the samples of a batch, in their order. `count` is the number of records.
    fn draw(generator: &mut Generator, wanted: u64, passes: u64, count: usize) -> Vec<Sample> {
        generator.samples(wanted, passes, count)
    }

    /// The output as the lab compares it: encoded bytes, canonical text without a line end, or a reading's digits.
    fn proof(loaded: &Loaded<A>, output: Self::Output) -> Result<Vec<u8>, Error>;
}

/// An operation on one record at a time.
pub trait Single<A: Adapter>: Operation<A> {
    type Failure: Display + Send;

    fn apply(adapter: &mut A, input: &Self::Input) -> Result<Self::Output, Self::Failure>;
}

/// A pass of an operation on single records: it runs in stretches between the sampled records, so that no record but
/// those is looked at.
fn single_pass<A: Adapter, O: Single<A>>(
    worker: &mut Worker<A>,
    inputs: &[O::Input],
    samples: &[Sample],
    kept: &mut Vec<O::Output>,
) -> Result<(), Error> {
    let adapter = &mut worker.adapter;
    let mut done = 0;
    for sample in samples {
        stretch::<A, O>(adapter, &inputs[done..sample.index])?;
        kept.push(O::apply(adapter, black_box(&inputs[sample.index])).map_err(failed)?);
        done = sample.index + 1;
    }
    stretch::<A, O>(adapter, &inputs[done..])
}

/// An output is dropped as soon as the next is wanted, inside the clock, as in ordinary use.
#[inline(never)]
fn stretch<A: Adapter, O: Single<A>>(adapter: &mut A, inputs: &[O::Input]) -> Result<(), Error> {
    for input in inputs {
        let result = O::apply(adapter, black_box(input));
        black_box(&result);
        if let Err(failure) = result {
            return Err(failed(failure));
        }
    }
    Ok(())
}

#[cold]
pub fn failed(failure: impl Display) -> Error {
    Error::failed(failure)
}

pub struct Encode;

impl<A: Adapter> Operation<A> for Encode {
    const NAME: &'static str = "encode";
    type Input = A::Record;
    type Output = Vec<u8>;

    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[A::Record]) {
        (&mut loaded.workers, &loaded.records)
    }

    fn pass(
        worker: &mut Worker<A>,
        inputs: &[A::Record],
        samples: &[Sample],
        kept: &mut Vec<Vec<u8>>,
    ) -> Result<(), Error> {
        single_pass::<A, Encode>(worker, inputs, samples, kept)
    }

    fn proof(_: &Loaded<A>, output: Vec<u8>) -> Result<Vec<u8>, Error> {
        Ok(output)
    }
}

impl<A: Adapter> Single<A> for Encode {
    type Failure = A::EncodeError;

    #[inline(always)]
    fn apply(adapter: &mut A, input: &A::Record) -> Result<Vec<u8>, A::EncodeError> {
        adapter.encode(input)
    }
}

pub struct Decode;

impl<A: Adapter> Operation<A> for Decode {
    const NAME: &'static str = "decode";
    type Input = Vec<u8>;
    type Output = A::Record;

    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[Vec<u8>]) {
        (&mut loaded.workers, &loaded.encoded)
    }

    fn pass(
        worker: &mut Worker<A>,
        inputs: &[Vec<u8>],
        samples: &[Sample],
        kept: &mut Vec<A::Record>,
    ) -> Result<(), Error> {
        single_pass::<A, Decode>(worker, inputs, samples, kept)
    }

    fn proof(loaded: &Loaded<A>, output: A::Record) -> Result<Vec<u8>, Error> {
        field_text(loaded, &output)
    }
}

impl<A: Adapter> Single<A> for Decode {
    type Failure = A::DecodeError;

    #[inline(always)]
    fn apply(adapter: &mut A, input: &Vec<u8>) -> Result<A::Record, A::DecodeError> {
        adapter.decode(input)
    }
}

pub struct Access;

impl<A: Adapter> Operation<A> for Access {
    const NAME: &'static str = "access";
    type Input = Vec<u8>;
    type Output = u64;

    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[Vec<u8>]) {
        (&mut loaded.workers, &loaded.encoded)
    }

    fn pass(worker: &mut Worker<A>, inputs: &[Vec<u8>], samples: &[Sample], kept: &mut Vec<u64>) -> Result<(), Error> {
        single_pass::<A, Access>(worker, inputs, samples, kept)
    }

    fn proof(_: &Loaded<A>, output: u64) -> Result<Vec<u8>, Error> {
        Ok(format!("{output:016x}").into_bytes())
    }
}

impl<A: Adapter> Single<A> for Access {
    type Failure = A::DecodeError;

    #[inline(always)]
    fn apply(adapter: &mut A, input: &Vec<u8>) -> Result<u64, A::DecodeError> {
        adapter.access(input)
    }
}

/// The canonical text of a domain value.
pub fn field_text<A: Adapter>(loaded: &Loaded<A>, record: &A::Record) -> Result<Vec<u8>, Error> {
    let mut text = String::new();
    read_fields(loaded, record, &mut text)?;
    Ok(text.into_bytes())
}

/// Reads every field of a domain value: appends its canonical text.
pub fn read_fields<A: Adapter>(loaded: &Loaded<A>, record: &A::Record, text: &mut String) -> Result<(), Error> {
    let plain = loaded.workers[0].adapter.to_plain(record)?;
    canonical_write::write(&loaded.schema, &plain, text).map_err(Error::failed)
}
