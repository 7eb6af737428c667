package assay.kit.pojo;

import assay.kit.Refusal;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The classes that were generated from a schema, by the schema's full names; filled by the
 * generated class Pojos.
 */
public final class PojoTypes {
    private final Map<String, PojoType> byName = new LinkedHashMap<>();
    private final Map<Class<?>, PojoType> byClass = new HashMap<>();

    /**
     * A generated class, with its fields in the schema's order; an enum has none, its constants are
     * in that order.
     */
    record PojoType(String name, Class<?> type, List<Field> fields) {}

    public void add(String name, Class<?> type, String... fields) {
        PojoType made =
                new PojoType(
                        name, type, Stream.of(fields).map(field -> field(type, field)).toList());
        byName.put(name, made);
        byClass.put(type, made);
    }

    /** All generated classes. */
    public Collection<Class<?>> classes() {
        return byName.values().stream().<Class<?>>map(PojoType::type).toList();
    }

    /** The generated class of a type of the schema, by the full name of that. */
    public Class<?> classOf(String name) {
        return named(name).type();
    }

    /**
     * The schema's full name of the type that a class was generated from; null for other classes.
     */
    public String nameOf(Class<?> type) {
        PojoType made = byClass.get(type);
        return made == null ? null : made.name();
    }

    PojoType named(String name) {
        PojoType type = byName.get(name);
        if (type == null) {
            throw Refusal.failed("no class was generated for " + name);
        }
        return type;
    }

    /** The generated type of an object, or null where its class is not generated. */
    PojoType of(Object value) {
        return byClass.get(value.getClass());
    }

    private static Field field(Class<?> type, String name) {
        try {
            return type.getField(name);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
