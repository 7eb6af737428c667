//! apache-avro's direct serde path, by the schema and without `Value`, on generated serde types.

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::{Reader, Schema, Writer};
use assay_apache_avro::container_writer;
use assay_kit::{decode_and_read, Access, Adapter, ContainerSettings, Containers, EncodeInto, Error, Scratch};

assay_kit::records!();

struct ApacheAvroSerde {
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
    schema: &'static Schema,
    scratch: Scratch,
    /// The writer of container files; none where no containers are asked for.
    containers: Option<Writer<'static, Vec<u8>>>,
}

impl Adapter for ApacheAvroSerde {
    const LIBRARY: &'static str = "apache-avro";
    const VERSION: &'static str = assay_kit::library_version!();
    assay_kit::generated_record!();
    type EncodeError = apache_avro::Error;
    type DecodeError = apache_avro::Error;

    fn new(schema: &str) -> Result<Self, Error> {
        let schema = Schema::parse_str(schema).map_err(Error::unsupported)?;
        // Writer and reader borrow the schema. All last as long as the process.
        let schema: &'static Schema = Box::leak(Box::new(schema));
        // The documentation recommends that serde types are not asked for their human readable form.
        let writer = GenericDatumWriter::builder(schema).human_readable(false).build();
        let reader = GenericDatumReader::builder(schema).human_readable(false).build();
        Ok(ApacheAvroSerde {
            writer: writer.map_err(Error::unsupported)?,
            reader: reader.map_err(Error::unsupported)?,
            schema,
            scratch: Scratch::default(),
            containers: None,
        })
    }

    fn encode(&mut self, record: &records::Root) -> Result<Vec<u8>, apache_avro::Error> {
        self.scratch.encoded(|bytes| self.writer.write_ser(bytes, record))
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<records::Root, apache_avro::Error> {
        self.reader.read_deser(&mut bytes)
    }
}

impl EncodeInto for ApacheAvroSerde {
    fn encode_into(&mut self, record: &records::Root, buffer: &mut Vec<u8>) -> Result<(), apache_avro::Error> {
        self.writer.write_ser(buffer, record).map(drop)
    }
}

impl Access for ApacheAvroSerde {
    fn access(&mut self, bytes: &[u8]) -> Result<u64, apache_avro::Error> {
        decode_and_read(self, bytes)
    }
}

impl Containers for ApacheAvroSerde {
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error> {
        self.containers = Some(container_writer(self.schema, settings)?);
        Ok(())
    }

    fn write(&mut self, records: &[records::Root]) -> Result<Vec<u8>, apache_avro::Error> {
        let writer = self.containers.as_mut().expect("containers are prepared");
        writer.reset();
        writer.extend_ser(records)?;
        Ok(std::mem::take(writer.get_mut()))
    }

    fn read(
        &mut self,
        container: &[u8],
    ) -> Result<impl Iterator<Item = Result<records::Root, apache_avro::Error>>, apache_avro::Error> {
        let reader = Reader::builder(container).human_readable(false).build()?;
        Ok(reader.into_deser_iter())
    }
}

assay_kit::main!(ApacheAvroSerde: Encode, EncodeInto, Decode, Access, Write, Read);
