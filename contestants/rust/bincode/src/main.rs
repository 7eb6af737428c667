//! bincode on generated types, with its own derives.

use assay_kit::{Adapter, Error, Plain};
use bincode::config;
use bincode::error::{DecodeError, EncodeError};

assay_kit::records!();

struct Bincode;

impl Adapter for Bincode {
    const LIBRARY: &'static str = "bincode";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = records::Root;
    type EncodeError = EncodeError;
    type DecodeError = DecodeError;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Bincode)
    }

    fn from_plain(&self, plain: &Plain) -> Result<records::Root, Error> {
        records::from_plain(plain).map_err(Error::failed)
    }

    fn to_plain(&self, record: &records::Root) -> Result<Plain, Error> {
        Ok(records::to_plain(record))
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, EncodeError> {
        bincode::encode_to_vec(record, config::standard())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DecodeError> {
        bincode::decode_from_slice(bytes, config::standard()).map(|(record, _)| record)
    }
}

assay_kit::main!(Bincode);
