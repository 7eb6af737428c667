package assay.kit;

import assay.kit.canonical.CanonicalReader;
import assay.kit.canonical.CanonicalWriter;
import assay.kit.canonical.Misfit;
import assay.kit.schema.SchemaParser;
import assay.kit.schema.SchemaType;

import com.eclipsesource.json.ParseException;

import java.nio.file.Path;
import java.util.List;

/** The loaded record set: domain values, the same records as bytes, and the adapter that they belong to. */
public final class RecordSet {
    private final AdapterClass adapterClass;
    private final String schemaText;
    private final SchemaType schema;
    private final CanonicalWriter writer;
    private final Adapter<Object> adapter;
    private final long setupNs;
    private final Object[] records;
    private final byte[][] encoded;

    /**
     * Reads a schema and {@code count} records. {@code encoded} may be null: then the adapter encodes them itself,
     * or, where it has no encode, there is nothing to decode.
     */
    public RecordSet(AdapterClass adapterClass, Path schema, Path records, Path encoded, int count) {
        this.adapterClass = adapterClass;
        this.schemaText = InputFiles.text(schema);
        try {
            this.schema = SchemaParser.parse(schemaText);
        } catch (IllegalArgumentException | ParseException e) {
            throw Refusal.badInput(schema + ": " + e.getMessage());
        }
        this.writer = new CanonicalWriter(this.schema);
        long start = System.nanoTime();
        this.adapter = adapterClass.make(schemaText);
        this.setupNs = System.nanoTime() - start;
        this.records = readRecords(records, count);
        this.encoded = readEncoded(encoded, this.records);
    }

    public int count() {
        return records.length;
    }

    public Adapter<Object> adapter() {
        return adapter;
    }

    /** A further adapter for the same schema, for another thread. */
    public Adapter<Object> newAdapter() {
        return adapterClass.make(schemaText);
    }

    /** Time to make the adapter from the schema text, in nanoseconds. */
    public long setupNs() {
        return setupNs;
    }

    /** The domain values, as many as records. A swap changes what stands in the array, not the array. */
    public Object[] records() {
        return records;
    }

    /** The encoded records, as many as records. A swap changes what stands in the array, not the array. */
    public byte[][] encoded() {
        if (encoded == null) {
            throw Refusal.badInput("load had null for \"encoded\", and this contestant has no encode to make it with");
        }
        return encoded;
    }

    /** The canonical text of a domain value. Throws {@link Misfit} where its plain value is not as the schema says. */
    public String canonical(Object value) throws Exception {
        return writer.text(adapter.toPlain(value));
    }

    /**
     * Other records of the same number in the place of these, within the same objects where these can be written to.
     */
    public void swap(Path recordsPath, Path encodedPath, int count) {
        if (count != records.length) {
            throw Refusal.badInput("the key \"count\" is " + count + ", but " + records.length + " records are loaded");
        }
        Object[] newRecords = readRecords(recordsPath, count);
        byte[][] newEncoded = readEncoded(encodedPath, newRecords);
        for (int i = 0; i < count; i++) {
            if (records[i] == null || newRecords[i] == null || !adapter.assign(records[i], newRecords[i])) {
                records[i] = newRecords[i];
            }
        }
        for (int i = 0; encoded != null && i < count; i++) {
            if (encoded[i].length == newEncoded[i].length) {
                System.arraycopy(newEncoded[i], 0, encoded[i], 0, encoded[i].length);
            } else {
                encoded[i] = newEncoded[i];
            }
        }
    }

    private Object[] readRecords(Path path, int count) {
        CanonicalReader reader = new CanonicalReader(schema);
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

    private byte[][] readEncoded(Path path, Object[] values) {
        if (path != null) {
            return InputFiles.frames(path, values.length);
        }
        if (!adapterClass.operations().contains("encode")) {
            return null;
        }
        byte[][] bytes = new byte[values.length][];
        for (int i = 0; i < bytes.length; i++) {
            try {
                // A copy: what the adapter handed over it might have kept, and a swap writes into these arrays.
                bytes[i] = adapter.encode(values[i]).clone();
            } catch (Exception e) {
                throw Refusal.of("encoding record " + i, e);
            }
        }
        return bytes;
    }
}
