package assay.contestant;

import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReader;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * fastjson2 from and to bytes, with no more of its features on than JSON as it is here needs: nulls
 * are written, bytes are base64, and classes are read by their fields.
 */
@Library(name = "fastjson2", type = JSON.class)
public final class Fastjson2 extends PojoAdapter {
    /**
     * Instead of the feature Base64StringAsByteArray, which 2.0.64 fails at where a text before or
     * after the bytes has an escape in it.
     */
    private static final ObjectReader<byte[]> BASE64 =
            (reader, type, name, features) ->
                    reader.nextIfNull() ? null : Base64.getDecoder().decode(reader.readString());

    private final JSONWriter.Context writing =
            JSONFactory.createWriteContext(
                    JSONWriter.Feature.FieldBased,
                    JSONWriter.Feature.WriteNulls,
                    JSONWriter.Feature.WriteByteArrayAsBase64);
    private final JSONReader.Context reading =
            JSONFactory.createReadContext(JSONReader.Feature.FieldBased);
    private final Class<?> root;

    public Fastjson2(WorkloadSchema schema) {
        super(schema, Pojos.TYPES);
        root = root();
        JSONFactory.getDefaultObjectReaderProvider().register(byte[].class, BASE64, true);
    }

    @Override
    public byte[] encode(Object record) {
        return JSON.toJSONBytes(record, StandardCharsets.UTF_8, writing);
    }

    @Override
    public Object decode(byte[] encoded) {
        return JSON.parseObject(encoded, root, reading);
    }
}
