package assay.kit.jackson;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.pojo.PojoAdapter;
import assay.kit.pojo.PojoTypes;
import assay.kit.schema.WorkloadSchema;

import com.fasterxml.jackson.core.FormatSchema;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;

import java.io.IOException;

/**
 * Jackson's databind in any of its formats: a reader and a writer for the record's class, made of
 * the mapper once.
 */
public abstract class JacksonAdapter extends PojoAdapter implements AppendingAdapter<Object> {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final KeptStream buffer = new KeptStream();
    private final ObjectWriter appender;

    /** {@code format}: the schema of a format that needs one; null for JSON. */
    protected JacksonAdapter(
            WorkloadSchema schema, PojoTypes types, ObjectMapper mapper, FormatSchema format) {
        super(schema, types);
        writer = mapper.writerFor(root()).with(format);
        appender = writer.without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        reader = mapper.readerFor(root()).with(format);
    }

    @Override
    public final byte[] encode(Object record) throws IOException {
        return writer.writeValueAsBytes(record);
    }

    @Override
    public final KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public final void encodeInto(Object record) throws IOException {
        appender.writeValue(buffer, record);
    }

    @Override
    public final Object decode(byte[] encoded) throws IOException {
        return reader.readValue(encoded);
    }
}
