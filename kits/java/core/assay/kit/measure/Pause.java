package assay.kit.measure;

/**
 * What is done within a batch outside the clock, on one thread: its readings are taken off the
 * batch's. What helper threads do meanwhile is not told apart.
 */
final class Pause {
    private long wallNs;
    private long cpuNs;
    private long allocatedBytes;
    private long gcNs;

    void begin() {
        gcNs -= Meters.gcNs();
        allocatedBytes -= Meters.allocatedBytes();
        cpuNs -= Meters.threadCpuNs();
        wallNs -= System.nanoTime();
    }

    void end() {
        wallNs += System.nanoTime();
        cpuNs += Meters.threadCpuNs();
        allocatedBytes += Meters.allocatedBytes();
        gcNs += Meters.gcNs();
    }

    /** Begins a batch. */
    void clear() {
        wallNs = cpuNs = allocatedBytes = gcNs = 0;
    }

    long wallNs() {
        return wallNs;
    }

    long cpuNs() {
        return cpuNs;
    }

    long allocatedBytes() {
        return allocatedBytes;
    }

    long gcNs() {
        return gcNs;
    }
}
