package assay.kit.canonical;

import assay.kit.schema.Kind;
import assay.kit.schema.SchemaType;
import assay.kit.schema.Type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * From plain values to canonical text, strictly: a value of another class than its schema type's is
 * a {@link Misfit}.
 */
public final class CanonicalWriter {
    private static final HexFormat HEX = HexFormat.of();
    private static final Comparator<String> BY_UTF8 =
            (a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b));

    private final SchemaType schema;
    private final StringBuilder out = new StringBuilder();

    public CanonicalWriter(SchemaType schema) {
        this.schema = schema;
    }

    /** The text of a plain value, without a line end. Not for several threads at once. */
    public String text(Object plain) {
        out.setLength(0);
        write(schema, plain);
        return out.toString();
    }

    private void write(SchemaType type, Object value) {
        if (type.type == Type.UNION) {
            writeUnion(type, value);
            return;
        }
        if (!type.type.accepts(value)) {
            throw Misfit.expected(type.name, value);
        }
        switch (type.type) {
            case NULL, BOOLEAN -> out.append(value);
            case INT, LONG -> writeInteger(((Number) value).longValue());
            case FLOAT -> quote(HEX.toHexDigits(Float.floatToIntBits((Float) value)));
            case DOUBLE -> writeDouble((Double) value);
            case STRING -> writeString((String) value);
            case ENUM -> writeEnum(type, (String) value);
            case BYTES -> quote(HEX.formatHex((byte[]) value));
            case FIXED -> writeFixed(type, (byte[]) value);
            case ARRAY -> writeArray(type.inner, (List<?>) value);
            case MAP -> writeMap(type.inner, (Map<?, ?>) value);
            case RECORD -> writeRecord(type, (Map<?, ?>) value);
            default -> throw new AssertionError(type.type);
        }
    }

    private void writeInteger(long value) {
        if (Math.abs(value) <= SchemaType.SAFE_INTEGER && value != Long.MIN_VALUE) {
            out.append(value);
        } else {
            quote(Long.toString(value));
        }
    }

    /**
     * doubleToLongBits makes every NaN 7ff8000000000000, as floatToIntBits makes every NaN
     * 7fc00000.
     */
    private void writeDouble(double value) {
        quote(HEX.toHexDigits(Double.doubleToLongBits(value)));
    }

    private void writeEnum(SchemaType type, String symbol) {
        if (!type.symbols.contains(symbol)) {
            throw new Misfit("\"" + symbol + "\" is not a symbol of " + type.name);
        }
        quote(symbol);
    }

    private void writeFixed(SchemaType type, byte[] value) {
        if (value.length != type.size) {
            throw new Misfit("expected " + type.size + " bytes, found " + value.length);
        }
        quote(HEX.formatHex(value));
    }

    private void writeArray(SchemaType items, List<?> values) {
        out.append('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            try {
                write(items, values.get(i));
            } catch (Misfit e) {
                throw e.inside("[" + i + "]");
            }
        }
        out.append(']');
    }

    private void writeMap(SchemaType values, Map<?, ?> map) {
        for (Object key : map.keySet()) {
            if (!(key instanceof String)) {
                throw Misfit.expected("a string as a key", key);
            }
        }
        List<String> keys = map.keySet().stream().map(String.class::cast).sorted(BY_UTF8).toList();
        out.append('{');
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            out.append(i > 0 ? "," : "");
            try {
                writeString(key);
                out.append(':');
                write(values, map.get(key));
            } catch (Misfit e) {
                throw e.inside("[\"" + key + "\"]");
            }
        }
        out.append('}');
    }

    private void writeRecord(SchemaType type, Map<?, ?> record) {
        out.append('{');
        for (int i = 0; i < type.fields.size(); i++) {
            SchemaType.Field field = type.fields.get(i);
            Object value = record.get(field.name());
            if (i > 0) {
                out.append(',');
            }
            out.append('"').append(field.name()).append("\":");
            try {
                if (value == null && !record.containsKey(field.name())) {
                    throw new Misfit("the field is missing");
                }
                write(field.type(), value);
            } catch (Misfit e) {
                throw e.inside(field.name());
            }
        }
        if (record.size() != type.fields.size()) {
            throw new Misfit(
                    "has "
                            + record.size()
                            + " fields, where "
                            + type.name
                            + " has "
                            + type.fields.size());
        }
        out.append('}');
    }

    private void writeUnion(SchemaType union, Object value) {
        int number = union.branchOf(value);
        if (number < 0 || union.branches.stream().noneMatch(branch -> branch.type.accepts(value))) {
            throw Misfit.expected("a value of a branch of the union", value);
        }
        SchemaType branch = union.branches.get(number);
        Kind kind = branch.type.kind;
        boolean marked = union.marked && kind != Kind.NULL;
        if (marked) {
            out.append("{\"").append(kind.word).append("\":");
        }
        switch (kind) {
            case INTEGER -> writeInteger(((Number) value).longValue());
            case REAL -> writeDouble(((Number) value).doubleValue());
            default -> write(branch, value);
        }
        if (marked) {
            out.append('}');
        }
    }

    private void writeString(String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x20) {
                out.append("\\u00").append(HEX.toHexDigits((byte) c));
            } else if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else {
                if (Character.isSurrogate(c) && !isPaired(value, i)) {
                    throw new Misfit(
                            "the string holds half a surrogate pair, which UTF-8 cannot carry");
                }
                out.append(c);
            }
        }
        out.append('"');
    }

    private static boolean isPaired(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }

    private void quote(String text) {
        out.append('"').append(text).append('"');
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
