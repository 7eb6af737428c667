package assay.kit.measure;

import assay.kit.ContainerAdapter;
import assay.kit.ContainerReading;
import assay.kit.RecordSet;

import java.util.Iterator;

/**
 * The bytes of one container to all domain values: a pass opens it, reads it in stretches, and ends
 * it.
 */
final class ReadLoop extends OperationLoop {
    private final ContainerAdapter<Object> adapter;
    private final RecordSet set;
    private final int count;
    private ContainerReading reading;

    ReadLoop(ContainerAdapter<Object> adapter, RecordSet set) {
        this.adapter = adapter;
        this.set = set;
        this.count = set.count();
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    void run(int from, int to) throws Exception {
        if (from == 0) {
            reading = ContainerReading.open(adapter, set.container());
        }
        Iterator<Object> records = reading.records();
        for (int i = from; i < to; i++) {
            Sink.consume(records.next());
        }
        if (to == count) {
            reading.end();
        }
    }

    /** The record that is next, which is that of {@code index}. */
    @Override
    Object once(int index) {
        return reading.records().next();
    }
}
