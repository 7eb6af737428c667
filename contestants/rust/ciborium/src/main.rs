//! ciborium on generated serde types.

use assay_kit::{decode_and_read, Access, Adapter, EncodeInto, Error, Scratch};

assay_kit::records!();

type EncodeError = ciborium::ser::Error<std::io::Error>;
type DecodeError = ciborium::de::Error<std::io::Error>;

#[derive(Default)]
struct Ciborium {
    scratch: Scratch,
}

impl Adapter for Ciborium {
    const LIBRARY: &'static str = "ciborium";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = EncodeError;
    type DecodeError = DecodeError;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Ciborium::default())
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, EncodeError> {
        self.scratch.encoded(|bytes| ciborium::into_writer(record, bytes))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DecodeError> {
        ciborium::from_reader(bytes)
    }
}

impl EncodeInto for Ciborium {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        ciborium::into_writer(record, buffer)
    }
}

impl Access for Ciborium {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, DecodeError> {
        decode_and_read(self, bytes)
    }
}

assay_kit::main!(Ciborium: Encode, EncodeInto, Decode, Access);
