package assay.kit.measure;

import assay.kit.Adapter;
import assay.kit.RenewingAdapter;

/**
 * The domain values that an encoding pass goes over: those that are loaded, or, where the library
 * keeps something in them, new ones for each pass.
 */
final class Renewal {
    private final Object[] loaded;

    /** What the pass goes over, always the same array. Loaded values before the first renewal. */
    final Object[] records;

    /** Null where the values stay as they are. */
    private final RenewingAdapter<Object> adapter;

    // The kit hands an adapter only what the same adapter's class has made.
    @SuppressWarnings("unchecked")
    Renewal(Adapter<Object> adapter, Object[] loaded) {
        this.adapter =
                adapter instanceof RenewingAdapter<?> one ? (RenewingAdapter<Object>) one : null;
        this.loaded = loaded;
        this.records = this.adapter == null ? loaded : loaded.clone();
    }

    /** Makes the values of the next pass. */
    void renew(Pause pause) throws Exception {
        if (adapter == null) {
            return;
        }
        pause.begin();
        for (int i = 0; i < loaded.length; i++) {
            records[i] = adapter.renewed(loaded[i]);
        }
        pause.end();
    }
}
