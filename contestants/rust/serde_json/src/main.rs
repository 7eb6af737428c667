//! serde_json on generated serde types.

use assay_kit::{reading, Access, Adapter, EncodeInto, Error, Scratch};

assay_kit::records!();

#[derive(Default)]
struct SerdeJson {
    scratch: Scratch,
}

impl Adapter for SerdeJson {
    const LIBRARY: &'static str = "serde_json";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = serde_json::Error;
    type DecodeError = serde_json::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(SerdeJson::default())
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, serde_json::Error> {
        self.scratch.encoded(|bytes| serde_json::to_writer(bytes, record))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}

impl EncodeInto for SerdeJson {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(buffer, record)
    }
}

impl Access for SerdeJson {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, serde_json::Error> {
        let record: records::borrowed::Root = serde_json::from_slice(bytes)?;
        Ok(reading(&record))
    }
}

assay_kit::main!(SerdeJson: Encode, EncodeInto, Decode, Access);
