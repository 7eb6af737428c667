package assay.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.Refusal;
import assay.kit.avro.AvroValues;

import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Classes that avro-maven-plugin made from the workload's schema; found by the schema's name. */
@Library(name = "avro", type = SpecificDatumWriter.class)
public final class AvroSpecific implements Adapter<SpecificRecord> {
    private final SpecificDatumWriter<SpecificRecord> writer;
    private final SpecificDatumReader<SpecificRecord> reader;
    private final AvroValues values;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;

    public AvroSpecific(String schemaText) {
        Class<SpecificRecord> type = generatedClass(new Schema.Parser().parse(schemaText));
        writer = new SpecificDatumWriter<>(type);
        reader = new SpecificDatumReader<>(type);
        values = new AvroValues(SpecificData.getForClass(type), schemaText, SpecificData.get().getSchema(type));
    }

    @SuppressWarnings("unchecked") // of a record's schema the plugin makes a SpecificRecord
    private static Class<SpecificRecord> generatedClass(Schema schema) {
        if (schema.getType() != Schema.Type.RECORD) {
            throw Refusal.unsupported("classes are generated for records only, not for " + schema.getType().getName());
        }
        Class<?> type = SpecificData.get().getClass(schema);
        if (type == null) {
            throw Refusal.failed("no class was generated for " + schema.getFullName());
        }
        return (Class<SpecificRecord>) type;
    }

    @Override
    public byte[] encode(SpecificRecord record) throws IOException {
        out.reset();
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Override
    public SpecificRecord decode(byte[] encoded) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(encoded, decoder);
        return reader.read(null, decoder);
    }

    @Override
    public SpecificRecord fromPlain(Object plain) {
        return (SpecificRecord) values.fromPlain(plain);
    }

    @Override
    public Object toPlain(SpecificRecord record) {
        return values.toPlain(record);
    }

    @Override
    public boolean assign(SpecificRecord target, SpecificRecord source) {
        return values.assign(target, source);
    }
}
