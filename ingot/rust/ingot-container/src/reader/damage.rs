//! What of a damaged file is there: blocks that only lack their marker, and what stands behind the next one.

use crate::error::Outcome;
use crate::frame::Frame;
use crate::header::SYNC;
use crate::reader::Reader;
use crate::source::Source;
use crate::told::{Loss, Told};

impl<S: Source> Reader<S> {
    /// Whether a block has its records, no more and no less, though another marker stands behind it.
    ///
    /// One that holds the file's marker is not unpacked: its size is wrong, and the search goes on behind that marker.
    /// So no byte is unpacked twice in vain, however many blocks a file claims that end nowhere.
    pub(super) fn is_whole(&mut self, frame: Frame) -> bool {
        let held = self.source.held();
        if marker(&held[..frame.length()], self.header.sync()).is_some() {
            return false;
        }
        let packed = frame.packed(held);
        let unpacked = self.unpacking.unpack(packed, frame.count, self.offset, &self.options, &mut Told::default());
        if unpacked.is_err() {
            return false;
        }
        let mut rest = self.unpacking.bytes(packed);
        let mut budget = self.options.data.clone();
        for _ in 0..frame.count {
            match self.header.codec().decode_next(rest, &mut budget) {
                Ok((_, taken)) => rest = &rest[taken..],
                Err(_) => return false,
            }
        }
        rest.is_empty()
    }

    /// Goes on behind the next marker, and tells what is lost till there.
    pub(super) fn skip_to_sync(&mut self) -> Outcome<()> {
        while let Some((_, lost, _)) = &mut self.skipping {
            let bytes = self.source.at_hand(Self::SEARCHED)?;
            let found = marker(bytes, self.header.sync());
            let ends = bytes.len() < Self::SEARCHED;
            let passed = match found {
                Some(at) => at + SYNC,
                None if ends => bytes.len(),
                // A marker may begin in what is at hand, and end behind it.
                None => bytes.len() - (SYNC - 1),
            };
            self.source.skip(passed);
            self.offset += passed as u64;
            *lost += passed as u64;
            if (found.is_some() || ends)
                && let Some((offset, bytes, error)) = self.skipping.take()
            {
                self.told.lose(Loss { offset, bytes, records: None, error });
            }
        }
        Ok(())
    }

    /// How many bytes are searched at once for a marker.
    const SEARCHED: usize = 64 << 10;
}

/// Where bytes hold a marker first.
pub(super) fn marker(bytes: &[u8], sync: &[u8; SYNC]) -> Option<usize> {
    bytes.windows(SYNC).position(|part| part == sync)
}
