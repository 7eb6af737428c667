//! Progress of long work, on standard error if that is a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub(crate) struct Progress {
    what: &'static str,
    started: Instant,
    told: Option<Instant>,
}

impl Progress {
    const EVERY: Duration = Duration::from_millis(200);

    pub(crate) fn new(what: &'static str) -> Progress {
        Progress { what, started: Instant::now(), told: None }
    }

    /// Tells how far it is, once it has lasted for a while.
    pub(crate) fn at(&mut self, done: u64, total: u64) {
        let last = self.told.unwrap_or(self.started);
        if last.elapsed() >= Self::EVERY && std::io::stderr().is_terminal() {
            self.told = Some(Instant::now());
            eprint!("\r{}: {}%", self.what, done * 100 / total.max(1));
            let _ = std::io::stderr().flush();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.told.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
