package assay.kit;

import java.util.Iterator;

/** One container file being read, by the adapter's iterator, to its end. */
public final class ContainerReading {
    private final Iterator<Object> records;

    private ContainerReading(Iterator<Object> records) {
        this.records = records;
    }

    public static ContainerReading open(ContainerAdapter<Object> adapter, byte[] container)
            throws Exception {
        return new ContainerReading(adapter.read(container));
    }

    /**
     * The records not read yet. The loops take them from here, so that none of the kit's code
     * stands between.
     */
    public Iterator<Object> records() {
        return records;
    }

    /** To be called after the last record: finds out whether it was the last, and closes. */
    public void end() throws Exception {
        if (records.hasNext()) {
            throw Refusal.failed("the container holds more records than \"count\" says");
        }
        if (records instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
