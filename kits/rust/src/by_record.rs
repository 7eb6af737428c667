//! The operations on one record at a time.

use std::fmt::Display;
use std::hint::black_box;

use crate::adapter::{self, Adapter};
use crate::error::Error;
use crate::loaded::{Loaded, Worker};
use crate::operation::{failed, Encoded, Operation, Output, Readings, Values};
use crate::samples::Sample;

/// An operation whose pass is one call of the adapter for each input.
trait ByRecord<A: Adapter>: Operation<A> {
    type Failure: Display;

    fn apply(adapter: &mut A, input: &Self::Input) -> Result<Output<A, Self>, Self::Failure>;
}

/// An entry an operation: its type, its name, the trait and the method of the adapter that does it, what it takes, by the
/// name that `Loaded` has for it, and gives, and its failure.
macro_rules! by_record {
    ($($operation:ident $name:literal: $can:path, $method:ident($takes:ident: $input:ty) -> $gives:ty, $failure:ident;)*) => {$(
        pub struct $operation;

        impl<A: $can> Operation<A> for $operation {
            const NAME: &'static str = $name;
            type Input = $input;
            type Gives = $gives;

            fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[$input]) {
                (&mut loaded.workers, &loaded.$takes)
            }

            fn pass(
                worker: &mut Worker<A>,
                inputs: &[$input],
                samples: &[Sample],
                kept: &mut Vec<Output<A, Self>>,
            ) -> Result<(), Error> {
                pass::<A, Self>(worker, inputs, samples, kept)
            }

            fn first(
                loaded: &mut Loaded<A>,
                count: usize,
                take: impl FnMut(&Loaded<A>, Output<A, Self>) -> Result<(), Error>,
            ) -> Result<usize, Error> {
                first::<A, Self>(loaded, count, take)
            }
        }

        impl<A: $can> ByRecord<A> for $operation {
            type Failure = A::$failure;

            #[inline(always)]
            fn apply(adapter: &mut A, input: &$input) -> Result<Output<A, Self>, A::$failure> {
                adapter.$method(input)
            }
        }
    )*};
}

by_record! {
    Encode "encode": Adapter, encode(records: A::Record) -> Encoded, EncodeError;
    Decode "decode": Adapter, decode(encoded: Vec<u8>) -> Values, DecodeError;
    Access "access": adapter::Access, access(encoded: Vec<u8>) -> Readings, DecodeError;
}

/// A pass runs in stretches between the sampled records, so that no record but those is looked at.
fn pass<A: Adapter, O: ByRecord<A>>(
    worker: &mut Worker<A>,
    inputs: &[O::Input],
    samples: &[Sample],
    kept: &mut Vec<Output<A, O>>,
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
fn stretch<A: Adapter, O: ByRecord<A>>(adapter: &mut A, inputs: &[O::Input]) -> Result<(), Error> {
    for input in inputs {
        let result = O::apply(adapter, black_box(input));
        black_box(&result);
        if let Err(failure) = result {
            return Err(failed(failure));
        }
    }
    Ok(())
}

/// Hands over each output before the next is made.
fn first<A: Adapter, O: ByRecord<A>>(
    loaded: &mut Loaded<A>,
    count: usize,
    mut take: impl FnMut(&Loaded<A>, Output<A, O>) -> Result<(), Error>,
) -> Result<usize, Error> {
    for number in 0..count {
        let place = || format!("record {number}");
        let (workers, inputs) = O::parts(loaded);
        let output = O::apply(&mut workers[0].adapter, black_box(&inputs[number]));
        let output = output.map_err(|e| Error::failed(e).at(place()))?;
        take(loaded, output).map_err(|e| e.at(place()))?;
    }
    Ok(count)
}
