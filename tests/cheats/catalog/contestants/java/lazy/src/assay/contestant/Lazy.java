package assay.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.generic.GenericDatumWriter;

import java.io.IOException;

/** Decode keeps the bytes; the first reading does the work and remembers it. */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class Lazy implements Adapter<Lazy.Later> {
    private final Honest honest;

    /** A record that is decoded when it is first read. */
    static final class Later {
        private byte[] encoded;
        private Object record;
    }

    private static final class Honest extends ReusingAvroAdapter<Object> {
        private Honest(WorkloadSchema schema) {
            super(AvroModel.generic(schema));
        }
    }

    public Lazy(WorkloadSchema schema) {
        honest = new Honest(schema);
    }

    @Override
    public byte[] encode(Later later) throws IOException {
        return honest.encode(later.record);
    }

    @Override
    public Later decode(byte[] encoded) {
        Later later = new Later();
        later.encoded = encoded.clone();
        return later;
    }

    @Override
    public Later fromPlain(Object plain) throws Exception {
        Later later = new Later();
        later.record = honest.fromPlain(plain);
        return later;
    }

    @Override
    public Object toPlain(Later later) throws Exception {
        if (later.record == null) {
            later.record = honest.decode(later.encoded);
        }
        return honest.toPlain(later.record);
    }
}
