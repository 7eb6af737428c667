package assay.kit;

import assay.kit.measure.Meters;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;

import java.util.List;

/** The request {@code hello}: who speaks, by which protocol, and what it can do. */
public final class Greeting {
    private static final int PROTOCOL = 1;

    private Greeting() {}

    public static JsonObject of(Request request, LibraryFacts library, List<String> operations) {
        long protocol = request.integer("protocol", 0);
        if (protocol != PROTOCOL) {
            throw Refusal.badInput(
                    "the key \"protocol\" is " + protocol + "; this kit speaks " + PROTOCOL);
        }
        String contestant = System.getenv("ASSAY_CONTESTANT");
        JsonArray words = new JsonArray();
        operations.forEach(words::add);
        return Json.object()
                .add("protocol", PROTOCOL)
                .add("contestant", contestant == null ? "" : contestant)
                .add("library", library.name())
                .add("version", library.version())
                .add("runtime", Meters.runtime())
                .add("operations", words);
    }
}
