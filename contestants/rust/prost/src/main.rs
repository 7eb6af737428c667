//! prost on its own messages.

use assay_kit::{decode_and_read, Access, Adapter, EncodeInto, Error};
use prost::{DecodeError, EncodeError, Message};

assay_kit::records!();

struct Prost;

impl Adapter for Prost {
    const LIBRARY: &'static str = "prost";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = EncodeError;
    type DecodeError = DecodeError;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Prost)
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, EncodeError> {
        Ok(record.encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DecodeError> {
        records::Root::decode(bytes)
    }
}

impl EncodeInto for Prost {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        record.encode(buffer)
    }
}

impl Access for Prost {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, DecodeError> {
        decode_and_read(self, bytes)
    }
}

assay_kit::main!(Prost: Encode, EncodeInto, Decode, Access);
