package assay.contestant;

import assay.kit.Library;
import assay.kit.kafka.ConnectRow;
import assay.kit.kafka.Framing;
import assay.kit.kafka.RowAdapter;
import assay.kit.schema.WorkloadSchema;

import io.apicurio.registry.utils.converter.avro.AvroData;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.connect.data.Struct;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Struct to and from Avro's GenericRecord by Apicurio's AvroData, and Avro's own binary form,
 * framed as registries do. Apicurio's ready serializer parses the schema again at each call; so the
 * framing is ours.
 */
@Library(name = "apicurio-registry-utils-converter", type = AvroData.class)
public final class KafkaAvro extends RowAdapter {
    private static final int KNOWN_SCHEMAS = 100;

    public KafkaAvro(WorkloadSchema schema) {
        super(schema, row -> new Conversion(row).serde());
    }

    /** What serializer and deserializer of one thread have in common, and what they reuse. */
    private static final class Conversion {
        private final AvroData data = new AvroData(KNOWN_SCHEMAS);
        private final byte[] header = Framing.header();
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Schema schema;
        private final GenericDatumWriter<Object> writer;
        private final GenericDatumReader<Object> reader;
        private BinaryEncoder encoder;
        private BinaryDecoder decoder;

        Conversion(ConnectRow row) {
            schema = data.fromConnectSchema(row.schema());
            writer = new GenericDatumWriter<>(schema);
            reader = new GenericDatumReader<>(schema);
        }

        Serde<Struct> serde() {
            return Serdes.serdeFrom(
                    (topic, row) -> serialize(row), (topic, bytes) -> deserialize(bytes));
        }

        private byte[] serialize(Struct row) {
            try {
                out.reset();
                out.write(header);
                encoder = EncoderFactory.get().binaryEncoder(out, encoder);
                writer.write(data.fromConnectData(row.schema(), row), encoder);
                encoder.flush();
                return out.toByteArray();
            } catch (IOException e) {
                throw new SerializationException(e);
            }
        }

        private Struct deserialize(byte[] bytes) {
            try {
                Framing.check(bytes);
                int length = bytes.length - Framing.LENGTH;
                decoder =
                        DecoderFactory.get().binaryDecoder(bytes, Framing.LENGTH, length, decoder);
                return (Struct) data.toConnectData(schema, reader.read(null, decoder)).value();
            } catch (IOException e) {
                throw new SerializationException(e);
            }
        }
    }
}
