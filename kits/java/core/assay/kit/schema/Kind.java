package assay.kit.schema;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The kinds that plain values and schema types have; by them a value finds its branch of a union.
 */
public enum Kind {
    NULL,
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    BYTES,
    ARRAY,
    MAP,
    RECORD;

    /** As canonical text names it. */
    public final String word = name().toLowerCase(Locale.ROOT);

    /**
     * The kind of a plain value; null where it is none. Maps and records are both a {@link Map} and
     * count as records, which a union tries before maps.
     */
    public static Kind of(Object plain) {
        if (plain == null) {
            return NULL;
        } else if (plain instanceof Integer || plain instanceof Long) {
            return INTEGER;
        } else if (plain instanceof String) {
            return STRING;
        } else if (plain instanceof Map) {
            return RECORD;
        } else if (plain instanceof Float || plain instanceof Double) {
            return REAL;
        } else if (plain instanceof Boolean) {
            return BOOLEAN;
        } else if (plain instanceof List) {
            return ARRAY;
        } else {
            return plain instanceof byte[] ? BYTES : null;
        }
    }
}
