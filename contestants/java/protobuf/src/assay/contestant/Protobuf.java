package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.Library;
import assay.kit.RenewingAdapter;
import assay.kit.protobuf.KeptSizes;
import assay.kit.protobuf.MessageValues;
import assay.kit.schema.SchemaType;
import assay.kit.schema.WorkloadSchema;
import assay.protobuf.Messages;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;

import java.io.IOException;

/** The messages that protoc made are the domain values: there is nothing to convert. */
@Library(name = "protobuf-java", type = Message.class)
public final class Protobuf implements AppendingAdapter<Message>, RenewingAdapter<Message> {
    private final KeptStream buffer = new KeptStream();
    private final CodedOutputStream appender = CodedOutputStream.newInstance(buffer);
    private final Parser<? extends Message> parser = Messages.ROOT.getParserForType();
    private final KeptSizes sizes = new KeptSizes();
    private final SchemaType schema;

    public Protobuf(WorkloadSchema workload) {
        schema = workload.type();
    }

    @Override
    public byte[] encode(Message record) {
        return record.toByteArray();
    }

    @Override
    public KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public void encodeInto(Message record) throws IOException {
        record.writeTo(appender);
        appender.flush();
    }

    @Override
    public Message decode(byte[] encoded) throws InvalidProtocolBufferException {
        return parser.parseFrom(encoded);
    }

    @Override
    public void renew(Message record) {
        sizes.forget(record);
    }

    @Override
    public Message fromPlain(Object plain) {
        return MessageValues.fromPlain(schema, Messages.ROOT, plain);
    }

    @Override
    public Object toPlain(Message record) {
        return MessageValues.toPlain(schema, record);
    }
}
