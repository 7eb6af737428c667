//! What a store tells of itself: figures, and what was found.

use pyo3::prelude::*;

/// What a collection takes.
#[pyclass(frozen, get_all, module = "ingot")]
pub(crate) struct Stats {
    documents: u64,
    entries: u64,
    generation: u64,
    line_bytes: u64,
    log_bytes: u64,
    index_bytes: u64,
    segments: usize,
    recent: u64,
    durable: bool,
    index_error: Option<String>,
}

impl From<ingot_store::Stats> for Stats {
    fn from(stats: ingot_store::Stats) -> Self {
        Stats {
            documents: stats.documents,
            entries: stats.entries,
            generation: stats.generation,
            line_bytes: stats.line_bytes,
            log_bytes: stats.log_bytes,
            index_bytes: stats.index_bytes,
            segments: stats.segments,
            recent: stats.recent,
            durable: stats.durable,
            index_error: stats.index_error,
        }
    }
}

#[pymethods]
impl Stats {
    fn __repr__(&self) -> String {
        format!("<ingot.Stats: {} documents, {} bytes of lines>", self.documents, self.line_bytes)
    }
}

/// What `verify` counted.
#[pyclass(frozen, get_all, module = "ingot")]
pub(crate) struct Verified {
    documents: u64,
    lines: u64,
    broken_commits: u64,
    uncounted_bytes: u64,
    torn_segments: usize,
}

impl From<ingot_store::Verified> for Verified {
    fn from(verified: ingot_store::Verified) -> Self {
        Verified {
            documents: verified.documents,
            lines: verified.lines,
            broken_commits: verified.broken_commits,
            uncounted_bytes: verified.uncounted_bytes,
            torn_segments: verified.torn_segments,
        }
    }
}

#[pymethods]
impl Verified {
    fn __repr__(&self) -> String {
        format!("<ingot.Verified: {} documents in {} lines>", self.documents, self.lines)
    }
}

/// What became of a collection that was repaired.
#[pyclass(frozen, get_all, module = "ingot")]
pub(crate) struct Repaired {
    documents: u64,
    log_was_whole: bool,
    lost: Vec<Lost>,
}

/// A line that was left out.
#[pyclass(frozen, get_all, module = "ingot")]
#[derive(Clone)]
pub(crate) struct Lost {
    offset: u64,
    length: u64,
    reason: &'static str,
}

impl From<ingot_store::Repaired> for Repaired {
    fn from(repaired: ingot_store::Repaired) -> Self {
        let lost = |lost: ingot_store::Lost| Lost { offset: lost.offset, length: lost.length, reason: lost.reason };
        Repaired {
            documents: repaired.documents,
            log_was_whole: repaired.log_was_whole,
            lost: repaired.lost.into_iter().map(lost).collect(),
        }
    }
}

#[pymethods]
impl Repaired {
    fn __repr__(&self) -> String {
        format!("<ingot.Repaired: {} documents, {} lines lost>", self.documents, self.lost.len())
    }
}

#[pymethods]
impl Lost {
    fn __repr__(&self) -> String {
        format!("<ingot.Lost: {} bytes at byte {}: {}>", self.length, self.offset, self.reason)
    }
}
