package assay.kit.schema;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From the text of an Avro schema (JSON) to a {@link SchemaType}. Defaults, orders, aliases and
 * documentation are left aside.
 */
public final class SchemaParser {
    private static final Map<String, Type> PRIMITIVES = new HashMap<>();

    static {
        for (Type type :
                List.of(
                        Type.NULL,
                        Type.BOOLEAN,
                        Type.INT,
                        Type.LONG,
                        Type.FLOAT,
                        Type.DOUBLE,
                        Type.STRING,
                        Type.BYTES)) {
            PRIMITIVES.put(type.word, type);
        }
    }

    /** By full name. */
    private final Map<String, SchemaType> named = new HashMap<>();

    private SchemaParser() {}

    /**
     * Throws IllegalArgumentException for what is not an Avro schema, ParseException (of the JSON
     * library) for what is not JSON.
     */
    public static SchemaType parse(String text) {
        return new SchemaParser().type(Json.parse(text), "");
    }

    private SchemaType type(JsonValue value, String namespace) {
        if (value.isString()) {
            return byName(value.asString(), namespace);
        }
        if (value.isArray()) {
            return union(value, namespace);
        }
        if (!value.isObject()) {
            throw new IllegalArgumentException("not a schema: " + value);
        }
        JsonObject object = value.asObject();
        JsonValue type = required(object, "type");
        if (!type.isString()) {
            return type(type, namespace);
        }
        return switch (type.asString()) {
            case "record", "error" -> record(object, namespace);
            case "enum" -> enumeration(object, namespace);
            case "fixed" -> fixed(object, namespace);
            case "array" ->
                    SchemaType.collection(Type.ARRAY, type(required(object, "items"), namespace));
            case "map" ->
                    SchemaType.collection(Type.MAP, type(required(object, "values"), namespace));
            default -> byName(type.asString(), namespace);
        };
    }

    private SchemaType byName(String name, String namespace) {
        Type primitive = PRIMITIVES.get(name);
        if (primitive != null) {
            return SchemaType.primitive(primitive);
        }
        SchemaType found = named.get(fullName(name, namespace));
        if (found == null) {
            throw new IllegalArgumentException("unknown type \"" + name + "\"");
        }
        return found;
    }

    private SchemaType union(JsonValue value, String namespace) {
        List<SchemaType> branches = new ArrayList<>();
        for (JsonValue branch : value.asArray()) {
            SchemaType type = type(branch, namespace);
            if (type.type == Type.UNION) {
                throw new IllegalArgumentException("a union within a union");
            }
            branches.add(type);
        }
        return SchemaType.union(branches);
    }

    private SchemaType record(JsonObject object, String namespace) {
        String name = definedName(object, namespace);
        SchemaType record = define(SchemaType.record(name));
        Set<String> names = new HashSet<>();
        for (JsonValue field : array(object, "fields")) {
            if (!field.isObject()) {
                throw new IllegalArgumentException("a field of " + name + " is not an object");
            }
            String fieldName = text(field.asObject(), "name");
            if (!names.add(fieldName)) {
                throw new IllegalArgumentException("two fields \"" + fieldName + "\" in " + name);
            }
            record.fields.add(
                    new SchemaType.Field(
                            fieldName,
                            type(required(field.asObject(), "type"), namespaceOf(name))));
        }
        return record;
    }

    private SchemaType enumeration(JsonObject object, String namespace) {
        List<String> symbols = new ArrayList<>();
        for (JsonValue symbol : array(object, "symbols")) {
            if (!symbol.isString()) {
                throw new IllegalArgumentException("a symbol is not a string: " + symbol);
            }
            symbols.add(symbol.asString());
        }
        return define(SchemaType.enumeration(definedName(object, namespace), List.copyOf(symbols)));
    }

    private SchemaType fixed(JsonObject object, String namespace) {
        JsonValue size = required(object, "size");
        if (!size.isNumber() || !size.toString().matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("not a size: " + size);
        }
        return define(SchemaType.fixed(definedName(object, namespace), size.asInt()));
    }

    private SchemaType define(SchemaType type) {
        if (named.put(type.name, type) != null) {
            throw new IllegalArgumentException("\"" + type.name + "\" is defined twice");
        }
        return type;
    }

    private static String definedName(JsonObject object, String namespace) {
        JsonValue own = object.get("namespace");
        return fullName(
                text(object, "name"), own != null && own.isString() ? own.asString() : namespace);
    }

    private static String fullName(String name, String namespace) {
        return name.contains(".") || namespace.isEmpty() ? name : namespace + "." + name;
    }

    private static String namespaceOf(String fullName) {
        return fullName.substring(0, Math.max(0, fullName.lastIndexOf('.')));
    }

    private static JsonValue required(JsonObject object, String key) {
        JsonValue value = object.get(key);
        if (value == null) {
            throw new IllegalArgumentException("a schema without \"" + key + "\"");
        }
        return value;
    }

    private static String text(JsonObject object, String key) {
        JsonValue value = required(object, key);
        if (!value.isString()) {
            throw new IllegalArgumentException("\"" + key + "\" is not a string");
        }
        return value.asString();
    }

    private static Iterable<JsonValue> array(JsonObject object, String key) {
        JsonValue value = required(object, key);
        if (!value.isArray()) {
            throw new IllegalArgumentException("\"" + key + "\" is not an array");
        }
        return value.asArray();
    }
}
