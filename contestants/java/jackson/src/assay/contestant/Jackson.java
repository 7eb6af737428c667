package assay.contestant;

import assay.kit.Library;
import assay.kit.jackson.JacksonAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Jackson's databind. Its faster code for numbers with a fraction is on, which its documentation
 * offers and leaves off by default.
 */
@Library(name = "jackson-databind", type = ObjectMapper.class)
public final class Jackson extends JacksonAdapter {
    public Jackson(WorkloadSchema schema) {
        super(
                schema,
                Pojos.TYPES,
                JsonMapper.builder()
                        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                        .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                        .build(),
                null);
    }
}
