package assay.kit.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** What the JVM reports of itself. */
public final class Meters {
    /** A reading that the runtime does not give. */
    static final long UNKNOWN = -1;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS =
            ManagementFactory.getGarbageCollectorMXBeans();
    private static final int READINGS = 1000;
    private static final long TIMER_NS = measureTimer();

    private Meters() {}

    /** Processor time of the whole process, in nanoseconds; Linux counts it in steps of 10 ms. */
    static long processCpuNs() {
        return PROCESS.getProcessCpuTime();
    }

    /**
     * Processor time of the calling thread and of the threads that work beside it (compiler,
     * collector), in nanoseconds. That of the process is as coarse as a batch is long, so they are
     * added up on Linux: its own to the nanosecond, the others' as of their last turn on a core.
     */
    static long threadsCpuNs(HelperThreads helpers) {
        return helpers.seen() ? helpers.runNs() + threadCpuNs() : processCpuNs();
    }

    /** Processor time of the calling thread, in nanoseconds. */
    static long threadCpuNs() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Time in garbage collection so far, in nanoseconds (counted in steps of 1 ms), or UNKNOWN. */
    static long gcNs() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            if (collector.getCollectionTime() < 0) {
                return UNKNOWN;
            }
            millis += collector.getCollectionTime();
        }
        return millis * 1_000_000;
    }

    /** Heap bytes that the calling thread has allocated so far, or UNKNOWN. */
    static long allocatedBytes() {
        boolean counted =
                THREADS.isThreadAllocatedMemorySupported()
                        && THREADS.isThreadAllocatedMemoryEnabled();
        return counted ? THREADS.getCurrentThreadAllocatedBytes() : UNKNOWN;
    }

    /** What reading the clock costs, in nanoseconds, at least 1. */
    static long timerNs() {
        return TIMER_NS;
    }

    /** The JVM's name and version, and the garbage collector in use: "OpenJDK 17.0.15 G1". */
    public static String runtime() {
        String vm = System.getProperty("java.vm.name").split(" ")[0];
        String version = System.getProperty("java.version");
        String collector =
                switch (COLLECTORS.get(0).getName()) {
                    case "Copy", "MarkSweepCompact" -> "Serial";
                    case "PS Scavenge", "PS MarkSweep" -> "Parallel";
                    // "G1 Young Generation", "ZGC Cycles", ...
                    default -> COLLECTORS.get(0).getName().split(" ")[0];
                };
        return vm + " " + version + " " + collector;
    }

    /** The smallest of several means: the early ones are the interpreter's. */
    private static long measureTimer() {
        double minimum = Double.POSITIVE_INFINITY;
        for (int round = 0; round < 20; round++) {
            long start = System.nanoTime();
            long last = start;
            for (int i = 0; i < READINGS; i++) {
                last = System.nanoTime();
            }
            minimum = Math.min(minimum, (double) (last - start) / READINGS);
        }
        return Math.max(1, (long) Math.ceil(minimum));
    }
}
