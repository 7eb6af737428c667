//! apache-avro on its generic `Value`.

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::{GenericSingleObjectReader, Reader, Schema, Writer};
use assay_apache_avro::container_writer;
use assay_kit::{
    Access, Adapter, Ask, ContainerSettings, Containers, EncodeInto, Error, Found, Plain, Readable, Reading, Scratch,
};

struct ApacheAvroValue {
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
    schema: &'static Schema,
    scratch: Scratch,
    /// The writer of container files; none where no containers are asked for.
    containers: Option<Writer<'static, Vec<u8>>>,
}

impl Adapter for ApacheAvroValue {
    const LIBRARY: &'static str = "apache-avro";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = Value;
    type EncodeError = apache_avro::Error;
    type DecodeError = apache_avro::Error;

    fn new(schema: &str) -> Result<Self, Error> {
        let schema = Schema::parse_str(schema).map_err(Error::unsupported)?;
        // Writer and reader borrow the schema. All last as long as the process.
        let schema: &'static Schema = Box::leak(Box::new(schema));
        Ok(ApacheAvroValue {
            writer: GenericDatumWriter::builder(schema).build().map_err(Error::unsupported)?,
            reader: GenericDatumReader::builder(schema).build().map_err(Error::unsupported)?,
            schema,
            scratch: Scratch::default(),
            containers: None,
        })
    }

    fn from_plain(&self, plain: &Plain) -> Result<Value, Error> {
        Ok(value(plain))
    }

    fn to_plain(&self, record: &Value) -> Result<Plain, Error> {
        plain(record)
    }

    fn reading(&self, record: &Value) -> Result<u64, Error> {
        Ok(assay_kit::reading(&Held(record)))
    }

    fn encode(&mut self, record: &Value) -> Result<Vec<u8>, apache_avro::Error> {
        self.scratch.encoded(|bytes| self.writer.write_value_ref(bytes, record))
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Value, apache_avro::Error> {
        self.reader.read_value(&mut bytes)
    }

    fn conform(&mut self, ask: &Ask<'_, Value>) -> Option<Result<Found<Value>, Error>> {
        Some(match ask {
            Ask::Canonical => Ok(Found::Text(self.schema.canonical_form())),
            Ask::Resolve { writer, bytes } => self.resolved(writer, bytes).map(Found::Record).map_err(Error::failed),
            Ask::SingleObject(bytes) => self.single_object(bytes).map(Found::Record).map_err(Error::failed),
            _ => return None,
        })
    }
}

/// What only `assay conform` asks for.
impl ApacheAvroValue {
    fn resolved(&self, writer: &str, mut bytes: &[u8]) -> Result<Value, apache_avro::Error> {
        let writer = Schema::parse_str(writer)?;
        let builder = GenericDatumReader::builder(&writer).reader_schema(self.schema);
        builder.build()?.read_value(&mut bytes)
    }

    fn single_object(&self, mut bytes: &[u8]) -> Result<Value, apache_avro::Error> {
        GenericSingleObjectReader::builder().schema(self.schema.clone()).build()?.read_value(&mut bytes)
    }
}

impl EncodeInto for ApacheAvroValue {
    fn encode_into(&mut self, record: &Value, buffer: &mut Vec<u8>) -> Result<(), apache_avro::Error> {
        self.writer.write_value_ref(buffer, record).map(drop)
    }
}

impl Access for ApacheAvroValue {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, apache_avro::Error> {
        Ok(assay_kit::reading(&Held(&self.decode(bytes)?)))
    }
}

impl Containers for ApacheAvroValue {
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error> {
        self.containers = Some(container_writer(self.schema, settings)?);
        Ok(())
    }

    fn write(&mut self, records: &[Value]) -> Result<Vec<u8>, apache_avro::Error> {
        let writer = self.containers.as_mut().expect("containers are prepared");
        writer.reset();
        writer.extend_from_slice(records)?;
        Ok(std::mem::take(writer.get_mut()))
    }

    fn read(
        &mut self,
        container: &[u8],
    ) -> Result<impl Iterator<Item = Result<Value, apache_avro::Error>>, apache_avro::Error> {
        Reader::new(container)
    }
}

fn value(plain: &Plain) -> Value {
    match plain {
        Plain::Null => Value::Null,
        Plain::Boolean(content) => Value::Boolean(*content),
        Plain::Int(content) => Value::Int(*content),
        Plain::Long(content) => Value::Long(*content),
        Plain::Float(content) => Value::Float(*content),
        Plain::Double(content) => Value::Double(*content),
        Plain::Bytes(content) => Value::Bytes(content.clone()),
        Plain::Fixed(content) => Value::Fixed(content.len(), content.clone()),
        Plain::String(content) => Value::String(content.clone()),
        Plain::Enum(number, symbol) => Value::Enum(*number, symbol.clone()),
        Plain::Array(items) => Value::Array(items.iter().map(value).collect()),
        Plain::Map(entries) => Value::Map(entries.iter().map(|(k, v)| (k.clone(), value(v))).collect()),
        Plain::Record(fields) => Value::Record(fields.iter().map(|(k, v)| (k.clone(), value(v))).collect()),
        Plain::Union(number, inner) => Value::Union(*number, Box::new(value(inner))),
    }
}

fn plain(value: &Value) -> Result<Plain, Error> {
    let entry = |(key, inner): (&String, &Value)| Ok((key.clone(), plain(inner)?));
    Ok(match value {
        Value::Null => Plain::Null,
        Value::Boolean(content) => Plain::Boolean(*content),
        Value::Int(content) => Plain::Int(*content),
        Value::Long(content) => Plain::Long(*content),
        Value::Float(content) => Plain::Float(*content),
        Value::Double(content) => Plain::Double(*content),
        Value::Bytes(content) => Plain::Bytes(content.clone()),
        Value::Fixed(_, content) => Plain::Fixed(content.clone()),
        Value::String(content) => Plain::String(content.clone()),
        Value::Enum(number, symbol) => Plain::Enum(*number, symbol.clone()),
        Value::Array(items) => Plain::Array(items.iter().map(plain).collect::<Result<_, _>>()?),
        Value::Map(entries) => Plain::Map(entries.iter().map(entry).collect::<Result<_, Error>>()?),
        Value::Record(fields) => {
            Plain::Record(fields.iter().map(|(k, v)| entry((k, v))).collect::<Result<_, Error>>()?)
        }
        Value::Union(number, inner) => Plain::Union(*number, Box::new(plain(inner)?)),
        other => return Err(Error::failed(format!("a value of a logical type: {other:?}"))),
    })
}

/// A value whose every field is read where it is.
struct Held<'a>(&'a Value);

impl Readable for Held<'_> {
    fn read(&self, reading: &mut Reading) {
        match self.0 {
            Value::Null => ().read(reading),
            Value::Boolean(content) => content.read(reading),
            Value::Int(content) => content.read(reading),
            Value::Long(content) => content.read(reading),
            Value::Float(content) => content.read(reading),
            Value::Double(content) => content.read(reading),
            Value::Bytes(content) | Value::Fixed(_, content) => reading.bytes(content),
            Value::String(text) | Value::Enum(_, text) => reading.text(text),
            Value::Array(items) => {
                items.iter().for_each(|item| Held(item).read(reading));
                reading.array(items.len());
            }
            Value::Map(entries) => reading.map(entries.iter().map(|(key, v)| assay_kit::reading(&(key, &Held(v))))),
            Value::Record(fields) => fields.iter().for_each(|(_, value)| Held(value).read(reading)),
            Value::Union(_, inner) => Held(inner).read(reading),
            other => reading.text(&format!("a value of a logical type: {other:?}")),
        }
    }
}

assay_kit::main!(ApacheAvroValue: Encode, EncodeInto, Decode, Access, Write, Read);
