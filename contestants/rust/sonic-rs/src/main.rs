//! sonic-rs on generated serde types.

use assay_kit::{reading, Access, Adapter, EncodeInto, Error, Scratch};

assay_kit::records!();

#[derive(Default)]
struct SonicRs {
    scratch: Scratch,
}

impl Adapter for SonicRs {
    const LIBRARY: &'static str = "sonic-rs";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = sonic_rs::Error;
    type DecodeError = sonic_rs::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(SonicRs::default())
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, sonic_rs::Error> {
        self.scratch.encoded(|bytes| sonic_rs::to_writer(bytes, record))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, sonic_rs::Error> {
        sonic_rs::from_slice(bytes)
    }
}

impl EncodeInto for SonicRs {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), sonic_rs::Error> {
        sonic_rs::to_writer(buffer, record)
    }
}

impl Access for SonicRs {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, sonic_rs::Error> {
        let record: records::borrowed::Root = sonic_rs::from_slice(bytes)?;
        Ok(reading(&record))
    }
}

assay_kit::main!(SonicRs: Encode, EncodeInto, Decode, Access);
