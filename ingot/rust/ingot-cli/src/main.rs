//! `ingot`: stores of JSON documents and Avro files, on the command line.
#![forbid(unsafe_code)]

mod arguments;
mod avro;
mod failure;
mod progress;
mod store;
mod streams;
mod unfinished;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use failure::{Failure, Found};

const GROUPS: [(&str, &str, &[Command]); 2] =
    [("store", "documents in plain files", store::COMMANDS), ("avro", "Avro files, schemas and data", avro::COMMANDS)];

fn main() -> ExitCode {
    match run() {
        Ok(Found::All) => ExitCode::SUCCESS,
        Ok(Found::Lacking) => ExitCode::from(1),
        Ok(Found::Unread) => ExitCode::from(2),
        // Who reads the output may have seen enough.
        Err(_) if streams::is_closed() => ExitCode::SUCCESS,
        Err(failure) => {
            streams::tell(failure);
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<Found, Failure> {
    let mut words = std::env::args_os().skip(1);
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
