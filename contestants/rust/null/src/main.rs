//! Does nothing. Run on the schema `"null"`, it shows what the measuring loop itself takes.

use std::convert::Infallible;

use assay_kit::{decode_and_read, Access, Adapter, EncodeInto, Error, Plain};

struct Null;

impl Adapter for Null {
    const LIBRARY: &'static str = "null";
    const VERSION: &'static str = assay_kit::KIT_VERSION;
    type Record = ();
    type EncodeError = Infallible;
    type DecodeError = Infallible;

    fn new(schema: &str) -> Result<Self, Error> {
        match schema.trim() {
            "\"null\"" => Ok(Null),
            _ => Err(Error::unsupported("the null contestant takes the schema \"null\" only")),
        }
    }

    fn from_plain(&self, _: &Plain) -> Result<(), Error> {
        Ok(())
    }

    fn to_plain(&self, _: &()) -> Result<Plain, Error> {
        Ok(Plain::Null)
    }

    fn encode(&mut self, _: &()) -> Result<Vec<u8>, Infallible> {
        Ok(Vec::new())
    }

    fn decode(&mut self, _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }
}

impl EncodeInto for Null {
    fn encode_into(&mut self, _: &(), _: &mut Vec<u8>) -> Result<(), Infallible> {
        Ok(())
    }
}

impl Access for Null {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, Infallible> {
        decode_and_read(self, bytes)
    }
}

assay_kit::main!(Null: Encode, EncodeInto, Decode, Access);
