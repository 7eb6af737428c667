//! prost on generated plain structs, which are converted to and from its messages inside the clock.

use assay_kit::{decode_and_read, Access, Adapter, EncodeInto, Error};
use prost::{EncodeError, Message};

assay_kit::records!();

struct ProstConverted;

impl Adapter for ProstConverted {
    const LIBRARY: &'static str = "prost";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = EncodeError;
    type DecodeError = String;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(ProstConverted)
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, EncodeError> {
        Ok(records::to_message(record).encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, String> {
        let message = records::Message::decode(bytes).map_err(|error| error.to_string())?;
        records::from_message(message)
    }
}

impl EncodeInto for ProstConverted {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        records::to_message(record).encode(buffer)
    }
}

impl Access for ProstConverted {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, String> {
        decode_and_read(self, bytes)
    }
}

assay_kit::main!(ProstConverted: Encode, EncodeInto, Decode, Access);
