package assay.contestant;

import assay.kit.Library;
import assay.kit.Refusal;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;

import java.io.IOException;

/**
 * DSL-JSON with the converters that its annotation processor makes of classes when they are
 * compiled; one writer, one reader, and the converters of the record's class are kept.
 */
@Library(name = "dsl-json", type = DslJson.class)
public final class DslJsonAdapter extends PojoAdapter {
    private final JsonWriter writer;
    private final JsonReader<Object> reader;
    private final JsonWriter.WriteObject<Object> write;
    private final JsonReader.ReadObject<Object> read;

    @SuppressWarnings("unchecked") // the converters are those of the record's class
    public DslJsonAdapter(WorkloadSchema schema) {
        super(schema, Pojos.TYPES);
        // By default numbers with a fraction are read less exactly, and faster.
        DslJson<Object> json =
                new DslJson<>(
                        Settings.basicSetup().doublePrecision(JsonReader.DoublePrecision.EXACT));
        write = (JsonWriter.WriteObject<Object>) json.tryFindWriter(root());
        read = (JsonReader.ReadObject<Object>) json.tryFindReader(root());
        if (write == null || read == null) {
            throw Refusal.unsupported("DSL-JSON makes no converter for a class of the schema");
        }
        writer = json.newWriter();
        reader = json.newReader();
    }

    @Override
    public byte[] encode(Object record) {
        writer.reset();
        write.write(writer, record);
        return writer.toByteArray();
    }

    @Override
    public Object decode(byte[] encoded) throws IOException {
        JsonReader<Object> source = reader.process(encoded, encoded.length);
        source.getNextToken();
        return read.read(source);
    }
}
