//! bincode on generated types, with its own derives.

use assay_kit::{reading, Access, Adapter, EncodeInto, Error};
use bincode::config;
use bincode::error::{DecodeError, EncodeError};

assay_kit::records!();

struct Bincode;

impl Adapter for Bincode {
    const LIBRARY: &'static str = "bincode";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = EncodeError;
    type DecodeError = DecodeError;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Bincode)
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, EncodeError> {
        bincode::encode_to_vec(record, config::standard())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DecodeError> {
        bincode::decode_from_slice(bytes, config::standard()).map(|(record, _)| record)
    }
}

impl EncodeInto for Bincode {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        bincode::encode_into_std_write(record, buffer, config::standard()).map(drop)
    }
}

impl Access for Bincode {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, DecodeError> {
        let (record, _): (records::borrowed::Root, usize) =
            bincode::borrow_decode_from_slice(bytes, config::standard())?;
        Ok(reading(&record))
    }
}

assay_kit::main!(Bincode: Encode, EncodeInto, Decode, Access);
