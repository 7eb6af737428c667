package assay.kit.pojo;

import assay.kit.pojo.PojoTypes.PojoType;
import assay.kit.schema.SchemaType;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plain values to and from the generated plain classes, by reflection: this is never timed. */
final class PojoValues {
    private final PojoTypes types;

    PojoValues(PojoTypes types) {
        this.types = types;
    }

    Object fromPlain(SchemaType type, Object plain) {
        return switch (type.type) {
            case NULL, BOOLEAN, INT, LONG, FLOAT, DOUBLE, STRING, BYTES, FIXED -> plain;
            case ENUM ->
                    types.named(type.name).type().getEnumConstants()[type.symbols.indexOf(plain)];
            case ARRAY -> array(type.inner, (List<?>) plain);
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) plain)
                        .forEach(
                                (key, value) ->
                                        map.put((String) key, fromPlain(type.inner, value)));
                yield map;
            }
            case RECORD -> {
                PojoType made = types.named(type.name);
                Object record = instance(made.type());
                for (int i = 0; i < type.fields.size(); i++) {
                    SchemaType.Field field = type.fields.get(i);
                    set(
                            made.fields().get(i),
                            record,
                            fromPlain(field.type(), ((Map<?, ?>) plain).get(field.name())));
                }
                yield record;
            }
            case UNION -> fromPlain(type.branches.get(type.branchOf(plain)), plain);
        };
    }

    Object toPlain(SchemaType type, Object value) {
        return switch (type.type) {
            case NULL, BOOLEAN, INT, LONG, FLOAT, DOUBLE, STRING, BYTES, FIXED -> value;
            case ENUM -> type.symbols.get(((Enum<?>) value).ordinal());
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                if (value instanceof List<?> items) {
                    items.forEach(item -> list.add(toPlain(type.inner, item)));
                } else {
                    for (int i = 0; i < Array.getLength(value); i++) {
                        list.add(Array.get(value, i));
                    }
                }
                yield list;
            }
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((key, item) -> map.put((String) key, toPlain(type.inner, item)));
                yield map;
            }
            case RECORD -> {
                PojoType made = types.named(type.name);
                Map<String, Object> record = new LinkedHashMap<>();
                for (int i = 0; i < type.fields.size(); i++) {
                    SchemaType.Field field = type.fields.get(i);
                    record.put(
                            field.name(), toPlain(field.type(), get(made.fields().get(i), value)));
                }
                yield record;
            }
            case UNION -> toPlain(branch(type, value), value);
        };
    }

    /** Field by field. */
    boolean assign(Object target, Object source) {
        for (Field field : types.of(target).fields()) {
            set(field, target, get(field, source));
        }
        return true;
    }

    private Object array(SchemaType inner, List<?> plain) {
        Class<?> primitive =
                switch (inner.type) {
                    case BOOLEAN -> boolean.class;
                    case INT -> int.class;
                    case LONG -> long.class;
                    case FLOAT -> float.class;
                    case DOUBLE -> double.class;
                    default -> null;
                };
        if (primitive == null) {
            List<Object> list = new ArrayList<>();
            plain.forEach(item -> list.add(fromPlain(inner, item)));
            return list;
        }
        Object array = Array.newInstance(primitive, plain.size());
        for (int i = 0; i < plain.size(); i++) {
            Array.set(array, i, plain.get(i));
        }
        return array;
    }

    /**
     * The branch that an object takes: that of its generated class, else the first of its plain
     * kind that it fits.
     */
    private SchemaType branch(SchemaType union, Object value) {
        PojoType made = value == null ? null : types.of(value);
        for (SchemaType branch : union.branches) {
            boolean fits =
                    made != null
                            ? branch.name.equals(made.name())
                            : switch (branch.type) {
                                case RECORD, ENUM -> false;
                                case ARRAY ->
                                        value instanceof List
                                                || value != null
                                                        && value.getClass().isArray()
                                                        && !(value instanceof byte[]);
                                case FIXED ->
                                        value instanceof byte[] bytes
                                                && bytes.length == branch.size;
                                default -> branch.type.accepts(value);
                            };
            if (fits) {
                return branch;
            }
        }
        throw new IllegalArgumentException("no branch of the union is for " + value);
    }

    private static Object instance(Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object get(Field field, Object record) {
        try {
            return field.get(record);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void set(Field field, Object record, Object value) {
        try {
            field.set(record, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
