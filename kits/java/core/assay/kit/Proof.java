package assay.kit;

import assay.kit.measure.Operation;
import assay.kit.measure.OperationLoop;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;

/**
 * The request {@code prove}: the operation once for every record, or container, and a file of what
 * it made. All outputs are held before the first is written, so that one which is handed over again
 * is seen.
 */
final class Proof {
    private Proof() {}

    static JsonObject write(RecordSet set, Operation operation, Path path) {
        OperationLoop loop = operation.loop(set.adapter(), set);
        Object[] outputs = made(operation.word, () -> loop.outputs(loop.count(), true));
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(path))) {
            for (int i = 0; i < outputs.length; i++) {
                Object output = outputs[i];
                byte[] proof = made("record " + i, () -> set.proof(operation, output));
                file.write(inFile(operation, proof));
            }
        } catch (IOException e) {
            throw InputFiles.unreadable(path, e);
        }
        return Json.object().add("count", set.count());
    }

    /** Whatever the library throws, also an IOException, is not a failure of the output file. */
    private static <T> T made(String what, Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw Refusal.of(what, e);
        }
    }

    private static byte[] inFile(Operation operation, byte[] proof) {
        return switch (operation.gives) {
            case ENCODED -> InputFiles.frame(proof);
            case CONTAINER -> proof;
            case RECORDS, READINGS -> {
                byte[] line = Arrays.copyOf(proof, proof.length + 1);
                line[proof.length] = '\n';
                yield line;
            }
        };
    }
}
