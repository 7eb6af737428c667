//! Files by their names, `-` being standard input or output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use crate::failure::{About, Outcome};
use crate::progress::{Progress, Told};

pub(crate) fn print(text: &str) -> Outcome<()> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

pub(crate) fn input(name: &str) -> Outcome<Box<dyn BufRead>> {
    Ok(match name {
        "" | "-" => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::with_capacity(1 << 18, File::open(name).about(name)?)),
    })
}

/// What is read of a file, with its progress; how much there is in standard input is not known.
pub(crate) fn told_input(name: &str, what: &str) -> Outcome<Box<dyn BufRead>> {
    match std::fs::metadata(name) {
        Ok(found) if found.is_file() => Ok(Box::new(Told::new(input(name)?, found.len(), Progress::new(what)))),
        _ => input(name),
    }
}

pub(crate) fn output(name: &str) -> Outcome<Box<dyn Write>> {
    Ok(match name {
        "" | "-" => Box::new(BufWriter::new(io::stdout().lock())),
        _ => Box::new(BufWriter::with_capacity(1 << 18, File::create(name).about(name)?)),
    })
}

pub(crate) fn bytes(name: &str) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    input(name)?.read_to_end(&mut bytes).about(name)?;
    Ok(bytes)
}

pub(crate) fn text(name: &str) -> Outcome<String> {
    String::from_utf8(bytes(name)?).about(name)
}

/// The kind of a file: what its name ends with, or what an option says.
pub(crate) fn kind<'n>(name: &'n str, option: Option<&'n str>) -> &'n str {
    option.unwrap_or_else(|| match name.rsplit_once('.') {
        Some((_, "csv")) => "csv",
        Some((_, "avro")) => "avro",
        Some((_, "parquet")) => "parquet",
        _ => "jsonl",
    })
}
