package assay.kit;

import assay.kit.measure.Operation;
import assay.kit.measure.OperationLoop;
import assay.kit.measure.Sink;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.util.Arrays;

/**
 * The request {@code inspect}: does the operation hand over finished values of the caller's own?
 */
final class Inspection {
    private static final int MAX_RECORDS = 200;
    private static final int ROUNDS_NOT_COUNTED = 2;

    private final RecordSet set;
    private final OperationLoop loop;

    /** How many records are done: all where they stand in one file, else those inspected. */
    private final boolean whole;

    private final int count;

    private Inspection(RecordSet set, Operation operation) {
        this.set = set;
        this.loop = operation.loop(set.adapter(), set);
        this.whole = operation.takes != Operation.Matter.ENCODED;
        this.count = Math.min(MAX_RECORDS, loop.count());
    }

    static JsonObject run(RecordSet set, Operation operation, int rounds) {
        if (set.count() == 0) {
            throw Refusal.badInput("the record set is empty: there is nothing to inspect");
        }
        Inspection inspection = new Inspection(set, operation);
        try {
            JsonObject reply = Json.object().add("shared", inspection.shared());
            return operation.gives == Operation.Matter.RECORDS
                    ? inspection.addTimes(reply, rounds)
                    : reply;
        } catch (Exception e) {
            throw Refusal.of("inspecting " + operation.word, e);
        }
    }

    private boolean shared() throws Exception {
        Object[] first = loop.outputs(count, whole);
        Object[] second = loop.outputs(count, whole);
        for (int i = 0; i < first.length; i++) {
            if (first[i] == second[i] && !isShareable(first[i])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Values that cannot be written to and that the runtime itself shares: one of them twice says
     * nothing.
     */
    private static boolean isShareable(Object value) {
        return value == null
                || value instanceof Boolean
                || value instanceof Number
                || value instanceof String
                || value instanceof byte[] bytes && bytes.length == 0;
    }

    private JsonObject addTimes(JsonObject reply, int rounds) throws Exception {
        double[] minimum = new double[4];
        Arrays.fill(minimum, Double.POSITIVE_INFINITY);
        for (int round = 0; round < ROUNDS_NOT_COUNTED + rounds; round++) {
            double[] times = round();
            for (int i = 0; i < minimum.length && round >= ROUNDS_NOT_COUNTED; i++) {
                minimum[i] = Math.min(minimum[i], times[i]);
            }
        }
        return reply.add("operation_ns", minimum[0])
                .add("first_read_ns", minimum[1])
                .add("second_read_ns", minimum[2])
                .add("loaded_read_ns", minimum[3]);
    }

    /**
     * Nanoseconds per record: of the operation, to read every field of what it made, to read them
     * again, to read those of the loaded domain values. A container is read whole, so its time is
     * shared by all of its records.
     */
    private double[] round() throws Exception {
        long start = System.nanoTime();
        Object[] made = loop.outputs(count, whole);
        long operated = System.nanoTime();
        readEveryField(made);
        long readOnce = System.nanoTime();
        readEveryField(made);
        long readTwice = System.nanoTime();
        readEveryField(set.records());
        long end = System.nanoTime();
        return new double[] {
            (double) (operated - start) / (whole ? loop.count() : count),
            (double) (readOnce - operated) / count,
            (double) (readTwice - readOnce) / count,
            (double) (end - readTwice) / count,
        };
    }

    private void readEveryField(Object[] values) throws Exception {
        for (int i = 0; i < count; i++) {
            Sink.consume(set.reading(values[i]));
        }
    }
}
