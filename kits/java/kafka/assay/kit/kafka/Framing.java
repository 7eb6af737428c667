package assay.kit.kafka;

import java.nio.ByteBuffer;

/**
 * How registries' serdes mark a message with its schema: a zero, and the schema's number in four
 * bytes, most significant first. There is one schema here, so the registry is that one number,
 * known from the start.
 */
public final class Framing {
    public static final int LENGTH = 5;
    private static final byte MAGIC = 0;
    private static final int SCHEMA = 1;
    private static final byte[] HEADER =
            ByteBuffer.allocate(LENGTH).put(MAGIC).putInt(SCHEMA).array();

    private Framing() {}

    /** The bytes that go before every message. */
    public static byte[] header() {
        return HEADER.clone();
    }

    /** Throws where a message has another schema. */
    public static void check(byte[] message) {
        ByteBuffer buffer = ByteBuffer.wrap(message);
        if (message.length < LENGTH || buffer.get() != MAGIC || buffer.getInt() != SCHEMA) {
            throw new IllegalArgumentException("the message has no schema that the registry knows");
        }
    }
}
