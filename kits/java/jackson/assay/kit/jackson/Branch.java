package assay.kit.jackson;

import assay.kit.schema.Type;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A branch of a union, as generated code names it.
 *
 * @param type the branch's Avro type
 * @param java what Jackson is asked to read for it; null where the token says it all
 * @param size of a fixed, in bytes
 * @param names of a record's fields
 * @param symbols of an enum, with their constants
 */
public record Branch(
        Type type, JavaType java, int size, Set<String> names, Map<String, Object> symbols) {
    public static Branch of(String word) {
        return new Branch(Type.valueOf(word.toUpperCase(Locale.ROOT)), null, 0, Set.of(), Map.of());
    }

    /** An array or a map. */
    public static Branch of(String word, TypeReference<?> java) {
        return new Branch(
                Type.valueOf(word.toUpperCase(Locale.ROOT)),
                javaType(java.getType()),
                0,
                Set.of(),
                Map.of());
    }

    public static Branch fixed(int size) {
        return new Branch(Type.FIXED, null, size, Set.of(), Map.of());
    }

    public static Branch record(Class<?> type, String... names) {
        return new Branch(Type.RECORD, javaType(type), 0, Set.of(names), Map.of());
    }

    /** The constants' names in JSON are those of Jackson's own annotation. */
    public static Branch enumeration(Class<? extends Enum<?>> type) {
        Map<String, Object> symbols = new HashMap<>();
        for (Enum<?> constant : type.getEnumConstants()) {
            symbols.put(nameInJson(constant), constant);
        }
        return new Branch(Type.ENUM, null, 0, Set.of(), symbols);
    }

    private static String nameInJson(Enum<?> constant) {
        try {
            var property =
                    constant.getDeclaringClass()
                            .getField(constant.name())
                            .getAnnotation(com.fasterxml.jackson.annotation.JsonProperty.class);
            return property == null ? constant.name() : property.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JavaType javaType(java.lang.reflect.Type type) {
        return TypeFactory.defaultInstance().constructType(type);
    }
}
