//! bitcode on generated types, with its own derives.

use std::convert::Infallible;

use assay_kit::{reading, Access, Adapter, Error};

assay_kit::records!();

/// The buffer keeps what encoders and decoders allocate.
struct Bitcode {
    buffer: bitcode::Buffer,
}

impl Adapter for Bitcode {
    const LIBRARY: &'static str = "bitcode";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = Infallible;
    type DecodeError = bitcode::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Bitcode { buffer: bitcode::Buffer::new() })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, Infallible> {
        Ok(self.buffer.encode(record).to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, bitcode::Error> {
        self.buffer.decode(bytes)
    }
}

impl Access for Bitcode {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, bitcode::Error> {
        let record: records::borrowed::Root = self.buffer.decode(bytes)?;
        Ok(reading(&record))
    }
}

assay_kit::main!(Bitcode: Encode, Decode, Access);
