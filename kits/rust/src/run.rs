//! The measured loop.

use std::hint::black_box;
use std::sync::Barrier;

use crate::adapter::Adapter;
use crate::clock::Span;
use crate::error::Error;
use crate::operation::Operation;
use crate::samples::Sample;

/// What the clock and the sampling of one batch gave.
pub struct Ran<Output> {
    pub span: Span,
    /// For each thread the sampled outputs, in the order of the samples.
    pub kept: Vec<Vec<Output>>,
}

/// Does the operation `passes` times for every input, on each adapter in a thread of its own, and keeps the samples.
pub fn run<A: Adapter, O: Operation<A>>(
    adapters: &mut [A],
    inputs: &[O::Input],
    passes: u64,
    samples: &[Sample],
) -> Result<Ran<O::Output>, Error> {
    if let [adapter] = adapters {
        let (span, kept) = timed::<A, O>(adapter, inputs, passes, samples);
        return Ok(Ran { span, kept: vec![kept?] });
    }
    let barrier = Barrier::new(adapters.len());
    let each = std::thread::scope(|scope| {
        let start = |adapter| {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                timed::<A, O>(adapter, inputs, passes, samples)
            })
        };
        let threads: Vec<_> = adapters.iter_mut().map(start).collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    let mut span: Option<Span> = None;
    let mut kept = Vec::with_capacity(each.len());
    for result in each {
        let (own, outputs) = result.map_err(|_| Error::failed("the library panicked in a thread"))?;
        span = Some(span.map_or(own, |all| all.union(own)));
        kept.push(outputs?);
    }
    Ok(Ran { span: span.expect("there is at least one thread"), kept })
}

/// Does the operation once for every input and nothing besides: neither clock nor sampling.
pub fn bare_pass<A: Adapter, O: Operation<A>>(adapter: &mut A, inputs: &[O::Input]) -> Result<(), Error> {
    stretch::<A, O>(adapter, inputs)
}

type Kept<Output> = Result<Vec<Output>, Error>;

fn timed<A: Adapter, O: Operation<A>>(
    adapter: &mut A,
    inputs: &[O::Input],
    passes: u64,
    samples: &[Sample],
) -> (Span, Kept<O::Output>) {
    let mut kept = Vec::with_capacity(samples.len());
    let (span, result) = Span::of(|| all_passes::<A, O>(adapter, inputs, passes, samples, &mut kept));
    (span, result.map(|()| kept))
}

/// Every pass runs in stretches between the sampled records, so that no record but those is looked at.
fn all_passes<A: Adapter, O: Operation<A>>(
    adapter: &mut A,
    inputs: &[O::Input],
    passes: u64,
    mut samples: &[Sample],
    kept: &mut Vec<O::Output>,
) -> Result<(), Error> {
    for pass in 0..passes {
        let mut done = 0;
        while let [sample, later @ ..] = samples {
            if sample.pass != pass {
                break;
            }
            stretch::<A, O>(adapter, &inputs[done..sample.index])?;
            kept.push(O::apply(adapter, black_box(&inputs[sample.index])).map_err(failed)?);
            done = sample.index + 1;
            samples = later;
        }
        stretch::<A, O>(adapter, &inputs[done..])?;
    }
    Ok(())
}

/// An output is dropped as soon as the next is wanted, inside the clock, as in ordinary use.
#[inline(never)]
fn stretch<A: Adapter, O: Operation<A>>(adapter: &mut A, inputs: &[O::Input]) -> Result<(), Error> {
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
fn failed(failure: impl std::fmt::Display) -> Error {
    Error::failed(failure)
}
