package assay.contestant;

import assay.kit.Library;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusedCoders;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.reflect.ReflectDatumWriter;

import java.io.IOException;

/** Avro's reflection on plain classes, with the workload's schema. */
@Library(name = "avro", type = ReflectDatumWriter.class)
public final class AvroReflect extends PojoAdapter {
    private final ReusedCoders<Object> coders;

    public AvroReflect(WorkloadSchema workload) {
        super(workload, Pojos.TYPES);
        Schema schema = AvroModel.generic(workload).schema();
        PojoData data = new PojoData(schema, Pojos.TYPES);
        coders = new ReusedCoders<>(new Writer(schema, data), new Reader(schema, data));
    }

    @Override
    public byte[] encode(Object record) throws IOException {
        return coders.encode(record);
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        return coders.decode(encoded);
    }

    /** A fixed is an object of the library's own to it, but where these methods are overridden. */
    private static final class Writer extends ReflectDatumWriter<Object> {
        Writer(Schema schema, ReflectData data) {
            super(schema, data);
        }

        @Override
        protected void writeFixed(Schema schema, Object datum, Encoder out) throws IOException {
            byte[] bytes = (byte[]) datum;
            if (bytes.length != schema.getFixedSize()) {
                throw new AvroTypeException(bytes.length + " bytes for " + schema);
            }
            out.writeFixed(bytes);
        }
    }

    private static final class Reader extends ReflectDatumReader<Object> {
        Reader(Schema schema, ReflectData data) {
            super(schema, schema, data);
        }

        @Override
        protected Object readFixed(Object old, Schema expected, Decoder in) throws IOException {
            byte[] bytes = new byte[expected.getFixedSize()];
            in.readFixed(bytes);
            return bytes;
        }
    }
}
