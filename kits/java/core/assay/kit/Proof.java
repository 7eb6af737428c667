package assay.kit;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/**
 * The request {@code prove}: the operation once for every record, or container, and a file of what
 * it made.
 */
final class Proof {
    private final RecordSet set;
    private final OutputStream file;

    private Proof(RecordSet set, OutputStream file) {
        this.set = set;
        this.file = file;
    }

    static JsonObject write(RecordSet set, Operation operation, Path output) {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(output))) {
            new Proof(set, file).put(operation);
        } catch (IOException e) {
            throw InputFiles.unreadable(output, e);
        }
        return Json.object().add("count", set.count());
    }

    private void put(Operation operation) throws IOException {
        switch (operation) {
            case ENCODE ->
                    putEach(i -> () -> InputFiles.frame(set.adapter().encode(set.records()[i])));
            case ENCODE_INTO -> {
                for (Appending.Output output : made("the records", this::appended)) {
                    file.write(InputFiles.frame(output.bytes()));
                }
            }
            case DECODE -> putEach(i -> () -> line(set.adapter().decode(set.encoded()[i])));
            case WRITE ->
                    file.write(
                            made(
                                    "the container",
                                    () ->
                                            set.containerAdapter()
                                                    .write(Arrays.asList(set.records()))));
            case READ -> {
                ContainerReading reading =
                        made(
                                "the container",
                                () ->
                                        ContainerReading.open(
                                                set.containerAdapter(), set.container()));
                putEach(i -> () -> line(reading.records().next()));
                made(
                        "the end of the container",
                        () -> {
                            reading.end();
                            return null;
                        });
            }
        }
    }

    private List<Appending.Output> appended() throws Exception {
        Appending appending = new Appending(set.appendingAdapter());
        List<Appending.Output> outputs = new ArrayList<>(set.count());
        appending.begin();
        for (Object record : set.records()) {
            outputs.add(appending.keep(record));
        }
        appending.end();
        return outputs;
    }

    private void putEach(IntFunction<Callable<byte[]>> output) throws IOException {
        for (int i = 0; i < set.count(); i++) {
            file.write(made("record " + i, output.apply(i)));
        }
    }

    /**
     * What the library makes; whatever it throws, also an IOException, is no failure of the output
     * file.
     */
    private static <T> T made(String what, Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw Refusal.of(what, e);
        }
    }

    private byte[] line(Object value) throws Exception {
        return (set.canonical(value) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
