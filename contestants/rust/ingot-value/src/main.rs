//! Ingot on its generic `Value`.

mod plain;

use assay_ingot_shared::write_options;
use assay_kit::{Access, Adapter, Ask, ContainerSettings, Containers, EncodeInto, Error, Found, Plain, Scratch};
use ingot::container::{ContainerError, Reader, WriteOptions, Writer};
use ingot::schema::Json;
use ingot::{Codec, Resolver, Schema, Value};

struct IngotValue {
    codec: Codec,
    scratch: Scratch,
    containers: WriteOptions,
}

impl Adapter for IngotValue {
    const LIBRARY: &'static str = "ingot";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = Value;
    type EncodeError = ContainerError;
    type DecodeError = ContainerError;

    fn new(schema: &str) -> Result<Self, Error> {
        let codec = Codec::new(Schema::parse(schema).map_err(Error::unsupported)?);
        Ok(IngotValue { codec, scratch: Scratch::default(), containers: WriteOptions::default() })
    }

    fn from_plain(&self, plain: &Plain) -> Result<Value, Error> {
        Ok(plain::value(plain))
    }

    fn to_plain(&self, record: &Value) -> Result<Plain, Error> {
        let schema = self.codec.schema();
        Ok(plain::plain(schema, schema.root(), record))
    }

    fn reading(&self, record: &Value) -> Result<u64, Error> {
        Ok(plain::reading(self.codec.schema(), record))
    }

    fn encode(&mut self, record: &Value) -> Result<Vec<u8>, ContainerError> {
        Ok(self.scratch.encoded(|bytes| self.codec.encode_into(record, bytes))?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value, ContainerError> {
        Ok(self.codec.decode(bytes)?)
    }

    fn conform(&mut self, ask: &Ask<'_, Value>) -> Option<Result<Found<Value>, Error>> {
        let codec = &self.codec;
        Some(match ask {
            Ask::Canonical => Ok(Found::Text(codec.schema().canonical_form())),
            Ask::Resolve { writer, bytes } => self.resolved(writer, bytes),
            Ask::FromJson(text) => {
                let json = Json::parse(text).map_err(Error::failed);
                json.and_then(|json| found(codec.from_json(&json)))
            }
            Ask::ToJson(record) => {
                codec.to_json(record).map(|json| Found::Text(json.to_string())).map_err(Error::failed)
            }
            Ask::SingleObject(bytes) => found(codec.decode_single_object(bytes)),
            Ask::Registry { id, bytes } => found(codec.decode_registry(*id, bytes)),
        })
    }
}

/// What only `assay conform` asks for.
impl IngotValue {
    fn resolved(&self, writer: &str, bytes: &[u8]) -> Result<Found<Value>, Error> {
        let writer = Schema::parse(writer).map_err(Error::failed)?;
        let resolver = Resolver::new(&writer, self.codec.schema()).map_err(Error::failed)?;
        found(resolver.decode(bytes))
    }
}

fn found(outcome: Result<Value, ingot::DataError>) -> Result<Found<Value>, Error> {
    outcome.map(Found::Record).map_err(Error::failed)
}

impl EncodeInto for IngotValue {
    fn encode_into(&mut self, record: &Value, buffer: &mut Vec<u8>) -> Result<(), ContainerError> {
        Ok(self.codec.encode_into(record, buffer)?)
    }
}

impl Access for IngotValue {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, ContainerError> {
        Ok(plain::reading(self.codec.schema(), &self.codec.decode(bytes)?))
    }
}

impl Containers for IngotValue {
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error> {
        self.containers = write_options(settings)?;
        Ok(())
    }

    fn write(&mut self, records: &[Value]) -> Result<Vec<u8>, ContainerError> {
        let mut writer = Writer::new(Vec::new(), self.codec.schema().clone(), &self.containers)?;
        for record in records {
            writer.write(record)?;
        }
        writer.finish()
    }

    fn read(
        &mut self,
        container: &[u8],
    ) -> Result<impl Iterator<Item = Result<Value, ContainerError>>, ContainerError> {
        let codec = &self.codec;
        Ok(Reader::from_slice(container)?.into_records(move |bytes, options| codec.decode_next(bytes, options)))
    }
}

assay_kit::main!(IngotValue: Encode, EncodeInto, Decode, Access, Write, Read);
