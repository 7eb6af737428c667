//! The binary `ingot`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ingot_cli::main(std::env::args_os().skip(1)).into()
}
