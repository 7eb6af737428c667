package assay.kit.generic;

import assay.kit.schema.SchemaType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plain values made of values whose numbers may have other widths than the schema's. */
public final class PlainNumbers {
    private PlainNumbers() {}

    /**
     * The value with numbers of the widths that the schema asks for; what does not fit stays, and
     * will not pass.
     */
    public static Object of(SchemaType type, Object value) {
        return switch (type.type) {
            case INT ->
                    value instanceof Long number && isInt(number)
                            ? (Object) number.intValue()
                            : value;
            case LONG -> value instanceof Integer number ? (Object) number.longValue() : value;
            case FLOAT ->
                    value instanceof Double number && isFloat(number)
                            ? (Object) number.floatValue()
                            : value;
            case DOUBLE -> value instanceof Float number ? (Object) number.doubleValue() : value;
            case ARRAY -> value instanceof List<?> list ? list(type.inner, list) : value;
            case MAP -> value instanceof Map<?, ?> map ? map(type.inner, map) : value;
            case RECORD -> value instanceof Map<?, ?> map ? record(type, map) : value;
            case UNION -> {
                int branch = type.branchOf(value);
                // A real that counts as an integer stays a real.
                boolean real = value instanceof Float || value instanceof Double;
                yield branch < 0 || real && type.branches.get(branch).type.plainClass != Float.class
                        ? value
                        : of(type.branches.get(branch), value);
            }
            default -> value;
        };
    }

    private static boolean isInt(long number) {
        return (int) number == number;
    }

    private static boolean isFloat(double number) {
        return Double.isNaN(number) || (float) number == number;
    }

    private static List<Object> list(SchemaType inner, List<?> values) {
        List<Object> list = new ArrayList<>(values.size());
        for (Object value : values) {
            list.add(of(inner, value));
        }
        return list;
    }

    private static Map<Object, Object> map(SchemaType inner, Map<?, ?> values) {
        Map<Object, Object> map = new LinkedHashMap<>();
        values.forEach((key, value) -> map.put(key, of(inner, value)));
        return map;
    }

    private static Map<Object, Object> record(SchemaType type, Map<?, ?> values) {
        Map<Object, Object> record = new LinkedHashMap<>(values);
        for (SchemaType.Field field : type.fields) {
            record.computeIfPresent(field.name(), (name, value) -> of(field.type(), value));
        }
        return record;
    }
}
