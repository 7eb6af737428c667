package assay.contestant;

import assay.kit.Library;
import assay.kit.jackson.JacksonAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.fasterxml.jackson.dataformat.avro.AvroMapper;

import java.io.IOException;

/** Jackson's databind with its format Avro. */
@Library(name = "jackson-dataformat-avro", type = AvroMapper.class)
public final class JacksonAvro extends JacksonAdapter {
    public JacksonAvro(WorkloadSchema schema) throws IOException {
        this(schema, new AvroMapper());
    }

    private JacksonAvro(WorkloadSchema schema, AvroMapper mapper) throws IOException {
        super(schema, Pojos.TYPES, mapper, mapper.schemaFrom(schema.text()));
    }
}
