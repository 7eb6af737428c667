//! prost on its own messages.

use std::convert::Infallible;

use assay_kit::{Adapter, Error};
use prost::{DecodeError, Message};

assay_kit::records!();

struct Prost;

impl Adapter for Prost {
    const LIBRARY: &'static str = "prost";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = Infallible;
    type DecodeError = DecodeError;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Prost)
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, Infallible> {
        Ok(record.encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DecodeError> {
        records::Root::decode(bytes)
    }
}

assay_kit::main!(Prost);
