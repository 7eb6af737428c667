package assay.kit.measure;

/**
 * Where outputs go, so that the work that made them is not optimized away. The JVM's compiler is
 * told, by {@code -XX:CompileCommand=blackhole} on the command line, to take this method for one
 * that uses its argument; JMH keeps results alive by the same means. {@link Canary} finds out
 * whether the JVM was told.
 */
public final class Sink {
    private Sink() {}

    public static void consume(Object output) {}
}
