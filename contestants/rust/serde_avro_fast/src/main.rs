//! serde_avro_fast on generated serde types.

use assay_kit::{Adapter, Error, Plain};
use serde_avro_fast::{de::DeError, from_datum_slice, ser::SerError, ser::SerializerConfig, to_datum_vec, Schema};

assay_kit::records!();

struct SerdeAvroFast {
    schema: &'static Schema,
    config: SerializerConfig<'static>,
}

impl Adapter for SerdeAvroFast {
    const LIBRARY: &'static str = "serde_avro_fast";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = records::Root;
    type EncodeError = SerError;
    type DecodeError = DeError;

    fn new(schema: &str) -> Result<Self, Error> {
        let schema = schema.parse().map_err(Error::unsupported)?;
        // The config borrows the schema. Both last as long as the process.
        let schema: &'static Schema = Box::leak(Box::new(schema));
        Ok(SerdeAvroFast { schema, config: SerializerConfig::new(schema) })
    }

    fn from_plain(&self, plain: &Plain) -> Result<records::Root, Error> {
        records::from_plain(plain).map_err(Error::failed)
    }

    fn to_plain(&self, record: &records::Root) -> Result<Plain, Error> {
        Ok(records::to_plain(record))
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, SerError> {
        to_datum_vec(record, &mut self.config)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DeError> {
        from_datum_slice(bytes, self.schema)
    }
}

assay_kit::main!(SerdeAvroFast);
