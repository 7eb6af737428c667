package assay.contestant;

import assay.kit.Library;
import assay.kit.kafka.ConnectRow;
import assay.kit.kafka.RowAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.json.JsonConverterConfig;

import java.util.Map;

/** Kafka Connect's own converter of JSON: messages without their schema, which the reader knows. */
@Library(name = "connect-json", type = JsonConverter.class)
public final class KafkaJson extends RowAdapter {
    public KafkaJson(WorkloadSchema schema) {
        super(schema, KafkaJson::serde);
    }

    private static Serde<Struct> serde(ConnectRow row) {
        JsonConverter writer = new JsonConverter();
        writer.configure(Map.of(JsonConverterConfig.SCHEMAS_ENABLE_CONFIG, false), false);
        JsonConverter reader = new JsonConverter();
        reader.configure(
                Map.of(
                        JsonConverterConfig.SCHEMAS_ENABLE_CONFIG,
                        true,
                        JsonConverterConfig.SCHEMA_CONTENT_CONFIG,
                        writer.asJsonSchema(row.schema()).toString()),
                false);
        return Serdes.serdeFrom(
                (topic, struct) -> writer.fromConnectData(topic, struct.schema(), struct),
                (topic, bytes) -> (Struct) reader.toConnectData(topic, bytes).value());
    }
}
