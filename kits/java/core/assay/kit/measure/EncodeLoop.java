package assay.kit.measure;

import assay.kit.Adapter;

/** Domain values to bytes. */
final class EncodeLoop extends OperationLoop {
    private final Adapter<Object> adapter;
    private final Object[] records;

    EncodeLoop(Adapter<Object> adapter, Object[] records) {
        this.adapter = adapter;
        this.records = records;
    }

    @Override
    int count() {
        return records.length;
    }

    @Override
    void run(int from, int to) throws Exception {
        Adapter<Object> adapter = this.adapter;
        Object[] records = this.records;
        for (int i = from; i < to; i++) {
            Sink.consume(adapter.encode(records[i]));
        }
    }

    @Override
    Object once(int index) throws Exception {
        return adapter.encode(records[index]);
    }
}
