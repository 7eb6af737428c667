//! prost on its own messages.

use std::convert::Infallible;

use assay_kit::{Adapter, Error, Plain};
use prost::{DecodeError, Message};

assay_kit::records!();

struct Prost;

impl Adapter for Prost {
    const LIBRARY: &'static str = "prost";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = records::Root;
    type EncodeError = Infallible;
    type DecodeError = DecodeError;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Prost)
    }

    fn from_plain(&self, plain: &Plain) -> Result<records::Root, Error> {
        records::from_plain(plain).map_err(Error::failed)
    }

    fn to_plain(&self, record: &records::Root) -> Result<Plain, Error> {
        Ok(records::to_plain(record))
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, Infallible> {
        Ok(record.encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DecodeError> {
        records::Root::decode(bytes)
    }
}

assay_kit::main!(Prost);
