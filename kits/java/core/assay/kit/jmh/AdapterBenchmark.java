package assay.kit.jmh;

import assay.kit.Adapter;
import assay.kit.AdapterClass;
import assay.kit.RecordFiles;
import assay.kit.RecordSet;
import assay.kit.RenewingAdapter;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The same adapter on the same files under JMH's own harness, as an independent check of the kit's.
 * One invocation is one pass; the result is in nanoseconds per pass.
 *
 * <p>The inputs are the system properties {@code assay.adapter} (class name), {@code assay.schema},
 * {@code assay.resolved}, {@code assay.records}, {@code assay.encoded} (paths; the last may be
 * missing) and {@code assay.count}. Properties, because JMH hands them on to the processes that it
 * forks as they are, while it takes its own parameters apart at commas.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AdapterBenchmark {
    private Adapter<Object> adapter;
    private Object[] records;
    private byte[][] encoded;

    @Setup
    public void load() {
        String encodedPath = System.getProperty("assay.encoded");
        RecordSet set =
                new RecordSet(
                        new AdapterClass(property("assay.adapter")),
                        Path.of(property("assay.schema")),
                        Path.of(property("assay.resolved")),
                        new RecordFiles(
                                Path.of(property("assay.records")),
                                encodedPath == null ? null : Path.of(encodedPath),
                                null,
                                Integer.parseInt(property("assay.count"))),
                        null);
        adapter = set.adapter();
        records = set.records();
        encoded = set.encoded();
        // As after a swap of the kit's: where records lie among what was read, encoding them took
        // a fifth longer.
        System.gc();
    }

    /** As the kit does: what the library keeps in values is taken out before each pass. */
    // The kit hands an adapter only what the same adapter's class has made.
    @SuppressWarnings("unchecked")
    @Setup(Level.Invocation)
    public void renew() throws Exception {
        if (adapter instanceof RenewingAdapter<?> one) {
            for (Object record : records) {
                ((RenewingAdapter<Object>) one).renew(record);
            }
        }
    }

    @Benchmark
    public void encode(Blackhole hole) throws Exception {
        for (Object record : records) {
            hole.consume(adapter.encode(record));
        }
    }

    @Benchmark
    public void decode(Blackhole hole) throws Exception {
        for (byte[] bytes : encoded) {
            hole.consume(adapter.decode(bytes));
        }
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("the system property " + name + " is missing");
        }
        return value;
    }
}
