//! The process: reads requests, answers each with one reply, ends at `bye` or at the end of input.

use std::any::Any;
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::FromRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::ExitCode;

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::container::ContainerSettings;
use crate::container_operation::{Read, Write as WriteContainer};
use crate::encode_into::EncodeInto;
use crate::error::Error;
use crate::inspect::{inspect_decode, inspect_read, inspect_unread};
use crate::loaded::{Files, Loaded};
use crate::measure::{measure, once, Settings, Until};
use crate::operation::{Access, Decode, Encode};
use crate::protocol::{reply, Request};
use crate::prove::{prove_access, prove_decode, prove_encode, prove_encode_into, prove_read, prove_write};
use crate::schema::Schema;

const PROTOCOL: u64 = 1;

/// Serves requests until `bye` or the end of input. Called by `assay_kit::main!`.
pub fn serve<A: Adapter>() -> ExitCode {
    let mut session = Session::<A> { loaded: None };
    serve_requests(|line| session.answer(line))
}

/// Answers each line of standard input with one reply.
pub(crate) fn serve_requests(mut answer: impl FnMut(&[u8]) -> Result<Answer, Error>) -> ExitCode {
    let mut replies = take_stdout();
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => {}
            Err(error) => {
                eprintln!("standard input cannot be read: {error}");
                return ExitCode::FAILURE;
            }
        }
        // A library that panics has failed at this one request.
        let result = catch_unwind(AssertUnwindSafe(|| answer(&line)));
        let (result, last) = match result {
            Ok(Ok(Answer { content, last })) => (Ok(content), last),
            Ok(Err(error)) => (Err(error), false),
            Err(panic) => (Err(Error::failed(format!("panic: {}", panic_message(panic.as_ref())))), false),
        };
        if let Err(error) = replies.write_all(reply(result).as_bytes()) {
            eprintln!("standard output cannot be written: {error}");
            return ExitCode::FAILURE;
        }
        if last {
            return ExitCode::SUCCESS;
        }
    }
}

/// The real standard output, for replies only; what else is printed goes to standard error from here on.
fn take_stdout() -> File {
    // SAFETY: the copied descriptor is owned by nothing else, and 1 stays open throughout.
    unsafe {
        let copy = libc::fcntl(1, libc::F_DUPFD_CLOEXEC, 3);
        assert!(copy >= 0, "standard output is not open");
        assert_eq!(libc::dup2(2, 1), 1, "standard error is not open");
        File::from_raw_fd(copy)
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

pub(crate) struct Answer {
    pub content: Json,
    /// Whether the process ends after it.
    pub last: bool,
}

struct Session<A: Adapter> {
    loaded: Option<Loaded<A>>,
}

impl<A: Adapter> Session<A> {
    fn answer(&mut self, line: &[u8]) -> Result<Answer, Error> {
        let request = Request::parse(line)?;
        let content = match request.text("request")? {
            "hello" => greeting(&request, A::LIBRARY, A::VERSION, A::OPERATIONS)?,
            "load" => self.load(&request)?,
            "prove" => self.prove(&request)?,
            "inspect" => self.inspect(&request)?,
            "warm" => {
                self.loaded()?;
                self.measure(&request, &Until::Seconds(request.seconds("seconds")?))?
            }
            "measure" => {
                self.loaded()?;
                self.measure(&request, &Until::Batches(request.number("batches")?))?
            }
            "once" => self.once(&request)?,
            "swap" => self.swap(&request)?,
            "bye" => return Ok(Answer { content: json!({}), last: true }),
            other => return Err(Error::bad_input(format!("request: there is none called {other:?}"))),
        };
        Ok(Answer { content, last: false })
    }

    fn loaded(&mut self) -> Result<&mut Loaded<A>, Error> {
        self.loaded.as_mut().ok_or_else(|| Error::bad_input("nothing is loaded"))
    }

    fn load(&mut self, request: &Request) -> Result<Json, Error> {
        request.text("workload")?;
        let (schema, resolved) = (request.text("schema")?, Schema::read(request.text("resolved")?)?);
        let files = files::<A>(request)?;
        let settings = if has_containers::<A>() { request.object_if_any("settings")? } else { None };
        if settings.is_some() != files.container.is_some() {
            return Err(Error::bad_input("container, settings: one is there without the other"));
        }
        let settings = settings.map(|given| ContainerSettings::parse(&given)).transpose()?;
        // Dropped first: two record sets at once may be more than the machine holds. A load that fails leaves none.
        self.loaded = None;
        let loaded = self.loaded.insert(Loaded::load(schema, resolved, &files, settings)?);
        Ok(json!({"count": loaded.records.len(), "setup_ns": loaded.setup_ns}))
    }

    fn swap(&mut self, request: &Request) -> Result<Json, Error> {
        let loaded = self.loaded()?;
        loaded.swap(&files::<A>(request)?)?;
        Ok(json!({"count": loaded.records.len()}))
    }

    fn prove(&mut self, request: &Request) -> Result<Json, Error> {
        let loaded = self.loaded()?;
        let (operation, output) = (operation(request, loaded)?, request.text("output")?);
        match operation {
            Known::Encode => prove_encode(loaded, output),
            Known::EncodeInto => prove_encode_into(loaded, output),
            Known::Decode => prove_decode(loaded, output),
            Known::Access => prove_access(loaded, output),
            Known::Write => prove_write(loaded, output),
            Known::Read => prove_read(loaded, output),
        }
    }

    fn inspect(&mut self, request: &Request) -> Result<Json, Error> {
        let loaded = self.loaded()?;
        let (operation, rounds) = (operation(request, loaded)?, request.number("rounds")?);
        match operation {
            Known::Encode | Known::EncodeInto | Known::Access | Known::Write => Ok(inspect_unread()),
            Known::Decode => inspect_decode(loaded, rounds),
            Known::Read => inspect_read(loaded, rounds),
        }
    }

    fn measure(&mut self, request: &Request, until: &Until) -> Result<Json, Error> {
        let loaded = self.loaded()?;
        let operation = operation(request, loaded)?;
        let settings = Settings {
            min_batch_ns: request.number("min_batch_ns")?,
            threads: request.number("threads")?,
            seed: request.number("seed")?,
            samples: request.number("samples")?,
            output: container_output(request, &operation)?,
        };
        match operation {
            Known::Encode => measure::<A, Encode>(loaded, until, &settings),
            Known::EncodeInto => measure::<A, EncodeInto>(loaded, until, &settings),
            Known::Decode => measure::<A, Decode>(loaded, until, &settings),
            Known::Access => measure::<A, Access>(loaded, until, &settings),
            Known::Write => measure::<A, WriteContainer>(loaded, until, &settings),
            Known::Read => measure::<A, Read>(loaded, until, &settings),
        }
    }

    fn once(&mut self, request: &Request) -> Result<Json, Error> {
        let loaded = self.loaded()?;
        let operation = operation(request, loaded)?;
        let (seed, samples) = (request.number("seed")?, request.number("samples")?);
        let output = container_output(request, &operation)?;
        match operation {
            Known::Encode => once::<A, Encode>(loaded, seed, samples, output),
            Known::EncodeInto => once::<A, EncodeInto>(loaded, seed, samples, output),
            Known::Decode => once::<A, Decode>(loaded, seed, samples, output),
            Known::Access => once::<A, Access>(loaded, seed, samples, output),
            Known::Write => once::<A, WriteContainer>(loaded, seed, samples, output),
            Known::Read => once::<A, Read>(loaded, seed, samples, output),
        }
    }
}

/// The reply to `hello`.
pub(crate) fn greeting(request: &Request, library: &str, version: &str, operations: &[&str]) -> Result<Json, Error> {
    let protocol = request.number("protocol")?;
    if protocol != PROTOCOL {
        return Err(Error::bad_input(format!("protocol: this kit speaks {PROTOCOL}, not {protocol}")));
    }
    Ok(json!({
        "protocol": PROTOCOL,
        "contestant": std::env::var("ASSAY_CONTESTANT").unwrap_or_else(|_| format!("rust/{library}")),
        "library": library,
        "version": version,
        "runtime": env!("ASSAY_COMPILER"),
        "operations": operations,
    }))
}

/// Whether the contestant is one that containers are asked of; to the others, their keys are unknown ones.
fn has_containers<A: Adapter>() -> bool {
    A::OPERATIONS.contains(&"write") || A::OPERATIONS.contains(&"read")
}

fn files<A: Adapter>(request: &Request) -> Result<Files<'_>, Error> {
    Ok(Files {
        records: request.text("records")?,
        encoded: request.text_or_null("encoded")?,
        container: if has_containers::<A>() { request.text_if_any("container")? } else { None },
        count: request.number("count")?,
    })
}

enum Known {
    Encode,
    EncodeInto,
    Decode,
    Access,
    Write,
    Read,
}

/// Where the container that `write` makes is written to; other operations have no such output.
fn container_output<'a>(request: &'a Request, operation: &Known) -> Result<Option<&'a str>, Error> {
    match operation {
        Known::Write => request.text("output").map(Some),
        _ => Ok(None),
    }
}

/// The operation that the request names, if the contestant has it and what it works on is loaded.
fn operation<A: Adapter>(request: &Request, loaded: &Loaded<A>) -> Result<Known, Error> {
    let name = request.text("operation")?;
    let known = match name {
        "encode" => Some(Known::Encode),
        "encode-into" => Some(Known::EncodeInto),
        "decode" => Some(Known::Decode),
        "access" => Some(Known::Access),
        "write" => Some(Known::Write),
        "read" => Some(Known::Read),
        _ => None,
    };
    match known {
        Some(Known::Write | Known::Read) if A::OPERATIONS.contains(&name) && loaded.container.is_none() => {
            Err(Error::unsupported(format!("operation: {name} needs a container, and none is loaded")))
        }
        Some(known) if A::OPERATIONS.contains(&name) => Ok(known),
        _ => Err(Error::unsupported(format!("operation: the contestant has none called {name:?}"))),
    }
}
