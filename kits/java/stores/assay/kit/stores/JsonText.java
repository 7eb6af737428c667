package assay.kit.stores;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.Map;

/** Documents as JSON text and back, by Jackson for all stores; set as the contestant Jackson is. */
final class JsonText {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build();
    private static final TypeReference<Map<String, Object>> DOCUMENT = new TypeReference<>() {};
    private static final ObjectReader READER = MAPPER.readerFor(DOCUMENT);
    private static final ObjectWriter WRITER = MAPPER.writerFor(DOCUMENT);

    private JsonText() {}

    static byte[] write(Object document) throws IOException {
        return WRITER.writeValueAsBytes(document);
    }

    static Map<String, Object> read(byte[] text) throws IOException {
        return READER.readValue(text);
    }

    /** The fields of a document, which is parsed where it is raw. */
    @SuppressWarnings("unchecked") // a parsed document is what read has made, or a store like it
    static Map<String, Object> fields(Object document) throws IOException {
        return document instanceof byte[] text ? read(text) : (Map<String, Object>) document;
    }
}
