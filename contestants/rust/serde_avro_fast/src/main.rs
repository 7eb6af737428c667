//! serde_avro_fast on generated serde types.

use assay_kit::{
    reading, Access, Adapter, Compression as Wanted, ContainerSettings, Containers, EncodeInto, Error, Scratch,
};
use serde::de::Error as _;
use serde_avro_fast::object_container_file_encoding::{Compression, CompressionLevel, Reader, WriterBuilder};
use serde_avro_fast::{de::DeError, from_datum_slice, ser::SerError, ser::SerializerConfig, to_datum, Schema};

assay_kit::records!();

struct SerdeAvroFast {
    schema: &'static Schema,
    config: SerializerConfig<'static>,
    scratch: Scratch,
    compression: Compression,
    block_bytes: u32,
}

impl Adapter for SerdeAvroFast {
    const LIBRARY: &'static str = "serde_avro_fast";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = SerError;
    type DecodeError = DeError;

    fn new(schema: &str) -> Result<Self, Error> {
        let schema = schema.parse().map_err(Error::unsupported)?;
        // The config borrows the schema. Both last as long as the process.
        let schema: &'static Schema = Box::leak(Box::new(schema));
        let config = SerializerConfig::new(schema);
        Ok(SerdeAvroFast {
            schema,
            config,
            scratch: Scratch::default(),
            compression: Compression::Null,
            block_bytes: 0,
        })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, SerError> {
        self.scratch.encoded(|bytes| to_datum(record, bytes, &mut self.config).map(drop))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, DeError> {
        from_datum_slice(bytes, self.schema)
    }
}

impl EncodeInto for SerdeAvroFast {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), SerError> {
        to_datum(record, buffer, &mut self.config).map(drop)
    }
}

impl Access for SerdeAvroFast {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, DeError> {
        let record: records::borrowed::Root = from_datum_slice(bytes, self.schema)?;
        Ok(reading(&record))
    }
}

impl Containers for SerdeAvroFast {
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error> {
        self.compression = match settings.compression {
            Wanted::Null => Compression::Null,
            Wanted::Deflate => Compression::Deflate { level: CompressionLevel::new(settings.level_in(1..=9)?) },
            Wanted::Snappy => Compression::Snappy,
            Wanted::Zstandard => Compression::Zstandard { level: CompressionLevel::new(settings.level_in(1..=22)?) },
        };
        self.block_bytes = u32::try_from(settings.block_bytes).map_err(Error::unsupported)?;
        Ok(())
    }

    fn write(&mut self, records: &[records::Root]) -> Result<Vec<u8>, SerError> {
        let builder = WriterBuilder::new(&mut self.config).compression(self.compression);
        let mut writer = builder.approx_block_size(self.block_bytes).build(Vec::new())?;
        writer.serialize_all(records)?;
        writer.into_inner()
    }

    fn read(&mut self, container: &[u8]) -> Result<impl Iterator<Item = Result<records::Root, DeError>>, DeError> {
        let mut reader = Reader::from_slice(container).map_err(DeError::custom)?;
        Ok(std::iter::from_fn(move || reader.deserialize_next().transpose()))
    }
}

assay_kit::main!(SerdeAvroFast: Encode, EncodeInto, Decode, Access, Write, Read);
