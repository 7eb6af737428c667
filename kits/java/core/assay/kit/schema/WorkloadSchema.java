package assay.kit.schema;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.ParseException;

/**
 * A workload's schema in both its forms: the text of an Avro schema, for libraries that parse one,
 * and as the lab resolved it, for the kit and for adapters.
 */
public record WorkloadSchema(String text, SchemaType type) {
    /** Throws IllegalArgumentException where one of the two texts is not what it is to be. */
    public static WorkloadSchema of(String text, String resolved) {
        try {
            Json.parse(text);
        } catch (ParseException e) {
            throw new IllegalArgumentException("schema: not JSON: " + e.getMessage(), e);
        }
        return unread(text, resolved);
    }

    /** The same, of an Avro schema at whose text only the library looks. */
    public static WorkloadSchema unread(String text, String resolved) {
        return new WorkloadSchema(text, ResolvedSchema.parse(resolved));
    }
}
