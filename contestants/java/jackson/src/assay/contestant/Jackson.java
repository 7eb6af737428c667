package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.io.IOException;

/**
 * Jackson's databind: one mapper, and a reader and a writer for the record's class made of it once.
 * Its faster code for numbers with a fraction is on, which its documentation offers and leaves off
 * by default.
 */
@Library(name = "jackson-databind", type = ObjectMapper.class)
public final class Jackson extends PojoAdapter implements AppendingAdapter<Object> {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final KeptStream buffer = new KeptStream();
    private final ObjectWriter appender;

    public Jackson(WorkloadSchema schema) {
        super(schema, Pojos.TYPES);
        JsonMapper mapper =
                JsonMapper.builder()
                        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                        .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                        .build();
        writer = mapper.writerFor(root());
        appender = writer.without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        reader = mapper.readerFor(root());
    }

    @Override
    public byte[] encode(Object record) throws IOException {
        return writer.writeValueAsBytes(record);
    }

    @Override
    public KeptBuffer buffer() {
        return buffer;
    }

    @Override
    public void encodeInto(Object record) throws IOException {
        appender.writeValue(buffer, record);
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        return reader.readValue(encoded);
    }
}
