//! `warm`, `measure` and `once`: batches of passes under one reading of the clock.

use std::time::{Duration, Instant};

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::allocation;
use crate::clock::{self, Span};
use crate::digest;
use crate::error::Error;
use crate::loaded::Loaded;
use crate::operation::{Gives, Operation, Output};
use crate::run::{bare_pass, run, Ran};
use crate::samples::{Generator, Sample};

/// Beyond this no machine is measured; the number keeps a slip of a request from taking the machine down.
const MAX_THREADS: u64 = 256;

/// What `warm` and `measure` have in common.
pub struct Settings<'a> {
    pub min_batch_ns: u64,
    pub threads: u64,
    pub seed: u64,
    pub samples: u64,
    /// Path to which the output kept of the last batch is written; then there are no digests.
    pub output: Option<&'a str>,
}

/// When the last batch is done.
pub enum Until {
    Batches(u64),
    Seconds(f64),
}

/// Does batches, and gives the reply's content.
pub fn measure<A: Adapter, O: Operation<A>>(
    loaded: &mut Loaded<A>,
    until: &Until,
    settings: &Settings,
) -> Result<Json, Error> {
    let start = Instant::now();
    refuse_empty(loaded)?;
    if settings.threads == 0 {
        return Err(Error::bad_input("threads: at least 1"));
    }
    if settings.threads > MAX_THREADS {
        return Err(Error::unsupported(format!("threads: at most {MAX_THREADS}")));
    }
    let threads = settings.threads as usize;
    loaded.need_workers(threads)?;
    let timer_ns = clock::timer_ns();
    let goal_ns = settings.min_batch_ns.max(100 * timer_ns);
    let key = (O::NAME, threads);

    if !loaded.pass_ns.contains_key(&key) {
        let untimed = do_passes::<A, O>(loaded, threads, 1, &[])?;
        loaded.pass_ns.insert(key, untimed.span.wall_ns() as f64);
    }
    // Every thread does the same work, so a pass of one of them shows what all of them allocate.
    let pass_bytes = match loaded.pass_bytes.get(O::NAME) {
        Some(bytes) => *bytes,
        None => {
            let (workers, inputs) = O::parts(loaded);
            let (bytes, result) = allocation::bytes_of(|| bare_pass::<A, O>(&mut workers[0], inputs));
            result?;
            loaded.pass_bytes.insert(O::NAME, bytes);
            bytes
        }
    };

    let mut generator = Generator::new(settings.seed);
    let mut batches = Vec::new();
    let mut last = None;
    while !finished(until, batches.len(), start) {
        let passes = (goal_ns as f64 / loaded.pass_ns[&key]).ceil().max(1.0) as u64;
        let samples = O::Gives::draw(&mut generator, settings.samples, passes, loaded.records.len());
        let ran = do_passes::<A, O>(loaded, threads, passes, &samples)?;
        let span = ran.span;
        loaded.pass_ns.insert(key, (span.wall_ns() as f64 / passes as f64).max(1.0));
        let (digest, container) = outcome::<A, O>(loaded, ran, settings.output)?;
        last = container;
        let records = passes * loaded.records.len() as u64 * settings.threads;
        let bytes = json!(pass_bytes * passes * settings.threads);
        batches.push(batch(&span, passes, records, digest, bytes));
    }
    write_container::<A, O>(loaded, settings.output, last)?;
    Ok(json!({"batches": batches, "timer_ns": timer_ns}))
}

/// Does one pass on one thread with nothing done before it, and gives the reply's content.
///
/// What the pass allocates is not reported: it takes a pass of its own to count that, and the process is there for one.
pub fn once<A: Adapter, O: Operation<A>>(
    loaded: &mut Loaded<A>,
    seed: u64,
    samples: u64,
    output: Option<&str>,
) -> Result<Json, Error> {
    refuse_empty(loaded)?;
    let count = loaded.records.len();
    let samples = O::Gives::draw(&mut Generator::new(seed), samples, 1, count);
    let ran = do_passes::<A, O>(loaded, 1, 1, &samples)?;
    let span = ran.span;
    let (digest, container) = outcome::<A, O>(loaded, ran, output)?;
    write_container::<A, O>(loaded, output, container)?;
    Ok(json!({"batch": batch(&span, 1, count as u64, digest, Json::Null)}))
}

fn refuse_empty<A: Adapter>(loaded: &Loaded<A>) -> Result<(), Error> {
    match loaded.records.is_empty() {
        true => Err(Error::bad_input("an empty record set cannot be measured")),
        false => Ok(()),
    }
}

/// What is reported of a batch.
fn batch(span: &Span, passes: u64, records: u64, digest: Json, allocated_bytes: Json) -> Json {
    json!({
        "passes": passes,
        "records": records,
        "wall_ns": span.wall_ns(),
        "cpu_ns": span.cpu_ns(),
        "allocated_bytes": allocated_bytes,
        "gc_ns": null,
        "digest": digest,
    })
}

/// The digest of the samples; where the output is to be written out, the first output kept instead.
fn outcome<A: Adapter, O: Operation<A>>(
    loaded: &Loaded<A>,
    ran: Ran<Output<A, O>>,
    output: Option<&str>,
) -> Result<(Json, Option<Output<A, O>>), Error> {
    match output {
        Some(_) => Ok((Json::Null, ran.kept.into_iter().flatten().next())),
        None => Ok((json!(format!("{:016x}", digest_of::<A, O>(loaded, ran)?)), None)),
    }
}

fn write_container<A: Adapter, O: Operation<A>>(
    loaded: &Loaded<A>,
    output: Option<&str>,
    container: Option<Output<A, O>>,
) -> Result<(), Error> {
    match (output, container) {
        (Some(path), Some(container)) => {
            std::fs::write(path, O::Gives::proof(loaded, container)?).map_err(|e| Error::bad_input(e).at(path))
        }
        _ => Ok(()),
    }
}

fn do_passes<A: Adapter, O: Operation<A>>(
    loaded: &mut Loaded<A>,
    threads: usize,
    passes: u64,
    samples: &[Sample],
) -> Result<Ran<Output<A, O>>, Error> {
    let (workers, inputs) = O::parts(loaded);
    run::<A, O>(&mut workers[..threads], inputs, passes, samples)
}

fn finished(until: &Until, done: usize, start: Instant) -> bool {
    match until {
        Until::Batches(wanted) => done as u64 >= *wanted,
        Until::Seconds(seconds) => done > 0 && start.elapsed() >= Duration::from_secs_f64(*seconds),
    }
}

/// The digest of thread 0's samples, or the first that differs from it.
fn digest_of<A: Adapter, O: Operation<A>>(loaded: &Loaded<A>, ran: Ran<Output<A, O>>) -> Result<u64, Error> {
    let mut digests = Vec::with_capacity(ran.kept.len());
    for outputs in ran.kept {
        let each = outputs.into_iter().map(|output| Ok(digest::fnv1a(&O::Gives::proof(loaded, output)?)));
        digests.push(digest::combine(&each.collect::<Result<Vec<_>, Error>>()?));
    }
    Ok(digests.iter().copied().find(|other| *other != digests[0]).unwrap_or(digests[0]))
}
