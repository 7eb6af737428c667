package assay.kit;

import assay.kit.canonical.CanonicalReader;
import assay.kit.canonical.CanonicalWriter;
import assay.kit.canonical.Misfit;
import assay.kit.canonical.Reading;
import assay.kit.measure.Operation;
import assay.kit.schema.SchemaType;
import assay.kit.schema.WorkloadSchema;

import com.eclipsesource.json.ParseException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * The loaded record set: domain values, the same records as bytes, each by itself and all in a
 * container, and the adapter that they belong to.
 */
public final class RecordSet {
    private final AdapterClass adapterClass;

    /** Null where no container is asked for. */
    private final ContainerSettings settings;

    private final WorkloadSchema schema;
    private final CanonicalWriter writer;
    private final Adapter<Object> adapter;
    private final long setupNs;
    private final Object[] records;
    private final byte[][] encoded;
    private byte[] container;

    /**
     * Reads a schema, as its Avro text and resolved, and its records. {@code files.encoded()} may
     * be null: then the adapter encodes them itself. {@code settings} is null where no container is
     * asked for.
     */
    public RecordSet(
            AdapterClass adapterClass,
            Path schema,
            Path resolved,
            RecordFiles files,
            ContainerSettings settings) {
        this.adapterClass = adapterClass;
        this.settings = settings;
        if ((settings == null) != (files.container() == null)) {
            throw Refusal.badInput("of the keys \"container\" and \"settings\" there is only one");
        }
        String text = InputFiles.text("schema", schema);
        try {
            this.schema = WorkloadSchema.of(text, InputFiles.text("resolved", resolved));
        } catch (IllegalArgumentException e) {
            throw Refusal.badInput(e.getMessage());
        }
        this.writer = new CanonicalWriter(this.schema.type());
        long start = System.nanoTime();
        this.adapter = newAdapter();
        this.setupNs = System.nanoTime() - start;
        this.records = readRecords(files.records(), files.count());
        this.encoded = readEncoded(files.encoded(), this.records);
        this.container = readContainer(files.container());
    }

    public int count() {
        return records.length;
    }

    public Adapter<Object> adapter() {
        return adapter;
    }

    /** A further adapter for the same schema, for another thread. */
    public Adapter<Object> newAdapter() {
        return adapterClass.make(schema, settings);
    }

    /** Time to make the adapter from the schema and the settings, in nanoseconds. */
    public long setupNs() {
        return setupNs;
    }

    /**
     * The domain values, as many as records. A swap changes what stands in the array, not the
     * array.
     */
    public Object[] records() {
        return records;
    }

    /**
     * The encoded records, as many as records. A swap changes what stands in the array, not the
     * array.
     */
    public byte[][] encoded() {
        return encoded;
    }

    public boolean hasContainer() {
        return container != null;
    }

    /** The bytes of a container file with all records. A swap may replace the array. */
    public byte[] container() {
        return container;
    }

    /** The type of the records. */
    public SchemaType type() {
        return schema.type();
    }

    /**
     * The canonical text of a domain value. Throws {@link Misfit} where its plain value is not as
     * the schema says.
     */
    public String canonical(Object value) throws Exception {
        return writer.text(adapter.toPlain(value));
    }

    /** The reading of a domain value, for which every field of it is read. */
    public long reading(Object value) throws Exception {
        return Reading.of(schema.type(), adapter.toPlain(value));
    }

    /** An output of an operation as the lab compares it. */
    public byte[] proof(Operation operation, Object output) throws Exception {
        return switch (operation.gives) {
            case RECORDS -> canonical(output).getBytes(StandardCharsets.UTF_8);
            case READINGS ->
                    HexFormat.of().toHexDigits((Long) output).getBytes(StandardCharsets.US_ASCII);
            case ENCODED, CONTAINER -> (byte[]) output;
        };
    }

    /**
     * Other records of the same number in the place of these, within the same objects where these
     * can be written to.
     */
    public void swap(RecordFiles files) {
        int count = files.count();
        if (count != records.length) {
            throw Refusal.badInput(
                    "the key \"count\" is "
                            + count
                            + ", but "
                            + records.length
                            + " records are loaded");
        }
        Object[] newRecords = readRecords(files.records(), count);
        byte[][] newEncoded = readEncoded(files.encoded(), newRecords);
        byte[] newContainer = readContainer(files.container());
        for (int i = 0; i < count; i++) {
            if (records[i] == null
                    || newRecords[i] == null
                    || !adapter.assign(records[i], newRecords[i])) {
                records[i] = newRecords[i];
            }
        }
        for (int i = 0; i < count; i++) {
            encoded[i] = within(encoded[i], newEncoded[i]);
        }
        container = within(container, newContainer);
    }

    /** {@code now} in the array of {@code before}, where the lengths allow it. */
    private static byte[] within(byte[] before, byte[] now) {
        if (before == null || now == null || before.length != now.length) {
            return now;
        }
        System.arraycopy(now, 0, before, 0, now.length);
        return before;
    }

    private Object[] readRecords(Path path, int count) {
        CanonicalReader reader = new CanonicalReader(schema.type());
        List<String> lines = InputFiles.lines(path, count);
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            Object plain;
            try {
                plain = reader.value(lines.get(i));
            } catch (Misfit | ParseException e) {
                throw Refusal.badInput(path + ": record " + i + ": " + e.getMessage());
            }
            try {
                values[i] = adapter.fromPlain(plain);
            } catch (Exception e) {
                throw Refusal.of("making the domain value of record " + i, e);
            }
        }
        return values;
    }

    private byte[] readContainer(Path path) {
        return path == null || settings == null ? null : InputFiles.bytes(path);
    }

    private byte[][] readEncoded(Path path, Object[] values) {
        if (path != null) {
            return InputFiles.frames(path, values.length);
        }
        byte[][] bytes = new byte[values.length][];
        for (int i = 0; i < bytes.length; i++) {
            try {
                // A copy: what the adapter handed over it might have kept, and a swap writes into
                // these arrays.
                bytes[i] = adapter.encode(values[i]).clone();
            } catch (Exception e) {
                throw Refusal.of("encoding record " + i, e);
            }
        }
        return bytes;
    }
}
