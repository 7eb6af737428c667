package assay.kit;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** One request. Its keys are read by their type; a missing key or another type is {@code bad_input}. */
final class Request {
    private final JsonObject keys;
    private final String name;

    private Request(JsonObject keys) {
        this.keys = keys;
        this.name = text("request");
    }

    static Request parse(byte[] line) {
        try {
            JsonValue value = Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString());
            if (!value.isObject()) {
                throw Refusal.badInput("the request is not a JSON object");
            }
            return new Request(value.asObject());
        } catch (CharacterCodingException e) {
            throw Refusal.badInput("the request is not UTF-8");
        } catch (ParseException e) {
            throw Refusal.badInput("the request is not JSON: " + e.getMessage());
        }
    }

    String name() {
        return name;
    }

    String text(String key) {
        JsonValue value = required(key);
        if (!value.isString()) {
            throw wrong(key, "a string");
        }
        return value.asString();
    }

    Path path(String key) {
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

    long integer(String key, long least) {
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
        if (number < least) {
            throw wrong(key, "at least " + least);
        }
        return number;
    }

    /** An integer that numbers things held in memory. */
    int quantity(String key, int least) {
        long number = integer(key, least);
        if (number > Integer.MAX_VALUE) {
            throw wrong(key, "at most " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    double real(String key) {
        JsonValue value = required(key);
        if (!value.isNumber() || value.asDouble() < 0) {
            throw wrong(key, "a number not below 0");
        }
        return value.asDouble();
    }

    private JsonValue required(String key) {
        JsonValue value = keys.get(key);
        if (value == null) {
            throw Refusal.badInput("the request has no key \"" + key + "\"");
        }
        return value;
    }

    private static Refusal wrong(String key, String expected) {
        return Refusal.badInput("the key \"" + key + "\" must be " + expected);
    }
}
