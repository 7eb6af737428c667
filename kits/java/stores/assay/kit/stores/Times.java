package assay.kit.stores;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

/** The clock of one step, which runs from its making on; each part ends where the next begins. */
final class Times {
    private final JsonObject parts = Json.object();
    private long start = System.nanoTime();

    /** Ends a part. */
    Times part(String name) {
        long now = System.nanoTime();
        parts.add(name, now - start);
        start = System.nanoTime();
        return this;
    }

    JsonObject reply(long count) {
        return Json.object().add("ns", parts).add("count", count);
    }
}
