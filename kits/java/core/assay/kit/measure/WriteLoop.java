package assay.kit.measure;

import assay.kit.ContainerAdapter;

import java.util.Arrays;
import java.util.List;

/** All domain values to the bytes of one container. A pass has one output. */
final class WriteLoop extends OperationLoop {
    private final ContainerAdapter<Object> adapter;
    private final List<Object> records;

    WriteLoop(ContainerAdapter<Object> adapter, Object[] records) {
        this.adapter = adapter;
        this.records = Arrays.asList(records); // a view: after a swap it shows the new ones
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    void run(int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            Sink.consume(adapter.write(records));
        }
    }

    @Override
    Object once(int index) throws Exception {
        return adapter.write(records);
    }

    @Override
    String item(int index) {
        return "the container";
    }
}
