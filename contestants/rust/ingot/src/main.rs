//! Ingot on generated types that derive `Record`.

use assay_ingot_shared::write_options;
use assay_kit::{reading, Access, Adapter, ContainerSettings, Containers, EncodeInto, Error, Scratch};
use ingot::container::{ContainerError, Reader, WriteOptions, Writer};
use ingot::{Record, Schema, Typed};

assay_kit::records!();

struct Ingot {
    records: Typed<records::Root>,
    borrowed: Typed<Borrowed>,
    scratch: Scratch,
    containers: WriteOptions,
}

/// The types that borrow from the bytes.
type Borrowed = records::borrowed::Root<'static>;

impl Adapter for Ingot {
    const LIBRARY: &'static str = "ingot";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = ContainerError;
    type DecodeError = ContainerError;

    fn new(schema: &str) -> Result<Self, Error> {
        let schema = Schema::parse(schema).map_err(Error::unsupported)?;
        Ok(Ingot {
            records: Typed::new(&schema).map_err(Error::unsupported)?,
            borrowed: Typed::new(&schema).map_err(Error::unsupported)?,
            scratch: Scratch::default(),
            containers: WriteOptions::default(),
        })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, ContainerError> {
        Ok(self.scratch.encoded(|bytes| self.records.encode_into(record, bytes))?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<records::Root, ContainerError> {
        Ok(self.records.decode(bytes)?)
    }
}

impl EncodeInto for Ingot {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), ContainerError> {
        Ok(self.records.encode_into(record, buffer)?)
    }
}

impl Access for Ingot {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, ContainerError> {
        Ok(reading(&self.borrowed.decode(bytes)?))
    }
}

impl Containers for Ingot {
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error> {
        self.containers = write_options(settings)?;
        Ok(())
    }

    fn write(&mut self, records: &[records::Root]) -> Result<Vec<u8>, ContainerError> {
        let mut writer = Writer::new(Vec::new(), self.records.schema().clone(), &self.containers)?;
        for record in records {
            writer.write_by(|block| self.records.encode_into(record, block))?;
        }
        writer.finish()
    }

    fn read(
        &mut self,
        container: &[u8],
    ) -> Result<impl Iterator<Item = Result<records::Root, ContainerError>>, ContainerError> {
        let records = &self.records;
        Ok(Reader::from_slice(container)?.into_records(move |bytes, options| records.decode_next(bytes, options)))
    }
}

assay_kit::main!(Ingot: Encode, EncodeInto, Decode, Access, Write, Read);
