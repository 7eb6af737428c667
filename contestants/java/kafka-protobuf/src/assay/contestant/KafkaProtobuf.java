package assay.contestant;

import assay.kit.Library;
import assay.kit.kafka.ConnectRow;
import assay.kit.kafka.Framing;
import assay.kit.kafka.RowAdapter;
import assay.kit.schema.WorkloadSchema;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.connect.data.Struct;

import java.io.IOException;

/**
 * Struct to and from DynamicMessage, whose descriptor is made from the row's schema, framed as
 * registries do: after the schema's number comes the index of the message in it.
 */
@Library(name = "protobuf-java", type = DynamicMessage.class)
public final class KafkaProtobuf extends RowAdapter {
    /** "The first message", as registries write it. */
    private static final byte FIRST_MESSAGE = 0;

    private static final byte[] HEADER = Framing.header();

    public KafkaProtobuf(WorkloadSchema schema) {
        super(schema, KafkaProtobuf::serde);
    }

    private static Serde<Struct> serde(ConnectRow row) {
        StructMessage messages = StructMessage.of(row.schema());
        return Serdes.serdeFrom(
                (topic, struct) -> serialize(messages.toMessage(struct)),
                (topic, bytes) -> messages.toStruct(parse(messages, bytes)));
    }

    private static byte[] serialize(DynamicMessage message) {
        byte[] bytes = new byte[Framing.LENGTH + 1 + message.getSerializedSize()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeRawBytes(HEADER);
            out.write(FIRST_MESSAGE);
            message.writeTo(out);
            return bytes;
        } catch (IOException e) { // the array is long enough
            throw new SerializationException(e);
        }
    }

    private static DynamicMessage parse(StructMessage messages, byte[] bytes) {
        Framing.check(bytes);
        int start = Framing.LENGTH + 1;
        try {
            return messages.parser()
                    .parseFrom(CodedInputStream.newInstance(bytes, start, bytes.length - start));
        } catch (InvalidProtocolBufferException e) {
            throw new SerializationException(e);
        }
    }
}
