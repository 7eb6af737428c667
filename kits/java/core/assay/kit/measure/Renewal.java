package assay.kit.measure;

import assay.kit.Adapter;
import assay.kit.RenewingAdapter;

/** The domain values that an encoding pass goes over, without what the library keeps in them. */
final class Renewal {
    final Object[] records;

    /** Null where the library keeps nothing. */
    private final RenewingAdapter<Object> adapter;

    // The kit hands an adapter only what the same adapter's class has made.
    @SuppressWarnings("unchecked")
    Renewal(Adapter<Object> adapter, Object[] records) {
        this.adapter =
                adapter instanceof RenewingAdapter<?> one ? (RenewingAdapter<Object>) one : null;
        this.records = records;
    }

    /** Makes the values ready for the next pass. */
    void renew(Pause pause) throws Exception {
        if (adapter == null) {
            return;
        }
        pause.begin();
        for (Object record : records) {
            adapter.renew(record);
        }
        pause.end();
    }
}
