//! Ingot beside other libraries, on schemas and values that are generated. Lines of JSON come in and go out:
//!
//! - `made` writes rows, as those of `conformance/avro`: a schema, a value of it, its bytes.
//! - `read` reads rows' bytes by Ingot, and writes the rows with the values that they are.
//! - `apache-avro` reads rows' bytes and writes them again by that library, and writes the rows of which something is
//!   other than in Ingot, each with `differs`.

#[path = "../../rust/ingot-schema/tests/kinds/mod.rs"]
mod kinds;

mod apache;
mod rows;

use std::io::{Write, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let lines = || stdin().lines().map(|line| line.expect("a line of text"));
    let found: Box<dyn Iterator<Item = String>> = match std::env::args().nth(1).as_deref() {
        Some("made") => Box::new(rows::made()),
        Some("read") => Box::new(lines().map(|line| rows::read(&line))),
        Some("apache-avro") => Box::new(lines().filter_map(|line| apache::asked(&line))),
        _ => {
            eprintln!("peers made | read | apache-avro");
            return ExitCode::from(2);
        }
    };
    let mut out = stdout().lock();
    for line in found {
        if writeln!(out, "{line}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
