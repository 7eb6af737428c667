package assay.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.Refusal;
import assay.kit.schema.SchemaType;
import assay.kit.schema.Type;
import assay.kit.schema.WorkloadSchema;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

import java.util.Map;

/** Kafka's own serdes of single values: a row is the bare value of its only column. */
@Library(name = "kafka-clients", type = Serdes.class)
public final class KafkaPrimitive implements Adapter<Object> {
    private static final String TOPIC = "rows";

    private final String column;
    private final Serializer<Object> serializer;
    private final Deserializer<Object> deserializer;

    @SuppressWarnings("unchecked") // the kit hands over values of the column's type only
    public KafkaPrimitive(WorkloadSchema schema) {
        SchemaType row = schema.type();
        if (row.type != Type.RECORD || row.fields.size() != 1) {
            throw Refusal.unsupported(
                    "Kafka's own serdes take a single value, no row of several columns");
        }
        column = row.fields.get(0).name();
        Serde<?> serde =
                switch (row.fields.get(0).type().type) {
                    case BOOLEAN -> Serdes.Boolean();
                    case INT -> Serdes.Integer();
                    case LONG -> Serdes.Long();
                    case FLOAT -> Serdes.Float();
                    case DOUBLE -> Serdes.Double();
                    case STRING -> Serdes.String();
                    case BYTES ->
                            throw Refusal.unsupported(
                                    "Kafka's serde of bytes hands over what it is given");
                    default ->
                            throw Refusal.unsupported(
                                    "Kafka has no serde of its own for "
                                            + row.fields.get(0).type().name);
                };
        serializer = (Serializer<Object>) serde.serializer();
        deserializer = (Deserializer<Object>) serde.deserializer();
    }

    @Override
    public byte[] encode(Object record) {
        return serializer.serialize(TOPIC, record);
    }

    @Override
    public Object decode(byte[] encoded) {
        return deserializer.deserialize(TOPIC, encoded);
    }

    @Override
    public Object fromPlain(Object plain) {
        return ((Map<?, ?>) plain).get(column);
    }

    @Override
    public Object toPlain(Object record) {
        return Map.of(column, record);
    }
}
