package assay.kit.measure;

import assay.kit.Adapter;

/** Bytes to domain values. */
final class DecodeLoop extends OperationLoop {
    private final Adapter<Object> adapter;
    private final byte[][] encoded;

    DecodeLoop(Adapter<Object> adapter, byte[][] encoded) {
        this.adapter = adapter;
        this.encoded = encoded;
    }

    @Override
    public int count() {
        return encoded.length;
    }

    @Override
    void run(int from, int to) throws Exception {
        Adapter<Object> adapter = this.adapter;
        byte[][] encoded = this.encoded;
        for (int i = from; i < to; i++) {
            Sink.consume(adapter.decode(encoded[i]));
        }
    }

    @Override
    Object once(int index) throws Exception {
        return adapter.decode(encoded[index]);
    }
}
