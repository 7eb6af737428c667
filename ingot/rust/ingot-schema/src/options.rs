//! How a schema is read.

use crate::limits::Limits;

/// How strictly a schema is read, and within which limits.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether what is odd but can be understood is a warning, not an error.
    pub lenient: bool,
    /// What the text may hold at most.
    pub limits: Limits,
}

impl Options {
    /// Those for schemas in files.
    #[must_use]
    pub fn lenient() -> Self {
        Options { lenient: true, ..Options::default() }
    }
}
