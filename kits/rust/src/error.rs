//! Errors with the kinds of the contract.

use std::fmt::{Display, Formatter};

/// The contract's kinds of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The library cannot do this.
    Unsupported,
    /// The request, or a file that it names, is wrong.
    BadInput,
    /// The library, or its adapter, failed.
    Failed,
}

impl ErrorKind {
    /// The kind as the protocol spells it.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::BadInput => "bad_input",
            ErrorKind::Failed => "failed",
        }
    }
}

/// An error that becomes an error reply.
#[derive(Debug)]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
}

impl Error {
    pub fn unsupported(message: impl Display) -> Error {
        Error { kind: ErrorKind::Unsupported, message: message.to_string() }
    }

    pub fn bad_input(message: impl Display) -> Error {
        Error { kind: ErrorKind::BadInput, message: message.to_string() }
    }

    pub fn failed(message: impl Display) -> Error {
        Error { kind: ErrorKind::Failed, message: message.to_string() }
    }

    /// The same error, its message preceded by a place.
    pub(crate) fn at(self, place: impl Display) -> Error {
        Error { kind: self.kind, message: format!("{place}: {}", self.message) }
    }
}

impl Display for Error {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
