package assay.kit.kafka;

import assay.kit.Adapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

import java.util.function.Function;

/**
 * A serde of rows, as a streaming program has one: called by topic, with a Struct of Kafka
 * Connect's data model.
 */
public abstract class RowAdapter implements Adapter<Struct> {
    private static final String TOPIC = "rows";

    private final ConnectRow row;
    private final Serializer<Struct> serializer;
    private final Deserializer<Struct> deserializer;

    /** {@code serde} throws {@link assay.kit.Refusal} for rows that the format does not take. */
    protected RowAdapter(WorkloadSchema schema, Function<ConnectRow, Serde<Struct>> serde) {
        row = ConnectRow.of(schema.type());
        Serde<Struct> made = serde.apply(row);
        serializer = made.serializer();
        deserializer = made.deserializer();
    }

    @Override
    public final byte[] encode(Struct record) {
        return serializer.serialize(TOPIC, record);
    }

    @Override
    public final Struct decode(byte[] encoded) {
        return deserializer.deserialize(TOPIC, encoded);
    }

    @Override
    public final Struct fromPlain(Object plain) {
        return row.fromPlain(plain);
    }

    @Override
    public final Object toPlain(Struct record) {
        return row.toPlain(record);
    }

    @Override
    public final boolean assign(Struct target, Struct source) {
        for (Field field : target.schema().fields()) {
            target.put(field, source.get(field));
        }
        return true;
    }
}
