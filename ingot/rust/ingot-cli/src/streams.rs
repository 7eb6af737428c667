//! Files by their names, `-` being standard input or output.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Stdout, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::{About, Outcome};
use crate::progress::{Progress, Told};
use crate::unfinished::Unfinished;

/// Bytes that are read or written at once.
const CHUNK: usize = 1 << 18;

/// Whether nothing reads the output any more.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether something was written that nothing reads any more: who reads the output may have seen enough.
pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

fn noted<T>(outcome: io::Result<T>) -> io::Result<T> {
    if outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        IS_CLOSED.store(true, Ordering::Relaxed);
    }
    outcome
}

pub(crate) fn print(text: &str) -> Outcome<()> {
    Ok(noted(io::stdout().lock().write_all(text.as_bytes()))?)
}

/// Says a line on standard error; where nothing takes it, there is no other place to say so.
pub(crate) fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "ingot: {line}");
}

pub(crate) fn input(name: &str) -> Outcome<Box<dyn BufRead>> {
    Ok(match name {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::with_capacity(CHUNK, File::open(name).about(name)?)),
    })
}

/// What is read of a file, with its progress; how much there is in standard input is not known.
pub(crate) fn told_input(name: &str, what: &str) -> Outcome<Box<dyn BufRead>> {
    match fs::metadata(name) {
        Ok(found) if name != "-" && found.is_file() => {
            Ok(Box::new(Told::new(input(name)?, found.len(), Progress::new(what))))
        }
        _ => input(name),
    }
}

pub(crate) fn bytes(name: &str) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    input(name)?.read_to_end(&mut bytes).about(name)?;
    Ok(bytes)
}

/// The lines of a text and their numbers; those with nothing in them are left out.
pub(crate) fn lines<'n>(input: impl BufRead + 'n, name: &'n str) -> impl Iterator<Item = Outcome<(u64, String)>> + 'n {
    (1..).zip(input.lines()).filter_map(move |(number, line)| match line {
        Ok(line) if line.trim_ascii().is_empty() => None,
        Ok(line) => Some(Ok((number, line))),
        Err(error) => Some(Err(error).about(&format!("{name}, line {number}"))),
    })
}

/// Where a command writes to. What is at the name of a file stays until all is written, and without an end.
pub(crate) struct Output {
    to: To,
    unfinished: Option<Unfinished>,
}

enum To {
    Standard(BufWriter<Stdout>),
    File(BufWriter<File>),
}

pub(crate) fn output(name: &str) -> Outcome<Output> {
    if name == "-" {
        return Ok(Output { to: To::Standard(BufWriter::new(io::stdout())), unfinished: None });
    }
    if fs::metadata(name).is_ok_and(|found| !found.is_file()) {
        // A device or a pipe is not replaced; a folder says that it is one.
        let file = File::options().write(true).open(name).about(name)?;
        return Ok(Output { to: To::File(BufWriter::with_capacity(CHUNK, file)), unfinished: None });
    }
    let (file, unfinished) = Unfinished::begin(name)?;
    Ok(Output { to: To::File(BufWriter::with_capacity(CHUNK, file)), unfinished: Some(unfinished) })
}

impl Output {
    /// Writes what is left, and gives a file its name; an error if that cannot be done.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.unfinished.map_or(Ok(()), Unfinished::finish)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        noted(match &mut self.to {
            To::Standard(inner) => inner.write(bytes),
            To::File(inner) => inner.write(bytes),
        })
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        noted(match &mut self.to {
            To::Standard(inner) => inner.write_all(bytes),
            To::File(inner) => inner.write_all(bytes),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        noted(match &mut self.to {
            To::Standard(inner) => inner.flush(),
            To::File(inner) => inner.flush(),
        })
    }
}

/// The kind of a file: what its name ends with, or what an option says. A name with another ending is of no kind.
pub(crate) fn kind(name: &str, option: Option<&str>) -> Option<&'static str> {
    let Some(ending) = option.or_else(|| Path::new(name).extension()?.to_str()) else { return Some("jsonl") };
    let kinds = ["jsonl", "csv", "avro", "parquet"];
    let found = kinds.into_iter().find(|kind| kind.eq_ignore_ascii_case(ending));
    found.or_else(|| ["json", "ndjson"].contains(&&*ending.to_ascii_lowercase()).then_some("jsonl"))
}
