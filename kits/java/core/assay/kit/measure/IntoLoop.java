package assay.kit.measure;

import assay.kit.Appending;
import assay.kit.AppendingAdapter;

/** Domain values to the end of a kept buffer. */
final class IntoLoop extends OperationLoop {
    private final Appending appending;
    private final Renewal renewal;

    IntoLoop(AppendingAdapter<Object> adapter, Object[] records) {
        this.appending = new Appending(adapter);
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
        Appending appending = this.appending;
        Object[] records = renewal.records;
        if (from == 0) {
            appending.begin();
        }
        for (int i = from; i < to; i++) {
            appending.append(records[i]);
        }
        if (to == records.length) {
            appending.end();
        }
    }

    @Override
    Object once(int index) throws Exception {
        return appending.keep(renewal.records[index]);
    }

    @Override
    Object output(Object kept) {
        return ((Appending.Output) kept).bytes();
    }
}
