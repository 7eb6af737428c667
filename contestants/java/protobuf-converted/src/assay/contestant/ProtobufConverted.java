package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.protobuf.Conversion;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;
import assay.protobuf.Converter;
import assay.protobuf.Messages;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;

import java.io.IOException;

/**
 * Plain classes are the domain values; messages are made of them, and they of messages, by
 * generated code.
 */
@Library(name = "protobuf-java", type = Message.class)
public final class ProtobufConverted extends PojoAdapter implements AppendingAdapter<Object> {
    private final KeptStream buffer = new KeptStream();
    private final CodedOutputStream appender = CodedOutputStream.newInstance(buffer);
    private final Parser<? extends Message> parser = Messages.ROOT.getParserForType();
    private final Conversion conversion = new Converter();

    public ProtobufConverted(WorkloadSchema schema) {
        super(schema, Pojos.TYPES);
    }

    @Override
    public byte[] encode(Object record) {
        return conversion.toMessage(record).toByteArray();
    }

    @Override
    public KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public void encodeInto(Object record) throws IOException {
        conversion.toMessage(record).writeTo(appender);
        appender.flush();
    }

    @Override
    public Object decode(byte[] encoded) throws InvalidProtocolBufferException {
        return conversion.fromMessage(parser.parseFrom(encoded));
    }
}
