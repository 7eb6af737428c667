//! The measured loop.

use std::sync::Barrier;

use crate::adapter::Adapter;
use crate::clock::Span;
use crate::error::Error;
use crate::loaded::Worker;
use crate::operation::{Operation, Output};
use crate::samples::Sample;

/// What the clock and the sampling of one batch gave.
pub struct Ran<Kept> {
    pub span: Span,
    /// For each thread the sampled outputs, in the order of the samples.
    pub kept: Vec<Vec<Kept>>,
}

/// Does `passes` passes, by each worker in a thread of its own, and keeps the samples.
pub fn run<A: Adapter, O: Operation<A>>(
    workers: &mut [Worker<A>],
    inputs: &[O::Input],
    passes: u64,
    samples: &[Sample],
) -> Result<Ran<Output<A, O>>, Error> {
    if let [worker] = workers {
        let (span, kept) = timed::<A, O>(worker, inputs, passes, samples);
        return Ok(Ran { span, kept: vec![kept?] });
    }
    let barrier = Barrier::new(workers.len());
    let each = std::thread::scope(|scope| {
        let start = |worker| {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                timed::<A, O>(worker, inputs, passes, samples)
            })
        };
        let threads: Vec<_> = workers.iter_mut().map(start).collect();
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

/// Does one pass and nothing besides: neither clock nor sampling.
pub fn bare_pass<A: Adapter, O: Operation<A> + ?Sized>(
    worker: &mut Worker<A>,
    inputs: &[O::Input],
) -> Result<(), Error> {
    O::pass(worker, inputs, &[], &mut Vec::new())
}

/// Does one pass, untimed, and gives the outputs that are among the samples.
pub fn kept_pass<A: Adapter, O: Operation<A> + ?Sized>(
    worker: &mut Worker<A>,
    inputs: &[O::Input],
    samples: &[Sample],
) -> Result<Vec<Output<A, O>>, Error> {
    let mut kept = Vec::with_capacity(samples.len());
    O::pass(worker, inputs, samples, &mut kept)?;
    Ok(kept)
}

fn timed<A: Adapter, O: Operation<A>>(
    worker: &mut Worker<A>,
    inputs: &[O::Input],
    passes: u64,
    samples: &[Sample],
) -> (Span, Result<Vec<Output<A, O>>, Error>) {
    let mut kept = Vec::with_capacity(samples.len());
    let (span, result) = Span::of(|| all_passes::<A, O>(worker, inputs, passes, samples, &mut kept));
    (span, result.map(|()| kept))
}

fn all_passes<A: Adapter, O: Operation<A>>(
    worker: &mut Worker<A>,
    inputs: &[O::Input],
    passes: u64,
    mut samples: &[Sample],
    kept: &mut Vec<Output<A, O>>,
) -> Result<(), Error> {
    for pass in 0..passes {
        let (own, later) = samples.split_at(samples.iter().take_while(|sample| sample.pass == pass).count());
        O::pass(worker, inputs, own, kept)?;
        samples = later;
    }
    Ok(())
}
