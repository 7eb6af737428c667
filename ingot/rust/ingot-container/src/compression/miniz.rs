//! Deflate in Rust alone: the twin of `libdeflate.rs`.

use std::ops::RangeInclusive;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::Pack;
use super::deflate::{BROKEN, Whole};
use super::unpack::PackFault;

pub(crate) const LEVELS: RangeInclusive<i32> = 0..=10;

pub(crate) struct Packer(u8);

impl Packer {
    pub(crate) fn new(level: i32) -> Self {
        Packer(level.to_le_bytes()[0])
    }
}

impl Pack for Packer {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        out.extend(compress_to_vec(block, self.0));
        Ok(())
    }
}

pub(crate) struct Inflater(Box<DecompressorOxide>);

impl Inflater {
    pub(crate) fn new() -> Self {
        Inflater(Box::default())
    }

    /// Unpacks a stream; `None` if there is too little room.
    pub(crate) fn inflate(&mut self, packed: &[u8], room: &mut [u8]) -> Result<Option<Whole>, PackFault> {
        self.0.init();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, taken, made) = decompress(&mut self.0, packed, room, 0, flags);
        match status {
            TINFLStatus::Done => Ok(Some(Whole { taken, made })),
            TINFLStatus::HasMoreOutput => Ok(None),
            _ => PackFault::data(BROKEN),
        }
    }
}
