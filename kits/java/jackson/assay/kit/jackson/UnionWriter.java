package assay.kit.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;

import java.io.IOException;

/**
 * Writes a value of a union of text and bytes: bytes in an object, so that they differ from text.
 */
public final class UnionWriter extends JsonSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator generator, SerializerProvider provider)
            throws IOException {
        if (value instanceof byte[] bytes) {
            generator.writeStartObject();
            generator.writeBinaryField("bytes", bytes);
            generator.writeEndObject();
        } else {
            provider.defaultSerializeValue(value, generator);
        }
    }
}
