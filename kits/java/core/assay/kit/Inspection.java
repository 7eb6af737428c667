package assay.kit;

import assay.kit.measure.Sink;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.util.Arrays;

/** The request {@code inspect}: does the operation hand over finished values of the caller's own? */
final class Inspection {
    private static final int MOST_RECORDS = 200;
    private static final int ROUNDS_NOT_COUNTED = 2;

    private final RecordSet set;
    private final int count;

    private Inspection(RecordSet set) {
        this.set = set;
        this.count = Math.min(MOST_RECORDS, set.count());
    }

    static JsonObject run(RecordSet set, Operation operation, int rounds) {
        if (set.count() == 0) {
            throw Refusal.badInput("the record set is empty: there is nothing to inspect");
        }
        Inspection inspection = new Inspection(set);
        try {
            JsonObject reply = Json.object().add("shared", inspection.shared(operation));
            return operation == Operation.DECODE ? inspection.addTimes(reply, rounds) : reply;
        } catch (Exception e) {
            throw Refusal.of("inspecting " + operation.word, e);
        }
    }

    private boolean shared(Operation operation) throws Exception {
        for (int i = 0; i < count; i++) {
            Object first = once(operation, i);
            if (first == once(operation, i) && !isShareable(first)) {
                return true;
            }
        }
        return false;
    }

    private Object once(Operation operation, int index) throws Exception {
        return switch (operation) {
            case ENCODE -> set.adapter().encode(set.records()[index]);
            case DECODE -> set.adapter().decode(set.encoded()[index]);
        };
    }

    /** Values that nobody can write to and that the runtime itself shares: one of them twice says nothing. */
    private static boolean isShareable(Object value) {
        return value == null || value instanceof Boolean || value instanceof Number || value instanceof String
                || value instanceof byte[] bytes && bytes.length == 0;
    }

    private JsonObject addTimes(JsonObject reply, int rounds) throws Exception {
        double[] least = new double[4];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int round = 0; round < ROUNDS_NOT_COUNTED + rounds; round++) {
            double[] times = round();
            for (int i = 0; i < least.length && round >= ROUNDS_NOT_COUNTED; i++) {
                least[i] = Math.min(least[i], times[i]);
            }
        }
        return reply.add("operation_ns", least[0])
                .add("first_read_ns", least[1])
                .add("second_read_ns", least[2])
                .add("loaded_read_ns", least[3]);
    }

    /**
     * Nanoseconds per record: to decode, to read what was decoded, to read it again, to read the loaded domain
     * values.
     */
    private double[] round() throws Exception {
        Object[] decoded = new Object[count];
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            decoded[i] = set.adapter().decode(set.encoded()[i]);
        }
        long operated = System.nanoTime();
        readEveryField(decoded);
        long readOnce = System.nanoTime();
        readEveryField(decoded);
        long readTwice = System.nanoTime();
        readEveryField(set.records());
        long end = System.nanoTime();
        return new double[] {
            perRecord(operated - start),
            perRecord(readOnce - operated),
            perRecord(readTwice - readOnce),
            perRecord(end - readTwice),
        };
    }

    private void readEveryField(Object[] values) throws Exception {
        for (int i = 0; i < count; i++) {
            Sink.consume(set.canonical(values[i]));
        }
    }

    private double perRecord(long ns) {
        return (double) ns / count;
    }
}
