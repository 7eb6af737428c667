//! What an operation is: a type, so that the measuring loop is compiled for each adapter and operation by itself.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::canonical_write;
use crate::container::ContainerSettings;
use crate::error::Error;
use crate::framing;
use crate::inspect::reading_times;
use crate::loaded::{Loaded, Worker};
use crate::run::kept_pass;
use crate::samples::{Generator, Sample};

/// One operation of an adapter, on inputs that the kit holds.
pub trait Operation<A: Adapter> {
    const NAME: &'static str;
    type Input: Sync;
    type Gives: Gives<A>;

    /// What makes an adapter ready for it where the lab asks for container files; other operations need no such thing.
    const PREPARE: Option<Prepare<A>> = None;

    /// What reads a container file that is not loaded; other operations have no such thing.
    const READ: Option<ReadAll<A>> = None;

    /// The inputs of a pass, in order, and the workers that do it.
    fn parts(loaded: &mut Loaded<A>) -> (&mut [Worker<A>], &[Self::Input]);

    /// Does one pass, and keeps the outputs that are among its samples.
    fn pass(
        worker: &mut Worker<A>,
        inputs: &[Self::Input],
        samples: &[Sample],
        kept: &mut Vec<Output<A, Self>>,
    ) -> Result<(), Error>;

    /// Outside the clock: hands over the outputs of the first records, and gives the number of records for which it did
    /// the operation. By default those of a whole pass, when that is done.
    fn first(
        loaded: &mut Loaded<A>,
        count: usize,
        mut take: impl FnMut(&Loaded<A>, Output<A, Self>) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        let samples = Sample::first(if Self::Gives::WHOLE { 1 } else { count });
        let (workers, inputs) = Self::parts(loaded);
        for (number, output) in kept_pass::<A, Self>(&mut workers[0], inputs, &samples)?.into_iter().enumerate() {
            take(loaded, output).map_err(|e| e.at(format!("output {number}")))?;
        }
        Ok(loaded.records.len())
    }
}

/// Reads a container file to its end, and keeps at most so many of its records.
pub type ReadAll<A> = fn(&mut A, &[u8], usize) -> Result<Vec<<A as Adapter>::Record>, Error>;

/// Makes an adapter ready for container files.
pub type Prepare<A> = fn(&mut A, &ContainerSettings) -> Result<(), Error>;

/// The output of an operation.
pub type Output<A, O> = <<O as Operation<A>>::Gives as Gives<A>>::Output;

/// What the outputs of an operation are.
pub trait Gives<A: Adapter> {
    type Output: Send;
    /// Whether a pass has one output, which the lab gets as it is and which has no digest.
    const WHOLE: bool = false;

    /// The output as the lab compares it.
    fn proof(loaded: &Loaded<A>, output: Self::Output) -> Result<Vec<u8>, Error>;

    /// Writes a proof as `prove` has it: by default as a line.
    fn write(file: &mut BufWriter<File>, proof: &[u8]) -> io::Result<()> {
        file.write_all(proof)?;
        file.write_all(b"\n")
    }

    /// Draws the samples of a batch, in their order. `count` is the number of records.
    fn draw(generator: &mut Generator, wanted: u64, passes: u64, count: usize) -> Vec<Sample> {
        generator.samples(wanted, passes, count)
    }

    /// The reply to `inspect`: by default of outputs that are not read.
    fn inspect<O: Operation<A, Gives = Self>>(_: &mut Loaded<A>, _rounds: u64) -> Result<Json, Error> {
        Ok(json!({"shared": false}))
    }
}

/// Encoded bytes of each record.
pub struct Encoded;

impl<A: Adapter> Gives<A> for Encoded {
    type Output = Vec<u8>;

    fn proof(_: &Loaded<A>, output: Vec<u8>) -> Result<Vec<u8>, Error> {
        Ok(output)
    }

    fn write(file: &mut BufWriter<File>, proof: &[u8]) -> io::Result<()> {
        framing::write(file, proof)
    }
}

/// Domain values, compared by their canonical text.
pub struct Values;

impl<A: Adapter> Gives<A> for Values {
    type Output = A::Record;

    fn proof(loaded: &Loaded<A>, output: A::Record) -> Result<Vec<u8>, Error> {
        let mut text = String::new();
        let plain = loaded.workers[0].adapter.to_plain(&output)?;
        canonical_write::write(&loaded.schema, &plain, &mut text).map_err(Error::failed)?;
        Ok(text.into_bytes())
    }

    fn inspect<O: Operation<A, Gives = Self>>(loaded: &mut Loaded<A>, rounds: u64) -> Result<Json, Error> {
        reading_times::<A, O>(loaded, rounds)
    }
}

/// Readings, compared by their digits.
pub struct Readings;

impl<A: Adapter> Gives<A> for Readings {
    type Output = u64;

    fn proof(_: &Loaded<A>, output: u64) -> Result<Vec<u8>, Error> {
        Ok(format!("{output:016x}").into_bytes())
    }
}

/// One container file of all records.
pub struct ContainerFile;

impl<A: Adapter> Gives<A> for ContainerFile {
    type Output = Vec<u8>;
    const WHOLE: bool = true;

    fn proof(_: &Loaded<A>, output: Vec<u8>) -> Result<Vec<u8>, Error> {
        Ok(output)
    }

    fn write(file: &mut BufWriter<File>, proof: &[u8]) -> io::Result<()> {
        file.write_all(proof)
    }

    fn draw(generator: &mut Generator, _: u64, passes: u64, _: usize) -> Vec<Sample> {
        vec![generator.pass(passes)]
    }
}

#[cold]
pub fn failed(failure: impl Display) -> Error {
    Error::failed(failure)
}
