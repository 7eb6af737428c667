package assay.kit.kafka;

import assay.kit.Refusal;
import assay.kit.schema.SchemaType;
import assay.kit.schema.Type;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A row in Kafka Connect's data model: its schema, and plain values to and from Struct. The model
 * has no enums, which are strings in it, no fixed, which are bytes, no union but of null and one
 * type, and no schema that holds itself.
 */
public final class ConnectRow {
    private final SchemaType type;
    private final Schema schema;

    private ConnectRow(SchemaType type) {
        this.type = type;
        this.schema = builder(type, new HashSet<>()).build();
    }

    /** Throws {@link Refusal} where the model has no such rows. */
    static ConnectRow of(SchemaType type) {
        if (type.type != Type.RECORD) {
            throw Refusal.unsupported("a row is a record, not " + type.name);
        }
        return new ConnectRow(type);
    }

    public Schema schema() {
        return schema;
    }

    /** The row's Avro type; for formats that only take some rows. */
    public SchemaType type() {
        return type;
    }

    Struct fromPlain(Object plain) {
        return (Struct) value(type, schema, plain);
    }

    Object toPlain(Struct row) {
        return plain(type, row);
    }

    private static SchemaBuilder builder(SchemaType type, Set<SchemaType> within) {
        return switch (type.type) {
            case BOOLEAN -> SchemaBuilder.bool();
            case INT -> SchemaBuilder.int32();
            case LONG -> SchemaBuilder.int64();
            case FLOAT -> SchemaBuilder.float32();
            case DOUBLE -> SchemaBuilder.float64();
            case BYTES, FIXED -> SchemaBuilder.bytes();
            case STRING, ENUM -> SchemaBuilder.string();
            case ARRAY -> SchemaBuilder.array(builder(type.inner, within).build());
            case MAP ->
                    SchemaBuilder.map(Schema.STRING_SCHEMA, builder(type.inner, within).build());
            case RECORD -> {
                if (!within.add(type)) {
                    throw Refusal.unsupported(
                            "Kafka Connect has no schema that holds itself: " + type.name);
                }
                SchemaBuilder record = SchemaBuilder.struct().name(type.name);
                type.fields.forEach(
                        field -> record.field(field.name(), builder(field.type(), within).build()));
                within.remove(type);
                yield record;
            }
            case UNION -> builder(orNull(type), within).optional();
            case NULL -> throw Refusal.unsupported("Kafka Connect has no type of null alone");
        };
    }

    private static Object value(SchemaType type, Schema schema, Object plain) {
        return switch (type.type) {
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                ((List<?>) plain)
                        .forEach(item -> list.add(value(type.inner, schema.valueSchema(), item)));
                yield list;
            }
            case MAP -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) plain)
                        .forEach(
                                (key, item) ->
                                        map.put(
                                                key,
                                                value(type.inner, schema.valueSchema(), item)));
                yield map;
            }
            case RECORD -> {
                Struct struct = new Struct(schema);
                for (SchemaType.Field field : type.fields) {
                    Field own = schema.field(field.name());
                    struct.put(
                            own,
                            value(
                                    field.type(),
                                    own.schema(),
                                    ((Map<?, ?>) plain).get(field.name())));
                }
                yield struct;
            }
            case UNION -> plain == null ? null : value(orNull(type), schema, plain);
            default -> plain;
        };
    }

    private static Object plain(SchemaType type, Object value) {
        return switch (type.type) {
            // Converters make bytes of either class.
            case BYTES, FIXED -> value instanceof ByteBuffer buffer ? bytes(buffer) : value;
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                ((List<?>) value).forEach(item -> list.add(plain(type.inner, item)));
                yield list;
            }
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((key, item) -> map.put((String) key, plain(type.inner, item)));
                yield map;
            }
            case RECORD -> {
                Map<String, Object> record = new LinkedHashMap<>();
                type.fields.forEach(
                        field ->
                                record.put(
                                        field.name(),
                                        plain(field.type(), ((Struct) value).get(field.name()))));
                yield record;
            }
            case UNION -> value == null ? null : plain(orNull(type), value);
            default -> value;
        };
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** The other branch of a union of null and one other type. */
    private static SchemaType orNull(SchemaType union) {
        List<SchemaType> others =
                union.branches.stream().filter(branch -> branch.type != Type.NULL).toList();
        if (union.branches.size() != 2 || others.size() != 1) {
            throw Refusal.unsupported("Kafka Connect has no union but of null and one other type");
        }
        return others.get(0);
    }
}
