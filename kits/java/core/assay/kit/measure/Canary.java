package assay.kit.measure;

import assay.kit.Refusal;

/**
 * A loop of known work, run before anything is measured. Under a JVM that drops what the sink
 * takes, the work disappears and its time with it; then every measured time would be a lie.
 */
final class Canary {
    private static final int OPERATIONS = 10_000;

    /**
     * Loops, not seconds: on a busy machine the optimizing compiler may be given no time for as
     * long as anyone would wait. By then it was asked for this loop, and by {@code
     * -XX:CompileCommand=BackgroundCompilation} the loop waits until it has done its worst.
     */
    private static final int LOOPS = 100;

    /** 32 dependent multiplications take several times as long on any machine. */
    private static final double MIN_NS = 5;

    private static boolean passed;

    private Canary() {}

    /**
     * Throws {@link Refusal} where the work was not done. Does something only once in a process.
     */
    static void check() {
        if (passed) {
            return;
        }
        double minimum = Double.POSITIVE_INFINITY;
        for (int i = 0; i < LOOPS; i++) {
            long start = System.nanoTime();
            loop();
            minimum = Math.min(minimum, (double) (System.nanoTime() - start) / OPERATIONS);
        }
        if (minimum < MIN_NS) {
            throw Refusal.failed(
                    "the JVM optimizes away the work that it should do: known work took "
                            + minimum
                            + " ns per operation, at least "
                            + MIN_NS
                            + " were expected");
        }
        passed = true;
    }

    private static void loop() {
        for (int i = 0; i < OPERATIONS; i++) {
            Sink.consume(work(i));
        }
    }

    private static Object work(long seed) {
        long z = seed;
        for (int i = 0; i < 32; i++) {
            z = (z ^ (z >>> 29)) * 0x9E3779B97F4A7C15L;
        }
        return new long[] {z};
    }
}
