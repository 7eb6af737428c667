//! Fory in its native mode on generated types, registered by number.

use assay_kit::{Adapter, Error, Plain};
use fory::Fory as Library;

assay_kit::records!();

struct Fory {
    fory: Library,
}

impl Adapter for Fory {
    const LIBRARY: &'static str = "fory";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = records::Root;
    type EncodeError = fory::Error;
    type DecodeError = fory::Error;

    fn new(_: &str) -> Result<Self, Error> {
        // Both sides are Rust and have the same types; the documentation has these settings for that.
        let mut fory = Library::builder().xlang(false).compatible(false).build();
        records::register(&mut fory).map_err(Error::unsupported)?;
        Ok(Fory { fory })
    }

    fn from_plain(&self, plain: &Plain) -> Result<records::Root, Error> {
        records::from_plain(plain).map_err(Error::failed)
    }

    fn to_plain(&self, record: &records::Root) -> Result<Plain, Error> {
        Ok(records::to_plain(record))
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, fory::Error> {
        self.fory.serialize(record)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, fory::Error> {
        self.fory.deserialize(bytes)
    }
}

assay_kit::main!(Fory);
