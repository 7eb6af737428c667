//! The frame of a block: how many records, how many bytes, and the marker behind them.

use ingot_codec::{DataClass, DataError, wire};

use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::header::{MAGIC, SYNC};
use crate::options::ReadOptions;

/// A block of no bytes has as many.
pub(crate) const LEAST: usize = 2 + SYNC;

/// Where a block's bytes are, and how many records they hold.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    pub(crate) head: usize,
    pub(crate) size: usize,
    pub(crate) count: u64,
}

pub(crate) enum Found {
    Frame(Frame),
    /// How many bytes are needed.
    More(usize),
}

impl Frame {
    /// The frame that bytes begin with, which stand at an offset of the file; an error if it cannot be one.
    pub(crate) fn find(bytes: &[u8], offset: u64, options: &ReadOptions) -> Outcome<Found> {
        if bytes.starts_with(&MAGIC) {
            let message = "another file begins here: files are not joined by putting one behind the other";
            return Err(ContainerError::new(ContainerClass::SyncMismatch, offset, message));
        }
        let mut input = wire::Input::new(bytes);
        let (count, size) = match input.long().and_then(|count| Ok((count, input.long()?))) {
            Ok(head) => head,
            Err(fault) => {
                let error = DataError::from(fault);
                if error.class == DataClass::EndOfInput {
                    return Ok(Found::More(bytes.len() + 1));
                }
                return Err(ContainerError::new(error.class, offset, error.into_details().message));
            }
        };
        let Ok(count) = u64::try_from(count) else {
            return Err(ContainerError::new(DataClass::CountInvalid, offset, format!("a block of {count} records")));
        };
        if size < 0 {
            return Err(ContainerError::new(DataClass::BlockSize, offset, format!("a block of {size} bytes")));
        }
        let size = match usize::try_from(size) {
            Ok(size) if size <= options.block_bytes => size,
            _ => {
                let message = format!("a block of {size} bytes: more than {}", options.block_bytes);
                return Err(ContainerError::new(ContainerClass::LimitBlock, offset, message));
            }
        };
        let frame = Frame { head: input.at(), size, count };
        Ok(if bytes.len() < frame.length() { Found::More(frame.length()) } else { Found::Frame(frame) })
    }

    /// All bytes of the block.
    pub(crate) const fn length(&self) -> usize {
        self.head + self.size + SYNC
    }

    /// The packed records, of bytes that begin with the block.
    #[inline]
    pub(crate) fn packed<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        &bytes[self.head..self.head + self.size]
    }

    /// Looks whether the marker is the file's.
    pub(crate) fn check_sync(&self, bytes: &[u8], offset: u64, sync: &[u8; SYNC]) -> Outcome<()> {
        let at = self.head + self.size;
        if bytes[at..at + SYNC] == *sync {
            return Ok(());
        }
        let message = "the block does not end with the file's marker";
        Err(ContainerError::new(ContainerClass::SyncMismatch, offset + at as u64, message))
    }
}
