//! The operations on container files: `write` makes a whole one of all records, `read` gives every record of one.

use std::hint::black_box;

use crate::adapter::Containers;
use crate::error::Error;
use crate::loaded::{Container, Loaded, Worker};
use crate::operation::{failed, ContainerFile, Operation, Prepare, ReadAll, Values};
use crate::samples::Sample;

pub struct Write;

impl<A: Containers> Operation<A> for Write {
    const NAME: &'static str = "write";
    type Input = A::Record;
    type Gives = ContainerFile;
    const PREPARE: Option<Prepare<A>> = Some(A::prepare_containers);

    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[A::Record]) {
        (&mut loaded.workers, &loaded.records)
    }

    /// One container. It is the whole pass's output, so a sample of it has no record.
    fn pass(
        worker: &mut Worker<A>,
        inputs: &[A::Record],
        samples: &[Sample],
        kept: &mut Vec<Vec<u8>>,
    ) -> Result<(), Error> {
        let result = worker.adapter.write(black_box(inputs));
        black_box(&result);
        let container = result.map_err(failed)?;
        if !samples.is_empty() {
            kept.push(container);
        }
        Ok(())
    }
}

pub struct Read;

impl<A: Containers> Operation<A> for Read {
    const NAME: &'static str = "read";
    type Input = Container;
    type Gives = Values;
    const PREPARE: Option<Prepare<A>> = Some(A::prepare_containers);
    const READ: Option<ReadAll<A>> = Some(read_all);

    /// The inputs of a pass are the one container.
    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[Container]) {
        (&mut loaded.workers, loaded.container.as_slice())
    }

    /// Runs in stretches between the sampled records, like a pass of the operations on single records.
    fn pass(
        worker: &mut Worker<A>,
        inputs: &[Container],
        samples: &[Sample],
        kept: &mut Vec<A::Record>,
    ) -> Result<(), Error> {
        for container in inputs {
            let mut records = worker.adapter.read(black_box(&container.bytes)).map_err(failed)?;
            let mut done = 0;
            for sample in samples {
                done += stretch(&mut records, sample.index - done)?;
                if let Some(record) = records.next() {
                    kept.push(record.map_err(failed)?);
                    done += 1;
                }
            }
            done += stretch(&mut records, usize::MAX)?;
            if done != container.count {
                return Err(Error::failed(format!("{done} records read of {}", container.count)));
            }
        }
        Ok(())
    }
}

fn read_all<A: Containers>(adapter: &mut A, container: &[u8], most: usize) -> Result<Vec<A::Record>, Error> {
    let mut kept = Vec::new();
    for record in adapter.read(container).map_err(failed)? {
        let record = record.map_err(failed)?;
        if kept.len() < most {
            kept.push(record);
        }
    }
    Ok(kept)
}

/// Reads at most so many records, and gives the number of those read. A record is dropped before the next is read,
/// inside the clock, as in ordinary use.
#[inline(never)]
fn stretch<Record, Failure: std::fmt::Display>(
    records: &mut impl Iterator<Item = Result<Record, Failure>>,
    maximum: usize,
) -> Result<usize, Error> {
    let mut done = 0;
    while done < maximum {
        let Some(result) = records.next() else { break };
        black_box(&result);
        if let Err(failure) = result {
            return Err(failed(failure));
        }
        done += 1;
    }
    Ok(done)
}
