//! How a command ends.

use std::fmt;

/// Whether what was looked for is there, or what was checked is right; what is worse comes later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Found {
    All,
    Lacking,
    /// Something could not be read, which was said already.
    Unread,
}

/// Why a command has not done what was asked: one line.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Words that the command does not understand.
    Usage(String),
    Other(String),
}

pub(crate) type Outcome<T = Found> = Result<T, Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Other(message) => out.write_str(message),
        }
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Other(error.to_string())
    }
}

/// Says what an error is about.
pub(crate) trait About<T> {
    fn about(self, what: &str) -> Outcome<T>;
}

impl<T, E: fmt::Display> About<T> for Result<T, E> {
    fn about(self, what: &str) -> Outcome<T> {
        self.map_err(|error| Failure::Other(format!("{what}: {error}")))
    }
}
