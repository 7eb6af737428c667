//! The process: reads requests, answers each with one reply, ends at `bye` or at the end of input.

use std::any::Any;
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::FromRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::ExitCode;

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::conform::conform;
use crate::container::ContainerSettings;
use crate::entry::Entry;
use crate::error::Error;
use crate::loaded::{Files, Loaded};
use crate::measure::Until;
use crate::operation::Prepare;
use crate::protocol::{reply, Request};
use crate::schema::Schema;

const PROTOCOL: u64 = 1;

/// Serves requests until `bye` or the end of input. Called by `assay_kit::main!`.
pub fn serve<A: Adapter>(operations: &[Entry<A>]) -> ExitCode {
    let mut session = Session { operations, loaded: None };
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

struct Session<'a, A: Adapter> {
    operations: &'a [Entry<A>],
    loaded: Option<Loaded<A>>,
}

impl<A: Adapter> Session<'_, A> {
    fn answer(&mut self, line: &[u8]) -> Result<Answer, Error> {
        let request = Request::parse(line)?;
        let content = match request.text("request")? {
            "hello" => greeting(&request, A::LIBRARY, A::VERSION, self.operations.iter().map(|entry| entry.name))?,
            "load" => self.load(&request)?,
            "prove" => self.with_operation(&request, |entry, loaded| (entry.prove)(loaded, &request))?,
            "inspect" => self.with_operation(&request, |entry, loaded| (entry.inspect)(loaded, &request))?,
            "warm" => self.measure(&request, || Ok(Until::Seconds(request.seconds("seconds")?)))?,
            "measure" => self.measure(&request, || Ok(Until::Batches(request.number("batches")?)))?,
            "once" => self.with_operation(&request, |entry, loaded| (entry.once)(loaded, &request))?,
            "swap" => self.swap(&request)?,
            "conform" => conform(self.operations, &request)?,
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
        let prepare = self.prepare();
        let files = files(request, prepare.is_some())?;
        let settings = if prepare.is_some() { request.object_if_any("settings")? } else { None };
        if settings.is_some() != files.container.is_some() {
            return Err(Error::bad_input("container, settings: one is there without the other"));
        }
        let settings = settings.map(|given| ContainerSettings::parse(&given)).transpose()?;
        // Dropped first: two record sets at once may be more than the machine holds. A load that fails leaves none.
        self.loaded = None;
        let loaded = self.loaded.insert(Loaded::load(schema, resolved, &files, prepare.zip(settings))?);
        Ok(json!({"count": loaded.records.len(), "setup_ns": loaded.setup_ns}))
    }

    fn swap(&mut self, request: &Request) -> Result<Json, Error> {
        let containers = self.prepare().is_some();
        let loaded = self.loaded()?;
        loaded.swap(&files(request, containers)?)?;
        Ok(json!({"count": loaded.records.len()}))
    }

    /// `until` is asked when it is known that something is loaded.
    fn measure(&mut self, request: &Request, until: impl FnOnce() -> Result<Until, Error>) -> Result<Json, Error> {
        self.loaded()?;
        let until = until()?;
        self.with_operation(request, |entry, loaded| (entry.measure)(loaded, request, &until))
    }

    /// What makes the adapter ready for container files; none for a contestant that has no operations on them.
    fn prepare(&self) -> Option<Prepare<A>> {
        self.operations.iter().find_map(|entry| entry.prepare)
    }

    /// Does the work with the operation that the request names, if the contestant has it and what it works on is loaded.
    fn with_operation(
        &mut self,
        request: &Request,
        work: impl FnOnce(&Entry<A>, &mut Loaded<A>) -> Result<Json, Error>,
    ) -> Result<Json, Error> {
        let operations = self.operations;
        let loaded = self.loaded()?;
        let name = request.text("operation")?;
        let none = || Error::unsupported(format!("operation: the contestant has none called {name:?}"));
        let entry = operations.iter().find(|entry| entry.name == name).ok_or_else(none)?;
        if entry.prepare.is_some() && loaded.container.is_none() {
            return Err(Error::unsupported(format!("operation: {name} needs a container, and none is loaded")));
        }
        work(entry, loaded)
    }
}

/// The reply to `hello`.
pub(crate) fn greeting<'a>(
    request: &Request,
    library: &str,
    version: &str,
    operations: impl Iterator<Item = &'a str>,
) -> Result<Json, Error> {
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
        "operations": operations.collect::<Vec<_>>(),
    }))
}

/// `containers`: whether the contestant is one that they are asked of; to the others, their keys are unknown ones.
fn files(request: &Request, containers: bool) -> Result<Files<'_>, Error> {
    Ok(Files {
        records: request.text("records")?,
        encoded: request.text_or_null("encoded")?,
        container: if containers { request.text_if_any("container")? } else { None },
        count: request.number("count")?,
    })
}
