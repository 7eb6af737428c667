package assay.kit.schema;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The types that Avro schemas have, with the kind and the Java class of their plain values. */
public enum Type {
    NULL(Kind.NULL, Void.class),
    BOOLEAN(Kind.BOOLEAN, Boolean.class),
    INT(Kind.INTEGER, Integer.class),
    LONG(Kind.INTEGER, Long.class),
    FLOAT(Kind.REAL, Float.class),
    DOUBLE(Kind.REAL, Double.class),
    STRING(Kind.STRING, String.class),
    BYTES(Kind.BYTES, byte[].class),
    FIXED(Kind.BYTES, byte[].class),
    ENUM(Kind.STRING, String.class),
    ARRAY(Kind.ARRAY, List.class),
    MAP(Kind.MAP, Map.class),
    RECORD(Kind.RECORD, Map.class),
    /** Of no kind and no class of its own: both are those of the branch. */
    UNION(null, Object.class);

    public final Kind kind;
    public final Class<?> plainClass;

    /** As a schema names it. */
    public final String word = name().toLowerCase(Locale.ROOT);

    Type(Kind kind, Class<?> plainClass) {
        this.kind = kind;
        this.plainClass = plainClass;
    }

    /**
     * Whether a plain value is of this type's Java class. A union's branches decide that by
     * themselves.
     */
    public boolean accepts(Object plain) {
        return plain == null ? this == NULL : plainClass.isInstance(plain);
    }
}
