package assay.kit;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The request {@code prove}: the operation once for every record, and a file of what it made. */
final class Proof {
    private Proof() {}

    static JsonObject write(RecordSet set, Operation operation, Path output) {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(output))) {
            for (int i = 0; i < set.count(); i++) {
                file.write(made(set, operation, i));
            }
        } catch (IOException e) {
            throw InputFiles.unreadable(output, e);
        }
        return Json.object().add("count", set.count());
    }

    private static byte[] made(RecordSet set, Operation operation, int index) {
        try {
            return switch (operation) {
                case ENCODE -> InputFiles.frame(set.adapter().encode(set.records()[index]));
                case DECODE -> line(set, set.adapter().decode(set.encoded()[index]));
            };
        } catch (Exception e) { // also an IOException: here it comes from the library, not from the output
            throw Refusal.of("record " + index, e);
        }
    }

    private static byte[] line(RecordSet set, Object value) throws Exception {
        return (set.canonical(value) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
