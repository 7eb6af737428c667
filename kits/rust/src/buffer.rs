//! The buffer that `encode-into` appends to.

use std::ops::Range;

use crate::error::Error;

/// In bytes. Less than the caches of a core hold, and many records.
pub const FULL: usize = 64 << 10;

/// The buffer of a measuring thread. It keeps its capacity from batch to batch.
#[derive(Default)]
pub struct Buffer {
    pub bytes: Vec<u8>,
    /// Where the sampled outputs lie in it.
    pub sampled: Vec<Range<usize>>,
}

impl Buffer {
    /// Takes the sampled outputs out, not before, so that nothing may happen to bytes that lie in it; then empties it.
    pub fn empty_into(&mut self, kept: &mut Vec<Vec<u8>>) -> Result<(), Error> {
        for place in self.sampled.drain(..) {
            let output = self.bytes.get(place).ok_or_else(|| Error::failed("bytes that lay in the buffer are gone"))?;
            kept.push(output.to_vec());
        }
        self.bytes.clear();
        Ok(())
    }
}
