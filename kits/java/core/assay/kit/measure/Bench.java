package assay.kit.measure;

import assay.kit.Adapter;
import assay.kit.RecordSet;
import assay.kit.Refusal;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The requests {@code warm}, {@code measure} and {@code once} over one record set. */
public final class Bench {
    /** No batch is shorter than this many readings of the clock. */
    private static final long MIN_READINGS = 100;

    private final RecordSet set;

    /** One a thread; the first is the record set's own. */
    private final List<Adapter<Object>> adapters = new ArrayList<>();

    private final Map<Lane, List<OperationLoop>> loops = new HashMap<>();

    /** Nanoseconds of a pass in the latest batch. */
    private final Map<Lane, Double> passNs = new HashMap<>();

    private final HelperThreads helpers = new HelperThreads();

    private byte[] lastContainer;

    private record Lane(Operation operation, int threads) {}

    /**
     * Batches are done until there are {@code batches} of them and {@code seconds} have gone by.
     * {@code timed}: no batch begins beside the JVM's compilers; while warming up they work beside.
     */
    public record Settings(
            int batches,
            double seconds,
            boolean timed,
            long minBatchNs,
            int threads,
            long seed,
            int samples) {}

    public Bench(RecordSet set) {
        this.set = set;
        this.adapters.add(set.adapter());
    }

    /** The content of the reply. */
    public JsonObject run(Operation operation, Settings settings) {
        requireRecords();
        Canary.check();
        Lane lane = new Lane(operation, settings.threads);
        List<OperationLoop> crew = loops.computeIfAbsent(lane, this::makeLoops);
        SplitMix64 generator = new SplitMix64(settings.seed);
        JsonArray batches = new JsonArray();
        long start = System.nanoTime();
        while (batches.size() < settings.batches
                || System.nanoTime() - start < settings.seconds * 1e9) {
            long passes = passes(lane, crew, settings.minBatchNs);
            if (settings.timed) {
                helpers.awaitCompilers();
            }
            batches.add(batch(lane, crew, generator, settings.samples, passes));
        }
        return Json.object().add("batches", batches).add("timer_ns", Meters.timerNs());
    }

    /**
     * The content of the reply to {@code once}: one batch of one pass, with nothing done before it.
     */
    public JsonObject once(Operation operation, long seed, int samples) {
        requireRecords();
        Lane lane = new Lane(operation, 1);
        List<OperationLoop> crew = loops.computeIfAbsent(lane, this::makeLoops);
        return Json.object().add("batch", batch(lane, crew, new SplitMix64(seed), samples, 1));
    }

    private void requireRecords() {
        if (set.count() == 0) {
            throw Refusal.badInput("the record set is empty: there is nothing to measure");
        }
    }

    /** The sampled output of the latest batch of containers written. */
    public byte[] lastContainer() {
        return lastContainer;
    }

    private List<OperationLoop> makeLoops(Lane lane) {
        while (adapters.size() < lane.threads) {
            adapters.add(set.newAdapter());
        }
        List<OperationLoop> made = new ArrayList<>();
        for (Adapter<Object> adapter : adapters.subList(0, lane.threads)) {
            made.add(lane.operation.loop(adapter, set));
        }
        return made;
    }

    /** How many passes are believed to last as long as a batch must. */
    private long passes(Lane lane, List<OperationLoop> crew, long minBatchNs) {
        if (!passNs.containsKey(lane)) {
            passNs.put(lane, passNs(Crew.run(crew, 1, Sample.none(), helpers), 1));
        }
        long minNs = Math.max(minBatchNs, MIN_READINGS * Meters.timerNs());
        return Math.max(1, (long) Math.ceil(minNs / passNs.get(lane)));
    }

    private JsonObject batch(
            Lane lane, List<OperationLoop> crew, SplitMix64 generator, int samples, long passes) {
        Sample sample =
                lane.operation.gives == Operation.Matter.CONTAINER
                        ? Sample.drawPass(generator, passes)
                        : Sample.draw(generator, samples, passes, set.count());
        Crew.Readings readings = Crew.run(crew, passes, sample, helpers);
        passNs.put(lane, passNs(readings, passes));
        return Json.object()
                .add("passes", passes)
                .add("records", passes * set.count() * lane.threads)
                .add("wall_ns", readings.wallNs())
                .add("cpu_ns", readings.cpuNs())
                .add("digest", digest(lane.operation, readings.kept()))
                .add("allocated_bytes", orNull(readings.allocatedBytes()))
                .add("gc_ns", orNull(readings.gcNs()));
    }

    private static double passNs(Crew.Readings readings, long passes) {
        return Math.max(1, readings.wallNs()) / (double) passes;
    }

    /**
     * The digest of the first thread's sampled outputs, or the first that differs from it. A
     * container has none, for its sync marker is random; it is kept as it is.
     */
    private JsonValue digest(Operation operation, List<Object[]> keptByThread) {
        if (operation.gives == Operation.Matter.CONTAINER) {
            lastContainer = (byte[]) keptByThread.get(0)[0];
            return Json.NULL;
        }
        long first = digest(operation, keptByThread.get(0));
        for (Object[] kept : keptByThread) {
            long digest = digest(operation, kept);
            if (digest != first) {
                return hexadecimal(digest);
            }
        }
        return hexadecimal(first);
    }

    private static JsonValue hexadecimal(long digest) {
        return Json.value(HexFormat.of().toHexDigits(digest));
    }

    private long digest(Operation operation, Object[] kept) {
        Fnv digest = new Fnv();
        for (Object output : kept) {
            try {
                digest.add(Fnv.of(set.proof(operation, output)));
            } catch (Exception e) {
                throw Refusal.of("reading a sampled output", e);
            }
        }
        return digest.hash();
    }

    private static JsonValue orNull(long reading) {
        return reading == Meters.UNKNOWN ? Json.NULL : Json.value(reading);
    }
}
