package assay.kit;

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
    private final int count;

    private Inspection(RecordSet set) {
        this.set = set;
        this.count = Math.min(MAX_RECORDS, set.count());
    }

    static JsonObject run(RecordSet set, Operation operation, int rounds) {
        if (set.count() == 0) {
            throw Refusal.badInput("the record set is empty: there is nothing to inspect");
        }
        if (operation
                == Operation.ENCODE_INTO) { // an output is a part of the buffer, and no object
            return Json.object().add("shared", false);
        }
        Inspection inspection = new Inspection(set);
        try {
            JsonObject reply = Json.object().add("shared", inspection.shared(operation));
            return switch (operation) {
                case ENCODE, WRITE -> reply;
                case DECODE, READ -> inspection.addTimes(reply, operation, rounds);
                case ENCODE_INTO -> throw new IllegalStateException("answered before");
            };
        } catch (Exception e) {
            throw Refusal.of("inspecting " + operation.word, e);
        }
    }

    private boolean shared(Operation operation) throws Exception {
        Object[] first = outputs(operation);
        Object[] second = outputs(operation);
        for (int i = 0; i < first.length; i++) {
            if (first[i] == second[i] && !isShareable(first[i])) {
                return true;
            }
        }
        return false;
    }

    /**
     * The operation's outputs for the records inspected; one for all of them where it writes a
     * container.
     */
    private Object[] outputs(Operation operation) throws Exception {
        Object[] outputs = new Object[operation == Operation.WRITE ? 1 : count];
        switch (operation) {
            case ENCODE -> {
                for (int i = 0; i < count; i++) {
                    outputs[i] = set.adapter().encode(set.records()[i]);
                }
            }
            case ENCODE_INTO -> throw new IllegalStateException("its outputs are no objects");
            case DECODE -> {
                for (int i = 0; i < count; i++) {
                    outputs[i] = set.adapter().decode(set.encoded()[i]);
                }
            }
            case WRITE -> outputs[0] = set.containerAdapter().write(Arrays.asList(set.records()));
            case READ -> {
                ContainerReading reading =
                        ContainerReading.open(set.containerAdapter(), set.container());
                for (int i = 0; i < count; i++) {
                    outputs[i] = reading.records().next();
                }
                for (int i = count; i < set.count(); i++) {
                    Sink.consume(reading.records().next());
                }
                reading.end();
            }
        }
        return outputs;
    }

    /**
     * Values that nobody can write to and that the runtime itself shares: one of them twice says
     * nothing.
     */
    private static boolean isShareable(Object value) {
        return value == null
                || value instanceof Boolean
                || value instanceof Number
                || value instanceof String
                || value instanceof byte[] bytes && bytes.length == 0;
    }

    private JsonObject addTimes(JsonObject reply, Operation operation, int rounds)
            throws Exception {
        double[] minimum = new double[4];
        Arrays.fill(minimum, Double.POSITIVE_INFINITY);
        for (int round = 0; round < ROUNDS_NOT_COUNTED + rounds; round++) {
            double[] times = round(operation);
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
    private double[] round(Operation operation) throws Exception {
        long start = System.nanoTime();
        Object[] made = outputs(operation);
        long operated = System.nanoTime();
        readEveryField(made);
        long readOnce = System.nanoTime();
        readEveryField(made);
        long readTwice = System.nanoTime();
        readEveryField(set.records());
        long end = System.nanoTime();
        return new double[] {
            (double) (operated - start) / (operation == Operation.READ ? set.count() : count),
            (double) (readOnce - operated) / count,
            (double) (readTwice - readOnce) / count,
            (double) (end - readTwice) / count,
        };
    }

    private void readEveryField(Object[] values) throws Exception {
        for (int i = 0; i < count; i++) {
            Sink.consume(set.canonical(values[i]));
        }
    }
}
