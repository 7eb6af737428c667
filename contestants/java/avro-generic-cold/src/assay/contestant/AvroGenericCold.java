package assay.contestant;

import assay.kit.Library;
import assay.kit.avro.AvroAdapter;
import assay.kit.avro.AvroModel;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Avro's generic data model as it is used without a thought of reuse: only the parsed schema is
 * kept.
 */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class AvroGenericCold extends AvroAdapter<Object> {
    private final Schema schema;

    public AvroGenericCold(WorkloadSchema schema) {
        this(AvroModel.generic(schema));
    }

    private AvroGenericCold(AvroModel model) {
        super(model);
        schema = model.schema();
    }

    @Override
    public byte[] encode(Object record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        return new GenericDatumReader<>(schema)
                .read(null, DecoderFactory.get().binaryDecoder(encoded, null));
    }
}
