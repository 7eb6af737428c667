package assay.kit;

import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * The keys of a JSON object, read by their type; a missing key or another type is {@code
 * bad_input}.
 */
public class Keys {
    private final String owner;
    private final JsonObject keys;

    /** {@code owner}: what has the keys, for messages. */
    Keys(String owner, JsonObject keys) {
        this.owner = owner;
        this.keys = keys;
    }

    public String text(String key) {
        JsonValue value = required(key);
        if (!value.isString()) {
            throw wrong(key, "a string");
        }
        return value.asString();
    }

    public Path path(String key) {
        try {
            return Path.of(text(key));
        } catch (InvalidPathException e) {
            throw wrong(key, "a path");
        }
    }

    /** A path, or null where the key's value is null. */
    Path pathOrNull(String key) {
        return required(key).isNull() ? null : path(key);
    }

    /** The keys of an inner object. */
    public Keys object(String key) {
        JsonValue value = required(key);
        if (!value.isObject()) {
            throw wrong(key, "an object");
        }
        return new Keys("the key \"" + key + "\"", value.asObject());
    }

    /** Whether the key is there and its value is not null. */
    public boolean has(String key) {
        return keys.get(key) != null && !keys.get(key).isNull();
    }

    public long integer(String key, long minimum) {
        JsonValue value = required(key);
        if (!value.isNumber()) {
            throw wrong(key, "an integer");
        }
        long number;
        try {
            number = value.asLong();
        } catch (NumberFormatException e) {
            throw wrong(key, "an integer");
        }
        if (number < minimum) {
            throw wrong(key, "at least " + minimum);
        }
        return number;
    }

    /** An integer within 32 bits, such as the number of things held in memory. */
    public int quantity(String key, int minimum) {
        long number = integer(key, minimum);
        if (number > Integer.MAX_VALUE) {
            throw wrong(key, "at most " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    /** A quantity, or null where the key's value is null. */
    Integer quantityOrNull(String key, int minimum) {
        return required(key).isNull() ? null : quantity(key, minimum);
    }

    double real(String key) {
        double number = number(key);
        if (number < 0) {
            throw wrong(key, "a number not below 0");
        }
        return number;
    }

    public double number(String key) {
        JsonValue value = required(key);
        if (!value.isNumber()) {
            throw wrong(key, "a number");
        }
        return value.asDouble();
    }

    public boolean flag(String key) {
        JsonValue value = required(key);
        if (!value.isBoolean()) {
            throw wrong(key, "true or false");
        }
        return value.asBoolean();
    }

    public List<String> texts(String key) {
        JsonValue value = required(key);
        if (!value.isArray() || !value.asArray().values().stream().allMatch(JsonValue::isString)) {
            throw wrong(key, "a list of strings");
        }
        return value.asArray().values().stream().map(JsonValue::asString).toList();
    }

    private JsonValue required(String key) {
        JsonValue value = keys.get(key);
        if (value == null) {
            throw Refusal.badInput(owner + " has no key \"" + key + "\"");
        }
        return value;
    }

    private static Refusal wrong(String key, String expected) {
        return Refusal.badInput("the key \"" + key + "\" must be " + expected);
    }
}
