//! FlatBuffers by planus, on generated structs, which are put into its tables and taken out of them.

use std::convert::Infallible;

use assay_kit::{Access, Adapter, Error};
use planus::{Builder, ReadAsRoot};

#[allow(warnings)]
mod schema {
    include!(concat!(env!("OUT_DIR"), "/schema.rs"));
}

assay_kit::records!();

/// The builder keeps its memory.
struct Planus {
    builder: Builder,
}

impl Adapter for Planus {
    const LIBRARY: &'static str = "planus";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = Infallible;
    type DecodeError = planus::Error;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Planus { builder: Builder::new() })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, Infallible> {
        self.builder.clear();
        let root = records::put(&mut self.builder, record);
        Ok(self.builder.finish(root, None).to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, planus::Error> {
        records::take(records::RootRef::read_as_root(bytes)?)
    }
}

impl Access for Planus {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, planus::Error> {
        records::reading(records::RootRef::read_as_root(bytes)?)
    }
}

assay_kit::main!(Planus: Encode, Decode, Access);
