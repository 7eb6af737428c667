package assay.kit.avro;

import assay.kit.AppendingAdapter;
import assay.kit.ContainerAdapter;
import assay.kit.ContainerSettings;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;

import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/**
 * Avro as its documentation says to use it: datum writer and reader made once, encoder, decoder and
 * buffer reused.
 *
 * @param <R> the domain value: what the model makes of records
 */
public abstract class ReusingAvroAdapter<R> extends AvroAdapter<R>
        implements AppendingAdapter<R>, ContainerAdapter<R> {
    private final AvroModel model;
    private final DatumWriter<R> writer;
    private final DatumReader<R> reader;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final KeptStream buffer = new KeptStream();
    private final BinaryEncoder appender = EncoderFactory.get().binaryEncoder(buffer, null);
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;
    private AvroContainers<R> containers;

    protected ReusingAvroAdapter(AvroModel model) {
        super(model);
        this.model = model;
        this.writer = model.newWriter();
        this.reader = model.newReader();
    }

    @Override
    public final byte[] encode(R record) throws IOException {
        out.reset();
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Override
    public final KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public final void encodeInto(R record) throws IOException {
        writer.write(record, appender);
        appender.flush();
    }

    @Override
    public final R decode(byte[] encoded) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(encoded, decoder);
        return reader.read(null, decoder);
    }

    @Override
    public final void prepare(ContainerSettings settings) {
        containers = new AvroContainers<>(model, settings);
    }

    @Override
    public final byte[] write(List<R> records) throws IOException {
        return containers.write(records);
    }

    @Override
    public final Iterator<R> read(byte[] container) throws IOException {
        return containers.read(container);
    }
}
