//! rmp-serde on generated serde types, records as maps with the names of their fields.

use assay_kit::{reading, Access, Adapter, EncodeInto, Error, Scratch};

assay_kit::records!();

#[derive(Default)]
struct RmpSerde {
    scratch: Scratch,
}

impl Adapter for RmpSerde {
    const LIBRARY: &'static str = "rmp-serde";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = rmp_serde::encode::Error;
    type DecodeError = rmp_serde::decode::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(RmpSerde::default())
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, rmp_serde::encode::Error> {
        self.scratch.encoded(|bytes| rmp_serde::encode::write_named(bytes, record))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, rmp_serde::decode::Error> {
        rmp_serde::from_slice(bytes)
    }
}

impl EncodeInto for RmpSerde {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), rmp_serde::encode::Error> {
        rmp_serde::encode::write_named(buffer, record)
    }
}

impl Access for RmpSerde {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, rmp_serde::decode::Error> {
        let record: records::borrowed::Root = rmp_serde::from_slice(bytes)?;
        Ok(reading(&record))
    }
}

assay_kit::main!(RmpSerde: Encode, EncodeInto, Decode, Access);
