package assay.kit.stores;

import assay.kit.InputFiles;
import assay.kit.Refusal;
import assay.kit.Request;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The documents and keys in the files that a request names. */
final class Documents {
    private Documents() {}

    /** Raw documents are the texts of the file, parsed ones what Jackson makes of them. */
    static List<Pair> of(Request request, Setting setting, String key) {
        Path path = request.path("encoded");
        byte[][] texts = InputFiles.frames(path, request.quantity("count", 0));
        List<Pair> pairs = new ArrayList<>(texts.length);
        for (byte[] text : texts) {
            try {
                Map<String, Object> fields = JsonText.read(text);
                pairs.add(new Pair(keyOf(fields.get(key)), setting.raw() ? text : fields));
            } catch (IOException e) {
                throw Refusal.badInput(
                        path + ": document " + pairs.size() + ": " + Refusal.describe(e));
            }
        }
        return pairs;
    }

    /** A string, or the digits of a whole number, which may have any length. */
    private static String keyOf(Object value) throws IOException {
        if (value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof BigInteger) {
            return value.toString();
        }
        throw new IOException("the key is neither a string nor a whole number");
    }

    /** One key a line. */
    static List<String> keys(Request request) {
        String text = InputFiles.text("keys", request.path("keys"));
        String[] lines = text.split("\n", -1);
        return Arrays.asList(lines).subList(0, lines.length - 1);
    }
}
