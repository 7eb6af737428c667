//! rmp-serde on generated serde types, records as maps with the names of their fields.

use assay_kit::{reading, Adapter, Error, Plain};

assay_kit::records!();

struct RmpSerde;

impl Adapter for RmpSerde {
    const LIBRARY: &'static str = "rmp-serde";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = records::Root;
    type EncodeError = rmp_serde::encode::Error;
    type DecodeError = rmp_serde::decode::Error;
    const OPERATIONS: &'static [&'static str] = &["encode", "decode", "access"];

    fn new(_: &str) -> Result<Self, Error> {
        Ok(RmpSerde)
    }

    fn from_plain(&self, plain: &Plain) -> Result<records::Root, Error> {
        records::from_plain(plain).map_err(Error::failed)
    }

    fn to_plain(&self, record: &records::Root) -> Result<Plain, Error> {
        Ok(records::to_plain(record))
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, rmp_serde::encode::Error> {
        rmp_serde::to_vec_named(record)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, rmp_serde::decode::Error> {
        rmp_serde::from_slice(bytes)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, rmp_serde::decode::Error> {
        let record: records::borrowed::Root = rmp_serde::from_slice(bytes)?;
        Ok(reading(&record))
    }
}

assay_kit::main!(RmpSerde);
