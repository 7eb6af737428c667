package assay.kit.avro;

import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Records to bytes and back by a datum writer and a datum reader that were made once, with encoder,
 * decoder and buffer reused.
 *
 * @param <R> the domain value
 */
public final class ReusedCoders<R> {
    private final DatumWriter<R> writer;
    private final DatumReader<R> reader;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;

    public ReusedCoders(DatumWriter<R> writer, DatumReader<R> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    public byte[] encode(R record) throws IOException {
        out.reset();
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    public R decode(byte[] encoded) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(encoded, decoder);
        return reader.read(null, decoder);
    }
}
