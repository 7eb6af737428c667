package assay.kit.avro;

import assay.kit.AppendingAdapter;
import assay.kit.ContainerAdapter;
import assay.kit.ContainerSettings;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;

import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;

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
    private final ReusedCoders<R> coders;
    private final KeptStream buffer = new KeptStream();
    private final BinaryEncoder appender = EncoderFactory.get().binaryEncoder(buffer, null);
    private AvroContainers<R> containers;

    protected ReusingAvroAdapter(AvroModel model) {
        super(model);
        this.model = model;
        this.writer = model.newWriter();
        coders = new ReusedCoders<>(writer, model.newReader());
    }

    @Override
    public final byte[] encode(R record) throws IOException {
        return coders.encode(record);
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
        return coders.decode(encoded);
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
