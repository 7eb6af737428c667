package assay.kit.jmh;

import assay.kit.Adapter;
import assay.kit.AdapterClass;
import assay.kit.RecordFiles;
import assay.kit.RecordSet;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A suite's contestants under JMH: one invocation is one record, the next one of the workload's,
 * and every thread has its own adapter and records. The generated subclass has the parameter
 * WORKLOAD/CONTESTANT. Schemas and records lie in the jar.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(4)
@Fork(3)
@Warmup(iterations = 3, time = 10)
@Measurement(iterations = 3, time = 10)
public abstract class SuiteBenchmark {
    private Adapter<Object> adapter;
    private Object[] records;
    private byte[][] encoded;
    private int next;

    /** WORKLOAD/CONTESTANT. */
    protected abstract String params();

    /** The adapter's class, by the contestant's title. */
    protected abstract String adapter(String contestant);

    @Setup
    public void load() throws IOException {
        String[] parts = params().split("/", 2);
        try (FileSystem jar = FileSystems.newFileSystem(jar())) {
            Path folder = jar.getPath("suite", parts[0]);
            Path lines = folder.resolve("records.jsonl");
            RecordSet set =
                    new RecordSet(
                            new AdapterClass(adapter(parts[1])),
                            folder.resolve("schema.avsc"),
                            folder.resolve("resolved.json"),
                            new RecordFiles(lines, null, null, count(lines)),
                            null);
            adapter = set.adapter();
            records = set.records();
            encoded = set.encoded();
        }
    }

    @Benchmark
    public byte[] serialize() throws Exception {
        return adapter.encode(records[advance()]);
    }

    @Benchmark
    public Object deserialize() throws Exception {
        return adapter.decode(encoded[advance()]);
    }

    private int advance() {
        int current = next;
        next = current + 1 == records.length ? 0 : current + 1;
        return current;
    }

    private static int count(Path lines) throws IOException {
        try (Stream<String> all = Files.lines(lines)) {
            return (int) all.count();
        }
    }

    private static Path jar() {
        try {
            return Path.of(
                    SuiteBenchmark.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
