package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.Library;
import assay.kit.generic.PlainAdapter;
import assay.kit.schema.WorkloadSchema;

import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.ArrayBufferInput;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps, lists and boxed values, as those have them who know no schema; packer and unpacker serve
 * all records.
 */
@Library(name = "msgpack-core", type = MessagePack.class)
public final class MsgpackCore extends PlainAdapter implements AppendingAdapter<Object> {
    private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
    private final KeptStream buffer = new KeptStream();
    private final MessagePacker appender = MessagePack.newDefaultPacker(buffer);
    private final ArrayBufferInput input = new ArrayBufferInput(new byte[0]);
    private final MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(input);

    public MsgpackCore(WorkloadSchema schema) {
        super(schema);
    }

    @Override
    public byte[] encode(Object record) throws IOException {
        packer.clear();
        pack(packer, record);
        return packer.toByteArray();
    }

    @Override
    public KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public void encodeInto(Object record) throws IOException {
        pack(appender, record);
        appender.flush();
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        input.reset(encoded);
        unpacker.reset(input);
        return unpack();
    }

    private static void pack(MessagePacker packer, Object value) throws IOException {
        if (value == null) {
            packer.packNil();
        } else if (value instanceof String text) {
            packer.packString(text);
        } else if (value instanceof Integer number) {
            packer.packInt(number);
        } else if (value instanceof Long number) {
            packer.packLong(number);
        } else if (value instanceof Double number) {
            packer.packDouble(number);
        } else if (value instanceof Float number) {
            packer.packFloat(number);
        } else if (value instanceof Boolean flag) {
            packer.packBoolean(flag);
        } else if (value instanceof Map<?, ?> map) {
            packer.packMapHeader(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                packer.packString((String) entry.getKey());
                pack(packer, entry.getValue());
            }
        } else if (value instanceof List<?> list) {
            packer.packArrayHeader(list.size());
            for (Object item : list) {
                pack(packer, item);
            }
        } else if (value instanceof byte[] bytes) {
            packer.packBinaryHeader(bytes.length);
            packer.writePayload(bytes);
        } else {
            throw new IllegalArgumentException("no MessagePack for " + value.getClass());
        }
    }

    private Object unpack() throws IOException {
        return switch (unpacker.getNextFormat().getValueType()) {
            case NIL -> {
                unpacker.unpackNil();
                yield null;
            }
            case BOOLEAN -> unpacker.unpackBoolean();
            case INTEGER -> unpacker.unpackLong();
            case FLOAT -> unpacker.unpackDouble();
            case STRING -> unpacker.unpackString();
            case BINARY -> unpacker.readPayload(unpacker.unpackBinaryHeader());
            case ARRAY -> {
                int size = unpacker.unpackArrayHeader();
                List<Object> list = new ArrayList<>(size);
                for (int i = 0; i < size; i++) {
                    list.add(unpack());
                }
                yield list;
            }
            case MAP -> {
                int size = unpacker.unpackMapHeader();
                Map<String, Object> map = new LinkedHashMap<>(2 * size);
                for (int i = 0; i < size; i++) {
                    map.put(unpacker.unpackString(), unpack());
                }
                yield map;
            }
            case EXTENSION -> throw new IOException("an extension type");
        };
    }
}
