//! Snappy, with the checksum of the unpacked bytes behind it.

use super::Pack;
use super::unpack::{PackFault, Unpack};

/// The checksum, CRC-32 with its highest byte first.
const CHECK: usize = 4;

pub(crate) struct Packer(snap::raw::Encoder);

impl Packer {
    pub(crate) fn new() -> Self {
        Packer(snap::raw::Encoder::new())
    }
}

impl Pack for Packer {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let start = out.len();
        out.resize(start + snap::raw::max_compress_len(block.len()), 0);
        let length = self.0.compress(block, &mut out[start..]).map_err(|error| error.to_string())?;
        out.truncate(start + length);
        out.extend(crc32fast::hash(block).to_be_bytes());
        Ok(())
    }
}

pub(crate) struct Unpacker(snap::raw::Decoder);

impl Unpacker {
    pub(crate) fn new() -> Self {
        Unpacker(snap::raw::Decoder::new())
    }
}

impl Unpack for Unpacker {
    fn unpack(&mut self, packed: &[u8], room: &mut [u8], most: usize) -> Result<Option<usize>, PackFault> {
        let Some((stream, check)) = packed.split_last_chunk::<CHECK>() else {
            return PackFault::data("too few bytes for a checksum");
        };
        let length = self.measure(packed, most)?;
        if length > most {
            return PackFault::limit(most);
        }
        // A copy of 64 bytes takes two: no room is made for what cannot be there.
        if length / 64 > stream.len() {
            return PackFault::data("the block says that it has more bytes than it can have");
        }
        let Some(room) = room.get_mut(..length) else { return Ok(None) };
        match self.0.decompress(stream, room) {
            Ok(found) if found == length => {}
            Ok(_) => return PackFault::data("the block is shorter than it says"),
            Err(error) => return PackFault::data(error.to_string()),
        }
        if crc32fast::hash(room) != u32::from_be_bytes(*check) {
            return PackFault::data("the checksum is another one");
        }
        Ok(Some(length))
    }

    fn measure(&mut self, packed: &[u8], _most: usize) -> Result<usize, PackFault> {
        let stream = &packed[..packed.len().saturating_sub(CHECK)];
        snap::raw::decompress_len(stream).or_else(|error| PackFault::data(error.to_string()))
    }

    fn told(&self, packed: &[u8]) -> Option<usize> {
        snap::raw::decompress_len(packed).ok()
    }
}
