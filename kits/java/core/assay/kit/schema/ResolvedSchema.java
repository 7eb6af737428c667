package assay.kit.schema;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a schema with nothing left to work out: the table of types that refer to each other by
 * number, which the lab makes of a workload's schema (docs/contract.md, "Resolved schema").
 */
final class ResolvedSchema {
    private final List<SchemaType> types = new ArrayList<>();

    private ResolvedSchema() {}

    /** Throws IllegalArgumentException for what is no such table. */
    static SchemaType parse(String text) {
        try {
            JsonObject table = Json.parse(text).asObject();
            return new ResolvedSchema().read(table.get("types").asArray(), table.getInt("root", 0));
        } catch (IllegalArgumentException
                | ParseException
                | UnsupportedOperationException
                | NullPointerException
                | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("resolved: no table of types: " + e.getMessage(), e);
        }
    }

    /** Records come first, and other types after those that they refer to. */
    private SchemaType read(JsonArray entries, int root) {
        for (JsonValue entry : entries) {
            types.add(type(entry.asObject()));
        }
        for (int i = 0; i < types.size(); i++) {
            SchemaType record = types.get(i);
            if (record.type == Type.RECORD) {
                for (JsonValue field : entries.get(i).asObject().get("fields").asArray()) {
                    record.fields.add(field(field.asObject()));
                }
            }
        }
        return types.get(root);
    }

    private SchemaType type(JsonObject entry) {
        Type type = Type.valueOf(entry.get("type").asString().toUpperCase(Locale.ROOT));
        return switch (type) {
            case RECORD -> SchemaType.record(entry.get("name").asString());
            case ENUM ->
                    SchemaType.enumeration(
                            entry.get("name").asString(),
                            entry.get("symbols").asArray().values().stream()
                                    .map(JsonValue::asString)
                                    .toList());
            case FIXED -> SchemaType.fixed(entry.get("name").asString(), entry.get("size").asInt());
            case ARRAY -> SchemaType.collection(type, types.get(entry.get("items").asInt()));
            case MAP -> SchemaType.collection(type, types.get(entry.get("values").asInt()));
            case UNION -> union(entry);
            default -> SchemaType.primitive(type);
        };
    }

    private SchemaType union(JsonObject entry) {
        Map<Kind, List<Integer>> byKind = new EnumMap<>(Kind.class);
        for (JsonObject.Member member : entry.get("by_kind").asObject()) {
            byKind.put(
                    Kind.valueOf(member.getName().toUpperCase(Locale.ROOT)),
                    member.getValue().asArray().values().stream().map(JsonValue::asInt).toList());
        }
        List<SchemaType> branches =
                entry.get("branches").asArray().values().stream()
                        .map(number -> types.get(number.asInt()))
                        .toList();
        return SchemaType.union(branches, byKind, entry.get("marked").asBoolean());
    }

    private SchemaType.Field field(JsonObject field) {
        return new SchemaType.Field(
                field.get("name").asString(), types.get(field.get("type").asInt()));
    }
}
