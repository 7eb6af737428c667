//! Every row of `conformance/avro`, and every cut of every right one, ends in a value or in a typed error, within a
//! second of processor time and 64 MiB, with no abort: each row is a process of its own, under these limits.
//!
//! It has no harness: called without a row it is the test, called with `row` it is that process.

#[path = "../../../ingot-schema/tests/counting/mod.rs"]
mod counting;
mod jobs;
#[path = "../../../ingot-schema/tests/row/mod.rs"]
mod row;

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io};

use ingot::schema::Json;

use row::{HOSTILE, Row, rows};

const PLAIN: [&str; 7] = ["schemas", "data", "logical", "resolution", "framing", "json", "containers"];
const MIB: usize = 1 << 20;
/// So many cuts are one process.
const CUTS: usize = 200;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.first().map(String::as_str) == Some("row") {
        return one(&words[1..]);
    }
    if !cfg!(target_os = "linux") {
        println!("limits of a process are those of Linux: nothing is tested");
        return ExitCode::SUCCESS;
    }
    let base = process(&["base"], "{}", None).expect("a process without a row");
    let base = base.trim().parse::<usize>().expect("the size of a process in KiB");
    let (mut count, mut wrong) = (0, Vec::new());
    for row in PLAIN.into_iter().chain(HOSTILE).flat_map(rows) {
        let mut slices = vec!["whole".to_owned()];
        if row.accepts(false) {
            slices.extend((0..jobs::length(&row)).step_by(CUTS).map(|at| at.to_string()));
        }
        for slice in slices {
            count += 1;
            if let Err(error) = process(&[&slice], &row.0.to_string(), Some(base)) {
                wrong.push(format!("{}, {slice}: {error}", row.id()));
            }
        }
    }
    println!("{count} processes, {} wrong", wrong.len());
    if wrong.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("{}", wrong.join("\n"));
    ExitCode::FAILURE
}

/// Asks this program about a row, within a second and 64 MiB beyond what it has at its start; what it says.
fn process(words: &[&str], line: &str, base: Option<usize>) -> Result<String, String> {
    // Sanitizers and the like map far more than they use: they set this.
    let free = env::var_os("INGOT_UNBOUNDED").is_some();
    let limits = match base {
        Some(base) if !free => format!("ulimit -t 1 && ulimit -v {} && ", base + 64 * 1024),
        _ => String::new(),
    };
    let mut child = Command::new("sh")
        .args(["-c", &format!("{limits}exec \"$0\" row \"$@\"")])
        .arg(env::current_exe().map_err(|error| error.to_string())?)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    // A process that has died of its limits takes no more.
    let _ = child.stdin.take().expect("a pipe").write_all(line.as_bytes());
    let done = child.wait_with_output().map_err(|error| error.to_string())?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    Err(format!("{}: {}", done.status, String::from_utf8_lossy(&done.stderr).trim()))
}

/// The process of one row, which comes in as a line: whole, or cut from a place on.
fn one(words: &[String]) -> ExitCode {
    let line = io::read_to_string(io::stdin()).expect("a line");
    let row = Row(Json::parse(&line).expect("a row"));
    let (done, most) = match words[0].as_str() {
        "base" => {
            // Its first number is all that is mapped, in pages.
            let pages = fs::read_to_string("/proc/self/statm").expect("Linux");
            let pages: usize = pages.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
            println!("{}", pages * 4);
            return ExitCode::SUCCESS;
        }
        "whole" => counting::most(|| jobs::whole(&row)),
        from => {
            let from: usize = from.parse().expect("a place");
            counting::most(|| (from..jobs::length(&row).min(from + CUTS)).try_for_each(|end| jobs::cut(&row, end)))
        }
    };
    if let Err(error) = done {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    if most > 64 * MIB {
        eprintln!("{most} bytes were in use");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
