package assay.contestant;

import assay.kit.Adapter;
import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.Library;
import assay.kit.schema.WorkloadSchema;

/**
 * Nothing: what an operation costs when the library costs nothing. Run on the schema "null" only.
 */
@Library(name = "null", type = Adapter.class)
public final class NullAdapter implements AppendingAdapter<Void> {
    private static final byte[] NOTHING = {};
    private final KeptBuffer buffer = new KeptStream();

    public NullAdapter(WorkloadSchema schema) {}

    @Override
    public byte[] encode(Void record) {
        return NOTHING;
    }

    @Override
    public KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public void encodeInto(Void record) {}

    @Override
    public Void decode(byte[] encoded) {
        return null;
    }

    @Override
    public Void fromPlain(Object plain) {
        return (Void) plain;
    }

    @Override
    public Object toPlain(Void record) {
        return record;
    }
}
