//! Progress of long work, on standard error: one line that is renewed on a terminal, else a line now and then.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

pub(crate) struct Progress {
    what: String,
    terminal: bool,
    started: Instant,
    told: Option<Instant>,
}

impl Progress {
    const ON_A_TERMINAL: Duration = Duration::from_millis(200);
    const ELSEWHERE: Duration = Duration::from_secs(10);

    pub(crate) fn new(what: impl Into<String>) -> Progress {
        Progress { what: what.into(), terminal: io::stderr().is_terminal(), started: Instant::now(), told: None }
    }

    /// Tells how far it is, once it has lasted for a while.
    pub(crate) fn at(&mut self, done: u64, total: u64) {
        let every = if self.terminal { Self::ON_A_TERMINAL } else { Self::ELSEWHERE };
        if self.told.unwrap_or(self.started).elapsed() < every {
            return;
        }
        self.told = Some(Instant::now());
        let said = said(&self.what, self.started.elapsed(), done, total);
        if self.terminal {
            let _ = write!(io::stderr(), "\r{said}\x1b[K");
        } else {
            crate::streams::tell(said);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.terminal && self.told.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
fn said(what: &str, taken: Duration, done: u64, total: u64) -> String {
    let percent = done.saturating_mul(100) / total.max(1);
    if percent == 0 {
        return format!("{what}: {percent}%");
    }
    let left = (taken.as_secs_f64() * (total.saturating_sub(done) as f64 / done as f64)).ceil() as u64;
    let left = if left < 120 { format!("{left} s") } else { format!("{} min", left / 60) };
    format!("{what}: {percent}%, about {left} left")
}

/// What is read of a file, with its progress.
pub(crate) struct Told<R> {
    inner: R,
    done: u64,
    total: u64,
    progress: Progress,
}

impl<R> Told<R> {
    pub(crate) fn new(inner: R, total: u64, progress: Progress) -> Told<R> {
        Told { inner, done: 0, total, progress }
    }

    fn read_on(&mut self, bytes: usize) {
        self.done += bytes as u64;
        self.progress.at(self.done, self.total);
    }
}

impl<R: Read> Read for Told<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(buffer)?;
        self.read_on(bytes);
        Ok(bytes)
    }
}

impl<R: BufRead> BufRead for Told<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
        self.read_on(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_estimated_by_what_is_done() {
        let said = |seconds, done, total| said("verify", Duration::from_secs(seconds), done, total);
        assert_eq!(said(10, 0, 1000), "verify: 0%");
        assert_eq!(said(10, 250, 1000), "verify: 25%, about 30 s left");
        assert_eq!(said(600, 10, 100), "verify: 10%, about 90 min left");
        assert_eq!(said(5, 1000, 1000), "verify: 100%, about 0 s left");
        assert_eq!(said(1, 900, 1000), "verify: 90%, about 1 s left");
        assert_eq!(said(5, 0, 0), "verify: 0%");
        assert_eq!(said(u64::MAX, 1, u64::MAX), "verify: 0%");
    }

    #[test]
    fn what_is_read_is_what_is_there() {
        let bytes = b"one\ntwo\nthree";
        let mut told = Told::new(&bytes[..], bytes.len() as u64, Progress::new("read"));
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        assert_eq!((line.as_str(), told.done), ("one\n", 4));
        let mut rest = Vec::new();
        told.read_to_end(&mut rest).unwrap();
        assert_eq!((&rest[..], told.done), (&bytes[4..], 13));
    }
}
