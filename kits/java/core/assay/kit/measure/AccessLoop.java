package assay.kit.measure;

import assay.kit.Adapter;
import assay.kit.canonical.Reading;
import assay.kit.schema.SchemaType;

/** Bytes to the reading of every field, by the plain value. */
final class AccessLoop extends OperationLoop {
    private final Adapter<Object> adapter;
    private final byte[][] encoded;
    private final SchemaType type;

    AccessLoop(Adapter<Object> adapter, byte[][] encoded, SchemaType type) {
        this.adapter = adapter;
        this.encoded = encoded;
        this.type = type;
    }

    @Override
    public int count() {
        return encoded.length;
    }

    @Override
    void run(int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            Sink.consume(read(i));
        }
    }

    @Override
    Object once(int index) throws Exception {
        return read(index);
    }

    private long read(int index) throws Exception {
        return Reading.of(type, adapter.toPlain(adapter.decode(encoded[index])));
    }
}
