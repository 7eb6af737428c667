package assay.kit.measure;

import assay.kit.Adapter;

/** Domain values to bytes. */
final class EncodeLoop extends OperationLoop {
    private final Adapter<Object> adapter;
    private final Renewal renewal;

    EncodeLoop(Adapter<Object> adapter, Object[] records) {
        this.adapter = adapter;
        this.renewal = new Renewal(adapter, records);
    }

    @Override
    public int count() {
        return renewal.records.length;
    }

    @Override
    void prepare() throws Exception {
        renewal.renew(pause);
    }

    @Override
    void run(int from, int to) throws Exception {
        Adapter<Object> adapter = this.adapter;
        Object[] records = renewal.records;
        for (int i = from; i < to; i++) {
            Sink.consume(adapter.encode(records[i]));
        }
    }

    @Override
    Object once(int index) throws Exception {
        return adapter.encode(renewal.records[index]);
    }
}
