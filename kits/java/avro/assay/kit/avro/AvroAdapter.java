package assay.kit.avro;

import assay.kit.Conforming;

import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What every contestant of Apache Avro does alike: plain values to and from Avro's data model.
 *
 * @param <R> the domain value: what the model makes of records
 */
public abstract class AvroAdapter<R> implements Conforming<R> {
    private final AvroModel model;
    private final AvroValues values;

    protected AvroAdapter(AvroModel model) {
        this.model = model;
        values = new AvroValues(model.data(), model.type(), model.schema());
    }

    @Override
    @SuppressWarnings("unchecked") // R is what the model makes of records
    public final R fromPlain(Object plain) {
        return (R) values.fromPlain(plain);
    }

    @Override
    public final Object toPlain(R record) {
        return values.toPlain(record);
    }

    @Override
    public final String canonical() {
        return SchemaNormalization.toParsingForm(model.schema());
    }

    @Override
    public final R resolve(String writer, byte[] encoded) throws IOException {
        DatumReader<R> resolving = model.newReader(new Schema.Parser().parse(writer));
        return resolving.read(null, DecoderFactory.get().binaryDecoder(encoded, null));
    }

    @Override
    public final R fromJson(String text) throws IOException {
        DatumReader<R> reader = model.newReader(model.schema());
        return reader.read(null, DecoderFactory.get().jsonDecoder(model.schema(), text));
    }

    @Override
    public final String toJson(R record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Encoder encoder = EncoderFactory.get().jsonEncoder(model.schema(), out);
        DatumWriter<R> writer = model.newWriter();
        writer.write(record, encoder);
        encoder.flush();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public final R singleObject(byte[] message) throws IOException {
        return new BinaryMessageDecoder<R>(model.data(), model.schema()).decode(message);
    }

    @Override
    public final boolean assign(R target, R source) {
        return values.assign(target, source);
    }
}
