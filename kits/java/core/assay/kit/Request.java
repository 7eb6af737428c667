package assay.kit;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** One request. */
public final class Request extends Keys {
    private final String name;

    private Request(JsonObject keys) {
        super("the request", keys);
        this.name = text("request");
    }

    static Request parse(byte[] line) {
        try {
            JsonValue value =
                    Json.parse(
                            StandardCharsets.UTF_8
                                    .newDecoder()
                                    .decode(ByteBuffer.wrap(line))
                                    .toString());
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

    public String name() {
        return name;
    }

    /**
     * The files that {@code load} and {@code swap} name; the key of the container may be missing.
     */
    RecordFiles files() {
        return new RecordFiles(
                path("records"),
                pathOrNull("encoded"),
                has("container") ? path("container") : null,
                quantity("count", 0));
    }

    /** The settings of {@code load}, or null where it has none. */
    ContainerSettings containerSettings() {
        if (!has("settings")) {
            return null;
        }
        Keys settings = object("settings");
        return new ContainerSettings(
                settings.text("compression"),
                settings.quantityOrNull("level", Integer.MIN_VALUE),
                settings.quantity("block_bytes", 1));
    }
}
