//! `ingot avro`: Avro files, schemas and data.

mod convert;
mod files;
mod messages;
mod schemas;

use std::io::BufRead;

use ingot::Schema;
use ingot::container::{Compression, ReadOptions, Reader, Stream, Tolerance, WriteOptions};

use crate::arguments::{Arguments, Choice, Command};
use crate::failure::{About, Failure, Outcome};
use crate::streams;

const LENIENT: Choice = ("lenient", "", "read what is whole of a file that is cut");
const FIELDS: Choice = ("fields", "NAME,…", "only these fields; the others are skipped, not decoded");
const CODEC: Choice = ("codec", "NAME", "null, deflate (the default), snappy, zstandard, bzip2 or xz");
const LEVEL: Choice = ("level", "N", "of the codec");
const SCHEMA: Choice = ("schema", "FILE", "the schema; by default it is made from the values");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "cat",
        words: &["FILE…"],
        options: &[FIELDS, LENIENT],
        about: "Prints the records of files as Avro's JSON, one a line.",
        run: files::cat,
    },
    Command {
        name: "head",
        words: &["FILE"],
        options: &[("records", "N", "how many; 10 by default"), FIELDS, LENIENT],
        about: "Prints the first records of a file.",
        run: files::head,
    },
    Command {
        name: "schema",
        words: &["FILE"],
        options: &[],
        about: "Prints the schema of a file.",
        run: schemas::schema,
    },
    Command {
        name: "count",
        words: &["FILE…"],
        options: &[LENIENT],
        about: "Prints the number of records of files, as their blocks say it: no block is unpacked.",
        run: files::count,
    },
    Command {
        name: "recode",
        words: &["FILE", "TO"],
        options: &[CODEC, LEVEL, LENIENT],
        about: "Writes the records of a file into another, in another codec. They are not decoded.",
        run: convert::recode,
    },
    Command {
        name: "convert",
        words: &["FILE", "TO"],
        options: &[SCHEMA, CODEC, LEVEL],
        about: "Makes an Avro file of JSON Lines, or JSON Lines of an Avro file, as the names end. Where a schema is given, JSON of unions may name the branch or leave it out; else lines are taken as they stand.",
        run: convert::convert,
    },
    Command {
        name: "fingerprint",
        words: &["SCHEMA…"],
        options: &[("by", "NAME", "crc-64-avro (the default), md5 or sha-256")],
        about: "Prints the fingerprints of schemas, in hexadecimal digits, a CRC as it stands in messages.",
        run: schemas::fingerprint,
    },
    Command {
        name: "canonical",
        words: &["SCHEMA"],
        options: &[],
        about: "Prints the parsing canonical form of a schema.",
        run: schemas::canonical,
    },
    Command {
        name: "compatible",
        words: &["READER", "WRITER"],
        options: &[],
        about: "Says whether data of the writer's schema can be read by the reader's. Exit code 1 if not, with the reasons.",
        run: schemas::compatible,
    },
    Command {
        name: "random",
        words: &["SCHEMA", "[TO]"],
        options: &[("records", "N", "how many; 10 by default"), ("seed", "N", "0 by default"), CODEC, LEVEL],
        about: "Makes random values of a schema: as JSON, one a line, or as an Avro file, as the name ends.",
        run: convert::random,
    },
    Command {
        name: "validate",
        words: &["FILE…"],
        options: &[("schema", "FILE", "check JSON Lines by this schema; else the files are Avro's")],
        about: "Reads files strictly. Exit code 1 if one is not right, with the first reason; 2 if one cannot be read.",
        run: files::validate,
    },
    Command {
        name: "repair",
        words: &["FILE", "TO"],
        options: &[],
        about: "Writes what can be saved of a damaged file into another. Exit code 1 if something was lost, which is listed.",
        run: convert::repair,
    },
    Command {
        name: "single",
        words: &["encode|decode", "SCHEMA", "[FILE]"],
        options: &[],
        about: "Single-object messages in hexadecimal digits, a line each: made of JSON Lines, or read.",
        run: messages::single,
    },
];

type Input = Reader<Stream<Box<dyn BufRead>>>;

fn tolerance(arguments: &Arguments) -> Tolerance {
    if arguments.is_given("lenient") { Tolerance::Cut } else { Tolerance::Odd }
}

fn reader(name: &str, tolerance: Tolerance) -> Outcome<Input> {
    Reader::with(streams::input(name)?, ReadOptions::from(tolerance)).about(name)
}

/// A schema of a file of its own, or of an Avro file.
fn schema(name: &str) -> Outcome<Schema> {
    let bytes = streams::bytes(name)?;
    if bytes.starts_with(b"Obj\x01") {
        return Ok(Reader::from_slice(&bytes).about(name)?.schema().clone());
    }
    Schema::parse(std::str::from_utf8(&bytes).about(name)?).about(name)
}

fn write_options(arguments: &Arguments) -> Outcome<WriteOptions> {
    let name = arguments.option("codec").unwrap_or("deflate");
    let unknown = || {
        let known = "null, deflate, snappy, zstandard, bzip2 and xz";
        Failure::Usage(format!("--codec: there is no {name:?}: there are {known}"))
    };
    let mut compression = Compression::named(name).ok_or_else(unknown)?;
    if let Some(level) = arguments.number("level")? {
        match &mut compression {
            Compression::Deflate(own)
            | Compression::Zstandard(own)
            | Compression::Bzip2(own)
            | Compression::Xz(own) => *own = level,
            Compression::Null | Compression::Snappy => {
                return Err(Failure::Usage(format!("--level: {name} has none")));
            }
        }
    }
    Ok(compression.into())
}

/// Whether a name is that of an Avro file.
fn is_avro(name: &str) -> bool {
    streams::kind(name, None) == Some("avro")
}

/// An error for options that would count for nothing, as JSON Lines are written.
fn only_for_avro(arguments: &Arguments, to: &str, options: &[&str]) -> Outcome<()> {
    match options.iter().find(|option| arguments.is_given(option)) {
        Some(option) => {
            Err(Failure::Usage(format!("--{option}: JSON Lines are written to {to:?}, which does not end with .avro")))
        }
        None => Ok(()),
    }
}
