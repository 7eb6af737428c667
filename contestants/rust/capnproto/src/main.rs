//! Cap'n Proto on generated structs, which are put into its messages and taken out of them.

use assay_kit::{Access, Adapter, Error};
use capnp::message::{Builder, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize::{read_message_from_flat_slice, write_message_to_words};
use capnp::Word;

#[allow(warnings)]
mod schema_capnp {
    include!(concat!(env!("OUT_DIR"), "/schema_capnp.rs"));
}

assay_kit::records!();

const SCRATCH_WORDS: usize = 8192;

/// The memory of messages' first segments, which the library leaves as it was, all zeros.
struct CapnProto {
    segment: ScratchSpaceHeapAllocator<'static>,
}

impl Adapter for CapnProto {
    const LIBRARY: &'static str = "capnp";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = capnp::Error;
    type DecodeError = capnp::Error;

    fn new(_: &str) -> Result<Self, Error> {
        // The allocator borrows the memory. Both last as long as the process.
        let words = Word::allocate_zeroed_vec(SCRATCH_WORDS).leak();
        Ok(CapnProto { segment: ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(words)) })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, capnp::Error> {
        let mut message = Builder::new(&mut self.segment);
        records::put(message.init_root(), record);
        Ok(write_message_to_words(&message))
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<records::Root, capnp::Error> {
        let message = read_message_from_flat_slice(&mut bytes, ReaderOptions::new())?;
        records::take(message.get_root()?)
    }
}

impl Access for CapnProto {
    fn access(&mut self, mut bytes: &[u8]) -> Result<u64, capnp::Error> {
        let message = read_message_from_flat_slice(&mut bytes, ReaderOptions::new())?;
        records::reading(message.get_root()?)
    }
}

assay_kit::main!(CapnProto: Encode, Decode, Access);
