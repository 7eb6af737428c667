package assay.contestant;

import assay.kit.Library;
import assay.kit.RenewingAdapter;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.generic.GenericDatumWriter;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Refuses a record that it has encoded since it was renewed, and one that was never renewed and is
 * given more often than proofs need it.
 */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class Renews implements RenewingAdapter<Object> {
    private static final int PROOFS = 20;

    private final Honest honest;

    /** How often a record may still be encoded. */
    private final Map<Object, Integer> left = new IdentityHashMap<>();

    private static final class Honest extends ReusingAvroAdapter<Object> {
        private Honest(WorkloadSchema schema) {
            super(AvroModel.generic(schema));
        }
    }

    public Renews(WorkloadSchema schema) {
        honest = new Honest(schema);
    }

    @Override
    public void renew(Object record) {
        left.put(record, 1);
    }

    @Override
    public byte[] encode(Object record) throws Exception {
        int times = left.getOrDefault(record, PROOFS);
        if (times == 0) {
            throw new IllegalStateException("a record comes once too often");
        }
        left.put(record, times - 1);
        return honest.encode(record);
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return honest.decode(encoded);
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
