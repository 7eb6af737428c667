package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.KeptStream;
import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.avro.AvroMapper;
import com.fasterxml.jackson.dataformat.avro.AvroSchema;

import java.io.IOException;

/**
 * Jackson's databind with its format Avro: one mapper, and a reader and a writer for the record's
 * class and its schema made of it once.
 */
@Library(name = "jackson-dataformat-avro", type = AvroMapper.class)
public final class JacksonAvro extends PojoAdapter implements AppendingAdapter<Object> {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final KeptStream buffer = new KeptStream();
    private final ObjectWriter appender;

    public JacksonAvro(WorkloadSchema schema) throws IOException {
        super(schema, Pojos.TYPES);
        AvroMapper mapper = new AvroMapper();
        AvroSchema avro = mapper.schemaFrom(schema.text());
        writer = mapper.writerFor(root()).with(avro);
        appender = writer.without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        reader = mapper.readerFor(root()).with(avro);
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
