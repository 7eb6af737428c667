//! rkyv on generated types, with its own derives.

use assay_kit::{Access, Adapter, Error};
use rkyv::api::high::to_bytes_in_with_alloc;
use rkyv::rancor;
use rkyv::ser::allocator::Arena;
use rkyv::util::AlignedVec;

assay_kit::records!();

/// What serializing takes besides the record: a buffer, and the memory for what it notes down meanwhile.
struct Rkyv {
    buffer: AlignedVec,
    arena: Arena,
}

impl Adapter for Rkyv {
    const LIBRARY: &'static str = "rkyv";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = rancor::Error;
    type DecodeError = rancor::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Rkyv { buffer: AlignedVec::new(), arena: Arena::new() })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, rancor::Error> {
        self.buffer.clear();
        to_bytes_in_with_alloc(record, &mut self.buffer, self.arena.acquire())?;
        Ok(self.buffer.to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, rancor::Error> {
        rkyv::from_bytes(bytes)
    }
}

impl Access for Rkyv {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, rancor::Error> {
        Ok(records::reading(rkyv::access::<records::ArchivedRoot, rancor::Error>(bytes)?))
    }
}

assay_kit::main!(Rkyv: Encode, Decode, Access);
