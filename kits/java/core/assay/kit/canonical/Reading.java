package assay.kit.canonical;

import assay.kit.schema.SchemaType;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The reading of a plain value: 64 bits into which every field goes, as the contract says. */
public final class Reading {
    private static final long START = 0x9E3779B97F4A7C15L;
    private static final long FACTOR = 0xD6E8FEB86659FD93L;
    private static final long TEXT = 1L << 56;
    private static final long BYTES = 2L << 56;
    private static final long ARRAY = 3L << 56;
    private static final long MAP = 4L << 56;
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Reading() {}

    public static long of(SchemaType type, Object plain) {
        return read(START, type, plain);
    }

    private static long read(long state, SchemaType type, Object value) {
        return switch (type.type) {
            case NULL -> fold(state, 0);
            case BOOLEAN -> fold(state, (Boolean) value ? 2 : 1);
            case INT, LONG -> fold(state, ((Number) value).longValue());
            case FLOAT, DOUBLE -> real(state, ((Number) value).doubleValue());
            case STRING, ENUM -> text(state, (String) value);
            case BYTES, FIXED -> content(state, BYTES, (byte[]) value);
            case ARRAY -> array(state, type.inner, (List<?>) value);
            case MAP -> map(state, type.inner, (Map<?, ?>) value);
            case RECORD -> record(state, type, (Map<?, ?>) value);
            case UNION -> read(state, type.branches.get(type.branchOf(value)), value);
        };
    }

    private static long array(long state, SchemaType items, List<?> values) {
        long found = state;
        for (Object value : values) {
            found = read(found, items, value);
        }
        return fold(found, ARRAY + values.size());
    }

    private static long map(long state, SchemaType values, Map<?, ?> map) {
        long entries = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            entries += read(text(START, (String) entry.getKey()), values, entry.getValue());
        }
        return fold(fold(state, entries), MAP + map.size());
    }

    private static long record(long state, SchemaType type, Map<?, ?> record) {
        long found = state;
        for (SchemaType.Field field : type.fields) {
            found = read(found, field.type(), record.get(field.name()));
        }
        return found;
    }

    private static long fold(long state, long word) {
        return (Long.rotateLeft(state, 26) ^ word) * FACTOR;
    }

    private static long real(long state, double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) <= SchemaType.SAFE_INTEGER;
        if (whole && (value != 0 || 1 / value > 0)) {
            return fold(state, (long) value);
        }
        return fold(state, Double.doubleToLongBits(value));
    }

    private static long text(long state, String value) {
        return content(state, TEXT, value.getBytes(StandardCharsets.UTF_8));
    }

    private static long content(long state, long kind, byte[] bytes) {
        long found = fold(state, kind + bytes.length);
        int at = 0;
        for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
            found = fold(found, (long) WORD.get(bytes, at));
        }
        long last = 0;
        for (int i = bytes.length - 1; i >= at; i--) {
            last = last << 8 | bytes[i] & 0xFF;
        }
        return at < bytes.length ? fold(found, last) : found;
    }
}
