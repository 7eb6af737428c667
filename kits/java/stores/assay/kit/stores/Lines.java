package assay.kit.stores;

import assay.kit.InputFiles;
import assay.kit.canonical.CanonicalWriter;
import assay.kit.generic.PlainNumbers;
import assay.kit.schema.SchemaType;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How documents that a step has handed over go into its output file. */
@FunctionalInterface
interface Lines {
    /** Of a document, or of null where a key has none. */
    byte[] of(Object document);

    /** Raw documents: framed bytes, an empty frame for none. */
    static Lines framed() {
        return document -> InputFiles.frame(document == null ? new byte[0] : (byte[]) document);
    }

    /** Parsed documents: canonical JSON lines. */
    static Lines canonical(SchemaType type) {
        CanonicalWriter writer = new CanonicalWriter(type);
        return document -> {
            String line = document == null ? "null" : writer.text(PlainNumbers.of(type, document));
            return (line + "\n").getBytes(StandardCharsets.UTF_8);
        };
    }

    default void write(Path path, List<Object> documents) {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(path))) {
            for (Object document : documents) {
                file.write(of(document));
            }
        } catch (IOException e) {
            throw InputFiles.unreadable(path, e);
        }
    }
}
