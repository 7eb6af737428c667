//! bzip2, one stream or several.

use ::bzip2::{Action, Compress, Compression, Decompress, Status};

use super::unpack::{PackFault, Step, Stream, Unpack, count, run};
use super::{Pack, pack_pieces};

pub(crate) struct Packer(u32);

impl Packer {
    pub(crate) fn new(level: i32) -> Self {
        Packer(level.unsigned_abs())
    }
}

impl Pack for Packer {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        // The level is a size in 100 kB: more than the block has would only take memory.
        let due = u32::try_from(block.len() / 100_000 + 1).unwrap_or(u32::MAX);
        let mut stream = Compress::new(Compression::new(self.0.min(due)), 0);
        pack_pieces(block, out, |rest, out| {
            let status = stream.compress_vec(rest, out, Action::Finish).map_err(|error| error.to_string())?;
            Ok((stream.total_in(), status == Status::StreamEnd))
        })
    }
}

pub(crate) struct Unpacker;

impl Unpack for Unpacker {
    fn unpack(&mut self, packed: &[u8], room: &mut [u8], _most: usize) -> Result<Option<usize>, PackFault> {
        run(&mut Streams(Decompress::new(false)), packed, room)
    }

    fn measure(&mut self, packed: &[u8], most: usize) -> Result<usize, PackFault> {
        count(&mut Streams(Decompress::new(false)), packed, most)
    }
}

struct Streams(Decompress);

impl Stream for Streams {
    fn step(&mut self, rest: &[u8], room: &mut [u8]) -> Result<Step, PackFault> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = match self.0.decompress(rest, room) {
            Ok(Status::MemNeeded) => return PackFault::data("no memory for bzip2"),
            Ok(status) => status,
            Err(error) => return PackFault::data(error.to_string()),
        };
        let size = |now: u64, then: u64| usize::try_from(now - then).unwrap_or(usize::MAX);
        let (taken, made) = (size(self.0.total_in(), before.0), size(self.0.total_out(), before.1));
        let mut ended = false;
        if status == Status::StreamEnd {
            ended = taken == rest.len();
            self.0 = Decompress::new(false);
        }
        Ok(Step { taken, made, ended })
    }
}
