package assay.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.avro.AvroValues;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Avro's generic data model: a record is a GenericRecord, its fields looked up by the schema at run time. */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class AvroGeneric implements Adapter<Object> {
    private final GenericDatumWriter<Object> writer;
    private final GenericDatumReader<Object> reader;
    private final AvroValues values;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;

    public AvroGeneric(String schemaText) {
        Schema schema = new Schema.Parser().parse(schemaText);
        writer = new GenericDatumWriter<>(schema);
        reader = new GenericDatumReader<>(schema);
        values = new AvroValues(GenericData.get(), schemaText, schema);
    }

    @Override
    public byte[] encode(Object record) throws IOException {
        out.reset();
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(encoded, decoder);
        return reader.read(null, decoder);
    }

    @Override
    public Object fromPlain(Object plain) {
        return values.fromPlain(plain);
    }

    @Override
    public Object toPlain(Object record) {
        return values.toPlain(record);
    }

    @Override
    public boolean assign(Object target, Object source) {
        return values.assign(target, source);
    }
}
