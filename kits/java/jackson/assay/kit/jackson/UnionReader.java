package assay.kit.jackson;

import assay.kit.schema.Kind;
import assay.kit.schema.Type;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a value of a union: it takes the first branch of its kind that it fits. Generated code has
 * one for each union of several types.
 */
public abstract class UnionReader extends JsonDeserializer<Object> {
    private static final String MARK = "bytes";

    private final List<Branch> branches;
    private final boolean hasText;
    private final boolean hasBytes;

    /**
     * Of records and maps together there is only one, so there is no need to look at the object
     * first.
     */
    private final Branch onlyObject;

    protected UnionReader(Branch... branches) {
        this.branches = List.of(branches);
        hasText = this.branches.stream().anyMatch(b -> b.type().kind == Kind.STRING);
        hasBytes = this.branches.stream().anyMatch(b -> b.type().kind == Kind.BYTES);
        List<Branch> objects =
                this.branches.stream()
                        .filter(b -> b.type().kind == Kind.RECORD || b.type().kind == Kind.MAP)
                        .toList();
        onlyObject = objects.size() == 1 && !(hasText && hasBytes) ? objects.get(0) : null;
    }

    @Override
    public final Object deserialize(JsonParser parser, DeserializationContext context)
            throws IOException {
        Object value =
                switch (parser.currentToken()) {
                    case VALUE_TRUE -> true;
                    case VALUE_FALSE -> false;
                    case VALUE_NUMBER_INT -> whole(parser);
                    case VALUE_NUMBER_FLOAT -> real(parser);
                    case VALUE_STRING -> text(parser.getText());
                    case START_ARRAY -> context.readValue(parser, first(Type.ARRAY).java());
                    case START_OBJECT ->
                            onlyObject != null
                                    ? context.readValue(parser, onlyObject.java())
                                    : object(context.readTree(parser), context);
                    default -> null;
                };
        return value != null ? value : context.handleUnexpectedToken(Object.class, parser);
    }

    private Object whole(JsonParser parser) throws IOException {
        for (Branch branch : branches) {
            if (branch.type() == Type.LONG) {
                return parser.getLongValue();
            } else if (branch.type() == Type.INT
                    && parser.getNumberType() == JsonParser.NumberType.INT) {
                return parser.getIntValue();
            }
        }
        return real(parser);
    }

    private Object real(JsonParser parser) throws IOException {
        if (first(Type.DOUBLE) != null) { // it holds the digits of a float, too
            return parser.getDoubleValue();
        } else if (first(Type.FLOAT) != null) {
            return parser.getFloatValue();
        }
        double number = parser.getDoubleValue();
        return number == (int) number && first(Type.INT) != null
                ? (Object) (int) number
                : (Object) (long) number;
    }

    private Object text(String text) {
        if (!hasText) {
            return bytes(text);
        }
        for (Branch branch : branches) {
            if (branch.type() == Type.STRING) {
                return text;
            } else if (branch.type() == Type.ENUM && branch.symbols().containsKey(text)) {
                return branch.symbols().get(text);
            }
        }
        return null;
    }

    private Object bytes(String text) {
        byte[] bytes = Base64.getDecoder().decode(text);
        boolean fits =
                branches.stream()
                        .anyMatch(
                                b ->
                                        b.type() == Type.BYTES
                                                || b.type() == Type.FIXED
                                                        && b.size() == bytes.length);
        return fits ? bytes : null;
    }

    private Object object(JsonNode node, DeserializationContext context) throws IOException {
        if (hasText && hasBytes && node.size() == 1 && node.path(MARK).isTextual()) {
            return bytes(node.get(MARK).textValue());
        }
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        for (Branch branch : branches) {
            if (branch.type() == Type.RECORD && branch.names().equals(names)) {
                return context.readTreeAsValue(node, branch.java());
            }
        }
        Branch map = first(Type.MAP);
        return map == null ? null : context.readTreeAsValue(node, map.java());
    }

    private Branch first(Type type) {
        return branches.stream().filter(branch -> branch.type() == type).findFirst().orElse(null);
    }
}
