//! xz, one stream or several.

use liblzma::stream::{Action, CONCATENATED, Check, Error, Filters, LzmaOptions, Status, Stream as Lzma};

use super::unpack::{PackFault, Step, Stream, Unpack, count, run};
use super::{Pack, pack_pieces};

/// What a decoder may take: as much as a dictionary of 64 MiB, level 9's, needs.
const MEMORY: u64 = 66 << 20;

pub(crate) struct Packer(u32);

impl Packer {
    pub(crate) fn new(level: i32) -> Self {
        Packer(level.unsigned_abs())
    }

    fn stream(&self, length: usize) -> Result<Lzma, Error> {
        // The dictionaries of the levels 0 to 9. One that is longer than the block would only take memory and time.
        const DICTIONARY: [u32; 10] =
            [1 << 18, 1 << 20, 1 << 21, 1 << 22, 1 << 22, 1 << 23, 1 << 23, 1 << 24, 1 << 25, 1 << 26];
        let most = DICTIONARY[(self.0 as usize).min(9)];
        let due = u32::try_from(length.next_power_of_two()).unwrap_or(u32::MAX).max(1 << 12);
        let mut options = LzmaOptions::new_preset(self.0)?;
        options.dict_size(due.min(most));
        Lzma::new_stream_encoder(Filters::new().lzma2(&options), Check::Crc64)
    }
}

impl Pack for Packer {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let mut stream = self.stream(block.len()).map_err(|error| error.to_string())?;
        pack_pieces(block, out, |rest, out| {
            let status = stream.process_vec(rest, out, Action::Finish).map_err(|error| error.to_string())?;
            Ok((stream.total_in(), status == Status::StreamEnd))
        })
    }
}

pub(crate) struct Unpacker;

impl Unpack for Unpacker {
    fn unpack(&mut self, packed: &[u8], room: &mut [u8], _most: usize) -> Result<Option<usize>, PackFault> {
        run(&mut Streams::new()?, packed, room)
    }

    fn measure(&mut self, packed: &[u8], most: usize) -> Result<usize, PackFault> {
        count(&mut Streams::new()?, packed, most)
    }
}

struct Streams(Lzma);

impl Streams {
    fn new() -> Result<Self, PackFault> {
        Lzma::new_stream_decoder(MEMORY, CONCATENATED).map(Streams).or_else(|error| PackFault::data(error.to_string()))
    }
}

impl Stream for Streams {
    fn step(&mut self, rest: &[u8], room: &mut [u8]) -> Result<Step, PackFault> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = match self.0.process(rest, room, Action::Finish) {
            Ok(status) => status,
            Err(Error::MemLimit) => return Err(PackFault::Limit(format!("xz asks for more than {MEMORY} bytes"))),
            Err(error) => return PackFault::data(error.to_string()),
        };
        let size = |now: u64, then: u64| usize::try_from(now - then).unwrap_or(usize::MAX);
        let (taken, made) = (size(self.0.total_in(), before.0), size(self.0.total_out(), before.1));
        Ok(Step { taken, made, ended: status == Status::StreamEnd })
    }
}
