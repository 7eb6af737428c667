//! What a key and a document may be at most.

/// Bytes of a line without its line feed.
pub(crate) const LINE: u32 = (1 << 29) - 1;

/// Bytes of a key.
pub(crate) const KEY: usize = 65_535;

/// Values within values.
pub(crate) const DEPTH: usize = 127;
