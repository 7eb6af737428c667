//! The command `ingot`: stores of JSON documents and Avro files, on the command line.
//!
//! It is a library so that the Python package brings the command, too.
#![forbid(unsafe_code)]

mod arguments;
mod avro;
mod failure;
mod progress;
mod store;
mod streams;
mod unfinished;

use std::ffi::OsString;
use std::io::Write;

use arguments::{Arguments, Command};
use failure::{Failure, Found};

const GROUPS: [(&str, &str, &[Command]); 2] =
    [("store", "documents in plain files", store::COMMANDS), ("avro", "Avro files, schemas and data", avro::COMMANDS)];

/// Does what the words behind the command's name say, and gives the exit code: 0, 1 where something is lacking, 2 where it
/// could not be done, which is told on standard error.
#[must_use]
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    let done = run(words.into_iter()).and_then(|found| {
        // Only a program of Rust's own does so at its end.
        std::io::stdout().flush()?;
        Ok(found)
    });
    match done {
        Ok(Found::All) => 0,
        Ok(Found::Lacking) => 1,
        Ok(Found::Unread) => 2,
        // Who reads the output may have seen enough.
        Err(_) if streams::is_closed() => 0,
        Err(failure) => {
            streams::tell(failure);
            2
        }
    }
}

fn run(mut words: impl Iterator<Item = OsString>) -> Result<Found, Failure> {
    let group = words.next().unwrap_or_default();
    let name = words.next().unwrap_or_default();
    if group == "--version" {
        streams::print(&format!("ingot {}\n", env!("CARGO_PKG_VERSION")))?;
        return Ok(Found::All);
    }
    let Some((group, _, commands)) = GROUPS.iter().find(|(own, _, _)| group == *own) else {
        if group.is_empty() || group == "--help" || group == "-h" {
            streams::print(&arguments::overview(&GROUPS))?;
            return Ok(Found::All);
        }
        let message = format!("there is no {}: ingot store or ingot avro; ingot --help", group.display());
        return Err(Failure::Usage(message));
    };
    let Some(command) = commands.iter().find(|command| name == command.name) else {
        if name.is_empty() || name == "--help" || name == "-h" {
            streams::print(&arguments::overview(&GROUPS))?;
            return Ok(Found::All);
        }
        return Err(Failure::Usage(format!("ingot {group} has no {}: ingot --help", name.display())));
    };
    match Arguments::read(group, command, words)? {
        Some(arguments) => (command.run)(&arguments),
        None => Ok(Found::All),
    }
}
