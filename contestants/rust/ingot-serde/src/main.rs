//! Ingot on generated serde types.

use assay_ingot_shared::write_options;
use assay_kit::{reading, Access, Adapter, ContainerSettings, Containers, EncodeInto, Error, Scratch};
use ingot::container::{ContainerError, Reader, WriteOptions, Writer};
use ingot::{Codec, Schema};

assay_kit::records!();

struct IngotSerde {
    codec: Codec,
    scratch: Scratch,
    containers: WriteOptions,
}

impl Adapter for IngotSerde {
    const LIBRARY: &'static str = "ingot";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = ContainerError;
    type DecodeError = ContainerError;

    fn new(schema: &str) -> Result<Self, Error> {
        let schema = Schema::parse(schema).map_err(Error::unsupported)?;
        Ok(IngotSerde { codec: Codec::new(schema), scratch: Scratch::default(), containers: WriteOptions::default() })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, ContainerError> {
        Ok(self.scratch.encoded(|bytes| self.codec.to_buffer(record, bytes))?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, ContainerError> {
        Ok(self.codec.from_slice(bytes)?)
    }
}

impl EncodeInto for IngotSerde {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), ContainerError> {
        Ok(self.codec.to_buffer(record, buffer)?)
    }
}

impl Access for IngotSerde {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, ContainerError> {
        let record: records::borrowed::Root = self.codec.from_slice(bytes)?;
        Ok(reading(&record))
    }
}

impl Containers for IngotSerde {
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error> {
        self.containers = write_options(settings)?;
        Ok(())
    }

    fn write(&mut self, records: &[records::Root]) -> Result<Vec<u8>, ContainerError> {
        let mut writer = Writer::new(Vec::new(), self.codec.schema().clone(), &self.containers)?;
        for record in records {
            writer.serialize(record)?;
        }
        writer.finish()
    }

    fn read(
        &mut self,
        container: &[u8],
    ) -> Result<impl Iterator<Item = Result<records::Root, ContainerError>>, ContainerError> {
        let codec = &self.codec;
        Ok(Reader::from_slice(container)?.into_records(move |bytes, options| codec.next_from_slice(bytes, options)))
    }
}

assay_kit::main!(IngotSerde: Encode, EncodeInto, Decode, Access, Write, Read);
