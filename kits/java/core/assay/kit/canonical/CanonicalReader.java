package assay.kit.canonical;

import assay.kit.schema.Kind;
import assay.kit.schema.SchemaType;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From canonical text to plain values. Text that the schema does not allow is a {@link Misfit}. */
public final class CanonicalReader {
    private static final HexFormat HEX = HexFormat.of();

    private final SchemaType schema;

    public CanonicalReader(SchemaType schema) {
        this.schema = schema;
    }

    /**
     * The plain value of one line. Throws ParseException (of the JSON library) for what is not
     * JSON.
     */
    public Object value(String line) {
        return read(schema, Json.parse(line));
    }

    private static Object read(SchemaType type, JsonValue json) {
        return switch (type.type) {
            case NULL -> {
                require(json.isNull(), "null", json);
                yield null;
            }
            case BOOLEAN -> {
                require(json.isBoolean(), "boolean", json);
                yield json.asBoolean();
            }
            case INT -> intValue(integer(json));
            case LONG -> integer(json);
            case FLOAT -> Float.intBitsToFloat((int) bits(json, 8));
            case DOUBLE -> Double.longBitsToDouble(bits(json, 16));
            case STRING -> text(json);
            case ENUM -> {
                require(type.symbols.contains(text(json)), "a symbol of " + type.name, json);
                yield text(json);
            }
            case BYTES -> bytes(json);
            case FIXED -> {
                require(bytes(json).length == type.size, type.size + " bytes", json);
                yield bytes(json);
            }
            case ARRAY -> readArray(type.inner, json);
            case MAP -> readMap(type.inner, object(json));
            case RECORD -> readRecord(type, object(json));
            case UNION -> readUnion(type, json);
        };
    }

    private static List<Object> readArray(SchemaType items, JsonValue json) {
        require(json.isArray(), "an array", json);
        JsonArray array = json.asArray();
        List<Object> values = new ArrayList<>(array.size());
        for (JsonValue item : array) {
            try {
                values.add(read(items, item));
            } catch (Misfit e) {
                throw e.inside("[" + values.size() + "]");
            }
        }
        return values;
    }

    private static Map<String, Object> readMap(SchemaType values, JsonObject object) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (JsonObject.Member member : object) {
            try {
                map.put(member.getName(), read(values, member.getValue()));
            } catch (Misfit e) {
                throw e.inside("[\"" + member.getName() + "\"]");
            }
        }
        return map;
    }

    private static Map<String, Object> readRecord(SchemaType type, JsonObject object) {
        Map<String, Object> record = new LinkedHashMap<>();
        for (SchemaType.Field field : type.fields) {
            JsonValue value = object.get(field.name());
            try {
                if (value == null) {
                    throw new Misfit("the field is missing");
                }
                record.put(field.name(), read(field.type(), value));
            } catch (Misfit e) {
                throw e.inside(field.name());
            }
        }
        if (object.size() != record.size()) {
            throw new Misfit(
                    "has "
                            + object.size()
                            + " fields, where "
                            + type.name
                            + " has "
                            + record.size());
        }
        return record;
    }

    private static Object readUnion(SchemaType union, JsonValue json) {
        Kind kind = kindOf(union, json);
        JsonValue value = json;
        if (union.marked && kind != Kind.NULL) {
            require(
                    json.isObject() && json.asObject().size() == 1,
                    "a value marked by its kind",
                    json);
            JsonObject.Member member = json.asObject().iterator().next();
            kind = kindNamed(member.getName());
            value = member.getValue();
        }
        int branch = union.branchOf(kind, content(kind, value));
        require(branch >= 0, "a value of a branch of the union", json);
        SchemaType type = union.branches.get(branch);
        return switch (type.type) { // in a union both are written as doubles
            case FLOAT -> (float) Double.longBitsToDouble(bits(value, 16));
            case DOUBLE -> Double.longBitsToDouble(bits(value, 16));
            default -> read(type, value);
        };
    }

    /**
     * The kind that a text shows by itself; where a union's text is a string, the union has but one
     * kind that is written so.
     */
    private static Kind kindOf(SchemaType union, JsonValue json) {
        if (json.isNull()) {
            return Kind.NULL;
        } else if (json.isBoolean()) {
            return Kind.BOOLEAN;
        } else if (json.isArray()) {
            return Kind.ARRAY;
        } else if (json.isObject()) {
            return Kind.RECORD;
        } else if (json.isNumber()) {
            return Kind.INTEGER;
        }
        return union.branches.stream()
                .map(branch -> branch.type.kind)
                .filter(kind -> kind == Kind.INTEGER || kind == Kind.REAL || kind == Kind.BYTES)
                .findFirst()
                .orElse(Kind.STRING);
    }

    private static Kind kindNamed(String word) {
        for (Kind kind : Kind.values()) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        throw new Misfit("\"" + word + "\" is not a kind");
    }

    /** What a branch looks at to see whether a value fits it. */
    private static Object content(Kind kind, JsonValue json) {
        return switch (kind) {
            case INTEGER -> integer(json);
            case STRING -> text(json);
            case BYTES -> bytes(json);
            case MAP, RECORD -> new HashSet<>(object(json).names());
            default -> null;
        };
    }

    private static long integer(JsonValue json) {
        try {
            return Long.parseLong(json.isNumber() ? json.toString() : text(json));
        } catch (NumberFormatException e) {
            throw new Misfit("expected an integer, found " + json);
        }
    }

    private static int intValue(long value) {
        if (value != (int) value) {
            throw new Misfit(value + " is outside the range of int");
        }
        return (int) value;
    }

    private static long bits(JsonValue json, int digits) {
        String text = text(json);
        boolean wellFormed =
                text.length() == digits && text.chars().allMatch(HexFormat::isHexDigit);
        require(wellFormed, digits + " hexadecimal digits", json);
        return Long.parseUnsignedLong(text, 16);
    }

    private static byte[] bytes(JsonValue json) {
        try {
            return HEX.parseHex(text(json));
        } catch (IllegalArgumentException e) {
            throw new Misfit("expected hexadecimal digits, found " + json);
        }
    }

    private static String text(JsonValue json) {
        require(json.isString(), "a string", json);
        return json.asString();
    }

    private static JsonObject object(JsonValue json) {
        require(json.isObject(), "an object", json);
        return json.asObject();
    }

    private static void require(boolean condition, String wanted, JsonValue found) {
        if (!condition) {
            throw new Misfit("expected " + wanted + ", found " + found);
        }
    }
}
