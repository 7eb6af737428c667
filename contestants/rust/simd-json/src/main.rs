//! simd-json on generated serde types.

use assay_kit::{reading, Access, Adapter, EncodeInto, Error, Scratch};

assay_kit::records!();

#[derive(Default)]
struct SimdJson {
    scratch: Scratch,
    /// The library unescapes texts where they lie, so it gets a copy of the input, in kept memory.
    input: Vec<u8>,
    buffers: simd_json::Buffers,
}

impl SimdJson {
    fn read<'a, T: serde::Deserialize<'a>>(&'a mut self, bytes: &[u8]) -> Result<T, simd_json::Error> {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        simd_json::serde::from_slice_with_buffers(&mut self.input, &mut self.buffers)
    }
}

impl Adapter for SimdJson {
    const LIBRARY: &'static str = "simd-json";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = simd_json::Error;
    type DecodeError = simd_json::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(SimdJson::default())
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, simd_json::Error> {
        self.scratch.encoded(|bytes| simd_json::serde::to_writer(bytes, record))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, simd_json::Error> {
        self.read(bytes)
    }
}

impl EncodeInto for SimdJson {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), simd_json::Error> {
        simd_json::serde::to_writer(buffer, record)
    }
}

impl Access for SimdJson {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, simd_json::Error> {
        let record: records::borrowed::Root = self.read(bytes)?;
        Ok(reading(&record))
    }
}

assay_kit::main!(SimdJson: Encode, EncodeInto, Decode, Access);
