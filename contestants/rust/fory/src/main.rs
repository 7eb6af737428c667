//! Fory in its native mode on generated types, registered by number.

use assay_kit::{decode_and_read, Access, Adapter, EncodeInto, Error};
use fory::Fory as Library;

assay_kit::records!();

struct Fory {
    fory: Library,
}

impl Adapter for Fory {
    const LIBRARY: &'static str = "fory";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = fory::Error;
    type DecodeError = fory::Error;

    fn new(_: &str) -> Result<Self, Error> {
        // Both sides are Rust and have the same types; the documentation has these settings for that.
        let mut fory = Library::builder().xlang(false).compatible(false).build();
        records::register(&mut fory).map_err(Error::unsupported)?;
        Ok(Fory { fory })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, fory::Error> {
        self.fory.serialize(record)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, fory::Error> {
        self.fory.deserialize(bytes)
    }
}

impl EncodeInto for Fory {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), fory::Error> {
        self.fory.serialize_to(buffer, record).map(drop)
    }
}

impl Access for Fory {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, fory::Error> {
        decode_and_read(self, bytes)
    }
}

assay_kit::main!(Fory: Encode, EncodeInto, Decode, Access);
