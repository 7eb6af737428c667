//! The operations that a contestant offers, as `assay_kit::main!` names them: what each request does with one.

use serde_json::Value as Json;

use crate::adapter::Adapter;
use crate::error::Error;
use crate::loaded::Loaded;
use crate::measure::{measure, once, Settings, Until};
use crate::operation::{Gives, Operation, Prepare, ReadAll};
use crate::protocol::Request;
use crate::prove::prove;

type Work<A> = fn(&mut Loaded<A>, &Request) -> Result<Json, Error>;

/// One operation of an adapter. Each of its functions is compiled for both.
pub struct Entry<A: Adapter> {
    pub(crate) name: &'static str,
    /// There where it is about container files.
    pub(crate) prepare: Option<Prepare<A>>,
    /// There where it reads container files.
    pub(crate) read: Option<ReadAll<A>>,
    pub(crate) prove: Work<A>,
    pub(crate) inspect: Work<A>,
    pub(crate) measure: fn(&mut Loaded<A>, &Request, &Until) -> Result<Json, Error>,
    pub(crate) once: Work<A>,
}

impl<A: Adapter> Entry<A> {
    pub fn of<O: Operation<A>>() -> Entry<A> {
        Entry {
            name: O::NAME,
            prepare: O::PREPARE,
            read: O::READ,
            prove: |loaded, request| prove::<A, O>(loaded, request.text("output")?),
            inspect: |loaded, request| O::Gives::inspect::<O>(loaded, request.number("rounds")?),
            measure: |loaded, request, until| {
                let settings = Settings {
                    min_batch_ns: request.number("min_batch_ns")?,
                    threads: request.number("threads")?,
                    seed: request.number("seed")?,
                    samples: request.number("samples")?,
                    output: output::<A, O>(request)?,
                };
                measure::<A, O>(loaded, until, &settings)
            },
            once: |loaded, request| {
                let (seed, samples) = (request.number("seed")?, request.number("samples")?);
                once::<A, O>(loaded, seed, samples, output::<A, O>(request)?)
            },
        }
    }
}

/// Where an output is written to that the lab gets as it is; other operations have none.
fn output<A: Adapter, O: Operation<A>>(request: &Request) -> Result<Option<&str>, Error> {
    O::Gives::WHOLE.then(|| request.text("output")).transpose()
}
